// Optimal paths over a mesh and passages (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/optimal_search.hpp>

#include "mesh_passages.hpp"

TAUT_API_BEGIN
namespace taut::detail {

// A path over passages. A leg leads to the entry of a passage, the last one to the goal: then
// `passage` is the number of passages.
struct MeshRoute {
  struct Leg {
    std::size_t first;  // its points
    std::size_t count;
    std::uint32_t passage;
  };
  std::vector<Point> points;
  std::vector<Leg> legs;
};

// Makes room for queries over the passages; those of before are lost. Allocates where the mesh and
// its passages have outgrown the scratch.
void fit(const ConvexMesh& mesh, const MeshPassages& passages, OptimalScratch& scratch);

// As find_optimal_path(), over passages too, by neither landmarks nor index, without a limit of
// length. Writes no path: extract_route() does. Requires fit().
[[nodiscard]] PathResult find_path_over(const ConvexMesh& mesh, const Point& start,
                                        const Point& goal, const PassageQuery& over,
                                        const OptimalOptions& options,
                                        OptimalScratch& scratch) noexcept;

// The path that the last query of the scratch found, once. Requires that it was ok.
void extract_route(OptimalScratch& scratch, MeshRoute& route);

}  // namespace taut::detail
TAUT_API_END
