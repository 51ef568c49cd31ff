// WorldField: after any edits its answers are those of searches on a map made afresh.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/shared_world.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/check_found.hpp"
#include "support/map_families.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

// The last two pass slits.
constexpr std::array<Agent, 8> kFieldAgents{Agent{},           Agent::disc(0.25), Agent::disc(0.5),
                                            Agent::disc(0.9),  Agent::disc(1.5),  Agent::square(.3),
                                            Agent::square(.5), Agent::square(1.0)};

// Single searches for an agent, in a space made from the tiles; those of a disc without arcs.
class Searches {
 public:
  Searches(const Grid& grid, const Agent& agent)
      : space_(grid, agent), scratch_(space_), room_(max_path_points(space_)) {}

  // Whether the agent may be there.
  [[nodiscard]] bool holds(const Point& place) const { return space_.has_room(place); }

  // Infinite when there is no path.
  double find_length(const Point& start, const Point& goal) {
    if (!holds(start) || !holds(goal)) return Field::kUnreached;
    const PathResult found =
        space_.agent().shape == AgentShape::disc
            ? find_optimal_path(space_.mesh(), start, goal, {}, scratch_.search, room_)
            : find_optimal_path(space_, start, goal, {}, scratch_, {.points = room_});
    return found ? found.length : Field::kUnreached;
  }

  // The share of a length by which that of another search may differ.
  [[nodiscard]] double tolerance() const {
    return 1e-12 + (space_.is_opened() ? 2.0 / (space_.steps_per_tile() - 2) : 0.0);
  }

 private:
  Space space_;
  SpaceScratch scratch_;
  std::vector<Point> room_;
};

bool are_near(double a, double b, double tolerance) {
  return a == b || std::abs(a - b) <= tolerance * (1.0 + std::max(a, b));
}

// The fault of the path from a place where the field has a distance.
std::string find_fault_of_path(const World& world, const WorldField& field,
                               std::span<const FieldGoal> goals, const Point& from,
                               Searches& searches, Finder& finder) {
  const std::optional<std::size_t> goal = field.nearest_goal(from);
  if (!goal || *goal >= goals.size()) return "no goal";
  const FoundPath path = finder.find(from, field);
  if (!path || path.reason != Reason::none)
    return "no path: " + explain(world, path.reason, from, goals[*goal].at, {field.agent()});
  if (path.revision != world.revision()) return "another revision";
  const std::string fault = check_answer(world, from, goals[*goal].at, field.agent(), path);
  if (!fault.empty()) return fault;
  const double length = searches.find_length(from, goals[*goal].at);
  const double whole = length + goals[*goal].cost;
  if (!are_near(whole, field.distance(from), searches.tolerance())) return "not the nearest goal";
  const std::optional<Point> next = field.next_corner(from);
  CellId cell = 0;
  if (field.next_corner(from, cell) != next || field.next_corner(from, cell) != next) {
    return "another corner from its cell";
  }
  if (field.agent().shape == AgentShape::disc) {
    // The shape may lie a lattice step or two outside the disc.
    if (!next) return "no corner";
    return path.length < length - 2.0 / 1024.0 ? "a disc that cuts corners" : "";
  }
  if (!are_near(path.length, length, searches.tolerance())) return "another length";
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    if (field.agent().shape == AgentShape::square &&
        !has_clearance(world.grid().bits(), path.points[i - 1], path.points[i],
                       field.agent().radius)) {
      return "a way that is not safe for a disc";
    }
  }
  if (!next) return "no corner";
  if (field.is_exact() && *next != path.points[path.points.size() > 1 ? 1 : 0]) {
    return "another corner";
  }
  return "";
}

