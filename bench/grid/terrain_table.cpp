// taut_bench terrain: find_priced_path() beside A* over tiles, and string pulling by cost.
#include <CLI/CLI.hpp>

#include <taut/engine/grid_search.hpp>
#include <taut/engine/priced_field.hpp>
#include <taut/engine/priced_search.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/weighted_pull.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <cmath>
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
#include "tools/stages/priced_corridor.hpp"

namespace taut::bench {
namespace {

// What is computed in floats may differ by so much.
constexpr double kRounding = 1e-6;
// What costs of paths with and without landmarks may differ by: searches by cost err.
constexpr double kSame = 1e-3;
constexpr std::size_t kLandmarks = 8;

struct TerrainOptions {
  BenchOptions bench;
  std::string terrain = "S=3,W=6,R=0.5,G=0.5,T=10";
};

struct Figures {
  RoundTimes search;            // find_corridor() over tiles
  RoundTimes mesh;              // find_priced_path()
  RoundTimes guided;            // the same by landmarks
  std::vector<double> pull_ns;  // per portal of each query, of tiles
  std::vector<double> rows_ns;  // the same of rows of tiles
  Ratios over_tiles;
  Times over_reference;
  std::size_t wrong = 0;

  explicit Figures(std::size_t queries)
      : search(queries),
        mesh(queries),
        guided(queries),
        pull_ns(queries, 0.0),
        rows_ns(queries, 0.0) {}
};

using tools::PricedCorridor;

class TerrainBench {
 public:
  TerrainBench(const TerrainMap& map, int rounds)
      : map_(map),
        grid_(map.tiles.grid),
        costs_(map.tiles.ground),
        rounds_(rounds),
        scratch_(grid_.tile_count()),
        tiles_(grid_.tile_count()),
        world_(grid_),
        space_(space_of(world_, costs_)),
        landmarks_(build_landmarks(space_.priced_mesh(), kLandmarks)),
        path_(max_path_points(space_)),
        guided_path_(path_.size()),
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
    GridSearchOptions by_cost;
    by_cost.costs = &costs_;
    CorridorResult corridor;
    figures_.search.add(i, time_us([&] {
                          corridor = find_corridor(grid_, start, goal, by_cost, scratch_, tiles_);
                        }));
    const PricedMesh priced = space_.priced_mesh();
    PathResult found;
    figures_.mesh.add(i, time_us([&] {
                        found = find_priced_path(priced, start, goal, {}, priced_scratch_, path_);
                      }));
    PathResult guided;
    figures_.guided.add(i, time_us([&] {
                          guided = find_priced_path(priced, start, goal, {.landmarks = &landmarks_},
                                                    priced_scratch_, guided_path_);
                        }));
    const bool is_same = std::abs(guided.cost - found.cost) <= kSame * found.cost;
    const bool is_ok = corridor.status == found.status && guided.status == found.status && is_same;
    figures_.wrong += is_ok ? 0 : 1;
    if (!is_ok || found.status != Status::ok) return;
    if (is_first) check(query, corridor.cost, std::span<const Point>(path_).first(found.count));
    const std::span<const TileId> tiles(tiles_.data(), corridor.count);
    pull(PricedCorridor::of_tiles(grid_, costs_, tiles), query, figures_.pull_ns[i]);
    pull(PricedCorridor::of_rows(grid_, costs_, tiles), query, figures_.rows_ns[i]);
  }

  static const Space& space_of(World& world, const Ground& costs) {
    const Agent agent = Agent::point(tools::kTerrainGround);
    world.set_ground(tools::kTerrainGround, costs);
    world.prepare(agent);
    return *world.find_space(agent);
  }

  void check(const TerrainQuery& query, double tile_cost, std::span<const Point> path) {
    const double cost = path_cost(grid_, costs_, path);
    const PathCheck valid = validate_path(grid_, center(query.start), center(query.goal), path);
    const bool is_right = valid.fault == PathFault::none && cost <= tile_cost * (1.0 + kRounding);
    figures_.wrong += is_right ? 0 : 1;
    figures_.over_tiles.add(cost, tile_cost);
    if (query.reference > 0.0) figures_.over_reference.add(cost / query.reference);
  }

