#include "quadtree/paths/leaf_terrain.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <taut/engine/baselines.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/weighted_pull.hpp>

#include "core/funnel/weighted_solver.hpp"
#include "core/terrain/terrain_corridor.hpp"
#include "core/terrain/terrain_path.hpp"

namespace taut {
namespace {

using detail::to_vector;
using detail::Vector;

// The tile of a rectangle that is nearest to a place.
Tile nearest_tile(const TileRect& tiles, const Vector& place) noexcept {
  return {std::clamp(static_cast<int>(std::floor(place.x)), tiles.x0, tiles.x1 - 1),
          std::clamp(static_cast<int>(std::floor(place.y)), tiles.y0, tiles.y1 - 1)};
}

// The tile of a rectangle at its edge with a neighbour, nearest to a place on that edge.
Tile tile_at_edge(const TileRect& tiles, const TileRect& neighbor, const Vector& place) noexcept {
  const TileRect both{std::max(tiles.x0, neighbor.x0), std::max(tiles.y0, neighbor.y0),
                      std::min(tiles.x1, neighbor.x1), std::min(tiles.y1, neighbor.y1)};
  // Across the edge they have no tile in common.
  const Tile beside{
      both.x0 == both.x1 ? both.x0
                         : std::clamp(static_cast<int>(std::floor(place.x)), both.x0, both.x1 - 1),
      both.y0 == both.y1 ? both.y0
                         : std::clamp(static_cast<int>(std::floor(place.y)), both.y0, both.y1 - 1)};
  return {std::clamp(beside.x, tiles.x0, tiles.x1 - 1),
          std::clamp(beside.y, tiles.y0, tiles.y1 - 1)};
}

class LeafTerrainPath {
 public:
  LeafTerrainPath(const Quadtree& tree, const Point& start, const Point& goal,
                  std::span<const LeafId> corridor, TerrainMemory& memory) noexcept
      : tree_(tree),
        start_(start),
        goal_(goal),
        corridor_(corridor),
        memory_(memory),
        portals_(memory.portals.data(), corridor.size() - 1),
        costs_(memory.costs.data(), corridor.size()) {
    for (std::size_t i = 0; i < corridor.size(); ++i) {
      costs_[i] = tree.cost(corridor[i]);
      if (i > 0) portals_[i - 1] = *shared_edge(tree.rect(corridor[i - 1]), tree.rect(corridor[i]));
    }
  }

  // The cheapest path through the leaves, in memory.points; through the middles of their edges
  // where that is not found.
  [[nodiscard]] std::span<const Point> pull() noexcept {
    const WeightedResult pulled =
        string_pull_weighted(start_, goal_, portals_, costs_, memory_.weighted, room());
    if (pulled) return room().first(pulled.count);
    return pull_middles();
  }

  [[nodiscard]] std::span<const Point> pull_middles() noexcept {
    const std::span<Point> points = room();
    std::size_t count = 0;
    points[count++] = start_;
    for (const Portal& portal : portals_) points[count++] = midpoint(portal);
    points[count++] = goal_;
    return points.first(count);
  }

  // Writes the tiles of the cheapest path through the leaves to memory.corridors[0]. Returns their
  // number; 0 when there is no room for them.
  [[nodiscard]] std::size_t extract_tiles() noexcept {
    detail::WeightedMemory& weighted = *memory_.weighted.memory();
    // Where it gives up, the crossings still lie on their edges, and smoothing moves the tiles.
    (void)detail::find_crossings(start_, goal_, portals_, costs_, detail::kSmoothingTolerance,
                                 detail::CrossingsOf::all_portals, weighted);
    const LeafTiles tiles(tree_);
    std::size_t count = 0;
    const auto append = [&](const Tile& tile) {
      if (count == memory_.tiles()) return false;
      memory_.corridors[0][count++] = tiles.id(tile);
      return true;
    };
    TileRect leaf = tree_.rect(corridor_[0]);
    Vector from = to_vector(start_);
    Tile at = nearest_tile(leaf, from);
    bool fits = append(at);
    for (std::size_t i = 0; fits && i < portals_.size(); ++i) {
      const TileRect next = tree_.rect(corridor_[i + 1]);
      const detail::Crossing& crossing = weighted.crossings[i];
      const Vector to{crossing.left.x + crossing.place * crossing.along.x,
                      crossing.left.y + crossing.place * crossing.along.y};
      fits = detail::walk_line(from, to, at, tile_at_edge(leaf, next, to), append);
      at = tile_at_edge(next, leaf, to);
      fits = fits && append(at);
      leaf = next;
      from = to;
    }
    const Vector goal = to_vector(goal_);
    fits = fits && detail::walk_line(from, goal, at, nearest_tile(leaf, goal), append);
    return fits ? count : 0;
  }

 private:
  [[nodiscard]] std::span<Point> room() const noexcept {
    return {memory_.points.data(), max_path_points(memory_.tiles())};
  }

  const Quadtree& tree_;
  Point start_;
  Point goal_;
  std::span<const LeafId> corridor_;
  TerrainMemory& memory_;
  std::span<Portal> portals_;
  std::span<float> costs_;
};

}  // namespace

std::size_t max_terrain_tiles(const Quadtree& tree) noexcept {
  const auto width = static_cast<std::size_t>(tree.width());
  const auto height = static_cast<std::size_t>(tree.height());
  return std::min(width * height, 64 * (width + height));
}

PathResult find_leaf_terrain_path(const Quadtree& tree, const Point& start, const Point& goal,
                                  std::span<const LeafId> corridor, Smoothing smoothing,
                                  TerrainMemory& memory, std::span<Point> out) noexcept {
  if (corridor.size() > memory.tiles()) return {Status::out_of_nodes};
  const LeafTiles tiles(tree);
  LeafTerrainPath leaves(tree, start, goal, corridor, memory);
  detail::TerrainPath path(tiles, start, goal, memory);
  if (smoothing == Smoothing::raycast) {
    const std::size_t length = leaves.extract_tiles();
    if (length > 0) return path.find(length, smoothing, leaves.pull_middles(), out);
  }
  return path.find(0, smoothing, leaves.pull(), out);
}

}  // namespace taut