// Empty when there is none.
std::string find_fault(const World& world, const WorldField& field,
                       std::span<const FieldGoal> goals, const Point& from, Searches& searches,
                       Finder& finder) {
  double least = Field::kUnreached;
  for (const FieldGoal& goal : goals) {
    least = std::min(least, searches.find_length(from, goal.at) + goal.cost);
  }
  if (!are_near(field.distance(from), least, searches.tolerance())) return "wrong distance";
  const bool is_reached = least < Field::kUnreached;
  if (is_reached != (field.reason_at(from) == Reason::none)) return "another reason";
  if (is_reached) return find_fault_of_path(world, field, goals, from, searches, finder);
  const FoundPath none = finder.find(from, field);
  // A disc may go on from where rounding took its room.
  const bool is_silent =
      !field.nearest_goal(from) && !none && none.reason == field.reason_at(from) &&
      none.points.empty() &&
      (!field.next_corner(from) || field.reason_at(from) == Reason::start_too_near);
  return is_silent ? "" : "an answer where there is none";
}

void check_places(Random& random, const World& world, const WorldField& field,
                  std::span<const FieldGoal> goals, Finder& finder) {
  Searches searches(world.grid(), field.agent());
  for (int i = 0; i < 12; ++i) {
    const Point from = to_map_point(random_place(random, world.grid()));
    const std::string fault = find_fault(world, field, goals, from, searches, finder);
    if (fault.empty()) continue;
    FAIL(fault << " from " << from.x << " " << from.y << ", goal " << goals[0].at.x << " "
               << goals[0].at.y << ", radius " << field.agent().radius << "\n"
               << to_drawing(world.grid()));
  }
}

// After update(): a result for goals of which the agent can be at some.
void check_result(const WorldField& field, const World& world, std::span<const FieldGoal> goals) {
  const Searches searches(world.grid(), field.agent());
  const auto usable = static_cast<std::size_t>(std::count_if(
      goals.begin(), goals.end(), [&](const FieldGoal& goal) { return searches.holds(goal.at); }));
  if (usable > 0) {
    CHECK(field.is_current());
    CHECK(field.left_out() == goals.size() - usable);
  } else {
    CHECK_FALSE(field.is_current());
    const Reason reason = field.reason();
    CHECK((reason == Reason::goal_blocked || reason == Reason::goal_too_near));
  }
}

TEST_CASE("WorldField: after random edits each answer is that of single searches", "[field]") {
  for (Random& random : random_generators("world fields")) {
    for (std::size_t i = 0; i < random_count(40, 2000); ++i) {
      World world = make_world(make_family_map(random, 14), kFieldAgents);
      std::vector<FieldGoal> goals;
      for (int k = random.between(1, 3); k > 0; --k) {
        const Point at = to_map_point(random_place(random, world.grid()));
        goals.push_back({at, random.chance(50) ? 0.0 : 0.5 * random.between(0, 20)});
      }
      Finder finder(world);
      FieldScratch scratch;
      std::vector<WorldField> fields;
      for (const Agent& agent : kFieldAgents) fields.emplace_back(agent).set_goals(goals);
      for (int edit = 0; edit < 4; ++edit) {
        for (WorldField& field : fields) {
          const bool is_built = field.update(world, scratch);
          REQUIRE(is_built == field.is_current());
          check_result(field, world, goals);
          check_places(random, world, field, goals, finder);
          if (!is_built) continue;
          CHECK(field.update(world, scratch));
          CHECK(field.expanded() == 0);
        }
        const std::uint64_t revision = world.revision();
        const TileRect rect = random_rect(random, world.grid().width(), world.grid().height());
        world.set(rect, random.chance(50) ? TileState::blocked : TileState::walkable);
        if (world.revision() == revision) continue;
        CHECK_FALSE(fields.front().is_current());
        CHECK(fields.front().distance(goals[0].at) == Field::kUnreached);
      }
    }
  }
}

