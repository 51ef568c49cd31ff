// The maps that corridors are followed on, as tests see them: tiles, leaves, and polygons, each
// with the grid that it is made of. What cells are is judged by their outlines, in integers.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <taut/grid_follow.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/grid_path.hpp>
#include <taut/mesh_follow.hpp>
#include <taut/mesh_path.hpp>
#include <taut/mesh_search.hpp>
#include <taut/quadtree_follow.hpp>
#include <taut/quadtree_search.hpp>

#include "support/lattice.hpp"
#include "support/random_maps.hpp"
#include "support/tile_oracle.hpp"

namespace taut::test {

// Counter-clockwise.
using Outline = std::vector<LatticePoint>;

inline Outline outline_of(const TileRect& tiles) {
  const auto at = [](int x, int y) {
    return LatticePoint{1024 * std::int64_t{x}, 1024 * std::int64_t{y}};
  };
  return {at(tiles.x0, tiles.y0), at(tiles.x1, tiles.y0), at(tiles.x1, tiles.y1),
          at(tiles.x0, tiles.y1)};
}

inline bool has_place(const Outline& outline, LatticePoint p) {
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const LatticePoint a = outline[i];
    const LatticePoint b = outline[(i + 1) % outline.size()];
    if (cross(b - a, p - a) < 0) return false;
  }
  return !outline.empty();
}

// Whether sides of the two lie along each other, in opposite directions.
inline bool share_edge(const Outline& one, const Outline& other) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    const LatticePoint a = one[i];
    const LatticePoint b = one[(i + 1) % one.size()];
    for (std::size_t k = 0; k < other.size(); ++k) {
      const LatticePoint c = other[(k + 1) % other.size()];
      const LatticePoint d = other[k];
      if (cross(b - a, c - a) != 0 || cross(b - a, d - a) != 0) continue;
      const std::int64_t length = inner(b - a, b - a);
      const std::int64_t begin = std::max<std::int64_t>(inner(b - a, c - a), 0);
      const std::int64_t end = std::min(inner(b - a, d - a), length);
      if (begin < end) return true;
    }
  }
  return false;
}

// Each has: grid, map(), set(tile, state), ids(), outline(cell) (empty when it is none),
// is_step(from, to), inside(cell), step_from(random, cells) and find(start, goal).
class FollowedTiles {
 public:
  explicit FollowedTiles(Grid tiles) : grid(std::move(tiles)), scratch_(grid) {}

  Grid grid;
  [[nodiscard]] const Grid& map() const { return grid; }
  void set(Tile tile, TileState state) { grid.set(tile, state); }
  [[nodiscard]] std::size_t ids() const { return grid.tile_count(); }
  [[nodiscard]] Outline outline(CellId cell) const {
    const Tile tile = grid.tile(cell);
    if (cell >= grid.tile_count() || !grid.is_walkable(tile)) return {};
    return outline_of(TileRect{tile.x, tile.y, tile.x + 1, tile.y + 1});
  }
  [[nodiscard]] bool is_step(CellId from, CellId to) const {
    return is_step_allowed(grid, grid.tile(from), grid.tile(to),
                           DiagonalRule::only_if_no_obstacles);
  }
  [[nodiscard]] Point inside(CellId cell) const { return center(grid.tile(cell)); }
  // A cell to go on to behind the last two of a corridor; the last one itself when none is found.
  [[nodiscard]] CellId step_from(Random& random, std::span<const CellId> cells) const {
    const Tile at = grid.tile(cells.back());
    const Tile next{at.x + random.between(-1, 1), at.y + random.between(-1, 1)};
    if (!grid.is_walkable(next) || !is_step(cells.back(), grid.id(next))) return cells.back();
    if (cells.size() < 2) return grid.id(next);
    const Tile before = grid.tile(cells[cells.size() - 2]);
    const bool is_near = std::abs(before.x - next.x) + std::abs(before.y - next.y) <= 1;
    return is_near ? cells.back() : grid.id(next);
  }
  // The corridor that a search finds.
  [[nodiscard]] std::span<const CellId> find(const Point& start, const Point& goal) {
    const CorridorResult found =
        find_corridor(grid, start, goal, {}, scratch_.search, scratch_.corridor);
    return std::span(scratch_.corridor).first(found.status == Status::ok ? found.count : 0);
  }

