// The shortest path through portals by brute force, in integers.
#pragma once

#include <vector>

#include "support/lattice.hpp"

namespace taut::test {

// The shortest polyline from start to goal that touches the portals in their order and turns at
// portal ends only, in canonical form. Exact but for the sums of lengths that it compares, which
// are long double. Cost: cubic in the number of portals.
//
// Where portals are edges of a row of convex cells this is the shortest of all polylines that touch
// them in order. Requires coordinates below 2^29.
std::vector<LatticePoint> find_shortest_by_force(const LatticeCorridor& corridor);

// Whether the closed segment a b touches the portals first <= k < last in their order.
bool is_touching_in_order(LatticePoint a, LatticePoint b, const std::vector<LatticePortal>& portals,
                          std::size_t first, std::size_t last);

// Without repeated points and points where the direction does not change; 180-degree turns stay.
std::vector<LatticePoint> to_canonical(const std::vector<LatticePoint>& path);
std::vector<Point> to_canonical(const std::vector<Point>& path);  // of the lattice

// An upper bound of the length of the shortest polyline of any kind that touches the portals in
// order: each portal is cut into `parts`, and the polyline turns at the cuts. Where it lies below
// find_shortest_by_force(), the corridor does not consist of convex cells, or the brute force is
// wrong.
long double find_length_over_cuts(const LatticeCorridor& corridor, int parts);

}  // namespace taut::test
