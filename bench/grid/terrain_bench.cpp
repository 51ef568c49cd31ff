#include "bench/grid/terrain_bench.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "bench/maps/bench_map.hpp"
#include "tools/input/scenario_input.hpp"
#include "tools/input/terrain.hpp"
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

// Orthogonal steps only.
std::vector<Tile> join_steps(const Grid& grid, std::span<const TileId> tiles) {
  std::vector<Tile> joined;
  for (const TileId id : tiles) {
    const Tile to = grid.tile(id);
    if (!joined.empty() && joined.back().x != to.x && joined.back().y != to.y) {
      const Tile from = joined.back();
      const Tile one{to.x, from.y};
      const Tile other{from.x, to.y};
      joined.push_back(grid.cost(grid.id(other)) < grid.cost(grid.id(one)) ? other : one);
    }
    joined.push_back(to);
  }
  return joined;
}

Portal edge_between(const Tile& from, const Tile& to) {
  const auto point = [](int x, int y) {
    return Point{static_cast<float>(x), static_cast<float>(y)};
  };
  if (to.x > from.x) return {point(to.x, to.y + 1), point(to.x, to.y)};
  if (to.x < from.x) return {point(from.x, from.y), point(from.x, from.y + 1)};
  if (to.y > from.y) return {point(to.x, to.y), point(to.x + 1, to.y)};
  return {point(from.x + 1, from.y), point(from.x, from.y)};
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
  for (const ScenarioQuery& query : tools::load_queries(file + ".scen", map.grid, file)) {
    if (!map.grid.is_walkable(query.start) || !map.grid.is_walkable(query.goal)) continue;
    map.queries.push_back({query.start, query.goal});
  }
  const fs::path references = fs::path(file).replace_extension(".reference.csv");
  if (fs::exists(references)) add_references(references.string(), map.queries);
  return map;
}

TerrainCorridorPortals TerrainCorridorPortals::of_tiles(const Grid& grid,
                                                        std::span<const TileId> tiles) {
  TerrainCorridorPortals corridor;
  const std::vector<Tile> steps = join_steps(grid, tiles);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) corridor.portals.push_back(edge_between(steps[i - 1], steps[i]));
    corridor.costs.push_back(grid.cost(grid.id(steps[i])));
  }
  return corridor;
}

TerrainCorridorPortals TerrainCorridorPortals::of_rows(const Grid& grid,
                                                       std::span<const TileId> tiles) {
  const std::vector<Tile> steps = join_steps(grid, tiles);
  TerrainCorridorPortals corridor;
  corridor.costs.push_back(grid.cost(grid.id(steps.front())));
  Tile row_step{0, 0};
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const Tile step{steps[i].x - steps[i - 1].x, steps[i].y - steps[i - 1].y};
    const float cost = grid.cost(grid.id(steps[i]));
    const bool is_in_row = row_step == Tile{0, 0} || row_step == step;
    if (is_in_row && cost == corridor.costs.back()) {
      row_step = step;
      continue;
    }
    corridor.portals.push_back(edge_between(steps[i - 1], steps[i]));
    corridor.costs.push_back(cost);
    row_step = {0, 0};
  }
  return corridor;
}

}  // namespace taut::bench
