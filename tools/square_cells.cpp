#include "square_cells.hpp"

#include <taut/square_map.hpp>

#include <algorithm>
#include <cstddef>

namespace taut::tools {
namespace {

class SquareCells final : public CellMap {
 public:
  SquareCells(const Grid& grid, double half_width)
      : grid_(grid), map_(grid.bits(), half_width), scratch_(map_) {
    make_room();
  }

  Status find(const Point& start, const Point& goal) override {
    found_ = find_path(map_, start, goal, {}, scratch_, points_);
    while (found_.status == Status::out_of_nodes && places_ < kMostPlaces) {
      places_ = places_ == 0 ? 8 * map_.mesh().edge_count() + 16'384 : 2 * places_;
      scratch_.search = OptimalScratch(map_.mesh(), places_);
      found_ = find_path(map_, start, goal, {}, scratch_, points_);
    }
    cells_found_ = found_.status == Status::ok
                       ? extract_corridor(map_.mesh(), scratch_.search, corridor_).count
                       : 0;
    return found_.status;
  }
  std::span<const CellId> corridor() const override {
    return std::span<const CellId>(corridor_).first(cells_found_);
  }
  std::size_t expanded() const override { return found_.expanded; }
  std::span<const Point> path() const override {
    return std::span<const Point>(points_).first(found_.count);
  }

  std::size_t max_portals(std::size_t cells) const override { return max_mesh_portals(cells); }
  Result extract_portals(std::span<const CellId> corridor, std::span<Portal> out) const override {
    return taut::extract_portals(map_.mesh(), corridor, out);
  }
  // choose_how() lets nothing come here: the search finds the path, and there is nothing to repair.
  Result repair_corridor(std::span<const Point>, std::span<Point>,
                         std::span<CellId>) const override {
    return {Status::invalid_input, 0};
  }
  Result pull_corridor(const Point&, const Point&, std::span<const CellId>, std::span<const Portal>,
                       Pull, std::span<Point>) const override {
    return {Status::invalid_input, 0};
  }

  void edit(const TileRect&, TileState) override {
    map_ = SquareMap(grid_.bits(), map_.half_width());
    scratch_ = SquareScratch(map_);
    places_ = 0;
    make_room();
  }

  const char* cell_name() const override { return "cells"; }
  const char* node_name() const override { return "funnels"; }
  Outline outline(CellId cell) const override {
    Outline outline;
    for (const MeshEdge& edge : map_.mesh().edges(cell)) outline.push_back(edge.start());
    return outline;
  }
  std::vector<CellId> cells_in(const TileRect& part) const override {
    std::vector<CellId> cells;
    const Point low(static_cast<float>(part.x0), static_cast<float>(part.y0));
    const Point high(static_cast<float>(part.x1), static_cast<float>(part.y1));
    map_.mesh().for_each_cell_touching(low, high, [&](CellId cell) { cells.push_back(cell); });
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }
  bool is_expanded(Tile) const override { return false; }
  std::vector<Outline> shapes_seen() const override {
    std::vector<Cone> cones(std::min(found_.expanded, kMostShapes));
    cones.resize(extract_cones(map_.mesh(), scratch_.search, cones).count);
    std::vector<Outline> shapes;
    shapes.reserve(cones.size());
    for (const Cone& cone : cones) shapes.push_back({cone.apex, cone.right, cone.left});
    return shapes;
  }

 private:
  // As of the mesh of a point agent.
  static constexpr std::size_t kMostPlaces = std::size_t{1} << 23;
  static constexpr std::size_t kMostShapes = 50'000;

  void make_room() {
    points_.resize(max_path_points(map_));
    corridor_.resize(map_.mesh().cell_count());
    found_ = {};
    cells_found_ = 0;
  }

  const Grid& grid_;
  SquareMap map_;
  SquareScratch scratch_;
  std::size_t places_ = 0;  // of the scratch; 0: the usual number
  std::vector<Point> points_;
  std::vector<CellId> corridor_;
  PathResult found_;
  std::size_t cells_found_ = 0;
};

}  // namespace

std::unique_ptr<CellMap> make_square_cells(const Grid& grid, double half_width) {
  return std::make_unique<SquareCells>(grid, half_width);
}

}  // namespace taut::tools
