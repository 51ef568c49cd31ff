#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/lists.hpp"

#include "mesh_graph.hpp"
#include "mesh_parts.hpp"
#include "outlines.hpp"

namespace taut {
namespace {

// The angle of a fan, measured counter-clockwise from its first edge.
enum class Turned : std::uint8_t { less_than_half, half, more };

Turned turn_on(Turned turned, const Point& center, const Point& first, const Point& now) noexcept {
  // Cells are convex, so each step is at most 180 degrees and none jumps over the second half.
  if (turned != Turned::less_than_half) return Turned::more;
  const double side = orient(center, first, now);
  if (side > 0.0) return Turned::less_than_half;
  return side == 0.0 && dot(center, first, now) < 0.0 ? Turned::half : Turned::more;
}

// The union of the edges that two cells share: one, or several collinear consecutive ones. Two
// convex cells with disjoint interiors touch in a convex part of a line, so both contain everything
// between the first and the last shared edge. No third cell fits there. Nor does a wall: edges are
// whole, so it would be an edge of both cells, and then it is not a wall.
std::optional<Portal> find_portal(const ConvexMesh& mesh, CellId from, CellId to) noexcept {
  const std::span<const MeshEdge> ring = mesh.edges(from);
  const std::size_t count = ring.size();
  const auto is_shared = [&](std::size_t i) {
    return !ring[i].is_wall() && mesh.cell_of(ring[i].twin()) == to;
  };
  for (std::size_t first = 0; first < count; ++first) {
    // The shared edges may span the end of the ring.
    if (!is_shared(first) || is_shared(first == 0 ? count - 1 : first - 1)) continue;
    std::size_t end = first + 1 == count ? 0 : first + 1;
    while (is_shared(end)) end = end + 1 == count ? 0 : end + 1;
    return Portal{ring[end].start(), ring[first].start()};
  }
  return std::nullopt;
}

}  // namespace

ConvexMesh::ConvexMesh(const MeshParts& parts) {
  detail::require_parts("ConvexMesh", parts);
  const std::size_t cells = parts.cell_begin.size() - 1;
  edge_count_ = parts.edge_start.size();
  edges_.reserve(edge_count_);
  edge_cells_.reserve(edge_count_);
  cells_.reserve(cells);
  edge_cells_.resize(edge_count_);
  for (CellId cell = 0; cell < cells; ++cell) {
    const EdgeId first = parts.cell_begin[cell];
    const EdgeId end = parts.cell_begin[cell + 1];
    cells_.push_back({first, (end - first) & 0x7fffffffU, 0, 0, 0});
    for (EdgeId edge = first; edge < end; ++edge) {
      edge_cells_[edge] = cell;
      edges_.push_back({parts.edge_start[edge], kNoEdge, parts.edge_twin[edge]});
    }
  }
  name_vertices();
  find_components();
  find_dead_ends();
  build_index();
}

void ConvexMesh::name_vertices() {
  low_ = high_ = edges_.empty() ? Point{0.0F, 0.0F} : edges_[0].start();
  for (EdgeId i = 0; i < edges_.size(); ++i) {
    low_ = component_min(low_, edge(i).start());
    high_ = component_max(high_, edge(i).start());
  }
  for (EdgeId edge = 0; edge < edges_.size(); ++edge) {
    if (edges_[edge].vertex() != kNoEdge) continue;
    name_fan(first_of_fan(edge), static_cast<VertexId>(vertex_ids_++));
  }
}

// Among the edges that start at the same vertex, the one with a wall on its right; any if there is
// none.
EdgeId ConvexMesh::first_of_fan(EdgeId edge) const noexcept {
  EdgeId first = edge;
  while (!edges_[first].is_wall()) {
    first = next(edges_[first].twin());
    if (first == edge) break;
  }
  return first;
}

void ConvexMesh::name_fan(EdgeId from, VertexId vertex) {
  const Point center = edges_[from].start();
  const Point first = edges_[next(from)].start();
  Turned turned = Turned::less_than_half;
  bool is_closed = false;
  for (EdgeId edge = from;;) {
    edges_[edge].name(vertex);
    const EdgeId before = previous(edge);
    turned = turn_on(turned, center, first, edges_[before].start());
    if (edges_[before].is_wall()) break;
    edge = edges_[before].twin();
    is_closed = edge == from;
    if (is_closed) break;
  }
  if (is_closed || turned != Turned::more) return;
  for (EdgeId edge = from;;) {
    edges_[edge].mark_corner();
    const EdgeId before = previous(edge);
    if (edges_[before].is_wall()) break;
    edge = edges_[before].twin();
  }
}

void ConvexMesh::find_components() {
  components_ = detail::ComponentLabels(cells_.size());
  components_.build(detail::MeshGraph{*this}, [&](const auto& visit) { for_each_cell(visit); });
  components_.trim();
}

void ConvexMesh::find_dead_ends() {
  // Cells with one exit are peeled off, layer by layer, so that the remaining cell of a tree is in
  // its middle, and toward_exit() chains are short.
  std::vector<std::uint32_t> ways(cells_.size(), 0);
  std::vector<CellId> peel;
  for (CellId cell = 0; cell < cells_.size(); ++cell) {
    for (const MeshEdge& edge : edges(cell)) ways[cell] += edge.is_wall() ? 0U : 1U;
    if (ways[cell] == 1) peel.push_back(cell);
  }
  for (std::size_t i = 0; i < peel.size(); ++i) {
    const CellId cell = peel[i];
    if (ways[cell] == 0) continue;  // the last one of a tree
    cells_[cell].is_dead_end = 1;
    ways[cell] = 0;
    const EdgeId out = toward_exit(cell);
    const EdgeId in = edge(out).twin();
    edges_[in].mark_dead_end();
    const CellId beyond = edge_cells_[in];
    if (--ways[beyond] == 1) peel.push_back(beyond);
  }
  for (CellId cell = 0; cell < cells_.size(); ++cell) find_exits(cell);
}

void ConvexMesh::find_exits(CellId cell) {
  Cell& ring = cells_[cell];
  ring.exits = 0;
  ring.links = 0;
  for (std::uint32_t i = 0; i < std::min<std::size_t>(ring.count, kExitBits); ++i) {
    const MeshEdge& edge = edges_[ring.first + i];
    if (edge.is_wall()) continue;
    ring.links |= std::uint32_t{1} << i;
    if (!edge.leads_to_dead_end()) ring.exits |= std::uint32_t{1} << i;
  }
}

EdgeId ConvexMesh::toward_exit(CellId cell) const noexcept {
  // All other links of the cell lead deeper into the dead end.
  const Cell& ring = cells_[cell];
  EdgeId edge = ring.first;
  while (edges_[edge].is_wall() || edges_[edge].leads_to_dead_end()) ++edge;
  assert(edge < ring.first + ring.count);
  return edge;
}

void ConvexMesh::build_index() {
  if (cell_count() == 0) return;
  index_ = detail::CellIndex(low_, high_, cell_count());
  index_.add_buckets(std::numeric_limits<std::size_t>::max());
  for_each_cell([&](CellId cell) { index_.add(cell, edges(cell)); });
  index_.trim();
}

ConvexMesh::Position ConvexMesh::position(CellId cell, const Point& point) const noexcept {
  const std::span<const MeshEdge> ring = edges(cell);
  // For each edge orient(), written for the point as the origin.
  detail::Vector from = detail::between(point, ring.back().start());
  bool is_on_edge = false;
  for (const MeshEdge& edge : ring) {
    const detail::Vector to = detail::between(point, edge.start());
    const double side = detail::cross(from, to);
    if (side < 0.0) return Position::outside;
    is_on_edge |= side == 0.0;
    from = to;
  }
  return is_on_edge ? Position::on_edge : Position::inside;
}

bool ConvexMesh::touches(CellId cell, const Point& low, const Point& high) const noexcept {
  return detail::touches(edges(cell), low, high);
}

std::size_t ConvexMesh::find_cells_at(const Point& point, const CellId* after,
                                      std::span<CellId> out) const noexcept {
  // No two cells begin with one edge.
  const auto is_before = [&](CellId a, CellId b) {
    const MeshEdge* const first = edges_.data() + cells_[a].first;
    const MeshEdge* const second = edges_.data() + cells_[b].first;
    for (std::size_t i = 0; i < 2; ++i) {
      const Point& p = first[i].start();
      const Point& q = second[i].start();
      if (p.y != q.y) return p.y < q.y;
      if (p.x != q.x) return p.x < q.x;
    }
    return false;
  };
  std::size_t count = 0;
  for_each_place_at(point, [&](CellId cell, Position) {
    if (after != nullptr && !is_before(*after, cell)) return;
    std::size_t place = (std::min)(count, out.size());
    for (++count; place > 0 && is_before(cell, out[place - 1]); --place) {
      if (place < out.size()) out[place] = out[place - 1];
    }
    if (place < out.size()) out[place] = cell;
  });
  return count;
}

std::optional<CellId> ConvexMesh::locate(const Point& point) const noexcept {
  std::optional<CellId> found;
  if (!is_in_box(point)) return found;
  index_.for_each_at(point, [&](CellId cell, std::uint32_t edges) {
    if (position(cell, edges, point) != Position::outside) found = cell;
    return found.has_value();
  });
  return found;
}

std::size_t ConvexMesh::memory_bytes() const noexcept {
  return edges_.memory_bytes() + edge_cells_.memory_bytes() + cells_.memory_bytes() +
         components_.memory_bytes() + detail::bytes_of(free_cells_, free_vertices_) +
         index_.memory_bytes() + (next_index_ ? next_index_->memory_bytes() : 0);
}

Result extract_portals(const ConvexMesh& mesh, std::span<const CellId> corridor,
                       std::span<Portal> out) noexcept {
  Result result;
  for (std::size_t i = 0; i < corridor.size(); ++i) {
    if (!mesh.is_cell(corridor[i])) return {Status::invalid_input, 0};
    if (i == 0) continue;
    const std::optional<Portal> portal = find_portal(mesh, corridor[i - 1], corridor[i]);
    if (!portal) return {Status::invalid_input, 0};
    if (result.count == out.size()) {
      result.status = Status::truncated;
      continue;  // what follows may still be invalid
    }
    out[result.count++] = *portal;
  }
  return result;
}

}  // namespace taut
