#include <taut/corner_index_file.hpp>

#include <ostream>
#include <utility>

#include <taut/corner_index_bytes.hpp>

namespace taut {

Loaded<CornerIndex> load_corner_index(const std::string& file, const ConvexMesh& mesh) {
  Loaded<std::string> bytes = load_text(file);
  if (!bytes) return {std::nullopt, std::move(bytes.error)};
  CornerIndexRead read = read_corner_index(*bytes.value, mesh);
  return {std::move(read.index), {file, 0, 0, std::move(read.fault)}};
}

void write_corner_index(const CornerIndex& index, const ConvexMesh& mesh, std::ostream& out) {
  const std::string bytes = to_bytes(index, mesh);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace taut
