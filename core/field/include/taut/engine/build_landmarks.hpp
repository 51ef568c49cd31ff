// Building landmarks, and rebuilding them after edits.
#pragma once

#include <cstddef>
#include <optional>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/landmarks.hpp>

TAUT_API_BEGIN
namespace taut {

// Builds `count` landmarks for each component of a mesh: each is the corner that is farthest from
// those before it, the first one by the straight line from the component's first vertex; ties: the
// least y, then x. Equal meshes give equal landmarks.
//
// Without a count, as many as make the optimal search faster: 8, 16 or 32, or none where they save
// nothing, by the nodes that searches between vertices expand: 64 of them, or fewer of 2^22 nodes
// together. More than 8 take at most 32 MiB.
//
// Errors    std::invalid_argument for a count outside 1 to Landmarks::kMaxCount.
// Cost      about that of count fields of the whole mesh (build_field()); without a count that of
//           twice as many landmarks, 8 at least, and up to four times the searches. Allocates.
// Source    differential heuristics: Goldberg and Harrelson (2005), "Computing the shortest path:
//           A* search meets graph theory"; Sturtevant et al. (2009), "Memory-based heuristics for
//           explicit state spaces". The exact distances of fields (field.hpp) are our own.
[[nodiscard]] Landmarks build_landmarks(const ConvexMesh& mesh,
                                        std::optional<std::size_t> count = {});

// Makes landmarks again that were made before the last edit, at most `fields` of them, the oldest
// first: each at the corner that is farthest from the others, as far as those know. The rest remain
// as they are; landmarks that are not current for the mesh are lost. Afterwards they are current.
// Nothing for a count() of 0.
//
// Cost      about that of `fields` fields of the whole mesh. Allocates.
void refresh_landmarks(const ConvexMesh& mesh, std::size_t fields, Landmarks& landmarks);

}  // namespace taut
TAUT_API_END
