// Portals of tile corridors: legal, and the string pulled through them is valid and short.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>
#include <vector>

#include <taut/engine/baselines.hpp>
#include <taut/engine/tile_portals.hpp>

#include "support/catch.hpp"
#include "support/grid_corridor.hpp"
#include "support/guarded_block.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// What is wrong with the portals of a legal tile corridor and with the path through them, or empty.
std::string find_fault(const Grid& grid, const GridCorridor& corridor,
                       const std::vector<Point>& path) {
  const PortalCheck portals =
      validate_portals(grid, corridor.start, corridor.goal, corridor.portals);
  if (portals.fault != PortalFault::none) {
    return std::string("portal ") + std::to_string(portals.at) + ": " + to_string(portals.fault);
  }
  const PathCheck check = validate_path(grid, corridor.start, corridor.goal, path);
  if (check.fault != PathFault::none) {
    return std::string("path at ") + std::to_string(check.at) + ": " + to_string(check.fault);
  }
  const double length = path_length(path);
  if (length > tile_path_length(grid, corridor) * (1.0 + 1e-12)) return "longer than the tile path";
  std::vector<Point> simple(max_path_points(corridor.portals.size()));
  simple.resize(simple_funnel(corridor.start, corridor.goal, corridor.portals, simple).count);
  // Where the published funnel leaves the corridor it may be shorter.
  bool is_inside = true;
  std::size_t next = 0;
  const LatticeCorridor lattice = to_lattice(corridor);
  for (std::size_t i = 1; i < simple.size() && is_inside; ++i) {
    // Greedy: each leg takes as many portals as it touches.
    while (next < lattice.portals.size() &&
           is_touching_in_order(to_lattice(simple[i - 1]), to_lattice(simple[i]), lattice.portals,
                                next, next + 1)) {
      ++next;
    }
  }
  is_inside = next == lattice.portals.size();
  if (is_inside && length > path_length(simple) * (1.0 + 1e-12))
    return "longer than the published funnel";
  return {};
}

// The changes of direction, a diagonal step counting as the one that goes round when it has to.
std::size_t count_turns(const Grid& grid, const GridCorridor& corridor) {
  std::vector<Tile> steps;
  for (std::size_t i = 1; i < corridor.tiles.size(); ++i) {
    const Tile from = grid.tile(corridor.tiles[i - 1]);
    const Tile to = grid.tile(corridor.tiles[i]);
    steps.push_back({to.x - from.x, to.y - from.y});
  }
  const auto is_sharp = [](Tile a, Tile b) { return a.x * b.x + a.y * b.y <= 0; };
  const auto is_diagonal = [](Tile step) { return step.x != 0 && step.y != 0; };
  std::size_t turns = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool is_round =
        is_diagonal(steps[i]) && ((i > 0 && is_sharp(steps[i - 1], steps[i])) ||
                                  (i + 1 < steps.size() && is_sharp(steps[i], steps[i + 1])));
    if (is_round) turns += 2;  // before its second leg, and after it even if the next step goes on
    if (i > 0 && steps[i - 1] != steps[i]) ++turns;
  }
  return turns;
}

// What is wrong with the compressed portals of a corridor with this path, or empty.
std::string find_compressed_fault(const Grid& grid, const GridCorridor& corridor,
                                  const std::vector<Point>& path) {
  GridCorridor compressed = corridor;
  compressed.portals.resize(max_portals(corridor.tiles.size()));
  const Result result = extract_compressed_portals(grid, corridor.tiles, compressed.portals);
  if (result.status != Status::ok) return std::string("compressed: ") + to_string(result.status);
  compressed.portals.resize(result.count);
  if (result.count > corridor.portals.size()) return "more compressed portals than others";
  if (result.count > count_turns(grid, corridor)) return "more compressed portals than turns";
  const PortalCheck portals =
      validate_portals(grid, corridor.start, corridor.goal, compressed.portals);
  if (portals.fault != PortalFault::none) {
    return std::string("compressed portal ") + std::to_string(portals.at) + ": " +
           to_string(portals.fault) + "\n" + describe(grid, compressed, {});
  }
  if (pull(compressed) != path) {
    return "another path through compressed portals\n" +
           describe(grid, compressed, pull(compressed));
  }
  return {};
}

