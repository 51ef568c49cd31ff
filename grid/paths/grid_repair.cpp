#include <taut/grid_repair.hpp>

#include <algorithm>
#include <cstddef>

#include <taut/raycast.hpp>
#include "core/tile/tile_walk.hpp"

namespace taut {
namespace {

// Appends the corridors of legs so that neighbours share an edge, or a corner of four walkable
// tiles.
class CorridorWriter {
 public:
  CorridorWriter(const Grid& grid, std::span<TileId> out) noexcept : grid_(grid), out_(out) {}

  [[nodiscard]] Status append_leg(const Point& from, const Point& to) noexcept {
    // Room for the tile that may have to join this leg to the last one.
    const std::size_t place = count_ > 0 ? count_ + 1 : 0;
    if (place >= out_.size()) return Status::truncated;
    const RaycastResult ray = extract_ray_corridor(grid_, from, to, out_.subspan(place));
    if (ray.status == Status::invalid_input || !ray.is_visible) return Status::invalid_input;
    // Further back in `out`: appending never overtakes them.
    const std::span<const TileId> tiles = out_.subspan(place, ray.count);
    if (count_ > 0 && !join(grid_.tile(tiles[0]))) return Status::invalid_input;
    // A leg does not go back on itself: only its first tiles can lead back along the corridor.
    std::size_t next = 0;
    for (int appended = 0; next < tiles.size() && appended < 2; ++next) {
      appended = append(tiles[next]) ? appended + 1 : 0;
    }
    const std::span<const TileId> rest = tiles.subspan(next);
    std::copy(rest.begin(), rest.end(), out_.begin() + static_cast<std::ptrdiff_t>(count_));
    count_ += rest.size();
    return ray.status;
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  // Appends a tile, unless it is the last one; one that leads back to the tile before the last takes
  // the last out again. Returns whether the corridor became longer.
  bool append(TileId tile) noexcept {
    if (count_ > 0 && out_[count_ - 1] == tile) return false;
    if (count_ > 1 && out_[count_ - 2] == tile) {
      --count_;
      return false;
    }
    out_[count_++] = tile;
    return true;
  }

  // Makes the corridor end at a neighbour of `first`, or there: both tiles touch the corner where
  // the legs meet.
  [[nodiscard]] bool join(const Tile& first) noexcept {
    const Tile last = grid_.tile(out_[count_ - 1]);
    if (first.x == last.x || first.y == last.y) return true;
    const bool is_x_walkable = grid_.is_walkable(first.x, last.y);
    const bool is_y_walkable = grid_.is_walkable(last.x, first.y);
    if (is_x_walkable && is_y_walkable) return true;
    if (!is_x_walkable && !is_y_walkable) return false;
    append(grid_.id(is_x_walkable ? Tile{first.x, last.y} : Tile{last.x, first.y}));
    return true;
  }

  const Grid& grid_;
  std::span<TileId> out_;
  std::size_t count_ = 0;
};

}  // namespace

bool bends_around_obstacle(const Grid& grid, const Point& before, const Point& corner,
                           const Point& after) noexcept {
  return bends_around_obstacle(grid.bits(), before, corner, after);
}

bool is_bend_walkable(const Grid& grid, const Point& before, const Point& corner,
                      const Point& after) noexcept {
  return is_bend_walkable(grid.bits(), before, corner, after);
}

std::optional<Point> find_detour(const Grid& grid, const Point& from, const Point& to,
                                 Side side) noexcept {
  const RaycastResult ray = raycast(grid, from, to);
  if (ray.is_visible) return std::nullopt;
  return find_detour_round(grid.bits(), from, to, ray.end, ray.blocker, side);
}

Result extract_corridor(const Grid& grid, std::span<const Point> path,
                        std::span<TileId> out) noexcept {
  CorridorWriter corridor(grid, out);
  return detail::append_legs(path, corridor);
}

Result repair_corridor(const Grid& grid, std::span<const Point> path, std::span<Point> work,
                       std::span<TileId> out) noexcept {
  const std::size_t count = repair_path(grid, path, work);
  return extract_corridor(grid, work.first(count), out);
}

}  // namespace taut
