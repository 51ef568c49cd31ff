// A search for discs that do not fit everywhere.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <taut/clearance.hpp>
#include <taut/search.hpp>
#include <taut/status.hpp>
#include <taut/tile_bits.hpp>

namespace taut {

// The memory of find_wide_path(), bought once; one per thread. 20 bytes per point of the lattice.
struct WideScratch {
  explicit WideScratch(const Clearance& clearance)
      : search(clearance.point_count()), nodes(clearance.point_count()) {}

  SearchScratch search;
  std::vector<NodeId> nodes;
};

struct WideResult {
  Status status = Status::no_path;
  std::size_t count = 0;     // points written
  std::size_t expanded = 0;  // nodes expanded
};

// Finds a path of a disc's centre over the half-tile lattice, in steps of half a tile to all sides:
// from any radius, to be made short by pull_disc().
//
// Sound: a straight step between two points that have room for the disc has room all along. The
// nearest point of a tile to it is a tile corner or lies on a tile side beside it; corners are on
// the lattice, so one that is nearest to a place inside the step would lie beside such a place, and
// there is no lattice point between the step's ends. A diagonal step has room where all four points
// of its square have: a corner that is nearest to its inside lies on the line through the other
// two, beyond one of these, which then has less room than the step. Where they have not, as in a
// gap between two corners that lie diagonally, the step itself is looked at.
//
// Start and goal join the lattice at the nearest point that has room and can be reached straight.
//
// Reachability: through every gap between two obstacle corners, or a corner and a wall, that is
// wide enough. Lost are places that the lattice's points and straight steps do not connect
// (docs/radius.md has how many).
//
// Requires  clearance of `walkable` as it is.
// Errors    invalid_input: start or goal (snapped to the lattice of 1/1024 tile) has no clearance
//           of `radius`; the radius is below kNarrowRadius or none (is_radius()); the clearance is
//           of another size, or the scratch was bought for a smaller one.
// Writes    a canonical path, walkable for the disc. truncated with its first points when `out` is
//           smaller; clearance.point_count() + 2 is always enough. Does not allocate.
// Cost      O(n log n) in the lattice points reached.
[[nodiscard]] WideResult find_wide_path(const TileBits& walkable, const Clearance& clearance,
                                        const Point& start, const Point& goal, double radius,
                                        WideScratch& scratch, std::span<Point> out) noexcept;

}  // namespace taut
