// Corridors of any length with a known shape, for the cost of pulling.
#pragma once

#include <array>
#include <cstddef>

#include "support/lattice.hpp"

namespace taut::test {

// A hall with a portal every step, all in sight of the start.
LatticeCorridor make_straight(std::size_t portals);

// A turn at each portal, to the left and to the right in turn.
LatticeCorridor make_zigzag(std::size_t portals);

// A passage of unit tiles that winds outward round its start.
LatticeCorridor make_spiral(std::size_t portals);

// A passage along a convex curve, a corner at each portal, then a wide hall of as many portals
// again that turns back: each portal of the hall brings more of the curve into the path. Half of
// the portals are the curve's.
LatticeCorridor make_curve_before_hall(std::size_t portals);

// Portals that share one end, round which the corridor winds again and again.
LatticeCorridor make_fan(std::size_t portals);

// One of the shapes. Coordinates stay below 2^24 for up to 16384 portals.
struct Shape {
  const char* name;
  LatticeCorridor (*make)(std::size_t portals);
};

inline constexpr std::array<Shape, 5> kShapes{{{"straight", make_straight},
                                               {"zigzag", make_zigzag},
                                               {"spiral", make_spiral},
                                               {"curve before hall", make_curve_before_hall},
                                               {"fan", make_fan}}};

}  // namespace taut::test
