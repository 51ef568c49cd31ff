#include <taut/convex_mesh.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

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

}  // namespace

ConvexMesh::ConvexMesh(const MeshParts& parts) {
  assert(!parts.cell_begin.empty() && parts.cell_begin.back() == parts.edge_start.size());
  assert(parts.edge_start.size() == parts.edge_twin.size());
  const std::size_t cells = parts.cell_begin.size() - 1;
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
    // Back to the first edge of the fan: the one with a wall on its right.
    EdgeId first = edge;
    while (!edges_[first].is_wall()) {
      first = next(edges_[first].twin());
      if (first == edge) break;
    }
    name_fan(first, static_cast<VertexId>(vertex_count_++));
  }
}

void ConvexMesh::name_fan(EdgeId from, VertexId vertex) noexcept {
  const Point center = edges_[from].start();
  const Point first = edges_[next(from)].start();
  Turned turned = Turned::less_than_half;
  bool is_closed = false;
  for (EdgeId edge = from;;) {
    edges_[edge] = MeshEdge(center, vertex, edges_[edge].twin());
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
    components_[seed] = label;
    reached.assign(1, seed);
    while (!reached.empty()) {
      const CellId cell = reached.back();
      reached.pop_back();
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
  for (Cell& cell : cells_) {
    for (std::uint32_t i = 0; i < std::min<std::size_t>(cell.count, kExitBits); ++i) {
      const MeshEdge& edge = edges_[cell.first + i];
      if (!edge.is_wall() && !edge.leads_to_dead_end()) cell.exits |= std::uint32_t{1} << i;
    }
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
  // largest x of the cell's outline in that row. A margin covers the rounding of cut points.
  constexpr double kMargin = 1e-6;
  const std::span<const MeshEdge> ring = edges(cell);
  const double scale = static_cast<double>(buckets_per_tile_);
  const auto in_buckets = [&](const Point& p) {
    return Eigen::Vector2d((static_cast<double>(p.x()) - static_cast<double>(low_.x())) * scale,
                           (static_cast<double>(p.y()) - static_cast<double>(low_.y())) * scale);
  };
  double y_low = std::numeric_limits<double>::infinity();
  double y_high = -y_low;
  for (const MeshEdge& edge : ring) {
    const double y = in_buckets(edge.start()).y();
    y_low = std::min(y_low, y);
    y_high = std::max(y_high, y);
  }
  const auto clamp = [](double value, std::uint32_t count) {
    return static_cast<std::uint32_t>(
        std::clamp(std::floor(value), 0.0, static_cast<double>(count - 1)));
  };
  const std::uint32_t last_row = clamp(y_high + kMargin, bucket_rows_);
  for (std::uint32_t row = clamp(y_low - kMargin, bucket_rows_); row <= last_row; ++row) {
    const double top = static_cast<double>(row) - kMargin;
    const double bottom = static_cast<double>(row) + 1.0 + kMargin;
    double x_low = std::numeric_limits<double>::infinity();
    double x_high = -x_low;
    Eigen::Vector2d a = in_buckets(ring.back().start());
    for (const MeshEdge& edge : ring) {
      const Eigen::Vector2d b = in_buckets(edge.start());
      if (std::min(a.y(), b.y()) <= bottom && std::max(a.y(), b.y()) >= top) {
        const double slope = a.y() == b.y() ? 0.0 : (b.x() - a.x()) / (b.y() - a.y());
        for (const Eigen::Vector2d& end : {a, b}) {
          const double x = end.x() + (std::clamp(end.y(), top, bottom) - end.y()) * slope;
          x_low = std::min(x_low, x);
          x_high = std::max(x_high, x);
        }
      }
      a = b;
    }
    const std::uint32_t last = clamp(x_high + kMargin, bucket_columns_);
    for (std::uint32_t column = clamp(x_low - kMargin, bucket_columns_); column <= last; ++column) {
      visit(row * bucket_columns_ + column);
    }
  }
}

void ConvexMesh::fill_buckets() {
  if (cells_.empty()) return;
  const double width = static_cast<double>(high_.x()) - static_cast<double>(low_.x());
  const double height = static_cast<double>(high_.y()) - static_cast<double>(low_.y());
  // About a bucket per cell.
  const double side = std::sqrt(width * height / static_cast<double>(cells_.size()));
  const int exponent = std::clamp(std::ilogb(side), -10, 14);
  buckets_per_tile_ = std::ldexp(1.0F, -exponent);
  const double scale = static_cast<double>(buckets_per_tile_);
  bucket_columns_ = static_cast<std::uint32_t>(width * scale) + 1;
  bucket_rows_ = static_cast<std::uint32_t>(height * scale) + 1;
  bucket_begin_.assign(std::size_t{bucket_columns_} * bucket_rows_ + 1, 0);
  for (CellId cell = 0; cell < cells_.size(); ++cell) {
    for_each_bucket_of(cell, [&](std::uint32_t place) { ++bucket_begin_[place]; });
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& begin : bucket_begin_) {
    max_bucket_size_ = std::max<std::size_t>(max_bucket_size_, begin);
    sum += begin;
    begin = sum;
  }
  // Filled from behind, so that each bucket lists its cells by id.
  bucket_cells_.resize(sum);
  for (CellId cell = static_cast<CellId>(cells_.size()); cell-- > 0;) {
    for_each_bucket_of(cell,
                       [&](std::uint32_t place) { bucket_cells_[--bucket_begin_[place]] = cell; });
  }
}

std::span<const CellId> ConvexMesh::bucket(const Point& point) const noexcept {
  if (!(point.x() >= low_.x() && point.x() <= high_.x() && point.y() >= low_.y() &&
        point.y() <= high_.y())) {
    return {};
  }
  if (cells_.empty()) return {};
  const auto column = static_cast<std::uint32_t>((point.x() - low_.x()) * buckets_per_tile_);
  const auto row = static_cast<std::uint32_t>((point.y() - low_.y()) * buckets_per_tile_);
  const std::uint32_t* begin = bucket_begin_.data() + std::size_t{row} * bucket_columns_ + column;
  return {bucket_cells_.data() + begin[0], bucket_cells_.data() + begin[1]};
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

std::optional<CellId> ConvexMesh::locate(const Point& point) const noexcept {
  for (const CellId cell : bucket(point)) {
    if (holds(cell, point)) return cell;
  }
  return std::nullopt;
}

std::size_t ConvexMesh::memory_bytes() const noexcept {
  return edges_.capacity() * sizeof(MeshEdge) + edge_cells_.capacity() * sizeof(CellId) +
         cells_.capacity() * sizeof(Cell) + components_.capacity() * sizeof(std::uint32_t) +
         bucket_begin_.capacity() * sizeof(std::uint32_t) +
         bucket_cells_.capacity() * sizeof(CellId);
}

Result extract_portals(const ConvexMesh& mesh, std::span<const CellId> corridor,
                       std::span<Portal> out) noexcept {
  Result result;
  for (std::size_t i = 0; i < corridor.size(); ++i) {
    if (corridor[i] >= mesh.cell_count()) return {Status::invalid_input, 0};
    if (i == 0) continue;
    const std::span<const MeshEdge> ring = mesh.edges(corridor[i - 1]);
    const auto shared = std::find_if(ring.begin(), ring.end(), [&](const MeshEdge& edge) {
      return !edge.is_wall() && mesh.cell_of(edge.twin()) == corridor[i];
    });
    if (shared == ring.end()) return {Status::invalid_input, 0};
    if (result.count == out.size()) {
      result.status = Status::truncated;
      continue;  // what follows may still be invalid
    }
    out[result.count++] = {mesh.edge(shared->twin()).start(), shared->start()};
  }
  return result;
}

}  // namespace taut
