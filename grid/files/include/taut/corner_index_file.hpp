// Reading and writing corner indices.
#pragma once

#include <iosfwd>
#include <string>

#include <taut/convex_mesh.hpp>
#include <taut/corner_index.hpp>
#include <taut/detail/api.hpp>
#include <taut/file_error.hpp>

TAUT_API_BEGIN
namespace taut {

// Reads the index of a mesh: that which was written for an equal one, as equal builds from equal
// maps have.
//
// Errors    without a line: a missing or unreadable file, one above 512 MiB; one that is no index,
//           of another version, of another map, too short, too long, or damaged.
// Cost      linear in the file.
[[nodiscard]] Loaded<CornerIndex> load_corner_index(const std::string& file,
                                                    const ConvexMesh& mesh);

// Writes the index of a mesh. Open the stream as binary, and check its state for write errors.
//
// Errors    std::invalid_argument for an index that is not current for the mesh.
void write_corner_index(const CornerIndex& index, const ConvexMesh& mesh, std::ostream& out);

}  // namespace taut
TAUT_API_END
