#include <algorithm>
#include <limits>

#include <taut/nearest_place.hpp>

#include "core/base/can_snap.hpp"
#include "core/tile/tile_walk.hpp"

#include "finder_memory.hpp"

namespace taut {

using detail::is_wide;
using detail::make_failure;
using detail::SearchKind;

namespace {

bool are_valid(const FindOptions& options) noexcept {
  if (!is_valid(options.agent)) return false;
  if (!(options.length_limit >= 0.0) || !(options.goal_reach >= 0.0)) return false;
  return options.pull == Pull::funnel || options.agent.shape == AgentShape::point;
}

// Whether the classes that its table blocks may part tiles that are connected.
bool may_be_parted(const FindOptions& options) noexcept {
  return options.costs != nullptr && options.costs->has_blocked();
}

// Whether the paths of the options are cheap on terrain: those over tiles. Meshes know lengths
// only, pull_disc_along() no classes that are blocked.
bool use_terrain(const FindOptions& options) noexcept {
  const bool is_disc = options.agent.shape == AgentShape::disc;
  return (options.method == Method::best || options.method == Method::over_tiles) &&
         detail::may_use_terrain(options.agent) && options.pull == Pull::funnel &&
         !(is_disc && may_be_parted(options));
}

// The tile that a mover stands on.
std::optional<Tile> locate(const Grid& grid, const TerrainCosts* costs,
                           const Point& place) noexcept {
  if (costs == nullptr) return grid.locate(place);
  return locate_by(grid.bits(), place, [&](const Tile& tile) {
    return grid.is_walkable(tile) && !costs->is_blocked(grid.terrain_class(grid.id(tile)));
  });
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
  if (has_terrain() && !use_terrain(options)) {
    return make_failure(Status::invalid_input, Reason::terrain);
  }
  const Grid& grid = world->grid();
  const Point nowhere(-1.0F, -1.0F);
  query.from = detail::can_snap(query.start) ? snap(query.start) : nowhere;
  query.to = detail::can_snap(query.goal) ? snap(query.goal) : nowhere;
  if (options.start == StartRule::nearest && detail::can_snap(query.start)) move_start();
  const std::optional<Tile> first = locate(grid, options.costs, query.from);
  if (!first) return make_failure(Status::invalid_input, Reason::start_blocked);
  const std::optional<Tile> last = locate(grid, options.costs, query.to);
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
  if (!world->has_room(agent, query.from))
    return make_failure(Status::invalid_input, Reason::start_too_near);
  if (!world->has_room(agent, query.to))
    return make_failure(Status::invalid_input, Reason::goal_too_near);
  const bool is_square = agent.shape == AgentShape::square;
  // A square passes slits that no tile is connected by: its map knows.
  if (!is_square && !world->grid().is_connected(first, *last)) {
    return make_failure(Status::no_path, Reason::not_connected);
  }
  return {};
}

// Moves the end of the search to the nearest place that can be reached, as far as components tell.
// Returns whether there is one.
bool Finder::Memory::move_goal(Tile first, std::optional<Tile> last) {
  const Agent& agent = query.options.agent;
  query.is_settled = !is_wide(agent) || disc_map() != nullptr;
  if (may_be_parted(query.options)) return move_goal_of_mover(first, last);
  if (last && world->has_room(agent, query.to)) {
    const ConvexMesh* const mesh = mesh_of_size();
    const bool is_reached = mesh != nullptr ? are_connected(*mesh, query.from, query.to)
                                            : world->grid().is_connected(first, *last);
    if (is_reached) return true;
  }
  const std::optional<Point> place = find_nearest_to_goal(first);
  if (place) query.to = *place;
  return place.has_value();
}

const TileBits& Finder::Memory::tiles_of(const TerrainCosts* costs) {
  const Grid& grid = world->grid();
  if (costs == nullptr || !costs->has_blocked()) return grid.bits();
  return mover_reach.find_walkable(grid, world->revision(), *costs);
}

// The same for a point whose table blocks classes.
bool Finder::Memory::move_goal_of_mover(Tile first, std::optional<Tile> last) {
  const TileBits& walkable = tiles_of(query.options.costs);
  const TileBits& reached = mover_reach.find_reached(first);
  if (last && reached.is_set(last->x, last->y)) return true;
  const std::optional<Point> place =
      find_nearest_place(walkable, reached, snap(query.goal), query.options.goal_reach);
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
  const double near = std::min(reach, to_start);
  const Clearance& clearance = *world->clearance();
  const DiscMap* const map = disc_map();
  std::optional<Point> room =
      map != nullptr ? find_nearest_room(*map, clearance, query.from, goal, near)
                     : find_nearest_room(world->grid(), clearance, first, goal, agent.radius, near);
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
  const ConvexMesh* const mesh = mesh_of_size();
  if (mesh != nullptr && is_limited && are_connected(*mesh, query.from, query.to)) {
    return Reason::limit;
  }
  const bool has_size = mesh != nullptr || query.kind == SearchKind::wide;
  return has_size ? Reason::too_narrow : Reason::not_connected;
}

const DiscMap* Finder::Memory::disc_map() const noexcept {
  const Agent& agent = query.options.agent;
  return is_wide(agent) ? world->find_disc_map(agent.radius) : nullptr;
}

// Of the places of the query's agent; null if it has none of its own.
const ConvexMesh* Finder::Memory::mesh_of_size() const noexcept {
  const Agent& agent = query.options.agent;
  if (agent.shape == AgentShape::square) return &world->find_square_map(agent.radius)->mesh();
  const DiscMap* const map = disc_map();
  return map != nullptr ? &map->mesh() : nullptr;
}

}  // namespace taut
