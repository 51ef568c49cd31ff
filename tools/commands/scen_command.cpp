// taut scen: all queries of a scenario file.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "query.hpp"
#include "tools/input/map_input.hpp"
#include "tools/input/number_option.hpp"
#include "tools/input/query_settings.hpp"
#include "tools/input/scenario_input.hpp"
#include "tools/output/csv.hpp"
#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"
#include "tools/output/path_check.hpp"
#include "tools/output/path_text.hpp"
#include "tools/output/summary.hpp"

namespace taut::tools {
namespace {

struct ScenOptions {
  std::string map;
  std::string scenario;
  QueryArguments requested;
  std::int32_t every = 1;
  std::int32_t repeat = 1;
  std::optional<std::string> csv;
};

// The queries, their map, and its edits between the queries.
struct ScenInput {
  LoadedMap map;
  std::vector<FloorQuery> queries;
  std::vector<ScenarioEdit> edits{};
};

// A scenario of version 2 is given in the place of MAP, without SCEN.
ScenInput load_input(const ScenOptions& options, const QuerySettings& settings) {
  if (!options.scenario.empty()) {
    check_files({options.map, options.scenario}, {options.csv});
    LoadedMap map = load_map_of(settings, options.map);
    check_files(map.files, {options.csv});
    std::vector<FloorQuery> queries = load_floor_queries(options.scenario, map);
    return {std::move(map), std::move(queries)};
  }
  check_files({options.map}, {options.csv});
  if (options.repeat > 1) fail("--repeat does not work without SCEN: the map changes");
  DynamicInput loaded = load_dynamic_queries(options.map);
  LoadedMap map{{std::move(loaded.map)}};
  map.files = {options.map};
  return {std::move(map), std::move(loaded.queries), std::move(loaded.edits)};
}

// What the passes over all queries gave.
struct Row {
  QueryOutcome outcome;
  std::optional<PathCheck> check;
  std::string path;
};

// Runs each query once a pass: one that is run again and again would find its data in the caches.
std::vector<Row> query_all(const std::vector<FloorQuery>& queries,
                           const std::vector<ScenarioEdit>& edits, const ScenOptions& options,
                           const QuerySettings& settings, Query& query) {
  std::vector<Row> rows(queries.size());
  const auto passes = static_cast<std::size_t>(options.repeat);
  const auto every = static_cast<std::size_t>(options.every);
  const std::size_t count = (queries.size() + every - 1) / every;
  Progress progress("query", passes * count);
  std::size_t edit = 0;
  for (std::size_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < queries.size(); i += every) {
      progress.show(pass * count + i / every);
      for (; edit < edits.size() && edits[edit].query <= i; ++edit) {
        query.set(edits[edit].tiles, edits[edit].state);
      }
      const auto& [asked, floor] = queries[i];
      const Tile corner = query.floors().corner(floor);
      const QueryAnswer answer =
          query.find(center({corner.x + asked.start.x, corner.y + asked.start.y}),
                     center({corner.x + asked.goal.x, corner.y + asked.goal.y}));
      Row& row = rows[i];
      if (pass > 0) {
        row.outcome.times = best_of(row.outcome.times, answer.outcome.times);
        continue;
      }
      row.outcome = answer.outcome;
      if (has_walkable_paths(settings)) {
        row.check = check_path(query.grid(), settings.agent, answer);
      }
      if (options.csv) row.path = path_to_csv(answer, query.floors());
    }
  }
  return rows;
}

int run_scen(const ScenOptions& options) {
  const QuerySettings settings = choose_settings(options.requested);
  ScenInput input = load_input(options, settings);
  const std::vector<FloorQuery>& queries = input.queries;
  std::optional<QueryTable> csv;
  if (options.csv) {
    csv.emplace(*options.csv, options.map, describe(settings), input.map.place_floors());
  }
  const std::unique_ptr<Query> query = make_query(std::move(input.map), settings);
  const std::vector<Row> rows = query_all(queries, input.edits, options, settings, *query);
  Summary summary;
  for (std::size_t i = 0; i < queries.size(); i += static_cast<std::size_t>(options.every)) {
    const auto& [asked, floor] = queries[i];
    summary.add(rows[i].outcome, rows[i].check, asked.octile_length);
    if (!csv) continue;
    csv->add({i, asked.start, asked.goal, &asked, floor, floor}, rows[i].outcome, rows[i].path);
  }
  if (csv) csv->close();
  print(fmt::format("map         {}, {}\nscenario    {}{}\nhow         {}\n{}", options.map,
                    query->floors().size_text(query->grid()),
                    options.scenario.empty() ? options.map : options.scenario,
                    options.every > 1 ? fmt::format(", 1 query in {}", options.every) : "",
                    describe(settings), index_line(*query)) +
        summary.table());
  return 0;
}

}  // namespace

void add_optimum_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand(
      "optimum", "the optimal length or cost of every query of a scenario, as CSV");
  const auto options = std::make_shared<ScenOptions>();
  options->requested.method = Method::optimal;
  command.add_option("MAP", options->map, kMapHelp)->required();
  command.add_option("SCEN", options->scenario, "MovingAI scenario file")->required();
  add_size_option(command, "--radius", options->requested.radius,
                  "radius of the agent, a disc, in tiles; at most 32")
      ->type_name("R")
      ->default_str("0");
  add_terrain_option(command, options->requested.terrain);
  add_output_option(command, "--csv", options->csv, "write a row per query to this file")
      ->required();
  command.footer(
      "Columns of the CSV: those of `taut scen --method optimal`, which answers: the shortest "
      "path. "
      "Where tiles\ncost differently it is the cheapest that is known, near the optimum "
      "(docs/terrain.md).\n");
  command.callback([options, &action] { action = [options] { return run_scen(*options); }; });
}

void add_scen_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand(
      "scen", "all queries of a scenario; prints a summary, writes one row per query");
  const auto options = std::make_shared<ScenOptions>();
  command.add_option("MAP", options->map, kMapHelp)->required();
  command.add_option("SCEN", options->scenario,
                     "MovingAI scenario file; one of version 2, whose map changes, stands alone");
  add_query_options(command, options->requested);
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  add_count_option(command, "--every", 1, kMost, options->every,
                   "run only the queries whose index N divides")
      ->type_name("N");
  add_output_option(command, "--csv", options->csv, "write a row per query to this file");
  add_count_option(command, "--repeat", 1, kMost, options->repeat,
                   "run all queries N times, pass by pass, and keep the best times")
      ->type_name("N");
  command.footer(
      "Means and times are of the solved queries. `length / scenario's` is the mean of path length "
      "over the\nlength in the scenario file; corners in open space are those where the path does "
      "not bend around a\nblocked tile. Paths of --diagonal one-free and always may cut corners "
      "and "
      "are not validated.\nOn several floors a query is on the first whose map its line names, "
      "else "
      "on floor 0.\n");
  command.callback([options, &action] { action = [options] { return run_scen(*options); }; });
}

}  // namespace taut::tools
