// Jump point search against Dijkstra over tiles, after edits too, and its paths in all three forms.
#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include <taut/engine/funnel.hpp>
#include <taut/engine/jump_search.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/optima.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr DiagonalRule kRule = DiagonalRule::only_if_no_obstacles;

// What find_jump_points() and the writers after it gave for a query between tile centres.
struct FoundJumps {
  CorridorResult result;
  std::vector<TileId> points;
  std::vector<TileId> tiles;
};

class Finder {
 public:
  explicit Finder(const Grid& grid) : grid_(grid), scratch_(grid) {}

  FoundJumps find(const JumpMap& jumps, Tile start, Tile goal) {
    FoundJumps found;
    found.points.resize(max_corridor_cells(grid_));
    found.result = find_jump_points(grid_, jumps, center(start), center(goal), {}, scratch_.search,
                                    found.points);
    found.points.resize(found.result.count);
    found.tiles.resize(grid_.tile_count());
    const Result tiles = extract_jump_tiles(grid_, found.points, found.tiles);
    REQUIRE(tiles.status == Status::ok);
    found.tiles.resize(tiles.count);
    return found;
  }
  GridScratch& scratch() { return scratch_; }

 private:
  const Grid& grid_;
  GridScratch scratch_;
};

std::string describe(const Grid& grid, Tile start, Tile goal, const FoundJumps& found) {
  std::ostringstream text;
  text << to_drawing(grid) << "from " << start.x << " " << start.y << " to " << goal.x << " "
       << goal.y << ": " << to_string(found.result.status) << ", cost " << found.result.cost
       << ", jump points";
  for (const TileId id : found.points) text << "  " << grid.tile(id).x << " " << grid.tile(id).y;
  return text.str();
}

// What is wrong with the tiles of a path of this cost, or empty.
std::string find_tile_fault(const Grid& grid, Tile start, Tile goal, const FoundJumps& found) {
  const std::vector<TileId>& tiles = found.tiles;
  if (tiles.empty() || grid.tile(tiles.front()) != start || grid.tile(tiles.back()) != goal)
    return "wrong ends";
  double cost = 0.0;
  std::size_t turns = 0;
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    const Tile from = grid.tile(tiles[i - 1]);
    const Tile to = grid.tile(tiles[i]);
    if (!is_step_allowed(grid, from, to, kRule)) return "a step that is not allowed";
    cost += step_cost(grid, from, to);
    if (i + 1 == tiles.size()) break;
    const Tile next = grid.tile(tiles[i + 1]);
    if (next.x - to.x != to.x - from.x || next.y - to.y != to.y - from.y) ++turns;
  }
  if (cost != found.result.cost) return "the cost is not that of the tiles";
  if (found.points.size() != (tiles.size() == 1 ? 1 : turns + 2)) return "not only the turns";
  return {};
}

// What is wrong with an answer where the cheapest path costs `wanted`, or empty.
std::string find_fault(const Grid& grid, Tile start, Tile goal, double wanted,
                       const FoundJumps& found) {
  if (wanted == std::numeric_limits<double>::infinity()) {
    if (found.result.status != Status::no_path || found.result.count != 0) return "not no_path";
    return found.result.expanded == 0 ? "" : "searched in vain";
  }
  if (found.result.status != Status::ok) return "no path";
  if (found.result.cost != wanted) return "not the cheapest";
  if (found.points.size() > max_corridor_cells(grid)) return "more than max_corridor_cells()";
  return find_tile_fault(grid, start, goal, found);
}

void check_against_dijkstra(const Grid& grid, const JumpMap& jumps, Finder& finder, Tile start,
                            Tile goal) {
  const double wanted = find_tile_costs(grid, start, kRule)[grid.id(goal)];
  const FoundJumps found = finder.find(jumps, start, goal);
  const std::string fault = find_fault(grid, start, goal, wanted, found);
  if (!fault.empty()) FAIL(fault << "\n" << describe(grid, start, goal, found));
}

// A map of random kind; wide and tall ones have lines of several words.
Grid make_jump_map(Random& random) {
  if (random.chance(5)) {
    const int length = random.between(50, 200);
    const int across = random.between(1, 12);
    const bool is_wide = random.chance(50);
    return make_noise_map(random, is_wide ? length : across, is_wide ? across : length,
                          random.between(0, 30));
  }
  return make_random_map(random, random.chance(80) ? 10 : 40);
}

}  // namespace

