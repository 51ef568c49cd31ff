// Agents at the door: their sizes come to the lattice, a point has no size, and ends without room
// are told before anything else.
#include <taut/engine/validate.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>
#include <taut/map_file.hpp>
#include <taut/world.hpp>

#include <array>
#include <limits>
#include <string>

#include "support/catch.hpp"

namespace taut::test {
namespace {

World make_hall() { return World(Grid(24, 12, TileState::walkable)); }

// The corners of blocked tiles in its middle, which a path from the left to the right turns at.
World make_hall_with_wall() {
  World world = make_hall();
  world.set(TileRect{11, 0, 13, 8}, TileState::blocked);
  return world;
}

Reason find_reason(const World& world, const Point& start, const Point& goal,
                   const FindOptions& options) {
  Finder finder(world);
  const FoundPath found = finder.find(start, goal, options);
  return found ? Reason::none : found.reason;
}

std::string message_of(const auto& call) {
  try {
    call();
  } catch (const std::invalid_argument& rejected) {
    return rejected.what();
  }
  return "";
}

}  // namespace

TEST_CASE("agents: a size in float is the size in double") {
  const Point start{3.5F, 3.5F};
  const Point goal{20.5F, 3.5F};
  for (const AgentShape shape : {AgentShape::disc, AgentShape::square}) {
    World world = make_hall_with_wall();
    const Agent requested{shape, 0.9};
    const Agent same{shape, static_cast<double>(0.9F)};
    REQUIRE(same.radius != requested.radius);
    world.prepare(requested);
    CHECK(world.is_prepared(same));
    const std::size_t bytes = world.memory_bytes();
    world.prepare(same);
    CHECK(world.memory_bytes() == bytes);
    CHECK(world.find_space(same) != nullptr);
    CHECK(world.find_space(same) == world.find_space(requested));
    Finder finder(world);
    FindOptions options;
    options.agent = requested;
    OwnedPath first;
    first.assign(finder.find(start, goal, options));
    REQUIRE(first);
    options.agent = same;
    const FoundPath second = finder.find(start, goal, options);
    REQUIRE(second);
    CHECK(second.length == first.length);
    CHECK(second.expanded == first.expanded);
    CHECK(second.points.size() == first.points.size());
    CHECK(second.turns.size() == first.turns.size());
    WorldField field(same);
    FieldScratch scratch;
    field.set_goals(std::array{FieldGoal{goal}});
    CHECK(field.update(world, scratch));
    CHECK(field.distance(start) < Field::kUnreached);
    GroupPaths group;
    const std::array units{GroupUnit{start, requested}, GroupUnit{start, same}};
    const Result made = finder.find_group(units, goal, {.method = GroupMethod::field}, group);
    CHECK(made.count == 2);
    CHECK(group.field_count() == 1);
  }
}

TEST_CASE("agents: a path for the size on the lattice is one for the size requested") {
  const Point start{3.5F, 3.5F};
  const Point goal{20.5F, 3.5F};
  for (const double radius : {0.1, 0.3, 0.4, 0.45, 0.7, 0.9, 1.3, 2.0}) {
    World world = make_hall_with_wall();
    world.prepare(Agent::disc(radius));
    Finder finder(world);
    FindOptions options;
    options.agent = Agent::disc(radius);
    const FoundPath found = finder.find(start, goal, options);
    REQUIRE(found);
    INFO("radius " << radius);
    const DiscCheck check = validate_disc_path(world.grid(), start, goal, found.turns, radius);
    CHECK(std::string(to_string(check.fault)) == "none");
    CHECK(check.length == Approx(found.length).epsilon(1e-12));
    CHECK(world.is_walkable(found.turns, radius));
    PathFollower follower(Agent::disc(radius));
    CHECK(follower.set(world, found) == FollowStatus::on_path);
    CHECK(follower.length() == Approx(found.length).epsilon(1e-9));
  }
}

TEST_CASE("agents: a point has the radius 0") {
  World world = make_hall();
  Agent agent;
  agent.radius = 0.45;
  const Point start{3.5F, 3.5F};
  const Point goal{20.5F, 3.5F};
  FindOptions options;
  options.agent = agent;
  CHECK(find_reason(world, start, goal, options) == Reason::bad_options);
  CHECK_FALSE(world.is_prepared(agent));
  CHECK_FALSE(world.has_room(agent, start));
  const auto words = [](const std::string& where) {
    return "taut: " + where + ": a point has the radius 0, not 0.45";
  };
  CHECK(message_of([&] { world.prepare(agent); }) == words("World::prepare"));
  CHECK(message_of([&] { WorldField field(agent); }) == words("WorldField"));
  CHECK(message_of([&] { PathFollower follower(agent); }) == words("PathFollower"));
  Finder finder(world);
  GroupPaths group;
  for (const bool spreads : {false, true}) {
    const std::array units{GroupUnit{start, agent}, GroupUnit{start, {}}};
    CHECK(finder.find_group(units, goal, {.spreads = spreads}, group).count == 1);
    CHECK(group.path(0).reason == Reason::bad_options);
    CHECK(group.path(1).status == Status::ok);
  }
}

TEST_CASE("agents: sizes that no agent has are told everywhere") {
  World world = make_hall();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double far = std::numeric_limits<double>::infinity();
  for (const Agent& agent :
       {Agent::disc(-0.1), Agent::disc(nan), Agent::disc(far), Agent::disc(32.5),
        Agent::square(0.0), Agent::square(16384.5), Agent::square(nan)}) {
    INFO("shape " << static_cast<int>(agent.shape) << ", radius " << agent.radius);
    FindOptions options;
    options.agent = agent;
    CHECK(find_reason(world, {3.5F, 3.5F}, {20.5F, 3.5F}, options) == Reason::bad_options);
    CHECK_FALSE(world.is_prepared(agent));
    CHECK_FALSE(world.has_room(agent, {3.5F, 3.5F}));
    CHECK_FALSE(message_of([&] { world.prepare(agent); }).empty());
    CHECK_FALSE(message_of([&] { WorldField field(agent); }).empty());
    CHECK_FALSE(message_of([&] { PathFollower follower(agent); }).empty());
  }
}

TEST_CASE("agents: an end without room is told before components") {
  const auto map = read_map(".@..\n.@..\n", "two parts");
  REQUIRE(map);
  World world(*map.value);
  const Point left{0.5F, 1.0F};
  const Point right{2.5F, 1.0F};
  const Point roomy{3.0F, 1.0F};
  for (const double radius : {0.5 + 1.0 / 1024, 0.6, 0.75}) {
    for (const AgentShape shape : {AgentShape::disc, AgentShape::square}) {
      const Agent agent{shape, radius};
      world.prepare(agent);
      INFO("shape " << static_cast<int>(shape) << ", radius " << radius);
      FindOptions options;
      options.agent = agent;
      Finder finder(world);
      const auto expect = [&](const Point& start, const Point& goal, Reason reason) {
        const FoundPath found = finder.find(start, goal, options);
        CHECK(found.reason == reason);
        CHECK(found.status == Status::invalid_input);
        GroupPaths group;
        const std::array units{GroupUnit{start, agent}};
        (void)finder.find_group(units, goal, {}, group);
        CHECK(group.path(0).reason == reason);
      };
      expect(right, left, Reason::start_too_near);
      expect(left, right, Reason::start_too_near);
      expect(roomy, left, Reason::goal_too_near);
      WorldField field(agent);
      FieldScratch scratch;
      field.set_goals(std::array{FieldGoal{roomy}});
      REQUIRE(field.update(world, scratch));
      CHECK(field.reason_at(left) == Reason::start_too_near);
      const FoundPath by_field = finder.find(left, field);
      CHECK(by_field.reason == Reason::start_too_near);
      CHECK(by_field.status == Status::invalid_input);
    }
  }
  // Narrow discs in corners.
  FindOptions options;
  options.agent = Agent::disc(0.4);
  world.prepare(options.agent);
  CHECK(find_reason(world, {2.125F, 1.0F}, left, options) == Reason::start_too_near);
  CHECK(find_reason(world, roomy, {0.125F, 1.0F}, options) == Reason::goal_too_near);
  CHECK(find_reason(world, roomy, left, options) == Reason::not_connected);
}

}  // namespace taut::test
