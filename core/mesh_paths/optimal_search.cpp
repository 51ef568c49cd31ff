// The optimal search over the funnels of a mesh: which funnel is expanded next, and the shortest
// path known to each corner. funnel_steps.hpp says how a funnel leaves a cell, and why all
// decisions are exact.
#include <taut/engine/optimal_search.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include <taut/detail/path_writer.hpp>
#include <taut/detail/require.hpp>

#include "core/base/lists.hpp"

#include "optimal_search_state.hpp"

namespace taut {

// ---- memory ----

OptimalSearch::OptimalSearch(const ConvexMesh& mesh, std::size_t node_places)
    : places_(detail::require_within("OptimalScratch: node places", node_places, 16,
                                     (std::size_t{1} << 31U) - 1)),
      nodes_(places_),
      roots_(places_),
      open_(places_),
      vertex_marks_(mesh.vertex_ids()),
      cell_marks_(mesh.cell_ids()) {}

void OptimalSearch::fit(const ConvexMesh& mesh) {
  static_cast<Query&>(*this) = {};
  fit_marks(vertex_marks_, mesh.vertex_ids());
  fit_marks(cell_marks_, mesh.cell_ids());
}

bool OptimalSearch::grow() {
  if (places_ >= OptimalScratch::kMaxGrownPlaces) return false;
  const std::size_t places = std::min(2 * places_, OptimalScratch::kMaxGrownPlaces);
  detail::UnsetArray<Node> nodes(places);
  detail::UnsetArray<Root> roots(places);
  open_ = OpenHeap<OpenEntry>(places);
  nodes_ = std::move(nodes);
  roots_ = std::move(roots);
  places_ = places;
  static_cast<Query&>(*this) = {};
  return true;
}

std::size_t OptimalSearch::memory_bytes() const noexcept {
  return nodes_.memory_bytes() + roots_.memory_bytes() + open_.memory_bytes() +
         detail::bytes_of(vertex_marks_, cell_marks_) + targets_.memory_bytes();
}

// ---- a query ----

bool OptimalSearch::goes_on(const Point& start, const Point& goal,
                            const OptimalOptions& options) const noexcept {
  return is_running_ && is_of(mesh()) && start == start_.at() && goal == goal_.at() &&
         are_of_query(options, options_);
}

void OptimalSearch::begin_query(const Point& start, const Point& goal,
                                const OptimalOptions& options) noexcept {
  static_cast<Query&>(*this) = {};
  if (mesh().cell_ids() > cell_marks_.size() || mesh().vertex_ids() > vertex_marks_.size()) {
    status_ = Status::invalid_input;
    return;
  }
  options_ = options;
  state_ = mesh().state();
  // Estimates are rounded; the exact comparison is that of the path found.
  limit_bits_ = std::bit_cast<std::uint64_t>(std::max(options.length_limit, 0.0) * (1.0 + 1e-9));
  number_query();
  open_.keep(0);
  start_ = QueryEnd(start);
  goal_ = QueryEnd(goal);
}

void OptimalSearch::begin(const Point& start, const Point& goal,
                          const OptimalOptions& options) noexcept {
  begin_query(start, goal, options);
  if (status_ != Status::ok) return;
  landmarks_ = if_current(options.landmarks, mesh());
  index_ = if_current(options.index, mesh());
  status_ = locate_ends(mesh(), start_, goal_);
  if (status_ == Status::ok && index_ == nullptr) open_start();
}

PathResult OptimalSearch::find(const ConvexMesh& mesh, const Point& start, const Point& goal,
                               const OptimalOptions& options, std::span<Point> out) noexcept {
  mesh_ = &mesh;
  if (is_over_passages() || !goes_on(start, goal, options)) begin(start, goal, options);
  is_running_ = false;
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
    is_running_ = !search_within(options);
    if (is_running_) return {Status::unfinished, 0, 0.0, expanded_};
  }
  PathResult result;
  result.status = status_;
  result.expanded = expanded_;
  if (status_ != Status::ok) return result;
  if (!path) path = write_path(out);
  result.status = path->status;
  result.count = path->count;
  result.length = path_length(out.first(path->count));
  result.cost = result.length;
  if (!(result.length <= options.length_limit)) {
    last_ = kNone;
    return {Status::no_path, 0, 0.0, expanded_};
  }
  return result;
}

