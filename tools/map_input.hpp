// Loading the map that a command line names, whatever its format.
#pragma once

#include <taut/grid.hpp>

#include <string>

namespace taut::tools {

// A file that begins like a PNG image is read as one (png_map.hpp), any other as text
// (map_file.hpp). Throws Failure with the reader's error.
[[nodiscard]] Grid load_any_map(const std::string& file);

// The file's name without its folders.
[[nodiscard]] std::string file_name(const std::string& path);

}  // namespace taut::tools
