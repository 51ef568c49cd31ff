#pragma once

#include <array>

#include <taut/engine/grid_search.hpp>

namespace taut::test {

inline constexpr std::array<DiagonalRule, 4> kRules{
    DiagonalRule::never, DiagonalRule::only_if_no_obstacles, DiagonalRule::at_least_one_walkable,
    DiagonalRule::always};

}  // namespace taut::test
