// A random ground on a world.
#pragma once

#include <cstdint>

#include <taut/world.hpp>

#include "support/random.hpp"
#include "support/random_edits.hpp"

namespace taut::test {

// Sets a ground with factors, which may block class 3, and gives some rectangles classes 0 to 3.
inline void add_random_ground(Random& random, std::uint8_t number, World& world) {
  Ground ground;
  ground.set(1, random.chance(50) ? 3.0F : 0.5F);
  ground.set(2, random.chance(50) ? 1.5F : 8.0F);
  if (random.chance(30)) ground.set(3, kBlockedTerrain);
  world.set_ground(number, ground);
  for (int i = random.between(1, 10); i > 0; --i) {
    world.set_class(random_rect(random, world.grid().width(), world.grid().height()),
                    static_cast<std::uint8_t>(random.between(0, 3)));
  }
}

}  // namespace taut::test
