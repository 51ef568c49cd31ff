#include "mesh_cells.hpp"

#include <fmt/format.h>

#include <taut/detail/pull_portals.hpp>
#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/quadtree_mesh.hpp>
#include <taut/engine/raycast.hpp>

#include <algorithm>
#include <optional>
#include <thread>

#include "tools/output/answer.hpp"

namespace taut::tools {
namespace {

// The mesh of the tiles or of the leaves of their quadtree, and its landmarks.
class MeshCells : public CellMap {
 public:
  MeshCells(const Grid& grid, const QuerySettings& settings)
      : grid_(grid),
        tree_(settings.stages->map == MapKind::quadtree ? std::optional<Quadtree>(grid.bits())
                                                        : std::nullopt),
        mesh_(tree_ ? build_mesh(*tree_) : build_mesh(grid)) {
    if (!settings.landmarks) {
      landmarks_ = build_landmarks(mesh_);
    } else if (*settings.landmarks > 0) {
      landmarks_ = build_landmarks(mesh_, static_cast<std::size_t>(*settings.landmarks));
    }
  }

  std::size_t max_portals(std::size_t cells) const final { return max_edge_portals(cells); }
  Result extract_portals(std::span<const CellId> corridor, std::span<Portal> out) const final {
    return taut::extract_portals(mesh_, corridor, out);
  }
  // There is nothing to smooth. An optimal path has the best corridor, and all vertices of a grid's
  // mesh lie at obstacles: a path pulled through its cells has no turn that could be cut off.
  Result smooth_corridor(std::span<const Point>, std::span<Point>,
                         std::span<CellId> out) const final {
    const std::span<const CellId> corridor = found_.corridor;
    const std::size_t count = std::min(corridor.size(), out.size());
    std::copy_n(corridor.begin(), count, out.begin());
    return {count < corridor.size() ? Status::truncated : Status::ok, count};
  }
  Result pull_corridor(const Point& start, const Point& goal, std::span<const CellId> corridor,
                       std::span<const Portal> portals, Pull pull,
                       std::span<Point> out) const final {
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
    found_ = {};
  }

  const char* cell_name() const final { return tree_ ? "leaves" : "cells"; }
  Outline outline(CellId cell) const final { return outline_of(mesh_, cell); }
  SearchView view() const final {
    SearchView view;
    view.cells = outlines_of(mesh_);
    view.seen = shapes_seen();
    return view;
  }

 protected:
  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return mesh_; }
  // They hold until the first edit, as far as searches are concerned.
  [[nodiscard]] const Landmarks& landmarks() const noexcept { return landmarks_; }

 private:
  // Allocates the additional memory that queries need after the mesh has changed.
  virtual void make_room() = 0;
  [[nodiscard]] virtual std::vector<Outline> shapes_seen() const = 0;

  const Grid& grid_;
  std::optional<Quadtree> tree_;
  ConvexMesh mesh_;
  Landmarks landmarks_;
};

// The optimal search, or an index in its place.
class OptimalCells final : public MeshCells {
 public:
  OptimalCells(const Grid& grid, const QuerySettings& settings)
      : MeshCells(grid, settings), scratch_(mesh()) {
    OptimalCells::make_room();
    if (!settings.has_index) return;
    const Clock::time_point begin = Clock::now();
    index_ = build_corner_index(mesh(), settings.index_bytes, std::thread::hardware_concurrency());
    index_text_ =
        describe_index(&index_, settings.index_bytes, to_microseconds(Clock::now() - begin));
  }

  Status find(const Point& start, const Point& goal) override {
    start_ = start;
    goal_ = goal;
    const PathResult found = search({.landmarks = &landmarks(), .index = &index_}, points_);
    found_ = {{}, std::span<const Point>(points_).first(found.count), found.expanded};
    if (found.status == Status::ok) take_corridor();
    return found.status;
  }
  // By a search, whose path may be another one as short.
  void find_cells() override {
    if (!found_.corridor.empty()) return;
    std::vector<Point> points(points_.size());
    if (search({.landmarks = &landmarks()}, points).status == Status::ok) take_corridor();
  }

