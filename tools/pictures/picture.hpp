// Pictures of a query: the map, the explored cells, the corridor and the paths of all pulling
// methods.
#pragma once

#include <taut/agent.hpp>
#include <taut/grid.hpp>

#include <span>
#include <string>
#include <vector>

#include "picture_file.hpp"
#include "tools/input/map_input.hpp"
#include "tools/output/answer.hpp"
#include "tools/output/floors.hpp"
#include "tools/output/search_view.hpp"
#include "tools/stages/compare.hpp"

namespace taut::tools {

// The ends of a link, each a segment.
struct LinkLine {
  Point from[2];
  Point to[2];
  bool is_open = true;
};

// The links of a world, to be drawn.
[[nodiscard]] std::vector<LinkLine> lines_of(const World* world, std::span<const MapLink> links);

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
  const Floors& floors;
  std::vector<LinkLine> links;
};

// A path as points, and those at which legs begin, after links.
struct PicturePath {
  std::vector<Point> points;
  std::vector<std::size_t> exits;
};

// That of a disc is rounded, no farther than 1/100 tile from it.
[[nodiscard]] PicturePath to_picture_path(const QueryAnswer& answer, const Agent& agent);

// What is walked, leg by leg.
[[nodiscard]] std::vector<std::span<const Point>> legs_of(std::span<const Point> points,
                                                          std::span<const std::size_t> exits);

// The bytes of the picture file. Throws Failure when cairo cannot draw it.
[[nodiscard]] std::string draw_picture(const PictureSubject& subject, PictureFormat format);

}  // namespace taut::tools
