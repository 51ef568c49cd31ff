// The memory of weighted string pulling, and what its solvers return (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/weighted_pull.hpp>

namespace taut::detail {

// What one step of the lattice costs on the cheapest ground.
inline constexpr double kLeastCost =
    static_cast<double>(kLeastTerrainCost) / static_cast<double>(kLatticePerTile);

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

// A portal between two costs.
struct Border {
  Vector left;
  Vector along;
  double length = 0;  // of the portal
  double place = 0;
  double last_place = 0;  // before the step
  double change = 0;      // as those of a Crossing
  double next_factor = 0;
  std::uint32_t portal = 0;
  bool is_moving = false;  // whether it is a variable of the next step
};

// The shortest path from a border, or the start, to the next, or the goal.
struct BorderRun {
  double cost = 1;  // of a unit of length
  double length = 0;
  Vector first;  // the direction of its first leg; 0 where it has no length, as the next three
  Vector last;   // of its last leg
  double first_inverse = 0;  // of the length of that leg
  double last_inverse = 0;
  bool is_straight = true;
};

struct TAUT_LOCAL WeightedMemory {
  std::size_t portals = 0;
  UnsetArray<Crossing> crossings;
  UnsetArray<WeightedLeg> legs;  // one more
  UnsetArray<Border> borders;
  UnsetArray<BorderRun> runs;    // one more
  UnsetArray<Point> points;      // two more
  std::size_t border_count = 0;  // of the last corridor
};

struct WeightedBounds {
  double cost = 0.0;     // of the crossings
  double bound = 0.0;    // no path through the portals costs less
  bool is_near = false;  // whether they differ by the tolerance at most
};

// find_crossings() by Newton steps over the places at borders, the portals between two costs. The
// bounds are not near where it gives up, which is rare.
[[nodiscard]] WeightedBounds find_border_crossings(const Point& start, const Point& goal,
                                                   std::span<const Portal> portals,
                                                   std::span<const float> costs, double tolerance,
                                                   WeightedMemory& memory) noexcept;

// Finds the places of the crossings where the cost changes, such that no path costs less by more
// than `tolerance` of their cost (or of that of one lattice step where they cost less), or gives
// up. Requires memory for the portals, and one more cost than portals, all above 0.
WeightedBounds find_crossings(const Point& start, const Point& goal,
                              std::span<const Portal> portals, std::span<const float> costs,
                              double tolerance, WeightedMemory& memory) noexcept;

// The crossing of a portal that find_crossings() found, on the lattice: on the portal if that is
// parallel to an axis.
[[nodiscard]] Point rounded_crossing(const Portal& portal, const Crossing& crossing) noexcept;

}  // namespace taut::detail
