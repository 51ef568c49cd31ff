#include <taut/engine/raycast.hpp>

#include <cstdint>
#include <cstdlib>
#include <utility>

#include "core/tile/ray_walk.hpp"
#include "grid/tiles/mover_tiles.hpp"

// A ray that does not run along a grid line visits one tile after another. The sign of `lead` tells
// by which side it leaves a tile: the difference between the times at which it meets the next
// vertical and the next horizontal grid line, times |dx| |dy|. Lattice coordinates take 25 bits, so
// lead takes 51. At 0 the ray passes exactly through a tile corner.
namespace taut {
namespace {

using detail::first_tile;
using detail::kTile;
using detail::last_tile;
using detail::LatticePoint;
using detail::sign;

// How a ray lists the tiles it crosses.
enum class Listing : std::uint8_t { nothing, tiles, corridor };

// The next grid lines that a ray meets, in lattice steps from its start.
class NextLines {
 public:
  NextLines(const LatticePoint& from, const LatticePoint& to, const Tile& first) noexcept
      : dx_(std::abs(to.x - from.x)),
        dy_(std::abs(to.y - from.y)),
        to_vertical_(to.x > from.x ? (first.x + 1) * kTile - from.x : from.x - first.x * kTile),
        to_horizontal_(to.y > from.y ? (first.y + 1) * kTile - from.y : from.y - first.y * kTile) {}

  // Below 0 when the next line is vertical, above 0 when it is horizontal.
  [[nodiscard]] std::int64_t lead() const noexcept {
    return to_vertical_ * dy_ - to_horizontal_ * dx_;
  }

  // How far the ray has gone at the next line: the fraction part / whole of its length.
  struct Fraction {
    std::int64_t part;
    std::int64_t whole;
  };
  [[nodiscard]] Fraction way_to_next(std::int64_t lead) const noexcept {
    return lead < 0 ? Fraction{to_vertical_, dx_} : Fraction{to_horizontal_, dy_};
  }

  // Passes the next line, or both where they meet; returns how many.
  int pass(std::int64_t lead) noexcept {
    if (lead <= 0) to_vertical_ += kTile;
    if (lead >= 0) to_horizontal_ += kTile;
    return lead == 0 ? 2 : 1;
  }

 private:
  std::int64_t dx_;
  std::int64_t dy_;
  std::int64_t to_vertical_;
  std::int64_t to_horizontal_;
};

// Where a ray may go: on grids what their bits say.
const TileBits& tiles_of(const Grid& grid) noexcept { return grid.bits(); }
const detail::MoverTiles& tiles_of(const detail::MoverTiles& tiles) noexcept { return tiles; }
const Grid& grid_of(const Grid& grid) noexcept { return grid; }
const Grid& grid_of(const detail::MoverTiles& tiles) noexcept { return tiles.grid(); }

template <Listing kListing, class Map>
class TileRay : public detail::RayWalk<TileRay<kListing, Map>, RaycastResult> {
  using Base = detail::RayWalk<TileRay<kListing, Map>, RaycastResult>;
  friend Base;

 public:
  TileRay(const Map& map, const Point& from, const Point& to,
          std::span<TileId> crossed = {}) noexcept
      : Base(from, to), grid_(grid_of(map)), tiles_(tiles_of(map)), crossed_(crossed) {}

 private:
  using Base::from_;
  using Base::result_;
  using Base::to_;
  using typename Base::Axis;
  using typename Base::Corner;

  [[nodiscard]] static const Tile& find(const Tile& tile) noexcept { return tile; }
  [[nodiscard]] static int end_of(const Tile& tile, Axis axis, int /*step*/) noexcept {
    return axis == Axis::vertical ? tile.y : tile.x;
  }
  [[nodiscard]] bool is_walkable(const Tile& tile) const noexcept {
    return tiles_.is_set_near(tile.x, tile.y);
  }
  [[nodiscard]] bool has_entered() const noexcept { return result_.tile != Tile{-1, -1}; }

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
  // orthogonal, so that no diagonal step turns sharply where legs of a path join.
  void enter_by_step(const Tile& tile, const Tile& next, int lines_left) noexcept {
    if constexpr (kListing == Listing::corridor) {
      const Tile across{before_.x + next.x - tile.x, before_.y + next.y - tile.y};
      const bool is_turn = before_.x != next.x && before_.y != next.y;
      const bool is_cut = has_before_ && result_.count > 2 && lines_left > 1 && is_turn &&
                          result_.status == Status::ok && is_walkable(across);
      if (is_cut) --result_.count;
      has_before_ = !is_cut;
      before_ = tile;
    }
    enter(next);
  }

