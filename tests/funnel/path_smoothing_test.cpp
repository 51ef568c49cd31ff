// Path smoothing on grids: legal corridors, valid paths that are never longer, few corners left in
// the open.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <taut/engine/grid_path.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/validate.hpp>

#include "core/tile/tile_walk.hpp"
#include "support/catch.hpp"
#include "support/grid_corridor.hpp"
#include "support/guarded_block.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr double kRounding = 1.0 + 1e-12;

// Tiles from start to goal by allowed steps; empty when they are.
std::string find_tile_fault(const Grid& grid, std::span<const TileId> tiles, const Point& start,
                            const Point& goal) {
  if (tiles.empty()) return "no tiles";
  const auto holds = [&](Tile tile, const Point& p) {
    const auto x = static_cast<float>(tile.x);
    const auto y = static_cast<float>(tile.y);
    return p.x >= x && p.x <= x + 1 && p.y >= y && p.y <= y + 1;
  };
  if (!holds(grid.tile(tiles.front()), start)) return "the first tile does not hold the start";
  if (!holds(grid.tile(tiles.back()), goal)) return "the last tile does not hold the goal";
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (!grid.is_walkable(grid.tile(tiles[i]))) return "a blocked tile";
    if (i > 0 && !is_step_allowed(grid, grid.tile(tiles[i - 1]), grid.tile(tiles[i]),
                                  DiagonalRule::only_if_no_obstacles)) {
      return "a step that is not allowed";
    }
  }
  return {};
}

struct Counts {
  std::size_t corners = 0;
  std::size_t open_corners = 0;
  double length = 0.0;
};

void add(Counts& counts, const PathCheck& check, const std::vector<Point>& path) {
  counts.corners += check.corners;
  counts.open_corners += check.open_corners;
  counts.length += path_length(path);
}

// A walkable path of random places, in canonical form; of one point at least.
std::vector<Point> make_path(Random& random, const Grid& grid) {
  std::vector<Point> path{random_place_in(random, random_walkable_tile(random, grid))};
  for (int tries = random.between(0, 30); tries > 0 && path.size() < 6; --tries) {
    path.push_back(to_map_point(random_place(random, grid)));
    if (validate_path(grid, path.front(), path.back(), path).fault != PathFault::none)
      path.pop_back();
  }
  return path;
}

std::string describe_path(const Grid& grid, const std::vector<Point>& path) {
  GridCorridor none;
  return describe(grid, none, path);
}

// Smooths a corridor whose path is given. The path may be the front of the work buffer.
GridCorridor smooth_and_check(Random& random, const Grid& grid, const GridCorridor& corridor,
                              const std::vector<Point>& path) {
  GuardedBlock<Point> work(max_smoothing_points(path.size()));
  const bool is_in_place = random.chance(50);
  if (is_in_place) std::copy(path.begin(), path.end(), work.room().begin());
  const std::span<const Point> input =
      is_in_place ? work.room().first(path.size()) : std::span<const Point>(path);
  GridCorridor smoothed = corridor;
  smoothed.tiles.resize(grid.tile_count() * 4 + 64);
  const Result found = smooth_corridor(grid, input, work.room(), smoothed.tiles);
  REQUIRE(work.is_intact());
  if (found.status != Status::ok) {
    FAIL(to_string(found.status) << "\n" << describe(grid, corridor, path));
  }
  smoothed.tiles.resize(found.count);
  const std::string fault = find_tile_fault(grid, smoothed.tiles, smoothed.start, smoothed.goal);
  if (!fault.empty()) FAIL(fault << "\n" << describe(grid, smoothed, path));

  smoothed.portals.resize(max_portals(smoothed.tiles.size()));
  const Result made = extract_portals(grid, smoothed.tiles, smoothed.portals);
  if (made.status != Status::ok) {
    FAIL("no portals\n"
         << describe(grid, corridor, path) << "\n"
         << describe(grid, smoothed, path));
  }
  smoothed.portals.resize(made.count);
  const PortalCheck portals =
      validate_portals(grid, smoothed.start, smoothed.goal, smoothed.portals);
  if (portals.fault != PortalFault::none) {
    FAIL("portal " << portals.at << " " << to_string(portals.fault) << "\n"
                   << describe(grid, corridor, path) << "\n"
                   << describe(grid, smoothed, {}));
  }
  return smoothed;
}

}  // namespace

