// taut_bench edits: the cost of edits of a mesh, and of queries on the edited mesh compared with
// those on a new mesh of the same tiles.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_mesh.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bench/harness/bench_options.hpp"
#include "bench/harness/query_times.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/maps/generated_map.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

// Leaves need more than the usual four.
constexpr std::size_t kPlacesPerEdge = 16;

struct EditsOptions {
  BenchOptions common;
  bool has_leaves = false;
  EditScript script{10000, 8, 1};
};

// What is edited: a map, and where.
struct EditedMap {
  BenchMap bench;
  TileRect area;
  bool is_undone;  // single tiles of the area are blocked and opened again
};

struct EditTimes {
  Times set;
  Times mesh;
};

// Rectangles of 1 x 1 to side x side tiles, blocked as often as opened.
class RandomEdits {
 public:
  RandomEdits(const EditedMap& map, const EditsOptions& options)
      : map_(map), options_(options), random_(options.script.seed) {}

  std::pair<TileRect, TileState> next() {
    if (map_.is_undone && state_ == TileState::blocked) {
      state_ = TileState::walkable;
      return {tiles_, state_};
    }
    const int side = map_.is_undone ? 1 : options_.script.side;
    const int x = map_.area.x0 + below(map_.area.x1 - map_.area.x0);
    const int y = map_.area.y0 + below(map_.area.y1 - map_.area.y0);
    tiles_ = {x, y, x + 1 + below(side), y + 1 + below(side)};
    state_ = map_.is_undone || below(2) == 0 ? TileState::blocked : TileState::walkable;
    return {tiles_, state_};
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  const EditedMap& map_;
  const EditsOptions& options_;
  std::mt19937 random_;
  TileRect tiles_{};
  TileState state_ = TileState::walkable;
};

// Map is what can be edited and meshes are made of: a grid or a quadtree.
template <class Map>
EditTimes edit_at_random(Map& map, ConvexMesh& mesh, const EditedMap& edited,
                         const EditsOptions& options) {
  RandomEdits edits(edited, options);
  EditTimes times;
  for (int i = 0; i < options.script.edits; ++i) {
    const auto [tiles, state] = edits.next();
    times.set.add(time_us([&, at = tiles, to = state] { map.set(at, to); }));
    times.mesh.add(time_us([&, at = tiles] { edit_mesh(map, at, mesh); }));
  }
  return times;
}

Columns edits_columns() {
  Columns times = time_columns();
  times.insert(times.end() - 1, {"p999_us", "99.9 %"});
  return Columns{text_column("map", 25), text_column("work", 10)} + times +
         Columns{count_column("cells", 8),
                 count_column("edges", 9),
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

 private:
  const ConvexMesh& mesh_;
  OptimalScratch scratch_;
  std::vector<Point> out_;
};

// The figures of queries on the fresh mesh and on the edited one, which have to agree.
std::vector<QueryFigures> measure_meshes(const BenchMap& bench, int rounds, const ConvexMesh& fresh,
                                         const ConvexMesh& edited) {
  if (bench.queries.empty()) return std::vector<QueryFigures>(2);
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
  return measure_queries(bench, {rounds}, contenders);
}

template <class Map>
void add_edits_rows(const EditedMap& edited_map, Map map, const EditsOptions& options,
                    Table& table) {
  const BenchMap& bench = edited_map.bench;
  ConvexMesh edited = build_mesh(map);
  const EditTimes edits = edit_at_random(map, edited, edited_map, options);
  Times builds;
  for (int round = 0; round < options.common.rounds; ++round) {
    builds.add(time_us([&] { static_cast<void>(build_mesh(map)); }));
  }
  const ConvexMesh fresh = build_mesh(map);
  const std::vector<QueryFigures> figures =
      measure_meshes(bench, options.common.rounds, fresh, edited);
  const double fresh_us = figures[0].times().mean();

  const auto make_row = [&](const char* work, const Times& times) {
    Row row;
    row.set("map", bench.name).set("work", work).set(times);
    if (times.count() > 0) row.set("p999_us", times.quantile(0.999));
    return row;
  };
  const auto add = [&](const char* work, const Times& times, const ConvexMesh& mesh,
                       const QueryFigures& queries) {
    Row mesh_row = make_row(work, times);
    mesh_row.set("cells", mesh.cell_count()).set("edges", mesh.edge_count());
    mesh_row.set("bytes_per_tile", static_cast<double>(mesh.memory_bytes()) /
                                       static_cast<double>(bench.grid.tile_count()));
    if (fresh_us > 0.0) {
      const double query_us = queries.times().mean();
      mesh_row.set("query_us", query_us).set("query_time_over_fresh", query_us / fresh_us);
    }
    const bool is_equal = mesh.component_count() == fresh.component_count();
    table.add(mesh_row.set("wrong", queries.wrong + (is_equal ? 0U : 1U)));
  };
  table.add(make_row("set", edits.set));
  add("edit_mesh", edits.mesh, edited, figures[1]);
  add("build_mesh", builds, fresh, figures[0]);
}

EditedMap load_edited_map(const std::string& name, int every) {
  EditedMap map{{name, name, Grid(1, 1, TileState::walkable), {}}, {}, false};
  if (const std::optional<GeneratedMap> generated = parse_generated_map(name)) {
    map.bench.grid = generated->make();
    map.is_undone = generated->kind == MapKind::rows;
  } else {
    map.bench = load_bench_map(name);
    keep_every(map.bench.queries, static_cast<std::size_t>(every));
  }
  const Grid& grid = map.bench.grid;
  map.area = {0, 0, grid.width(), grid.height()};
  if (map.is_undone) map.area = {0, 2, grid.width(), 3};
  return map;
}

int run_edits(const EditsOptions& options) {
  Table table(edits_columns(), options.common.csv);
  const BenchOptions& common = options.common;
  for (const std::string& name : common.maps.empty() ? find_map_files() : common.maps) {
    const EditedMap map = load_edited_map(name, common.every);
    if (options.has_leaves) {
      add_edits_rows(map, Quadtree(map.bench.grid.bits()), options, table);
    } else {
      add_edits_rows(map, map.bench.grid, options, table);
    }
  }
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
  add_edit_script(command, options->script);
  command.footer(
      "MAP may also be empty:SIDE, random:SIDE[:PERCENT] (10 % of the tiles blocked), "
      "pillars:SIDE[:STEP] (one in each\n2 x 2 tiles) or rows:WIDTH (a tile between two rows of "
      "pillars is blocked and opened again).\n"
      "Times are CPU time of the thread. The row set has those of the single edits of the grid or "
      "quadtree; the row edit_mesh\nthose of the mesh that follows, and the edited mesh; the row "
      "build_mesh those of a build from the edited tiles, once a\nround, and that mesh. `query us` "
      "is the mean time of optimal queries on each mesh, of the best rounds; `/fresh` is "
      "the\nratio "
      "to that on the fresh mesh. `wrong` counts queries whose status or length differs between "
      "the two, and one more\nwhere the numbers of components differ.\n");
  command.callback([options, &action] { action = [options] { return run_edits(*options); }; });
}

}  // namespace taut::bench
