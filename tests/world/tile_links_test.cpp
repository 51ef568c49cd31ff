// Maps of tiles over links and floors: against repeated relaxation of every step and every link.
#include <taut/engine/distance_map.hpp>
#include <taut/engine/tile_links.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "support/catch.hpp"
#include "support/link_oracle.hpp"
#include "support/random_links.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The cost of each tile, from the goals or to them, as a reader of link.hpp would say.
std::vector<double> find_expected(const World& world, const Agent& agent, TileWays ways,
                                  Tile goal) {
  const Grid& grid = world.grid();
  const Ground ground = agent.ground != 0 ? *world.find_ground(agent.ground) : Ground{};
  const auto factor = [&](std::uint8_t terrain_class) {
    return static_cast<double>(ground[terrain_class]);
  };
  const auto tile_factor = [&](Tile at) {
    return grid.is_walkable(at) ? factor(grid.terrain_class(grid.id(at))) : kInfinity;
  };
  const auto is_free = [&](Tile at) { return tile_factor(at) < kInfinity; };
  std::vector<double> costs(grid.tile_count(), kInfinity);
  costs[grid.id(goal)] = 0.0;
  const std::vector<Lane> lanes = lanes_of(world);
  bool is_changed = true;
  const auto relax = [&](Tile from, Tile to, double cost) {
    if (ways == TileWays::to_goals) std::swap(from, to);
    if (!is_free(from) || !is_free(to)) return;
    const double sum = costs[grid.id(from)] + cost;
    if (!(sum < costs[grid.id(to)])) return;
    costs[grid.id(to)] = sum;
    is_changed = true;
  };
  while (is_changed) {
    is_changed = false;
    for (TileId id = 0; id < grid.tile_count(); ++id) {
      const Tile at = grid.tile(id);
      for (const Tile to : {Tile{at.x + 1, at.y}, Tile{at.x - 1, at.y}, Tile{at.x, at.y + 1},
                            Tile{at.x, at.y - 1}}) {
        if (grid.is_inside(to)) relax(at, to, 0.5 * (tile_factor(at) + tile_factor(to)));
      }
    }
    for (const Lane& lane : lanes) {
      const LinkOptions& options = lane.link->options;
      const double cost = options.cost * factor(options.terrain_class);
      if (!options.is_open || 2.0 * agent.radius > options.width || !(cost < kInfinity)) continue;
      const std::optional<Tile> from = world.grid(agent.ground).locate(lane.from);
      const std::optional<Tile> to = world.grid(agent.ground).locate(lane.to);
      if (!from || !to) continue;
      relax(*from, *to, cost);
      if (!options.is_one_way) relax(*to, *from, cost);
    }
  }
  return costs;
}

bool is_same(double expected, float number) {
  if (expected == kInfinity || number == kUnreachedTile) {
    return expected == static_cast<double>(number);
  }
  return std::abs(expected - static_cast<double>(number)) <= 1e-6 * (1.0 + expected);
}

World make_floors(Random& random) {
  std::vector<FloorMap> floors;
  for (int i = random.between(1, 4); i > 0; --i) {
    floors.push_back({make_random_map(random, 12), {}});
    const int x = random.between(0, 8);
    const int y = random.between(0, 8);
    floors.back().tiles.set_class({x, y, x + 4, y + 4},
                                  static_cast<std::uint8_t>(random.between(1, 3)));
  }
  return World(floors);
}

}  // namespace