 private:
  GridScratch scratch_;
};

template <class Map>
CellId random_neighbor(Random& random, const Map& map, std::span<const CellId> cells) {
  std::vector<CellId> neighbors;
  (void)has_neighbor(map, cells.back(), [&](CellId cell) {
    if (cells.size() < 2 || cells[cells.size() - 2] != cell) neighbors.push_back(cell);
    return false;
  });
  return neighbors.empty() ? cells.back() : neighbors[random.below(neighbors.size())];
}

class FollowedLeaves {
 public:
  explicit FollowedLeaves(Grid tiles)
      : grid(std::move(tiles)), tree_(grid.bits()), scratch_(tree_) {}

  Grid grid;
  [[nodiscard]] const Quadtree& map() const { return tree_; }
  void set(Tile tile, TileState state) {
    grid.set(tile, state);
    tree_.set(tile, state);
  }
  [[nodiscard]] std::size_t ids() const { return tree_.leaf_ids(); }
  [[nodiscard]] Outline outline(CellId cell) const {
    return tree_.is_leaf(cell) ? outline_of(tree_.rect(cell)) : Outline{};
  }
  [[nodiscard]] bool is_step(CellId from, CellId to) const {
    return from != to && share_edge(outline(from), outline(to));
  }
  [[nodiscard]] Point inside(CellId cell) const {
    const TileRect leaf = tree_.rect(cell);
    return {0.5F * static_cast<float>(leaf.x0 + leaf.x1),
            0.5F * static_cast<float>(leaf.y0 + leaf.y1)};
  }
  [[nodiscard]] CellId step_from(Random& random, std::span<const CellId> cells) const {
    return random_neighbor(random, tree_, cells);
  }
  [[nodiscard]] std::span<const CellId> find(const Point& start, const Point& goal) {
    scratch_.fit(tree_);
    const CorridorResult found = find_corridor(tree_, start, goal, {}, scratch_, scratch_.corridor);
    return std::span(scratch_.corridor).first(found.status == Status::ok ? found.count : 0);
  }

 private:
  Quadtree tree_;
  QuadtreeScratch scratch_;
};

class FollowedMesh {
 public:
  explicit FollowedMesh(Grid tiles)
      : grid(std::move(tiles)), mesh_(build_mesh(grid)), scratch_(mesh_) {}

  Grid grid;
  [[nodiscard]] const ConvexMesh& map() const { return mesh_; }
  void set(Tile tile, TileState state) {
    grid.set(tile, state);
    if (grid.is_inside(tile)) edit_mesh(grid, {tile.x, tile.y, tile.x + 1, tile.y + 1}, mesh_);
  }
  [[nodiscard]] std::size_t ids() const { return mesh_.cell_ids(); }
  [[nodiscard]] Outline outline(CellId cell) const {
    Outline outline;
    if (!mesh_.is_cell(cell)) return outline;
    for (const MeshEdge& edge : mesh_.edges(cell)) outline.push_back(to_lattice(edge.start()));
    return outline;
  }
  [[nodiscard]] bool is_step(CellId from, CellId to) const {
    return from != to && share_edge(outline(from), outline(to));
  }
  [[nodiscard]] Point inside(CellId cell) const { return center(mesh_, cell); }
  [[nodiscard]] CellId step_from(Random& random, std::span<const CellId> cells) const {
    return random_neighbor(random, mesh_, cells);
  }
  [[nodiscard]] std::span<const CellId> find(const Point& start, const Point& goal) {
    scratch_.fit(mesh_);
    const CorridorResult found = find_corridor(mesh_, start, goal, {}, scratch_, scratch_.corridor);
    return std::span(scratch_.corridor).first(found.status == Status::ok ? found.count : 0);
  }

 private:
  ConvexMesh mesh_;
  MeshScratch scratch_;
};

}  // namespace taut::test
