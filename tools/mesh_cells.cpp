#include "mesh_cells.hpp"

#include <fmt/format.h>

#include <taut/detail/pull_portals.hpp>
#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/mesh_path.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_mesh.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace taut::tools {
namespace {

// A picture of a search that expands more shows only the first cones: the others add little.
constexpr std::size_t kMaxCones = 50'000;

// What all maps with a mesh have in common. Place owns the mesh: it has mesh(), and edit(tiles,
// state), called after each edit of the grid.
template <class Place>
class MeshCells : public CellMap {
 public:
  template <class... Args>
  explicit MeshCells(const Grid& grid, const Args&... args) : grid_(grid), space_(grid, args...) {}

  std::size_t max_portals(std::size_t cells) const final { return max_edge_portals(cells); }
  Result extract_portals(std::span<const CellId> corridor, std::span<Portal> out) const final {
    return taut::extract_portals(mesh(), corridor, out);
  }
  // There is nothing to repair. An optimal path has the best corridor, and all vertices of a grid's
  // mesh lie at obstacles: a path pulled through its cells has no turn that could be cut off.
  Result repair_corridor(std::span<const Point>, std::span<Point>,
                         std::span<CellId> out) const final {
    const std::span<const CellId> found = corridor();
    const std::size_t count = std::min(found.size(), out.size());
    std::copy_n(found.begin(), count, out.begin());
    return {count < found.size() ? Status::truncated : Status::ok, count};
  }
  Result pull_corridor(const Point& start, const Point& goal, std::span<const CellId> corridor,
                       std::span<const Portal> portals, Pull pull,
                       std::span<Point> out) const final {
    if (pull == Pull::none) return join_centers(mesh(), start, goal, corridor, portals, out);
    return taut::detail::pull_portals(grid_, start, goal, portals, pull, out);
  }

  void edit(const TileRect& tiles, TileState state) final {
    space_.edit(tiles, state);
    make_room();
  }

  const char* cell_name() const final { return space_.cell_name(); }
  Outline outline(CellId cell) const final {
    Outline outline;
    outline.reserve(mesh().edges(cell).size());
    for (const MeshEdge& edge : mesh().edges(cell)) outline.push_back(edge.start());
    return outline;
  }
  std::vector<CellId> cells_in(const TileRect& part) const final {
    std::vector<CellId> cells;
    mesh().for_each_cell([&](CellId cell) {
      Point low = mesh().edges(cell).front().start();
      Point high = low;
      for (const MeshEdge& edge : mesh().edges(cell)) {
        low = component_min(low, edge.start());
        high = component_max(high, edge.start());
      }
      if (low.x < static_cast<float>(part.x1) && high.x > static_cast<float>(part.x0) &&
          low.y < static_cast<float>(part.y1) && high.y > static_cast<float>(part.y0)) {
        cells.push_back(cell);
      }
    });
    return cells;
  }
  bool is_expanded(Tile) const final { return false; }

 protected:
  [[nodiscard]] const Place& space() const noexcept { return space_; }
  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return space_.mesh(); }

 private:
  // Allocates the additional memory that queries need after the mesh has changed.
  virtual void make_room() = 0;

  const Grid& grid_;
  Place space_;
};

// An index of a mesh, if one is wanted, and what became of it.
class OwnIndex {
 public:
  OwnIndex(const ConvexMesh& mesh, bool is_wanted) : is_wanted_(is_wanted) {
    if (!is_wanted) return;
    const auto begin = std::chrono::steady_clock::now();
    index_ = build_corner_index(mesh, kMaxIndexBytes);
    build_ms_ =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  }

  [[nodiscard]] const CornerIndex& get() const noexcept { return index_; }
  [[nodiscard]] std::string text() const {
    if (!is_wanted_) return {};
    if (index_.is_empty()) {
      return fmt::format("none: it would take more than {} bytes, so paths are searched for",
                         kMaxIndexBytes);
    }
    return fmt::format("{} corners, {} bytes, {:.3f} ms", index_.corner_count(),
                       index_.memory_bytes(), build_ms_);
  }

 private:
  bool is_wanted_;
  CornerIndex index_;
  double build_ms_ = 0.0;
};

// Where a point agent may be.
class PointSpace {
 public:
  using Scratch = OptimalScratch;

