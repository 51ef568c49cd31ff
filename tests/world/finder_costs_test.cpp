// A Finder and agents with grounds: what classes of terrain cost them.
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/terrain_oracle.hpp"
#include "support/worlds.hpp"

using namespace taut;
using namespace taut::test;

namespace {

const std::array<Agent, 8> kWide{Agent::disc(0.3),   Agent::disc(0.5),   Agent::disc(1.0),
                                 Agent::disc(1.6),   Agent::square(0.3), Agent::square(0.5),
                                 Agent::square(1.0), Agent::square(1.2)};

Agent on_ground(Agent agent) {
  agent.ground = kGround;
  return agent;
}

Ground random_ground(Random& random) {
  constexpr std::array<float, 8> kFactors{0.5F, 0.8F, 1.5F, 2.0F, 3.0F, 6.0F, 10.0F, 1.0F};
  Ground ground;
  for (std::uint8_t id = 1; id < 4; ++id) {
    ground.set(id, kFactors[static_cast<std::size_t>(random.between(0, 7))]);
  }
  if (random.chance(30)) ground.set(3, kBlockedTerrain);
  return ground;
}

void set_classes(Random& random, World& world) {
  for (int i = random.between(1, 12); i > 0; --i) {
    world.set_class(random_rect(random, world.grid().width(), world.grid().height()),
                    static_cast<std::uint8_t>(random.between(0, 3)));
  }
}

void edit(Random& random, World& world) {
  const TileRect tiles = random_rect(random, world.grid().width(), world.grid().height());
  if (random.chance(30)) {
    world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
  } else {
    world.set_class(tiles, static_cast<std::uint8_t>(random.below(4)));
  }
}

std::string draw(const World& world) {
  std::string text;
  for (int y = 0; y < world.grid().height(); ++y) {
    for (int x = 0; x < world.grid().width(); ++x) {
      const char terrain =
          static_cast<char>('0' + world.grid().terrain_class(world.grid().id({x, y})));
      text += world.grid().is_walkable(x, y) ? terrain : '#';
    }
    text += '\n';
  }
  return text;
}

FoundPath find_in_slices(Finder& finder, const Point& start, const Point& goal,
                         FindOptions options) {
  options.budget = 5;
  FoundPath found;
  do {
    found = finder.find(start, goal, options);
  } while (found.status == Status::unfinished);
  return found;
}

// The class of each tile of the map, mirrored or transposed.
enum class Turned { mirrored, transposed };

World turn(const World& world, Turned way, const Ground& ground) {
  const Grid& grid = world.grid();
  const bool is_mirrored = way == Turned::mirrored;
  const int width = is_mirrored ? grid.width() : grid.height();
  const int height = is_mirrored ? grid.height() : grid.width();
  const auto tile_of = [&](int x, int y) {
    return is_mirrored ? Tile{grid.width() - 1 - x, y} : Tile{y, x};
  };
  World turned(Grid::from_predicate(width, height,
                                    [&](int x, int y) { return grid.is_walkable(tile_of(x, y)); }));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      turned.set_class({x, y, x + 1, y + 1}, grid.terrain_class(grid.id(tile_of(x, y))));
    }
  }
  turned.set_ground(kGround, ground);
  turned.prepare(Agent::point(kGround));
  return turned;
}

}  // namespace