TEST_CASE("WorldField: reasons, and those of its units") {
  World world(
      draw_map("....@..\n"
               "....@..\n"
               "......."));
  world.prepare(Agent::square(0.75));
  const Point goal{6.0F, 1.0F};
  FieldScratch scratch;
  Finder finder(world);

  WorldField point;
  CHECK(point.reason_at({0.5F, 0.5F}) == Reason::stale);
  CHECK(finder.find({0.5F, 0.5F}, point).status == Status::invalid_input);
  point.set_goals(std::array{FieldGoal{goal}});
  CHECK_FALSE(point.is_current());
  REQUIRE(point.update(world, scratch));
  CHECK(point.is_exact());
  CHECK(point.reason_at({0.5F, 0.5F}) == Reason::none);
  CHECK(point.reason_at({4.5F, 0.5F}) == Reason::start_blocked);
  CHECK(point.reason_at({std::numeric_limits<float>::quiet_NaN(), 0.5F}) == Reason::start_blocked);
  CHECK(point.reason_at({1e30F, 0.5F}) == Reason::start_blocked);
  CHECK(point.distance({1e30F, 0.5F}) == Field::kUnreached);
  CHECK(finder.find({0.5F, 0.5F}, point).length == point.distance({0.5F, 0.5F}));

  // The square does not fit through the gap of one tile.
  WorldField cart(Agent::square(0.75));
  cart.set_goals(std::array{FieldGoal{goal}});
  REQUIRE(cart.update(world, scratch));
  CHECK(cart.reason_at({1.0F, 1.0F}) == Reason::too_narrow);
  CHECK(cart.reason_at({0.5F, 0.5F}) == Reason::start_too_near);
  CHECK(finder.find({1.0F, 1.0F}, cart).status == Status::no_path);
  CHECK(finder.find({0.5F, 0.5F}, cart).status == Status::invalid_input);

  world.prepare(Agent::disc(0.4));
  WorldField disc(Agent::disc(0.4));
  disc.set_goals(std::array{FieldGoal{goal}});
  REQUIRE(disc.update(world, scratch));
  CHECK_FALSE(disc.is_exact());
  CHECK(disc.reason_at({0.25F, 0.5F}) == Reason::start_too_near);
  CHECK(disc.distance({0.25F, 0.5F}) == Field::kUnreached);
  CHECK(disc.next_corner({0.5F, 0.5F}));
  CHECK(finder.find({0.5F, 0.5F}, disc).length > disc.distance({0.5F, 0.5F}));

  // Within two tiles.
  point.set_goals(std::array{FieldGoal{goal}}, {2.0});
  CHECK(point.reason_at(goal) == Reason::stale);
  REQUIRE(point.update(world, scratch));
  CHECK(point.reason_at({0.5F, 0.5F}) == Reason::limit);
  CHECK(finder.find({0.5F, 0.5F}, point).status == Status::no_path);

  // Beyond a wall.
  world.set({4, 2, 5, 3}, TileState::blocked);
  point.set_goals(std::array{FieldGoal{goal}});
  CHECK(point.reason_at({0.5F, 0.5F}) == Reason::stale);
  REQUIRE(point.update(world, scratch));
  CHECK(point.reason_at({0.5F, 0.5F}) == Reason::not_connected);
  CHECK(explain(world, Reason::stale, goal, goal, {}) ==
        "The field was not updated since its goals or the world changed.");
}

TEST_CASE("WorldField: a disc's is that of its space") {
  World world(
      draw_map("....@..\n"
               "....@..\n"
               "......."));
  const Agent agent = Agent::disc(0.9);
  world.prepare(agent);
  FieldScratch scratch;
  Finder finder(world);
  WorldField field(agent);
  CHECK(field.space() == nullptr);
  field.set_goals(std::array{FieldGoal{{6.0F, 1.0F}}});
  REQUIRE(field.update(world, scratch));
  CHECK_FALSE(field.is_exact());
  CHECK(field.space() == world.find_space(agent));
  // It does not fit through the gap of one tile.
  CHECK(field.reason_at({1.0F, 1.0F}) == Reason::too_narrow);
  CHECK(field.reason_at({0.5F, 0.5F}) == Reason::start_too_near);
  CHECK(finder.find({1.0F, 1.0F}, field).status == Status::no_path);
  CHECK(finder.find({6.0F, 2.0F}, field).length == field.distance({6.0F, 2.0F}));
  world.set(Tile{4, 1}, TileState::walkable);
  CHECK(field.reason_at({1.0F, 1.0F}) == Reason::stale);
  REQUIRE(field.update(world, scratch));
  const FoundPath path = finder.find({1.0F, 1.0F}, field);
  CHECK(path);
  CHECK(path.length > field.distance({1.0F, 1.0F}));
}

