// Raycasts of maps of tiles, except for the step from cell to cell (internal).
#pragma once

#include <cstdint>
#include <optional>

#include <taut/engine/geometry.hpp>
#include <taut/point.hpp>
#include <taut/status.hpp>

#include "lattice_ray.hpp"
#include "tile_walk.hpp"

namespace taut::detail {

// The state of a raycast. `Walk` derives from this and knows the cells, each identified by a Cell:
//
//   walk.find(tile)               the cell that contains the tile
//   walk.is_walkable(cell)        whether the cell is walkable; also for a tile
//   walk.enter(cell)              the ray enters the cell
//   walk.end_of(cell, axis, step) the last row (or column) of the cell in direction `step`
//   walk.has_entered()            whether the ray has entered any cell
//   walk.cross()                  follows a ray that does not run along a grid line
//
// `Result` is what raycast() returns.
template <class Walk, class Result>
class RayWalk {
 public:
  // `start` is the tile that the ray's first point lies on.
  [[nodiscard]] Result follow(const Tile& start) noexcept {
    const std::int64_t dx = to_.x - from_.x;
    const std::int64_t dy = to_.y - from_.y;
    if (dx == 0 && dy == 0) {
      walk().enter(walk().find(start));
      result_.is_visible = true;
    } else if (dx == 0 && from_.x % kTile == 0) {
      slide(first_tile(from_.y, sign(dy)), last_tile(to_.y, sign(dy)), sign(dy), Axis::vertical);
    } else if (dy == 0 && from_.y % kTile == 0) {
      slide(first_tile(from_.x, sign(dx)), last_tile(to_.x, sign(dx)), sign(dx), Axis::horizontal);
    } else {
      walk().cross();
    }
    // Blocked at its first point.
    if (!walk().has_entered()) walk().enter(walk().find(start));
    return result_;
  }

 protected:
  enum class Axis : std::uint8_t { horizontal, vertical };

  // The tiles beside the corner that a ray passes exactly, and whether they are walkable.
  struct Corner {
    Tile beside_x;
    Tile beside_y;
    bool is_x_walkable;
    bool is_y_walkable;
  };

  RayWalk(const Point& from, const Point& to) noexcept
      : from_(to_lattice(from)), to_(to_lattice(to)) {
    result_.end = to;
  }

  void stop(const Tile& blocker, const Point& end) noexcept {
    result_.blocker = blocker;
    result_.end = end;
  }

  // The point at the fraction part / whole of the ray.
  [[nodiscard]] Point place(std::int64_t part, std::int64_t whole) const noexcept {
    return place_on_ray(from_, to_, part, whole);
  }

  // Passes exactly through the corner between `tile` and `next`. `next` and one of the two tiles
  // beside the corner must be walkable; otherwise the ray stops there, and the result is
  // std::nullopt.
  [[nodiscard]] std::optional<Corner> pass_corner(const Tile& tile, const Tile& next) noexcept {
    const Tile beside_x{next.x, tile.y};
    const Tile beside_y{tile.x, next.y};
    const Corner corner{beside_x, beside_y, walk().is_walkable(beside_x),
                        walk().is_walkable(beside_y)};
    const bool is_next_walkable = walk().is_walkable(next);
    if (is_next_walkable && (corner.is_x_walkable || corner.is_y_walkable)) return corner;
    const Point at{static_cast<float>(next.x > tile.x ? next.x : tile.x),
                   static_cast<float>(next.y > tile.y ? next.y : tile.y)};
    stop(is_next_walkable ? beside_x : next, at);
    return std::nullopt;
  }

  const LatticePoint from_;
  const LatticePoint to_;
  Result result_;

 private:
  [[nodiscard]] Walk& walk() noexcept { return static_cast<Walk&>(*this); }

  // Follows a grid line from row (or column) `first` to `last`, between the tiles on its near side
  // (lower x or y) and its far side. The ray stays on the far side while it can.
  void slide(int first, int last, int step, Axis axis) noexcept {
    const int line = tile_at(axis == Axis::vertical ? from_.x : from_.y);
    const auto tile_on = [&](int side, int along) -> Tile {
      return axis == Axis::vertical ? Tile{line + side, along} : Tile{along, line + side};
    };
    const auto find_on = [&](int side, int along) { return walk().find(tile_on(side, along)); };
    int side = walk().is_walkable(find_on(0, first)) ? 0 : -1;
    auto cell = find_on(side, first);
    if (!walk().is_walkable(cell)) {
      stop(tile_on(0, first), place(0, 1));
      return;
    }
    walk().enter(cell);
    for (;;) {
      const int along = walk().end_of(cell, axis, step);
      if ((last - along) * step <= 0) break;
      auto next = find_on(side, along + step);
      if (!walk().is_walkable(next)) {
        const int other = -1 - side;
        const auto beside = find_on(other, along);
        next = find_on(other, along + step);
        if (!walk().is_walkable(beside) || !walk().is_walkable(next)) {
          const float at = static_cast<float>(step > 0 ? along + 1 : along);
          const float on = static_cast<float>(line);
          stop(tile_on(side, along + step), axis == Axis::vertical ? Point{on, at} : Point{at, on});
          return;
        }
        side = other;
        walk().enter(beside);
      }
      walk().enter(next);
      cell = next;
    }
    result_.is_visible = true;
  }
};

// Casts a ray by `Walk(map, from, to, options...)`; invalid_input where it cannot start or end.
template <class Walk, class Map, class... Options>
[[nodiscard]] auto follow_ray(const Map& map, const Point& from, const Point& to,
                              const Options&... options) noexcept {
  using Result = decltype(Walk(map, from, to, options...).follow(Tile{}));
  if (is_on_map(map.bits(), to)) {
    if (const std::optional<Tile> start = map.locate(from)) {
      return Walk(map, from, to, options...).follow(*start);
    }
  }
  Result result;
  result.status = Status::invalid_input;
  result.end = from;
  return result;
}

}  // namespace taut::detail
