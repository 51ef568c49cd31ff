#include "csv.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace taut::tools {

QueryTable::QueryTable(std::string file) : file_(std::move(file)) {
  file_.write(
      "index,start_x,start_y,goal_x,goal_y,status,length,corners,search_us,portals_us,pull_us,"
      "path\n");
}

void QueryTable::add(std::size_t index, Tile start, Tile goal, const QueryOutcome& outcome,
                     const std::string& path) {
  std::string row = fmt::format("{},{},{},{},{},{},", index, start.x, start.y, goal.x, goal.y,
                                taut::to_string(outcome.status));
  const auto append = std::back_inserter(row);
  if (outcome.status == Status::ok) fmt::format_to(append, "{}", outcome.length);
  fmt::format_to(append, ",{},{},{},{},{}\n", outcome.corners, outcome.times.search_us,
                 outcome.times.portals_us, outcome.times.pull_us, path);
  file_.write(row);
}

}  // namespace taut::tools
