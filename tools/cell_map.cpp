#include "cell_map.hpp"

#include <taut/detail/pull_portals.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/grid_path.hpp>
#include <taut/mesh_path.hpp>
#include <taut/mesh_search.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree_mesh.hpp>
#include <taut/quadtree_path.hpp>
#include <taut/raycast.hpp>
#include <taut/tile_portals.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include "failure.hpp"
#include "mesh_cells.hpp"
#include "square_cells.hpp"

namespace taut::tools {
namespace {

Outline outline_of(const TileRect& tiles) {
  const auto corner = [](int x, int y) {
    return Point(static_cast<float>(x), static_cast<float>(y));
  };
  return {corner(tiles.x0, tiles.y0), corner(tiles.x1, tiles.y0), corner(tiles.x1, tiles.y1),
          corner(tiles.x0, tiles.y1)};
}

class GridCells final : public CellMap {
 public:
  GridCells(const Grid& grid, DiagonalRule rule)
      : grid_(grid),
        scratch_(grid.tile_count()),
        room_(std::make_unique_for_overwrite<TileId[]>(grid.tile_count())) {
    options_.diagonal = rule;
  }

  Status find(const Point& start, const Point& goal) override {
    found_ = find_corridor(grid_, start, goal, options_, scratch_,
                           std::span<TileId>(room_.get(), grid_.tile_count()));
    return found_.status;
  }
  std::span<const CellId> corridor() const override { return {room_.get(), found_.count}; }
  std::size_t expanded() const override { return found_.expanded; }

  std::size_t max_portals(std::size_t cells) const override { return taut::max_portals(cells); }
  Result extract_portals(std::span<const CellId> corridor, std::span<Portal> out) const override {
    return taut::extract_portals(grid_, corridor, out);
  }
  Result extract_compressed_portals(std::span<const CellId> corridor,
                                    std::span<Portal> out) const override {
    return taut::extract_compressed_portals(grid_, corridor, out);
  }
  Result repair_corridor(std::span<const Point> path, std::span<Point> work,
                         std::span<CellId> out) const override {
    return taut::repair_corridor(grid_, path, work, out);
  }
  Result pull_corridor(const Point& start, const Point& goal, std::span<const CellId> corridor,
                       std::span<const Portal> portals, Pull pull,
                       std::span<Point> out) const override {
    return taut::pull_corridor(grid_, start, goal, corridor, portals, pull, out);
  }

  void edit(const TileRect&, TileState) override {}

  const char* cell_name() const override { return "tiles"; }
  Outline outline(CellId cell) const override {
    const Tile tile = grid_.tile(cell);
    return outline_of({tile.x, tile.y, tile.x + 1, tile.y + 1});
  }
  std::vector<CellId> cells_in(const TileRect&) const override { return {}; }
  bool is_expanded(Tile tile) const override { return scratch_.is_expanded(grid_.id(tile)); }

 private:
  const Grid& grid_;
  GridSearchOptions options_;
  SearchScratch scratch_;
  std::unique_ptr<TileId[]> room_;
  CorridorResult found_;
};

class QuadtreeCells final : public CellMap {
 public:
  explicit QuadtreeCells(const Grid& grid) : tree_(grid.bits()), scratch_(tree_) {}

  Status find(const Point& start, const Point& goal) override {
    found_ = find_corridor(tree_, start, goal, {}, scratch_, scratch_.corridor);
    return found_.status;
  }
  std::span<const CellId> corridor() const override {
    return std::span<const LeafId>(scratch_.corridor).first(found_.count);
  }
  std::size_t expanded() const override { return found_.expanded; }

  std::size_t max_portals(std::size_t cells) const override { return max_leaf_portals(cells); }
  Result extract_portals(std::span<const CellId> corridor, std::span<Portal> out) const override {
    return taut::extract_portals(tree_, corridor, out);
  }
  Result repair_corridor(std::span<const Point> path, std::span<Point> work,
                         std::span<CellId> out) const override {
    return taut::repair_corridor(tree_, path, work, out);
  }
  Result pull_corridor(const Point& start, const Point& goal, std::span<const CellId> corridor,
                       std::span<const Portal> portals, Pull pull,
                       std::span<Point> out) const override {
    return taut::pull_corridor(tree_, start, goal, corridor, portals, pull, out);
  }

  void edit(const TileRect& tiles, TileState state) override {
    tree_.set(tiles, state);
    scratch_.fit(tree_);
    found_ = {};
  }

  const char* cell_name() const override { return "leaves"; }
  Outline outline(CellId cell) const override { return outline_of(tree_.rect(cell)); }
  std::vector<CellId> cells_in(const TileRect& part) const override {
    std::vector<CellId> cells;
    tree_.for_each_leaf([&](LeafId leaf) {
      const TileRect tiles = tree_.rect(leaf);
      if (tiles.x0 < part.x1 && tiles.x1 > part.x0 && tiles.y0 < part.y1 && tiles.y1 > part.y0) {
        cells.push_back(leaf);
      }
    });
    return cells;
  }
  bool is_expanded(Tile tile) const override {
    const LeafId leaf = tree_.find_leaf(tile);
    return leaf != kNoLeaf && scratch_.search.is_expanded(leaf);
  }

 private:
  Quadtree tree_;
  QuadtreeScratch scratch_;
  CorridorResult found_;
};

// A mesh of a grid, or of the leaves of its quadtree, and what searches on it share.
class MeshCells : public CellMap {
 public:
  MeshCells(const Grid& grid, std::optional<Quadtree> tree)
      : grid_(grid),
        tree_(std::move(tree)),
        mesh_(tree_ ? build_mesh(*tree_) : build_mesh(grid_)) {}

