#include "map_input.hpp"

#include <taut/grid.hpp>
#include <taut/map_file.hpp>
#include <taut/save.hpp>

#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "png_map.hpp"
#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {

Grid load_any_map(const std::string& file) { return read_any_map(read_file(file), file); }

Grid read_any_map(const std::string& bytes, const std::string& file) {
  if (is_png(bytes)) return read_png_map(bytes, file);
  const std::span<const std::byte> view = std::as_bytes(std::span(bytes));
  Loaded<Grid> grid = is_save(view) ? read_saved_tiles(view, file) : read_map(bytes, file);
  if (!grid) throw Failure(grid.error.message());
  return std::move(*grid.value);
}

PricedMap load_map_of(const QuerySettings& settings, const std::string& file) {
  // Where only the edits of a script set costs, there is no list of them.
  const bool has_list = settings.terrain && !settings.terrain->is_empty();
  return has_list ? load_terrain_map(file, *settings.terrain) : PricedMap{load_any_map(file)};
}

Point read_walkable_point(std::string_view what, const std::string& text, const Grid& grid,
                          const std::string& map) {
  Point point = parse_point(what, text, grid);
  if (grid.locate(point)) return point;
  const std::optional<Tile> nearest = find_nearest_walkable(grid, point);
  fail("{} {}: blocked in {}, {}", what, text, map,
       nearest ? fmt::format("the nearest walkable tile is {},{}", nearest->x, nearest->y)
               : "which has no walkable tile");
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace taut::tools
