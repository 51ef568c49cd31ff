#include <taut/engine/quadtree.hpp>

#include <cstdint>
#include <cstdlib>

#include "core/tile/ray_walk.hpp"
#include "core/tile/tile_rect.hpp"

// The ray leaves a leaf by the side that it meets first: the sign of the difference between the
// times at which it meets the leaf's next vertical and horizontal side, times |dx| |dy|. Lattice
// coordinates take 25 bits, so the product takes 51. At 0 it passes exactly through the leaf's
// corner.
namespace taut {
namespace {

using detail::first_tile;
using detail::kTile;
using detail::last_tile;
using detail::sign;

class LeafRay : public detail::RayWalk<LeafRay, LeafRaycastResult> {
  friend detail::RayWalk<LeafRay, LeafRaycastResult>;

 public:
  LeafRay(const Quadtree& tree, const Point& from, const Point& to, std::span<LeafId> crossed,
          bool has_list) noexcept
      : RayWalk(from, to),
        tree_(tree),
        crossed_(crossed),
        has_list_(has_list),
        dx_(to_.x - from_.x),
        dy_(to_.y - from_.y),
        length_x_(std::abs(dx_)),
        length_y_(std::abs(dy_)),
        sx_(sign(dx_)),
        sy_(sign(dy_)) {}

 private:
  [[nodiscard]] LeafId find(const Tile& tile) const noexcept { return tree_.find_leaf(tile); }
  [[nodiscard]] static bool is_walkable(LeafId leaf) noexcept { return leaf != kNoLeaf; }
  [[nodiscard]] bool is_walkable(const Tile& tile) const noexcept {
    return tree_.is_walkable(tile);
  }
  [[nodiscard]] int end_of(LeafId leaf, Axis axis, int step) const noexcept {
    const TileRect square = tree_.rect(leaf);
    if (axis == Axis::vertical) return step > 0 ? square.y1 - 1 : square.y0;
    return step > 0 ? square.x1 - 1 : square.x0;
  }
  [[nodiscard]] bool has_entered() const noexcept { return result_.leaf != kNoLeaf; }

  void enter(LeafId leaf) noexcept {
    if (leaf == result_.leaf) return;
    result_.leaf = leaf;
    if (!has_list_) return;
    if (result_.count == crossed_.size()) {
      result_.status = Status::truncated;
      return;
    }
    crossed_[result_.count++] = leaf;
  }

  // The tile that the ray is in when it has gone part / whole of its length: along this axis it
  // starts at lattice coordinate v and moves by d with the sign `direction`.
  static int tile_beside(std::int64_t v, std::int64_t d, std::int64_t part, std::int64_t whole,
                         int direction) noexcept {
    // Tile borders are the multiples of whole * kTile; exactly on one the ray enters the next tile.
    const std::int64_t n = v * whole + d * part;
    const std::int64_t line = whole * kTile;
    const std::int64_t below = n / line;
    return static_cast<int>(direction < 0 && n % line == 0 ? below - 1 : below);
  }

  // How the ray leaves a leaf.
  struct Exit {
    std::int64_t lead;  // below 0: by its vertical side, above: by the horizontal one
    std::int64_t to_x;  // the distances of these two sides from the start of the ray
    std::int64_t to_y;
    Tile beyond;  // the column and row behind these sides
  };

  [[nodiscard]] Exit find_exit(const TileRect& square) const noexcept {
    const std::int64_t to_x = sx_ > 0 ? square.x1 * kTile - from_.x : from_.x - square.x0 * kTile;
    const std::int64_t to_y = sy_ > 0 ? square.y1 * kTile - from_.y : from_.y - square.y0 * kTile;
    // A ray never reaches a side that it runs parallel to.
    const std::int64_t lead = sx_ == 0 ? 1 : sy_ == 0 ? -1 : to_x * length_y_ - to_y * length_x_;
    return {lead,
            to_x,
            to_y,
            {sx_ > 0 ? square.x1 : square.x0 - 1, sy_ > 0 ? square.y1 : square.y0 - 1}};
  }

  // The tile in which the ray continues behind `tile` of the leaf that it leaves.
  [[nodiscard]] Tile tile_behind(const Exit& exit, const Tile& tile) const noexcept {
    if (exit.lead < 0) {
      const int y = sy_ == 0 ? tile.y : tile_beside(from_.y, dy_, exit.to_x, length_x_, sy_);
      return {exit.beyond.x, y};
    }
    if (exit.lead > 0) {
      const int x = sx_ == 0 ? tile.x : tile_beside(from_.x, dx_, exit.to_y, length_y_, sx_);
      return {x, exit.beyond.y};
    }
    return exit.beyond;
  }

  // Passes a leaf's corner through a leaf beside it. False when the ray is stopped.
  [[nodiscard]] bool pass_beside(const Exit& exit) noexcept {
    const std::optional<Corner> corner =
        pass_corner({exit.beyond.x - sx_, exit.beyond.y - sy_}, exit.beyond);
    if (!corner) return false;
    enter(find(corner->is_x_walkable ? corner->beside_x : corner->beside_y));
    return true;
  }

  void cross() noexcept {
    Tile tile{first_tile(from_.x, sx_), first_tile(from_.y, sy_)};
    const Tile last{last_tile(to_.x, sx_), last_tile(to_.y, sy_)};
    LeafId leaf = find(tile);
    if (leaf == kNoLeaf) {
      stop(tile, place(0, 1));
      return;
    }
    enter(leaf);
    for (;;) {
      const TileRect square = tree_.rect(leaf);
      if (detail::holds(square, last)) break;
      const Exit exit = find_exit(square);
      if (exit.lead == 0 && !pass_beside(exit)) return;
      tile = tile_behind(exit, tile);
      leaf = find(tile);
      if (leaf == kNoLeaf) {
        stop(tile, exit.lead < 0 ? place(exit.to_x, length_x_) : place(exit.to_y, length_y_));
        return;
      }
      enter(leaf);
    }
    result_.is_visible = true;
  }

  const Quadtree& tree_;
  std::span<LeafId> crossed_;
  bool has_list_;
  std::int64_t dx_;
  std::int64_t dy_;
  std::int64_t length_x_;
  std::int64_t length_y_;
  int sx_;
  int sy_;
};

}  // namespace

LeafRaycastResult raycast(const Quadtree& tree, const Point& from, const Point& to,
                          std::span<LeafId> crossed) noexcept {
  return detail::follow_ray<LeafRay>(tree, from, to, crossed, true);
}

LeafRaycastResult raycast(const Quadtree& tree, const Point& from, const Point& to) noexcept {
  return detail::follow_ray<LeafRay>(tree, from, to, std::span<LeafId>(), false);
}

bool is_visible(const Quadtree& tree, const Point& from, const Point& to) noexcept {
  return raycast(tree, from, to).is_visible;
}

}  // namespace taut