TEST_CASE("WorldField: tiles at whose centres a disc has no room are not reached") {
  Grid grid(9, 9, TileState::walkable);
  grid.set(Tile{4, 4}, TileState::blocked);
  const World world = make_world(grid, std::array{Agent::disc(0.74), Agent::disc(1.6)});
  FieldScratch scratch;
  for (const double radius : {0.74, 1.6}) {
    WorldField field(Agent::disc(radius));
    field.set_goals(std::array{FieldGoal{{2.5F, 2.5F}}});
    REQUIRE(field.update(world, scratch));
    std::vector<Tile> wanted;
    for (TileId id = 0; id < grid.tile_count(); ++id) {
      const Tile tile = grid.tile(id);
      if (field.distance(center(tile)) < Field::kUnreached) wanted.push_back(tile);
    }
    REQUIRE_FALSE(wanted.empty());
    for (const std::size_t room : {grid.tile_count(), wanted.size(), wanted.size() - 1}) {
      std::vector<ReachedTile> tiles(room);
      const Result reached = extract_reached_tiles(field, 100.0, tiles);
      CHECK(reached.status == (room < wanted.size() ? Status::truncated : Status::ok));
      REQUIRE(reached.count == std::min(room, wanted.size()));
      for (std::size_t i = 0; i < reached.count; ++i) CHECK(tiles[i].tile == wanted[i]);
    }
  }
}

TEST_CASE("Finder: after a path of a field the space is that of the field's agent") {
  const World world = make_world(Grid(10, 3, TileState::walkable));
  FieldScratch scratch;
  WorldField field(Agent::disc(0.9));
  field.set_goals(std::array{FieldGoal{{1.5F, 1.5F}}});
  REQUIRE(field.update(world, scratch));
  Finder finder(world);
  REQUIRE(finder.find({5.0F, 1.5F}, {6.0F, 1.5F}));
  CHECK(finder.space()->agent() == Agent::point());
  REQUIRE(finder.find({5.5F, 1.5F}, field));
  CHECK(finder.space() == field.space());
}

