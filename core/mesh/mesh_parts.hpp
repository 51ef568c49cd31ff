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
  std::size_t edge;  // an edge where it shows, or 0
  std::string what;
};
// Finds arrays that contradict each other, edges that do not lie on their twins, and coordinates
// beyond kMaxMapSide. It does not check whether cells are convex or overlap. Cost: linear.
[[nodiscard]] std::optional<PartsFault> find_fault(const MeshParts& parts);

// Rejects parts with a fault; `what` names the call.
void require_parts(const char* what, const MeshParts& parts);

// The same for the cells of a patch to `mesh`; also rejects a patch that removes or joins cells and
// edges which the mesh does not have.
void require_patch(const char* what, const ConvexMesh& mesh, const MeshPatch& patch);

}  // namespace taut::detail
TAUT_API_END