TEST_CASE("smooth_corridor: random maps", "[smoothing]") {
  for (Random& random : random_generators("smoothing")) {
    const std::size_t maps = random_count(16000, 100000);
    Counts before;
    Counts after;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, random.chance(70) ? 14 : 50);
      if (grid.walkable_count() == 0) continue;
      const DiagonalRule rule =
          random.chance(80) ? DiagonalRule::only_if_no_obstacles : DiagonalRule::never;
      const Tile start = random_walkable_tile(random, grid);
      GridCorridor corridor =
          search_corridor(grid, start, random_walkable_tile(random, grid), rule);
      if (corridor.tiles.empty()) continue;
      REQUIRE(make_portals(random, grid, corridor));
      const std::vector<Point> path = pull(corridor);
      const PathCheck old_check = validate_path(grid, corridor.start, corridor.goal, path);
      REQUIRE(old_check.fault == PathFault::none);

      const GridCorridor smoothed = smooth_and_check(random, grid, corridor, path);
      const std::vector<Point> better = pull(smoothed);
      const PathCheck new_check = validate_path(grid, smoothed.start, smoothed.goal, better);
      std::string fault;
      if (new_check.fault != PathFault::none) fault = to_string(new_check.fault);
      if (path_length(better) > path_length(path) * kRounding) fault = "longer than before";
      if (!fault.empty()) {
        FAIL(fault << "\n"
                   << describe(grid, corridor, path) << "\n"
                   << describe(grid, smoothed, better));
      }
      add(before, old_check, path);
      add(after, new_check, better);
    }
    INFO("corners " << before.corners << " -> " << after.corners << ", open " << before.open_corners
                    << " -> " << after.open_corners << ", length " << before.length << " -> "
                    << after.length);
    CHECK(before.open_corners > before.corners / 4);
    CHECK(after.open_corners < before.open_corners / 4);
    CHECK(after.open_corners * 10 < after.corners);
    CHECK(after.length < before.length);
  }
}

TEST_CASE("smooth_corridor: every capacity, and legs that are not walkable", "[smoothing]") {
  for (Random& random : random_generators("smoothing capacity")) {
    for (std::size_t i = 0; i < random_count(4000, 20000); ++i) {
      const Grid grid = make_random_map(random, 12);
      if (grid.walkable_count() == 0) continue;
      const std::vector<Point> path = make_path(random, grid);
      std::vector<Point> work(max_smoothing_points(path.size()));
      std::vector<TileId> all(16 * grid.tile_count() + 64);
      const Result whole = smooth_corridor(grid, path, work, all);
      if (whole.status != Status::ok)
        FAIL(to_string(whole.status) << "\n" << describe_path(grid, path));
      for (std::size_t capacity = 0; capacity <= whole.count + 2; ++capacity) {
        GuardedBlock<TileId> room(capacity);
        const Result found = smooth_corridor(grid, path, work, room.room());
        REQUIRE(room.is_intact());
        REQUIRE(found.count <= capacity);
        const std::span<const TileId> tiles = room.room().first(found.count);
        std::string fault;
        if (found.status == Status::ok) {
          if (!std::equal(tiles.begin(), tiles.end(), all.begin()) || tiles.size() != whole.count)
            fault = "another corridor";
        } else if (found.status != Status::truncated || capacity >= 2 * whole.count) {
          fault = to_string(found.status);
        } else if (!tiles.empty()) {
          fault = find_tile_fault(grid, tiles, path.front(), center(grid.tile(tiles.back())));
        }
        if (!fault.empty())
          FAIL(fault << ", capacity " << capacity << "\n" << describe_path(grid, path));
      }
    }
  }
  const Grid grid = draw_map("...\n.@.\n...\n");
  std::array<Point, 100> work{};
  std::array<TileId, 100> out{};
  const std::array<Point, 2> through{{{0.5F, 1.5F}, {2.5F, 1.5F}}};
  CHECK(extract_corridor(grid, through, out).status == Status::invalid_input);
  CHECK(smooth_corridor(grid, through, work, out).status == Status::invalid_input);
}

TEST_CASE("extract_corridor: a path that turns back past a corner", "[smoothing]") {
  const Grid grid = draw_map("....\n.@..\n");
  const std::vector<Point> path{
      to_map_point({3072, 1506}), to_map_point({3072, 281}), {3, 1}, {2, 1}, {1, 0.5F},
      to_map_point({1023, 512})};
  std::vector<TileId> tiles(16);
  const Result found = extract_corridor(grid, path, tiles);
  REQUIRE(found.status == Status::ok);
  std::vector<Portal> portals(max_portals(tiles.size()));
  const std::span<const TileId> corridor = std::span<const TileId>(tiles).first(found.count);
  const Result made = extract_portals(grid, corridor, portals);
  REQUIRE(made.status == Status::ok);
  std::vector<Point> pulled(max_path_points(made.count));
  pulled.resize(
      string_pull(path.front(), path.back(), std::span(portals).first(made.count), pulled).count);
  CHECK(path_length(pulled) <= path_length(path));
}

