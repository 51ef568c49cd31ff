#include <taut/engine/quadtree_path.hpp>

#include <cstddef>

#include <taut/engine/quadtree.hpp>

#include "core/corridor/corridor_legs.hpp"
#include "core/tile/tile_walk.hpp"

#include "leaf_writer.hpp"

namespace taut {
namespace {

// Leaves, of which consecutive ones share an edge and none occurs twice, written leg by leg
// (corridor_legs.hpp).
class LeafLegs {
 public:
  LeafLegs(const Quadtree& tree, std::span<LeafId> out) noexcept : tree_(tree), corridor_(out) {}

  [[nodiscard]] std::size_t count() const noexcept { return corridor_.count(); }

  [[nodiscard]] LeafRaycastResult trace(const Point& from, const Point& to,
                                        std::span<LeafId> out) const noexcept {
    return raycast(tree_, from, to, out);
  }

  [[nodiscard]] bool join(const Point& corner, LeafId first) noexcept {
    const LeafId last = corridor_.last();
    if (last == first || shared_edge(tree_.rect(last), tree_.rect(first))) return true;
    const int x = static_cast<int>(corner.x);
    const int y = static_cast<int>(corner.y);
    for (const Tile& tile : {Tile{x, y}, Tile{x - 1, y}, Tile{x, y - 1}, Tile{x - 1, y - 1}}) {
      const LeafId between = tree_.find_leaf(tile);
      if (between == kNoLeaf || between == last || between == first) continue;
      if (shared_edge(tree_.rect(last), tree_.rect(between)) &&
          shared_edge(tree_.rect(between), tree_.rect(first))) {
        corridor_.append_or_go_back(between);
        return true;
      }
    }
    return false;
  }

  void append(std::span<const LeafId> leg) noexcept {
    for (const LeafId leaf : leg) corridor_.append_or_go_back(leaf);
  }

 private:
  const Quadtree& tree_;
  detail::LeafWriter corridor_;
};

}  // namespace

// ---- the requirements of smooth_path() ----

bool bends_around_obstacle(const Quadtree& tree, const Point& before, const Point& corner,
                           const Point& after) noexcept {
  return bends_around_obstacle(tree.bits(), before, corner, after);
}

bool is_bend_walkable(const Quadtree& tree, const Point& before, const Point& corner,
                      const Point& after) noexcept {
  return is_bend_walkable(tree.bits(), before, corner, after);
}

std::optional<Point> find_detour(const Quadtree& tree, const Point& from, const Point& to,
                                 Side side) noexcept {
  return find_detour_by_ray(tree, from, to, side);
}

// ---- the functions of the header ----

Result extract_corridor(const Quadtree& tree, std::span<const Point> path,
                        std::span<LeafId> out) noexcept {
  LeafLegs corridor(tree, out);
  return detail::append_legs(path, out, corridor);
}

Result smooth_corridor(const Quadtree& tree, std::span<const Point> path, std::span<Point> work,
                       std::span<LeafId> out) noexcept {
  if (work.size() < max_smoothing_points(path.size())) return {Status::invalid_input, 0};
  const std::size_t count = smooth_path(tree, path, work);
  return extract_corridor(tree, work.first(count), out);
}

}  // namespace taut
