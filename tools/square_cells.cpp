#include "square_cells.hpp"

#include <taut/square_map.hpp>

#include <cstddef>

#include "mesh_cells.hpp"

namespace taut::tools {
namespace {

class SquareCells final : public CellMap {
 public:
  SquareCells(const Grid& grid, double half_width)
      : grid_(grid), map_(grid.bits(), half_width), scratch_(map_) {
    make_room();
  }

  Status find(const Point& start, const Point& goal) override {
    const auto search = [&] { return find_optimal_path(map_, start, goal, {}, scratch_, points_); };
    found_ = find_with_room(map_.mesh(), search, scratch_.search, places_);
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
  Outline outline(CellId cell) const override { return outline_of(map_.mesh(), cell); }
  std::vector<CellId> cells_in(const TileRect& part) const override {
    return tools::cells_in(map_.mesh(), part);
  }
  bool is_expanded(Tile) const override { return false; }
  std::vector<Outline> shapes_seen() const override {
    return cones_of(map_.mesh(), scratch_.search, found_.expanded);
  }

 private:
  void make_room() {
    points_.resize(max_path_points(map_));
    corridor_.resize(map_.mesh().cell_count());
    found_ = {};
    cells_found_ = 0;
  }

  const Grid& grid_;
  SquareMap map_;
  SquareScratch scratch_;
  std::size_t places_ = 0;
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