DistanceResult OptimalSearch::find_distance(const ConvexMesh& mesh, const Point& start,
                                            const Point& goal, const CornerIndex& index) noexcept {
  mesh_ = &mesh;
  OptimalOptions options;
  options.index = &index;
  begin(start, goal, options);
  if (status_ != Status::ok) return {.status = status_};
  const double length = query_index().find();
  if (length == kNoLengthLimit) return {};
  return {Status::ok, length};
}

CornerQuery OptimalSearch::query_index() noexcept {
  return {mesh(), *index_, vertex_marks_, number_, start_, goal_};
}

// Nothing when the index knows no path, which a search will find.
std::optional<Result> OptimalSearch::write_by_index(std::span<Point> out) noexcept {
  CornerQuery query = query_index();
  const double length = query.find();
  if (length == kNoLengthLimit) return std::nullopt;
  if (std::bit_cast<std::uint64_t>(length) > limit_bits_) return Result{Status::no_path, 0};
  PathWriter path(out);
  const bool fits = query.write(path);
  return Result{fits ? Status::ok : Status::truncated, path.count()};
}

// ---- the order of the nodes ----

// Whether the search is done within the budget of this call.
bool OptimalSearch::search_within(const OptimalOptions& options) noexcept {
  const bool may_pause = options.budget < options.expansion_limit - expanded_;
  return search(may_pause ? expanded_ + options.budget : kNoExpansionLimit);
}

bool OptimalSearch::search(std::size_t pause) noexcept {
  if (landmarks_ != nullptr && !is_guided_) {
    if (expand_nodes(pause, kFewNodes)) return true;
    if (open_.size() < kFewNodes) return false;
    guide();
  }
  return expand_nodes(pause, std::numeric_limits<std::size_t>::max());
}

// Bounds by the straight line alone are bounds too.
void OptimalSearch::leave_landmarks() noexcept {
  landmarks_ = nullptr;
  is_guided_ = false;
}

// Returns true when the search is done; false after `pause` expansions in total, or with
// `most_open` open nodes.
bool OptimalSearch::expand_nodes(std::size_t pause, std::size_t most_open) noexcept {
  const auto stop = [this](Status status) {
    status_ = status;
    return true;
  };
  for (;;) {
    if (is_full_) return stop(Status::out_of_nodes);
    if (expanded_ == pause || open_.size() >= most_open) return false;
    OpenEntry next{};
    bool is_least = true;  // of all that is open
    if (has_best_ && (is_lone_ || best_.is_before(open_.top()))) {
      next = best_;
      has_best_ = false;
      is_least = !is_lone_;
    } else {
      put_aside();
      if (open_.is_empty()) return stop(Status::no_path);
      next = open_.pop();
      detail::prefetch(&nodes_[open_.top().node]);  // the one that is likely to be next
    }
    if (next.f_bits > limit_bits_ && is_least) return stop(Status::no_path);
    const auto index = static_cast<std::uint32_t>(next.node);
    const Node& node = nodes_[index];
    if (node.view == View::arrived) {
      // A lone successor may have come before its turn.
      if (open_.top().is_before(next)) {
        open_.push(next);
        continue;
      }
      if (is_over_passages() && !pass(index)) continue;
      last_ = index;
      return stop(Status::ok);
    }
    const Root& root = roots_[node.root];
    if (root.vertex != kNone && vertex_marks_[root.vertex].cost < root.cost) continue;
    if (expanded_ == options_.expansion_limit) return stop(Status::out_of_nodes);
    if (is_guided_ && trial_.has_failed()) leave_landmarks();
    ++expanded_;
    is_lone_ = true;
    expand(index);
  }
}

void OptimalSearch::expand(std::uint32_t index) noexcept {
  Node& node = nodes_[index];
  node.is_expanded = 1;
  node_ = index;
  if (root_ != node.root) use_root(node.root);
  const CellId cell = mesh().cell_of(node.edge);
  if (is_over_passages()) {
    arrive_at_targets(node, cell);
    go_on(node, cell);
  } else if (goal_.is_in(mesh(), cell)) {
    arrive(node);
  } else {
    go_on(node, cell);
  }
  if (is_unranked_) {
    is_unranked_ = false;
    rank(0.0);
  }
}

void OptimalSearch::go_on(const Node& node, CellId cell) noexcept {
  if (node.view != View::cone) return expand_view(node, cell);
  // A turn reads the mark of the corner.
  detail::prefetch(&vertex_marks_[mesh().edge(node.edge).vertex()]);
  detail::prefetch(&vertex_marks_[mesh().edge(mesh().next(node.edge)).vertex()]);
  expand_cone(node, cell);
}