  PointSpace(const Grid& grid, MeshOrigin origin, const SearchAids& aids)
      : grid_(grid),
        tree_(origin == MeshOrigin::leaves ? std::optional<Quadtree>(grid.bits()) : std::nullopt),
        mesh_(tree_ ? build_mesh(*tree_) : build_mesh(grid_)),
        index_(mesh_, aids.has_index) {
    if (aids.landmarks > 0) {
      landmarks_ = build_landmarks(mesh_, static_cast<std::size_t>(aids.landmarks));
    }
  }

  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return mesh_; }
  [[nodiscard]] const Landmarks* landmarks() const noexcept { return &landmarks_; }
  [[nodiscard]] std::string index_text() const { return index_.text(); }
  [[nodiscard]] const char* cell_name() const noexcept { return tree_ ? "leaves" : "cells"; }
  [[nodiscard]] std::size_t max_points() const { return max_path_points(mesh_); }
  [[nodiscard]] Scratch make_scratch() const { return Scratch(mesh_); }
  void fit(Scratch& scratch) const { scratch.fit(mesh_); }
  static auto& search_of(auto& scratch) noexcept { return scratch; }

  PathResult find_path(const Point& start, const Point& goal, Scratch& scratch,
                       std::span<Point> out) const {
    OptimalOptions options;
    options.landmarks = &landmarks_;
    options.index = &index_.get();
    return find_optimal_path(mesh_, start, goal, options, scratch, out);
  }
  // The same by a search.
  PathResult search(const Point& start, const Point& goal, Scratch& scratch,
                    std::span<Point> out) const {
    OptimalOptions options;
    options.landmarks = &landmarks_;
    return find_optimal_path(mesh_, start, goal, options, scratch, out);
  }

  void edit(const TileRect& tiles, TileState state) {
    if (tree_) {
      tree_->set(tiles, state);
      edit_mesh(*tree_, tiles, mesh_);
    } else {
      edit_mesh(grid_, tiles, mesh_);
    }
  }

 private:
  const Grid& grid_;
  std::optional<Quadtree> tree_;
  ConvexMesh mesh_;
  // None after an edit, as far as searches are concerned.
  OwnIndex index_;
  Landmarks landmarks_;
};

// Where the centre of a disc or a square may be.
class AgentSpace {
 public:
  using Scratch = SpaceScratch;

  AgentSpace(const Grid& grid, const taut::Agent& agent, const SearchAids& aids)
      : grid_(grid), space_(grid, agent), index_(space_.mesh(), aids.has_index) {
    if (aids.landmarks > 0) {
      space_.use_landmarks(std::make_shared<const Landmarks>(
          build_landmarks(space_.mesh(), static_cast<std::size_t>(aids.landmarks))));
    }
  }

  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return space_.mesh(); }
  [[nodiscard]] const char* cell_name() const noexcept { return "cells"; }
  [[nodiscard]] std::size_t max_points() const { return max_path_points(space_); }
  [[nodiscard]] Scratch make_scratch() const { return Scratch(space_); }
  void fit(Scratch& scratch) const { scratch.fit(space_); }
  static auto& search_of(auto& scratch) noexcept { return scratch.search; }

  PathResult find_path(const Point& start, const Point& goal, Scratch& scratch,
                       std::span<Point> out) const {
    return find_by({.landmarks = space_.landmarks().get(), .index = &index_.get()}, start, goal,
                   scratch, out);
  }
  PathResult search(const Point& start, const Point& goal, Scratch& scratch,
                    std::span<Point> out) const {
    return find_by({.landmarks = space_.landmarks().get()}, start, goal, scratch, out);
  }
  [[nodiscard]] std::string index_text() const { return index_.text(); }

  [[nodiscard]] Result pull_disc(std::span<const Point> path, Scratch& scratch,
                                 std::span<DiscTurn> out) const {
    return pull_path(space_, path, scratch, {.turns = out});
  }

  void edit(const TileRect& tiles, TileState) { space_.update(grid_, tiles); }

 private:
  PathResult find_by(const OptimalOptions& options, const Point& start, const Point& goal,
                     Scratch& scratch, std::span<Point> out) const {
    if (space_.agent().shape == taut::AgentShape::disc) {
      return find_optimal_path(space_.mesh(), start, goal, options, scratch.search, out);
    }
    return find_optimal_path(space_, start, goal, options, scratch, {.points = out});
  }

  const Grid& grid_;
  Space space_;
  OwnIndex index_;
};

// The optimal search.
template <class Place>
class OptimalCells final : public MeshCells<Place> {
 public:
  template <class... Args>
  explicit OptimalCells(const Grid& grid, const Args&... args)
      : MeshCells<Place>(grid, args...), scratch_(this->space().make_scratch()) {
    make_room();
  }

