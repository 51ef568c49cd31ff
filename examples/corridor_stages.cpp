// The pipeline by hand: map -> corridor -> portals -> path, in buffers of fixed size. Only the
// search allocates memory. Prints each stage; exit status 0 when every stage is right.
#include <taut/engine/baselines.hpp>
#include <taut/engine/fixed_buffer.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/grid_search.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include <cstddef>
#include <cstdio>

namespace {

constexpr const char* kDrawing =
    ".............\n"
    ".............\n"
    "....@@@@@@...\n"
    ".........@...\n"
    ".........@...\n"
    "..@@@@@@.@...\n"
    ".............\n"
    ".............\n";

constexpr std::size_t kTiles = 13 * 8;
constexpr std::size_t kPortals = taut::max_portals(kTiles);
constexpr std::size_t kPoints = taut::max_path_points(kPortals);
using Corridor = taut::FixedBuffer<taut::TileId, kTiles>;
using Portals = taut::FixedBuffer<taut::Portal, kPortals>;
using Path = taut::FixedBuffer<taut::Point, kPoints>;

void print_path(const char* method, const Path& path) {
  std::printf("%-18s length %.6f:", method, taut::path_length(path.view()));
  for (const taut::Point& p : path) std::printf(" (%g %g)", p.x, p.y);
  std::printf("\n");
}

// validate_path() shares no code with the functions that make paths.
bool is_walkable(const taut::Grid& grid, const taut::Point& start, const taut::Point& goal,
                 const Path& path) {
  return taut::validate_path(grid, start, goal, path.view()).fault == taut::PathFault::none;
}

// 2. Portals: the edges that the walk passes, left and right as seen by the walker.
bool make_portals(const taut::Grid& grid, const Corridor& corridor, Portals& portals) {
  const taut::Status status =
      portals.take(taut::extract_portals(grid, corridor.view(), portals.room()));
  if (status != taut::Status::ok) return false;
  std::printf("portals: %zu, the first from left (%g %g) to right (%g %g)\n", portals.size(),
              portals[0].left.x, portals[0].left.y, portals[0].right.x, portals[0].right.y);
  return true;
}

// 3. Path: the exact funnel, and the baselines.
bool pull(const taut::Grid& grid, const taut::Point& start, const taut::Point& goal,
          const Portals& portals, Path& pulled) {
  Path published;
  Path straightened;
  bool is_right = pulled.take(taut::string_pull(start, goal, portals.view(), pulled.room())) ==
                  taut::Status::ok;
  is_right &= published.take(taut::simple_funnel(start, goal, portals.view(), published.room())) ==
              taut::Status::ok;
  is_right &= straightened.take(taut::midpoint_raycast(grid, start, goal, portals.view(),
                                                       straightened.room())) == taut::Status::ok;
  print_path("string_pull", pulled);
  print_path("simple_funnel", published);
  print_path("midpoint_raycast", straightened);
  is_right &= is_walkable(grid, start, goal, pulled);
  is_right &= is_walkable(grid, start, goal, straightened);
  is_right &= taut::path_length(pulled.view()) <= taut::path_length(published.view()) + 1e-6;
  return is_right;
}

}  // namespace

int main() {
  const taut::Loaded<taut::Grid> map = taut::read_map(kDrawing, "drawing");
  if (!map || map.value->tile_count() != kTiles) return 2;
  const taut::Grid& grid = *map.value;
  const taut::Point start = taut::center({1, 7});
  const taut::Point goal = taut::center({12, 1});

  // 1. Corridor: the tiles from start to goal.
  taut::SearchScratch scratch(grid.tile_count());
  Corridor corridor;
  const taut::Status status =
      corridor.take(taut::find_corridor(grid, start, goal, {}, scratch, corridor.room()));
  if (status != taut::Status::ok) return 1;
  std::printf("corridor: %zu tiles:", corridor.size());
  for (const taut::TileId id : corridor) {
    const taut::Tile tile = grid.tile(id);
    std::printf(" %d,%d", tile.x, tile.y);
  }
  std::printf("\n");

  Portals portals;
  if (!make_portals(grid, corridor, portals)) return 1;
  bool is_right =
      taut::validate_portals(grid, start, goal, portals.view()).fault == taut::PortalFault::none;
  Path pulled;
  is_right &= pull(grid, start, goal, portals, pulled);

  // 4. Smoothing: move the corridor to where its path can be taut, then portals and path again.
  taut::FixedBuffer<taut::Point, taut::max_smoothing_points(kPoints)> work;
  is_right &= corridor.take(taut::smooth_corridor(grid, pulled.view(), work.room(),
                                                  corridor.room())) == taut::Status::ok;
  if (!make_portals(grid, corridor, portals)) return 1;
  Path smoothed;
  is_right &= smoothed.take(taut::string_pull(start, goal, portals.view(), smoothed.room())) ==
              taut::Status::ok;
  print_path("string_pull again", smoothed);
  is_right &= is_walkable(grid, start, goal, smoothed);
  is_right &= taut::path_length(smoothed.view()) < taut::path_length(pulled.view());
  is_right &= smoothed.size() == 3 && smoothed[1] == taut::Point{10.0F, 6.0F};

  std::printf("%s\n", is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}
