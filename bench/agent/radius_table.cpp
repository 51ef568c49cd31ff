// taut_bench radius: pulling for a disc beside string_pull() on the same corridors, path lengths by
// kind of corridor, and searches in the spaces of discs.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/validate.hpp>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/answers.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/tables.hpp"
#include "space_rows.hpp"

namespace taut::bench {
namespace {

constexpr int kRepeats = 5;  // pulls take less than the clock can tell apart
constexpr double kOverlap = 1e-4;

struct RadiusOptions {
  BenchOptions common;
  double radius = 0.4;
};

Columns radius_columns() {
  return Columns{text_column("map", 25), {"radius", "radius", 6}, text_column("work", 33)} +
         time_columns() +
         Columns{{"portals", "portals", 8, 1},
                 {"overlap_share", "overlap", 8, 4},
                 {"length_over_mesh", "/mesh", 8, 5},
                 {"worst_over_mesh", "worst", 7, 3},
                 {"kib", "KiB", 8, 0},
                 count_column("wrong", 6)};
}

// Sums over the queries of a map.
struct Sums {
  std::size_t queries = 0;
  std::size_t portals = 0;
  std::size_t compressed_portals = 0;
  Times pull;
  Times compressed_pull;
  Times tiles;
  Ratios grid;  // lengths of disc paths over that of the mesh's optimal corridor
  Ratios smoothed;
  Ratios quadtree;
};

class DiscBench {
 public:
  DiscBench(const BenchMap& map, const RadiusOptions& options)
      : map_(map),
        grid_(map.grid),
        radius_(options.radius),
        rounds_(options.common.rounds),
        faults_(map, "disc"),
        tree_(grid_.bits()),
        mesh_(build_mesh(grid_)),
        grid_scratch_(grid_),
        tree_scratch_(tree_),
        mesh_scratch_(mesh_),
        portals_(max_portals(grid_.tile_count())),
        other_portals_(portals_.size()),
        path_(max_path_points(portals_.size())),
        work_(max_smoothing_points(path_.size())),
        turns_(max_disc_turns(work_.size())) {}

  void run() {
    for (query_ = 0; query_ < map_.queries.size(); ++query_) {
      start_ = center(map_.queries[query_].start);
      goal_ = center(map_.queries[query_].goal);
      if (!has_clearance(grid_.bits(), start_, radius_) ||
          !has_clearance(grid_.bits(), goal_, radius_)) {
        continue;
      }
      ++sums_.queries;
      compare_corridors();
      const CorridorResult found =
          find_corridor(grid_, start_, goal_, {}, grid_scratch_.search, grid_scratch_.corridor);
      const std::span<const TileId> tiles = std::span(grid_scratch_.corridor).first(found.count);
      const Result made = extract_portals(grid_, tiles, portals_);
      const std::span<const Portal> portals = std::span(portals_).first(made.count);
      const Result few = extract_compressed_portals(grid_, tiles, other_portals_);
      time_pulls(portals, std::span(other_portals_).first(few.count));
    }
  }

  void add_rows(Table& table) const {
    const double n = static_cast<double>(sums_.queries);
    const auto row = [&](const char* work) {
      return Row().set("map", map_.name).set("radius", radius_).set("work", work);
    };
    if (sums_.queries == 0) {
      table.add(row("disc paths").set("n", std::size_t{0}));
      return;
    }
    const auto add_pull = [&](const char* work, const Times& times, std::size_t portals) {
      table.add(row(work).set(times).set("portals", static_cast<double>(portals) / n));
    };
    const auto add_lengths = [&](const char* work, const Ratios& lengths) {
      table.add(row(work)
                    .set("n", lengths.count())
                    .set("length_over_mesh", lengths.mean())
                    .set("worst_over_mesh", lengths.worst()));
    };
    add_pull("string_pull", sums_.pull, sums_.portals);
    add_pull("string_pull (compressed)", sums_.compressed_pull, sums_.compressed_portals);
    table.add(row("pull_disc").set(sums_.tiles).set("wrong", faults_.count()));
    add_lengths("pull_disc (grid)", sums_.grid);
    add_lengths("pull_disc (grid + smoothing)", sums_.smoothed);
    add_lengths("pull_disc (quadtree + smoothing)", sums_.quadtree);
  }