// The goal is in the cell: what the node can do for it is go straight there, or by a turn at an end
// of the edge.
void OptimalSearch::arrive(const Node& node) noexcept {
  if (turn_toward(node, goal_way_)) emit_view(node.edge, View::arrived);
}

// Whether the root, or an end of the edge that becomes the root, sees a place in the cell.
bool OptimalSearch::turn_toward(const Node& node, const Vector& way) noexcept {
  if (node.view != View::cone) return true;
  const Vector right_ray = detail::to_vector(node.rays.right);
  const Vector left_ray = detail::to_vector(node.rays.left);
  const bool is_right = cross(right_ray, way) < 0.0;
  if (!is_right && cross(left_ray, way) <= 0.0) return true;
  const MeshEdge& end = mesh().edge(is_right ? mesh().next(node.edge) : node.edge);
  const Vector& ray = is_right ? right_ray : left_ray;
  return end.is_corner() && cross(ray, detail::between(at_, end.start())) == 0.0 && turn_at(end);
}

// ---- ranks: by the straight line, and by landmarks ----

// The length of a path from the start over the root through the interval, and straight on to the
// goal. Rounded.
double OptimalSearch::least_length(const Interval& interval) const noexcept {
  // A goal before the edge is as far away as its mirror image behind it.
  Vector way = goal_way_;
  const Vector along = interval.left - interval.right;
  const double before = cross(along, way - interval.right);
  if (before > 0.0) {
    const double k = 2.0 * before / dot(along, along);
    way = {way.x + k * along.y, way.y - k * along.x};
  }
  Vector by{0.0, 0.0};
  if (cross(interval.right_ray, way) < 0.0) {
    by = interval.is_right_cut ? meet(interval.right_ray, interval.right, interval.left)
                               : interval.right;
  } else if (cross(interval.left_ray, way) > 0.0) {
    by = interval.is_left_cut ? meet(interval.left_ray, interval.right, interval.left)
                              : interval.left;
  } else {
    return cost_ + norm(way);
  }
  return cost_ + norm(by) + norm(way - by);
}

// The straight line is one lower bound of the path's length, landmarks may know larger ones.
// `right` and `left` are the ends of the edge.
void OptimalSearch::rank_cone(const Interval& interval, VertexId right, VertexId left) noexcept {
  if (is_over_passages()) return rank(bound_over(interval, right, left));
  const double f = least_length(interval);
  if (!is_guided_) {
    rank(f);
    return;
  }
  const double known = bound_cone(interval, right, left);
  trial_.count(known > f);
  rank(std::max(f, known));
}

// From now on nodes are ranked by landmarks too, those that are open first.
void OptimalSearch::guide() noexcept {
  bounds_.begin(mesh(), *landmarks_, goal_);
  is_guided_ = true;
  const std::span<OpenEntry> open = open_.entries();
  for (OpenEntry& entry : open) {
    // As numbers: the bits of a bound below 0 come after all others.
    const double f = std::bit_cast<double>(entry.f_bits);
    entry.f_bits = std::bit_cast<std::uint64_t>(std::max(f, bound_node(nodes_[entry.node])));
  }
  open_.keep(open.size());
}

void OptimalSearch::measure_root() noexcept {
  const double rest = is_over_passages()
                          ? targets_.from_vertex(roots_[root_].vertex, at_, component_)
                          : bounds_.least_distance(*landmarks_, roots_[root_].vertex);
  least_length_ = cost_ + std::max(rest, 0.0);
  roots_[root_].least_length = least_length_;
}

// The bound of the root, and that of the interval that it sees.
double OptimalSearch::bound_cone(const Interval& interval, VertexId right, VertexId left) noexcept {
  const double rest = bounds_.least_distance(*landmarks_, interval, right, left);
  return std::max(bound_root(), cost_ + rest);
}

// The same for a node, whose root becomes the current one.
double OptimalSearch::bound_node(const Node& node) noexcept {
  if (root_ != node.root) use_root(node.root);
  if (node.view != View::cone) return bound_root();
  const MeshEdge& left = mesh().edge(node.edge);
  const MeshEdge& right = mesh().edge(mesh().next(node.edge));
  const Interval interval{detail::between(at_, right.start()),
                          detail::between(at_, left.start()),
                          detail::to_vector(node.rays.right),
                          detail::to_vector(node.rays.left),
                          true,
                          true};
  return bound_cone(interval, right.vertex(), left.vertex());
}

