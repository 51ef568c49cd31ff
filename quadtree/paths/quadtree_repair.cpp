#include <taut/quadtree_repair.hpp>

#include <cstddef>

#include <taut/quadtree_portals.hpp>
#include <taut/quadtree_raycast.hpp>
#include "core/tile/tile_walk.hpp"

#include "leaf_writer.hpp"

namespace taut {
namespace {

// Appends the corridors of legs so that neighbours share an edge and no leaf is there twice.
class CorridorWriter {
 public:
  CorridorWriter(const Quadtree& tree, std::span<LeafId> out) noexcept
      : tree_(tree), out_(out), corridor_(out) {}

  [[nodiscard]] Status append_leg(const Point& from, const Point& to) noexcept {
    // Room for the leaves that may have to join this leg to the last one.
    const std::size_t place = count() > 0 ? count() + 2 : 0;
    if (place >= out_.size()) return Status::truncated;
    const LeafRaycastResult ray = raycast(tree_, from, to, out_.subspan(place));
    if (ray.status == Status::invalid_input || !ray.is_visible) return Status::invalid_input;
    // Further back in `out`: appending never overtakes them.
    const std::span<const LeafId> leaves = out_.subspan(place, ray.count);
    if (count() > 0 && !join(from, leaves[0])) return Status::invalid_input;
    for (const LeafId leaf : leaves) corridor_.append_or_go_back(leaf);
    return ray.status;
  }

  [[nodiscard]] std::size_t count() const noexcept { return corridor_.count(); }

 private:
  // Makes the corridor end at a neighbour of `first`, or there: both leaves touch the corner where
  // the legs meet.
  [[nodiscard]] bool join(const Point& corner, LeafId first) noexcept {
    const LeafId last = corridor_.last();
    if (last == first || shared_edge(tree_.rect(last), tree_.rect(first))) return true;
    const int x = static_cast<int>(corner.x());
    const int y = static_cast<int>(corner.y());
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

  const Quadtree& tree_;
  std::span<LeafId> out_;
  detail::LeafWriter corridor_;
};

}  // namespace

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
  const LeafRaycastResult ray = raycast(tree, from, to);
  if (ray.is_visible) return std::nullopt;
  return find_detour_round(tree.bits(), from, to, ray.end, ray.blocker, side);
}

Result extract_corridor(const Quadtree& tree, std::span<const Point> path,
                        std::span<LeafId> out) noexcept {
  CorridorWriter corridor(tree, out);
  return detail::append_legs(path, corridor);
}

Result repair_corridor(const Quadtree& tree, std::span<const Point> path, std::span<Point> work,
                       std::span<LeafId> out) noexcept {
  const std::size_t count = repair_path(tree, path, work);
  return extract_corridor(tree, work.first(count), out);
}

}  // namespace taut
