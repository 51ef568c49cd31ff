// Pictures of a query: the map, the explored cells, the corridor and the paths of all pulling
// methods.
#pragma once

#include <taut/grid.hpp>

#include <span>
#include <string>

#include "compare.hpp"
#include "picture_file.hpp"
#include "query.hpp"

namespace taut::tools {

struct PictureSubject {
  const Grid& grid;
  std::string map_name;
  Point start;
  Point goal;
  Status status;
  const QueryRunner&
      runner;  // for the explored tiles, the corridor and the portals of its last query
  std::span<const MethodPath> methods;
  std::string settings;
};

// The bytes of the picture file. Throws Failure when cairo cannot draw it.
[[nodiscard]] std::string draw_picture(const PictureSubject& subject, PictureFormat format);

}  // namespace taut::tools
