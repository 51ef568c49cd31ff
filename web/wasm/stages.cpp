// The searches and pulls that the page compares, one by one, over a world of taut.h, which offers
// the best of them only.
#include <taut.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <taut/detail/pull_portals.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/space.hpp>

#include "c/checks.hpp"
#include "c/handles.hpp"

using namespace taut;

namespace {

// The numbers are those of stages.js, as are those of Pull.
enum class Search : std::int32_t { optimal, over_cells, over_leaves, over_tiles };

// A smoothed corridor would hide what the other pulls make of the one that was found.
Smoothing smoothing_for(Pull pull) {
  return pull == Pull::funnel ? Smoothing::raycast : Smoothing::none;
}

// Makes the memory of a search when it is first needed; edits may have outgrown it since.
template <class Scratch, class Map>
Scratch& fit(std::optional<Scratch>& scratch, const Map& map) {
  if (scratch) {
    scratch->fit(map);
  } else {
    scratch.emplace(map);
  }
  return *scratch;
}

template <class T>
void make_room(std::vector<T>& list, std::size_t count) {
  if (list.size() < count) list.resize(count);
}

// The goal, or the place nearest to it that can be reached.
std::optional<Point> find_end(const World& world, const Point& from, const Point& goal) {
  const std::optional<Tile> first = world.grid().locate(from);
  const std::optional<Tile> last = world.grid().locate(goal);
  if (first && last && world.grid().is_connected(*first, *last)) return goal;
  return find_nearest_place(world.spaces().front(), from, goal,
                            std::numeric_limits<double>::infinity());
}

}  // namespace

struct taut_stages {
  explicit taut_stages(const taut_world& of) : world(of.world) {}

  // As EndRule::nearest.
  FoundPath find(const Point& start, const Point& goal, Search by, Pull pull);
  // That of the world as it is.
  const Quadtree& tree();

  std::shared_ptr<const World> world;
  std::vector<Point> points;  // the last path

 private:
  PathResult search(const Point& from, const Point& to, Search by, Pull pull);
  PathResult find_optimal(const Point& from, const Point& to);
  template <class Scratch>
  PathResult pull_again(const PathResult& found, Scratch& scratch, const Point& from,
                        const Point& to, Pull pull);

  std::optional<Quadtree> tree_;
  std::uint64_t tree_revision_ = 0;  // of the world
  std::optional<OptimalScratch> optimal_;
  std::optional<MeshScratch> over_cells_;
  std::optional<QuadtreeScratch> over_leaves_;
  std::optional<GridScratch> over_tiles_;
  std::vector<CellId> corridor_;
  std::vector<Portal> portals_;
};

// Only what shows leaves needs it, so edits do not update it.
const Quadtree& taut_stages::tree() {
  if (!tree_ || tree_revision_ != world->revision()) {
    tree_.emplace(world->grid().bits());
    tree_revision_ = world->revision();
  }
  return *tree_;
}

FoundPath taut_stages::find(const Point& start, const Point& goal, Search by, Pull pull) {
  FoundPath path;
  path.status = Status::invalid_input;
  path.revision = world->revision();
  const Point from = snap(start);
  const std::optional<Point> to = find_end(*world, from, snap(goal));
  if (!to) return path;
  const PathResult found = search(from, *to, by, pull);
  path.status = found.status;
  path.expanded = found.expanded;
  if (!found) return path;
  path.points = std::span<const Point>(points).first(found.count);
  path.length = path.cost = found.length;
  return path;
}

