#include <taut/engine/tile_disc.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

#include <taut/engine/constants.hpp>
#include "core/tile/tile_walk.hpp"

#include "core/tile/lattice_ray.hpp"
#include "core/tile/tile_corners.hpp"
#include "disc_inflate.hpp"
#include "near_points.hpp"

namespace taut {
namespace {

using detail::LatticeBox;
using detail::LatticePoint;
using detail::to_vector;
using detail::Vector;

// Whether the segment meets the interior of a tile.
bool is_crossing(const Point& from, const Point& to, const Tile& tile) noexcept {
  const float x = static_cast<float>(tile.x);
  const float y = static_cast<float>(tile.y);
  if (std::max(from.x, to.x) <= x || std::min(from.x, to.x) >= x + 1.0F ||
      std::max(from.y, to.y) <= y || std::min(from.y, to.y) >= y + 1.0F) {
    return false;
  }
  const std::array<double, 4> sides{
      orient(from, to, Point{x, y}), orient(from, to, Point{x + 1.0F, y}),
      orient(from, to, Point{x, y + 1.0F}), orient(from, to, Point{x + 1.0F, y + 1.0F})};
  const auto [least, most] = std::minmax_element(sides.begin(), sides.end());
  return *least < 0.0 && *most > 0.0;
}

// Whether the segment runs between the tile and a blocked one left of it or above.
bool is_slipping(const TileBits& walkable, const Point& from, const Point& to,
                 const Tile& tile) noexcept {
  const float x = static_cast<float>(tile.x);
  const float y = static_cast<float>(tile.y);
  const auto overlaps = [](float a, float b, float low) {
    return std::max(a, b) > low && std::min(a, b) < low + 1.0F;
  };
  if (from.x == x && to.x == x && overlaps(from.y, to.y, y)) {
    return !walkable.is_set(tile.x - 1, tile.y);
  }
  return from.y == y && to.y == y && overlaps(from.x, to.x, x) &&
         !walkable.is_set(tile.x, tile.y - 1);
}

// Whether the segment passes a corner where the tile and a blocked one above touch, between them.
bool is_squeezing(const TileBits& walkable, const Point& from, const Point& to,
                  const Tile& tile) noexcept {
  if (!walkable.is_set(tile.x, tile.y - 1)) return false;
  for (const int side : {-1, 1}) {
    if (walkable.is_set(tile.x + side, tile.y - 1) || !walkable.is_set(tile.x + side, tile.y)) {
      continue;
    }
    const Point corner{static_cast<float>(side < 0 ? tile.x : tile.x + 1),
                       static_cast<float>(tile.y)};
    if (orient(from, to, corner) == 0.0 && dot(corner, from, to) < 0.0) return true;
  }
  return false;
}

// Whether a point agent can go straight from one walkable point to another.
bool is_way_free(const TileBits& walkable, const Point& from, const Point& to) noexcept {
  return detail::for_each_blocked_tile(
      walkable, std::array{to_vector(from), to_vector(to)}, [&](const Tile& tile) {
        return !is_crossing(from, to, tile) && !is_slipping(walkable, from, to, tile) &&
               !is_squeezing(walkable, from, to, tile);
      });
}

// Branch and bound over boxes of lattice points. The centres at which the disc meets a given tile
// form a convex set; so do the points that a given tile hides. A box is skipped when its four
// corners lie in one such set.
class ClearPointSearch {
 public:
  ClearPointSearch(const TileBits& walkable, const Point& from, double radius,
                   double max_distance) noexcept
      : walkable_(walkable), from_(from), radius_(radius), nearest_(from, max_distance) {
    const double steps = std::min(max_distance, 4.0 * kMaxMapSide) * kLatticePerTile;
    const auto whole = static_cast<std::int64_t>(steps);
    const auto around = [whole](std::int64_t at, int tiles) {
      return std::array{std::max<std::int64_t>(at - whole, 0),
                        std::min(at + whole, tiles * detail::kTile)};
    };
    const LatticePoint& at = nearest_.at();
    const auto [left, right] = around(at.x, walkable.width());
    const auto [above, below] = around(at.y, walkable.height());
    if (left > right || above > below) return;
    const auto may_hold = [this](const LatticeBox& box) {
      return !detail::is_too_near(walkable_, box, radius_) && !is_hidden(box);
    };
    const auto may_be_at = [this](const Point& place) {
      return has_clearance(walkable_, place, radius_) && is_way_free(walkable_, from_, place);
    };
    detail::look_in({{left, above}, {right, below}}, may_hold, may_be_at, nearest_);
  }

  [[nodiscard]] std::optional<Point> best() const noexcept { return nearest_.best(); }

 private:
  // Whether one tile stands between the point and all of the box.
  [[nodiscard]] bool is_hidden(const LatticeBox& box) const noexcept {
    const std::array<Point, 4> corners = box.corners();
    const std::array<Vector, 2> way{to_vector(from_), to_vector(corners[0])};
    return !detail::for_each_blocked_tile(walkable_, way, [&](const Tile& tile) {
      return !std::all_of(corners.begin(), corners.end(),
                          [&](const Point& corner) { return is_crossing(from_, corner, tile); });
    });
  }

  const TileBits& walkable_;
  Point from_;
  double radius_;
  detail::NearestPoint nearest_;
};

}  // namespace

// The tile comes within the radius of two opposite corners, so it meets what is near to both.
bool detail::is_too_near(const TileBits& walkable, const LatticeBox& box, double radius) noexcept {
  const std::array<Point, 4> corners = box.corners();
  const Vector low = to_vector(corners[0]);
  const Vector high = to_vector(corners[2]);
  if (std::max(high.x - low.x, high.y - low.y) > 2.0 * radius + 1.0) return false;
  const Vector a{high.x - radius, high.y - radius};
  const Vector b{low.x + radius, low.y + radius};
  const std::array<Vector, 4> near{Vector{std::min(a.x, b.x), std::min(a.y, b.y)},
                                   Vector{std::max(a.x, b.x), std::min(a.y, b.y)},
                                   Vector{std::max(a.x, b.x), std::max(a.y, b.y)},
                                   Vector{std::min(a.x, b.x), std::max(a.y, b.y)}};
  return !for_each_blocked_tile(walkable, near, [&](const Tile& tile) {
    return !std::all_of(corners.begin(), corners.end(), [&](const Point& corner) {
      return square_distance(to_vector(corner), tile) < radius * radius;
    });
  });
}

std::optional<Point> find_clear_point(const TileBits& walkable, const Point& point, double radius,
                                      double max_distance) noexcept {
  if (!detail::is_possible(radius) || !(max_distance >= 0.0)) return std::nullopt;
  if (!locate(walkable, point)) return std::nullopt;
  if (has_clearance(walkable, point, radius)) return point;
  return ClearPointSearch(walkable, point, radius, max_distance).best();
}

}  // namespace taut
