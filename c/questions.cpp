// Questions to a world that need no finder.
#include <string>
#include <vector>

#include <taut/engine/raycast.hpp>
#include <taut/engine/space.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

#include "world/follow/path_sight.hpp"

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::Agent;
using taut::AgentShape;
using taut::Point;
using taut::Tile;

namespace {

// The prepared agent of a question, if there is one; its radius is on the lattice.
std::optional<Agent> find_agent(const taut_world* world, const taut_agent* agent) noexcept {
  if (!is_live(world)) return std::nullopt;
  const std::optional<Agent> made = to_agent(agent);
  if (!made || !world->world->is_prepared(*made)) return std::nullopt;
  return taut::snap_size(*made);
}

bool are_places(const taut_point* points, uint32_t count) noexcept {
  return std::all_of(points, points + count,
                     [](const taut_point& p) { return is_place(p.x, p.y); });
}

bool is_turn(const taut_turn& turn) noexcept {
  const auto is_within = [](double value) { return std::abs(value) <= 2.0 * taut::kMaxMapSide; };
  return is_within(turn.entry_x) && is_within(turn.entry_y) && is_within(turn.exit_x) &&
         is_within(turn.exit_y) && is_place(turn.center.x, turn.center.y) && has_known_kind(turn);
}

Point snapped(const taut_point& p) noexcept { return taut::snap({p.x, p.y}); }

bool is_square_path_walkable(const taut::World& world, const Agent& agent, const taut_point* points,
                             uint32_t count) noexcept {
  if (count == 1) return world.has_room(agent, snapped(points[0]));
  const auto steps =
      static_cast<std::int64_t>(taut::snap_radius(agent.radius) * taut::kLatticePerTile);
  for (uint32_t i = 1; i < count; ++i) {
    if (!taut::detail::is_square_leg_free(world.grid(agent.ground).bits(), snapped(points[i - 1]),
                                          snapped(points[i]), steps)) {
      return false;
    }
  }
  return true;
}

}  // namespace

