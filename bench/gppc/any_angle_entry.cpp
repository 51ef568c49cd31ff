// The competition's any-angle kind: optimal paths over a mesh, on maps that stay or change. Places
// are the upper left corners of tiles; all turns of an optimal path are corners of tiles too.
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "entry_points.hpp"
#include "patches.hpp"

namespace {

using namespace taut;

struct OptimalEntry {
  explicit OptimalEntry(Grid map) : grid(std::move(map)), mesh(build_mesh(grid)), scratch(mesh) {
    make_room();
  }

  void make_room() {
    scratch.fit(mesh);
    if (points.size() < max_path_points(mesh)) {
      points.resize(max_path_points(mesh));
      path.resize(points.size());
    }
  }

  Grid grid;
  ConvexMesh mesh;
  OptimalScratch scratch;
  std::vector<Point> points;
  std::vector<gppc_point> path;
};

Point corner_of(gppc_point place) noexcept {
  return {static_cast<float>(place.x), static_cast<float>(place.y)};
}

}  // namespace

void gppc_preprocess_init_map(gppc_patch, const char*) {}

void* gppc_search_init(gppc_patch active_map, const char*) {
  return new OptimalEntry(gppc::to_grid(active_map));
}

void gppc_map_change(void* data, const gppc_patch* changes, std::uint32_t changes_length) {
  OptimalEntry& entry = *static_cast<OptimalEntry*>(data);
  std::for_each(changes, changes + changes_length, [&](const gppc_patch& patch) {
    const std::uint64_t before = entry.grid.revision();
    gppc::for_each_run(
        patch, [&](const TileRect& tiles, TileState state) { entry.grid.set(tiles, state); });
    if (entry.grid.revision() != before) edit_mesh(entry.grid, gppc::tiles_of(patch), entry.mesh);
  });
  entry.make_room();
}

gppc_path gppc_get_path(void* data, gppc_point start, gppc_point goal) {
  OptimalEntry& entry = *static_cast<OptimalEntry*>(data);
  const auto find = [&] {
    return find_optimal_path(entry.mesh, corner_of(start), corner_of(goal), {}, entry.scratch,
                             entry.points);
  };
  PathResult found = find();
  while (found.status == Status::out_of_nodes && entry.scratch.grow()) found = find();
  if (!found || found.count < 2) return {nullptr, 0, 0};
  std::transform(entry.points.begin(),
                 entry.points.begin() + static_cast<std::ptrdiff_t>(found.count),
                 entry.path.begin(), [](const Point& p) -> gppc_point {
                   return {static_cast<std::uint16_t>(p.x), static_cast<std::uint16_t>(p.y)};
                 });
  return {entry.path.data(), static_cast<std::uint32_t>(found.count), 0};
}

void gppc_free_data(void* data) { delete static_cast<OptimalEntry*>(data); }

const char* gppc_get_name() { return "taut-optimal"; }
