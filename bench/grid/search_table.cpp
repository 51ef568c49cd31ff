// taut_bench search: what each pulling method makes of the corridors of A* over tiles.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "bench/funnel/pull_methods.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

Columns search_columns() {
  return Columns{text_column("map", 25),
                 text_column("method", 14),
                 {"search_us", "search us", 10},
                 {"portals_us", "portals us", 10, 3}} +
         time_columns() + Columns{{"time_over_raycast", "/raycast", 8, 3}} + length_columns() +
         Columns{{"corners", "corners", 7},
                 {"open_corners", "open", 6, 3},
                 count_column("wrong", 6),
                 {"width", ""},
                 {"height", ""},
                 {"walkable_tiles", ""},
                 {"corridor_tiles", ""},
                 {"corridor_portals", ""}};
}

void add_search_rows(const BenchMap& map, const PullFigures& figures, Table& table) {
  const auto raycast =
      std::find_if(figures.methods.begin(), figures.methods.end(),
                   [](const MethodFigures& method) { return method.method == "raycast"; });
  for (const MethodFigures& method : figures.methods) {
    Row row;
    row.set("map", map.name).set("method", method.method).set("search_us", method.search.mean());
    if (method.portals.count() > 0) row.set("portals_us", method.portals.mean());
    row.set(method.pull).set("time_over_raycast", method.pull.mean() / raycast->pull.mean());
    row.set(method.lengths).set("corners", method.corners);
    if (method.open_corners) row.set("open_corners", *method.open_corners);
    row.set("wrong", method.wrong);
    row.set("width", static_cast<std::size_t>(map.grid.width()));
    row.set("height", static_cast<std::size_t>(map.grid.height()));
    row.set("walkable_tiles", map.grid.walkable_count());
    row.set("corridor_tiles", figures.corridor_tiles);
    row.set("corridor_portals", figures.corridor_portals);
    table.add(row);
  }
}

int run_search(const BenchOptions& options) {
  Table table(search_columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) {
    add_search_rows(map, measure_pulls(map, options.rounds), table);
  });
  return table.finish();
}

}  // namespace

void add_search_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "search", "every pulling method on the corridors of 8-connected A* over tiles");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are wall-clock microseconds: of each query the median of the rounds. `search us` and "
      "`portals us` are the\nmeans of the stages before; the columns from `mean us` on are of the "
      "pull, smoothing included. `/raycast` is its mean\nover that of the method raycast. "
      "`len/opt` "
      "is the mean of the length over the true any-angle optimum, `open` the\nshare of corners "
      "where the path does not bend around a blocked tile. The method staircase is the funnel\n"
      "through corridors whose diagonal steps are walked as two orthogonal ones.\n");
  command.callback([options, &action] { action = [options] { return run_search(*options); }; });
}

}  // namespace taut::bench
