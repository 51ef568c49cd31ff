#include "map_input.hpp"

#include <taut/map_file.hpp>

#include <filesystem>
#include <utility>

#include "failure.hpp"
#include "png_map.hpp"

namespace taut::tools {

Grid load_any_map(const std::string& file) {
  if (is_png(file)) return load_png_map(file);
  Loaded<Grid> grid = load_map(file);
  if (!grid) throw Failure(grid.error.message());
  return std::move(*grid.value);
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace taut::tools
