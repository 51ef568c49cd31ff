// What the tests of crowds share.
#pragma once

#include <taut/world.hpp>

namespace taut::test {

inline constexpr double kTick = 0.05;  // seconds
inline constexpr double kSpeed = 2.0;  // tiles per second
inline constexpr Agent kDisc = Agent::disc(0.4);

}  // namespace taut::test