TEST_CASE("build_tile_links: distances over floors, links and grounds, both ways") {
  std::size_t over_links = 0;
  for (Random& random : random_generators("tile links")) {
    for (std::size_t i = random_count(300, 10'000); i > 0; --i) {
      World world = make_floors(random);
      if (world.grid().walkable_count() == 0) continue;
      Ground ground;
      ground.set(1, 2.0F);
      ground.set(2, kBlockedTerrain);
      if (random.chance(50)) world.set_ground(kGround, ground);
      add_random_links(random, 20, world);
      DistanceMapScratch scratch(world.grid());
      std::vector<float> numbers(world.grid().tile_count());
      for (int edit = 0; edit < 3; ++edit) {
        const bool is_grounded = world.find_ground(kGround) != nullptr && random.chance(60);
        Agent agent = random.chance(30) ? Agent::disc(0.5) : Agent{};
        agent.ground = is_grounded ? kGround : std::uint8_t{0};
        const TileWays ways = random.chance(50) ? TileWays::to_goals : TileWays::from_goals;
        const std::vector<TileLink> links = build_tile_links(world, agent, ways);
        const DistanceMapOptions options{
            .steps = {.diagonal = DiagonalRule::never, .costs = world.find_ground(agent.ground)},
            .links = links};
        const Tile goal = random_walkable_tile(random, world.grid());
        if (find_tile_distances(world.grid(), std::array{TileGoal{goal}}, options, scratch,
                                numbers)) {
          const std::vector<double> expected = find_expected(world, agent, ways, goal);
          for (TileId id = 0; id < numbers.size(); ++id) {
            INFO("tile " << id << ": " << numbers[id] << ", expected " << expected[id]);
            REQUIRE(is_same(expected[id], numbers[id]));
          }
          const std::vector<double> without = find_expected(World(world.grid()), {}, ways, goal);
          for (TileId id = 0; id < numbers.size(); ++id) {
            if (without[id] == kInfinity && expected[id] < kInfinity) ++over_links;
          }
        }
        edit_random_link(random, world);
        const Tile at = random_walkable_tile(random, world.grid());
        world.set(at, TileState::blocked);
        if (world.grid().walkable_count() == 0) break;
      }
    }
  }
  CHECK((over_links > 1000 || is_small_share()));
}

TEST_CASE("build_tile_links: a drop helps who is above, and no pursuer comes up by it") {
  const std::array maps{FloorMap{Grid(5, 1, TileState::walkable), {}},
                        FloorMap{Grid(9, 1, TileState::walkable), {}}};
  World world(maps);
  const auto tile = [&](int floor, float x) {
    return *world.grid().locate(world.to_point({floor, {x, 0.5F}}));
  };
  world.link({0, {0.5F, 0.5F}}, {1, {8.5F, 0.5F}}, {.cost = 2.0, .is_one_way = true});
  const auto distances = [&](Tile from, TileWays ways) {
    const std::vector<TileLink> links = build_tile_links(world, {}, ways);
    DistanceMapScratch scratch(world.grid());
    std::vector<float> numbers(world.grid().tile_count());
    REQUIRE(find_tile_distances(world.grid(), std::array{TileGoal{from}}, {.links = links}, scratch,
                                numbers));
    return numbers;
  };
  const auto at = [&](const std::vector<float>& numbers, Tile of) {
    return numbers[world.grid().id(of)];
  };
  const Tile above = tile(0, 2.5F);
  const Tile below = tile(1, 3.5F);
  CHECK(at(distances(below, TileWays::to_goals), above) == 9.0F);
  CHECK(at(distances(below, TileWays::from_goals), above) == kUnreachedTile);
  CHECK(at(distances(above, TileWays::from_goals), below) == 9.0F);
  CHECK(at(distances(above, TileWays::to_goals), below) == kUnreachedTile);

  // The exit is on the floor below. A pursuer on the floor above comes by the same drop.
  const std::vector<TileLink> links = build_tile_links(world);
  const DistanceMapOptions options{.links = links};
  DistanceMapScratch scratch(world.grid());
  std::vector<float> escape(world.grid().tile_count());
  const auto lead = [&](Tile pursuer) {
    const std::vector<float> theirs = distances(pursuer, TileWays::from_goals);
    REQUIRE(find_escape_map(world.grid(), std::array{TileGoal{tile(1, 0.5F)}}, theirs, options,
                            scratch, escape));
    return at(escape, above);
  };
  CHECK(lead(tile(0, 4.5F)) == -2.0F);
  CHECK(lead(tile(0, 1.5F)) == 1.0F);
  CHECK(lead(tile(1, 0.5F)) == 12.0F);
  lead(tile(0, 4.5F));
  const auto next = find_downhill_step(world.grid(), escape, tile(0, 0.5F), options.steps, links);
  CHECK(next == tile(1, 8.5F));
}

TEST_CASE("build_tile_links: of segments, tile to tile in the same ratio") {
  World world(Grid(12, 8, TileState::walkable));
  world.set(Tile{2, 1}, TileState::blocked);
  world.link({{0.5F, 1.5F}, {3.5F, 1.5F}}, {{11.5F, 7.5F}, {8.5F, 7.5F}},
             {.cost = 2.0, .is_one_way = true});
  const std::vector<TileLink> stairs{
      {{3, 1}, {8, 7}, 2.0}, {{1, 1}, {10, 7}, 2.0}, {{0, 1}, {11, 7}, 2.0}};
  CHECK(build_tile_links(world) == stairs);
  for (Random& random : random_generators("tiles of segments")) {
    for (std::size_t i = random_count(200, 5'000); i > 0; --i) {
      World floors = make_floors(random);
      add_random_links(random, 3, floors, 6);
      const std::vector<Lane> lanes = lanes_of(floors, 64);
      const auto joins = [&](const Lane& lane, const TileLink& made) {
        const auto touches = [](const Point& place, const Tile& tile) {
          const float x = place.x - static_cast<float>(tile.x);
          const float y = place.y - static_cast<float>(tile.y);
          return x >= -0.02F && x <= 1.02F && y >= -0.02F && y <= 1.02F;
        };
        return lane.link->options.is_open &&
               ((touches(lane.from, made.from) && touches(lane.to, made.to)) ||
                (!lane.link->options.is_one_way && touches(lane.to, made.from) &&
                 touches(lane.from, made.to)));
      };
      for (const TileLink& made : build_tile_links(floors)) {
        REQUIRE(std::any_of(lanes.begin(), lanes.end(),
                            [&](const Lane& lane) { return joins(lane, made); }));
      }
    }
  }
}

TEST_CASE("build_tile_links: in order, at the agent's cost, and what is refused") {
  World world(Grid(8, 8, TileState::walkable));
  Ground slow;
  slow.set(4, 3.0F);
  world.set_ground(1, slow);
  world.link({6.5F, 6.5F}, {2.5F, 2.5F}, {.cost = 2.0, .terrain_class = 4});
  world.link({1.5F, 1.5F}, {3.5F, 2.5F}, {.cost = 1.0, .is_one_way = true, .width = 1.0});
  const std::vector<TileLink> slowly{
      {{6, 6}, {2, 2}, 6.0}, {{1, 1}, {3, 2}, 1.0}, {{2, 2}, {6, 6}, 6.0}};
  CHECK(build_tile_links(world, {.ground = 1}) == slowly);
  const std::vector<TileLink> wide{{{6, 6}, {2, 2}, 2.0}, {{2, 2}, {6, 6}, 2.0}};
  CHECK(build_tile_links(world, Agent::disc(0.75)) == wide);
  const std::vector<TileLink> back = build_tile_links(world, {}, TileWays::from_goals);
  CHECK(back.front() == TileLink{{3, 2}, {1, 1}, 1.0});
  CHECK_THROWS_AS(build_tile_links(world, {.ground = 2}), std::invalid_argument);
}

}  // namespace taut::test