 private:
  // The lengths of disc paths that point paths of several corridors become.
  void compare_corridors() {
    const double optimum =
        pull_disc_length(find_optimal_path(mesh_, start_, goal_, {}, mesh_scratch_, path_).count);
    sums_.smoothed.add(
        pull_disc_length(find_path(grid_, start_, goal_, {}, grid_scratch_, path_).count), optimum);
    sums_.quadtree.add(
        pull_disc_length(find_path(tree_, start_, goal_, {}, tree_scratch_, path_).count), optimum);
    GridPathOptions unsmoothed;
    unsmoothed.smoothing = Smoothing::none;
    sums_.grid.add(
        pull_disc_length(find_path(grid_, start_, goal_, unsmoothed, grid_scratch_, path_).count),
        optimum);
  }

  void time_pulls(std::span<const Portal> all, std::span<const Portal> compressed) {
    const auto pull = [&](std::span<const Portal> portals) {
      return string_pull(start_, goal_, portals, path_);
    };
    const auto time = [&](const auto& work) { return best_us(rounds_, kRepeats, work); };
    sums_.portals += all.size();
    sums_.compressed_portals += compressed.size();
    sums_.compressed_pull.add(time([&] { static_cast<void>(pull(compressed)); }));
    Result pulled;
    sums_.pull.add(time([&] { pulled = pull(all); }));
    const std::span<const Point> path = std::span(path_).first(pulled.count);
    sums_.tiles.add(
        time([&] { static_cast<void>(pull_disc(grid_.bits(), path, radius_, work_, turns_)); }));
  }

  // Whether a disc could walk a point agent's path.
  [[nodiscard]] bool has_room(std::span<const Point> path) const {
    for (std::size_t i = 1; i < path.size(); ++i) {
      if (!has_clearance(grid_.bits(), path[i - 1], path[i], radius_ - kOverlap)) return false;
    }
    return true;
  }

  // The length of the disc path that the first `count` points of path_ become.
  double pull_disc_length(std::size_t count) {
    const std::span<const Point> path = std::span(path_).first(count);
    const Result result = pull_disc(grid_.bits(), path, radius_, work_, turns_);
    const DiscCheck check =
        validate_disc_path(grid_, start_, goal_, std::span(turns_).first(result.count), radius_);
    if (result.status != Status::ok) faults_.note(query_, to_string(result.status));
    if (check.fault != DiscFault::none) faults_.note(query_, to_string(check.fault));
    return check.length;
  }

  const BenchMap& map_;
  const Grid& grid_;
  double radius_;
  int rounds_;
  Faults faults_;
  Sums sums_;
  Quadtree tree_;
  ConvexMesh mesh_;
  GridScratch grid_scratch_;
  QuadtreeScratch tree_scratch_;
  OptimalScratch mesh_scratch_;
  std::vector<Portal> portals_;
  std::vector<Portal> other_portals_;
  std::vector<Point> path_;
  std::vector<Point> work_;
  std::vector<DiscTurn> turns_;
  std::size_t query_ = 0;
  Point start_{0.0F, 0.0F};
  Point goal_{0.0F, 0.0F};
};

int run_radius(const RadiusOptions& options) {
  Table table(radius_columns(), options.common.csv);
  for_each_map(options.common, [&](const BenchMap& map) {
    DiscBench bench(map, options);
    bench.run();
    bench.add_rows(table);
    add_space_rows(map, options.common.rounds, table);
  });
  return table.finish();
}

}  // namespace

void add_radius_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("radius", "paths of disc agents, published methods beside them");
  const auto options = std::make_shared<RadiusOptions>();
  options->common.rounds = 7;
  add_bench_options(command, options->common);
  command.add_option("--radius", options->radius, "radius of the disc in tiles, at most 0.5")
      ->type_name("R")
      ->check(CLI::Range(1.0 / 1024.0, 0.5))
      ->capture_default_str();
  command.footer(
      "Times are CPU time of the thread: of each query the best of `--rounds` rounds of 5 calls. "
      "Queries that start or end\nnearer to a wall than the radius are left out. `overlap` is the "
      "share of paths that overlap a wall, of two published\nmethods; `/mesh` the length over that "
      "of the disc path made of the optimal path over the mesh. `pull_disc` is the\nlibrary's own "
      "step from a point's path to the disc's.\nThe rows `point:` and `disc:` alternate on the "
      "queries that both have a path for: searches over the mesh of a point and\nthat of the "
      "disc; `/mesh` is the length over that of the path on the mesh, which no path of the disc "
      "is\nshorter than.\n");
  command.callback([options, &action] { action = [options] { return run_radius(*options); }; });
}

}  // namespace taut::bench
