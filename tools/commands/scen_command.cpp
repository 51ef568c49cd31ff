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

// What the passes over all queries gave.
struct Row {
  QueryOutcome outcome;
  std::optional<PathCheck> check;
  std::string path;
};

// Runs each query once a pass: one that is run again and again would find its data in the caches.
std::vector<Row> query_all(const std::vector<ScenarioQuery>& queries, const ScenOptions& options,
                           const QuerySettings& settings, Query& query) {
  std::vector<Row> rows(queries.size());
  const auto passes = static_cast<std::size_t>(options.repeat);
  Progress progress("query", passes * queries.size());
  for (std::size_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < queries.size(); i += static_cast<std::size_t>(options.every)) {
      progress.show(pass * queries.size() + i);
      const QueryAnswer answer = query.find(center(queries[i].start), center(queries[i].goal));
      Row& row = rows[i];
      if (pass > 0) {
        row.outcome.times = best_of(row.outcome.times, answer.outcome.times);
        continue;
      }
      row.outcome = answer.outcome;
      if (has_walkable_paths(settings)) {
        row.check = check_path(query.grid(), settings.agent, answer);
      }
      if (options.csv) row.path = path_to_csv(answer);
    }
  }
  return rows;
}

int run_scen(const ScenOptions& options) {
  const QuerySettings settings = choose_settings(options.requested);
  check_files({options.map, options.scenario}, {options.csv});
  PricedMap map = load_map_of(settings, options.map);
  const std::vector<ScenarioQuery> queries = load_queries(options.scenario, map.grid, options.map);
  std::optional<QueryTable> csv;
  if (options.csv) csv.emplace(*options.csv, options.map, describe(settings));

  const std::unique_ptr<Query> query = make_query(std::move(map), settings);
  const std::vector<Row> rows = query_all(queries, options, settings, *query);
  Summary summary;
  for (std::size_t i = 0; i < queries.size(); i += static_cast<std::size_t>(options.every)) {
    summary.add(rows[i].outcome, rows[i].check, queries[i].octile_length);
    if (!csv) continue;
    csv->add({i, queries[i].start, queries[i].goal, &queries[i]}, rows[i].outcome, rows[i].path);
  }
  if (csv) csv->close();
  print(fmt::format("map         {}, {} x {} tiles\nscenario    {}{}\nhow         {}\n{}",
                    options.map, query->grid().width(), query->grid().height(), options.scenario,
                    options.every > 1 ? fmt::format(", 1 query in {}", options.every) : "",
                    describe(settings), index_line(*query)) +
        summary.table());
  return 0;
}

}  // namespace

void add_scen_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand(
      "scen", "all queries of a scenario; prints a summary, writes one row per query");
  const auto options = std::make_shared<ScenOptions>();
  command.add_option("MAP", options->map, "map file: MovingAI, plain text, PNG or a save")
      ->required();
  command.add_option("SCEN", options->scenario, "MovingAI scenario file")->required();
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
      "are not validated.\n");
  command.callback([options, &action] { action = [options] { return run_scen(*options); }; });
}

}  // namespace taut::tools
