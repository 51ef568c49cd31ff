// taut_bench edits: the cost of edits of a mesh, and of queries on the edited mesh beside those on
// one built afresh from the same tiles.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/grid_mesh.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree_mesh.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bench_options.hpp"
#include "query_times.hpp"
#include "table.hpp"
#include "tables.hpp"
#include "thread_clock.hpp"

namespace taut::bench {
namespace {

// Leaves need more than the usual four.
constexpr std::size_t kPlacesPerEdge = 16;

struct EditsOptions {
  BenchOptions common;
  bool has_leaves = false;
  int edits = 10000;
  int side = 8;
  std::uint32_t seed = 1;
};

// Blocks and opens, equally often, rectangles of 1 x 1 to side x side tiles. Map is what can be
// edited and meshes are made of: a grid or a quadtree.
template <class Map>
Times edit_at_random(Map& map, ConvexMesh& mesh, const EditsOptions& options) {
  std::mt19937 random(options.seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Times times;
  for (int i = 0; i < options.edits; ++i) {
    const int x = below(map.width());
    const int y = below(map.height());
    const TileRect tiles{x, y, x + 1 + below(options.side), y + 1 + below(options.side)};
    map.set(tiles, below(2) == 0 ? TileState::blocked : TileState::walkable);
    times.add(time_us([&] { edit_mesh(map, tiles, mesh); }));
  }
  return times;
}

Columns columns() {
  return Columns{text_column("map", 25), text_column("work", 10)} + time_columns() +
         Columns{count_column("cells", 7),
                 count_column("edges", 8),
                 {"bytes_per_tile", "B/tile", 7},
                 {"query_us", "query us", 9},
                 {"query_time_over_fresh", "/fresh", 7, 3},
                 count_column("wrong", 6)};
}

// A mesh and the queries on it.
class QueriedMesh {
 public:
  explicit QueriedMesh(const ConvexMesh& mesh)
      : mesh_(mesh),
        scratch_(mesh, kPlacesPerEdge * mesh.edge_count() + 8192),
        out_(max_path_points(mesh)) {}

  PathResult find(const BenchQuery& query) {
    return find_optimal_path(mesh_, center(query.start), center(query.goal), {}, scratch_, out_);
  }
  void describe(const Grid& grid, Row& row) const {
    row.set("cells", mesh_.cell_count()).set("edges", mesh_.edge_count());
    row.set("bytes_per_tile",
            static_cast<double>(mesh_.memory_bytes()) / static_cast<double>(grid.tile_count()));
  }

 private:
  const ConvexMesh& mesh_;
  OptimalScratch scratch_;
  std::vector<Point> out_;
};

template <class Map>
void add_rows(const BenchMap& bench, Map map, const EditsOptions& options, Table& table) {
  ConvexMesh edited = build_mesh(map);
  const Times edits = edit_at_random(map, edited, options);
  Times builds;
  for (int round = 0; round < options.common.rounds; ++round) {
    builds.add(time_us([&] { static_cast<void>(build_mesh(map)); }));
  }
  const ConvexMesh fresh = build_mesh(map);

  QueriedMesh on_edited(edited);
  QueriedMesh on_fresh(fresh);
  PathResult expected;
  const std::array<Contender, 2> contenders{
      {{"fresh mesh", [&](const BenchQuery& query) { return on_fresh.find(query); },
        [](const BenchQuery&, const PathResult&) { return std::string(); }},
       {"edited mesh", [&](const BenchQuery& query) { return on_edited.find(query); },
        [&](const BenchQuery& query, const PathResult& answer) -> std::string {
          expected = on_fresh.find(query);
          const bool is_equal =
              answer.status == expected.status &&
              std::abs(answer.length - expected.length) <= 1e-9 * (1.0 + expected.length);
          return is_equal ? ""
                          : fmt::format("{}, length {}, instead of {}, length {}",
                                        to_string(answer.status), answer.length,
                                        to_string(expected.status), expected.length);
        }}}};
  const std::vector<QueryFigures> figures =
      measure_queries(bench, options.common.rounds, contenders);
  const double fresh_us = figures[0].times().mean();

  const auto add = [&](const char* work, const Times& times, const QueriedMesh& mesh,
                       const QueryFigures& queries) {
    Row row;
    row.set("map", bench.name).set("work", work).set(times);
    mesh.describe(bench.grid, row);
    if (fresh_us > 0.0) {
      const double query_us = queries.times().mean();
      row.set("query_us", query_us).set("query_time_over_fresh", query_us / fresh_us);
    }
    table.add(row.set("wrong", queries.wrong));
  };
  add("edit_mesh", edits, on_edited, figures[1]);
  add("build_mesh", builds, on_fresh, figures[0]);
}

int run(const EditsOptions& options) {
  Table table(columns(), options.common.csv);
  for_each_map(options.common, [&](const BenchMap& map) {
    if (options.has_leaves) {
      add_rows(map, Quadtree(map.grid.bits()), options, table);
    } else {
      add_rows(map, map.grid, options, table);
    }
  });
  return table.finish();
}

}  // namespace

void add_edits_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("edits", "edits of meshes, and queries on the edited meshes");
  const auto options = std::make_shared<EditsOptions>();
  add_bench_options(command, options->common);
  command.add_flag("--leaves", options->has_leaves,
                   "edit quadtrees and the meshes of their leaves");
  command.add_option("--edits", options->edits, "number of edits")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  command.add_option("--side", options->side, "the longest side of an edit, in tiles")
      ->type_name("N")
      ->check(CLI::Range(1, 16384))
      ->capture_default_str();
  command.add_option("--seed", options->seed, "seed of the random edits")
      ->type_name("N")
      ->capture_default_str();
  command.footer(
      "Times are CPU time of the thread. The row edit_mesh has those of the single edits, without "
      "the map's own part, and the\nedited mesh; the row build_mesh those of a build from the "
      "edited tiles, once a round, and that mesh. `query us` is the\nmean time of optimal queries "
      "on each mesh, of the best rounds; `/fresh` is the ratio to that on the fresh mesh.\n"
      "`wrong` counts queries whose status or length differs between the two.\n");
  command.callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace taut::bench
