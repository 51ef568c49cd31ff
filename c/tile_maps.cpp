// Numbers of tiles: distances, exploring, escape, turns of creatures.
#include <taut_maps.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>
#include <vector>

#include <taut/engine/distance_map.hpp>
#include <taut/engine/sight.hpp>
#include <taut/engine/step_tiles.hpp>
#include <taut/engine/tile_links.hpp>

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;

namespace {

taut_status check_tile_ground(const taut_world* world, int32_t ground, taut_error* error) noexcept {
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (has_ground(world, ground)) return TAUT_OK;
  char words[128];
  std::snprintf(words, sizeof words, "taut: World: no ground has the number %d",
                static_cast<int>(ground));
  return refuse(error, words);
}

// Null for ground 0.
const taut::Ground* find_costs(const taut_world& world, int32_t ground) noexcept {
  return world.world->find_ground(static_cast<std::uint8_t>(ground));
}

// Requires a world.
taut_status read_steps(const taut_world* world, const taut_tile_steps* steps,
                       taut::DistanceMapOptions& out, taut_error* error) noexcept {
  if (steps == nullptr) return TAUT_OK;
  if (const auto bad = check_tile_ground(world, steps->ground, error)) return bad;
  if (const auto bad = check_within(error, "diagonal", steps->diagonal, TAUT_DIAGONAL_NO_OBSTACLES,
                                    TAUT_DIAGONAL_ALWAYS))
    return bad;
  if (const auto bad = check_within(error, "diagonal_length", steps->diagonal_length,
                                    TAUT_DIAGONAL_SQRT2, TAUT_DIAGONAL_1))
    return bad;
  if (const auto bad =
          check_within(error, "ways", steps->ways, TAUT_WAYS_TO_GOALS, TAUT_WAYS_FROM_GOALS))
    return bad;
  using taut::DiagonalRule;
  constexpr DiagonalRule kRules[] = {DiagonalRule::only_if_no_obstacles, DiagonalRule::never,
                                     DiagonalRule::at_least_one_walkable, DiagonalRule::always};
  out.steps = {kRules[steps->diagonal], static_cast<taut::DiagonalLength>(steps->diagonal_length),
               find_costs(*world, steps->ground)};
  out.limit = steps->limit;
  return TAUT_OK;
}

// Those of the world, for steps that were read.
std::vector<taut::TileLink> links_of(const taut_world& world, const taut_tile_steps* steps) {
  if (world.world->links().empty()) return {};
  taut::Agent agent;
  if (steps != nullptr) agent.ground = static_cast<std::uint8_t>(steps->ground);
  const bool is_back = steps != nullptr && steps->ways == TAUT_WAYS_FROM_GOALS;
  return build_tile_links(*world.world, agent,
                          is_back ? taut::TileWays::from_goals : taut::TileWays::to_goals);
}

// Calls find(goals, options, scratch, out), whose numbers go to `out`, as many as there is room
// for. `theirs` is what it reads.
template <class Find>
taut_status write_numbers(const taut_world* world, const taut_tile_steps* steps,
                          const taut_tile_goal* goals, uint32_t goal_count, const float* theirs,
                          float* out, uint32_t capacity, uint32_t* count, taut_error* error,
                          const Find& find) noexcept {
  set_count(count, 0);
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (goals == nullptr && goal_count > 0) return refuse_null(error, "goals");
  if (out == nullptr && capacity > 0) return refuse_null(error, "out");
  taut::DistanceMapOptions options;
  if (const auto bad = read_steps(world, steps, options, error)) return bad;
  return guard(error, [&]() -> taut_status {
    const taut::Grid& grid = world->world->grid();
    const std::vector<taut::TileLink> links = links_of(*world, steps);
    options.links = links;
    const std::size_t tiles = grid.tile_count();
    std::vector<taut::TileGoal> all(goal_count);
    std::transform(goals, goals + goal_count, all.begin(), [](const taut_tile_goal& goal) {
      return taut::TileGoal{{goal.x, goal.y}, goal.value};
    });
    std::vector<float> own;
    const bool is_direct = capacity >= tiles && out != theirs;
    if (!is_direct) own.resize(tiles);
    const std::span<float> numbers = is_direct ? std::span<float>(out, tiles) : own;
    const taut::DistanceMapResult found =
        world->spares.with_distances(grid, [&](taut::DistanceMapScratch& scratch) {
          return find(grid, all, options, scratch, numbers);
        });
    if (!found) return to_status(found.status);
    if (is_direct) {
      set_count(count, tiles);
      return TAUT_OK;
    }
    return fill(out, capacity, count, tiles, [&](std::size_t i) { return own[i]; });
  });
}

taut_status check_creature(const taut_world* world, const taut_tile_creature& creature,
                           taut_error* error) noexcept {
  if (const auto bad = check_within(error, "creature: rank", creature.rank, 0.0, 255.0)) return bad;
  return check_tile_ground(world, creature.ground, error);
}

taut::TileCreature to_creature(const taut_world& world, const taut_tile_creature& from,
                               taut::TileSteps steps) {
  taut::TileCreature to;
  to.at = {from.x, from.y};
  if (from.values != nullptr) to.values = {from.values, world.world->grid().tile_count()};
  to.steps = steps;
  to.steps.costs = find_costs(world, from.ground);
  to.size = from.size;
  to.rank = static_cast<std::uint8_t>(from.rank);
  to.stays = from.stays != 0;
  to.waited = from.waited;
  return to;
}

}  // namespace

