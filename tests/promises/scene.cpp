#include "promises/scene.hpp"

#include <span>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/quadtree_mesh.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/map_file.hpp>

#include "bench/mesh_paths/greedy_rectangles.hpp"
#include "support/map_families.hpp"
#include "support/random_corridors.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

constexpr double kNarrowDisc = 0.4;
constexpr double kLargeDisc = 0.9;
constexpr double kNarrowSquare = 0.25;
constexpr double kOpenedSquare = 0.5;
constexpr std::uint64_t kSeed = 20261122;

World make_world(const Grid& grid) {
  World world(grid);
  for (const Agent& agent : {Agent::disc(kNarrowDisc), Agent::disc(kLargeDisc),
                             Agent::square(kNarrowSquare), Agent::square(kOpenedSquare)}) {
    world.prepare(agent);
  }
  Ground slow;
  slow.set(1, 3.0F);
  world.set_ground(kSlowGround, slow);
  for (const Agent& agent :
       {Agent::point(kSlowGround), Agent::disc(kNarrowDisc, kSlowGround),
        Agent::disc(kLargeDisc, kSlowGround), Agent::square(kNarrowSquare, kSlowGround)}) {
    world.prepare(agent);
  }
  return world;
}

Point random_end(Random& random, const Grid& grid) {
  if (grid.walkable_count() == 0 || random.chance(30)) {
    return to_map_point(random_place(random, grid));
  }
  const Tile tile = random_walkable_tile(random, grid);
  if (random.chance(40)) return center(tile);
  return to_map_point({tile.x * kLatticePerTile + random.between(1, kLatticePerTile - 1),
                       tile.y * kLatticePerTile + random.between(1, kLatticePerTile - 1)});
}

// The corridor that a search wrote to `cells`, with its portals, at most two for each cell.
template <class Extract>
Corridor follow(const Query& query, const CorridorResult& found, std::span<const CellId> cells,
                const Extract& extract) {
  Corridor corridor;
  if (found.count == 0) return corridor;
  corridor.cells.assign(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(found.count));
  corridor.portals.resize(2 * found.count);
  corridor.portals.resize(extract(corridor.cells, corridor.portals).count);
  corridor.path.resize(max_path_points(corridor.portals.size()));
  corridor.path.resize(string_pull(query.start, query.goal, corridor.portals, corridor.path).count);
  return corridor;
}

void find_corridors(const Grid& grid, const Quadtree& tree, const ConvexMesh& mesh, Query& query) {
  using Cells = std::span<const CellId>;
  const Point& start = query.start;
  const Point& goal = query.goal;
  GridScratch on_grid(grid);
  query.tiles =
      follow(query, find_corridor(grid, start, goal, {}, on_grid.search, on_grid.corridor),
             on_grid.corridor,
             [&](Cells cells, std::span<Portal> out) { return extract_portals(grid, cells, out); });
  QuadtreeScratch on_tree(tree);
  query.leaves = follow(
      query, find_corridor(tree, start, goal, {}, on_tree, on_tree.corridor), on_tree.corridor,
      [&](Cells cells, std::span<Portal> out) { return extract_edges(tree, cells, out); });
  MeshScratch on_mesh(mesh);
  query.cells = follow(
      query, find_corridor(mesh, start, goal, {}, on_mesh, on_mesh.corridor), on_mesh.corridor,
      [&](Cells cells, std::span<Portal> out) { return extract_portals(mesh, cells, out); });
}

void add_row(Random& random, Query& query) {
  const RowKind& kind = kRowKinds[random.below(kRowKinds.size())];
  const LatticeCorridor row = place_ends(random, kind.make(random, random.below(40)), 5);
  constexpr float kScale = 1.0F / 64.0F;
  query.row_start = to_point(row.start, kScale);
  query.row_goal = to_point(row.goal, kScale);
  query.row = to_portals(row.portals, kScale);
}

void add_committed_maps(Random& random, std::deque<Scene>& made) {
  for (const std::string name : {"arena", "dungeon", "caves", "coast", "city", "rts"}) {
    const Loaded<Grid> grid = load_map(TAUT_SOURCE_DIR "/maps/" + name + ".map");
    if (!grid) detail::reject(grid.error.message());
    made.emplace_back(name, random, *grid.value, 2, 8);
  }
}

