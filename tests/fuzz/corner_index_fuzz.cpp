// Any bytes as a corner index: read_corner_index() gives a fault that can be shown, or an index
// that queries can use and that is written as it was read. Checksums keep most bytes out, so each
// input is read a second time with right ones. `./run fuzz` builds and runs it.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/corner_index_bytes.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/map_file.hpp>

#include "fuzz/check.hpp"

using taut::fuzz::require;

namespace {

constexpr const char* kMap =
    "......\n"
    ".@@@@.\n"
    "....@.\n"
    "@@@.@.\n"
    "......\n";
constexpr std::size_t kMeshSumAt = 16;
constexpr std::size_t kBodySumAt = 24;
constexpr std::size_t kBodyAt = 80;

// A mesh with an index of 2 KB, and the index.
struct Case {
  taut::ConvexMesh mesh = taut::build_mesh(*taut::read_map(kMap, "map").value);
  std::string bytes = to_bytes(taut::build_corner_index(mesh, 1U << 20U), mesh);
};

// FNV-1a over words of four bytes, the first byte highest.
std::uint64_t find_checksum(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t k = i; k < i + 4 && k < bytes.size(); ++k) {
      word = word << 8U | static_cast<unsigned char>(bytes[k]);
    }
    sum = (sum ^ word) * 0x100000001b3U;
  }
  return sum;
}

void ask(const taut::ConvexMesh& mesh, const taut::CornerIndex& index) {
  taut::OptimalOptions options;
  options.index = &index;
  taut::OptimalScratch scratch(mesh);
  std::vector<taut::Point> out(taut::max_path_points(mesh));
  for (int i = 0; i < 900; ++i) {
    const taut::Point start{static_cast<float>(i % 6) + 0.5F, static_cast<float>(i / 6 % 5)};
    const taut::Point goal{static_cast<float>(i / 30 % 6), static_cast<float>(i / 180) + 0.25F};
    const taut::PathResult path = find_optimal_path(mesh, start, goal, options, scratch, out);
    require(path.count <= out.size(), "a path fits");
    require(std::isfinite(path.length), "a length is a number");
    require(!std::isnan(find_distance(mesh, start, goal, index, scratch).length),
            "a distance is a number");
  }
}

void read(std::string_view bytes, const taut::ConvexMesh& mesh) {
  const taut::CornerIndexRead read = taut::read_corner_index(bytes, mesh);
  require(read.index.has_value() == read.fault.empty(), "there is an index or a fault");
  if (!read.index) {
    taut::fuzz::check_error({"input", 1, 0, read.fault}, bytes, "input");
    return;
  }
  require(read.index->is_current(mesh), "the index is that of the mesh");
  require(to_bytes(*read.index, mesh) == bytes, "what was read is written as it was");
  ask(mesh, *read.index);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Case known;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  read(bytes, known.mesh);
  if (size < kBodyAt) return 0;
  bytes.replace(kMeshSumAt, kBodySumAt - kMeshSumAt,
                known.bytes.substr(kMeshSumAt, kBodySumAt - kMeshSumAt));
  const std::uint64_t sum = find_checksum(std::string_view(bytes).substr(kBodyAt));
  for (std::size_t i = 0; i < 8; ++i)
    bytes[kBodySumAt + i] = static_cast<char>(sum >> 8 * i & 0xffU);
  read(bytes, known.mesh);
  return 0;
}
