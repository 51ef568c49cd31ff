// Worlds with agents of every shape on grounds of every kind, and their edits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <taut/engine/vectors.hpp>
#include <taut/world.hpp>

#include "support/map_families.hpp"
#include "support/random.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"

namespace taut::test {

// Grounds: 0; 1, which may block classes; 2, whose classes cost differently, some with a margin.
inline std::vector<Agent> all_agents() {
  std::vector<Agent> agents;
  for (const std::uint8_t ground : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
    agents.push_back(Agent::point(ground));
    for (const double radius : {0.0, 0.25, 0.5, 0.9, 1.5}) {
      agents.push_back(Agent::disc(radius, ground));
    }
    for (const double radius : {0.25, 0.5, 0.75, 1.0}) {
      agents.push_back(Agent::square(radius, ground));
    }
  }
  return agents;
}

inline void set_doors(Random& random, World& world) {
  Ground doors;
  for (std::uint8_t i = 1; i < 4; ++i) {
    if (random.chance(40)) doors.set(i, kBlockedTerrain);
  }
  world.set_ground(1, doors);
}

inline void set_costs(Random& random, World& world) {
  Ground costs;
  costs.set(1, random.chance(50) ? 3.0F : 0.5F);
  costs.set(2, random.chance(50) ? 1.5F : 8.0F);
  if (random.chance(30)) costs.set(3, kBlockedTerrain);
  if (random.chance(20)) costs.set_margin(1, 1.5F);
  world.set_ground(2, costs);
}

// An edit of tiles, of classes, or of a ground.
inline void edit_mixed(Random& random, World& world) {
  const TileRect tiles = random_rect(random, world.grid().width(), world.grid().height());
  const int kind = random.between(0, 19);
  if (kind == 0) {
    set_doors(random, world);
  } else if (kind == 1) {
    set_costs(random, world);
  } else if (kind < 12) {
    world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
  } else {
    world.set_class(tiles, static_cast<std::uint8_t>(random.below(4)));
  }
}

// Links between walkable tiles.
inline void add_links(Random& random, World& world) {
  if (world.grid().walkable_count() < 2) return;
  for (int i = random.between(1, 4); i > 0; --i) {
    const Tile from = random_walkable_tile(random, world.grid());
    const Tile to = random_walkable_tile(random, world.grid());
    if (from == to) continue;
    LinkOptions options{static_cast<double>(random.between(0, 5))};
    if (random.chance(30)) options.is_one_way = true;
    if (random.chance(30)) options.terrain_class = static_cast<std::uint8_t>(random.below(4));
    if (random.chance(20)) options.width = 0.9;
    options.is_open = !random.chance(10);
    options.user_data = random.next();
    world.link(center(from), center(to), options);
  }
}

// With all agents prepared.
inline World make_mixed_world(Random& random, int max_side) {
  World world(make_family_map(random, max_side));
  set_doors(random, world);
  set_costs(random, world);
  for (int i = random.between(0, 4); i > 0; --i) edit_mixed(random, world);
  for (const Agent& agent : all_agents()) world.prepare(agent);
  return world;
}

}  // namespace taut::test
