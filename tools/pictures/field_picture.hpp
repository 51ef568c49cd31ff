// The picture of a field: contours of the distance, and the tree of the shortest paths.
#pragma once

#include <taut/grid.hpp>

#include <string>
#include <vector>

#include "picture.hpp"
#include "picture_file.hpp"
#include "tools/output/floors.hpp"
#include "tools/stages/distance_map.hpp"

namespace taut::tools {

struct FieldSubject {
  const Grid& grid;
  const Ground& ground;  // what its classes cost
  std::string map_name;
  const DistanceMap& distances;
  const std::vector<PlaceToGo>& goals;
  MapKind kind;
  const Floors& floors;
  std::vector<LinkLine> links;
};

// The bytes of a picture: colours in steps of the distance with a line between them, and over them
// the paths from all tiles, a line the wider the more of them share it.
[[nodiscard]] std::string draw_field(const FieldSubject& subject, PictureFormat format);

}  // namespace taut::tools
