// The competition's kinds with tile steps: jump point search, on maps that stay or change.
#include <taut/engine/geometry.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/jump_search.hpp>
#include <taut/engine/search.hpp>
#include <taut/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "entry_points.hpp"
#include "patches.hpp"

namespace {

using namespace taut;

struct JumpEntry {
  explicit JumpEntry(Grid map)
      : grid(std::move(map)),
        jumps(grid),
        scratch(grid.tile_count()),
        tiles(max_corridor_cells(grid)),
        path(tiles.size()) {}

  Grid grid;
  JumpMap jumps;
  SearchScratch scratch;
  std::vector<TileId> tiles;
  std::vector<gppc_point> path;
};

Point center_of(gppc_point place) noexcept { return center(Tile{place.x, place.y}); }

}  // namespace

void gppc_preprocess_init_map(gppc_patch, const char*) {}

void* gppc_search_init(gppc_patch active_map, const char*) {
  return new JumpEntry(gppc::to_grid(active_map));
}

void gppc_map_change(void* data, const gppc_patch* changes, std::uint32_t changes_length) {
  JumpEntry& entry = *static_cast<JumpEntry*>(data);
  std::for_each(changes, changes + changes_length, [&](const gppc_patch& patch) {
    gppc::for_each_run(patch, [&](const TileRect& tiles, TileState state) {
      entry.grid.set(tiles, state);
      if (!entry.jumps.is_current(entry.grid)) entry.jumps.update(entry.grid, tiles);
    });
  });
}

gppc_path gppc_get_path(void* data, gppc_point start, gppc_point goal) {
  JumpEntry& entry = *static_cast<JumpEntry*>(data);
  const CorridorResult found = find_jump_points(entry.grid, entry.jumps, center_of(start),
                                                center_of(goal), {}, entry.scratch, entry.tiles);
  if (!found || found.count < 2) return {nullptr, 0, 0};
  for (std::size_t i = 0; i < found.count; ++i) {
    const Tile tile = entry.grid.tile(entry.tiles[i]);
    entry.path[i] = {static_cast<std::uint16_t>(tile.x), static_cast<std::uint16_t>(tile.y)};
  }
  return {entry.path.data(), static_cast<std::uint32_t>(found.count), 0};
}

void gppc_free_data(void* data) { delete static_cast<JumpEntry*>(data); }

const char* gppc_get_name() { return "taut-jps"; }
