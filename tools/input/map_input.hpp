// The map that a command line names, whatever its format, and places on it.
#pragma once

#include <taut/grid.hpp>

#include <string>
#include <string_view>

#include "query_settings.hpp"

namespace taut::tools {

// A file with the signature of PNG is read as an image (png_map.hpp), one with that of a save as
// the tiles and classes of its world (save.hpp), any other as text (map_file.hpp). Throws
// Failure with the reader's error.
[[nodiscard]] Grid load_any_map(const std::string& file);
// From the bytes of the file.
[[nodiscard]] Grid read_any_map(const std::string& bytes, const std::string& file);

// The same, with what characters or colours cost where --terrain names them.
[[nodiscard]] PricedMap load_map_of(const QuerySettings& settings, const std::string& file);

// Reads a point that must lie on a walkable tile of the map of this file; see parse_point().
[[nodiscard]] Point read_walkable_point(std::string_view what, const std::string& text,
                                        const Grid& grid, const std::string& map);

// The file's name without its folders.
[[nodiscard]] std::string file_name(const std::string& path);

}  // namespace taut::tools
