#include <taut/grid_repair.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

#include <taut/raycast.hpp>

namespace taut {
namespace {

bool is_tile_corner(const Point& p) noexcept {
  return p.x() == static_cast<float>(static_cast<int>(p.x())) &&
         p.y() == static_cast<float>(static_cast<int>(p.y()));
}

std::array<Tile, 4> tiles_around(const Point& corner) noexcept {
  const int x = static_cast<int>(corner.x());
  const int y = static_cast<int>(corner.y());
  return {{{x, y}, {x - 1, y}, {x - 1, y - 1}, {x, y - 1}}};
}

// The tiles around a corner that a leg towards `to` touches: bit i for tiles_around()[i]. Two when
// the leg runs along a grid line.
unsigned tiles_along(const Point& corner, const Point& to) noexcept {
  constexpr std::array<Tile, 4> kQuadrants{{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
  unsigned tiles = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const float dx = (to.x() - corner.x()) * static_cast<float>(kQuadrants[i].x);
    const float dy = (to.y() - corner.y()) * static_cast<float>(kQuadrants[i].y);
    if (dx >= 0.0F && dy >= 0.0F) tiles |= 1U << i;
  }
  return tiles;
}

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
  if (!is_tile_corner(corner)) return false;
  const double turn = orient(before, corner, after);
  for (const Tile& tile : tiles_around(corner)) {
    if (grid.is_walkable(tile)) continue;
    const Point middle = center(tile);
    if (orient(before, corner, middle) * turn > 0.0 && orient(corner, after, middle) * turn > 0.0) {
      return true;
    }
  }
  return false;
}

bool is_bend_walkable(const Grid& grid, const Point& before, const Point& corner,
                      const Point& after) noexcept {
  if (!is_tile_corner(corner)) return true;
  const std::array<Tile, 4> tiles = tiles_around(corner);
  unsigned walkable = 0;
  for (unsigned i = 0; i < 4; ++i) walkable |= grid.is_walkable(tiles[i]) ? 1U << i : 0U;
  // From the tiles of one leg round the corner, tile by tile, until nothing is added.
  unsigned reached = tiles_along(corner, before) & walkable;
  for (int i = 0; i < 3; ++i) {
    reached |= (reached << 1 | reached >> 1 | reached << 3 | reached >> 3) & walkable;
  }
  return (reached & tiles_along(corner, after)) != 0;
}

std::optional<Point> find_detour(const Grid& grid, const Point& from, const Point& to,
                                 Side side) noexcept {
  const RaycastResult ray = raycast(grid, from, to);
  if (ray.is_visible) return std::nullopt;
  const double sign = side == Side::left ? 1.0 : -1.0;
  Point farthest = to;
  bool is_any = false;
  const auto look_round = [&](const Tile& tile) {
    for (const Tile& at :
         {tile, Tile{tile.x + 1, tile.y}, Tile{tile.x, tile.y + 1}, Tile{tile.x + 1, tile.y + 1}}) {
      const Point corner(static_cast<float>(at.x), static_cast<float>(at.y));
      if (sign * orient(from, to, corner) <= 0.0) continue;
      if (sign * orient(from, farthest, corner) <= 0.0) continue;
      farthest = corner;
      is_any = true;
    }
  };
  look_round(ray.blocker);
  // At a tile corner several blocked tiles may meet; those beside the start are not in the way.
  if (ray.end != from && is_tile_corner(ray.end)) {
    for (const Tile& tile : tiles_around(ray.end)) {
      if (!grid.is_walkable(tile)) look_round(tile);
    }
  }
  return is_any ? farthest : from;
}

Result extract_corridor(const Grid& grid, std::span<const Point> path,
                        std::span<TileId> out) noexcept {
  CorridorWriter corridor(grid, out);
  if (path.size() == 1) {
    const Status status = corridor.append_leg(path[0], path[0]);
    return {status, status == Status::invalid_input ? 0 : corridor.count()};
  }
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Status status = corridor.append_leg(path[i - 1], path[i]);
    if (status == Status::invalid_input) return {status, 0};
    if (status != Status::ok) return {status, corridor.count()};
  }
  return {Status::ok, corridor.count()};
}

Result repair_corridor(const Grid& grid, std::span<const Point> path, std::span<Point> work,
                       std::span<TileId> out) noexcept {
  const std::size_t count = tauten(grid, path, work);
  return extract_corridor(grid, work.first(count), out);
}

}  // namespace taut
