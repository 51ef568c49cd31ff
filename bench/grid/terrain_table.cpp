// taut_bench terrain: find_path() over terrain costs beside A* over tiles, and its string pulling.
#include <CLI/CLI.hpp>

#include <taut/engine/grid_path.hpp>
#include <taut/engine/grid_search.hpp>
#include <taut/engine/path_cost.hpp>
#include <taut/engine/priced_search.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/weighted_pull.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bench/grid/terrain_bench.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/tables.hpp"
#include "tools/commands/priced_world.hpp"

namespace taut::bench {
namespace {

// What is computed in floats may differ by so much.
constexpr double kRounding = 1e-6;

struct TerrainOptions {
  BenchOptions bench;
  std::string terrain = "S=3,W=6,R=0.5,G=0.5,T=10";
};

struct Figures {
  RoundTimes search;
  RoundTimes find;
  RoundTimes leaves;            // find_path() on a quadtree
  RoundTimes mesh;              // find_priced_path()
  std::vector<double> pull_ns;  // per portal of each query, of tiles
  std::vector<double> rows_ns;  // the same of rows of tiles
  Times over_reference;         // cost over the reference
  Ratios over_tiles;
  Times leaves_over_reference;
  Times mesh_over_reference;
  Times mesh_over_find;
  Times leaves_over_find;
  std::size_t leaves_above = 0;  // paths more expensive than tile steps
  std::size_t wrong = 0;

  explicit Figures(std::size_t queries)
      : search(queries),
        find(queries),
        leaves(queries),
        mesh(queries),
        pull_ns(queries, 0.0),
        rows_ns(queries, 0.0) {}
};

Quadtree make_tree(const Grid& grid) {
  Quadtree tree(grid.bits());
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width();) {
      const float cost = grid.cost(grid.id({x, y}));
      int end = x + 1;
      while (end < grid.width() && grid.cost(grid.id({end, y})) == cost) ++end;
      tree.set_cost({x, y, end, y + 1}, cost);
      x = end;
    }
  }
  return tree;
}

class TerrainBench {
 public:
  TerrainBench(const TerrainMap& map, int rounds)
      : map_(map),
        rounds_(rounds),
        scratch_(map.grid),
        tiles_(max_corridor_cells(map.grid)),
        path_(max_path_points(map.grid)),
        tree_(make_tree(map.grid)),
        leaf_scratch_(tree_),
        leaf_path_(max_path_points(tree_)),
        priced_(map.grid),
        space_(space_of(priced_.world())),
        priced_scratch_(space_.mesh()),
        weighted_(0),
        figures_(map.queries.size()) {}

  [[nodiscard]] const Figures& measure() {
    for (int round = 0; round < rounds_; ++round) {
      for (std::size_t i = 0; i < map_.queries.size(); ++i) run_query(i, round == 0);
    }
    return figures_;
  }

 private:
  void run_query(std::size_t i, bool is_first) {
    const TerrainQuery& query = map_.queries[i];
    const Point start = center(query.start);
    const Point goal = center(query.goal);
    CorridorResult corridor;
    PathResult found;
    figures_.search.add(i, time_us([&] {
                          corridor =
                              find_corridor(map_.grid, start, goal, {}, scratch_.search, tiles_);
                        }));
    figures_.find.add(
        i, time_us([&] { found = find_path(map_.grid, start, goal, {}, scratch_, path_); }));
    const bool is_ok = corridor.status == found.status;
    figures_.wrong += is_ok ? 0 : 1;
    if (!is_ok || found.status != Status::ok) return;
    if (is_first) check(query, corridor.cost, found);
    query_leaves(i, corridor.cost, found.cost, is_first);
    query_mesh(i, found.cost, is_first);
    const std::span<const TileId> tiles(tiles_.data(), corridor.count);
    pull(TerrainCorridorPortals::of_tiles(map_.grid, tiles), query, figures_.pull_ns[i]);
    pull(TerrainCorridorPortals::of_rows(map_.grid, tiles), query, figures_.rows_ns[i]);
  }

  void query_leaves(std::size_t i, double tile_cost, double cost, bool is_first) {
    const TerrainQuery& query = map_.queries[i];
    const Point start = center(query.start);
    const Point goal = center(query.goal);
    PathResult found;
    figures_.leaves.add(
        i, time_us([&] { found = find_path(tree_, start, goal, {}, leaf_scratch_, leaf_path_); }));
    if (!is_first) return;
    const std::span<const Point> path(leaf_path_.data(), found.count);
    const PathCheck valid = validate_path(map_.grid, start, goal, path);
    const bool is_right =
        valid.fault == PathFault::none && found.cost == path_cost(map_.grid, path);
    figures_.wrong += is_right ? 0 : 1;
    figures_.leaves_above += found.cost > tile_cost * (1.0 + kRounding) ? 1 : 0;
    if (cost > 0.0) figures_.leaves_over_find.add(found.cost / cost);
    if (query.reference > 0.0) figures_.leaves_over_reference.add(found.cost / query.reference);
  }

