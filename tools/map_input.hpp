// Loading the map that a command line names, whatever its format.
#pragma once

#include <taut/grid.hpp>

#include <string>

namespace taut::tools {

// A file with the signature of PNG is read as an image (png_map.hpp), any other as text
// (map_file.hpp). Throws Failure with the reader's error.
[[nodiscard]] Grid load_any_map(const std::string& file);

// The file's name without its folders.
[[nodiscard]] std::string file_name(const std::string& path);

}  // namespace taut::tools