void check(Random& random, const Grid& grid, GridCorridor corridor) {
  if (!make_portals(random, grid, corridor)) FAIL("refused\n" << describe(grid, corridor, {}));
  const std::vector<Point> path = pull(corridor);
  std::string fault = find_fault(grid, corridor, path);
  if (fault.empty() && corridor.portals.size() < 20) {
    std::vector<Point> wanted;
    for (const LatticePoint& p : find_shortest_by_force(to_lattice(corridor)))
      wanted.push_back(to_map_point(p));
    if (path != wanted) fault = "not the shortest through its portals";
  }
  if (fault.empty()) fault = find_compressed_fault(grid, corridor, path);
  if (!fault.empty()) FAIL(fault << "\n" << describe(grid, corridor, path));
}

}  // namespace

TEST_CASE("extract_portals: corridors of the search on random maps", "[tile_portals]") {
  for (Random& random : random_generators("tile portals search")) {
    const std::size_t maps = random_count(20000, 120000);
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, random.chance(80) ? 12 : 40);
      if (grid.walkable_count() == 0) continue;
      for (const DiagonalRule rule : {DiagonalRule::never, DiagonalRule::only_if_no_obstacles}) {
        const Tile start = random_walkable_tile(random, grid);
        const GridCorridor corridor =
            search_corridor(grid, start, random_walkable_tile(random, grid), rule);
        if (!corridor.tiles.empty()) check(random, grid, corridor);
      }
    }
    SUCCEED();
  }
}

TEST_CASE("extract_portals: random walks that turn and cross themselves", "[tile_portals]") {
  for (Random& random : random_generators("tile portals walk")) {
    const std::size_t maps = random_count(50000, 300000);
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 10);
      if (grid.walkable_count() == 0) continue;
      const auto steps = static_cast<std::size_t>(random.between(0, random.chance(80) ? 8 : 40));
      check(random, grid, walk_corridor(random, grid, steps, random.chance(70)));
    }
    SUCCEED();
  }
}

TEST_CASE("extract_portals: every capacity", "[tile_portals]") {
  for (Random& random : random_generators("tile portals capacity")) {
    for (std::size_t i = 0; i < random_count(2500, 10000); ++i) {
      const Grid grid = make_random_map(random, 10);
      if (grid.walkable_count() == 0) continue;
      GridCorridor corridor = walk_corridor(random, grid, random.below(14), true);
      REQUIRE(make_portals(random, grid, corridor));
      const std::size_t count = corridor.portals.size();
      for (std::size_t capacity = 0; capacity <= max_portals(corridor.tiles.size()); ++capacity) {
        GuardedBlock<Portal> out(capacity);
        const Result found = extract_portals(grid, corridor.tiles, out.room());
        REQUIRE(out.is_intact());
        REQUIRE(found.status == (capacity < count ? Status::truncated : Status::ok));
        REQUIRE(found.count == std::min(capacity, count));
        for (std::size_t k = 0; k < found.count; ++k) {
          REQUIRE(out.room()[k].left == corridor.portals[k].left);
          REQUIRE(out.room()[k].right == corridor.portals[k].right);
        }
      }
    }
  }
}

