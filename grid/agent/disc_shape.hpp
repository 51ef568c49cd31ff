// What stands for a disc on a mesh of its centre (internal).
#pragma once

#include <cstdint>
#include <vector>

#include <taut/engine/constants.hpp>

namespace taut::detail {

// A shape is a union of K open rectangles around a centre. In lattice steps rectangle k reaches
// extents[k] to both sides along x, and extents[K - 1 - k] along y. So its sides are stairs whose
// outer corners lie on the circle of the disc, or just inside.
//
// The shape for tiles, as the increasing extents[k], with these promises for any two tiles and the
// border of the map:
//
// - Two tiles grown by the shape overlap exactly when the disc does not fit between them: when
//   their distance d satisfies d^2 / 4 < radius * radius, as has_clearance() decides it in the
//   middle between them.
// - Otherwise they are a step of the lattice apart along an axis: they never just touch.
// - A point of the lattice where has_clearance() is true lies in no grown tile.
//
// At most `most_lines` sides of grown tiles per tile, along an axis.
//
// Requires  1/1024 <= radius <= 32, a multiple of 1/1024; most_lines >= 4.
[[nodiscard]] std::vector<std::int32_t> choose_disc_shape(double radius, int most_lines);

// A length that the path on the mesh keeps if the disc's path keeps `limit`. The shape lies in a
// circle that is e <= sqrt(2) lattice steps larger than the disc's. A path pulled around the same
// corners grows with the radius r by the sum of its turning angles. Its arcs alone are r times that
// sum: it gets longer by the factor (r + e) / r at most, below 1 + 1 / 128 from a radius of 1/4 on.
// For smaller ones each of its n corners turns it by pi at most, and the n - 1 legs between them
// are longer than 0.86: e * pi * n is below 1/128 of these and 5 steps. The ends leave the larger
// circles first, within e each.
[[nodiscard]] constexpr double disc_length_limit(double limit) noexcept {
  return limit * (1.0 + 1.0 / 128.0) + 8.0 / kLatticePerTile;
}

}  // namespace taut::detail
