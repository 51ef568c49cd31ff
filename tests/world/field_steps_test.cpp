// WorldField::next_corner(): units of every kind that walk from answer to answer.
#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/random_ground.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// In the middle: discs as wide as gaps between corners, which lie 2, 5 and 5 tiles apart.
constexpr std::array<Agent, 15> kSteppingAgents{
    Agent::disc(0.1),   Agent::disc(0.3),   Agent::disc(0.5),   Agent::disc(0.707),
    Agent::disc(1.0),   Agent::disc(1.118), Agent::disc(1.5),   Agent::disc(2.5),
    Agent::disc(4.0),   Agent::disc(6.3),   Agent::square(0.3), Agent::square(0.5),
    Agent::square(1.5), Agent::point(),     Agent::disc(0.0)};

Grid widen_map(const Grid& grid, int by) {
  Grid wide(grid.width() * by, grid.height() * by, TileState::blocked);
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile tile = grid.tile(id);
    if (!grid.is_walkable(tile)) continue;
    wide.set({tile.x * by, tile.y * by, tile.x * by + by, tile.y * by + by}, TileState::walkable);
  }
  return wide;
}

// Single tiles about as far apart as the agent is wide.
Grid make_pins(Random& random, double radius) {
  const double width = 2.0 * radius + 1.0;
  const int side = std::min(60, static_cast<int>(14.0 * (radius + 0.7)));
  Grid grid(side, side, TileState::walkable);
  const double count = side * side / (width * width) * random.between(20, 90) / 100.0;
  for (int i = static_cast<int>(count); i > 0; --i) {
    grid.set(Tile{random.between(0, side - 1), random.between(0, side - 1)}, TileState::blocked);
  }
  return grid;
}

Grid make_map(Random& random, double radius) {
  if (random.chance(40)) return make_random_map(random, 24);
  if (random.chance(50)) return make_pins(random, radius);
  return widen_map(make_family_map(random, 14),
                   random.between(1, static_cast<int>(2 * radius) + 1));
}

struct Scene {
  Scene(Random& random, const Agent& each, bool has_ground)
      : agent(each), world(make_map(random, each.radius)) {
    if (has_ground) {
      agent.ground = kGround;
      add_random_ground(random, kGround, world);
    }
    world.prepare(agent);
    agent = snap_size(agent);
    field = WorldField(agent);
    for (int i = random.between(1, 2); i > 0; --i) {
      goals.push_back({snap(to_map_point(random_place(random, world.grid()))), 0.0});
    }
    field.set_goals(goals);
    FieldScratch scratch;
    (void)field.update(world, scratch);
  }

  [[nodiscard]] bool is_goal(const Point& place) const {
    return std::any_of(goals.begin(), goals.end(),
                       [&](const FieldGoal& goal) { return goal.at == place; });
  }
  // Whether the agent keeps clear of walls on a straight leg, less `slack`.
  [[nodiscard]] bool is_clear(const Point& from, const Point& to, double slack = 1e-8) const {
    const Grid& grid = world.grid(agent.ground);
    const std::array<Point, 2> leg{from, to};
    if (agent.shape == AgentShape::point) return world.is_walkable(leg, agent.ground);
    if (agent.shape == AgentShape::square) {
      return validate_square_path(grid, from, to, leg, agent.radius).fault == PathFault::none;
    }
    const std::array<DiscPoint, 2> line{widen(from), widen(to)};
    return validate_disc_path(grid, line, agent.radius).clearance >= agent.radius - slack;
  }
  [[nodiscard]] double cost_of(std::span<const Point> way) const {
    const Ground* const ground = world.find_ground(agent.ground);
    return ground == nullptr ? path_length(way) : path_cost(world.grid(agent.ground), *ground, way);
  }
  [[nodiscard]] std::string describe(std::span<const Point> way) const {
    std::string text = to_drawing(world.grid(agent.ground)) + " radius " +
                       std::to_string(agent.radius) + " goal " + std::to_string(goals[0].at.x) +
                       " " + std::to_string(goals[0].at.y) + " way";
    for (const Point& place : way.last(std::min<std::size_t>(way.size(), 6))) {
      text += " " + std::to_string(place.x) + "," + std::to_string(place.y);
    }
    return text;
  }

