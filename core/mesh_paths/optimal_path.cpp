// The results of a query: path, corridor, cones.
#include <taut/detail/path_writer.hpp>
#include <taut/engine/optimal_search.hpp>

#include "optimal_search_state.hpp"

namespace taut {

Result OptimalSearch::write_path(std::span<Point> out) noexcept {
  // The chain of roots leads from goal to start: reverse it.
  std::uint32_t at = s_.nodes[s_.last].root;
  std::uint32_t after = kNone;
  while (at != kNone) {
    const std::uint32_t before = s_.roots[at].before;
    s_.roots[at].before = after;
    after = at;
    at = before;
  }
  PathWriter path(out);
  bool fits = true;
  for (std::uint32_t i = after; fits && i != kNone; i = s_.roots[i].before) {
    fits = path.append(s_.roots[i].at);
  }
  fits = fits && path.append(goal_.at());
  return {fits ? Status::ok : Status::truncated, path.count()};
}

Result OptimalSearch::write_corridor(const ConvexMesh& mesh, const OptimalScratch& scratch,
                                     std::span<CellId> out) noexcept {
  const Scratch& s = *scratch.memory_;
  if (s.last == kNone) return {Status::ok, 0};
  if (s.searched != Scratch::Searched{mesh.revision(), mesh.edge_ids()}) {
    return {Status::invalid_input, 0};
  }
  // The node that reached the goal is not a step.
  const std::uint32_t end = s.nodes[s.last].before;
  std::size_t count = 0;
  for (std::uint32_t i = end; i != kNone; i = s.nodes[i].before) ++count;
  std::size_t place = count;
  for (std::uint32_t i = end; i != kNone; i = s.nodes[i].before) {
    if (--place < out.size()) out[place] = mesh.cell_of(s.nodes[i].edge);
  }
  if (count > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, count};
}

Result OptimalSearch::write_cones(const ConvexMesh& mesh, const OptimalScratch& scratch,
                                  std::span<Cone> out) noexcept {
  const Scratch& s = *scratch.memory_;
  if (s.node_count > 0 && s.searched != Scratch::Searched{mesh.revision(), mesh.edge_ids()}) {
    return {Status::invalid_input, 0};
  }
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < s.node_count; ++i) {
    const Node& node = s.nodes[i];
    if (node.is_expanded == 0 || node.view != View::cone) continue;
    if (count == out.size()) return {Status::truncated, count};
    const Point& apex = s.roots[node.root].at;
    const Vector left = detail::between(apex, mesh.edge(node.edge).start());
    const Vector right = detail::between(apex, mesh.edge(mesh.next(node.edge)).start());
    // Where the ray does not go to the end of the edge, it cuts it.
    const auto place = [&](const Vector& ray, const Vector& end) -> Point {
      const Vector by = cross(ray, end) == 0.0 ? end : meet(ray, right, left);
      return {apex.x + static_cast<float>(by.x), apex.y + static_cast<float>(by.y)};
    };
    out[count++] = {apex, place({node.right_x, node.right_y}, right),
                    place({node.left_x, node.left_y}, left)};
  }
  return {Status::ok, count};
}

CornerQuery OptimalSearch::ask_index() noexcept {
  return {mesh_, *index_, {s_.vertex_marks.get(), s_.vertex_count}, s_.query, start_, goal_};
}

// Nothing when the index knows no path, which a search will find.
std::optional<Result> OptimalSearch::write_by_index(std::span<Point> out) noexcept {
  CornerQuery query = ask_index();
  if (query.find() == kNoLengthLimit) return std::nullopt;
  PathWriter path(out);
  const bool fits = query.write(path);
  return Result{fits ? Status::ok : Status::truncated, path.count()};
}

std::optional<PathResult> OptimalSearch::advance(std::size_t expansions,
                                                 std::span<Point> out) noexcept {
  if (!is_running_ || s_.searched != Scratch::Searched{mesh_.revision(), mesh_.edge_ids()}) {
    s_.last = kNone;
    status_ = Status::invalid_input;
  }
  std::optional<Result> path;
  if (status_ == Status::ok && index_ != nullptr) {
    path = write_by_index(out);
    index_ = nullptr;
    if (!path) {
      number_query();
      open_start();
    }
  }
  if (status_ == Status::ok && !path) {
    const bool is_paused = expansions < expansion_limit_ - expanded_;
    if (!search(is_paused ? expanded_ + expansions : kNoExpansionLimit)) return std::nullopt;
  }
  is_running_ = false;
  PathResult result;
  result.status = status_;
  result.expanded = expanded_;
  if (status_ != Status::ok) return result;
  if (!path) path = write_path(out);
  result.status = path->status;
  result.count = path->count;
  result.length = path_length(out.first(path->count));
  result.cost = result.length;
  if (result.length > length_limit_) {
    s_.last = kNone;
    return PathResult{Status::no_path, 0, 0.0, expanded_};
  }
  return result;
}

DistanceResult OptimalSearch::measure() noexcept {
  is_running_ = false;
  if (status_ != Status::ok) return {status_, 0.0};
  const double length = ask_index().find();
  if (length == kNoLengthLimit) return {Status::no_path, 0.0};
  return {Status::ok, length};
}

void begin_optimal_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                        const OptimalOptions& options, OptimalScratch& scratch) noexcept {
  OptimalSearch search(mesh, scratch, snap(start), snap(goal), options);
  search.begin();
  search.save();
}

std::optional<PathResult> advance_optimal_path(const ConvexMesh& mesh, std::size_t expansions,
                                               OptimalScratch& scratch,
                                               std::span<Point> out) noexcept {
  OptimalSearch search(mesh, scratch);
  const std::optional<PathResult> result = search.advance(expansions, out);
  search.save();
  return result;
}

PathResult find_optimal_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                             const OptimalOptions& options, OptimalScratch& scratch,
                             std::span<Point> out) noexcept {
  OptimalSearch search(mesh, scratch, snap(start), snap(goal), options);
  search.begin();
  const PathResult result = *search.advance(kNoExpansionLimit, out);
  search.end();
  return result;
}

DistanceResult find_distance(const ConvexMesh& mesh, const Point& start, const Point& goal,
                             const CornerIndex& index, OptimalScratch& scratch) noexcept {
  if (!index.is_current(mesh)) return {Status::invalid_input, 0.0};
  OptimalOptions options;
  options.index = &index;
  OptimalSearch search(mesh, scratch, snap(start), snap(goal), options);
  search.begin();
  const DistanceResult result = search.measure();
  search.end();
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
