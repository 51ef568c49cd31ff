// A* over cells past edges that are closed for one query (internal).
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/mesh_search.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// As find_path(), by no edge of `closed`, in neither direction; not in slices. no_path: there is no
// such corridor.
[[nodiscard]] PathResult find_path_past(const ConvexMesh& mesh, const Point& start,
                                        const Point& goal, std::span<const EdgeId> closed,
                                        MeshScratch& scratch, std::span<Point> out) noexcept;

}  // namespace taut::detail
TAUT_API_END