void add_random_maps(Random& random, int stride, std::deque<Scene>& made) {
  for (int i = 0; i < 40; i += stride) {
    const Grid tiles = i % 2 == 1 ? make_family_map(random, 24) : make_random_map(random, 40);
    made.emplace_back("random map " + std::to_string(i), random, tiles,
                      static_cast<std::size_t>(i % 4) * 5, 12);
  }
}

std::deque<Scene> make_scenes() {
  Random random(kSeed);
  std::deque<Scene> made;
  add_committed_maps(random, made);
  add_random_maps(random, 1, made);
  return made;
}

std::deque<Scene> make_small_share() {
  Random random(kSeed);
  std::deque<Scene> made;
  // Odd: families of maps and numbers of edits repeat every second and every fourth scene.
  add_random_maps(random, query_stride() < 5 ? 3 : 9, made);
  return made;
}

}  // namespace

Maps::Maps(const Grid& tiles)
    : grid(tiles),
      tree(tiles.bits()),
      mesh(build_mesh(tiles)),
      leaf_mesh(build_mesh(tree)),
      world(make_world(tiles)) {}

void Maps::set(const TileRect& tiles, TileState state) {
  grid.set(tiles, state);
  tree.set(tiles, state);
  edit_mesh(grid, tiles, mesh);
  edit_mesh(tree, tiles, leaf_mesh);
  world.set(tiles, state);
}

Scene::Scene(std::string scene_name, Random& random, const Grid& tiles, std::size_t edits,
             std::size_t query_count)
    : Scene(std::move(scene_name), [&] {
        Maps edited(tiles);
        for (std::size_t i = 0; i < edits; ++i) {
          const TileRect rect = random_rect(random, tiles.width(), tiles.height());
          const bool is_all = rect.x1 - rect.x0 > tiles.width();
          edited.set(is_all ? TileRect{0, 0, 1, 1} : rect,
                     random.chance(50) ? TileState::blocked : TileState::walkable);
        }
        if (random.chance(40)) {
          const TileRect slow = random_rect(random, tiles.width(), tiles.height());
          (void)random.between(0, 12);  // the scenes after this one stay what they were
          edited.grid.set_class(slow, 1);
          edited.world.set_class(slow, 1);
        }
        return edited;
      }()) {
  // On copies: that threads are the first to query the maps is part of their test.
  const Grid grid = maps.grid;
  const Quadtree tree = maps.tree;
  const ConvexMesh mesh = maps.mesh;
  for (std::size_t i = 0; i < query_count; ++i) {
    Query& query = queries.emplace_back();
    query.index = i;
    query.salt = random.next();
    query.start = random_end(random, grid);
    query.goal = random_end(random, grid);
    find_corridors(grid, tree, mesh, query);
    add_row(random, query);
  }
}

Scene::Scene(std::string scene_name, Maps scene_maps)
    : name(std::move(scene_name)),
      maps(std::move(scene_maps)),
      rectangle_mesh(bench::build_rectangle_mesh(maps.grid)),
      narrow_discs(maps.grid, Agent::disc(kNarrowDisc)),
      large_discs(maps.grid, Agent::disc(kLargeDisc)),
      narrow_squares(maps.grid, Agent::square(kNarrowSquare)),
      opened_squares(maps.grid, Agent::square(kOpenedSquare)) {}

std::unique_ptr<Scene> Scene::make_again(const Scene& scene) {
  const Grid& tiles = scene.maps.grid;
  Maps maps(Grid::from_predicate(tiles.width(), tiles.height(),
                                 [&](int x, int y) { return tiles.is_walkable(x, y); }));
  for (TileId id = 0; id < tiles.tile_count(); ++id) {
    if (tiles.terrain_class(id) == 0) continue;
    const Tile tile = tiles.tile(id);
    const TileRect rect{tile.x, tile.y, tile.x + 1, tile.y + 1};
    maps.grid.set_class(rect, tiles.terrain_class(id));
    maps.world.set_class(rect, tiles.terrain_class(id));
  }
  std::unique_ptr<Scene> made(new Scene(scene.name, std::move(maps)));
  made->queries = scene.queries;
  for (Query& query : made->queries) {
    find_corridors(made->maps.grid, made->maps.tree, made->maps.mesh, query);
  }
  return made;
}

const std::deque<Scene>& scenes() {
  static const std::deque<Scene> made = make_scenes();
  return made;
}

const std::deque<Scene>& scenes_in_share() {
  if (!is_small_share()) return scenes();
  static const std::deque<Scene> made = make_small_share();
  return made;
}

}  // namespace taut::test
