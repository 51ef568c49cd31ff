// Calls of the C interface about tiles: what is seen, and maps of numbers.
#pragma once

#include <taut_maps.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "fuzz/c_call.hpp"
#include "fuzz/check.hpp"

namespace taut::fuzz {

inline void number_tiles(const taut_world* world, const taut_tile_goal& goal, std::int32_t ground,
                         taut_error& error) {
  taut_tile_steps steps;
  taut_tile_steps_init(&steps);
  steps.ground = ground;
  steps.diagonal = goal.x % 5;
  steps.ways = goal.y % 3;
  std::vector<float> numbers(1025);  // worlds have at most 32 x 32 tiles
  std::uint32_t count = 77;
  check_status(taut_tile_distances(world, &steps, &goal, 1, numbers.data(), 1024, &count, &error));
  require(count <= 1024 && numbers[count] == 0.0F, "nor numbers of tiles");
  std::vector<float> escape(1025);
  check_status(
      taut_escape_map(world, &steps, &goal, 1, numbers.data(), escape.data(), 8, nullptr, &error));
  require(escape[8] == 0.0F, "nor those of an escape map");
  taut_tile next;
  check_status(taut_downhill_step(world, &steps, escape.data(), goal.x, goal.y, &next, &error));
  std::array<taut_tile_creature, 2> creatures{
      {{numbers.data(), goal.x, goal.y, 1 + goal.x % 3, ground, 0, 0, 0},
       {escape.data(), goal.x + 1, goal.y, 1 + goal.y % 3, ground, 1, goal.x % 2, 0}}};
  check_status(taut_step_tiles(world, &steps, creatures.data(), 2, &count, &error));
  require(count <= 2, "no more creatures move than there are");
  std::vector<std::uint32_t> tiles(9);
  check_status(taut_frontier(world, ground, goal.y, tiles.data(), 8, nullptr, &error));
  require(tiles[8] == 0, "nor a frontier");
}

// As far as the agent is large, if that is not very far.
inline void look(taut_world* world, const taut_agent& agent, float x, float y, taut_error& error) {
  std::array<std::uint32_t, 9> tiles{};
  std::array<taut_point, 9> corners{};
  const double radius =
      agent.radius > 40.0 && agent.radius <= TAUT_MAX_MAP_SIDE ? 40.0 : agent.radius;
  const auto to_tile = [](float value) {
    return std::abs(value) < 1e6F ? static_cast<std::int32_t>(std::floor(value)) : 7;
  };
  std::uint32_t count = 77;
  check_status(taut_visible_tiles(world, agent.ground, to_tile(x), to_tile(y), radius, tiles.data(),
                                  8, &count));
  require(tiles[8] == 0, "nothing is written beyond the capacity");
  require(std::is_sorted(tiles.begin(), tiles.begin() + std::min(count, 8U)), "tiles in order");
  check_status(
      taut_visibility_polygon(world, agent.ground, x, y, radius, corners.data(), 8, &count));
  require(corners[8].x == 0.0F && corners[8].y == 0.0F, "nor corners");
  number_tiles(world, {to_tile(x), to_tile(y), radius < 1.0 ? 0.5F : 0.0F}, agent.ground, error);
}

}  // namespace taut::fuzz
