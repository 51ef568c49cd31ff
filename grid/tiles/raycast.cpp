#include <taut/raycast.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "core/tile/tile_walk.hpp"

#include "core/tile/lattice_ray.hpp"

// A ray that does not run along a grid line visits one tile after another. Which side of a tile it
// leaves by is the sign of `lead`: the difference between the moments at which it meets the next
// vertical and the next horizontal grid line, times |dx| |dy|. Lattice coordinates take 25 bits, so
// lead takes 51. At 0 the ray passes exactly through a tile corner.
namespace taut {
namespace {

using detail::first_tile;
using detail::kTile;
using detail::last_tile;
using detail::LatticePoint;
using detail::sign;
using detail::tile_at;
using detail::to_lattice;

// What a ray writes down of the tiles it crosses.
enum class Listing : std::uint8_t { nothing, tiles, corridor };

template <Listing kListing>
class Ray {
 public:
  Ray(const Grid& grid, const Point& from, const Point& to, std::span<TileId> crossed) noexcept
      : grid_(grid),
        bits_(grid.bits()),
        from_(to_lattice(from)),
        to_(to_lattice(to)),
        crossed_(crossed) {
    result_.end = to;
  }

  // `start` is the tile that the ray's first point stands on.
  RaycastResult follow(const Tile& start) noexcept {
    const std::int64_t dx = to_.x - from_.x;
    const std::int64_t dy = to_.y - from_.y;
    if (dx == 0 && dy == 0) {
      enter(start);
      result_.is_visible = true;
    } else if (dx == 0 && from_.x % kTile == 0) {
      slide(first_tile(from_.y, sign(dy)), last_tile(to_.y, sign(dy)), sign(dy), Axis::vertical);
    } else if (dy == 0 && from_.y % kTile == 0) {
      slide(first_tile(from_.x, sign(dx)), last_tile(to_.x, sign(dx)), sign(dx), Axis::horizontal);
    } else {
      cross(dx, dy);
    }
    if (result_.tile == Tile{-1, -1}) enter(start);  // blocked before it left its first point
    return result_;
  }

 private:
  enum class Axis : std::uint8_t { horizontal, vertical };

  [[nodiscard]] bool is_walkable(const Tile& tile) const noexcept {
    return bits_.is_set_near(tile.x, tile.y);
  }

  void enter(const Tile& tile) noexcept {
    result_.tile = tile;
    if constexpr (kListing == Listing::nothing) return;
    if (result_.count == crossed_.size()) {
      result_.status = Status::truncated;
      return;
    }
    crossed_[result_.count++] = grid_.id(tile);
  }

  // Enters `next` from `tile` by an orthogonal step. A corridor drops `tile` when the step turns
  // there and the tile on the other side of the turn is walkable too. Its first and last step stay
  // orthogonal, so that legs of a path join without diagonal steps that turn sharply.
  void enter_by_step(const Tile& tile, const Tile& next, int steps_left) noexcept {
    if constexpr (kListing == Listing::corridor) {
      const Tile across{before_.x + next.x - tile.x, before_.y + next.y - tile.y};
      const bool is_turn = before_.x != next.x && before_.y != next.y;
      const bool is_cut = has_before_ && result_.count > 2 && steps_left > 1 && is_turn &&
                          result_.status == Status::ok && is_walkable(across);
      if (is_cut) --result_.count;
      has_before_ = !is_cut;
      before_ = tile;
    }
    enter(next);
  }

  void stop(const Tile& blocker, const Point& end) noexcept {
    result_.blocker = blocker;
    result_.end = end;
  }

  // The place where the ray has gone the fraction part / whole of its way.
  [[nodiscard]] Point place(std::int64_t part, std::int64_t whole) const noexcept {
    return detail::place_on_ray(from_, to_, part, whole);
  }

