#include "compare.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>
#include <utility>

#include "tools/output/path_check.hpp"
#include "tools/output/path_text.hpp"

namespace taut::tools {
namespace {

constexpr int kRuns = 10;

bool is_sound(const MethodPath& row) noexcept {
  return row.outcome.status == Status::ok && row.check.fault == PathFault::none;
}

MethodPath run_optimal_search(const QueryRunner& runner) {
  QuerySettings settings;
  settings.stages.emplace();
  QueryRunner optimal(runner.grid(), settings);
  MethodPath row;
  row.name = "optimal search";
  row.is_of_optimal_search = true;
  const QueryAnswer requested = runner.answer({});
  row.outcome = optimal.run(requested.start, requested.goal, kRuns);
  row.path.assign(optimal.path().begin(), optimal.path().end());
  row.check = check_path(optimal.grid(), {}, optimal.answer(row.outcome));
  return row;
}

}  // namespace

std::vector<MethodPath> compare_methods(QueryRunner& runner, const QuerySettings& settings) {
  std::vector<MethodPath> rows;
  if (runner.path().empty()) return rows;
  std::vector<PullMethod> methods{{Pull::none, false}};
  if (is_walkable_rule(settings.stages->diagonal)) {
    methods = {{Pull::funnel, false},  {Pull::simple, false}, {Pull::midpoint, false},
               {Pull::raycast, false}, {Pull::none, false},   {Pull::funnel, true}};
  }
  for (const PullMethod& method : methods) {
    MethodPath row;
    row.name = to_string(method.pull);
    if (method.has_smoothing) row.name += " + repair";
    row.method = method;
    row.outcome = runner.pull_again(method, kRuns);
    row.path.assign(runner.path().begin(), runner.path().end());
    row.smoothed = runner.outlines(runner.smoothed());
    row.check = check_path(runner.grid(), {}, runner.answer(row.outcome));
    rows.push_back(std::move(row));
  }
  if (settings.stages->search != SearchKind::optimal &&
      is_walkable_rule(settings.stages->diagonal)) {
    rows.push_back(run_optimal_search(runner));
  }
  return rows;
}

std::string comparison_table(const std::vector<MethodPath>& methods) {
  std::string table = fmt::format("{:<18}{:>20}{:>9}{:>15}{:>14}\n", "method", "length", "corners",
                                  "in open space", "microseconds");
  const auto append = std::back_inserter(table);
  for (const MethodPath& row : methods) {
    if (row.outcome.status != Status::ok) {
      fmt::format_to(append, "{:<18}{:>20}\n", row.name, taut::to_string(row.outcome.status));
      continue;
    }
    fmt::format_to(
        append, "{:<18}{:>20}{:>9}{:>15}{:>14.3f}\n", row.name, row.outcome.length,
        row.outcome.corners,
        is_sound(row) ? fmt::to_string(row.check.open_corners)
                      : std::string(taut::to_string(row.check.fault)),
        row.is_of_optimal_search ? row.outcome.times.total_us() : row.outcome.times.pull_us);
  }
  return table;
}

nlohmann::ordered_json to_json(const std::vector<MethodPath>& methods) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const MethodPath& row : methods) {
    nlohmann::ordered_json json = {
        {"name", row.name},
        {"pull", to_string(row.method.pull)},
        {"repair", row.method.has_smoothing},
        {"status", taut::to_string(row.outcome.status)},
        {"length", nullptr},
        {"corners", nullptr},
        {"open_corners", nullptr},
        {"fault", taut::to_string(row.check.fault)},
        {"pull_us", row.outcome.times.pull_us},
        {"path", path_to_json({.outcome = row.outcome, .points = row.path}, Floors())}};
    if (row.is_of_optimal_search) json["search_us"] = row.outcome.times.search_us;
    if (row.outcome.status == Status::ok) {
      json["length"] = row.outcome.length;
      json["corners"] = row.outcome.corners;
    }
    if (is_sound(row)) json["open_corners"] = row.check.open_corners;
    rows.push_back(std::move(json));
  }
  return rows;
}

}  // namespace taut::tools
