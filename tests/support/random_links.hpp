// Random links of a world.
#pragma once

#include <algorithm>
#include <cstdint>

#include <taut/world.hpp>

#include "random.hpp"
#include "random_maps.hpp"

namespace taut::test {

inline LinkOptions random_link_options(Random& random) {
  LinkOptions options;
  options.cost = random.chance(30) ? 0.0 : static_cast<double>(random.between(0, 4000)) / 1000.0;
  if (random.chance(40)) options.is_one_way = true;
  options.terrain_class = static_cast<std::uint8_t>(random.between(0, 3));
  options.is_open = random.chance(90);
  if (random.chance(20)) options.width = static_cast<double>(random.between(0, 4)) / 2.0;
  return options;
}

// Up to `most` links; fewer where the world refuses places. With `longest` above 0 half of the ends
// are segments of up to so many tiles.
inline void add_random_links(Random& random, int most, World& world, int longest = 0) {
  const auto random_end = [&] {
    const LatticePoint a = random_place(random, world.grid());
    if (longest == 0 || random.chance(50)) return LinkEnd(to_map_point(a));
    const auto along = [&](std::int64_t from, int sides) {
      const std::int64_t way = random.between(-2 * longest, 2 * longest) * 512;
      const std::int64_t odd = random.chance(20) ? random.between(-500, 500) : 0;
      return std::clamp<std::int64_t>(from + way + odd, 0, std::int64_t{sides} * 1024);
    };
    LatticePoint b = a;
    if (random.chance(70)) b.x = along(a.x, world.grid().width());
    if (random.chance(70)) b.y = along(a.y, world.grid().height());
    return LinkEnd(to_map_point(a), to_map_point(b));
  };
  for (int i = random.between(0, most); i > 0; --i) {
    const LinkEnd from = random_end();
    const LinkEnd to = random_end();
    const LinkOptions options = random_link_options(random);
    if (detail::find_link_fault(world, from, to).empty()) world.link(from, to, options);
  }
}

// Changes or removes one of them, or adds one.
inline void edit_random_link(Random& random, World& world, int longest = 0) {
  if (world.links().empty() || random.chance(30)) {
    add_random_links(random, 1, world, longest);
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
