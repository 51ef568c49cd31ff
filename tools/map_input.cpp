#include "map_input.hpp"

#include <taut/map_file.hpp>

#include <filesystem>
#include <utility>

#include "failure.hpp"
#include "png_map.hpp"
#include "text_input.hpp"

namespace taut::tools {

Grid load_any_map(const std::string& file) {
  const std::string bytes = read_file(file);
  if (is_png(bytes)) return read_png_map(bytes, file);
  Loaded<Grid> grid = read_map(bytes, file);
  if (!grid) throw Failure(grid.error.message());
  return std::move(*grid.value);
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace taut::tools
