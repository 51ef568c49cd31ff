#include "cell_map.hpp"

#include <taut/engine/grid_path.hpp>
#include <taut/engine/grid_repair.hpp>
#include <taut/engine/jump_search.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/tile_portals.hpp>

#include <optional>

#include "failure.hpp"
#include "mesh_cells.hpp"

namespace taut::tools {
namespace {

Outline outline_of(const TileRect& tiles) {
  const auto corner = [](int x, int y) {
    return Point{static_cast<float>(x), static_cast<float>(y)};
  };
  return {corner(tiles.x0, tiles.y0), corner(tiles.x1, tiles.y0), corner(tiles.x1, tiles.y1),
          corner(tiles.x0, tiles.y1)};
}

// The stages that grids and quadtrees have by the same names.
template <class Map>
class TiledCells : public CellMap {
 public:
  Result extract_portals(std::span<const CellId> corridor, std::span<Portal> out) const final {
    return taut::extract_portals(map(), corridor, out);
  }
  Result repair_corridor(std::span<const Point> path, std::span<Point> work,
                         std::span<CellId> out) const final {
    return taut::repair_corridor(map(), path, work, out);
  }
  Result pull_corridor(const Point& start, const Point& goal, std::span<const CellId> corridor,
                       std::span<const Portal> portals, Pull pull,
                       std::span<Point> out) const final {
    return taut::pull_corridor(map(), start, goal, corridor, portals, pull, out);
  }

 private:
  [[nodiscard]] virtual const Map& map() const = 0;
};

class GridCells final : public TiledCells<Grid> {
 public:
  GridCells(const Grid& grid, const QuerySettings& settings)
      : grid_(grid),
        scratch_(grid.tile_count()),
        room_(std::make_unique_for_overwrite<TileId[]>(grid.tile_count())) {
    options_.diagonal = settings.diagonal;
    if (settings.search == SearchKind::jps) {
      jumps_.emplace(grid);
      jump_points_.resize(max_corridor_cells(grid));
    }
  }

  Status find(const Point& start, const Point& goal) override {
    const std::span<TileId> room(room_.get(), grid_.tile_count());
    if (!jumps_) {
      found_ = find_corridor(grid_, start, goal, options_, scratch_, room);
      return found_.status;
    }
    found_ = find_jump_points(grid_, *jumps_, start, goal, {}, scratch_, jump_points_);
    const std::span<const TileId> points(jump_points_.data(), found_.count);
    found_.count = extract_jump_tiles(grid_, points, room).count;
    return found_.status;
  }
  std::span<const CellId> corridor() const override { return {room_.get(), found_.count}; }
  std::size_t expanded() const override { return found_.expanded; }

  std::size_t max_portals(std::size_t cells) const override { return taut::max_portals(cells); }
  Result extract_compressed_portals(std::span<const CellId> corridor,
                                    std::span<Portal> out) const override {
    return taut::extract_compressed_portals(grid_, corridor, out);
  }

  void edit(const TileRect& tiles, TileState) override {
    if (jumps_) jumps_->update(grid_, tiles);
  }

  const char* cell_name() const override { return "tiles"; }
  const char* node_name() const override { return jumps_ ? "jump points" : "tiles"; }
  Outline outline(CellId cell) const override {
    const Tile tile = grid_.tile(cell);
    return outline_of({tile.x, tile.y, tile.x + 1, tile.y + 1});
  }
  std::vector<CellId> cells_in(const TileRect&) const override { return {}; }
  bool is_expanded(Tile tile) const override { return scratch_.is_expanded(grid_.id(tile)); }

 private:
  const Grid& map() const override { return grid_; }

  const Grid& grid_;
  GridSearchOptions options_;
  std::optional<JumpMap> jumps_;  // for --search jps
  std::vector<TileId> jump_points_;
  SearchScratch scratch_;
  std::unique_ptr<TileId[]> room_;
  CorridorResult found_;
};

// Terrain costs: the search of a grid and all that follows, in one call.
class TerrainCells final : public TiledCells<Grid> {
 public:
  TerrainCells(const Grid& grid, const QuerySettings& settings)
      : grid_(grid), scratch_(grid), points_(max_path_points(grid)), tiles_(max_path_tiles(grid)) {
    options_.search.diagonal = settings.diagonal;
  }

  Status find(const Point& start, const Point& goal) override {
    found_ = find_path(grid_, start, goal, options_, scratch_, points_);
    if (found_.status != Status::ok) return found_.status;
    tile_count_ = extract_corridor(grid_, path(), tiles_).count;
    return Status::ok;
  }
  std::span<const CellId> corridor() const override { return {tiles_.data(), tile_count_}; }
  std::size_t expanded() const override { return found_.expanded; }
  std::span<const Point> path() const override { return {points_.data(), found_.count}; }

  std::size_t max_portals(std::size_t cells) const override { return taut::max_portals(cells); }

  void edit(const TileRect&, TileState) override {}
  void edit_costs() override { scratch_.fit(grid_); }

  const char* cell_name() const override { return "tiles"; }
  Outline outline(CellId cell) const override {
    const Tile tile = grid_.tile(cell);
    return outline_of({tile.x, tile.y, tile.x + 1, tile.y + 1});
  }
  std::vector<CellId> cells_in(const TileRect&) const override { return {}; }
  bool is_expanded(Tile tile) const override { return scratch_.search.is_expanded(grid_.id(tile)); }

 private:
  static std::size_t max_path_tiles(const Grid& grid) { return 2 * max_corridor_cells(grid); }
  const Grid& map() const override { return grid_; }

  const Grid& grid_;
  GridPathOptions options_;
  GridScratch scratch_;
  std::vector<Point> points_;
  std::vector<TileId> tiles_;
  std::size_t tile_count_ = 0;
  PathResult found_;
};

class QuadtreeCells final : public TiledCells<Quadtree> {
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

  std::size_t max_portals(std::size_t cells) const override { return max_edge_portals(cells); }

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
  const Quadtree& map() const override { return tree_; }

  Quadtree tree_;
  QuadtreeScratch scratch_;
  CorridorResult found_;
};

}  // namespace

std::unique_ptr<CellMap> make_cell_map(const Grid& grid, const QuerySettings& settings) {
  const SearchAids aids{settings.landmarks, settings.has_index};
  if (settings.radius > 0.0 && !settings.terrain) {
    return make_agent_cells(grid, to_agent(settings), aids);
  }
  switch (settings.map) {
    case MapKind::grid:
      if (settings.terrain && settings.pull == Pull::funnel) {
        return std::make_unique<TerrainCells>(grid, settings);
      }
      return std::make_unique<GridCells>(grid, settings);
    case MapKind::quadtree:
      if (settings.search == SearchKind::optimal) {
        return make_optimal_cells(grid, MeshOrigin::leaves, aids);
      }
      return std::make_unique<QuadtreeCells>(grid);
    case MapKind::mesh:
      if (settings.search == SearchKind::astar) {
        return make_astar_cells(grid, {settings.landmarks});
      }
      return make_optimal_cells(grid, MeshOrigin::tiles, aids);
  }
  fail("--map {}: unknown", to_string(settings.map));
}

}  // namespace taut::tools