  // Enters `next` through the corner that it shares with `tile`; if one of the tiles beside the
  // corner is blocked, through the other one. False when the ray is stopped.
  [[nodiscard]] bool enter_by_corner(const Tile& tile, const Tile& next) noexcept {
    const std::optional<Corner> corner = this->pass_corner(tile, next);
    if (!corner) return false;
    if (!corner->is_y_walkable) enter(corner->beside_x);
    if (!corner->is_x_walkable) enter(corner->beside_y);
    enter(next);
    has_before_ = false;
    return true;
  }

  void cross() noexcept {
    const int sx = sign(to_.x - from_.x);
    const int sy = sign(to_.y - from_.y);
    Tile tile{first_tile(from_.x, sx), first_tile(from_.y, sy)};
    if (!is_walkable(tile)) {
      this->stop(tile, this->place(0, 1));
      return;
    }
    enter(tile);
    NextLines lines(from_, to_, tile);
    int lines_left =
        std::abs(last_tile(to_.x, sx) - tile.x) + std::abs(last_tile(to_.y, sy) - tile.y);
    while (lines_left > 0) {
      const std::int64_t lead = lines.lead();
      const Tile next{lead <= 0 ? tile.x + sx : tile.x, lead >= 0 ? tile.y + sy : tile.y};
      if (lead == 0) {
        if (!enter_by_corner(tile, next)) return;
      } else if (is_walkable(next)) {
        enter_by_step(tile, next, lines_left);
      } else {
        const auto [part, whole] = lines.way_to_next(lead);
        this->stop(next, this->place(part, whole));
        return;
      }
      lines_left -= lines.pass(lead);
      tile = next;
    }
    result_.is_visible = true;
  }

  const Grid& grid_;
  decltype(tiles_of(std::declval<const Map&>())) tiles_;
  std::span<TileId> crossed_;
  Tile before_{};            // the tile before the current one
  bool has_before_ = false;  // whether an orthogonal step led from it
};

template <Listing kListing, class Map, class... Crossed>
RaycastResult follow(const Map& map, const Point& from, const Point& to,
                     const Crossed&... crossed) noexcept {
  return detail::follow_ray<TileRay<kListing, Map>>(map, from, to, crossed...);
}

}  // namespace

RaycastResult raycast(const Grid& grid, const Point& from, const Point& to,
                      std::span<TileId> crossed) noexcept {
  return follow<Listing::tiles>(grid, from, to, crossed);
}

RaycastResult raycast(const Grid& grid, const Point& from, const Point& to) noexcept {
  return follow<Listing::nothing>(grid, from, to);
}

bool is_visible(const Grid& grid, const Point& from, const Point& to) noexcept {
  return raycast(grid, from, to).is_visible;
}

bool is_visible(const Grid& grid, const Ground& costs, const Point& from,
                const Point& to) noexcept {
  return is_visible(detail::MoverTiles(grid, &costs), from, to);
}

namespace detail {

RaycastResult raycast(const MoverTiles& tiles, const Point& from, const Point& to) noexcept {
  return follow<Listing::nothing>(tiles, from, to);
}

RaycastResult extract_ray_corridor(const MoverTiles& tiles, const Point& from, const Point& to,
                                   std::span<TileId> corridor) noexcept {
  return follow<Listing::corridor>(tiles, from, to, corridor);
}

bool is_visible(const MoverTiles& tiles, const Point& from, const Point& to) noexcept {
  return raycast(tiles, from, to).is_visible;
}

}  // namespace detail
}  // namespace taut
