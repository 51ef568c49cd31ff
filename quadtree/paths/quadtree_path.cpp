#include <taut/engine/quadtree_path.hpp>

#include <algorithm>
#include <cstddef>

#include <taut/detail/pull_portals.hpp>
#include <taut/engine/quadtree.hpp>

#include "core/base/portal_writer.hpp"
#include "core/funnel/path_stages.hpp"
#include "core/tile/tile_walk.hpp"
#include "leaf_writer.hpp"

namespace taut {
namespace {

Point center(const TileRect& tiles) noexcept {
  return {0.5F * static_cast<float>(tiles.x0 + tiles.x1),
          0.5F * static_cast<float>(tiles.y0 + tiles.y1)};
}

Point nearest_in(const TileRect& tiles, const Point& p) noexcept {
  return {std::clamp(p.x, static_cast<float>(tiles.x0), static_cast<float>(tiles.x1)),
          std::clamp(p.y, static_cast<float>(tiles.y0), static_cast<float>(tiles.y1))};
}

// See path_stages.hpp.
struct LeafStages {
  const Quadtree& map;
  QuadtreeScratch& scratch;

  [[nodiscard]] Point end_of_partial(LeafId leaf, const Point& goal) const noexcept {
    return nearest_in(map.rect(leaf), goal);
  }
  [[nodiscard]] Result extract_portals(std::span<const LeafId> corridor,
                                       Pull /*pull*/) const noexcept {
    return taut::extract_portals(map, corridor, scratch.portals);
  }
  [[nodiscard]] std::span<LeafId> smoothed() const noexcept { return scratch.straightened; }
  [[nodiscard]] std::span<const LeafId> unsmoothed(LeafId /*last*/,
                                                   std::size_t count) const noexcept {
    return std::span<const LeafId>(scratch.corridor).first(count);
  }
};

}  // namespace

Result pull_corridor(const Quadtree& tree, const Point& start, const Point& goal,
                     std::span<const LeafId> corridor, std::span<const Portal> portals, Pull pull,
                     std::span<Point> out) noexcept {
  if (pull != Pull::none) return detail::pull_portals(tree, start, goal, portals, pull, out);
  // A line from centre to centre may leave the leaves at T-junctions, so the path also passes
  // through the midpoints of their edges.
  PathWriter path(out);
  bool fits = path.append(start);
  for (std::size_t i = 1; fits && i < corridor.size(); ++i) {
    const std::optional<Portal> edge =
        shared_edge(tree.rect(corridor[i - 1]), tree.rect(corridor[i]));
    if (edge) fits = path.append(midpoint(*edge));
    if (fits && i + 1 < corridor.size()) fits = path.append(center(tree.rect(corridor[i])));
  }
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

std::size_t max_corridor_cells(const Quadtree& tree) noexcept { return tree.leaf_ids(); }

std::size_t max_path_points(const Quadtree& tree) noexcept {
  return max_path_points(max_edge_portals(max_corridor_cells(tree)));
}

PathResult find_path(const Quadtree& tree, const Point& start, const Point& goal,
                     const QuadtreePathOptions& options, QuadtreeScratch& scratch,
                     std::span<Point> out) noexcept {
  const Point from = snap(start);
  const Point to = snap(goal);
  const CorridorResult found =
      find_corridor(tree, from, to, options.search, scratch, scratch.corridor);
  return detail::run_path_stages(LeafStages{tree, scratch}, from, to, found, options.pull,
                                 options.smoothing, out);
}

namespace {

using detail::PortalWriter;

constexpr Result kInvalid{Status::invalid_input, 0};

Point corner(int x, int y) noexcept { return {static_cast<float>(x), static_cast<float>(y)}; }

// The union of two rectangles, if they have a whole side in common.
std::optional<TileRect> find_union(const TileRect& a, const TileRect& b) noexcept {
  const bool is_column = a.x0 == b.x0 && a.x1 == b.x1 && (a.y1 == b.y0 || b.y1 == a.y0);
  const bool is_row = a.y0 == b.y0 && a.y1 == b.y1 && (a.x1 == b.x0 || b.x1 == a.x0);
  if (!is_column && !is_row) return std::nullopt;
  return TileRect{std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1),
                  std::max(a.y1, b.y1)};
}

}  // namespace

std::optional<Portal> shared_edge(const TileRect& from, const TileRect& to) noexcept {
  const int x0 = std::max(from.x0, to.x0);
  const int x1 = std::min(from.x1, to.x1);
  const int y0 = std::max(from.y0, to.y0);
  const int y1 = std::min(from.y1, to.y1);
  if (x0 == x1 && y0 < y1) {
    // Walking towards larger x, left is at larger y.
    if (from.x1 == to.x0) return Portal{corner(x0, y1), corner(x0, y0)};
    return Portal{corner(x0, y0), corner(x0, y1)};
  }
  if (y0 == y1 && x0 < x1) {
    if (from.y1 == to.y0) return Portal{corner(x0, y0), corner(x1, y0)};
    return Portal{corner(x1, y0), corner(x0, y0)};
  }
  return std::nullopt;
}

Result extract_portals(const Quadtree& tree, std::span<const LeafId> corridor,
                       std::span<Portal> out) noexcept {
  if (corridor.empty()) return {Status::ok, 0};
  if (!tree.is_leaf(corridor[0])) return kInvalid;
  PortalWriter portals(out);
  TileRect leaf = tree.rect(corridor[0]);
  TileRect cell = leaf;  // the current rectangle of leaves
  std::optional<TileRect> before;
  const auto pass = [&] {
    const std::optional<Portal> edge = shared_edge(*before, cell);
    if (edge) portals.write(*edge);
    return edge.has_value();
  };
  for (std::size_t i = 1; i < corridor.size(); ++i) {
    if (!tree.is_leaf(corridor[i])) return kInvalid;
    const TileRect next = tree.rect(corridor[i]);
    if (!shared_edge(leaf, next)) return kInvalid;
    leaf = next;
    if (const std::optional<TileRect> both = find_union(cell, next)) {
      cell = *both;
      continue;
    }
    if (before && !pass()) return kInvalid;
    before = cell;
    cell = next;
  }
  if (before && !pass()) return kInvalid;
  return portals.result();
}

Result extract_edges(const Quadtree& tree, std::span<const LeafId> corridor,
                     std::span<Portal> out) noexcept {
  if (corridor.empty()) return {Status::ok, 0};
  if (!tree.is_leaf(corridor[0])) return kInvalid;
  PortalWriter portals(out);
  TileRect leaf = tree.rect(corridor[0]);
  for (const LeafId id : corridor.subspan(1)) {
    if (!tree.is_leaf(id)) return kInvalid;
    const TileRect next = tree.rect(id);
    const std::optional<Portal> edge = shared_edge(leaf, next);
    if (!edge) return kInvalid;
    portals.write(*edge);
    leaf = next;
  }
  return portals.result();
}

namespace {

// Leaves, of which consecutive ones share an edge and none occurs twice, written leg by leg
// (path_stages.hpp).
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