TEST_CASE("Finder: the cost of a point's path is that of the oracle, after edits too", "[mover]") {
  constexpr int kPlaces = 5;
  for (Random& random : random_generators("finder costs")) {
    for (std::size_t i = random_count(40, 3'000); i > 0; --i) {
      World world(make_random_map(random, 12));
      Finder finder(world);
      const Ground ground = random_ground(random);
      world.set_ground(kGround, ground);
      world.prepare(Agent::point(kGround));
      set_classes(random, world);
      for (int k = 0; k < 4; ++k) {
        if (world.grid(kGround).walkable_count() == 0) break;
        const Point start = center(random_walkable_tile(random, world.grid(kGround)));
        const Point goal = center(random_walkable_tile(random, world.grid(kGround)));
        FindOptions options;
        options.agent = Agent::point(kGround);
        if (random.chance(30)) options.method = Method::fast;
        if (random.chance(30)) options.method = Method::optimal;
        const double wanted = find_cost_by_places(world.grid(), ground, start, goal, kPlaces);
        const FoundPath found = random.chance(50) ? finder.find(start, goal, options)
                                                  : find_in_slices(finder, start, goal, options);
        INFO(draw(world) << start.x << " " << start.y << " to " << goal.x << " " << goal.y << " "
                         << ground[1] << " " << ground[2] << " " << ground[3]);
        REQUIRE((found.status == Status::ok) == (wanted < kNoLengthLimit));
        if (!found) {
          REQUIRE(found.reason == Reason::not_connected);
        } else {
          REQUIRE(world.is_walkable(found.points, kGround));
          REQUIRE(found.points.front() == start);
          REQUIRE(found.points.back() == goal);
          REQUIRE(found.length == path_length(found.points));
          REQUIRE(found.cost >= 0.97 * wanted - 1e-9);
          REQUIRE(found.cost <= 1.005 * wanted + 1e-3);
          if (world.find_space(options.agent)->has_costs()) {
            REQUIRE(found.cost == path_cost(world.grid(), ground, found.points));
            REQUIRE(found.method == Method::optimal);
          }
        }
        edit(random, world);
      }
    }
  }
}

TEST_CASE("Finder: paths of discs and squares on priced ground", "[mover]") {
  for (Random& random : random_generators("finder costs: wide")) {
    for (std::size_t i = random_count(80, 5'000); i > 0; --i) {
      World world(make_random_map(random, 16));
      Ground ground = random_ground(random);
      world.set_ground(kGround, ground);
      const Agent plain = kWide[static_cast<std::size_t>(random.between(0, 7))];
      const Agent agent = on_ground(plain);
      world.prepare(agent);
      set_classes(random, world);
      Finder finder(world);
      for (int k = 0; k < 4; ++k) {
        // The same tiles with walls, on which nothing costs.
        const Grid walls = world.grid(kGround);
        if (walls.walkable_count() == 0) break;
        World alike(Grid::from_predicate(walls.width(), walls.height(),
                                         [&](int x, int y) { return walls.is_walkable(x, y); }));
        alike.prepare(plain);
        Finder shortest(alike);
        const Point start = center(random_walkable_tile(random, walls));
        const Point goal = center(random_walkable_tile(random, walls));
        const FoundPath wanted = shortest.find(start, goal, {plain, Method::optimal});
        const FoundPath found = finder.find(start, goal, {agent});
        INFO(draw(world) << start.x << " " << start.y << " to " << goal.x << " " << goal.y
                         << " radius " << agent.radius << " costs " << ground[1] << " " << ground[2]
                         << " " << ground[3]);
        REQUIRE(found.status == wanted.status);
        REQUIRE(found.reason == wanted.reason);
        edit(random, world);
        if (!found) continue;
        if (agent.shape == AgentShape::disc) {
          REQUIRE(validate_disc_path(walls, found.turns, agent.radius).fault == DiscFault::none);
        } else {
          REQUIRE(validate_square_path(walls, start, goal, found.points, agent.radius).fault ==
                  PathFault::none);
        }
        REQUIRE(found.length >= wanted.length * (1.0 - 1e-2));
      }
    }
  }
}

TEST_CASE("Finder: costs of discs and squares are near those of the shortest path, or less",
          "[mover]") {
  for (Random& random : random_generators("finder costs: wide, costs")) {
    for (std::size_t i = random_count(80, 5'000); i > 0; --i) {
      World world(make_random_map(random, 16));
      Ground ground = random_ground(random);
      ground.set(3, 4.0F);
      world.set_ground(kGround, ground);
      const Agent plain = kWide[static_cast<std::size_t>(random.between(0, 7))];
      world.prepare(plain);
      world.prepare(on_ground(plain));
      set_classes(random, world);
      if (world.grid().walkable_count() == 0) continue;
      const Point start = center(random_walkable_tile(random, world.grid()));
      const Point goal = center(random_walkable_tile(random, world.grid()));
      Finder shortest(world);
      Finder finder(world);
      const FoundPath straight = shortest.find(start, goal, {plain, Method::optimal});
      const FoundPath found = finder.find(start, goal, {on_ground(plain)});
      INFO(draw(world) << start.x << " " << start.y << " to " << goal.x << " " << goal.y
                       << " radius " << plain.radius << " costs " << ground[1] << " " << ground[2]
                       << " " << ground[3]);
      REQUIRE(found.status == straight.status);
      if (!found) continue;
      if (plain.shape == AgentShape::square) {
        const double cost = path_cost(world.grid(), ground, straight.points);
        // In slits, which squares of half a tile have, the search may miss the cheapest way.
        const bool has_slits = std::floor(2.0 * plain.radius) == 2.0 * plain.radius;
        REQUIRE(found.cost <= cost * (has_slits ? 1.5 : 1.005) + 1e-3);
      }
      // A point needs no room: its path costs no more.
      world.prepare(Agent::point(kGround));
      const FoundPath point = finder.find(start, goal, {Agent::point(kGround)});
      REQUIRE(point.cost <= found.cost * 1.005 + 1e-3);
    }
  }
}

TEST_CASE("Finder: where all tiles cost the same the path is the shortest one", "[mover]") {
  for (Random& random : random_generators("finder costs: one factor")) {
    for (std::size_t i = random_count(100, 5'000); i > 0; --i) {
      World world(make_random_map(random, 20));
      const Grid& grid = world.grid();
      if (grid.walkable_count() == 0) continue;
      Ground ground;
      ground.set(1, 2.0F);
      world.set_ground(kGround, ground);
      world.set_class({0, 0, grid.width(), grid.height()}, 1);
      world.prepare(Agent::point(kGround));
      const Point start = center(random_walkable_tile(random, grid));
      const Point goal = center(random_walkable_tile(random, grid));
      Finder plain(world);
      Finder priced(world);
      for (const Method method : {Method::best, Method::optimal, Method::fast}) {
        const FoundPath wanted = plain.find(start, goal, {{}, method});
        const FoundPath found = priced.find(start, goal, {Agent::point(kGround), method});
        REQUIRE(found.status == wanted.status);
        REQUIRE(std::equal(found.points.begin(), found.points.end(), wanted.points.begin(),
                           wanted.points.end()));
        if (found) CHECK(std::abs(found.cost - 2.0 * wanted.length) <= 1e-9 * wanted.length);
      }
    }
  }
}

TEST_CASE("Finder: on a mirrored or transposed map, and backwards, paths cost the same",
          "[mover]") {
  for (Random& random : random_generators("finder costs: symmetry")) {
    for (std::size_t i = random_count(40, 3'000); i > 0; --i) {
      World world(make_random_map(random, 14));
      const Ground ground = random_ground(random);
      world.set_ground(kGround, ground);
      world.prepare(Agent::point(kGround));
      set_classes(random, world);
      if (world.grid(kGround).walkable_count() == 0) continue;
      const Point start = center(random_walkable_tile(random, world.grid(kGround)));
      const Point goal = center(random_walkable_tile(random, world.grid(kGround)));
      const FindOptions options{Agent::point(kGround)};
      Finder finder(world);
      const double cost = finder.find(start, goal, options).cost;
      const double back = finder.find(goal, start, options).cost;
      const World mirrored = turn(world, Turned::mirrored, ground);
      const World transposed = turn(world, Turned::transposed, ground);
      const auto width = static_cast<float>(world.grid().width());
      Finder in_mirror(mirrored);
      Finder in_transposed(transposed);
      const double mirror =
          in_mirror.find({width - start.x, start.y}, {width - goal.x, goal.y}, options).cost;
      const double diagonal =
          in_transposed.find({start.y, start.x}, {goal.y, goal.x}, options).cost;
      INFO(draw(world) << start.x << " " << start.y << " to " << goal.x << " " << goal.y);
      for (const double other : {back, mirror, diagonal}) {
        REQUIRE((other < kNoLengthLimit) == (cost < kNoLengthLimit));
        if (cost < kNoLengthLimit) REQUIRE(std::abs(other - cost) <= 2e-3 * cost + 1e-3);
      }
    }
  }
}

TEST_CASE("Finder: blocked classes are walls, priced ones are not", "[mover]") {
  constexpr std::uint8_t kSlow = 1;
  constexpr std::uint8_t kBarred = 2;
  World world(Grid(12, 12, TileState::walkable));
  world.set_class({4, 4, 6, 6}, 1);
  CHECK(world.changes_since(0)->size() == 1);
  const std::uint64_t revision = world.revision();
  world.set_class({4, 4, 5, 6}, 1);
  CHECK(world.revision() == revision);
  Ground slow;
  slow.set(1, 3.0F);
  Ground barred;
  barred.set(1, kBlockedTerrain);
  world.set_ground(kSlow, slow);
  world.set_ground(kBarred, barred);
  const Point start{1.5F, 1.5F};
  const Point goal{9.5F, 8.5F};
  const Point inside{5.5F, 5.5F};
  Finder finder(world);
  for (const Method method : {Method::best, Method::fast, Method::optimal}) {
    for (const std::uint8_t ground : {kSlow, kBarred}) {
      for (Agent agent : {Agent{}, Agent::disc(0.25), Agent::disc(1.0), Agent::square(0.5)}) {
        agent.ground = ground;
        world.prepare(agent);
        CHECK(finder.find(start, goal, {agent, method}));
        CHECK(finder.find(start, inside, {agent, method}).reason ==
              (ground == kSlow ? Reason::none : Reason::goal_blocked));
        CHECK(finder.find(inside, goal, {agent, method}).reason ==
              (ground == kSlow ? Reason::none : Reason::start_blocked));
      }
    }
  }
}
