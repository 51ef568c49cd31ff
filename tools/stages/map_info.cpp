#include "map_info.hpp"

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/search.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

#include "tools/output/answer.hpp"

namespace taut::tools {
namespace {

// Writes the time and the memory of what `build` makes, and returns it.
template <class Build>
auto measure(Built& built, const Build& build) {
  const Clock::time_point begin = Clock::now();
  auto made = build();
  built.us = to_microseconds(Clock::now() - begin);
  built.bytes = made.memory_bytes();
  return made;
}

}  // namespace

std::vector<SlideInfo> measure_slides(const Grid& grid) {
  std::vector<SlideInfo> slides;
  for (const double radius : {0.5, 1.0, 2.0}) {
    SlideInfo& info = slides.emplace_back();
    info.radius = radius;
    for (TileId id = 0; id < grid.tile_count(); ++id) {
      if (!grid.is_walkable(grid.tile(id))) continue;
      const Point from = center(grid.tile(id));
      const std::optional<Point> to = find_clear_point(grid.bits(), from, radius, 2.0 * radius);
      if (!to) {
        ++info.nowhere;
        continue;
      }
      const double far = distance(from, *to);
      ++(far == 0.0 ? info.fit : info.slide);
      info.mean += far;
      info.most = std::max(info.most, far);
    }
    if (info.slide > 0) info.mean /= static_cast<double>(info.slide);
  }
  return slides;
}

MapInfo measure_map(const Grid& grid, std::size_t most_index_bytes) {
  MapInfo info;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(grid.tile_count());
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) bytes.push_back(grid.is_walkable(x, y) ? 1 : 0);
  }
  (void)measure(info.grid, [&] { return Grid::from_bytes(grid.width(), grid.height(), bytes); });
  info.leaves = measure(info.quadtree, [&] { return Quadtree(grid.bits()); }).count_leaves();
  const ConvexMesh mesh = measure(info.mesh, [&] { return build_mesh(grid); });
  (void)measure(info.landmarks, [&] { return build_landmarks(mesh, kInfoLandmarks); });
  info.cells = mesh.cell_count();
  info.edges = mesh.edge_count();
  info.search_scratch_bytes = SearchScratch(grid.tile_count()).memory_bytes();
  info.optimal_scratch_bytes = OptimalScratch(mesh).memory_bytes();
  if (most_index_bytes > 0) {
    info.index_corners =
        measure(info.index.emplace(), [&] {
          return build_corner_index(mesh, most_index_bytes, std::thread::hardware_concurrency());
        }).corner_count();
  }
  return info;
}

}  // namespace taut::tools
