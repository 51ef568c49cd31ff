#include <taut/quadtree_raycast.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "core/tile/tile_walk.hpp"

#include "core/tile/lattice_ray.hpp"

// The ray leaves a leaf by the side that it meets first: the sign of the difference between the
// moments at which it meets the leaf's next vertical and horizontal side, times |dx| |dy|. Lattice
// coordinates take 25 bits, so that takes 51. At 0 it passes exactly through the leaf's corner.
namespace taut {
namespace {

using detail::first_tile;
using detail::kTile;
using detail::last_tile;
using detail::LatticePoint;
using detail::sign;
using detail::tile_at;
using detail::to_lattice;

class LeafRay {
 public:
  LeafRay(const Quadtree& tree, const Point& from, const Point& to, std::span<LeafId> crossed,
          bool has_list) noexcept
      : tree_(tree),
        from_(to_lattice(from)),
        to_(to_lattice(to)),
        crossed_(crossed),
        has_list_(has_list) {
    result_.end = to;
  }

  // `start` is the tile that the ray's first point stands on.
  LeafRaycastResult follow(const Tile& start) noexcept {
    const std::int64_t dx = to_.x - from_.x;
    const std::int64_t dy = to_.y - from_.y;
    if (dx == 0 && dy == 0) {
      enter(tree_.find_leaf(start));
      result_.is_visible = true;
    } else if (dx == 0 && from_.x % kTile == 0) {
      slide(first_tile(from_.y, sign(dy)), last_tile(to_.y, sign(dy)), sign(dy), Axis::vertical);
    } else if (dy == 0 && from_.y % kTile == 0) {
      slide(first_tile(from_.x, sign(dx)), last_tile(to_.x, sign(dx)), sign(dx), Axis::horizontal);
    } else {
      cross(dx, dy);
    }
    if (result_.leaf == kNoLeaf) enter(tree_.find_leaf(start));  // blocked at its first point
    return result_;
  }

 private:
  enum class Axis : std::uint8_t { horizontal, vertical };

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

  void stop(const Tile& blocker, const Point& end) noexcept {
    result_.blocker = blocker;
    result_.end = end;
  }

  // The place where the ray has gone the fraction part / whole of its way.
  [[nodiscard]] Point place(std::int64_t part, std::int64_t whole) const noexcept {
    return detail::place_on_ray(from_, to_, part, whole);
  }

  // The tile beside the line that the ray crosses when it has gone part / whole of its way along
  // the other axis: from lattice coordinate v by d in the direction `direction`.
  static int tile_beside(std::int64_t v, std::int64_t d, std::int64_t part, std::int64_t whole,
                         int direction) noexcept {
    // Between whole multiples of whole * kTile; exactly on one the ray goes on to the next tile.
    const std::int64_t n = v * whole + d * part;
    const std::int64_t line = whole * kTile;
    const std::int64_t below = n / line;
    return static_cast<int>(direction < 0 && n % line == 0 ? below - 1 : below);
  }