  Status find(const Point& start, const Point& goal) override {
    start_ = start;
    goal_ = goal;
    cells_found_ = 0;
    found_ = run([&] { return this->space().find_path(start, goal, scratch_, points_); });
    if (found_.status == Status::ok) take_corridor();
    return found_.status;
  }
  void find_cells() override {
    if (found_.status != Status::ok || cells_found_ > 0) return;
    searched_points_.resize(points_.size());
    const PathResult searched =
        run([&] { return this->space().search(start_, goal_, scratch_, searched_points_); });
    if (searched.status == Status::ok) take_corridor();
  }
  std::span<const CellId> corridor() const override {
    return std::span<const CellId>(corridor_).first(cells_found_);
  }
  std::size_t expanded() const override { return found_.expanded; }
  std::span<const Point> path() const override {
    return std::span<const Point>(points_).first(found_.count);
  }

  std::optional<Result> pull_disc(std::span<const Point> path, std::span<DiscTurn> out) override {
    if constexpr (requires { this->space().pull_disc(path, scratch_, out); }) {
      return this->space().pull_disc(path, scratch_, out);
    } else {
      return std::nullopt;
    }
  }

  std::string index_text() const override { return this->space().index_text(); }
  const char* node_name() const override { return "funnels"; }
  std::vector<Outline> shapes_seen() const override {
    std::vector<Cone> cones(std::min(found_.expanded, kMaxCones));
    cones.resize(extract_cones(this->mesh(), Place::search_of(scratch_), cones).count);
    std::vector<Outline> shapes;
    shapes.reserve(cones.size());
    for (const Cone& cone : cones) shapes.push_back({cone.apex, cone.right, cone.left});
    return shapes;
  }

 private:
  void make_room() override {
    this->space().fit(scratch_);
    points_.resize(this->space().max_points());
    corridor_.resize(this->mesh().cell_count());
    found_ = {};
    cells_found_ = 0;
  }

  // On few maps a search runs out of places: then it is run again with more.
  template <class Search>
  PathResult run(const Search& search) {
    PathResult result = search();
    while (result.status == Status::out_of_nodes && Place::search_of(scratch_).grow()) {
      result = search();
    }
    return result;
  }
  void take_corridor() {
    cells_found_ = extract_corridor(this->mesh(), Place::search_of(scratch_), corridor_).count;
  }

  typename Place::Scratch scratch_;
  std::vector<Point> points_;
  std::vector<Point> searched_points_;
  std::vector<CellId> corridor_;
  PathResult found_;
  std::size_t cells_found_ = 0;
  // What the last query found.
  Point start_{0.0F, 0.0F};
  Point goal_{0.0F, 0.0F};
};

class AStarCells final : public MeshCells<PointSpace> {
 public:
  AStarCells(const Grid& grid, const SearchAids& aids)
      : MeshCells(grid, MeshOrigin::tiles, aids), scratch_(mesh()) {
    options_.landmarks = space().landmarks();
  }

  Status find(const Point& start, const Point& goal) override {
    found_ = find_corridor(mesh(), start, goal, options_, scratch_, scratch_.corridor);
    return found_.status;
  }
  std::span<const CellId> corridor() const override {
    return std::span<const CellId>(scratch_.corridor).first(found_.count);
  }
  std::size_t expanded() const override { return found_.expanded; }

  std::vector<Outline> shapes_seen() const override {
    std::vector<Outline> shapes;
    mesh().for_each_cell([&](CellId cell) {
      if (is_entered(cell)) shapes.push_back(outline(cell));
    });
    return shapes;
  }

 private:
  void make_room() override {
    scratch_.fit(mesh());
    found_ = {};
  }
  [[nodiscard]] bool is_entered(CellId cell) const {
    if (found_.count > 0 && cell == scratch_.corridor.front()) return true;
    const EdgeId first = mesh().first_edge(cell);
    for (EdgeId edge = first; edge < first + mesh().edges(cell).size(); ++edge) {
      if (scratch_.is_expanded(edge)) return true;
    }
    return false;
  }

  MeshSearchOptions options_;
  MeshScratch scratch_;
  CorridorResult found_;
};

}  // namespace

std::unique_ptr<CellMap> make_astar_cells(const Grid& grid, const SearchAids& aids) {
  return std::make_unique<AStarCells>(grid, aids);
}

std::unique_ptr<CellMap> make_optimal_cells(const Grid& grid, MeshOrigin origin,
                                            const SearchAids& aids) {
  return std::make_unique<OptimalCells<PointSpace>>(grid, origin, aids);
}

std::unique_ptr<CellMap> make_agent_cells(const Grid& grid, const taut::Agent& agent,
                                          const SearchAids& aids) {
  return std::make_unique<OptimalCells<AgentSpace>>(grid, agent, aids);
}

}  // namespace taut::tools