  Agent agent;
  World world;
  WorldField field;
  std::vector<FieldGoal> goals;
};

// The way from a place, answer by answer, without a fault.
std::vector<Point> walk(const Scene& scene, const Point& start) {
  std::vector<Point> way{start};
  while (!scene.is_goal(way.back())) {
    const AllocationCounter counter;
    const std::optional<Point> next = scene.field.next_corner(way.back());
    REQUIRE(counter.count() == 0);
    INFO(scene.describe(way));
    REQUIRE(next);
    INFO("next " << next->x << " " << next->y);
    REQUIRE(*next != way.back());
    REQUIRE(*next == snap(*next));
    REQUIRE(scene.world.has_room(scene.agent, *next));
    REQUIRE(scene.is_clear(way.back(), *next));
    way.push_back(*next);
    REQUIRE(way.size() < 150);
  }
  return way;
}

struct Tally {
  double walked = 0.0;
  double found = 0.0;
  double on_mesh = 0.0;
  double worst = 1.0;
};

void check_walks(Random& random, const Scene& scene, Tally& tally) {
  Finder finder(scene.world);
  for (int i = 0; i < 6; ++i) {
    const Point start = snap(to_map_point(random_place(random, scene.world.grid())));
    if (scene.field.reason_at(start) != Reason::none) continue;
    const std::vector<Point> way = walk(scene, start);
    const double walked = scene.cost_of(way);
    const double found = finder.find(start, scene.field).cost;
    INFO(scene.describe(way) << " " << walked << ", not " << found);
    // By cost a field's next places are where its search saw the way, before any pull.
    CHECK(walked <= (scene.agent.ground == 0 ? 1.02 : 1.4) * found + 0.05);
    tally.walked += walked;
    tally.found += found;
    tally.on_mesh += scene.field.distance(start);
    if (walked > found + 0.05) tally.worst = std::max(tally.worst, walked / found);
  }
}

}  // namespace

TEST_CASE("next corners: a walk from each to the next arrives, and touches no wall",
          "[field][steps]") {
  for (Random& random : random_generators("next corners")) {
    for (const bool has_ground : {false, true}) {
      for (const Agent& agent : kSteppingAgents) {
        Tally tally;
        for (std::size_t i = random_count(60, 3000); i > 0; --i) {
          const Scene scene(random, agent, has_ground);
          if (scene.field.is_current()) check_walks(random, scene, tally);
        }
        INFO("radius " << agent.radius);
        // Where few walks are made, a single one that turns beside an arc counts.
        CHECK(tally.walked <= (is_long() ? 1.002 : 1.02) * tally.found + 0.05);
        CHECK(tally.found <= (is_long() ? 1.03 : 1.12) * tally.on_mesh);
        std::printf(
            "next corners: radius %.3f%s: %.4f of the path, worst %.4f; "
            "the path %.4f of that on the mesh\n",
            agent.radius, has_ground ? " by cost" : "", tally.walked / std::max(tally.found, 1.0),
            tally.worst, tally.found / std::max(tally.on_mesh, 1.0));
      }
    }
  }
}

