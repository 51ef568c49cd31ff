// The pipeline by hand: map -> corridor -> portals -> path, in buffers whose sizes are known when
// the program is compiled. Only the search has memory of its own. Prints each stage; exit status 0
// when every stage is right.
#include <taut/fixed_buffer.hpp>
#include <taut/funnel.hpp>
#include <taut/grid_repair.hpp>
#include <taut/grid_search.hpp>
#include <taut/map_file.hpp>
#include <taut/midpoints.hpp>
#include <taut/raycast.hpp>
#include <taut/simple_funnel.hpp>
#include <taut/tile_portals.hpp>
#include <taut/validate.hpp>

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
using Path = taut::FixedBuffer<taut::Point, kPoints>;

void print_path(const char* method, const Path& path) {
  std::printf("%-18s length %.6f:", method, taut::path_length(path.view()));
  for (const taut::Point& p : path) std::printf(" (%g %g)", p.x(), p.y());
  std::printf("\n");
}

// The judge shares no code with what makes the paths.
bool is_walkable(const taut::Grid& grid, const taut::Point& start, const taut::Point& goal,
                 const Path& path) {
  return taut::validate_path(grid, start, goal, path.view()).fault == taut::PathFault::none;
}

}  // namespace

int main() {
  const taut::Loaded<taut::Grid> map = taut::read_map(kDrawing, "drawing");
  if (!map || map.value->tile_count() != kTiles) return 2;
  const taut::Grid& grid = *map.value;
  const taut::Tile first{1, 7};
  const taut::Tile last{12, 1};
  const taut::Point start = taut::center(first);
  const taut::Point goal = taut::center(last);

  // 1. Corridor: the tiles from start to goal.
  taut::SearchScratch scratch(grid.tile_count());
  taut::FixedBuffer<taut::TileId, kTiles> corridor;
  taut::Status status =
      corridor.take(taut::find_corridor(grid, start, goal, {}, scratch, corridor.room()));
  if (status != taut::Status::ok) return 1;
  std::printf("corridor: %zu tiles:", corridor.size());
  for (const taut::TileId id : corridor) {
    const taut::Tile tile = grid.tile(id);
    std::printf(" %d,%d", tile.x, tile.y);
  }
  std::printf("\n");

  // 2. Portals: the edges that the walk passes, left and right as seen by the walker.
  taut::FixedBuffer<taut::Portal, kPortals> portals;
  status = portals.take(taut::extract_portals(grid, corridor.view(), portals.room()));
  if (status != taut::Status::ok) return 1;
  bool is_right =
      taut::validate_portals(grid, start, goal, portals.view()).fault == taut::PortalFault::none;
  std::printf("portals: %zu, the first from left (%g %g) to right (%g %g)\n", portals.size(),
              portals[0].left.x(), portals[0].left.y(), portals[0].right.x(), portals[0].right.y());

  // 3. Path: the exact funnel, and what people compare it with.
  Path pulled;
  Path published;
  Path straightened;
  is_right &= pulled.take(taut::string_pull(start, goal, portals.view(), pulled.room())) ==
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

  // 4. Repair: move the corridor to where its path can be taut, then portals and path again.
  taut::FixedBuffer<taut::Point, taut::max_repair_points(kPoints)> work;
  status = corridor.take(taut::repair_corridor(grid, pulled.view(), work.room(), corridor.room()));
  if (status != taut::Status::ok) return 1;
  status = portals.take(taut::extract_portals(grid, corridor.view(), portals.room()));
  if (status != taut::Status::ok) return 1;
  Path repaired;
  is_right &= repaired.take(taut::string_pull(start, goal, portals.view(), repaired.room())) ==
              taut::Status::ok;
  print_path("string_pull again", repaired);
  is_right &= is_walkable(grid, start, goal, repaired);
  is_right &= taut::path_length(repaired.view()) < taut::path_length(pulled.view());
  is_right &= repaired.size() == 3 && repaired[1] == taut::Point(10.0F, 6.0F);

  std::printf("%s\n", is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}
