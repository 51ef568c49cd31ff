// Making a corner index.
#pragma once

#include <cstddef>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/corner_index.hpp>

TAUT_API_BEGIN
namespace taut {

// Builds the index of a mesh. It is empty where it would take more than `max_bytes`, and queries
// search then. The build stops as soon as it can tell; with more than 2 048 corners also where the
// first 32 of them take an eighth of the bytes left for distances. Equal meshes give equal indices.
// Ids of cells that edits have freed take 16 bytes each, which are not counted. As many threads
// work on it as `threads` says, or as can be started; they do not change the index.
//
// Cost      finds what each corner sees, and searches over the corners from each of them, as far as
//           earlier searches do not know the way; docs/faster.md has figures. While it runs it
//           takes up to four times the bytes of the index, and 40 MB. Allocates.
// Source    see corner_index.hpp. The order of the hubs: Delling, Goldberg, Pajor and Werneck
//           (2014), "Robust distance queries on massive networks"; the labels: Akiba, Iwata and
//           Yoshida (2013), "Fast exact shortest-path distance queries on large networks by pruned
//           landmark labeling".
[[nodiscard]] CornerIndex build_corner_index(const ConvexMesh& mesh, std::size_t max_bytes,
                                             std::size_t threads = 1);

}  // namespace taut
TAUT_API_END
