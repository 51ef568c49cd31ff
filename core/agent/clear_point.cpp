#include <taut/clear_point.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <taut/constants.hpp>
#include <taut/tile_disc.hpp>
#include "core/tile/tile_walk.hpp"

#include "core/tile/lattice_ray.hpp"
#include "core/tile/tile_corners.hpp"
#include "disc_inflate.hpp"

namespace taut {
namespace {

using detail::LatticePoint;
using detail::to_vector;
using detail::Vector;

Point to_point(const LatticePoint& at) noexcept {
  constexpr float kStep = 1.0F / static_cast<float>(kLatticePerTile);
  return {static_cast<float>(at.x) * kStep, static_cast<float>(at.y) * kStep};
}

// Whether the segment meets the interior of a tile.
bool is_crossing(const Point& from, const Point& to, const Tile& tile) noexcept {
  const float x = static_cast<float>(tile.x);
  const float y = static_cast<float>(tile.y);
  if (std::max(from.x(), to.x()) <= x || std::min(from.x(), to.x()) >= x + 1.0F ||
      std::max(from.y(), to.y()) <= y || std::min(from.y(), to.y()) >= y + 1.0F) {
    return false;
  }
  const std::array<double, 4> sides{
      orient(from, to, Point(x, y)), orient(from, to, Point(x + 1.0F, y)),
      orient(from, to, Point(x, y + 1.0F)), orient(from, to, Point(x + 1.0F, y + 1.0F))};
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
  if (from.x() == x && to.x() == x && overlaps(from.y(), to.y(), y)) {
    return !walkable.is_set(tile.x - 1, tile.y);
  }
  return from.y() == y && to.y() == y && overlaps(from.x(), to.x(), x) &&
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
    const Point corner(static_cast<float>(side < 0 ? tile.x : tile.x + 1),
                       static_cast<float>(tile.y));
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

// The lattice points from `low` to `high`, both included.
struct LatticeBox {
  LatticePoint low;
  LatticePoint high;

  [[nodiscard]] LatticePoint nearest(const LatticePoint& p) const noexcept {
    return {std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y)};
  }
  [[nodiscard]] std::array<Point, 4> corners() const noexcept {
    return {to_point(low), to_point({high.x, low.y}), to_point(high), to_point({low.x, high.y})};
  }
};

// On which side of the walls around a point a place may lie.
enum class Sides { same, any };

// Branch and bound over boxes of lattice points. The centres at which the disc meets a given tile
// form a convex set; so do the points that a given tile hides. A box is skipped when its four
// corners lie in one such set.
class ClearPointSearch {
 public:
  ClearPointSearch(const TileBits& walkable, const Point& from, double radius, double reach,
                   Sides sides) noexcept
      : walkable_(walkable),
        from_(from),
        at_(detail::to_lattice(from)),
        radius_(radius),
        sides_(sides) {
    const double steps = std::min(reach, 4.0 * kMaxMapSide) * kLatticePerTile;
    best_square_ = static_cast<std::int64_t>(steps * steps);
    const auto whole = static_cast<std::int64_t>(steps);
    const auto around = [whole](std::int64_t at, int tiles) {
      return std::array{std::max<std::int64_t>(at - whole, 0),
                        std::min(at + whole, tiles * detail::kTile)};
    };
    const auto [left, right] = around(at_.x, walkable.width());
    const auto [above, below] = around(at_.y, walkable.height());
    if (left <= right && above <= below) look_in({{left, above}, {right, below}});
  }

  [[nodiscard]] std::optional<Point> best() const noexcept {
    if (!has_best_) return std::nullopt;
    return to_point(best_);
  }

 private:
  void look_in(const LatticeBox& box) noexcept {
    const LatticePoint near = box.nearest(at_);
    const std::int64_t away =
        (near.x - at_.x) * (near.x - at_.x) + (near.y - at_.y) * (near.y - at_.y);
    if (away > best_square_) return;
    const std::int64_t width = box.high.x - box.low.x;
    const std::int64_t height = box.high.y - box.low.y;
    if (width == 0 && height == 0) {
      look_at(near, away);
      return;
    }
    if (is_covered(box) || (sides_ == Sides::same && is_hidden(box))) return;
    LatticeBox first = box;
    LatticeBox second = box;
    if (width >= height) {
      first.high.x = box.low.x + width / 2;
      second.low.x = first.high.x + 1;
      if (at_.x > first.high.x) std::swap(first, second);
    } else {
      first.high.y = box.low.y + height / 2;
      second.low.y = first.high.y + 1;
      if (at_.y > first.high.y) std::swap(first, second);
    }
    look_in(first);
    look_in(second);
  }

  void look_at(const LatticePoint& p, std::int64_t away) noexcept {
    if (has_best_ && away == best_square_ && (p.y > best_.y || (p.y == best_.y && p.x > best_.x))) {
      return;
    }
    const Point place = to_point(p);
    if (!has_clearance(walkable_, place, radius_)) return;
    if (sides_ == Sides::same && !is_way_free(walkable_, from_, place)) return;
    best_ = p;
    best_square_ = away;
    has_best_ = true;
  }

  // Whether one tile is too near to all of the box.
  [[nodiscard]] bool is_covered(const LatticeBox& box) const noexcept {
    const std::array<Point, 4> corners = box.corners();
    const Vector low = to_vector(corners[0]);
    const Vector high = to_vector(corners[2]);
    if (std::max(high.x - low.x, high.y - low.y) > 2.0 * radius_ + 1.0) return false;
    // The tile comes within the radius of two opposite corners, so it meets what is near to both.
    const Vector a{high.x - radius_, high.y - radius_};
    const Vector b{low.x + radius_, low.y + radius_};
    const std::array<Vector, 4> near{Vector{std::min(a.x, b.x), std::min(a.y, b.y)},
                                     Vector{std::max(a.x, b.x), std::min(a.y, b.y)},
                                     Vector{std::max(a.x, b.x), std::max(a.y, b.y)},
                                     Vector{std::min(a.x, b.x), std::max(a.y, b.y)}};
    return !detail::for_each_blocked_tile(walkable_, near, [&](const Tile& tile) {
      return !std::all_of(corners.begin(), corners.end(), [&](const Point& corner) {
        return detail::square_distance(to_vector(corner), tile) < radius_ * radius_;
      });
    });
  }

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
  LatticePoint at_;
  double radius_;
  Sides sides_;
  std::int64_t best_square_;  // of the best so far; initially of the reach
  LatticePoint best_{0, 0};
  bool has_best_ = false;
};

}  // namespace

std::optional<Point> find_clear_point(const TileBits& walkable, const Point& point, double radius,
                                      double reach) noexcept {
  const bool is_possible = radius >= 0.0 && radius <= static_cast<double>(kMaxMapSide);
  if (!is_possible || !(reach >= 0.0) || !locate(walkable, point)) return std::nullopt;
  if (has_clearance(walkable, point, radius)) return point;
  return ClearPointSearch(walkable, point, radius, reach, Sides::same).best();
}

std::optional<Point> find_clear_place(const TileBits& walkable, const Point& point, double radius,
                                      double reach) noexcept {
  const bool is_possible = radius >= 0.0 && radius <= static_cast<double>(kMaxMapSide);
  if (!is_possible || !(reach >= 0.0)) return std::nullopt;
  return ClearPointSearch(walkable, point, radius, reach, Sides::any).best();
}

}  // namespace taut