TEST_CASE("find_jump_points: cheapest on random maps", "[jump]") {
  for (Random& random : random_generators("jump search")) {
    for (std::size_t i = random_count(30000, 300000); i > 0; --i) {
      const Grid grid = make_jump_map(random);
      if (grid.walkable_count() == 0) continue;
      const JumpMap jumps(grid);
      Finder finder(grid);
      check_against_dijkstra(grid, jumps, finder, random_walkable_tile(random, grid),
                             random_walkable_tile(random, grid));
    }
    SUCCEED();
  }
}

TEST_CASE("find_jump_points: cheapest after edits, as on a new map", "[jump]") {
  for (Random& random : random_generators("jump edits")) {
    for (std::size_t i = random_count(1500, 15000); i > 0; --i) {
      Grid grid = make_jump_map(random);
      JumpMap jumps(grid);
      Finder finder(grid);
      for (int k = 0; k < 12; ++k) {
        const TileRect tiles = edit_at_random(random, grid);
        jumps.update(grid, tiles);
        REQUIRE(jumps.is_current(grid));
        REQUIRE(jumps == JumpMap(grid));
        if (grid.walkable_count() == 0) continue;
        check_against_dijkstra(grid, jumps, finder, random_walkable_tile(random, grid),
                               random_walkable_tile(random, grid));
      }
    }
    SUCCEED();
  }
}

TEST_CASE("extract_jump_portals: those of the tiles, and legal", "[jump]") {
  for (Random& random : random_generators("jump portals")) {
    for (std::size_t i = random_count(15000, 100000); i > 0; --i) {
      const Grid grid = make_jump_map(random);
      if (grid.walkable_count() == 0) continue;
      const Tile start = random_walkable_tile(random, grid);
      const Tile goal = random_walkable_tile(random, grid);
      const FoundJumps found = Finder(grid).find(JumpMap(grid), start, goal);
      std::vector<Portal> of_points(max_portals(found.points.size()));
      std::vector<Portal> of_tiles(max_portals(found.tiles.size()));
      std::vector<Portal> all(of_tiles.size());
      const Result points = extract_jump_portals(grid, found.points, of_points);
      REQUIRE(points.status == Status::ok);
      of_points.resize(points.count);
      of_tiles.resize(extract_compressed_portals(grid, found.tiles, of_tiles).count);
      all.resize(extract_portals(grid, found.tiles, all).count);
      REQUIRE(std::equal(
          of_points.begin(), of_points.end(), of_tiles.begin(), of_tiles.end(),
          [](const Portal& a, const Portal& b) { return a.left == b.left && a.right == b.right; }));
      if (found.result.status != Status::ok) continue;
      REQUIRE(validate_portals(grid, center(start), center(goal), of_points).fault ==
              PortalFault::none);
      std::vector<Point> path(max_path_points(all.size()));
      std::vector<Point> wanted(path.size());
      path.resize(string_pull(center(start), center(goal), of_points, path).count);
      wanted.resize(string_pull(center(start), center(goal), all, wanted).count);
      REQUIRE(path == wanted);
    }
  }
}

TEST_CASE("find_jump_path: valid paths, no longer than the tile path", "[jump]") {
  for (Random& random : random_generators("jump paths")) {
    for (std::size_t i = random_count(15000, 100000); i > 0; --i) {
      const Grid grid = make_jump_map(random);
      if (grid.walkable_count() == 0) continue;
      const JumpMap jumps(grid);
      const Tile start = random_walkable_tile(random, grid);
      const Tile goal = random_walkable_tile(random, grid);
      GridScratch scratch(grid);
      std::vector<Point> out(max_path_points(grid));
      const double cost = find_tile_costs(grid, start, kRule)[grid.id(goal)];
      JumpPathOptions options;
      for (const Pull pull :
           {Pull::none, Pull::funnel, Pull::simple, Pull::midpoint, Pull::raycast}) {
        for (const Smoothing smoothing : {Smoothing::none, Smoothing::raycast}) {
          options.pull = pull;
          options.smoothing = smoothing;
          const PathResult found =
              find_jump_path(grid, jumps, center(start), center(goal), options, scratch, out);
          const bool is_reachable = cost < std::numeric_limits<double>::infinity();
          REQUIRE(found.status == (is_reachable ? Status::ok : Status::no_path));
          if (!is_reachable) continue;
          const std::span<const Point> path = std::span<const Point>(out).first(found.count);
          // The published funnel may leave its corridor.
          if (pull != Pull::simple) {
            INFO(to_drawing(grid) << start.x << " " << start.y << " to " << goal.x << " " << goal.y
                                  << " pull " << static_cast<int>(pull));
            REQUIRE(validate_path(grid, center(start), center(goal), path).fault ==
                    PathFault::none);
          }
          const double rounding = 1e-7 * (1.0 + cost);
          if (pull == Pull::none && smoothing == Smoothing::none)
            REQUIRE(std::abs(found.length - cost) <= rounding);
          if (pull == Pull::funnel) REQUIRE(found.length <= cost + rounding);
        }
      }
    }
  }
}