  static const Space& space_of(World& world) {
    const Agent agent = Agent::point(tools::PricedWorld::kGround);
    world.prepare(agent);
    return *world.find_space(agent);
  }

  void query_mesh(std::size_t i, double cost, bool is_first) {
    const TerrainQuery& query = map_.queries[i];
    const Point start = center(query.start);
    const Point goal = center(query.goal);
    const PricedMesh priced{space_.mesh(), space_.cell_costs(),
                            static_cast<double>(space_.least_cost())};
    PathResult found;
    figures_.mesh.add(i, time_us([&] {
                        found = find_priced_path(priced, start, goal, {}, priced_scratch_, path_);
                      }));
    if (!is_first) return;
    const std::span<const Point> path(path_.data(), found.count);
    const bool is_right =
        found && validate_path(map_.grid, start, goal, path).fault == PathFault::none;
    figures_.wrong += is_right ? 0 : 1;
    const double own = path_cost(map_.grid, path);
    if (cost > 0.0) figures_.mesh_over_find.add(own / cost);
    if (query.reference > 0.0) figures_.mesh_over_reference.add(own / query.reference);
  }

  void check(const TerrainQuery& query, double tile_cost, const PathResult& found) {
    const std::span<const Point> path(path_.data(), found.count);
    const PathCheck valid = validate_path(map_.grid, center(query.start), center(query.goal), path);
    const bool is_right = valid.fault == PathFault::none &&
                          found.cost <= tile_cost * (1.0 + kRounding) &&
                          found.cost == path_cost(map_.grid, path);
    figures_.wrong += is_right ? 0 : 1;
    figures_.over_tiles.add(found.cost, tile_cost);
    if (query.reference > 0.0) figures_.over_reference.add(found.cost / query.reference);
  }

  // The best round counts.
  void pull(const TerrainCorridorPortals& corridor, const TerrainQuery& query, double& best) {
    const std::size_t portals = corridor.portals.size();
    if (portals == 0) return;
    weighted_.fit(portals);
    if (path_.size() < max_path_points(portals)) path_.resize(max_path_points(portals));
    WeightedResult pulled;
    const double us = time_us([&] {
      pulled = string_pull_weighted(center(query.start), center(query.goal), corridor.portals,
                                    corridor.costs, weighted_, path_);
    });
    const bool is_right = pulled && pulled.cost - pulled.bound <= 1e-9 * pulled.cost;
    figures_.wrong += is_right ? 0 : 1;
    const double ns = 1000.0 * us / static_cast<double>(portals);
    best = best == 0.0 ? ns : std::min(best, ns);
  }

  const TerrainMap& map_;
  int rounds_;
  GridScratch scratch_;
  std::vector<TileId> tiles_;
  std::vector<Point> path_;
  Quadtree tree_;
  QuadtreeScratch leaf_scratch_;
  std::vector<Point> leaf_path_;
  tools::PricedWorld priced_;
  const Space& space_;
  PricedScratch priced_scratch_;
  WeightedScratch weighted_;
  Figures figures_;
};

Times to_times(const std::vector<double>& values) {
  Times times;
  for (const double value : values) {
    if (value > 0.0) times.add(value);
  }
  return times;
}

