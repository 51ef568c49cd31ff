#include "cell_map.hpp"

#include <taut/engine/grid_path.hpp>
#include <taut/engine/jump_search.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/weighted_pull.hpp>

#include <optional>
#include <vector>

#include "mesh_cells.hpp"
#include "priced_corridor.hpp"

namespace taut::tools {
namespace {

Outline box_outline(const TileRect& tiles) {
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
  Result smooth_corridor(std::span<const Point> path, std::span<Point> work,
                         std::span<CellId> out) const final {
    return taut::smooth_corridor(map(), path, work, out);
  }
  Result pull_corridor(const Point& start, const Point& goal, std::span<const CellId> corridor,
                       std::span<const Portal> portals, Pull pull,
                       std::span<Point> out) const final {
    return taut::pull_corridor(map(), start, goal, corridor, portals, pull, out);
  }

 private:
  [[nodiscard]] virtual const Map& map() const = 0;
};

// Cells that are tiles.
class TileCells : public TiledCells<Grid> {
 public:
  explicit TileCells(const Grid& grid) : grid_(grid) {}

  std::size_t max_portals(std::size_t cells) const final { return taut::max_portals(cells); }
  const char* cell_name() const final { return "tiles"; }
  Outline outline(CellId cell) const final {
    const Tile tile = grid_.tile(cell);
    return box_outline({tile.x, tile.y, tile.x + 1, tile.y + 1});
  }
  SearchView view() const final {
    SearchView view;
    view.seen_tiles.resize(grid_.tile_count());
    for (TileId id = 0; id < grid_.tile_count(); ++id) {
      view.seen_tiles[id] = search_scratch().is_expanded(id);
    }
    return view;
  }

 protected:
  const Grid& map() const final { return grid_; }

 private:
  [[nodiscard]] virtual const SearchScratch& search_scratch() const = 0;

  const Grid& grid_;
};

class GridCells final : public TileCells {
 public:
  GridCells(const Grid& grid, const Ground* costs, const StageSettings& stages)
      : TileCells(grid),
        scratch_(grid.tile_count()),
        room_(std::make_unique_for_overwrite<TileId[]>(grid.tile_count())) {
    options_.diagonal = stages.diagonal;
    options_.costs = costs;
    if (stages.search == SearchKind::jps) {
      jumps_.emplace(grid);
      jump_points_.resize(max_corridor_cells(grid));
    }
  }

  Status find(const Point& start, const Point& goal) override {
    const std::span<TileId> room(room_.get(), map().tile_count());
    CorridorResult found;
    if (!jumps_) {
      found = find_corridor(map(), start, goal, options_, scratch_, room);
    } else {
      found = find_jump_points(map(), *jumps_, start, goal, {}, scratch_, jump_points_);
      const std::span<const TileId> points(jump_points_.data(), found.count);
      found.count = extract_jump_tiles(map(), points, room).count;
    }
    found_ = {room.first(found.count), {}, found.expanded};
    return found.status;
  }
  Result extract_compressed_portals(std::span<const CellId> corridor,
                                    std::span<Portal> out) const override {
    return taut::extract_compressed_portals(map(), corridor, out);
  }
  void edit(const TileRect& tiles, TileState) override {
    if (jumps_) jumps_->update(map(), tiles);
  }
  const char* node_name() const override { return jumps_ ? "jump points" : "tiles"; }

 private:
  const SearchScratch& search_scratch() const override { return scratch_; }

  GridSearchOptions options_;
  std::optional<JumpMap> jumps_;  // for --search jps
  std::vector<TileId> jump_points_;
  SearchScratch scratch_;
  std::unique_ptr<TileId[]> room_;
};

// Tiles that cost differently: the search finds the path too, the cheapest through its corridor.
class PricedCells final : public TileCells {
 public:
  PricedCells(const Grid& grid, const Ground& costs, const StageSettings& stages)
      : TileCells(grid), costs_(costs), scratch_(grid.tile_count()), tiles_(grid.tile_count()) {
    options_.diagonal = stages.diagonal;
    options_.costs = &costs;
  }

  Status find(const Point& start, const Point& goal) override {
    const CorridorResult found = find_corridor(map(), start, goal, options_, scratch_, tiles_);
    const std::span<const TileId> tiles(tiles_.data(), found.count);
    found_ = {tiles, {}, found.expanded};
    if (found.status != Status::ok) return found.status;
    const PricedCorridor corridor = PricedCorridor::of_tiles(map(), costs_, tiles);
    weighted_.fit(corridor.portals.size());
    points_.resize(max_path_points(corridor.portals.size()));
    const WeightedResult pulled =
        string_pull_weighted(start, goal, corridor.portals, corridor.costs, weighted_, points_);
    found_.path = std::span<const Point>(points_).first(pulled.count);
    return pulled.status;
  }
  void edit(const TileRect&, TileState) override {}

 private:
  const SearchScratch& search_scratch() const override { return scratch_; }

  const Ground& costs_;
  GridSearchOptions options_;
  SearchScratch scratch_;
  WeightedScratch weighted_{0};
  std::vector<TileId> tiles_;
  std::vector<Point> points_;
};

class QuadtreeCells final : public TiledCells<Quadtree> {
 public:
  explicit QuadtreeCells(const Grid& grid) : tree_(grid.bits()), scratch_(tree_) {}

  Status find(const Point& start, const Point& goal) override {
    const CorridorResult found = find_corridor(tree_, start, goal, {}, scratch_, scratch_.corridor);
    found_ = {std::span<const LeafId>(scratch_.corridor).first(found.count), {}, found.expanded};
    return found.status;
  }
  std::size_t max_portals(std::size_t cells) const override { return max_edge_portals(cells); }
  void edit(const TileRect& tiles, TileState state) override {
    tree_.set(tiles, state);
    scratch_.fit(tree_);
    found_ = {};
  }
  const char* cell_name() const override { return "leaves"; }
  Outline outline(CellId cell) const override { return box_outline(tree_.rect(cell)); }
  SearchView view() const override {
    SearchView view;
    tree_.for_each_leaf([&](LeafId leaf) {
      view.cells.push_back(outline(leaf));
      if (scratch_.search.is_expanded(leaf)) view.seen.push_back(outline(leaf));
    });
    return view;
  }

 private:
  const Quadtree& map() const override { return tree_; }

  Quadtree tree_;
  QuadtreeScratch scratch_;
};

}  // namespace

std::unique_ptr<CellMap> make_cell_map(const Grid& grid, const Ground* costs,
                                       const QuerySettings& settings) {
  const StageSettings& stages = *settings.stages;
  const bool is_optimal = stages.search == SearchKind::optimal;
  if (stages.map == MapKind::mesh || is_optimal) return make_mesh_cells(grid, settings);
  if (stages.map == MapKind::quadtree) return std::make_unique<QuadtreeCells>(grid);
  if (costs != nullptr && stages.pull == Pull::funnel) {
    return std::make_unique<PricedCells>(grid, *costs, stages);
  }
  return std::make_unique<GridCells>(grid, costs, stages);
}

}  // namespace taut::tools