TEST_CASE("find_jump_points: the octile lengths of the MovingAI maps", "[jump][movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const std::filesystem::path& file : find_maps(*folder)) {
    const std::string name = file.stem().string();
    INFO(name);
    const Loaded<Grid> grid = load_map(file.string());
    REQUIRE(grid.value.has_value());
    const JumpMap jumps(*grid.value);
    GridScratch scratch(*grid.value);
    const std::vector<Optimum> optima = load_optima(*folder / (name + ".optimal.csv"));
    for (std::size_t i = 0; i < optima.size(); i += query_stride()) {
      const Optimum& query = optima[i];
      const CorridorResult found =
          find_jump_points(*grid.value, jumps, center(query.start), center(query.goal), {},
                           scratch.search, scratch.corridor);
      REQUIRE(found.status == Status::ok);
      REQUIRE(std::abs(found.cost - query.octile) <= 1e-6 * query.octile);
      if (i % 8 != 0) continue;
      const CorridorResult wanted =
          find_corridor(*grid.value, center(query.start), center(query.goal), {}, scratch.search,
                        scratch.corridor);
      REQUIRE(found.cost == wanted.cost);
    }
  }
}

TEST_CASE("find_jump_points: what is not possible is refused", "[jump]") {
  Grid grid = draw_map("....\n.@..\n....\n");
  JumpMap jumps(grid);
  SearchScratch scratch(grid.tile_count());
  std::vector<TileId> out(grid.tile_count());
  const auto status = [&](Tile start, Tile goal) {
    return find_jump_points(grid, jumps, center(start), center(goal), {}, scratch, out).status;
  };
  CHECK(status({0, 0}, {3, 2}) == Status::ok);
  CHECK(status({1, 1}, {3, 2}) == Status::invalid_input);
  CHECK(status({0, 0}, {4, 2}) == Status::invalid_input);
  SECTION("a scratch that is too small") {
    SearchScratch small(grid.tile_count() - 1);
    CHECK(find_jump_points(grid, jumps, center(Tile{0, 0}), center(Tile{3, 2}), {}, small, out)
              .status == Status::invalid_input);
  }
  SECTION("a map that did not follow an edit") {
    grid.set(Tile{2, 0}, TileState::blocked);
    CHECK_FALSE(jumps.is_current(grid));
    CHECK(status({0, 0}, {3, 2}) == Status::invalid_input);
    grid.set(Tile{2, 2}, TileState::blocked);
    jumps.update(grid, {2, 2, 3, 3});  // of two edits only the last is told
    CHECK(jumps == JumpMap(grid));
    CHECK(status({0, 0}, {0, 2}) == Status::ok);
  }
  SECTION("expansion limits") {
    JumpSearchOptions options;
    options.expansion_limit = 1;
    const CorridorResult found = find_jump_points(grid, jumps, center(Tile{0, 0}),
                                                  center(Tile{3, 2}), options, scratch, out);
    CHECK(found.status == Status::out_of_nodes);
    CHECK(found.expanded == 1);
  }
  SECTION("points that no path of jumps has") {
    std::vector<Portal> portals(8);
    for (const std::vector<TileId>& points :
         {std::vector<TileId>{0, 6}, {0, 0}, {0, 3, 99}, {99}, {0, 3, 3}}) {
      CHECK(extract_jump_tiles(grid, points, out).status == Status::invalid_input);
      CHECK(extract_jump_portals(grid, points, portals).status == Status::invalid_input);
    }
    CHECK(extract_jump_tiles(grid, {}, out).count == 0);
    CHECK(extract_jump_portals(grid, {}, portals).count == 0);
  }
}
