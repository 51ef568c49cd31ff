#include <algorithm>
#include <limits>

#include <taut/nearest_place.hpp>

#include "core/base/can_snap.hpp"

#include "finder_memory.hpp"

namespace taut {

using detail::is_wide;
using detail::make_failure;
using detail::SearchKind;

namespace {

bool are_valid(const FindOptions& options) noexcept {
  const Agent& agent = options.agent;
  if (!(agent.radius >= 0.0) || agent.radius > kMaxMapSide) return false;
  if (!(options.length_limit >= 0.0) || !(options.goal_reach >= 0.0)) return false;
  return agent.shape != AgentShape::square || agent.radius > 0.0;
}

// Whether two points lie in the same component of the mesh.
bool are_connected(const ConvexMesh& mesh, const Point& a, const Point& b) noexcept {
  bool is_connected = false;
  mesh.for_each_cell_at(a, [&](CellId first) {
    mesh.for_each_cell_at(
        b, [&](CellId last) { is_connected = is_connected || mesh.is_connected(first, last); });
  });
  return is_connected;
}

}  // namespace

FoundPath Finder::Memory::check() {
  const FindOptions& options = query.options;
  if (!are_valid(options)) return make_failure(Status::invalid_input, Reason::bad_options);
  const bool has_method = options.agent.shape == AgentShape::square || is_wide(options.agent) ||
                          world->is_prepared(options.method);
  if (!world->is_prepared(options.agent) || !has_method) {
    return make_failure(Status::invalid_input, Reason::not_prepared);
  }
  const Grid& grid = world->grid();
  const Point nowhere(-1.0F, -1.0F);
  query.from = detail::can_snap(query.start) ? snap(query.start) : nowhere;
  query.to = detail::can_snap(query.goal) ? snap(query.goal) : nowhere;
  const std::optional<Tile> first = grid.locate(query.from);
  if (!first) return make_failure(Status::invalid_input, Reason::start_blocked);
  const std::optional<Tile> last = grid.locate(query.to);
  if (options.goal == GoalRule::nearest && detail::can_snap(query.goal)) {
    if (!world->has_room(options.agent, query.from))
      return make_failure(Status::invalid_input, Reason::start_too_near);
    if (!move_goal(*first, last)) return make_failure(Status::no_path, Reason::goal_too_far);
  } else {
    const FoundPath failure = check_goal(*first, last);
    if (failure.reason != Reason::none) return failure;
  }
  // A goal that may still be replaced by a nearer one says nothing about the length.
  const bool may_move = options.goal == GoalRule::nearest && !query.is_settled;
  if (!may_move && distance(query.from, query.to) > options.length_limit) {
    return make_failure(Status::no_path, Reason::limit);
  }
  return {};
}

// Whether the goal can be reached, as far as components tell.
FoundPath Finder::Memory::check_goal(Tile first, std::optional<Tile> last) const {
  if (!last) return make_failure(Status::invalid_input, Reason::goal_blocked);
  const Agent& agent = query.options.agent;
  const bool is_square = agent.shape == AgentShape::square;
  // A square passes slits that no tile is connected by: its map knows.
  if (!is_square && !world->grid().is_connected(first, *last)) {
    return make_failure(Status::no_path, Reason::not_connected);
  }
  if (!world->has_room(agent, query.from))
    return make_failure(Status::invalid_input, Reason::start_too_near);
  if (!world->has_room(agent, query.to))
    return make_failure(Status::invalid_input, Reason::goal_too_near);
  return {};
}

// Moves the end of the search to the nearest place that can be reached, as far as components tell.
// Returns whether there is one.
bool Finder::Memory::move_goal(Tile first, std::optional<Tile> last) {
  const Agent& agent = query.options.agent;
  query.is_settled = !is_wide(agent);
  if (last && world->has_room(agent, query.to)) {
    const bool is_reached =
        agent.shape == AgentShape::square
            ? are_connected(world->find_square_map(agent.radius)->mesh(), query.from, query.to)
            : world->grid().is_connected(first, *last);
    if (is_reached) return true;
  }
  const std::optional<Point> place = find_nearest_to_goal(first);
  if (place) query.to = *place;
  return place.has_value();
}

std::optional<Point> Finder::Memory::find_nearest_to_goal(Tile first) const {
  const Agent& agent = query.options.agent;
  const double reach = query.options.goal_reach;
  const Point goal = snap(query.goal);
  if (agent.shape == AgentShape::square) {
    return find_nearest_place(*world->find_square_map(agent.radius), query.from, goal, reach);
  }
  if (!is_wide(agent)) {
    return find_nearest_place(world->grid(), first, goal, agent.radius, reach);
  }
  // The start can always be reached.
  const double to_start = distance(query.from, goal);
  std::optional<Point> room = find_nearest_room(world->grid(), *world->clearance(), first, goal,
                                                agent.radius, std::min(reach, to_start));
  if (room || to_start > reach) return room;
  return query.from;
}

bool Finder::Memory::come_nearer(const PathResult& found) {
  const bool is_asked = query.options.goal == GoalRule::nearest && !query.is_settled;
  if (!is_asked || found.status != Status::no_path) return false;
  const Point goal = snap(query.goal);
  const double reach = query.options.goal_reach;
  const double to_start = distance(query.from, goal);
  const std::optional<Point> place =
      find_nearest_reached(*world->clearance(), *wide, goal, std::min(reach, to_start));
  if (!place && found.expanded == 0) {
    // The search did not begin: an end is in a pocket that no lattice point lies in.
    const std::optional<Point> room = find_nearest_to_goal(*world->grid().locate(query.from));
    if (room && *room != query.to) {
      query.to = *room;
      return true;
    }
  }
  if (!place && to_start > reach) return false;
  query.is_settled = true;
  query.to = place ? *place : query.from;
  query.before += found.expanded;
  return true;
}

Reason Finder::Memory::explain_failure(Status status) const {
  if (status == Status::out_of_nodes) return Reason::limit;
  if (query.kind == SearchKind::wide && query.options.goal == GoalRule::nearest) {
    return Reason::goal_too_far;
  }
  const bool is_limited = query.options.length_limit < kNoLengthLimit;
  if (query.kind == SearchKind::optimal) {
    return is_limited ? Reason::limit : Reason::not_connected;
  }
  if (query.kind == SearchKind::square && is_limited) {
    const SquareMap& map = *world->find_square_map(query.options.agent.radius);
    if (are_connected(map.mesh(), query.from, query.to)) return Reason::limit;
  }
  const bool has_size = query.kind == SearchKind::square || query.kind == SearchKind::wide;
  return has_size ? Reason::too_narrow : Reason::not_connected;
}

}  // namespace taut
