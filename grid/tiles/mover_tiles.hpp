// The tiles of a grid as one mover sees them: where it may walk, and what that costs (internal).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/grid.hpp>

namespace taut::detail {

// Whether a tile that is not walkable lies within `distance` tiles, diagonally too; outside of the
// map none is. Requires a tile inside, and a distance of at most Ground::kMostMargin.
[[nodiscard]] bool is_near_wall(const TileBits& walkable, const Tile& tile, int distance) noexcept;

// Does not own anything.
class TAUT_LOCAL MoverTiles {
 public:
  explicit MoverTiles(const Grid& grid, const Ground* costs = nullptr) noexcept
      : grid_(grid), costs_(costs), has_blocked_(costs != nullptr && costs->has_blocked()) {}

  [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
  [[nodiscard]] TileId id(const Tile& tile) const noexcept { return grid_.id(tile); }
  [[nodiscard]] Tile tile(TileId id) const noexcept { return grid_.tile(id); }
  // What may be walked unless has_blocked().
  [[nodiscard]] const TileBits& bits() const noexcept { return grid_.bits(); }

  // Whether tiles may be of a class that is blocked.
  [[nodiscard]] bool has_blocked() const noexcept { return has_blocked_; }
  [[nodiscard]] bool is_walkable(int x, int y) const noexcept {
    return bits().is_set(x, y) && !is_class_blocked({x, y});
  }
  [[nodiscard]] bool is_walkable(const Tile& tile) const noexcept {
    return is_walkable(tile.x, tile.y);
  }
  // Requires -1 <= x <= width, -1 <= y <= height.
  [[nodiscard]] bool is_set_near(int x, int y) const noexcept {
    return bits().is_set_near(x, y) && !is_class_blocked({x, y});
  }
  // As TileBits::around(). Requires (x, y) inside.
  [[nodiscard]] std::uint32_t around(int x, int y) const noexcept {
    const std::uint32_t all = bits().around(x, y);
    return has_blocked_ ? without_blocked(all, x, y) : all;
  }
  // As Grid::locate().
  [[nodiscard]] std::optional<Tile> locate(const Point& point) const noexcept;

  // Whether tiles may cost differently. Else all that are walkable cost uniform_cost().
  [[nodiscard]] bool has_costs() const noexcept {
    return has_factors() && (grid_.has_classes() || costs_->margin() > 0);
  }
  [[nodiscard]] float uniform_cost() const noexcept { return has_factors() ? (*costs_)[0] : 1.0F; }
  [[nodiscard]] float cost(TileId id) const noexcept {
    if (costs_ == nullptr) return 1.0F;
    const std::uint8_t terrain_class = grid_.terrain_class(id);
    const bool is_near = costs_->margin() > 0 && is_near_wall(tile(id));
    return is_near ? costs_->near_walls(terrain_class) : (*costs_)[terrain_class];
  }
  [[nodiscard]] float least_cost() const noexcept {
    return costs_ != nullptr ? grid_.least_cost(*costs_) : 1.0F;
  }

  // Whether a tile lies in the margin of the ground. Requires that there is a ground.
  [[nodiscard]] bool is_near_wall(const Tile& tile) const noexcept;

 private:
  [[nodiscard]] bool has_factors() const noexcept {
    return costs_ != nullptr && costs_->has_factors();
  }
  [[nodiscard]] bool is_class_blocked(const Tile& tile) const noexcept {
    return has_blocked_ && costs_->is_blocked(grid_.terrain_class(grid_.id(tile)));
  }
  [[nodiscard]] std::uint32_t without_blocked(std::uint32_t around, int x, int y) const noexcept;

  const Grid& grid_;
  const Ground* costs_;
  bool has_blocked_;
};

// As those on grids (raycast.hpp).
[[nodiscard]] RaycastResult raycast(const MoverTiles& tiles, const Point& from,
                                    const Point& to) noexcept;
[[nodiscard]] RaycastResult extract_ray_corridor(const MoverTiles& tiles, const Point& from,
                                                 const Point& to,
                                                 std::span<TileId> corridor) noexcept;
[[nodiscard]] bool is_visible(const MoverTiles& tiles, const Point& from, const Point& to) noexcept;

}  // namespace taut::detail
