// Proves that a path is the shortest through its portals, without lengths: for corridors too long
// or with coordinates too large for brute force.
#pragma once

#include <string>
#include <vector>

#include "support/lattice.hpp"

namespace taut::test {

// Empty when the path is canonical, joins start and goal, touches the portals in order and is taut:
// at each of its bends stands an end, on the inner side of the bend, of a portal that the path can
// touch nowhere else; where the corridor winds round that end by a full turn or more, the bend may
// look like one to the other side. In a corridor of convex cells such a path cannot be shortened
// locally, and touching convex portals in order is a convex problem, so it is the shortest. Else
// says what is wrong. Exact; linear in portals and points. Requires coordinates below 2^29.
std::string find_tautness_fault(const LatticeCorridor& corridor,
                                const std::vector<LatticePoint>& path);

}  // namespace taut::test
