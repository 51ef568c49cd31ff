// What tests of disc paths share.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include <taut/engine/disc_path.hpp>
#include <taut/grid.hpp>

namespace taut::test {

inline constexpr std::array<double, 4> kNarrowRadii{0.1, 0.25, 0.4, 0.5};

// For messages.
std::string describe(const Grid& grid, const Point& start, const Point& goal, double radius,
                     std::span<const DiscTurn> turns = {});

// The map in which nothing but a corridor is walkable.
Grid keep_only(const Grid& grid, const std::vector<TileId>& corridor);

// The least distance of a point, and of the legs between points, from a blocked tile or the
// outside; 0 in one. Looks at every tile.
double measure_clearance(const Grid& grid, const DiscPoint& point);
double measure_clearance(const Grid& grid, std::span<const DiscPoint> line);

}  // namespace taut::test
