// The taut path of a point among tiles, as a source of inflate() (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <taut/disc_path.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/tile_bits.hpp>

#include "core/tile/tile_corners.hpp"
#include "disc_inflate.hpp"

namespace taut::detail {

// Half the width of the band around a leg of the disc. It is a little less than the radius, so that
// tiles that the disc just touches lie outside: those of walls that it passes along, and of corners
// that it turns around. The difference is below the tolerances and above the margin of outlines.
[[nodiscard]] inline double half_band(double radius) noexcept {
  return std::max(radius - 0.5 * kDiscSlack, 0.0);
}

// Whether a blocked tile at the corner lies to that side of a line through it: 1 left, -1 right.
[[nodiscard]] inline bool has_tile_beside(const TileBits& walkable, const Point& from,
                                          const Point& to, const Point& corner,
                                          double side) noexcept {
  const int x = static_cast<int>(corner.x);
  const int y = static_cast<int>(corner.y);
  for (const Tile& tile : {Tile{x, y}, Tile{x - 1, y}, Tile{x - 1, y - 1}, Tile{x, y - 1}}) {
    if (!walkable.is_set(tile.x, tile.y) && side * orient(from, to, center(tile)) > 0.0) {
      return true;
    }
  }
  return false;
}

class TileSource {
 public:
  TileSource(const TileBits& walkable, std::span<const Point> path, double radius) noexcept
      : walkable_(walkable), path_(path), radius_(radius) {}

  [[nodiscard]] std::size_t count() const noexcept { return path_.size(); }

  [[nodiscard]] Corner corner(std::size_t i) const noexcept {
    const auto index = static_cast<std::uint32_t>(i);
    if (i == 0) return {path_[i], index, CornerKind::start};
    if (i + 1 == path_.size()) return {path_[i], index, CornerKind::goal};
    const bool is_left = orient(path_[i - 1], path_[i], path_[i + 1]) > 0.0;
    return {path_[i], index, is_left ? CornerKind::left : CornerKind::right};
  }

  [[nodiscard]] std::optional<Corner> find_corner(std::size_t i, const DiscTurn& a,
                                                  const DiscTurn& b,
                                                  const TangentLeg& leg) const noexcept {
    // What the leg cuts off lies between it and the point's leg, or within the radius of it.
    const Point& p = path_[i];
    const Point& q = path_[i + 1];
    const auto in_frame = [&](const Point& place) {
      const Vector v{static_cast<double>(place.x) - leg.from.x,
                     static_cast<double>(place.y) - leg.from.y};
      return Vector{dot(leg.along, v), cross(leg.along, v)};
    };
    const Vector from = in_frame(p);
    const Vector to = in_frame(q);
    const double extent = half_band(radius_);
    Extent beside{-extent, extent};
    for (const double x : {0.0, leg.length}) {
      const double share = to.x > from.x ? std::clamp((x - from.x) / (to.x - from.x), 0.0, 1.0)
                           : x > 0.0     ? 1.0
                                         : 0.0;
      beside.include(from.y + share * (to.y - from.y));
    }
    const auto place = [&](double ahead, double left) {
      return Vector{leg.from.x + ahead * leg.along.x - left * leg.along.y,
                    leg.from.y + ahead * leg.along.y + left * leg.along.x};
    };
    const std::array<Vector, 4> band{place(0.0, beside.low), place(leg.length, beside.low),
                                     place(leg.length, beside.high), place(0.0, beside.high)};
    WorstCorner worst(leg, radius_, a, b);
    for_each_obstacle_corner(walkable_, band, [&](const Point& c) {
      if (c == a.center || c == b.center) return;
      double side = orient(p, q, c);
      // On the leg: the blocked tile decides.
      if (side == 0.0) side = has_tile_beside(walkable_, p, q, c, 1.0) ? 1.0 : -1.0;
      worst.look_at(c, side > 0.0 ? CornerKind::left : CornerKind::right, i);
    });
    return worst.corner();
  }

 private:
  const TileBits& walkable_;
  std::span<const Point> path_;
  double radius_;
};

}  // namespace taut::detail
