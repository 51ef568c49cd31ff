#include <taut/engine/quadtree_path.hpp>

#include <algorithm>

#include <taut/detail/pull_portals.hpp>
#include <taut/engine/quadtree.hpp>

#include "core/corridor/path_stages.hpp"

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

}  // namespace taut
