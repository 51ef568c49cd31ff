#include "bench_map.hpp"

#include <taut/map_file.hpp>
#include <taut/scenario_file.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace taut::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kColumns = "idx,sx,sy,gx,gy,octile,anyangle";

void append_maps(const fs::path& folder, std::vector<std::string>& files) {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".map") found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

std::vector<ScenarioQuery> load_queries(const std::string& file, const Grid& grid) {
  Loaded<std::vector<ScenarioQuery>> queries = load_scenario(file);
  if (!queries) throw std::runtime_error(queries.error.message());
  for (const ScenarioQuery& query : *queries.value) {
    if (query.map_width != grid.width() || query.map_height != grid.height()) {
      throw std::runtime_error(
          file + ": holds a query for a map of " + std::to_string(query.map_width) + " x " +
          std::to_string(query.map_height) + " tiles, the map has another size");
    }
  }
  return std::move(*queries.value);
}

// Reads the optima and holds them against the scenario that they belong to.
std::vector<BenchQuery> load_optima(const std::string& file,
                                    const std::vector<ScenarioQuery>& scenario) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line) || line != kColumns) {
    throw std::runtime_error(file + ":1: '" + line + "' instead of '" + kColumns + "'");
  }
  std::vector<BenchQuery> queries;
  for (std::size_t number = 2; std::getline(in, line); ++number) {
    const auto fail = [&](const std::string& what) {
      throw std::runtime_error(file + ":" + std::to_string(number) + ": " + what + " in '" + line +
                               "'");
    };
    std::istringstream row(line);
    std::size_t index = 0;
    BenchQuery query;
    double optimum = 0.0;
    const auto comma = [](std::istream& stream) -> std::istream& {
      if (stream.get() != ',') stream.setstate(std::ios::failbit);
      return stream;
    };
    row >> index;
    comma(row) >> query.start.x;
    comma(row) >> query.start.y;
    comma(row) >> query.goal.x;
    comma(row) >> query.goal.y;
    comma(row) >> query.octile;
    comma(row) >> optimum;
    if (!row || row.peek() != std::istringstream::traits_type::eof()) fail("no seven numbers");
    if (!std::isfinite(optimum) || optimum < 0.0 || query.octile < optimum - 1e-6) {
      fail("lengths that cannot be");
    }
    if (index >= scenario.size() || scenario[index].start != query.start ||
        scenario[index].goal != query.goal) {
      fail("no query of the scenario");
    }
    query.optimum = optimum;
    queries.push_back(query);
  }
  return queries;
}

}  // namespace

std::vector<std::string> find_map_files() {
  std::vector<std::string> files;
  append_maps(fs::path(TAUT_SOURCE_DIR) / "maps", files);
  const char* chosen = std::getenv("TAUT_DATA");
  const bool is_chosen = chosen != nullptr && *chosen != '\0';
  const fs::path data =
      (is_chosen ? fs::path(chosen) : fs::path(TAUT_SOURCE_DIR) / ".." / "shared" / "data") /
      "movingai";
  if (fs::is_directory(data)) {
    append_maps(data, files);
  } else if (is_chosen) {
    throw std::runtime_error("TAUT_DATA=" + std::string(chosen) + " has no folder movingai");
  }
  return files;
}

BenchMap load_bench_map(const std::string& file) {
  Loaded<Grid> grid = load_map(file);
  if (!grid) throw std::runtime_error(grid.error.message());
  const fs::path path = fs::absolute(file);
  BenchMap map{
      (path.parent_path().filename() / path.stem()).string(), file, std::move(*grid.value), {}};

  const std::vector<ScenarioQuery> scenario = load_queries(file + ".scen", map.grid);
  const fs::path optima = fs::path(file).replace_extension(".optimal.csv");
  if (fs::exists(optima)) {
    map.queries = load_optima(optima.string(), scenario);
  } else {
    for (const ScenarioQuery& query : scenario) {
      map.queries.push_back({query.start, query.goal, query.octile_length, std::nullopt});
    }
  }
  if (map.queries.empty()) throw std::runtime_error(file + ": has no queries");
  for (const BenchQuery& query : map.queries) {
    if (!map.grid.is_walkable(query.start) || !map.grid.is_walkable(query.goal)) {
      throw std::runtime_error(file + ": a query starts or ends on a blocked tile");
    }
  }
  return map;
}

void keep_evenly(std::vector<BenchQuery>& queries, std::size_t count) {
  if (queries.size() <= count) return;
  for (std::size_t i = 0; i < count; ++i) queries[i] = queries[i * queries.size() / count];
  queries.resize(count);
}

}  // namespace taut::bench
