// The check of what meshes are made from (internal).
#pragma once

#include <taut/engine/convex_mesh.hpp>

namespace taut::detail {

// Rejects arrays that contradict each other, edges that do not lie on their twins, and coordinates
// beyond kMaxMapSide; `what` names the call. Not checked is what needs all pairs of cells, or looks
// at shapes: that cells are convex and do not overlap. Cost: linear.
void require_parts(const char* what, const MeshParts& parts);

// The same for the cells of a patch to `mesh`, and that what it takes out and joins is there.
void require_patch(const char* what, const ConvexMesh& mesh, const MeshPatch& patch);

}  // namespace taut::detail