  void cross(std::int64_t dx, std::int64_t dy) noexcept {
    const int sx = sign(dx);
    const int sy = sign(dy);
    const std::int64_t adx = std::abs(dx);
    const std::int64_t ady = std::abs(dy);
    Tile tile{first_tile(from_.x, sx), first_tile(from_.y, sy)};
    const Tile last{last_tile(to_.x, sx), last_tile(to_.y, sy)};
    LeafId leaf = tree_.find_leaf(tile);
    if (leaf == kNoLeaf) {
      stop(tile, place(0, 1));
      return;
    }
    enter(leaf);
    for (;;) {
      const TileRect square = tree_.rect(leaf);
      if (last.x >= square.x0 && last.x < square.x1 && last.y >= square.y0 && last.y < square.y1) {
        break;
      }
      // How far the sides lie by which the ray may leave; a side that it runs along never comes.
      const std::int64_t to_x = sx > 0 ? square.x1 * kTile - from_.x : from_.x - square.x0 * kTile;
      const std::int64_t to_y = sy > 0 ? square.y1 * kTile - from_.y : from_.y - square.y0 * kTile;
      const std::int64_t lead = sx == 0 ? 1 : sy == 0 ? -1 : to_x * ady - to_y * adx;
      const int beyond_x = sx > 0 ? square.x1 : square.x0 - 1;
      const int beyond_y = sy > 0 ? square.y1 : square.y0 - 1;
      Tile next;
      if (lead < 0) {
        next = {beyond_x, sy == 0 ? tile.y : tile_beside(from_.y, dy, to_x, adx, sy)};
      } else if (lead > 0) {
        next = {sx == 0 ? tile.x : tile_beside(from_.x, dx, to_y, ady, sx), beyond_y};
      } else {
        next = {beyond_x, beyond_y};
        // Exactly through the leaf's corner: a tile beside it must be walkable too.
        const Tile beside_x{beyond_x, sy > 0 ? square.y1 - 1 : square.y0};
        const Tile beside_y{sx > 0 ? square.x1 - 1 : square.x0, beyond_y};
        const bool is_x_walkable = tree_.is_walkable(beside_x);
        if (!tree_.is_walkable(next) || !(is_x_walkable || tree_.is_walkable(beside_y))) {
          const Point corner(static_cast<float>(sx > 0 ? square.x1 : square.x0),
                             static_cast<float>(sy > 0 ? square.y1 : square.y0));
          stop(tree_.is_walkable(next) ? beside_x : next, corner);
          return;
        }
        enter(tree_.find_leaf(is_x_walkable ? beside_x : beside_y));
      }
      leaf = tree_.find_leaf(next);
      if (leaf == kNoLeaf) {
        stop(next, lead < 0 ? place(to_x, adx) : place(to_y, ady));
        return;
      }
      enter(leaf);
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
    const auto leaf_at = [&](int offset, int along) {
      return tree_.find_leaf(side(offset, along));
    };
    int offset = leaf_at(0, first) != kNoLeaf ? 0 : -1;
    LeafId leaf = leaf_at(offset, first);
    if (leaf == kNoLeaf) {
      stop(side(0, first), place(0, 1));
      return;
    }
    enter(leaf);
    for (int along = first;;) {
      // On to the last tile of the leaf on this side.
      const TileRect square = tree_.rect(leaf);
      const int end = axis == Axis::vertical ? (step > 0 ? square.y1 - 1 : square.y0)
                                             : (step > 0 ? square.x1 - 1 : square.x0);
      along = end;
      if ((last - along) * step <= 0) break;
      LeafId next = leaf_at(offset, along + step);
      if (next == kNoLeaf) {
        const int other = -1 - offset;
        const LeafId beside = leaf_at(other, along);
        next = leaf_at(other, along + step);
        if (beside == kNoLeaf || next == kNoLeaf) {
          const float at = static_cast<float>(step > 0 ? along + 1 : along);
          const float on = static_cast<float>(line);
          stop(side(offset, along + step), axis == Axis::vertical ? Point(on, at) : Point(at, on));
          return;
        }
        offset = other;
        enter(beside);
      }
      enter(next);
      leaf = next;
      along += step;
    }
    result_.is_visible = true;
  }

  const Quadtree& tree_;
  LatticePoint from_;
  LatticePoint to_;
  std::span<LeafId> crossed_;
  bool has_list_;
  LeafRaycastResult result_;
};

LeafRaycastResult follow_ray(const Quadtree& tree, const Point& from, const Point& to,
                             std::span<LeafId> crossed, bool has_list) noexcept {
  if (is_on_map(tree.bits(), to)) {
    if (const std::optional<Tile> start = tree.locate(from)) {
      return LeafRay(tree, from, to, crossed, has_list).follow(*start);
    }
  }
  LeafRaycastResult result;
  result.status = Status::invalid_input;
  result.end = from;
  return result;
}

}  // namespace

LeafRaycastResult raycast(const Quadtree& tree, const Point& from, const Point& to,
                          std::span<LeafId> crossed) noexcept {
  return follow_ray(tree, from, to, crossed, true);
}

LeafRaycastResult raycast(const Quadtree& tree, const Point& from, const Point& to) noexcept {
  return follow_ray(tree, from, to, {}, false);
}

bool is_visible(const Quadtree& tree, const Point& from, const Point& to) noexcept {
  return raycast(tree, from, to).is_visible;
}

std::size_t max_ray_leaves(const Point& from, const Point& to) noexcept {
  // One leaf for each line crossed, one more per corner passed or side changed, and the first.
  // No ray leaves the largest map.
  const auto lines = [](float a, float b) -> std::size_t {
    const double between = std::ceil(std::abs(static_cast<double>(b) - static_cast<double>(a)));
    return between < kMaxMapSide ? static_cast<std::size_t>(between) : kMaxMapSide;
  };
  return 2 * (lines(from.x(), to.x()) + lines(from.y(), to.y())) + 3;
}

}  // namespace taut