TEST_CASE("smooth_corridor and extract_corridor: any walkable path", "[smoothing]") {
  for (Random& random : random_generators("path corridor")) {
    const std::size_t maps = random_count(32000, 200000);
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 12);
      if (grid.walkable_count() == 0) continue;
      const std::vector<Point> path = make_path(random, grid);
      std::vector<Point> work(max_smoothing_points(path.size()));
      for (const bool is_smoothed : {false, true}) {
        GridCorridor corridor;
        corridor.start = path.front();
        corridor.goal = path.back();
        corridor.tiles.resize(16 * grid.tile_count() + 64);
        const Result found = is_smoothed ? smooth_corridor(grid, path, work, corridor.tiles)
                                         : extract_corridor(grid, path, corridor.tiles);
        corridor.tiles.resize(found.count);
        std::vector<Point> pulled;
        std::string fault;
        if (found.status != Status::ok) {
          fault = to_string(found.status);
        } else {
          fault = find_tile_fault(grid, corridor.tiles, path.front(), path.back());
          corridor.portals.resize(max_portals(corridor.tiles.size()));
          const Result made = extract_portals(grid, corridor.tiles, corridor.portals);
          corridor.portals.resize(made.count);
          if (made.status != Status::ok && fault.empty()) fault = "no portals";
          pulled = pull(corridor);
          const PathCheck check = validate_path(grid, path.front(), path.back(), pulled);
          if (check.fault != PathFault::none && fault.empty()) fault = to_string(check.fault);
          if (path_length(pulled) > path_length(path) * kRounding && fault.empty())
            fault = "longer than the path";
        }
        if (!fault.empty()) {
          FAIL(fault << (is_smoothed ? ", smoothed\n" : "\n") << describe_path(grid, path) << "\n"
                     << describe(grid, corridor, pulled));
        }
      }
    }
    SUCCEED();
  }
}

TEST_CASE("bends_around_obstacle and is_bend_walkable agree with validate_path", "[smoothing]") {
  for (Random& random : random_generators("bends")) {
    const std::size_t maps = random_count(80000, 400000);
    std::size_t pinched = 0;
    std::size_t taut_corners = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 4);
      for (int k = 0; k < 10; ++k) {
        const LatticePoint corner = random.chance(80)
                                        ? LatticePoint{1024 * random.between(0, grid.width()),
                                                       1024 * random.between(0, grid.height())}
                                        : random_place(random, grid);
        const LatticePoint a = random_place(random, grid);
        const LatticePoint b = random_place(random, grid);
        if (a == corner || b == corner || !is_segment_walkable(grid, a, corner) ||
            !is_segment_walkable(grid, corner, b))
          continue;
        const bool is_straight =
            cross(corner - a, b - corner) == 0 && inner(corner - a, b - corner) > 0;
        const std::array<Point, 3> path{to_map_point(a), to_map_point(corner), to_map_point(b)};
        const bool is_walkable = is_bend_walkable(grid.bits(), path[0], path[1], path[2]);
        if (is_straight) {
          if (is_walkable != is_segment_walkable(grid, a, b))
            FAIL("straight\n" << describe_path(grid, {path.begin(), path.end()}));
          continue;
        }
        const PathCheck check = validate_path(grid, path[0], path[2], path);
        const bool is_legal = check.fault == PathFault::none;
        pinched += check.fault == PathFault::pinched_corner ? 1 : 0;
        if (is_walkable != is_legal)
          FAIL("is_bend_walkable\n" << describe_path(grid, {path.begin(), path.end()}));
        if (!is_legal) continue;
        const bool is_taut = bends_around_obstacle(grid.bits(), path[0], path[1], path[2]);
        taut_corners += is_taut ? 1 : 0;
        if (is_taut != (check.open_corners == 0))
          FAIL("bends_around_obstacle\n" << describe_path(grid, {path.begin(), path.end()}));
      }
    }
    CHECK(pinched > 0);
    CHECK(taut_corners > 0);
  }
}

TEST_CASE("find_detour_by_ray: a corner of the obstacle, on the side requested", "[smoothing]") {
  for (Random& random : random_generators("detours")) {
    const std::size_t maps = random_count(40000, 200000);
    std::size_t found_count = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 10);
      for (int k = 0; k < 10; ++k) {
        const Point from = to_map_point(random_place(random, grid));
        const Point to = to_map_point(random_place(random, grid));
        if (!grid.locate(from) || !grid.locate(to) || from == to) continue;
        const Side side = random.chance(50) ? Side::left : Side::right;
        const std::optional<Point> found = find_detour_by_ray(grid, from, to, side);
        REQUIRE(found.has_value() != is_visible(grid, from, to));
        if (!found || *found == from) continue;
        ++found_count;
        const double turn = orient(from, to, *found);
        if (!(side == Side::left ? turn > 0.0 : turn < 0.0)) {
          FAIL("not strictly on the " << (side == Side::left ? "left: " : "right: ") << found->x
                                      << " " << found->y << "\n"
                                      << describe_path(grid, {from, to}));
        }
        // A tile corner with a blocked tile.
        const LatticePoint at = to_lattice(*found);
        REQUIRE(at.x % 1024 == 0);
        REQUIRE(at.y % 1024 == 0);
        const int x = static_cast<int>(at.x / 1024);
        const int y = static_cast<int>(at.y / 1024);
        REQUIRE_FALSE((grid.is_walkable(x, y) && grid.is_walkable(x - 1, y) &&
                       grid.is_walkable(x, y - 1) && grid.is_walkable(x - 1, y - 1)));
      }
    }
    CHECK(found_count > maps / 10);
  }
}