// ---- results ----

// The chain of roots leads from goal to start: turns it round. The root at the start.
std::uint32_t OptimalSearch::reverse_roots() noexcept {
  std::uint32_t at = nodes_[last_].root;
  std::uint32_t after = kNone;
  while (at != kNone) {
    const std::uint32_t before = roots_[at].before;
    roots_[at].before = after;
    after = at;
    at = before;
  }
  return after;
}

Result OptimalSearch::write_path(std::span<Point> out) noexcept {
  PathWriter path(out);
  bool fits = true;
  for (std::uint32_t i = reverse_roots(); fits && i != kNone; i = roots_[i].before) {
    fits = path.append(roots_[i].at);
  }
  fits = fits && path.append(goal_.at());
  return {fits ? Status::ok : Status::truncated, path.count()};
}

Result OptimalSearch::write_corridor(const ConvexMesh& mesh, std::span<CellId> out) const noexcept {
  if (is_running_ || last_ == kNone) return {Status::ok, 0};
  if (!is_of(mesh)) return {Status::invalid_input, 0};
  // The node that reached the goal is not a step.
  const std::uint32_t end = nodes_[last_].before;
  std::size_t count = 0;
  for (std::uint32_t i = end; i != kNone; i = nodes_[i].before) ++count;
  std::size_t place = count;
  for (std::uint32_t i = end; i != kNone; i = nodes_[i].before) {
    if (--place < out.size()) out[place] = mesh.cell_of(nodes_[i].edge);
  }
  if (count > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, count};
}

Result OptimalSearch::write_cones(const ConvexMesh& mesh, std::span<Cone> out) const noexcept {
  if (node_count_ > 0 && !is_of(mesh)) return {Status::invalid_input, 0};
  std::size_t count = 0;
  for (std::size_t i = 0; i < node_count_; ++i) {
    const Node& node = nodes_[i];
    if (node.is_expanded == 0 || node.view != View::cone) continue;
    if (count == out.size()) return {Status::truncated, count};
    const Point& apex = roots_[node.root].at;
    const Vector left = detail::between(apex, mesh.edge(node.edge).start());
    const Vector right = detail::between(apex, mesh.edge(mesh.next(node.edge)).start());
    // Where the ray does not go to the end of the edge, it cuts it.
    const auto place = [&](const Vector& ray, const Vector& end) -> Point {
      const Vector by = cross(ray, end) == 0.0 ? end : meet(ray, right, left);
      return apex + detail::to_float(by);
    };
    out[count++] = {apex, place(detail::to_vector(node.rays.right), right),
                    place(detail::to_vector(node.rays.left), left)};
  }
  return {Status::ok, count};
}

// ---- the functions of the header ----

OptimalScratch::OptimalScratch(const ConvexMesh& mesh)
    : OptimalScratch(mesh, std::min(4 * mesh.edge_count() + 8192, kMaxDefaultPlaces)) {}

OptimalScratch::OptimalScratch(const ConvexMesh& mesh, std::size_t node_places)
    : search_(detail::make_hidden<OptimalSearch>(mesh, node_places)) {}

void OptimalScratch::fit(const ConvexMesh& mesh) { search_->fit(mesh); }
bool OptimalScratch::grow() { return search_->grow(); }
std::size_t OptimalScratch::node_places() const noexcept { return search_->places(); }
std::size_t OptimalScratch::memory_bytes() const noexcept { return search_->memory_bytes(); }

PathResult find_optimal_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                             const OptimalOptions& options, OptimalScratch& scratch,
                             std::span<Point> out) noexcept {
  return OptimalSearch::of(scratch).find(mesh, snap(start), snap(goal), options, out);
}

DistanceResult find_distance(const ConvexMesh& mesh, const Point& start, const Point& goal,
                             const CornerIndex& index, OptimalScratch& scratch) noexcept {
  if (!index.is_current(mesh)) return {.status = Status::invalid_input};
  return OptimalSearch::of(scratch).find_distance(mesh, snap(start), snap(goal), index);
}

Result extract_corridor(const ConvexMesh& mesh, const OptimalScratch& scratch,
                        std::span<CellId> out) noexcept {
  return OptimalSearch::of(scratch).write_corridor(mesh, out);
}

Result extract_cones(const ConvexMesh& mesh, const OptimalScratch& scratch,
                     std::span<Cone> out) noexcept {
  return OptimalSearch::of(scratch).write_cones(mesh, out);
}

}  // namespace taut
