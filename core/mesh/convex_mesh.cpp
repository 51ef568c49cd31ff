#include <taut/convex_mesh.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include "mesh_parts.hpp"
#include "outline_sweep.hpp"

namespace taut {
namespace {

// Places that a fan's angle can have come to, going round counter-clockwise from its first edge.
enum class Turned : std::uint8_t { less_than_half, half, more };

Turned turn_on(Turned turned, const Point& center, const Point& first, const Point& now) noexcept {
  // Cells are convex, so each step is at most 180 degrees and none jumps over the second half.
  if (turned != Turned::less_than_half) return Turned::more;
  const double side = orient(center, first, now);
  if (side > 0.0) return Turned::less_than_half;
  return side == 0.0 && dot(center, first, now) < 0.0 ? Turned::half : Turned::more;
}

// All that two cells share: one edge, or several that follow each other in line. Two convex cells
// without common inside touch in a convex part of a line, so both hold all between the first and
// the last shared edge. No third cell has room there. Nor has a wall: edges are whole, so it would
// be an edge of both cells, and then it is no wall.
std::optional<Portal> find_portal(const ConvexMesh& mesh, CellId from, CellId to) noexcept {
  const std::span<const MeshEdge> ring = mesh.edges(from);
  const std::size_t count = ring.size();
  const auto is_shared = [&](std::size_t i) {
    return !ring[i].is_wall() && mesh.cell_of(ring[i].twin()) == to;
  };
  for (std::size_t first = 0; first < count; ++first) {
    // What is shared may lie across the end of the ring.
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
  cells_.reserve(cells);
  edge_cells_.resize(parts.edge_start.size());
  edges_.reserve(parts.edge_start.size());
  for (CellId cell = 0; cell < cells; ++cell) {
    const EdgeId first = parts.cell_begin[cell];
    const EdgeId end = parts.cell_begin[cell + 1];
    cells_.push_back({first, (end - first) & 0x7fffffffU, 0, 0});
    for (EdgeId edge = first; edge < end; ++edge) {
      edge_cells_[edge] = cell;
      edges_.emplace_back(parts.edge_start[edge], kNoEdge, parts.edge_twin[edge]);
    }
  }
  name_vertices();
  find_components();
  find_dead_ends();
  fill_buckets();
}

EdgeId ConvexMesh::previous(EdgeId edge) const noexcept {
  const Cell& cell = cells_[edge_cells_[edge]];
  return edge == cell.first ? cell.first + cell.count - 1 : edge - 1;
}

void ConvexMesh::name_vertices() {
  low_ = high_ = edges_.empty() ? Point(0.0F, 0.0F) : edges_[0].start();
  for (const MeshEdge& edge : edges_) {
    low_ = low_.cwiseMin(edge.start());
    high_ = high_.cwiseMax(edge.start());
  }
  for (EdgeId edge = 0; edge < edges_.size(); ++edge) {
    if (edges_[edge].vertex() != kNoEdge) continue;
    name_fan(first_of_fan(edge), static_cast<VertexId>(vertex_ids_++));
  }
}

// Of the edges that start at the same vertex: the one with a wall on its right, any when there is
// none.
EdgeId ConvexMesh::first_of_fan(EdgeId edge) const noexcept {
  EdgeId first = edge;
  while (!edges_[first].is_wall()) {
    first = next(edges_[first].twin());
    if (first == edge) break;
  }
  return first;
}

void ConvexMesh::name_fan(EdgeId from, VertexId vertex) noexcept {
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
  constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();
  components_.assign(cells_.size(), kUnknown);
  std::vector<CellId> reached;
  for (CellId seed = 0; seed < cells_.size(); ++seed) {
    if (components_[seed] != kUnknown) continue;
    const auto label = static_cast<std::uint32_t>(component_count_++);
    component_cells_.push_back(0);
    components_[seed] = label;
    reached.assign(1, seed);
    while (!reached.empty()) {
      const CellId cell = reached.back();
      reached.pop_back();
      ++component_cells_[label];
      for (const MeshEdge& edge : edges(cell)) {
        if (edge.is_wall()) continue;
        const CellId beyond = edge_cells_[edge.twin()];
        if (components_[beyond] != kUnknown) continue;
        components_[beyond] = label;
        reached.push_back(beyond);
      }
    }
  }
}

void ConvexMesh::find_dead_ends() {
  // Cells with one way out are peeled off, rind by rind: so the cell that is left of a tree is in
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
    const EdgeId in = edges_[out].twin();
    edges_[in].mark_dead_end();
    const CellId beyond = edge_cells_[in];
    if (--ways[beyond] == 1) peel.push_back(beyond);
  }
  for (CellId cell = 0; cell < cells_.size(); ++cell) find_exits(cell);
}

void ConvexMesh::find_exits(CellId cell) noexcept {
  Cell& ring = cells_[cell];
  ring.exits = 0;
  for (std::uint32_t i = 0; i < std::min<std::size_t>(ring.count, kExitBits); ++i) {
    const MeshEdge& edge = edges_[ring.first + i];
    if (!edge.is_wall() && !edge.leads_to_dead_end()) ring.exits |= std::uint32_t{1} << i;
  }
}

EdgeId ConvexMesh::toward_exit(CellId cell) const noexcept {
  // All its other links lead deeper into the dead end.
  const Cell& ring = cells_[cell];
  EdgeId edge = ring.first;
  while (edges_[edge].is_wall() || edges_[edge].leads_to_dead_end()) ++edge;
  assert(edge < ring.first + ring.count);
  return edge;
}

template <class Visit>
void ConvexMesh::for_each_bucket_of(CellId cell, const Visit& visit) const {
  // Buckets that the cell may touch: in each row of buckets, those between the least and the
  // largest x of the cell's outline in that row. A margin covers the rounding of cut points. Rows
  // and columns at the border stand for all beyond too: edits may add cells outside.
  constexpr double kMargin = 1e-6;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  detail::OutlineSweep outline(edges(cell), index_low_, static_cast<double>(buckets_per_tile_));
  const auto clamp = [](double value, std::uint32_t ids) {
    return static_cast<std::uint32_t>(
        std::clamp(std::floor(value), 0.0, static_cast<double>(ids - 1)));
  };
  const std::uint32_t last_row = clamp(outline.high() + kMargin, bucket_rows_);
  for (std::uint32_t row = clamp(outline.low() - kMargin, bucket_rows_); row <= last_row; ++row) {
    const double from = row == 0 ? -kInfinity : static_cast<double>(row) - kMargin;
    const double to =
        row + 1 == bucket_rows_ ? kInfinity : static_cast<double>(row) + 1.0 + kMargin;
    const auto [low, high] = outline.find_extent(from, to);
    const std::uint32_t last = clamp(high + kMargin, bucket_columns_);
    for (std::uint32_t column = clamp(low - kMargin, bucket_columns_); column <= last; ++column) {
      visit(row * bucket_columns_ + column);
    }
  }
}

void ConvexMesh::fill_buckets() {
  buckets_.clear();
  entries_.clear();
  free_entry_ = kNoEntry;
  max_bucket_size_ = 0;
  indexed_cells_ = cell_count();
  index_low_ = low_;
  index_high_ = high_;
  if (indexed_cells_ == 0) return;
  const double width = static_cast<double>(high_.x()) - static_cast<double>(low_.x());
  const double height = static_cast<double>(high_.y()) - static_cast<double>(low_.y());
  // About a bucket per cell.
  const double side = std::sqrt(width * height / static_cast<double>(indexed_cells_));
  const int exponent = std::clamp(std::ilogb(side), -10, 14);
  buckets_per_tile_ = std::ldexp(1.0F, -exponent);
  const double scale = static_cast<double>(buckets_per_tile_);
  bucket_columns_ = static_cast<std::uint32_t>(width * scale) + 1;
  bucket_rows_ = static_cast<std::uint32_t>(height * scale) + 1;
  // First where each bucket's list ends, then the lists, from behind.
  buckets_.assign(std::size_t{bucket_columns_} * bucket_rows_, 0);
  for_each_cell([&](CellId cell) {
    for_each_bucket_of(cell, [&](std::uint32_t place) { ++buckets_[place]; });
  });
  std::uint32_t sum = 0;
  for (std::uint32_t& end : buckets_) {
    max_bucket_size_ = std::max<std::size_t>(max_bucket_size_, end);
    sum += end;
    end = end == 0 ? kNoEntry : sum;
  }
  entries_.resize(sum);
  for (std::uint32_t i = 0; i < sum; ++i) entries_[i].next = i + 1;
  for (const std::uint32_t end : buckets_) {
    if (end != kNoEntry) entries_[end - 1].next = kNoEntry;
  }
  for (CellId cell = static_cast<CellId>(cells_.size()); cell-- > 0;) {
    if (!is_cell(cell)) continue;
    for_each_bucket_of(cell, [&](std::uint32_t place) { entries_[--buckets_[place]].cell = cell; });
  }
}

void ConvexMesh::add_to_buckets(CellId cell) {
  for_each_bucket_of(cell, [&](std::uint32_t place) {
    std::uint32_t entry = free_entry_;
    if (entry == kNoEntry) {
      entry = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({cell, kNoEntry});
    } else {
      free_entry_ = entries_[entry].next;
    }
    std::size_t size = 1;
    std::uint32_t* at = &buckets_[place];
    for (; *at != kNoEntry && entries_[*at].cell < cell; at = &entries_[*at].next) ++size;
    entries_[entry] = {cell, *at};
    *at = entry;
    for (std::uint32_t i = entries_[entry].next; i != kNoEntry; i = entries_[i].next) ++size;
    max_bucket_size_ = std::max(max_bucket_size_, size);
  });
}

void ConvexMesh::remove_from_buckets(CellId cell) noexcept {
  for_each_bucket_of(cell, [&](std::uint32_t place) {
    std::uint32_t* at = &buckets_[place];
    while (entries_[*at].cell != cell) at = &entries_[*at].next;
    const std::uint32_t entry = *at;
    *at = entries_[entry].next;
    entries_[entry] = {cell, free_entry_};
    free_entry_ = entry;
  });
}

std::uint32_t ConvexMesh::first_entry(const Point& point) const noexcept {
  if (!(point.x() >= low_.x() && point.x() <= high_.x() && point.y() >= low_.y() &&
        point.y() <= high_.y())) {
    return kNoEntry;
  }
  if (buckets_.empty()) return kNoEntry;
  return buckets_[std::size_t{bucket_row(point.y())} * bucket_columns_ + bucket_column(point.x())];
}

bool ConvexMesh::holds(CellId cell, const Point& point) const noexcept {
  const std::span<const MeshEdge> ring = edges(cell);
  const MeshEdge* from = &ring.back();
  for (const MeshEdge& to : ring) {
    if (orient(from->start(), to.start(), point) < 0.0) return false;
    from = &to;
  }
  return true;
}

bool ConvexMesh::touches(CellId cell, const Point& low, const Point& high) const noexcept {
  // Convex shapes are apart when a side of one has all of the other beyond it.
  const std::span<const MeshEdge> ring = edges(cell);
  const auto are_all = [&](const auto& is_beyond) {
    return std::all_of(ring.begin(), ring.end(),
                       [&](const MeshEdge& edge) { return is_beyond(edge.start()); });
  };
  if (are_all([&](const Point& p) { return p.x() < low.x(); }) ||
      are_all([&](const Point& p) { return p.x() > high.x(); }) ||
      are_all([&](const Point& p) { return p.y() < low.y(); }) ||
      are_all([&](const Point& p) { return p.y() > high.y(); })) {
    return false;
  }
  const MeshEdge* from = &ring.back();
  for (const MeshEdge& to : ring) {
    // The corner of the box that is farthest to the left of the edge.
    const Point way = to.start() - from->start();
    const Point corner(way.y() > 0.0F ? low.x() : high.x(), way.x() > 0.0F ? high.y() : low.y());
    if (orient(from->start(), to.start(), corner) < 0.0) return false;
    from = &to;
  }
  return true;
}

std::optional<CellId> ConvexMesh::locate(const Point& point) const noexcept {
  for (std::uint32_t i = first_entry(point); i != kNoEntry; i = entries_[i].next) {
    if (holds(entries_[i].cell, point)) return entries_[i].cell;
  }
  return std::nullopt;
}

std::size_t ConvexMesh::memory_bytes() const noexcept {
  std::size_t free_edges = 0;
  for (const std::vector<EdgeId>& list : free_edges_) free_edges += list.capacity();
  return edges_.capacity() * sizeof(MeshEdge) + edge_cells_.capacity() * sizeof(CellId) +
         cells_.capacity() * sizeof(Cell) +
         (components_.capacity() + component_cells_.capacity() + free_components_.capacity()) *
             sizeof(std::uint32_t) +
         free_cells_.capacity() * sizeof(CellId) + free_vertices_.capacity() * sizeof(VertexId) +
         free_edges * sizeof(EdgeId) + buckets_.capacity() * sizeof(std::uint32_t) +
         entries_.capacity() * sizeof(Entry);
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
