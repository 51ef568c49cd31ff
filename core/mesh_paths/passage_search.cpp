// The optimal search over passages: the exit of each is a root, its entry and the goal are targets.
// All else is as in optimal_search.cpp; but nodes are ranked by what is left to the targets.
#include <algorithm>
#include <limits>

#include "optimal_search_state.hpp"

namespace taut {

using detail::between;
using detail::MeshPassages;
using detail::Passage;

namespace {

bool is_way_back(const Passage& a, const Passage& b) noexcept {
  return a.link == b.link && a.lane == b.lane;
}

}  // namespace

void OptimalSearch::fit(const ConvexMesh& mesh, const MeshPassages& passages) {
  static_cast<Query&>(*this) = {};
  targets_.fit(mesh, passages);
  // The exits have marks as vertices have, and so has the goal.
  fit_marks(vertex_marks_, mesh.vertex_ids() + passages.all().size() + 1);
}

void OptimalSearch::begin_over(const Point& start, const Point& goal,
                               const detail::PassageQuery& over,
                               const OptimalOptions& options) noexcept {
  begin_query(start, goal, options);
  if (status_ != Status::ok) return;
  over_ = over;
  first_exit_ = static_cast<VertexId>(mesh().vertex_ids());
  const bool has_room = first_exit_ + over.passages->all().size() < vertex_marks_.size();
  if (!has_room || locate_ends(mesh(), start_, goal_) == Status::invalid_input) {
    status_ = Status::invalid_input;
    return;
  }
  targets_.begin(over_, goal_.at());
  mark_targets();
  const double rest = targets_.from_place(start_.at(), over.start_component);
  roots_[root_count_++] = {0.0, start_.at(), kNone, kNone, rest};
  use_root(0);
  open_in_cells(start_.at(), over.start_component);
  put_aside();
}

PathResult OptimalSearch::find_over(const ConvexMesh& mesh, const Point& start, const Point& goal,
                                    const detail::PassageQuery& over,
                                    const OptimalOptions& options) noexcept {
  mesh_ = &mesh;
  if (!goes_on(start, goal, options) || !is_over_passages()) {
    begin_over(start, goal, over, options);
  }
  is_running_ = status_ == Status::ok && !search_within(options);
  return {is_running_ ? Status::unfinished : status_, 0, 0.0, expanded_};
}

// Paths may enter the dead ends that hold a target, and leave those that do not hold all of their
// component.
void OptimalSearch::mark_targets() noexcept {
  const std::span<std::uint32_t> marks(cell_marks_);
  const MeshPassages& passages = *over_.passages;
  const auto for_each_goal_cell = [&](const auto& visit) {
    goal_.for_each_cell(mesh(), [&](CellId cell) {
      if (mesh().component(cell) == over_.goal_component) visit(cell);
    });
  };
  GoalMarks::mark(mesh(), for_each_goal_cell, number_, marks);
  // A dead end that holds the goal need not hold the entries of its component.
  for_each_goal_cell([&](CellId cell) {
    for (;; cell = mesh().cell_toward_exit(cell)) {
      const bool holds_entries = passages.holds_all(cell, over_.goal_component);
      if (!holds_entries) GoalMarks::mark_cell(cell, false, number_, marks);
      if (!mesh().is_dead_end(cell)) break;
    }
  });
  for (const MeshPassages::WayIn& way : passages.ways_in()) {
    const bool holds_goal =
        way.component != over_.goal_component || GoalMarks::holds_all(marks[way.cell], number_);
    GoalMarks::mark_cell(way.cell, way.holds_all && holds_goal, number_, marks);
  }
  has_open_dead_ends_ = true;
}

// The root sees all of the cells of the component that contain its place.
void OptimalSearch::open_in_cells(const Point& place, std::uint32_t component) noexcept {
  mesh().for_each_cell_at(place, [&](CellId cell) {
    if (mesh().component(cell) == component) emit_view(mesh().first_edge(cell), View::start);
  });
}

void OptimalSearch::arrive_at_targets(const Node& node, CellId cell) noexcept {
  component_ = mesh().component(cell);
  if (component_ == over_.goal_component && goal_.is_in(mesh(), cell)) {
    arrive_at(node, goal_.at(), goal_target());
  }
  if (!over_.passages->has_entry(cell)) return;
  for (const MeshPassages::Entry& entry : over_.passages->entries_in(cell)) {
    if (over_.rests[entry.passage] == std::numeric_limits<double>::infinity()) continue;
    arrive_at(node, over_.passages->all()[entry.passage].entry, entry.passage);
  }
}

// Straight there, or by a turn at an end of the edge.
void OptimalSearch::arrive_at(const Node& node, const Point& place, std::uint32_t target) noexcept {
  const std::uint32_t root = root_;
  if (turn_toward(node, between(at_, place))) emit_arrival(place, target);
  turn_back(root);
}

void OptimalSearch::emit_arrival(const Point& place, std::uint32_t target) noexcept {
  const double way = cost_ + norm(between(at_, place));
  double cost = way;
  double rest = 0.0;
  if (target != goal_target()) {
    const Passage& passage = over_.passages->all()[target];
    const std::uint32_t vertex = roots_[root_].vertex;
    const bool is_exit = vertex != kNone && vertex >= first_exit_;
    // Not back at once.
    if (is_exit && is_way_back(over_.passages->all()[vertex - first_exit_], passage)) return;
    cost += length_of(passage);
    rest = over_.rests[target];
  }
  VertexMark& mark = vertex_marks_[first_exit_ + target];
  if (mark.query == number_ && mark.cost <= cost) return;
  mark = {cost, number_, kNone};
  settle();
  if (add({target, root_, node_, View::arrived, 0, {}})) rank(way + rest);
}

void OptimalSearch::write_route(detail::MeshRoute& route) {
  const std::uint32_t first = reverse_roots();
  std::size_t roots = 0;
  std::size_t exits = 0;
  const auto is_exit = [&](std::uint32_t vertex) {
    return vertex != kNone && vertex >= first_exit_;
  };
  for (std::uint32_t i = first; i != kNone; i = roots_[i].before) {
    ++roots;
    exits += is_exit(roots_[i].vertex) ? 1 : 0;
  }
  route.points.resize(roots + exits + 1);
  route.legs.clear();
  std::size_t begin = 0;
  PathWriter leg(route.points);
  const auto end_leg = [&](const Point& end, std::uint32_t target) {
    (void)leg.append(end);
    route.legs.push_back({begin, leg.count(), target});
    begin += leg.count();
    leg = PathWriter(std::span<Point>(route.points).subspan(begin));
  };
  for (std::uint32_t i = first; i != kNone; i = roots_[i].before) {
    if (is_exit(roots_[i].vertex)) {
      const std::uint32_t passage = roots_[i].vertex - first_exit_;
      end_leg(over_.passages->all()[passage].entry, passage);
    }
    (void)leg.append(roots_[i].at);
  }
  end_leg(goal_.at(), goal_target());
}

// The node has come to an entry before all others. Whether it is at the goal.
bool OptimalSearch::pass(std::uint32_t index) noexcept {
  const Node& node = nodes_[index];
  if (node.edge == goal_target()) return true;
  const Passage& passage = over_.passages->all()[node.edge];
  const Root& before = roots_[node.root];
  const double cost = before.cost + norm(between(before.at, passage.entry)) + length_of(passage);
  if (vertex_marks_[first_exit_ + node.edge].cost < cost) return false;
  const double rest = (std::max)(over_.rests[node.edge] - length_of(passage),
                                 targets_.from_place(passage.exit, passage.to));
  // Where there is no target, marks do not tell which dead ends paths may leave.
  if (rest == std::numeric_limits<double>::infinity()) return false;
  if (root_count_ == places_) {
    is_full_ = true;
    return false;
  }
  const auto root = static_cast<std::uint32_t>(root_count_++);
  roots_[root] = {cost, passage.exit, first_exit_ + node.edge, node.root, cost + rest};
  node_ = index;
  use_root(root);
  is_lone_ = true;
  open_in_cells(passage.exit, passage.to);
  return false;
}

// As bound_cone(), by what is left over passages.
double OptimalSearch::bound_over(const Interval& interval, VertexId right, VertexId left) noexcept {
  const auto rest_at = [&](const Vector& way, VertexId vertex) {
    const Point at = at_ + detail::to_float(way);
    return targets_.from_vertex(vertex, at, component_);
  };
  const double from_right = rest_at(interval.right, right);
  const double from_left = rest_at(interval.left, left);
  if (from_right + from_left == std::numeric_limits<double>::infinity()) return from_right;
  return (std::max)(bound_root(), cost_ + detail::least_through(interval, from_right, from_left));
}

namespace detail {

void fit(const ConvexMesh& mesh, const MeshPassages& passages, OptimalScratch& scratch) {
  OptimalSearch::of(scratch).fit(mesh, passages);
}

PathResult find_path_over(const ConvexMesh& mesh, const Point& start, const Point& goal,
                          const PassageQuery& over, const OptimalOptions& options,
                          OptimalScratch& scratch) noexcept {
  return OptimalSearch::of(scratch).find_over(mesh, start, goal, over, options);
}

void extract_route(OptimalScratch& scratch, MeshRoute& route) {
  OptimalSearch::of(scratch).write_route(route);
}

}  // namespace detail
}  // namespace taut
