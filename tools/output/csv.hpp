// The table of queries that `scen` and `replay` write.
#pragma once

#include <taut/engine/scenario_file.hpp>
#include <taut/point.hpp>

#include <cstddef>
#include <string>

#include "answer.hpp"
#include "floors.hpp"
#include "output.hpp"

namespace taut::tools {

// A field that may contain separators (RFC 4180).
[[nodiscard]] std::string to_csv_field(const std::string& text);

// A query as the file has it; without a scenario, bucket and length are not known.
struct RequestedQuery {
  std::size_t index = 0;
  Tile start;
  Tile goal;
  const ScenarioQuery* scenario = nullptr;
  std::size_t start_floor = 0;
  std::size_t goal_floor = 0;
};

// One header row, then a row per query; docs/formats.md lists the columns.
class QueryTable {
 public:
  // `map` and `how`, the options in words, are those of all rows. Several floors have columns.
  QueryTable(std::string file, const std::string& map, const std::string& how,
             const Floors& floors);

  // `path` is the outcome's, as the row has it; empty unless it is ok. The times of stages are
  // empty where the whole was timed.
  void add(const RequestedQuery& query, const QueryOutcome& outcome, const std::string& path);

  void close() { file_.close(); }

 private:
  OutputFile file_;
  std::string map_and_how_;
  bool has_floors_;
};

}  // namespace taut::tools
