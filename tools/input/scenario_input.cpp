#include "scenario_input.hpp"

#include <taut/engine/scenario_file.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include "dynamic_scenario.hpp"
#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

// The number of the line that holds a query: the first line that is not blank is the header, each
// of the others is a query.
std::size_t line_of_query(std::string_view text, std::size_t query) {
  LineReader lines(text);
  for (std::size_t left = query + 2; left > 0 && lines.next();) {
    if (!split_words(lines.line()).empty()) --left;
  }
  return lines.number();
}

std::vector<ScenarioQuery> read_queries(const std::string& text, const std::string& file) {
  Loaded<std::vector<ScenarioQuery>> loaded = read_scenario(text, file);
  if (!loaded) throw Failure(loaded.error.message());
  return std::move(*loaded.value);
}

std::size_t find_floor(const LoadedMap& map, const std::string& name) {
  const auto found =
      std::find_if(map.floors.begin(), map.floors.end(),
                   [&](const FileFloor& floor) { return file_name(floor.map) == file_name(name); });
  return found == map.floors.end() ? 0 : static_cast<std::size_t>(found - map.floors.begin());
}

// That query number `index` of the file is for a map of this size.
void check_size(const ScenarioQuery& query, std::size_t index, const TileRect& map,
                const std::string& map_file, const std::string& text, const std::string& file) {
  const int width = map.x1 - map.x0;
  const int height = map.y1 - map.y0;
  if (query.map_width == width && query.map_height == height) return;
  fail_at(file, line_of_query(text, index),
          "the query is for a map of {} x {} tiles, {} has {} x {}", query.map_width,
          query.map_height, map_file, width, height);
}

}  // namespace

std::vector<ScenarioQuery> load_queries(const std::string& file, const Grid& grid,
                                        const std::string& map_file) {
  const std::string text = read_file(file);
  std::vector<ScenarioQuery> queries = read_queries(text, file);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    check_size(queries[i], i, {0, 0, grid.width(), grid.height()}, map_file, text, file);
  }
  return queries;
}

std::vector<FloorQuery> load_floor_queries(const std::string& file, const LoadedMap& map) {
  const std::string text = read_file(file);
  std::vector<FloorQuery> queries;
  for (const ScenarioQuery& query : read_queries(text, file)) {
    const std::size_t floor = find_floor(map, query.map);
    const bool has_several = map.floors.size() > 1;
    const TileRect all{0, 0, map.grid().width(), map.grid().height()};
    check_size(query, queries.size(), map.world ? map.world->floors()[floor].tiles : all,
               has_several ? map.floors[floor].map : map.files.front(), text, file);
    queries.push_back({query, floor});
  }
  return queries;
}

namespace {

// Adds an edit for each run of equal tiles in the rows of a patch.
void add_edits(const Grid& patch, const Tile& at, std::size_t query,
               std::vector<ScenarioEdit>& edits) {
  for (int y = 0; y < patch.height(); ++y) {
    for (int first = 0, end = 1; first < patch.width(); first = end++) {
      const bool is_open = patch.is_walkable(first, y);
      while (end < patch.width() && patch.is_walkable(end, y) == is_open) ++end;
      edits.push_back({query,
                       {at.x + first, at.y + y, at.x + end, at.y + y + 1},
                       is_open ? TileState::walkable : TileState::blocked});
    }
  }
}

}  // namespace

DynamicInput load_dynamic_queries(const std::string& file) {
  Loaded<DynamicScenario> loaded = load_dynamic_scenario(file);
  if (!loaded) {
    fail("{} (SCEN is required, unless MAP is a scenario of version 2)", loaded.error.message());
  }
  DynamicInput input{Grid(loaded.value->width, loaded.value->height, TileState::walkable)};
  for (DynamicQuery& query : loaded.value->queries) {
    for (const PlacedPatch& placed : query.before) {
      add_edits(loaded.value->patches[placed.patch], placed.at, input.queries.size(), input.edits);
    }
    input.queries.push_back({std::move(query.query)});
  }
  return input;
}

}  // namespace taut::tools
