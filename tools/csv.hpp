// The table of queries that `scen` and `replay` write.
#pragma once

#include <taut/tile.hpp>

#include <cstddef>
#include <string>

#include "output.hpp"
#include "query.hpp"

namespace taut::tools {

// One header row, then a row per query:
// index,start_x,start_y,goal_x,goal_y,status,length,corners,search_us,portals_us,pull_us,path
class QueryTable {
 public:
  explicit QueryTable(std::string file);

  // `path` is the outcome's, as the row has it; empty unless it is ok.
  void add(std::size_t index, Tile start, Tile goal, const QueryOutcome& outcome,
           const std::string& path);

  void close() { file_.close(); }

 private:
  OutputFile file_;
};

}  // namespace taut::tools
