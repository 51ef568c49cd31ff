// The maps that are measured, with their queries and the lengths of optimal paths.
#pragma once

#include <taut/grid.hpp>

#include <optional>
#include <string>
#include <vector>

namespace taut::bench {

struct BenchQuery {
  Tile start;
  Tile goal;
  double octile = 0.0;            // length of the shortest tile path that cuts no corners
  std::optional<double> optimum;  // length of the shortest path of a point agent, where it is known
  std::size_t index = 0;          // in the scenario
  int bucket = 0;                 // of the scenario
};

struct BenchMap {
  std::string name;  // map_name(file)
  std::string file;
  Grid grid;
  // Those of NAME.optimal.csv if it exists, else of NAME.map.scen.
  std::vector<BenchQuery> queries;
};

// The map files of this project, then those of the shared data if present: in the folder TAUT_DATA,
// or in shared/data beside the source tree. Each group sorted by name. Throws Failure when
// TAUT_DATA is set and contains no maps.
[[nodiscard]] std::vector<std::string> find_map_files();

// The scenarios of crowds in the shared data, sorted by name.
[[nodiscard]] std::vector<std::string> find_crowd_files();

// Folder and file without ".map": "maps/arena", "movingai/arena".
[[nodiscard]] std::string map_name(const std::string& file);

// Loads a map and its queries. Throws Failure with file, line and value.
[[nodiscard]] BenchMap load_bench_map(const std::string& file);

// Keeps at most `count` queries, evenly spread over the list.
void keep_evenly(std::vector<BenchQuery>& queries, std::size_t count);

// Keeps the first of every `stride` queries. Requires stride >= 1.
void keep_every(std::vector<BenchQuery>& queries, std::size_t stride);

}  // namespace taut::bench
