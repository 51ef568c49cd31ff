#include "bench_map.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "tools/input/map_input.hpp"
#include "tools/input/scenario_input.hpp"
#include "tools/input/text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::bench {
namespace {

namespace fs = std::filesystem;
using tools::fail;
using tools::fail_at;

constexpr std::string_view kOptimaHeader = "idx,sx,sy,gx,gy,octile,anyangle";
constexpr std::size_t kOptimaColumns = 7;

// Those whose names end in `ending`, sorted.
void append_files(const fs::path& folder, const char* ending, std::vector<std::string>& files) {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ending) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

std::vector<double> read_numbers(const std::string& file, const tools::LineReader& lines) {
  std::vector<double> numbers;
  std::string_view rest = lines.line();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view word = rest.substr(0, end);
    const std::optional<double> number = tools::parse_number(word);
    if (!number) fail_at(file, lines.number(), "\"{}\" is not a number", word);
    numbers.push_back(*number);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (numbers.size() != kOptimaColumns) {
    fail_at(file, lines.number(), "{} numbers instead of {}", numbers.size(), kOptimaColumns);
  }
  return numbers;
}

// Reads a line of the file of optima, which must be a query of the scenario.
BenchQuery read_optimum(const std::string& file, const tools::LineReader& lines,
                        const std::vector<ScenarioQuery>& scenario) {
  const std::vector<double> numbers = read_numbers(file, lines);
  const auto tile = [&](std::size_t at) {
    return Tile{static_cast<int>(numbers[at]), static_cast<int>(numbers[at + 1])};
  };
  BenchQuery query{tile(1), tile(3), numbers[5], numbers[6]};
  if (*query.optimum < 0.0 || query.octile < *query.optimum - 1e-6) {
    fail_at(file, lines.number(), "a tile path of length {} and an optimum of {}", query.octile,
            *query.optimum);
  }
  const double index = numbers[0];
  if (index < 0.0 || index >= static_cast<double>(scenario.size()) ||
      scenario[static_cast<std::size_t>(index)].start != query.start ||
      scenario[static_cast<std::size_t>(index)].goal != query.goal) {
    fail_at(file, lines.number(), "not query {} of the scenario", index);
  }
  query.index = static_cast<std::size_t>(index);
  query.bucket = scenario[query.index].bucket;
  return query;
}

std::vector<BenchQuery> load_optima(const std::string& file,
                                    const std::vector<ScenarioQuery>& scenario) {
  const std::string text = tools::read_file(file);
  tools::LineReader lines(text);
  if (!lines.next() || lines.line() != kOptimaHeader) {
    fail_at(file, 1, "\"{}\" instead of \"{}\"", lines.line(), kOptimaHeader);
  }
  std::vector<BenchQuery> queries;
  while (lines.next()) queries.push_back(read_optimum(file, lines, scenario));
  return queries;
}

// The files in a folder of the shared data, if it is there.
void append_shared(const char* folder, const char* ending, std::vector<std::string>& files) {
  const char* chosen = std::getenv("TAUT_DATA");
  const bool is_chosen = chosen != nullptr && *chosen != '\0';
  const fs::path data =
      (is_chosen ? fs::path(chosen) : fs::path(TAUT_SOURCE_DIR) / ".." / "shared" / "data") /
      folder;
  if (fs::is_directory(data)) {
    append_files(data, ending, files);
  } else if (is_chosen) {
    fail("TAUT_DATA={}: has no folder {}", chosen, folder);
  }
}

}  // namespace

std::vector<std::string> find_map_files() {
  std::vector<std::string> files;
  append_files(fs::path(TAUT_SOURCE_DIR) / "maps", ".map", files);
  append_shared("movingai", ".map", files);
  return files;
}

std::vector<std::string> find_crowd_files() {
  std::vector<std::string> files;
  append_shared("crowd", ".crowd", files);
  return files;
}

std::string map_name(const std::string& file) {
  const fs::path path = fs::absolute(file);
  return (path.parent_path().filename() / path.stem()).string();
}

BenchMap load_bench_map(const std::string& file) {
  BenchMap map{map_name(file), file, tools::load_any_map(file), {}};
  const std::vector<ScenarioQuery> scenario = tools::load_queries(file + ".scen", map.grid, file);
  const fs::path optima = fs::path(file).replace_extension(".optimal.csv");
  if (fs::exists(optima)) {
    map.queries = load_optima(optima.string(), scenario);
  } else {
    for (const ScenarioQuery& query : scenario) {
      map.queries.push_back({query.start, query.goal, query.octile_length, std::nullopt,
                             map.queries.size(), query.bucket});
    }
  }
  if (map.queries.empty()) fail("{}: has no queries", file);
  for (const BenchQuery& query : map.queries) {
    for (const Tile& tile : {query.start, query.goal}) {
      if (!map.grid.is_walkable(tile)) {
        fail("{}: a query starts or ends on the blocked tile {},{}", file, tile.x, tile.y);
      }
    }
  }
  return map;
}

void keep_evenly(std::vector<BenchQuery>& queries, std::size_t count) {
  if (queries.size() <= count) return;
  for (std::size_t i = 0; i < count; ++i) queries[i] = queries[i * queries.size() / count];
  queries.resize(count);
}

void keep_every(std::vector<BenchQuery>& queries, std::size_t stride) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < queries.size(); i += stride) queries[count++] = queries[i];
  queries.resize(count);
}

}  // namespace taut::bench
