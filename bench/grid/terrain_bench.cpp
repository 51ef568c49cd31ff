#include "bench/grid/terrain_bench.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "bench/maps/bench_map.hpp"
#include "tools/input/scenario_input.hpp"
#include "tools/input/text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::bench {
namespace {

namespace fs = std::filesystem;
using tools::fail_at;

constexpr std::string_view kReferenceHeader = "idx,sx,sy,gx,gy,tile_cost,reference_cost";

// Adds the costs of NAME.reference.csv to the queries that it names.
void add_references(const std::string& file, std::vector<TerrainQuery>& queries) {
  const std::string text = tools::read_file(file);
  tools::LineReader lines(text);
  if (!lines.next() || lines.line() != kReferenceHeader) {
    fail_at(file, 1, "\"{}\" instead of \"{}\"", lines.line(), kReferenceHeader);
  }
  while (lines.next()) {
    std::array<double, 7> numbers{};
    std::string_view rest = lines.line();
    for (double& number : numbers) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      const std::optional<double> read = tools::parse_number(rest.substr(0, end));
      if (!read) fail_at(file, lines.number(), "\"{}\" is not a number", rest.substr(0, end));
      number = *read;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const bool is_query = numbers[0] >= 0.0 && numbers[0] < static_cast<double>(queries.size()) &&
                          queries[static_cast<std::size_t>(numbers[0])].start ==
                              Tile{static_cast<int>(numbers[1]), static_cast<int>(numbers[2])};
    if (!is_query) fail_at(file, lines.number(), "not query {} of the scenario", numbers[0]);
    queries[static_cast<std::size_t>(numbers[0])].reference = numbers[6];
  }
}

}  // namespace

std::vector<std::string> find_terrain_maps() {
  std::vector<std::string> files;
  const std::vector<std::string> others = find_map_files();
  const char* const chosen = std::getenv("TAUT_DATA");
  const fs::path data = chosen != nullptr && *chosen != '\0'
                            ? fs::path(chosen)
                            : fs::path(TAUT_SOURCE_DIR) / ".." / "shared" / "data";
  if (fs::is_directory(data / "terrain")) {
    for (const fs::directory_entry& entry : fs::directory_iterator(data / "terrain")) {
      if (entry.path().extension() == ".map") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
  }
  for (const std::string& file : others) {
    const std::string name = fs::path(file).stem().string();
    const bool has_terrain =
        name == "marsh" || name == "coast" || name == "rts" || name == "divideandconquer";
    if (has_terrain) files.push_back(file);
  }
  return files;
}

TerrainMap load_terrain_bench(const std::string& file, const std::string& terrain) {
  TerrainMap map{map_name(file), tools::load_terrain_map(file, tools::parse_terrain(terrain)), {}};
  const Grid& grid = map.tiles.grid;
  for (const ScenarioQuery& query : tools::load_queries(file + ".scen", grid, file)) {
    if (!grid.is_walkable(query.start) || !grid.is_walkable(query.goal)) continue;
    map.queries.push_back({query.start, query.goal});
  }
  const fs::path references = fs::path(file).replace_extension(".reference.csv");
  if (fs::exists(references)) add_references(references.string(), map.queries);
  return map;
}

}  // namespace taut::bench