extern "C" {

int32_t taut_world_is_walkable(const taut_world* world, int32_t x, int32_t y) {
  return is_live(world) && world->world->grid().is_walkable(x, y) ? 1 : 0;
}

int32_t taut_world_is_prepared(const taut_world* world, const taut_agent* agent) {
  return find_agent(world, agent).has_value() ? 1 : 0;
}

int32_t taut_world_has_index(const taut_world* world, const taut_agent* agent) {
  const std::optional<Agent> of = find_agent(world, agent);
  return of && world->world->has_index(*of) ? 1 : 0;
}

int32_t taut_world_has_room(const taut_world* world, const taut_agent* agent, float x, float y) {
  const std::optional<Agent> of = find_agent(world, agent);
  if (!of || !is_place(x, y)) return 0;
  return world->world->has_room(*of, taut::snap({x, y})) ? 1 : 0;
}

int32_t taut_world_is_reachable(const taut_world* world, const taut_agent* agent, float x0,
                                float y0, float x1, float y1) {
  const std::optional<Agent> of = find_agent(world, agent);
  if (!of) return 0;
  int32_t is_reached = 0;
  (void)guard(nullptr, [&] {
    is_reached = world->world->is_reachable(*of, {x0, y0}, {x1, y1}) ? 1 : 0;
  });
  return is_reached;
}

taut_status taut_world_would_cut(const taut_world* world, const taut_agent* agent,
                                 const taut_rect* rects, uint32_t rect_count,
                                 const taut_point* starts, uint32_t start_count,
                                 const taut_point* goals, uint32_t goal_count, int32_t* is_cut) {
  if (is_cut == nullptr) return TAUT_BAD_ARGUMENT;
  *is_cut = 0;
  if (!is_live(world) || !to_agent(agent)) return TAUT_BAD_ARGUMENT;
  const auto is_missing = [](const void* list, uint32_t count) {
    return list == nullptr && count > 0;
  };
  if (is_missing(rects, rect_count) || is_missing(starts, start_count) ||
      is_missing(goals, goal_count)) {
    return TAUT_BAD_ARGUMENT;
  }
  const std::optional<Agent> of = find_agent(world, agent);
  if (!of) return TAUT_INVALID_INPUT;
  return guard(nullptr, [&] {
    std::vector<taut::TileRect> rectangles;
    for (uint32_t i = 0; i < rect_count; ++i) {
      rectangles.push_back({rects[i].x0, rects[i].y0, rects[i].x1, rects[i].y1});
    }
    const bool cuts = world->world->would_cut(rectangles, view_points(starts, start_count),
                                              view_points(goals, goal_count), *of);
    *is_cut = cuts ? 1 : 0;
  });
}

int32_t taut_world_is_walkable_path(const taut_world* world, const taut_agent* agent,
                                    const taut_point* points, uint32_t count) {
  const std::optional<Agent> of = find_agent(world, agent);
  if (!of || points == nullptr || count == 0 || !are_places(points, count)) return 0;
  switch (of->shape) {
    case AgentShape::point:
      return world->world->is_walkable(view_points(points, count), of->ground) ? 1 : 0;
    case AgentShape::square:
      return is_square_path_walkable(*world->world, *of, points, count) ? 1 : 0;
    case AgentShape::disc:
      break;
  }
  return 0;
}

int32_t taut_world_is_walkable_disc(const taut_world* world, const taut_agent* agent,
                                    const taut_turn* turns, uint32_t count) {
  if (!is_live(world) || turns == nullptr || count == 0) return 0;
  const std::optional<Agent> disc = to_agent(agent);
  if (!disc || disc->shape != AgentShape::disc || !taut::is_valid(*disc)) return 0;
  if (!std::all_of(turns, turns + count, is_turn)) return 0;
  int32_t is_walkable = 0;
  (void)guard(nullptr, [&] {
    std::vector<taut::DiscTurn> path(count);
    std::transform(turns, turns + count, path.begin(), to_disc_turn);
    is_walkable = world->world->is_walkable(path, disc->radius, disc->ground) ? 1 : 0;
  });
  return is_walkable;
}

taut_status taut_raycast(const taut_world* world, int32_t ground, float x0, float y0, float x1,
                         float y1, taut_ray* ray) {
  if (ray == nullptr || !has_ground(world, ground)) return TAUT_BAD_ARGUMENT;
  if (!is_place(x0, y0) || !is_place(x1, y1)) return TAUT_BAD_ARGUMENT;
  const taut::RaycastResult cast =
      taut::raycast(world->world->grid(static_cast<std::uint8_t>(ground)), taut::snap({x0, y0}),
                    taut::snap({x1, y1}));
  if (!cast) return to_status(cast.status);
  ray->end = to_point(cast.end);
  ray->is_visible = cast.is_visible ? 1 : 0;
  ray->tile_x = cast.tile.x;
  ray->tile_y = cast.tile.y;
  ray->blocker_x = cast.blocker.x;
  ray->blocker_y = cast.blocker.y;
  return TAUT_OK;
}

taut_status taut_nearest_walkable(const taut_world* world, int32_t ground, float x, float y,
                                  taut_point* place) {
  if (place == nullptr || !has_ground(world, ground) || !is_place(x, y)) return TAUT_BAD_ARGUMENT;
  const Point from = taut::snap({x, y});
  const taut::Grid& grid = world->world->grid(static_cast<std::uint8_t>(ground));
  const std::optional<Tile> tile = taut::find_nearest_walkable(grid, from);
  if (!tile) return TAUT_NO_PATH;
  const auto low_x = static_cast<float>(tile->x);
  const auto low_y = static_cast<float>(tile->y);
  *place = {std::clamp(from.x, low_x, low_x + 1.0F), std::clamp(from.y, low_y, low_y + 1.0F)};
  return TAUT_OK;
}

taut_status taut_nearest_place(const taut_world* world, const taut_agent* agent, float from_x,
                               float from_y, float x, float y, double max_distance,
                               taut_point* place) {
  if (!is_live(world) || place == nullptr || !to_agent(agent)) return TAUT_BAD_ARGUMENT;
  if (!is_place(from_x, from_y) || !is_place(x, y) || !(max_distance >= 0.0))
    return TAUT_BAD_ARGUMENT;
  if (!taut::is_valid(*to_agent(agent))) return TAUT_BAD_ARGUMENT;
  const std::optional<Agent> of = find_agent(world, agent);
  if (!of) return TAUT_INVALID_INPUT;
  const taut::World& map = *world->world;
  const Point from = taut::snap({from_x, from_y});
  const Point to = taut::snap({x, y});
  const taut::Space& space = *map.find_space(*of);
  if (!space.has_room(from)) return TAUT_INVALID_INPUT;
  const std::optional<Point> found = taut::find_nearest_place(space, from, to, max_distance);
  if (!found) return TAUT_NO_PATH;
  *place = to_point(*found);
  return TAUT_OK;
}

taut_status taut_explain(const taut_world* world, taut_reason reason, float start_x, float start_y,
                         float goal_x, float goal_y, const taut_find_options* options, char* text,
                         uint32_t capacity, uint32_t* length) {
  set_count(length, 0);
  if (text == nullptr && capacity > 0) return TAUT_BAD_ARGUMENT;
  if (capacity > 0) text[0] = '\0';
  const std::optional<taut::FindOptions> of = to_options(options);
  if (!is_live(world) || !of) return TAUT_BAD_ARGUMENT;
  if (!is_reason(reason)) return TAUT_BAD_ARGUMENT;
  const bool is_distance =
      reason == TAUT_REASON_START_TOO_NEAR || reason == TAUT_REASON_GOAL_TOO_NEAR;
  if (is_distance &&
      (!is_place(start_x, start_y) || !is_place(goal_x, goal_y) || !taut::is_valid(of->agent))) {
    return TAUT_BAD_ARGUMENT;
  }
  return guard(nullptr, [&] {
    const std::string words = taut::explain(*world->world, static_cast<taut::Reason>(reason),
                                            {start_x, start_y}, {goal_x, goal_y}, *of);
    set_count(length, words.size());
    if (capacity > 0) text[words.copy(text, capacity - 1)] = '\0';
    return words.size() < capacity ? TAUT_OK : TAUT_TRUNCATED;
  });
}

}  // extern "C"
