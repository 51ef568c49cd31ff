// What maps that are meshes share: shapes for pictures, and searches that may outgrow their scratch.
#pragma once

#include <taut/convex_mesh.hpp>
#include <taut/optimal_search.hpp>

#include <cstddef>
#include <vector>

#include "cell_map.hpp"

namespace taut::tools {

[[nodiscard]] Outline outline_of(const ConvexMesh& mesh, CellId cell);

// Those with an area in a part of the map.
[[nodiscard]] std::vector<CellId> cells_in(const ConvexMesh& mesh, const TileRect& part);

// The cones of the last search, of so many nodes; of one that saw very much, the first: the others
// add little to a picture.
[[nodiscard]] std::vector<Outline> cones_of(const ConvexMesh& mesh, const OptimalScratch& scratch,
                                            std::size_t expanded);

// 72 bytes each: at most 1.2 GB.
inline constexpr std::size_t kMostPlaces = std::size_t{1} << 23;

// Calls search(), a find_path() that works in `scratch`; again, with more places in it, as long as it
// is out_of_nodes and there may be more: few maps let a search see so much. `places` is how many
// there are, 0 for the usual number.
template <class Search>
[[nodiscard]] PathResult find_with_room(const ConvexMesh& mesh, const Search& search,
                                        OptimalScratch& scratch, std::size_t& places) {
  PathResult found = search();
  while (found.status == Status::out_of_nodes && places < kMostPlaces) {
    places = places == 0 ? 8 * mesh.edge_count() + 16'384 : 2 * places;
    scratch = OptimalScratch(mesh, places);
    found = search();
  }
  return found;
}

}  // namespace taut::tools
