#include <taut/engine/grid_path.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include <taut/engine/raycast.hpp>

#include "core/corridor/corridor_legs.hpp"
#include "core/tile/tile_walk.hpp"
#include "grid/paths/mover_smoothing.hpp"

namespace taut {
namespace {

// Tiles, of which consecutive ones share an edge or a corner of four walkable tiles, written leg by
// leg (corridor_legs.hpp).
class TileLegs {
 public:
  TileLegs(const detail::MoverTiles& tiles, std::span<TileId> out) noexcept
      : tiles_(tiles), out_(out) {}

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  [[nodiscard]] RaycastResult trace(const Point& from, const Point& to,
                                    std::span<TileId> out) const noexcept {
    return extract_ray_corridor(tiles_, from, to, out);
  }

  [[nodiscard]] bool join(const Point& /*place*/, TileId first_id) noexcept {
    const Tile first = tiles_.tile(first_id);
    const Tile last = tiles_.tile(out_[count_ - 1]);
    if (first.x == last.x || first.y == last.y) return true;
    const bool is_x_walkable = tiles_.is_walkable(first.x, last.y);
    const bool is_y_walkable = tiles_.is_walkable(last.x, first.y);
    if (is_x_walkable && is_y_walkable) return true;
    if (!is_x_walkable && !is_y_walkable) return false;
    append(tiles_.id(is_x_walkable ? Tile{first.x, last.y} : Tile{last.x, first.y}));
    return true;
  }

  void append(std::span<const TileId> leg) noexcept {
    // A leg is straight: only its first tiles can lead back along the corridor.
    std::size_t next = 0;
    for (int appended = 0; next < leg.size() && appended < 2; ++next) {
      appended = append(leg[next]) ? appended + 1 : 0;
    }
    const std::span<const TileId> rest = leg.subspan(next);
    std::copy(rest.begin(), rest.end(), out_.begin() + static_cast<std::ptrdiff_t>(count_));
    count_ += rest.size();
  }

 private:
  // Appends a tile, unless it is the last one. Tiles from which it leads back at once are removed:
  // a corridor must not pass a portal forth and back. Returns whether it only grew.
  bool append(TileId tile) noexcept {
    bool has_grown = true;
    while (count_ > 1 && out_[count_ - 1] != tile &&
           is_spur(out_[count_ - 2], out_[count_ - 1], tile)) {
      --count_;
      has_grown = false;
    }
    if (count_ > 0 && out_[count_ - 1] == tile) return false;
    out_[count_++] = tile;
    return has_grown;
  }

  // Whether three tiles lead back at once: to the same tile, or by a diagonal step to a tile that
  // shares an edge with the first.
  [[nodiscard]] bool is_spur(TileId before, TileId tile, TileId after) const noexcept {
    if (before == after) return true;
    const Tile a = tiles_.tile(before);
    const Tile b = tiles_.tile(tile);
    const Tile c = tiles_.tile(after);
    const bool is_any_diagonal = (a.x != b.x && a.y != b.y) || (b.x != c.x && b.y != c.y);
    return is_any_diagonal && std::abs(a.x - c.x) + std::abs(a.y - c.y) == 1;
  }

  const detail::MoverTiles& tiles_;
  std::span<TileId> out_;
  std::size_t count_ = 0;
};

}  // namespace

Result extract_corridor(const Grid& grid, std::span<const Point> path,
                        std::span<TileId> out) noexcept {
  return extract_corridor(detail::MoverTiles(grid), path, out);
}

Result smooth_corridor(const Grid& grid, std::span<const Point> path, std::span<Point> work,
                       std::span<TileId> out) noexcept {
  return smooth_corridor(detail::MoverTiles(grid), path, work, out);
}

namespace detail {

bool bends_around_obstacle(const MoverTiles& tiles, const Point& before, const Point& corner,
                           const Point& after) noexcept {
  return taut::bends_around_obstacle(tiles.bits(), before, corner, after);
}

bool is_bend_walkable(const MoverTiles& tiles, const Point& before, const Point& corner,
                      const Point& after) noexcept {
  if (!is_tile_corner(corner)) return true;
  unsigned free = 0;
  unsigned bit = 1;
  for (const Tile& tile : tiles_around(corner)) {
    if (tiles.is_walkable(tile)) free |= bit;
    bit <<= 1;
  }
  return taut::is_bend_walkable(free, before, corner, after);
}

std::optional<Point> find_detour(const MoverTiles& tiles, const Point& from, const Point& to,
                                 Side side) noexcept {
  return find_detour_by_ray(tiles, from, to, side);
}

Result extract_corridor(const MoverTiles& tiles, std::span<const Point> path,
                        std::span<TileId> out) noexcept {
  TileLegs corridor(tiles, out);
  return append_legs(path, out, corridor);
}

Result smooth_corridor(const MoverTiles& tiles, std::span<const Point> path, std::span<Point> work,
                       std::span<TileId> out) noexcept {
  if (work.size() < max_smoothing_points(path.size())) return {Status::invalid_input, 0};
  const std::size_t count = smooth_path(tiles, path, work);
  return extract_corridor(tiles, work.first(count), out);
}

}  // namespace detail
}  // namespace taut
