// Every pulling method on one corridor, side by side.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <taut/engine/validate.hpp>

#include <string>
#include <vector>

#include "query_runner.hpp"

namespace taut::tools {

struct MethodPath {
  std::string name;  // "funnel", ..., "funnel + repair", "optimal search"
  PullMethod method;
  // Whether the path is that of the optimal search, listed beside the pulls of another search's
  // corridor. Its time is then that of the whole query.
  bool is_of_optimal_search = false;
  QueryOutcome outcome;
  std::vector<Point> path;
  std::vector<std::size_t> exits{};  // points of the path at which legs begin, after links
  std::vector<Outline> smoothed;     // the corridor of the path, if it is not the one found
  // The validation of the path; its corner counts are valid only without a fault.
  PathCheck check;
};

// Runs the methods one after the other on what `runner`, made for `settings`, found last: funnel,
// simple, midpoint, raycast, none, and funnel after smoothing; only `none` when the rule gives tile
// paths only. Then the optimal search, unless that is what found the corridor, or the rule gives
// tile paths only. Empty when the last query had no path. Each time is the best of several runs.
[[nodiscard]] std::vector<MethodPath> compare_methods(QueryRunner& runner,
                                                      const QuerySettings& settings);

// A line per method under a header, each ending in LF: method, length, corners, those in open
// space, microseconds: of the optimal search for the whole query, else for smoothing and pull.
[[nodiscard]] std::string comparison_table(const std::vector<MethodPath>& methods);

[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<MethodPath>& methods);

}  // namespace taut::tools