  // The best round counts.
  void pull(const PricedCorridor& corridor, const TerrainQuery& query, double& best) {
    const std::size_t portals = corridor.portals.size();
    if (portals == 0) return;
    weighted_.fit(portals);
    if (pulled_.size() < max_path_points(portals)) pulled_.resize(max_path_points(portals));
    WeightedResult pulled;
    const double us = time_us([&] {
      pulled = string_pull_weighted(center(query.start), center(query.goal), corridor.portals,
                                    corridor.costs, weighted_, pulled_);
    });
    const bool is_right = pulled && pulled.cost - pulled.bound <= 1e-9 * pulled.cost;
    figures_.wrong += is_right ? 0 : 1;
    const double ns = 1000.0 * us / static_cast<double>(portals);
    best = best == 0.0 ? ns : std::min(best, ns);
  }

  const TerrainMap& map_;
  const Grid& grid_;
  const Ground& costs_;
  int rounds_;
  SearchScratch scratch_;
  std::vector<TileId> tiles_;
  World world_;
  const Space& space_;
  Landmarks landmarks_;
  std::vector<Point> path_;
  std::vector<Point> guided_path_;
  PricedScratch priced_scratch_;
  WeightedScratch weighted_;
  std::vector<Point> pulled_;
  Figures figures_;
};

Times to_times(const std::vector<double>& values) {
  Times times;
  for (const double value : values) {
    if (value > 0.0) times.add(value);
  }
  return times;
}

void add_terrain_row(const TerrainMap& map, const Figures& figures, Table& table) {
  const double search = figures.search.medians().mean();
  const double mesh = figures.mesh.medians().mean();
  const double guided = figures.guided.medians().mean();
  const Times pulls = to_times(figures.pull_ns);
  const Times rows = to_times(figures.rows_ns);
  Row row;
  row.set("map", map.name)
      .set("n", map.queries.size())
      .set("search_us", search)
      .set("mesh_us", mesh)
      .set("mesh_over_search", mesh / search)
      .set("guided_us", guided)
      .set("guided_over_search", guided / search)
      .set("over_tiles", figures.over_tiles.mean())
      .set("worst_over_tiles", figures.over_tiles.worst());
  if (figures.over_reference.count() > 0) {
    row.set("over_reference", figures.over_reference.mean())
        .set("p95_over_reference", figures.over_reference.quantile(0.95))
        .set("worst_over_reference", figures.over_reference.worst());
  }
  row.set("pull_ns", pulls.mean())
      .set("pull_p95_ns", pulls.quantile(0.95))
      .set("rows_ns", rows.mean())
      .set("rows_p95_ns", rows.quantile(0.95));
  table.add(row.set("wrong", figures.wrong));
}

int run_terrain(const TerrainOptions& options) {
  Table table({text_column("map", 25),
               count_column("n", 5),
               {"search_us", "search us", 10, 1},
               {"mesh_us", "mesh us", 10, 1},
               {"mesh_over_search", "ratio", 6, 2},
               {"guided_us", "guided us", 10, 1},
               {"guided_over_search", "ratio", 6, 2},
               {"over_tiles", "/tiles", 7, 4},
               {"worst_over_tiles", "worst", 7, 4},
               {"over_reference", "/ref", 7, 5},
               {"p95_over_reference", "95 %", 7, 4},
               {"worst_over_reference", "worst", 7, 4},
               {"pull_ns", "ns/portal", 9, 1},
               {"pull_p95_ns", "95 %", 7, 1},
               {"rows_ns", "ns/row", 7, 1},
               {"rows_p95_ns", "95 %", 7, 1},
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
    add_terrain_row(map, bench.measure(), table);
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
      "over\n"
      "tiles (`search`), of find_priced_path() over the mesh of a ground (`mesh`), and of the "
      "same\n"
      "by 8 landmarks (`guided`); each `ratio` is over search. `/tiles` is the cost of the path\n"
      "over that of tile steps, `/ref` over that of NAME.reference.csv, if there is one.\n"
      "`ns/portal` is string_pull_weighted() on the corridors of the search, the best round, with\n"
      "a portal for each orthogonal step; `ns/row` the same where tiles in a row that cost the\n"
      "same are one cell. `wrong` counts paths that are not valid or more expensive than tile\n"
      "steps, costs that differ by landmarks, and pulls whose bound is not reached.\n");
  command.callback([options, &action] { action = [options] { return run_terrain(*options); }; });
}

}  // namespace taut::bench