  std::string index_text() const override { return index_text_; }
  const char* node_name() const override { return "funnels"; }

 private:
  void make_room() override {
    scratch_.fit(mesh());
    points_.resize(max_path_points(mesh()));
    corridor_.resize(mesh().cell_count());
  }

  // On few maps a search runs out of places: then it is run again with more.
  PathResult search(const OptimalOptions& options, std::span<Point> out) {
    for (;;) {
      const PathResult found = find_optimal_path(mesh(), start_, goal_, options, scratch_, out);
      if (found.status != Status::out_of_nodes || !scratch_.grow()) return found;
    }
  }
  void take_corridor() {
    const Result cells = extract_corridor(mesh(), scratch_, corridor_);
    found_.corridor = std::span<const CellId>(corridor_).first(cells.count);
  }

  std::vector<Outline> shapes_seen() const override {
    std::vector<Cone> cones(std::min(found_.expanded, kMaxCones));
    cones.resize(extract_cones(mesh(), scratch_, cones).count);
    return outlines_of(cones);
  }

  OptimalScratch scratch_;
  std::vector<Point> points_;
  std::vector<CellId> corridor_;
  CornerIndex index_;  // which an edit outdates
  std::string index_text_;
  // The last query.
  Point start_{0.0F, 0.0F};
  Point goal_{0.0F, 0.0F};
};

class AStarCells final : public MeshCells {
 public:
  AStarCells(const Grid& grid, const QuerySettings& settings)
      : MeshCells(grid, settings), scratch_(mesh()) {
    options_.landmarks = &landmarks();
  }

  Status find(const Point& start, const Point& goal) override {
    const CorridorResult found =
        find_corridor(mesh(), start, goal, options_, scratch_, scratch_.corridor);
    found_ = {std::span<const CellId>(scratch_.corridor).first(found.count), {}, found.expanded};
    return found.status;
  }

 private:
  void make_room() override { scratch_.fit(mesh()); }
  std::vector<Outline> shapes_seen() const override {
    std::vector<Outline> shapes;
    mesh().for_each_cell([&](CellId cell) {
      if (is_entered(cell)) shapes.push_back(outline(cell));
    });
    return shapes;
  }
  [[nodiscard]] bool is_entered(CellId cell) const {
    if (!found_.corridor.empty() && cell == found_.corridor.front()) return true;
    const EdgeId first = mesh().first_edge(cell);
    for (EdgeId edge = first; edge < first + mesh().edges(cell).size(); ++edge) {
      if (scratch_.is_expanded(edge)) return true;
    }
    return false;
  }

  MeshSearchOptions options_;
  MeshScratch scratch_;
};

}  // namespace

std::string describe_index(const CornerIndex* index, std::size_t most_bytes, double build_us) {
  if (index == nullptr || index->is_empty()) {
    return fmt::format("none: it would take more than {} bytes, so paths are searched for",
                       most_bytes);
  }
  return fmt::format("{} corners, {} bytes, {} ms", index->corner_count(), index->memory_bytes(),
                     build_us / 1000.0);
}

Outline outline_of(const ConvexMesh& mesh, CellId cell) {
  Outline outline;
  outline.reserve(mesh.edges(cell).size());
  for (const MeshEdge& edge : mesh.edges(cell)) outline.push_back(edge.start());
  return outline;
}

std::vector<Outline> outlines_of(const ConvexMesh& mesh) {
  std::vector<Outline> outlines;
  mesh.for_each_cell([&](CellId cell) { outlines.push_back(outline_of(mesh, cell)); });
  return outlines;
}

std::vector<Outline> outlines_of(std::span<const Cone> cones) {
  std::vector<Outline> outlines;
  outlines.reserve(cones.size());
  for (const Cone& cone : cones) outlines.push_back({cone.apex, cone.right, cone.left});
  return outlines;
}

std::unique_ptr<CellMap> make_mesh_cells(const Grid& grid, const QuerySettings& settings) {
  if (settings.stages->search == SearchKind::optimal) {
    return std::make_unique<OptimalCells>(grid, settings);
  }
  return std::make_unique<AStarCells>(grid, settings);
}

}  // namespace taut::tools
