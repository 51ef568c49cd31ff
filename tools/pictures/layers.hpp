// Plain pictures of a query: a part of the map and the layers requested, without title and legend.
#pragma once

#include <taut/agent.hpp>
#include <taut/grid.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "picture.hpp"
#include "picture_file.hpp"
#include "tools/output/floors.hpp"
#include "tools/output/search_view.hpp"

namespace taut::tools {

// In drawing order; `map` is always drawn. `tile_path` is that of A* over tiles, with 8 neighbours;
// `short_path` is found as if there were no terrain costs.
enum class Layer : std::uint8_t {
  map,
  explored,
  corridor,
  cells,
  portals,
  tile_path,
  short_path,
  path
};

// The words of the command line, for its help.
[[nodiscard]] std::string layer_words();

// Parses "cells,path". Throws Failure that names an unknown layer.
[[nodiscard]] std::vector<Layer> parse_layers(std::string_view text);

// "X0,Y0,X1,Y1" as the tiles X0 <= x < X1, Y0 <= y < Y1 of the grid. Throws Failure that names the
// value when it is not such a rectangle, is empty, or reaches beyond the grid. On several floors
// "F:X0,Y0,X1,Y1", in tiles of the floor.
[[nodiscard]] TileRect parse_part(std::string_view text, const Grid& grid, const Floors& floors);

struct LayersSubject {
  const Grid& grid;
  const Ground& ground;  // what its classes cost
  const SearchView& view;
  Point start;
  Point goal;
  const PicturePath& path;
  Agent agent;
  TileRect part;
  std::span<const Layer> layers;
  const Floors& floors;
  std::vector<LinkLine> links;
};

// The bytes of the picture file. Throws Failure when cairo cannot draw it.
[[nodiscard]] std::string draw_layers(const LayersSubject& subject, PictureFormat format);

}  // namespace taut::tools
