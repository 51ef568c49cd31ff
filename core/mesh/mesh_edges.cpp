#include "mesh_edges.hpp"

#include <algorithm>

namespace taut {

EdgeId MeshEdges::take(std::uint32_t count) {
  m_.edge_count_ += count;
  if (count < free_.rows.size() && free_.rows[count] != kNoEdge) {
    const EdgeId row = free_.rows[count];
    unlink(row);
    return row;
  }
  if (free_.hole_end - free_.hole_begin >= count) {
    const EdgeId row = free_.hole_begin;
    free_.hole_begin += count;
    return row;
  }
  const auto row = static_cast<EdgeId>(m_.edges_.size());
  resize(row + count);
  return row;
}

void MeshEdges::release(EdgeId first, std::uint32_t count) {
  m_.edge_count_ -= count;
  if (first + count == m_.edges_.size()) {
    resize(first);
    free_.hole_end = std::min(free_.hole_end, first);
    free_.hole_begin = std::min(free_.hole_begin, first);
    return;
  }
  m_.edge_cells_[first] = kFree | count;
  if (count >= free_.rows.size()) return;
  const EdgeId after = free_.rows[count];
  m_.edges_[first] = MeshEdge({0.0F, 0.0F}, kNoEdge, after);
  if (after != kNoEdge) m_.edges_[after].name(first);
  free_.rows[count] = first;
}

void MeshEdges::resize(EdgeId count) {
  m_.edges_.resize(count);
  m_.edge_cells_.resize(count);
}

void MeshEdges::unlink(EdgeId row) {
  const std::uint32_t count = m_.cell_of(row) & ~kFree;
  if (count >= free_.rows.size()) return;
  const EdgeId before = m_.edge(row).vertex();
  const EdgeId after = m_.edge(row).twin();
  if (after != kNoEdge) m_.edges_[after].name(before);
  if (before != kNoEdge) {
    m_.edges_[before].link(after);
  } else {
    free_.rows[count] = after;
  }
}

void MeshEdges::pack(std::size_t work) {
  if (!free_.is_packing) {
    if (m_.edges_.size() <= kSlack + m_.edge_count_ + m_.edge_count_ / 4) return;
    free_.is_packing = true;
    free_.hole_begin = free_.hole_end = 0;
  }
  const EdgeId stop =
      free_.hole_end + static_cast<EdgeId>(std::min(work, m_.edges_.size() - free_.hole_end));
  while (free_.hole_end < stop) {
    const CellId cell = m_.cell_of(free_.hole_end);
    if ((cell & kFree) != 0) {
      unlink(free_.hole_end);
      free_.hole_end += cell & ~kFree;
      continue;
    }
    const auto count = static_cast<EdgeId>(m_.edges(cell).size());
    if (free_.hole_begin < free_.hole_end) move(cell, free_.hole_begin);
    free_.hole_begin += count;
    free_.hole_end += count;
  }
  if (free_.hole_end < m_.edges_.size()) return;
  resize(free_.hole_begin);
  free_.hole_end = free_.hole_begin;
  free_.is_packing = false;
}

void MeshEdges::move(CellId cell, EdgeId to) {
  const EdgeId from = m_.first_edge(cell);
  const std::size_t count = m_.edges(cell).size();
  for (EdgeId i = 0; i < count; ++i) {
    const MeshEdge edge = m_.edge(from + i);
    m_.edges_[to + i] = edge;
    m_.edge_cells_[to + i] = cell;
    if (edge.is_wall()) continue;
    MeshEdge& twin = m_.edges_[edge.twin()];
    const bool leads_to_dead_end = twin.leads_to_dead_end();
    twin.link(to + i);
    if (leads_to_dead_end) twin.mark_dead_end();
  }
  m_.cells_[cell].first = to;
}

}  // namespace taut
