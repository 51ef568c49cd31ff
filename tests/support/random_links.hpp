// Random links of a world.
#pragma once

#include <stdexcept>

#include <taut/world.hpp>

#include "random.hpp"
#include "random_maps.hpp"

namespace taut::test {

inline LinkOptions random_link_options(Random& random) {
  LinkOptions options;
  options.cost = random.chance(30) ? 0.0 : static_cast<double>(random.between(0, 4000)) / 1000.0;
  if (random.chance(40)) options.ways = LinkWays::one_way;
  options.terrain_class = static_cast<std::uint8_t>(random.between(0, 3));
  options.is_open = random.chance(90);
  if (random.chance(20)) options.width = static_cast<double>(random.between(0, 4)) / 2.0;
  return options;
}

// Up to `most` links; fewer where the world refuses places.
inline void add_random_links(Random& random, int most, World& world) {
  for (int i = random.between(0, most); i > 0; --i) {
    const Point from = to_map_point(random_place(random, world.grid()));
    const Point to = to_map_point(random_place(random, world.grid()));
    if (from == to || !world.grid().locate(from) || !world.grid().locate(to)) continue;
    world.link(from, to, random_link_options(random));
  }
}

// Changes or removes one of them, or adds one.
inline void edit_random_link(Random& random, World& world) {
  if (world.links().empty() || random.chance(30)) {
    add_random_links(random, 1, world);
    return;
  }
  const LinkId id = world.links()[random.below(world.links().size())].id;
  if (random.chance(30)) {
    world.unlink(id);
  } else {
    world.change_link(id, random_link_options(random));
  }
}

}  // namespace taut::test
