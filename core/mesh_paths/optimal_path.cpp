// What a query gives back: path, corridor, cones; and the memory it works in.
#include <taut/detail/path_writer.hpp>
#include <taut/detail/require.hpp>
#include <taut/optimal_search.hpp>

#include "optimal_search_state.hpp"

namespace taut {

Result OptimalSearch::write_path(Scratch& s, const Point& goal, std::span<Point> out) noexcept {
  // The chain of roots leads from the goal to the start: turn it round.
  std::uint32_t at = s.nodes_[s.last_].root;
  std::uint32_t after = kNone;
  while (at != kNone) {
    const std::uint32_t before = s.roots_[at].before;
    s.roots_[at].before = after;
    after = at;
    at = before;
  }
  PathWriter path(out);
  bool fits = true;
  for (std::uint32_t i = after; fits && i != kNone; i = s.roots_[i].before) {
    fits = path.append(s.roots_[i].at);
  }
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

Result OptimalSearch::write_corridor(const ConvexMesh& mesh, const Scratch& s,
                                     std::span<CellId> out) noexcept {
  if (s.last_ == kNone) return {Status::ok, 0};
  if (s.searched_ != Scratch::Searched{mesh.revision(), mesh.edge_ids()}) {
    return {Status::invalid_input, 0};
  }
  // The node that arrived stands for no step.
  const std::uint32_t end = s.nodes_[s.last_].before;
  std::size_t count = 0;
  for (std::uint32_t i = end; i != kNone; i = s.nodes_[i].before) ++count;
  std::size_t place = count;
  for (std::uint32_t i = end; i != kNone; i = s.nodes_[i].before) {
    if (--place < out.size()) out[place] = mesh.cell_of(s.nodes_[i].edge);
  }
  if (count > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, count};
}

Result OptimalSearch::write_cones(const ConvexMesh& mesh, const Scratch& s,
                                  std::span<Cone> out) noexcept {
  if (s.node_count_ > 0 && s.searched_ != Scratch::Searched{mesh.revision(), mesh.edge_ids()}) {
    return {Status::invalid_input, 0};
  }
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < s.node_count_; ++i) {
    const Node& node = s.nodes_[i];
    if (node.is_expanded == 0 || node.view != View::cone) continue;
    if (count == out.size()) return {Status::truncated, count};
    const Point& apex = s.roots_[node.root].at;
    const Vector left = detail::between(apex, mesh.edge(node.edge).start());
    const Vector right = detail::between(apex, mesh.edge(mesh.next(node.edge)).start());
    // Where the ray does not go to the end of the edge, it cuts it.
    const auto place = [&](const Vector& ray, const Vector& end) -> Point {
      const Vector by = cross(ray, end) == 0.0 ? end : meet(ray, right, left);
      return {apex.x() + static_cast<float>(by.x), apex.y() + static_cast<float>(by.y)};
    };
    out[count++] = {apex, place({node.right_x, node.right_y}, right),
                    place({node.left_x, node.left_y}, left)};
  }
  return {Status::ok, count};
}

OptimalScratch::OptimalScratch(const ConvexMesh& mesh)
    : OptimalScratch(mesh, 4 * mesh.edge_count() + 8192) {}

OptimalScratch::OptimalScratch(const ConvexMesh& mesh, std::size_t node_places)
    : places_(detail::require_within("OptimalScratch: node places", node_places, 16,
                                     (std::size_t{1} << 31U) - 1)),
      cell_count_(mesh.cell_ids()),
      vertex_count_(mesh.vertex_ids()),
      nodes_(std::make_unique_for_overwrite<Node[]>(places_)),
      roots_(std::make_unique_for_overwrite<Root[]>(places_)),
      open_(places_),
      vertex_marks_(std::make_unique<VertexMark[]>(vertex_count_)),
      cell_marks_(std::make_unique<std::uint32_t[]>(cell_count_)) {}

void OptimalScratch::fit(const ConvexMesh& mesh) {
  last_ = kNone;
  node_count_ = 0;
  if (mesh.vertex_ids() > vertex_count_) {
    const std::size_t count = mesh.vertex_ids() + mesh.vertex_ids() / 4;
    vertex_marks_ = std::make_unique<VertexMark[]>(count);
    vertex_count_ = count;
  }
  if (mesh.cell_ids() > cell_count_) {
    const std::size_t count = mesh.cell_ids() + mesh.cell_ids() / 4;
    cell_marks_ = std::make_unique<std::uint32_t[]>(count);
    cell_count_ = count;
  }
}

std::size_t OptimalScratch::memory_bytes() const noexcept {
  return places_ * (sizeof(Node) + sizeof(Root)) + open_.memory_bytes() +
         vertex_count_ * sizeof(VertexMark) + cell_count_ * sizeof(std::uint32_t);
}

PathResult find_optimal_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                             const OptimalOptions& options, OptimalScratch& scratch,
                             std::span<Point> out) noexcept {
  PathResult result;
  const Point from = snap(start);
  const Point to = snap(goal);
  OptimalSearch search(mesh, scratch, from, to, options.expansion_limit);
  result.status = search.run();
  result.expanded = search.expanded();
  if (result.status != Status::ok) return result;
  const Result path = OptimalSearch::write_path(scratch, to, out);
  result.status = path.status;
  result.count = path.count;
  result.length = path_length(out.first(path.count));
  return result;
}

Result extract_corridor(const ConvexMesh& mesh, const OptimalScratch& scratch,
                        std::span<CellId> out) noexcept {
  return OptimalSearch::write_corridor(mesh, scratch, out);
}

Result extract_cones(const ConvexMesh& mesh, const OptimalScratch& scratch,
                     std::span<Cone> out) noexcept {
  return OptimalSearch::write_cones(mesh, scratch, out);
}

}  // namespace taut
