// The check of what meshes are made from (internal).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>

TAUT_API_BEGIN
namespace taut::detail {

struct PartsFault {
  std::size_t edge;  // at which it shows, or 0
  std::string what;
};
// Finds arrays that contradict each other, edges that do not lie on their twins, and coordinates
// beyond kMaxMapSide. Not checked is what needs all pairs of cells, or looks at shapes: that cells
// are convex and do not overlap. Cost: linear.
[[nodiscard]] std::optional<PartsFault> find_fault(const MeshParts& parts);

// Rejects parts with a fault; `what` names the call.
void require_parts(const char* what, const MeshParts& parts);

// The same for the cells of a patch to `mesh`, and that what it takes out and joins is there.
void require_patch(const char* what, const ConvexMesh& mesh, const MeshPatch& patch);

}  // namespace taut::detail
TAUT_API_END