// Between lattice points: places that round to some that have no room.
TEST_CASE("next corners: a unit that asks at each tick arrives", "[field][steps]") {
  constexpr float kPace = 0.37F;
  constexpr float kStep = 1.0F / 1024.0F;
  for (Random& random : random_generators("ticks to next corners")) {
    for (const Agent& agent : kSteppingAgents) {
      for (std::size_t i = random_count(25, 1000); i > 0; --i) {
        const Scene scene(random, agent, random.chance(50));
        Point at = snap(to_map_point(random_place(random, scene.world.grid())));
        if (!scene.field.is_current() || scene.field.reason_at(at) != Reason::none) continue;
        for (int tick = 0; !scene.is_goal(snap(at)); ++tick) {
          const std::optional<Point> next = scene.field.next_corner(at);
          INFO(scene.describe(std::array{at}));
          REQUIRE(next);
          INFO("next " << next->x << " " << next->y);
          const Point way = *next - at;
          const float length = norm(way);
          const Point to = length <= kPace ? *next : at + (kPace / length) * way;
          if (agent.shape == AgentShape::disc) REQUIRE(scene.is_clear(at, to, 2.0F * kStep));
          REQUIRE(tick < 2000);
          at = to;
        }
      }
    }
  }
}

TEST_CASE("find_step: of the first points of a path, or none", "[steps]") {
  const Grid grid = draw_map(
      "......\n"
      "..@...\n"
      "......");
  const std::array<Point, 3> round{Point{1.5F, 1.5F}, Point{2.0F, 2.0F}, Point{2.5F, 2.5F}};
  CHECK(find_step(Space(grid), round) == round[1]);
  CHECK_FALSE(find_step(Space(grid), std::span(round).first(1)));
  CHECK_FALSE(find_step(Space(grid), {}));
  const Space disc(grid, Agent::disc(0.375));
  CHECK_FALSE(find_step(disc, std::span(round).first(1)));
  CHECK_FALSE(find_step(disc, std::span(round).subspan(1)));  // it has no room at a corner
  const std::optional<Point> step = find_step(disc, round);
  REQUIRE(step);
  CHECK(disc.has_room(*step));
  CHECK(has_clearance(grid.bits(), round[0], *step, 0.375));
  CHECK(step->y > 2.0F);
  const std::array<Point, 2> straight{Point{0.5F, 2.5F}, Point{5.5F, 2.5F}};
  CHECK(find_step(disc, straight) == straight[1]);
  CHECK(find_disc_step(grid.bits(), straight, 0.0) == straight[1]);
  CHECK_FALSE(find_disc_step(grid.bits(), straight, 0.75));
  CHECK(find_disc_step_along(grid.bits(), straight, 0.375) == straight[1]);
  // Where it bends in open space it goes there.
  const std::array<Point, 3> bend{straight[0], Point{3.5F, 2.625F}, Point{5.5F, 2.5F}};
  CHECK(find_disc_step_along(grid.bits(), bend, 0.375) == bend[1]);
  CHECK(find_disc_step(grid.bits(), bend, 0.375) == bend[2]);
}

TEST_CASE("next corners: none where there is no way", "[field][steps]") {
  World world(
      draw_map("....@..\n"
               "....@..\n"
               "......."));
  FieldScratch scratch;
  for (const Agent& agent : {Agent::disc(0.3), Agent::disc(0.9), Agent::square(0.5)}) {
    world.prepare(agent);
    WorldField field(agent);
    CHECK_FALSE(field.next_corner({1.0F, 1.0F}));
    field.set_goals(std::array{FieldGoal{{6.0F, 1.0F}}});
    REQUIRE(field.update(world, scratch));
    CHECK(field.next_corner({6.0F, 1.0F}) == Point{6.0F, 1.0F});
    CHECK(field.next_corner({1.0F, 1.0F}).has_value() == (agent.radius < 0.9));
    CHECK_FALSE(field.next_corner({0.25F, 0.25F}));  // no room
    CHECK_FALSE(field.next_corner({4.5F, 0.5F}));
    CHECK_FALSE(field.next_corner({1e30F, 0.5F}));
    world.set(Tile{0, 2}, TileState::blocked);
    CHECK_FALSE(field.next_corner({1.0F, 1.0F}));
    world.set(Tile{0, 2}, TileState::walkable);
  }
}