void add_row(const TerrainMap& map, const Figures& figures, Table& table) {
  const double search = figures.search.medians().mean();
  const double find = figures.find.medians().mean();
  const double leaves = figures.leaves.medians().mean();
  const double mesh = figures.mesh.medians().mean();
  const Times pulls = to_times(figures.pull_ns);
  const Times rows = to_times(figures.rows_ns);
  Row row;
  row.set("map", map.name)
      .set("n", map.queries.size())
      .set("search_us", search)
      .set("find_us", find)
      .set("over_search", find / search)
      .set("pull_ns", pulls.mean())
      .set("pull_p95_ns", pulls.quantile(0.95))
      .set("rows_ns", rows.mean())
      .set("rows_p95_ns", rows.quantile(0.95))
      .set("over_tiles", figures.over_tiles.mean())
      .set("worst_over_tiles", figures.over_tiles.worst());
  if (figures.over_reference.count() > 0) {
    row.set("over_reference", figures.over_reference.mean())
        .set("p95_over_reference", figures.over_reference.quantile(0.95))
        .set("worst_over_reference", figures.over_reference.worst());
  }
  row.set("leaves_us", leaves)
      .set("leaves_over_search", leaves / search)
      .set("leaves_over_find", figures.leaves_over_find.mean())
      .set("worst_leaves_over_find", figures.leaves_over_find.worst())
      .set("leaves_above", figures.leaves_above);
  if (figures.leaves_over_reference.count() > 0) {
    row.set("leaves_over_reference", figures.leaves_over_reference.mean())
        .set("worst_leaves_over_reference", figures.leaves_over_reference.worst());
  }
  row.set("mesh_us", mesh)
      .set("mesh_over_search", mesh / search)
      .set("mesh_over_find", figures.mesh_over_find.mean())
      .set("worst_mesh_over_find", figures.mesh_over_find.worst());
  if (figures.mesh_over_reference.count() > 0) {
    row.set("mesh_over_reference", figures.mesh_over_reference.mean())
        .set("worst_mesh_over_reference", figures.mesh_over_reference.worst());
  }
  table.add(row.set("wrong", figures.wrong));
}

int run(const TerrainOptions& options) {
  Table table({text_column("map", 25),
               count_column("n", 5),
               {"search_us", "search us", 10, 1},
               {"find_us", "find us", 10, 1},
               {"over_search", "ratio", 6, 2},
               {"pull_ns", "ns/portal", 9, 1},
               {"pull_p95_ns", "95 %", 7, 1},
               {"rows_ns", "ns/row", 7, 1},
               {"rows_p95_ns", "95 %", 7, 1},
               {"over_tiles", "/tiles", 7, 4},
               {"worst_over_tiles", "worst", 7, 4},
               {"over_reference", "/ref", 7, 5},
               {"p95_over_reference", "95 %", 7, 4},
               {"worst_over_reference", "worst", 7, 4},
               {"leaves_us", "leaves us", 9, 1},
               {"leaves_over_search", "ratio", 6, 2},
               {"leaves_over_find", "/find", 7, 4},
               {"worst_leaves_over_find", "worst", 7, 4},
               {"leaves_over_reference", "/ref", 7, 5},
               {"worst_leaves_over_reference", "worst", 7, 4},
               count_column("leaves_above", 12),
               {"mesh_us", "mesh us", 9, 1},
               {"mesh_over_search", "ratio", 6, 2},
               {"mesh_over_find", "/find", 7, 4},
               {"worst_mesh_over_find", "worst", 7, 4},
               {"mesh_over_reference", "/ref", 7, 5},
               {"worst_mesh_over_reference", "worst", 7, 4},
               count_column("wrong", 6)},
              options.bench.csv);
  const std::vector<std::string> files =
      options.bench.maps.empty() ? find_terrain_maps() : options.bench.maps;
  for (const std::string& file : files) {
    TerrainMap map = load_terrain_bench(file, options.terrain);
    std::vector<TerrainQuery> kept;
    for (std::size_t i = 0; i < map.queries.size();
         i += static_cast<std::size_t>(options.bench.every)) {
      kept.push_back(map.queries[i]);
    }
    map.queries = kept;
    TerrainBench bench(map, options.bench.rounds);
    add_row(map, bench.measure(), table);
  }
  return table.finish();
}

}  // namespace

void add_terrain_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("terrain", "paths over terrain costs, and weighted string pulling");
  const auto options = std::make_shared<TerrainOptions>();
  add_bench_options(command, options->bench);
  command.add_option("--terrain", options->terrain, "what characters of the maps cost")
      ->capture_default_str();
  command.footer(
      "Times are CPU time of the thread: the mean over the queries of the median round, of A* "
      "over tiles (`search`) and of\nfind_path() (`find`; `ratio` is over search). `ns/portal` is "
      "string_pull_weighted() on the corridors of the search, the\nbest round, with a portal for "
      "each orthogonal step; `ns/row` the same where tiles in a row that cost the same are one\n"
      "cell. `/tiles` is the cost of the path over that of tile steps, `/ref` over that of "
      "NAME.reference.csv, if there is one.\n`leaves` is find_path() on "
      "a quadtree: `/find` is its cost over that on the grid, `leaves_above` counts its paths that "
      "are\nmore expensive than tile steps. `mesh` is find_priced_path() over the mesh of a "
      "ground.\n`wrong` counts paths that are not valid or more expensive "
      "than tile steps, and pulls whose bound is not reached.\n");
  command.callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace taut::bench