PathResult taut_stages::search(const Point& from, const Point& to, Search by, Pull pull) {
  const ConvexMesh& mesh = world->mesh();
  make_room(points, max_path_points(mesh));
  switch (by) {
    case Search::optimal:
      return pull_again(find_optimal(from, to), *optimal_, from, to, pull);
    case Search::over_cells: {
      MeshScratch& scratch = fit(over_cells_, mesh);
      return pull_again(find_path(mesh, from, to, {}, scratch, points), scratch, from, to, pull);
    }
    case Search::over_leaves: {
      const QuadtreePathOptions options{
          .search = {}, .pull = pull, .smoothing = smoothing_for(pull)};
      QuadtreeScratch& scratch = fit(over_leaves_, tree());
      make_room(points, max_path_points(*tree_));
      return find_path(*tree_, from, to, options, scratch, points);
    }
    case Search::over_tiles: {
      GridPathOptions options;
      options.pull = pull;
      options.smoothing = smoothing_for(pull);
      GridScratch& scratch = fit(over_tiles_, world->grid());
      make_room(points, max_path_points(world->grid()));
      return find_path(world->grid(), from, to, options, scratch, points);
    }
  }
  return {};
}

PathResult taut_stages::find_optimal(const Point& from, const Point& to) {
  OptimalScratch& scratch = fit(optimal_, world->mesh());
  for (;;) {
    const PathResult found = find_optimal_path(world->mesh(), from, to, {}, scratch, points);
    if (found.status != Status::out_of_nodes || !scratch.grow()) return found;
  }
}

// Searches over the mesh pull by the funnel. Another pull of the corridor that they found replaces
// their path.
template <class Scratch>
PathResult taut_stages::pull_again(const PathResult& found, Scratch& scratch, const Point& from,
                                   const Point& to, Pull pull) {
  if (!found || pull == Pull::funnel) return found;
  const ConvexMesh& mesh = world->mesh();
  make_room(corridor_, max_corridor_cells(mesh));
  const Result ids = extract_corridor(mesh, scratch, corridor_);
  const std::span<const CellId> cells = std::span<const CellId>(corridor_).first(ids.count);
  make_room(portals_, max_edge_portals(ids.count));
  const Result edges = extract_portals(mesh, cells, portals_);
  const std::span<const Portal> gates = std::span<const Portal>(portals_).first(edges.count);
  make_room(points, max_path_points(2 * ids.count));
  const Result pulled = pull == Pull::none
                            ? join_centers(mesh, from, to, cells, gates, points)
                            : detail::pull_portals(world->grid(), from, to, gates, pull, points);
  PathResult path = found;
  path.status = pulled.status;
  path.count = pulled.count;
  path.length = path.cost = path_length(std::span<const Point>(points).first(pulled.count));
  return path;
}

// TAUT_PAGE: exported to JavaScript. The contracts are those of taut.h.
#define TAUT_PAGE(name) __attribute__((export_name(#name)))

extern "C" {

TAUT_PAGE(taut_stages_create) taut_stages* taut_stages_create(const taut_world* world) {
  return new taut_stages(*world);
}

TAUT_PAGE(taut_stages_destroy) void taut_stages_destroy(taut_stages* stages) { delete stages; }

// path->method is unset.
TAUT_PAGE(taut_stages_find)
taut_status taut_stages_find(taut_stages* stages, float start_x, float start_y, float goal_x,
                             float goal_y, std::int32_t search, std::int32_t pull,
                             taut_path* path) {
  if (!c::is_place(start_x, start_y) || !c::is_place(goal_x, goal_y)) {
    *path = c::to_path(FoundPath{.status = Status::invalid_input});
    return path->status;
  }
  *path = c::to_path(stages->find({start_x, start_y}, {goal_x, goal_y}, static_cast<Search>(search),
                                  static_cast<Pull>(pull)));
  return path->status;
}

TAUT_PAGE(taut_stages_points) const Point* taut_stages_points(const taut_stages* stages) {
  return stages->points.data();
}

TAUT_PAGE(taut_stages_leaves)
taut_status taut_stages_leaves(taut_stages* stages, taut_rect* out, std::uint32_t capacity,
                               std::uint32_t* count) {
  const Quadtree& tree = stages->tree();
  std::uint32_t leaves = 0;
  tree.for_each_leaf([&](LeafId id) {
    if (leaves < capacity) out[leaves] = c::to_rect(tree.rect(id));
    ++leaves;
  });
  *count = leaves;
  return leaves <= capacity ? TAUT_OK : TAUT_TRUNCATED;
}

}  // extern "C"
