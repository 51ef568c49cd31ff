// Making landmarks.
#pragma once

#include <cstddef>

#include <taut/convex_mesh.hpp>
#include <taut/detail/api.hpp>
#include <taut/landmarks.hpp>

TAUT_API_BEGIN
namespace taut {

// Builds `count` landmarks for each component of a mesh: each is the corner that is farthest from
// those before it; ties: the least vertex id. Equal meshes give equal landmarks.
//
// Errors    std::invalid_argument for a count outside 1 to Landmarks::kMaxCount.
// Cost      count + 1 fields of the whole mesh (build_field()), and as many distances per corner
//           and cell. Allocates.
// Source    differential heuristics: Goldberg and Harrelson (2005), "Computing the shortest path:
//           A* search meets graph theory"; Sturtevant et al. (2009), "Memory-based heuristics for
//           explicit state spaces". The exact distances of fields (field.hpp) are our own.
[[nodiscard]] Landmarks build_landmarks(const ConvexMesh& mesh, std::size_t count);

}  // namespace taut
TAUT_API_END