TEST_CASE("extract_compressed_portals: every capacity", "[tile_portals]") {
  for (Random& random : random_generators("compressed portals capacity")) {
    for (std::size_t i = 0; i < random_count(2500, 10000); ++i) {
      const Grid grid = make_random_map(random, 10);
      if (grid.walkable_count() == 0) continue;
      const GridCorridor corridor = walk_corridor(random, grid, random.below(14), true);
      std::vector<Portal> whole(max_portals(corridor.tiles.size()));
      const Result all = extract_compressed_portals(grid, corridor.tiles, whole);
      REQUIRE(all.status == Status::ok);
      for (std::size_t capacity = 0; capacity <= whole.size(); ++capacity) {
        GuardedBlock<Portal> out(capacity);
        const Result found = extract_compressed_portals(grid, corridor.tiles, out.room());
        REQUIRE(out.is_intact());
        REQUIRE(found.status == (capacity < all.count ? Status::truncated : Status::ok));
        REQUIRE(found.count == std::min(capacity, all.count));
        for (std::size_t k = 0; k < found.count; ++k) {
          REQUIRE(out.room()[k].left == whole[k].left);
          REQUIRE(out.room()[k].right == whole[k].right);
        }
      }
    }
  }
}

TEST_CASE("extract_compressed_portals: a portal for each run but the first", "[tile_portals]") {
  const Grid grid(40, 40, TileState::walkable);
  const auto count = [&](Tile at, std::initializer_list<std::pair<Tile, int>> runs) {
    std::vector<TileId> tiles{grid.id(at)};
    for (const auto& [step, length] : runs) {
      for (int k = 0; k < length; ++k) {
        at = {at.x + step.x, at.y + step.y};
        tiles.push_back(grid.id(at));
      }
    }
    std::vector<Portal> out(max_portals(tiles.size()));
    const Result found = extract_compressed_portals(grid, tiles, out);
    REQUIRE(found.status == Status::ok);
    return found.count;
  };
  constexpr Tile kEast{1, 0};
  constexpr Tile kSouth{0, 1};
  constexpr Tile kSouthEast{1, 1};
  CHECK(count({1, 1}, {{kEast, 30}}) == 0);
  CHECK(count({1, 1}, {{kSouthEast, 30}}) == 0);
  CHECK(count({1, 1}, {{kEast, 10}, {kSouth, 10}}) == 1);
  CHECK(count({1, 1}, {{kEast, 10}, {kSouthEast, 10}}) == 1);
  CHECK(count({1, 1}, {{kSouthEast, 10}, {kSouth, 10}}) == 1);
  CHECK(count({1, 1}, {{kEast, 10}, {kSouthEast, 10}, {kEast, 10}}) == 2);
  CHECK(count({1, 1}, {{kSouthEast, 5}, {kEast, 1}, {kSouthEast, 5}}) == 1);
  // Rows of two tiles are as good as rows of one.
  CHECK(count({1, 1}, {{kEast, 1}, {kSouth, 1}, {kEast, 1}, {kSouth, 1}, {kEast, 1}}) == 2);
}

TEST_CASE("extract_compressed_portals: invalid corridors are invalid_input", "[tile_portals]") {
  std::array<Portal, 40> out{};
  const auto status = [&](const Grid& grid, std::vector<TileId> tiles) {
    const Result found = extract_compressed_portals(grid, tiles, out);
    if (found.status == Status::invalid_input) CHECK(found.count == 0);
    return found.status;
  };
  const Grid wide(3, 3, TileState::walkable);
  CHECK(status(wide, {}) == Status::ok);
  CHECK(status(wide, {4}) == Status::ok);
  CHECK(status(wide, {0, 1, 2}) == Status::ok);
  CHECK(status(wide, {0, 4, 8}) == Status::ok);
  CHECK(status(wide, {9}) == Status::invalid_input);          // no tile
  CHECK(status(wide, {0, 1, 900}) == Status::invalid_input);  // no tile
  CHECK(status(wide, {0, 2}) == Status::invalid_input);       // no neighbours
  CHECK(status(wide, {0, 0}) == Status::invalid_input);       // the same tile
  CHECK(status(wide, {1, 2, 3}) == Status::invalid_input);    // a run past the end of a row
  CHECK(status(wide, {6, 9}) == Status::invalid_input);       // below the last row
  CHECK(status(wide, {2, 5, 8, 4294967295U}) == Status::invalid_input);
  CHECK(status(wide, {1, 0, 4294967295U}) == Status::invalid_input);
  // Where rows are short, ids that differ alike may be different steps.
  const Grid narrow(2, 4, TileState::walkable);
  CHECK(status(narrow, {0, 1, 2, 3}) == Status::ok);
  CHECK(status(narrow, {0, 3, 4, 7}) == Status::ok);
  CHECK(status(Grid(1, 4, TileState::walkable), {0, 1, 2, 3}) == Status::ok);
}