extern "C" {

void taut_tile_steps_init(taut_tile_steps* steps) {
  if (steps != nullptr)
    *steps = {taut::kNoLengthLimit, 0, TAUT_DIAGONAL_NO_OBSTACLES, TAUT_DIAGONAL_SQRT2,
              TAUT_WAYS_TO_GOALS};
}

taut_status taut_frontier(const taut_world* world, int32_t ground, int32_t unknown_class,
                          uint32_t* out, uint32_t capacity, uint32_t* count, taut_error* error) {
  set_count(count, 0);
  if (const auto bad = check_tile_ground(world, ground, error)) return bad;
  if (const auto bad = check_within(error, "frontier: class", unknown_class, 0.0, 255.0))
    return bad;
  if (out == nullptr && capacity > 0) return refuse_null(error, "out");
  return guard(error, [&]() -> taut_status {
    const taut::Grid& grid = world->world->grid();
    const auto extract = [&](std::span<taut::TileId> tiles) {
      return extract_frontier(grid, static_cast<std::uint8_t>(unknown_class),
                              find_costs(*world, ground), tiles);
    };
    taut::Result found = extract({out, capacity});
    std::vector<taut::TileId> all;
    if (found.status == taut::Status::truncated) {
      all.resize(grid.walkable_count());
      found = extract(all);
    }
    set_count(count, found.count);
    return found && found.count > capacity ? TAUT_TRUNCATED : to_status(found.status);
  });
}

taut_status taut_tile_distances(const taut_world* world, const taut_tile_steps* steps,
                                const taut_tile_goal* goals, uint32_t goal_count, float* out,
                                uint32_t capacity, uint32_t* count, taut_error* error) {
  return write_numbers(world, steps, goals, goal_count, nullptr, out, capacity, count, error,
                       [](const taut::Grid& grid, const auto& to, const auto& options,
                          taut::DistanceMapScratch& scratch, std::span<float> numbers) {
                         return find_tile_distances(grid, to, options, scratch, numbers);
                       });
}

taut_status taut_escape_map(const taut_world* world, const taut_tile_steps* steps,
                            const taut_tile_goal* exits, uint32_t exit_count, const float* theirs,
                            float* out, uint32_t capacity, uint32_t* count, taut_error* error) {
  set_count(count, 0);
  if (theirs == nullptr) return refuse_null(error, "theirs");
  return write_numbers(
      world, steps, exits, exit_count, theirs, out, capacity, count, error,
      [&](const taut::Grid& grid, const auto& to, const auto& options,
          taut::DistanceMapScratch& scratch, std::span<float> numbers) {
        return find_escape_map(grid, to, {theirs, grid.tile_count()}, options, scratch, numbers);
      });
}

taut_status taut_downhill_step(const taut_world* world, const taut_tile_steps* steps,
                               const float* values, int32_t x, int32_t y, taut_tile* next,
                               taut_error* error) {
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (values == nullptr) return refuse_null(error, "values");
  if (next == nullptr) return refuse_null(error, "next");
  taut::DistanceMapOptions options;
  if (const auto bad = read_steps(world, steps, options, error)) return bad;
  const taut::Grid& grid = world->world->grid();
  if (!grid.is_inside({x, y})) return TAUT_INVALID_INPUT;
  return guard(error, [&]() -> taut_status {
    const std::optional<taut::Tile> found = find_downhill_step(
        grid, {values, grid.tile_count()}, {x, y}, options.steps, links_of(*world, steps));
    if (!found) return TAUT_NO_PATH;
    *next = {found->x, found->y};
    return TAUT_OK;
  });
}

void taut_tile_creature_init(taut_tile_creature* creature) {
  if (creature != nullptr) *creature = {nullptr, 0, 0, 1, 0, 0, 0, 0};
}

taut_status taut_step_tiles(const taut_world* world, const taut_tile_steps* steps,
                            taut_tile_creature* creatures, uint32_t creature_count, uint32_t* moved,
                            taut_error* error) {
  set_count(moved, 0);
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (creatures == nullptr && creature_count > 0) return refuse_null(error, "creatures");
  taut::DistanceMapOptions options;
  if (const auto bad = read_steps(world, steps, options, error)) return bad;
  for (uint32_t i = 0; i < creature_count; ++i) {
    if (const auto bad = check_creature(world, creatures[i], error)) return bad;
  }
  return guard(error, [&]() -> taut_status {
    std::vector<taut::TileCreature> all;
    all.reserve(creature_count);
    for (uint32_t i = 0; i < creature_count; ++i) {
      all.push_back(to_creature(*world, creatures[i], options.steps));
    }
    const taut::Grid& grid = world->world->grid();
    const std::vector<taut::TileLink> links = links_of(*world, steps);
    const taut::StepTilesResult result = world->spares.with_turns(
        grid, all.size(),
        [&](taut::StepTilesScratch& scratch) { return step_tiles(grid, all, links, scratch); });
    if (!result) return to_status(result.status);
    for (uint32_t i = 0; i < creature_count; ++i) {
      creatures[i].x = all[i].at.x;
      creatures[i].y = all[i].at.y;
      creatures[i].waited = all[i].waited;
    }
    set_count(moved, result.moved);
    return TAUT_OK;
  });
}

}  // extern "C"
