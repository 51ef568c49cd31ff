// Pictures of a query: the map, the explored cells, the corridor and the paths of all pulling
// methods.
#pragma once

#include <taut/agent.hpp>
#include <taut/grid.hpp>

#include <span>
#include <string>
#include <vector>

#include "picture_file.hpp"
#include "tools/output/answer.hpp"
#include "tools/output/search_view.hpp"
#include "tools/stages/compare.hpp"

namespace taut::tools {

struct PictureSubject {
  const Grid& grid;
  const Ground& ground;  // what its classes cost
  std::string map_name;
  Point start;
  Point goal;
  Status status;
  SearchFigures figures;
  const SearchView& view;
  std::size_t expanded;
  Agent agent;
  std::span<const MethodPath> methods;
  std::string settings;
};

// The path as points; that of a disc rounded, no farther than 1/100 tile from it.
[[nodiscard]] std::vector<Point> to_picture_path(const QueryAnswer& answer, const Agent& agent);

// The bytes of the picture file. Throws Failure when cairo cannot draw it.
[[nodiscard]] std::string draw_picture(const PictureSubject& subject, PictureFormat format);

}  // namespace taut::tools