  void cross(std::int64_t dx, std::int64_t dy) noexcept {
    const int sx = sign(dx);
    const int sy = sign(dy);
    const std::int64_t adx = std::abs(dx);
    const std::int64_t ady = std::abs(dy);
    Tile tile{first_tile(from_.x, sx), first_tile(from_.y, sy)};
    if (!is_walkable(tile)) {
      stop(tile, place(0, 1));
      return;
    }
    enter(tile);

    // How far the next grid line of each direction lies.
    std::int64_t to_x_line = sx > 0 ? (tile.x + 1) * kTile - from_.x : from_.x - tile.x * kTile;
    std::int64_t to_y_line = sy > 0 ? (tile.y + 1) * kTile - from_.y : from_.y - tile.y * kTile;
    std::int64_t lead = to_x_line * ady - to_y_line * adx;
    int steps = std::abs(last_tile(to_.x, sx) - tile.x) + std::abs(last_tile(to_.y, sy) - tile.y);
    while (steps > 0) {
      Tile next = tile;
      if (lead <= 0) next.x += sx;
      if (lead >= 0) next.y += sy;
      if (lead == 0) {
        const Tile beside_x{next.x, tile.y};
        const Tile beside_y{tile.x, next.y};
        const bool is_x_walkable = is_walkable(beside_x);
        const bool is_y_walkable = is_walkable(beside_y);
        if (!is_walkable(next) || !(is_x_walkable || is_y_walkable)) {
          const Point corner(static_cast<float>(sx > 0 ? next.x : tile.x),
                             static_cast<float>(sy > 0 ? next.y : tile.y));
          stop(is_walkable(next) ? beside_x : next, corner);
          return;
        }
        if (!is_y_walkable) enter(beside_x);
        if (!is_x_walkable) enter(beside_y);
      } else if (!is_walkable(next)) {
        stop(next, lead < 0 ? place(to_x_line, adx) : place(to_y_line, ady));
        return;
      }
      if (lead == 0) {
        enter(next);
        has_before_ = false;
      } else {
        enter_by_step(tile, next, steps);
      }
      if (lead <= 0) {
        to_x_line += kTile;
        --steps;
      }
      if (lead >= 0) {
        to_y_line += kTile;
        --steps;
      }
      lead = to_x_line * ady - to_y_line * adx;
      tile = next;
    }
    result_.is_visible = true;
  }

  // Along a grid line: from row (or column) `first` to `last`, between the tiles on its near (lower
  // x or y) and far side. The ray keeps to the far side while it can.
  void slide(int first, int last, int step, Axis axis) noexcept {
    const int line = tile_at(axis == Axis::vertical ? from_.x : from_.y);
    const auto side = [&](int offset, int along) -> Tile {
      return axis == Axis::vertical ? Tile{line + offset, along} : Tile{along, line + offset};
    };
    int offset = is_walkable(side(0, first)) ? 0 : -1;
    if (!is_walkable(side(offset, first))) {
      stop(side(0, first), place(0, 1));
      return;
    }
    enter(side(offset, first));
    for (int along = first; along != last; along += step) {
      if (!is_walkable(side(offset, along + step))) {
        const int other = -1 - offset;
        if (!is_walkable(side(other, along)) || !is_walkable(side(other, along + step))) {
          const float at = static_cast<float>(step > 0 ? along + 1 : along);
          const float on = static_cast<float>(line);
          stop(side(offset, along + step), axis == Axis::vertical ? Point(on, at) : Point(at, on));
          return;
        }
        offset = other;
        enter(side(offset, along));
      }
      enter(side(offset, along + step));
    }
    result_.is_visible = true;
  }

  const Grid& grid_;
  const TileBits& bits_;
  LatticePoint from_;
  LatticePoint to_;
  std::span<TileId> crossed_;
  Tile before_{};            // the tile before the current one
  bool has_before_ = false;  // whether an orthogonal step led from it
  RaycastResult result_;
};

template <Listing kListing>
RaycastResult follow_ray(const Grid& grid, const Point& from, const Point& to,
                         std::span<TileId> crossed) noexcept {
  if (is_on_map(grid.bits(), to)) {
    if (const std::optional<Tile> start = grid.locate(from)) {
      return Ray<kListing>(grid, from, to, crossed).follow(*start);
    }
  }
  RaycastResult result;
  result.status = Status::invalid_input;
  result.end = from;
  return result;
}

}  // namespace

RaycastResult raycast(const Grid& grid, const Point& from, const Point& to,
                      std::span<TileId> crossed) noexcept {
  return follow_ray<Listing::tiles>(grid, from, to, crossed);
}

RaycastResult extract_ray_corridor(const Grid& grid, const Point& from, const Point& to,
                                   std::span<TileId> corridor) noexcept {
  return follow_ray<Listing::corridor>(grid, from, to, corridor);
}

RaycastResult raycast(const Grid& grid, const Point& from, const Point& to) noexcept {
  return follow_ray<Listing::nothing>(grid, from, to, {});
}

bool is_visible(const Grid& grid, const Point& from, const Point& to) noexcept {
  return raycast(grid, from, to).is_visible;
}

std::size_t max_ray_tiles(const Point& from, const Point& to) noexcept {
  // One tile for each line crossed, one more per corner passed or side changed, and the first.
  // No ray leaves the largest map.
  const auto lines = [](float a, float b) -> std::size_t {
    const double between = std::ceil(std::abs(static_cast<double>(b) - static_cast<double>(a)));
    return between < kMaxMapSide ? static_cast<std::size_t>(between) : kMaxMapSide;
  };
  return 2 * (lines(from.x(), to.x()) + lines(from.y(), to.y())) + 3;
}

}  // namespace taut
