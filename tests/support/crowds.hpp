// What the tests of crowds share.
#pragma once

#include <taut/world.hpp>

namespace taut::test {

inline constexpr double kTick = 0.05;  // seconds
inline constexpr Agent kDisc = Agent::disc(0.4);

}  // namespace taut::test
