#include <taut/quadtree_path.hpp>

#include <algorithm>

#include <taut/detail/pull_portals.hpp>
#include <taut/quadtree_raycast.hpp>

namespace taut {
namespace {

Point center(const TileRect& tiles) noexcept {
  return {0.5F * static_cast<float>(tiles.x0 + tiles.x1),
          0.5F * static_cast<float>(tiles.y0 + tiles.y1)};
}

Point nearest_in(const TileRect& tiles, const Point& p) noexcept {
  return {std::clamp(p.x(), static_cast<float>(tiles.x0), static_cast<float>(tiles.x1)),
          std::clamp(p.y(), static_cast<float>(tiles.y0), static_cast<float>(tiles.y1))};
}

}  // namespace

Result pull_corridor(const Quadtree& tree, const Point& start, const Point& goal,
                     std::span<const LeafId> corridor, std::span<const Portal> portals, Pull pull,
                     std::span<Point> out) noexcept {
  if (pull != Pull::none) return detail::pull_portals(tree, start, goal, portals, pull, out);
  // From centre to centre a line may leave the leaves at T-junctions, so it goes through the
  // middles of their edges too.
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
  return max_path_points(max_leaf_portals(max_corridor_cells(tree)));
}

PathResult find_path(const Quadtree& tree, const Point& start, const Point& goal,
                     const QuadtreePathOptions& options, QuadtreeScratch& scratch,
                     std::span<Point> out) noexcept {
  PathResult result;
  const Point from = snap(start);
  Point to = snap(goal);
  const CorridorResult found =
      find_corridor(tree, from, to, options.search, scratch, scratch.corridor);
  result.expanded = found.expanded;
  result.status = found.status;
  if (found.count == 0) return result;
  std::span<const LeafId> corridor(scratch.corridor.data(), found.count);
  if (found.status != Status::ok) to = nearest_in(tree.rect(corridor.back()), to);

  const auto make_portals = [&] {
    const Result portals = extract_portals(tree, corridor, scratch.portals);
    return std::span<const Portal>(scratch.portals.data(), portals.count);
  };
  std::span<const Portal> portals = make_portals();
  if (options.repair == Repair::raycast) {
    const std::span<Point> points(scratch.points);
    const Result pulled = string_pull(from, to, portals, points);
    const Result repaired =
        repair_corridor(tree, points.first(pulled.count), points, scratch.straightened);
    // A repaired corridor that does not fit is no reason to give up the one there is.
    if (repaired.status == Status::ok) {
      corridor = std::span<const LeafId>(scratch.straightened.data(), repaired.count);
      portals = make_portals();
    }
  }
  const Result path = pull_corridor(tree, from, to, corridor, portals, options.pull, out);
  result.count = path.count;
  result.length = path_length(out.first(path.count));
  if (result.status == Status::ok) result.status = path.status;
  return result;
}

}  // namespace taut