TEST_CASE("extract_portals: by hand", "[tile_portals]") {
  const Grid grid(6, 6, TileState::walkable);
  std::array<Portal, 40> out{};
  const auto ids = [&](std::vector<Tile> tiles) {
    std::vector<TileId> list;
    for (const Tile tile : tiles) list.push_back(grid.id(tile));
    return list;
  };
  CHECK(extract_portals(grid, {}, out).status == Status::ok);
  CHECK(extract_portals(grid, {}, out).count == 0);
  CHECK(extract_portals(grid, ids({{2, 2}}), out).count == 0);
  // Left is counter-clockwise of the walk: for a walk in +x the larger y.
  REQUIRE(extract_portals(grid, ids({{2, 2}, {3, 2}}), out).count == 1);
  CHECK(out[0].left == Point{3, 3});
  CHECK(out[0].right == Point{3, 2});
  REQUIRE(extract_portals(grid, ids({{2, 2}, {2, 1}}), out).count == 1);
  CHECK(out[0].left == Point{3, 2});
  CHECK(out[0].right == Point{2, 2});

  // Straight runs in the open are straight paths.
  for (const Tile step : {Tile{1, 0}, Tile{0, 1}, Tile{1, 1}}) {
    GridCorridor run;
    for (int k = 0; k < 6; ++k) run.tiles.push_back(grid.id({k * step.x, k * step.y}));
    run.portals.resize(max_portals(6));
    run.portals.resize(extract_portals(grid, run.tiles, run.portals).count);
    run.start = center(grid.tile(run.tiles.front()));
    run.goal = center(grid.tile(run.tiles.back()));
    CHECK(pull(run).size() == 2);
  }
}

TEST_CASE("extract_portals: invalid corridors are invalid_input", "[tile_portals]") {
  const Grid grid = draw_map(
      "...\n"
      ".@.\n"
      "...\n");
  std::array<Portal, 40> out{};
  const auto status = [&](std::vector<TileId> tiles) {
    const Result found = extract_portals(grid, tiles, out);
    CHECK((found.status == Status::invalid_input) == (found.count == 0));
    return found.status;
  };
  const auto id = [&](int x, int y) { return grid.id({x, y}); };
  CHECK(status({id(0, 0), id(1, 0)}) == Status::ok);
  CHECK(status({id(0, 0), id(2, 0)}) == Status::invalid_input);  // no neighbours
  CHECK(status({id(0, 0), id(0, 0)}) == Status::invalid_input);  // the same tile
  CHECK(status({id(0, 1), id(1, 1)}) == Status::invalid_input);  // blocked
  CHECK(status({id(1, 1), id(0, 1)}) == Status::invalid_input);
  CHECK(status({id(1, 0), id(2, 1)}) == Status::invalid_input);  // past the blocked tile's corner
  CHECK(status({id(2, 0), id(0, 1)}) ==
        Status::invalid_input);  // ids that follow each other, rows that do not
  CHECK(status({id(0, 0), id(1, 0), 900}) == Status::invalid_input);  // no tile
  CHECK(status({id(0, 0), id(1, 0), id(2, 0), id(2, 2)}) == Status::invalid_input);
  CHECK(extract_portals(grid, std::array{id(1, 1)}, out).status == Status::invalid_input);
}
