// A corner index as bytes, to keep it beside its map.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/corner_index.hpp>

TAUT_API_BEGIN
namespace taut {

struct CornerIndexRead {
  std::optional<CornerIndex> index;
  std::string fault;  // what is wrong with the bytes, in one line, when there is no index
};

// The index of a mesh as bytes, which are the same on every machine: a head with a version, the
// checksum of the mesh and that of the rest, and the sizes of the arrays; then the arrays.
//
// Errors    std::invalid_argument for an index that is not current for the mesh.
[[nodiscard]] std::string to_bytes(const CornerIndex& index, const ConvexMesh& mesh);

// The reverse, for an equal mesh: one with the same cells, edges and ids, as equal builds from
// equal maps have. The index is current for this mesh.
//
// Errors    bytes that are too few, too many or damaged, of another version, or of another mesh; an
//           index whose numbers contradict each other or the mesh.
// Cost      linear in the bytes. Allocates no more than the bytes hold.
[[nodiscard]] CornerIndexRead read_corner_index(std::string_view bytes, const ConvexMesh& mesh);

}  // namespace taut
TAUT_API_END
