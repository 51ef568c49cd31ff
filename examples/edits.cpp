// A door that opens and closes: edits, the revision, components and a partial path. Exit status 0
// when every answer is right.
#include <taut/engine/grid_path.hpp>
#include <taut/map_file.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>

namespace {

constexpr const char* kHouse =
    "...........\n"
    ".@@@@@@@@@.\n"
    ".@...@...@.\n"
    ".@.......@.\n"
    ".@...@...@.\n"
    ".@@@@@@@@@.\n"
    "...........\n";
constexpr taut::Tile kDoor{9, 3};
constexpr taut::Tile kInside{3, 3};
constexpr taut::Tile kOutside{10, 3};

// A path that is kept until the map changes.
struct Way {
  std::array<taut::Point, 32> points;
  taut::PathResult result;
  std::uint64_t revision = 0;
};

Way find_way(const taut::Grid& grid, taut::PartialPath partial, taut::GridScratch& scratch) {
  Way way;
  taut::GridPathOptions options;
  options.search.partial = partial;
  way.result = taut::find_path(grid, taut::center(kInside), taut::center(kOutside), options,
                               scratch, way.points);
  way.revision = grid.revision();
  return way;
}

void print(const char* title, const taut::Grid& grid, const Way& way) {
  std::printf("%-27s revision %d, %zu components, %s, %zu tiles expanded, %zu points", title,
              static_cast<int>(grid.revision()), grid.component_count(),
              taut::to_string(way.result.status), way.result.expanded, way.result.count);
  for (const taut::Point& p : std::span(way.points).first(way.result.count)) {
    std::printf(" (%g %g)", p.x, p.y);
  }
  std::printf("\n");
}

bool is_near(double a, double b) { return std::abs(a - b) < 1e-6; }

}  // namespace

int main() {
  taut::Loaded<taut::Grid> map = taut::read_map(kHouse, "house");
  if (!map) return 2;
  taut::Grid& grid = *map.value;
  taut::GridScratch scratch(grid);  // stays valid: edits do not change the map's size

  // The door is closed: the components tell, and no tile is searched.
  const Way locked_in = find_way(grid, taut::PartialPath::none, scratch);
  print("no door", grid, locked_in);
  bool is_right = locked_in.result.status == taut::Status::no_path &&
                  locked_in.result.expanded == 0 && locked_in.result.count == 0 &&
                  grid.component_count() == 2 && !grid.is_connected(kInside, kOutside);

  // As near as possible: to the tile before the wall.
  const Way as_near = find_way(grid, taut::PartialPath::nearest, scratch);
  print("no door, as near as it gets", grid, as_near);
  is_right &= as_near.result.status == taut::Status::no_path && as_near.result.count == 2 &&
              as_near.points[1] == taut::center({8, 3});

  // The door opens: one component, a new revision.
  grid.set(kDoor, taut::TileState::walkable);
  const Way through = find_way(grid, taut::PartialPath::none, scratch);
  print("door open", grid, through);
  is_right &= through.result.status == taut::Status::ok && is_near(through.result.length, 7.0) &&
              grid.component_count() == 1 && grid.revision() == 1;

  // Opening it again changes nothing, so nothing is stale.
  grid.set(kDoor, taut::TileState::walkable);
  is_right &= through.revision == grid.revision();

  // The door closes: what was computed at an older revision may be stale, and this path is.
  grid.set(kDoor, taut::TileState::blocked);
  is_right &= through.revision != grid.revision() && grid.revision() == 2;
  const Way again = find_way(grid, taut::PartialPath::none, scratch);
  print("door closed", grid, again);
  is_right &= again.result.status == taut::Status::no_path && grid.component_count() == 2;

  std::printf("%s\n", is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}
