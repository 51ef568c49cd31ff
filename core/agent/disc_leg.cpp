#include <algorithm>

#include <taut/engine/geometry.hpp>
#include <taut/engine/tile_bits.hpp>

#include "core/tile/free_tiles.hpp"
#include "core/tile/tile_corners.hpp"
#include "core/tile/tile_walk.hpp"
#include "disc_inflate.hpp"

namespace taut::detail {
namespace {

double square(double value) noexcept { return value * value; }

// Whether the segment enters the tile grown by `least`, with rounded corners.
bool is_near(const Vector& from, const Vector& to, const Tile& tile, double least) noexcept {
  const double least_square = square(least);
  if (square_distance(from, tile) < least_square || square_distance(to, tile) < least_square) {
    return true;
  }
  const Vector d = to - from;
  const double length_square = dot(d, d);
  if (length_square == 0.0) return false;
  bool has_left = false;
  bool has_right = false;
  for (const Tile& at : corners_of(tile)) {
    const Vector v{static_cast<double>(at.x) - from.x, static_cast<double>(at.y) - from.y};
    const double ahead = dot(d, v);
    const double beside = cross(d, v);
    if (ahead > 0.0 && ahead < length_square && square(beside) < least_square * length_square) {
      return true;
    }
    has_left = has_left || beside > 0.0;
    has_right = has_right || beside < 0.0;
  }
  // It may pass through the tile, far from all corners: then corners lie on both sides of it, and
  // the tile between its ends.
  if (!has_left || !has_right) return false;
  const double x = static_cast<double>(tile.x);
  const double y = static_cast<double>(tile.y);
  return std::max(from.x, to.x) > x && std::min(from.x, to.x) < x + 1.0 &&
         std::max(from.y, to.y) > y && std::min(from.y, to.y) < y + 1.0;
}

// Whether no blocked tile comes nearer to a segment. Requires least <= half_band(radius).
bool is_clear(const TileBits& walkable, const Vector& from, const Vector& to, double radius,
              double least) noexcept {
  return SegmentStrip(from, to, half_band(radius))
      .for_each_blocked(walkable,
                        [&](const Tile& tile) { return !is_near(from, to, tile, least); });
}

}  // namespace

bool is_leg_free(const TileBits& walkable, const Vector& from, const Vector& to,
                 double radius) noexcept {
  return is_clear(walkable, from, to, radius, half_band(radius));
}

bool is_leg_clear(const TileBits& walkable, const Vector& from, const Vector& to,
                  double radius) noexcept {
  return is_clear(walkable, from, to, radius, radius - kValidationSlack);
}

}  // namespace taut::detail
