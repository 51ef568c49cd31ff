// The crossing points of the cheapest path through portals (internal).
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/geometry.hpp>
#include <taut/portal.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// A portal with the place where the path crosses it.
struct Crossing {
  Vector left;
  Vector along;            // from the left end to the right one
  double place = 0.5;      // 0 at the left end, 1 at the right one
  double left_force = 0;   // the multiplier of place >= 0
  double right_force = 0;  // the multiplier of place <= 1
  double to_left = 0;      // 1 / place
  double to_right = 0;     // 1 / (1 - place)
  double change = 0;       // of the place, in a step; while solving, what is eliminated
  double next_factor = 0;  // of the tridiagonal system
};

// The part of the path between two crossings.
struct WeightedLeg {
  double cost = 1;  // of a unit of length
  double length = 0;
  double inverse = 0;  // of its length, smoothed: finite where the length is 0
  Vector run;          // from its begin to its end
  Vector force;        // the dual variable: |force| <= cost, parallel to run at the optimum
};

struct WeightedMemory {
  std::size_t portals = 0;
  std::unique_ptr<Crossing[]> crossings;
  std::unique_ptr<WeightedLeg[]> legs;  // one more
  std::unique_ptr<Point[]> points;      // two more
};

struct WeightedBounds {
  double cost = 0.0;     // of the crossings
  double bound = 0.0;    // no path through the portals costs less
  bool is_near = false;  // whether they differ by the tolerance at most
};

// Finds the places of the crossings such that no path costs less by more than `tolerance` of their
// cost (or of that of one lattice step where they cost less), or gives up. Requires memory for the
// portals, and one more cost than portals, all above 0.
WeightedBounds find_crossings(const Point& start, const Point& goal,
                              std::span<const Portal> portals, std::span<const float> costs,
                              double tolerance, WeightedMemory& memory) noexcept;

// The crossing of a portal that find_crossings() found, on the lattice: on the portal if that is
// parallel to an axis.
[[nodiscard]] Point rounded_crossing(const Portal& portal, const Crossing& crossing) noexcept;

}  // namespace taut::detail
TAUT_API_END