TEST_CASE("WorldField: what has no field, and goals that are none") {
  World world(
      draw_map("....\n"
               ".@..\n"
               "...."));
  FieldScratch scratch;
  Finder finder(world);
  const Point place{0.5F, 0.5F};
  const auto fails = [&](const Agent& agent, std::vector<FieldGoal> goals, Reason reason,
                         const FieldOptions& options = {}) {
    WorldField field(agent);
    field.set_goals(goals, options);
    CHECK_FALSE(field.update(world, scratch));
    CHECK(field.reason() == reason);
    CHECK_FALSE(field.is_current());
    CHECK_FALSE(field.is_exact());
    CHECK(field.distance(place) == Field::kUnreached);
    CHECK_FALSE(field.next_corner(place));
    CHECK_FALSE(field.nearest_goal(place));
    CHECK(field.reason_at(place) == reason);
    CHECK(finder.find(place, field).reason == reason);
  };
  fails(Agent::disc(0.9), {{place}}, Reason::not_prepared);
  world.prepare(Agent::disc(0.8));
  fails(Agent::disc(0.9), {{place}}, Reason::not_prepared);
  fails(Agent::disc(0.4), {{place}}, Reason::not_prepared);
  world.prepare(Agent::disc(0.4));
  fails(Agent::square(0.5), {{place}}, Reason::not_prepared);
  fails({}, {{{1.5F, 1.5F}}}, Reason::goal_blocked);
  fails({}, {{{std::numeric_limits<float>::infinity(), 0.5F}}}, Reason::goal_blocked);
  fails(Agent::disc(0.4), {{{0.25F, 0.5F}}}, Reason::goal_too_near);
  fails({}, {{place, -1.0}}, Reason::bad_options);
  fails({}, {{place, std::numeric_limits<double>::infinity()}}, Reason::bad_options);
  fails({}, {{place}}, Reason::bad_options, {-1.0});

  // Goals that are left out keep their numbers.
  WorldField field;
  field.set_goals(std::array{FieldGoal{{1.5F, 1.5F}}, FieldGoal{{3.5F, 2.5F}}});
  CHECK(field.update(world, scratch));
  CHECK(field.left_out() == 1);
  CHECK(field.nearest_goal(place) == 1);
  world.set(Tile{1, 1}, TileState::walkable);
  (void)field.update(world, scratch);
  CHECK(field.left_out() == 0);
  CHECK(field.nearest_goal(place) == 0);
  field.set_goals({});
  CHECK(field.update(world, scratch));
  CHECK(field.reason_at(place) == Reason::not_connected);

  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(WorldField(Agent::disc(-1.0)), std::invalid_argument);
  CHECK_THROWS_AS(WorldField(Agent::disc(nan)), std::invalid_argument);
  CHECK_THROWS_AS(WorldField(Agent::square(0.0)), std::invalid_argument);
  CHECK_THROWS_AS(field.update(std::shared_ptr<const World>{}, scratch), std::invalid_argument);
}

TEST_CASE("WorldField: a shared world is kept until the next update") {
  SharedWorld shared(World(draw_map("......\n......\n......")));
  WorldField field;
  FieldScratch scratch;
  field.set_goals(std::array{FieldGoal{{5.5F, 1.5F}}});
  (void)field.update(shared.read(), scratch);
  REQUIRE(field.expanded() > 0);
  (void)field.update(shared.read(), scratch);
  CHECK(field.expanded() == 0);
  const double length = field.distance({0.5F, 1.5F});
  for (int i = 0; i < 3; ++i) {
    shared.set({3, 0, 4, 2}, TileState::blocked);
    shared.publish();
    // The world that the field keeps does not change.
    CHECK(field.is_current());
    CHECK(field.distance({0.5F, 1.5F}) == length);
    REQUIRE(field.update(shared.read(), scratch));
    CHECK(field.distance({0.5F, 1.5F}) > length);
    CHECK(field.revision() == shared.read()->revision());
    shared.set({3, 0, 4, 2}, TileState::walkable);
    shared.publish();
    REQUIRE(field.update(shared.read(), scratch));
    CHECK(field.distance({0.5F, 1.5F}) == length);
  }
  // A world of its own, after one that was kept.
  const World world = *shared.read();
  (void)field.update(world, scratch);
  REQUIRE(field.expanded() > 0);
  (void)field.update(world, scratch);
  CHECK(field.expanded() == 0);
  CHECK(field.memory_bytes() > 0);
}

TEST_CASE("WorldField: an update takes the memory of the one before", "[allocation]") {
  World world = make_world(Grid(24, 24, TileState::walkable), kFieldAgents);
  FieldScratch scratch;
  Finder finder(world);
  for (const Agent& agent : kFieldAgents) {
    WorldField field(agent);
    field.set_goals(std::array{FieldGoal{{12.0F, 12.0F}}});
    const auto edit_and_query = [&] {
      std::size_t count = 0;
      for (const TileState state : {TileState::blocked, TileState::walkable}) {
        world.set({4, 4, 8, 8}, state);
        const AllocationCounter counter;
        REQUIRE(field.update(world, scratch));
        REQUIRE(finder.find({2.0F, 2.0F}, field));
        count += counter.count();
      }
      return count;
    };
    (void)edit_and_query();
    CHECK(edit_and_query() == 0);
  }
}

}  // namespace
}  // namespace taut::test
