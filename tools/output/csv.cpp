#include "csv.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace taut::tools {

std::string to_csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + '"';
}

QueryTable::QueryTable(std::string file, const std::string& map, const std::string& how,
                       const Floors& floors)
    : file_(std::move(file)),
      map_and_how_(to_csv_field(map) + ',' + to_csv_field(how)),
      has_floors_(floors.has_several()) {
  file_.write(
      "index,start_x,start_y,goal_x,goal_y,status,length,corners,search_us,portals_us,pull_us,"
      "path,expanded,cost,map,how,bucket,scenario_length");
  file_.write(has_floors_ ? ",start_floor,goal_floor\n" : "\n");
}

void QueryTable::add(const RequestedQuery& query, const QueryOutcome& outcome,
                     const std::string& path) {
  std::string row = fmt::format("{},{},{},{},{},{},", query.index, query.start.x, query.start.y,
                                query.goal.x, query.goal.y, taut::to_string(outcome.status));
  const auto append = std::back_inserter(row);
  const bool is_ok = outcome.status == Status::ok;
  if (is_ok) fmt::format_to(append, "{}", outcome.length);
  const StageTimes& times = outcome.times;
  fmt::format_to(append, ",{},{},", is_ok ? fmt::to_string(outcome.corners) : "", times.search_us);
  if (!times.is_whole) fmt::format_to(append, "{},{}", times.portals_us, times.pull_us);
  fmt::format_to(append, "{}{},{},", times.is_whole ? ",," : ",", path, outcome.expanded);
  if (is_ok) fmt::format_to(append, "{}", outcome.cost);
  fmt::format_to(append, ",{},", map_and_how_);
  if (query.scenario != nullptr) {
    fmt::format_to(append, "{},{}", query.scenario->bucket, query.scenario->octile_length);
  } else {
    row += ',';
  }
  if (has_floors_) fmt::format_to(append, ",{},{}", query.start_floor, query.goal_floor);
  row += '\n';
  file_.write(row);
}

}  // namespace taut::tools
