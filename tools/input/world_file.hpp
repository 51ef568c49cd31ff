// World files: floors and links, as JSON.
#pragma once

#include <taut/grid.hpp>
#include <taut/point.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json_file.hpp"

namespace taut::tools {

struct FileFloor {
  std::string map;    // the name of its file
  std::string where;  // in messages: "world.json:3: floors[0].map"
  Tile origin{};
};

// A segment on a floor, in tiles of the floor.
struct FileEnd {
  std::size_t floor = 0;
  Point first{};
  Point last{};
  std::string where;
};

struct FileLink {
  std::uint32_t id = 0;
  FileEnd from;
  FileEnd to;
  double cost = 0.0;
  double width = 0.0;  // infinite where the file has none
  bool is_one_way = false;
  bool is_enabled = true;
  std::optional<char> letter;  // its class
  std::string where;
};

struct WorldFile {
  std::vector<FileFloor> floors;  // one or more
  std::vector<FileLink> links;
};

// Whether a file is a world by its first character, or by its name.
[[nodiscard]] bool is_world_file(std::string_view bytes, const std::string& file);

// Reads it; docs/formats.md has the keys. Names of maps are relative to the file. Throws Failure
// with file, line, key and value for anything else. Whether ends are on their floors is not known
// yet.
[[nodiscard]] WorldFile read_world_file(std::string_view text, const std::string& file);

}  // namespace taut::tools