  std::size_t max_portals(std::size_t cells) const override { return max_mesh_portals(cells); }
  Result extract_portals(std::span<const CellId> corridor, std::span<Portal> out) const override {
    return taut::extract_portals(mesh_, corridor, out);
  }
  // There is nothing to repair. An optimal path has the best corridor, and all vertices of a grid's
  // mesh stand at obstacles: a path that is pulled through its cells has no turn to cut off.
  Result repair_corridor(std::span<const Point>, std::span<Point>,
                         std::span<CellId> out) const override {
    const std::span<const CellId> found = corridor();
    const std::size_t count = std::min(found.size(), out.size());
    std::copy_n(found.begin(), count, out.begin());
    return {count < found.size() ? Status::truncated : Status::ok, count};
  }
  Result pull_corridor(const Point& start, const Point& goal, std::span<const CellId> corridor,
                       std::span<const Portal> portals, Pull pull,
                       std::span<Point> out) const override {
    if (pull == Pull::none) return join_centers(mesh_, start, goal, corridor, portals, out);
    return taut::detail::pull_portals(grid_, start, goal, portals, pull, out);
  }

  void edit(const TileRect& tiles, TileState state) final {
    if (tree_) {
      tree_->set(tiles, state);
      edit_mesh(*tree_, tiles, mesh_);
    } else {
      edit_mesh(grid_, tiles, mesh_);
    }
    make_room();
  }

  const char* cell_name() const override { return tree_ ? "leaves" : "cells"; }
  Outline outline(CellId cell) const override { return tools::outline_of(mesh_, cell); }
  std::vector<CellId> cells_in(const TileRect& part) const override {
    return tools::cells_in(mesh_, part);
  }
  bool is_expanded(Tile) const override { return false; }

 protected:
  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return mesh_; }

 private:
  // Buys what queries need more after the mesh has changed.
  virtual void make_room() = 0;

  const Grid& grid_;
  std::optional<Quadtree> tree_;
  ConvexMesh mesh_;
};

class OptimalCells final : public MeshCells {
 public:
  OptimalCells(const Grid& grid, std::optional<Quadtree> tree)
      : MeshCells(grid, std::move(tree)), scratch_(mesh()) {
    make_room();
  }

  Status find(const Point& start, const Point& goal) override {
    const auto search = [&] {
      return find_optimal_path(mesh(), start, goal, {}, scratch_, points_);
    };
    found_ = find_with_room(mesh(), search, scratch_, places_);
    cells_found_ = extract_corridor(mesh(), scratch_, corridor_).count;
    return found_.status;
  }
  std::span<const CellId> corridor() const override {
    return std::span<const CellId>(corridor_).first(cells_found_);
  }
  std::size_t expanded() const override { return found_.expanded; }
  std::span<const Point> path() const override {
    return std::span<const Point>(points_).first(found_.count);
  }

  const char* node_name() const override { return "funnels"; }
  std::vector<Outline> shapes_seen() const override {
    return cones_of(mesh(), scratch_, found_.expanded);
  }

 private:
  void make_room() override {
    scratch_.fit(mesh());
    points_.resize(max_path_points(mesh()));
    corridor_.resize(mesh().cell_count());
    found_ = {};
    cells_found_ = 0;
  }

  OptimalScratch scratch_;
  std::size_t places_ = 0;
  std::vector<Point> points_;
  std::vector<CellId> corridor_;
  PathResult found_;
  std::size_t cells_found_ = 0;
};

class AStarCells final : public MeshCells {
 public:
  explicit AStarCells(const Grid& grid) : MeshCells(grid, std::nullopt), scratch_(mesh()) {}

  Status find(const Point& start, const Point& goal) override {
    found_ = find_corridor(mesh(), start, goal, {}, scratch_, scratch_.corridor);
    return found_.status;
  }
  std::span<const CellId> corridor() const override {
    return std::span<const CellId>(scratch_.corridor).first(found_.count);
  }
  std::size_t expanded() const override { return found_.expanded; }

  std::vector<Outline> shapes_seen() const override {
    std::vector<Outline> shapes;
    mesh().for_each_cell([&](CellId cell) {
      if (scratch_.search.is_expanded(cell)) shapes.push_back(outline(cell));
    });
    return shapes;
  }

 private:
  void make_room() override {
    scratch_.fit(mesh());
    found_ = {};
  }

  MeshScratch scratch_;
  CorridorResult found_;
};

}  // namespace

std::unique_ptr<CellMap> make_cell_map(const Grid& grid, const How& how) {
  switch (how.map) {
    case MapKind::grid:
      return std::make_unique<GridCells>(grid, how.diagonal);
    case MapKind::quadtree:
      if (how.search == SearchKind::optimal) {
        return std::make_unique<OptimalCells>(grid, Quadtree(grid.bits()));
      }
      return std::make_unique<QuadtreeCells>(grid);
    case MapKind::mesh:
      if (how.agent == AgentShape::square) return make_square_cells(grid, how.radius);
      if (how.search == SearchKind::astar) return std::make_unique<AStarCells>(grid);
      return std::make_unique<OptimalCells>(grid, std::nullopt);
  }
  fail("--map {}: unknown", to_string(how.map));
}

}  // namespace taut::tools
