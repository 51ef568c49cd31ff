// WorldField: after any edit an update gives what a field made afresh has, bit for bit.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>

#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

// The last two pass slits.
constexpr std::array<Agent, 9> kEditedFieldAgents{
    Agent{},          Agent::disc(0.25), Agent::disc(0.5),   Agent::disc(0.9),  Agent::disc(1.5),
    Agent::disc(2.3), Agent::square(.3), Agent::square(0.5), Agent::square(1.0)};

// A large disc before a block. Opening the tile (11, 7) of it makes room at the first goal, and
// leaves the mesh as it is.
struct BeforeBlock {
  World world{Grid(24, 12, TileState::walkable)};
  Agent agent = Agent::disc(1.5);
  std::array<FieldGoal, 2> goals{FieldGoal{{11.5F, 5.546875F}}, FieldGoal{{3.0F, 3.0F}}};
  Point unit{11.5F, 3.0F};
  FieldScratch scratch;

  BeforeBlock() {
    world.set({10, 7, 13, 12}, TileState::blocked);
    world.prepare(agent);
  }

  [[nodiscard]] std::uint64_t edit(TileState state) {
    const std::uint64_t before = world.find_space(agent)->mesh().revision();
    world.set(Tile{11, 7}, state);
    return world.find_space(agent)->mesh().revision() - before;
  }
};

TEST_CASE("WorldField: an edit makes room at a goal, but changes no mesh", "[field]") {
  BeforeBlock at;
  WorldField field(at.agent);
  field.set_goals(at.goals);
  (void)field.update(at.world, at.scratch);
  REQUIRE(field.left_out() == 1);
  CHECK(field.distance(at.unit) == 8.5);
  REQUIRE(at.edit(TileState::walkable) == 0);
  CHECK_FALSE(field.is_current());
  CHECK(field.reason_at(at.unit) == Reason::stale);
  CHECK(field.distance(at.unit) == Field::kUnreached);
  (void)field.update(at.world, at.scratch);
  REQUIRE(field.left_out() == 0);
  CHECK(field.distance(at.unit) == 2.546875);
  CHECK(field.nearest_goal(at.unit) == 0U);
}

TEST_CASE("WorldField: an edit takes the room at a goal, but changes no mesh", "[field]") {
  BeforeBlock at;
  REQUIRE(at.edit(TileState::walkable) == 0);
  WorldField field(at.agent);
  field.set_goals(at.goals);
  (void)field.update(at.world, at.scratch);
  REQUIRE(field.left_out() == 0);
  REQUIRE(at.edit(TileState::blocked) == 0);
  Finder finder(at.world);
  CHECK(finder.find(at.unit, field).reason == Reason::stale);
  (void)field.update(at.world, at.scratch);
  REQUIRE(field.left_out() == 1);
  const FoundPath path = finder.find(at.unit, field);
  REQUIRE(path);
  CHECK(path.turns.back().center == at.goals[1].at);
  CHECK(path.length == 8.5);
  CHECK(path.revision == at.world.revision());
  // Both goals go: the field has no answer, and its reason.
  at.world.set({2, 2, 4, 4}, TileState::blocked);
  (void)field.update(at.world, at.scratch);
  CHECK(field.reason() == Reason::goal_too_near);
  CHECK(field.reason_at(at.unit) == Reason::goal_too_near);
}

TEST_CASE("WorldField: an edit that changes nothing for it builds nothing", "[field]") {
  BeforeBlock at;
  WorldField field(at.agent);
  field.set_goals(at.goals);
  (void)field.update(at.world, at.scratch);
  REQUIRE(field.expanded() > 0);
  at.world.set_class({0, 0, 2, 2}, 1);
  CHECK_FALSE(field.is_current());
  CHECK(field.update(at.world, at.scratch));
  CHECK(field.expanded() == 0);
  CHECK(field.left_out() == 1);
  CHECK(field.is_current());
  CHECK(field.revision() == at.world.revision());
}

// A map with a pillar, beside which a ground makes another one: as many sides in the mesh. The
// ground has had factors, so its agents have a space of their own.
struct BesidePillar {
  static constexpr std::uint8_t kOwn = 1;
  World world{
      draw_map("............\n"
               "............\n"
               "............\n"
               ".....@......\n"
               "............\n"
               "............\n"
               "............\n")};
  Agent agent = Agent::point(kOwn);

  BesidePillar() {
    world.set_class({6, 3, 7, 4}, 1);
    Ground priced;
    priced.set(1, 2.0F);
    world.set_ground(kOwn, priced);
    world.prepare(agent);
    world.set_ground(kOwn, Ground());
  }

  void block_class() {
    Ground walls;
    walls.set(1, kBlockedTerrain);
    world.set_ground(kOwn, walls);
  }
};

TEST_CASE("WorldField: a ground that becomes another one makes its mesh another one", "[field]") {
  BesidePillar at;
  const Point goal{11.5F, 3.5F};
  const Point unit{0.5F, 3.5F};
  WorldField field(at.agent);
  FieldScratch scratch;
  field.set_goals(std::array{FieldGoal{goal}});
  REQUIRE(field.update(at.world, scratch));
  const std::uint64_t before = at.world.find_space(at.agent)->mesh().revision();
  at.block_class();
  CHECK(at.world.find_space(at.agent)->mesh().revision() > before);
  CHECK_FALSE(field.is_current());
  WorldField fresh(at.agent);
  fresh.set_goals(std::array{FieldGoal{goal}});
  REQUIRE(fresh.update(at.world, scratch));
  REQUIRE(field.update(at.world, scratch));
  CHECK(field.distance(unit) == fresh.distance(unit));
  Finder finder(at.world);
  const FoundPath path = finder.find(unit, field);
  REQUIRE(path);
  CHECK(at.world.is_walkable(path.points, BesidePillar::kOwn));
}

TEST_CASE("World::use_index: none of a mesh that its ground has replaced", "[field]") {
  BesidePillar at;
  at.world.keep_index(std::size_t{8} << 20U);
  const WorldIndex index = at.world.build_index(std::size_t{8} << 20U);
  at.block_class();
  REQUIRE(at.world.has_index(at.agent));  // it has one of the new mesh
  at.world.keep_index(0);
  at.world.use_index(index);
  CHECK(at.world.has_index());
  CHECK_FALSE(at.world.has_index(at.agent));
}

TEST_CASE("Finder: no corridor of a path over a mesh that a ground has parted from", "[field]") {
  World world(
      draw_map("............\n"
               "............\n"
               "............\n"
               ".....@......\n"
               "............\n"
               "............\n"
               "............\n"));
  world.set_class({6, 3, 7, 4}, 1);
  world.set_ground(1, Ground());
  const Agent agent = Agent::point(1);
  world.prepare(agent);
  Finder finder(world);
  std::vector<CellId> cells(100);
  std::vector<Cone> cones(100);
  REQUIRE(finder.find({0.5F, 3.5F}, {11.5F, 3.5F}, {.agent = agent, .method = Method::optimal}));
  REQUIRE(finder.extract_corridor(cells));
  REQUIRE(finder.extract_cones(cones));
  Ground walls;
  walls.set(1, kBlockedTerrain);
  world.set_ground(1, walls);
  REQUIRE(finder.space() != &world.spaces().front());
  CHECK(finder.extract_corridor(cells).status == Status::invalid_input);
  CHECK(finder.extract_cones(cones).status == Status::invalid_input);
}

// What a field says that differs from a fresh one; empty when nothing does.
std::string find_difference(const World& world, const WorldField& field, const WorldField& fresh,
                            const Point& place, Finder& finder) {
  if (field.reason_at(place) != fresh.reason_at(place)) return "reason";
  if (field.distance(place) != fresh.distance(place)) return "distance";
  if (field.nearest_goal(place) != fresh.nearest_goal(place)) return "nearest goal";
  if (field.next_corner(place) != fresh.next_corner(place)) return "next corner";
  const FoundPath of_fresh = finder.find(place, fresh);
  const Status status = of_fresh.status;
  const double length = of_fresh.length;
  const FoundPath path = finder.find(place, field);
  if (path.status != status || path.length != length) return "path";
  return path.revision == world.revision() ? "" : "revision";
}

// A block in the open, and the middle tile of its upper side.
Tile place_block(Random& random, World& world) {
  const int x = random.between(2, world.grid().width() - 2);
  const int y = random.between(2, world.grid().height() - 2);
  world.set({x - 5, y - 5, x + 6, y + 5}, TileState::walkable);
  world.set({x - 1, y, x + 2, y + 3}, TileState::blocked);
  return {x, y};
}

// Above the middle of a tile's upper side, as far as an agent of the radius may be, or a little
// nearer: so that the tiles beside it are not nearer.
Point random_above(Random& random, const Tile& tile, double radius) {
  const double along = 0.5 + random.between(-150, 150) / 1024.0;
  const double away = radius - random.between(-10, 80) / 1024.0;
  return snap(Point{static_cast<float>(tile.x + along), static_cast<float>(tile.y - away)});
}

void edit(Random& random, World& world, std::span<const Tile> walls) {
  const Grid& grid = world.grid();
  if (random.chance(60)) {
    const Tile tile = walls[random.below(walls.size())];
    world.set(tile, grid.is_walkable(tile) ? TileState::blocked : TileState::walkable);
    return;
  }
  const TileRect tiles = random_rect(random, grid.width(), grid.height());
  if (random.chance(20)) {
    world.set_class(tiles, static_cast<std::uint8_t>(random.below(3)));
  } else {
    world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
  }
}

struct Tally {
  std::size_t rebuilt = 0;  // although the mesh was as before
  std::size_t kept = 0;
};

void edit_and_compare(Random& random, const Agent& agent, Tally& tally) {
  World world(make_family_map(random, 24));
  if (std::min(world.grid().width(), world.grid().height()) < 4) return;
  world.prepare(agent);
  std::vector<Tile> walls;
  std::vector<FieldGoal> goals;
  for (int k = random.between(1, 3); k > 0; --k) {
    walls.push_back(place_block(random, world));
    goals.push_back({random_above(random, walls.back(), agent.radius)});
  }
  Finder finder(world);
  FieldScratch scratch;
  FieldScratch other;
  WorldField field(agent);
  field.set_goals(goals);
  for (int i = 0; i < 12; ++i) {
    const bool was_built = field.is_current();
    const std::uint64_t before = world.revision();
    edit(random, world, walls);
    if (world.revision() != before) REQUIRE_FALSE(field.is_current());
    const bool is_mesh_same = was_built && field.field().is_current();
    const bool is_built = field.update(world, scratch);
    WorldField fresh(agent);
    fresh.set_goals(goals);
    const bool is_wanted = fresh.update(world, other);
    INFO(to_drawing(world.grid()) << "radius " << agent.radius);
    REQUIRE(is_built == is_wanted);
    REQUIRE(field.reason() == fresh.reason());
    REQUIRE(field.left_out() == fresh.left_out());
    if (is_mesh_same && is_built) ++(field.expanded() > 0 ? tally.rebuilt : tally.kept);
    for (int k = 0; k < 8; ++k) {
      const Point place = random.chance(50) ? to_map_point(random_place(random, world.grid()))
                                            : random_above(random, walls.front(), agent.radius);
      INFO("at " << place);
      REQUIRE(find_difference(world, field, fresh, place, finder).empty());
    }
  }
}

TEST_CASE("WorldField: after random edits as a field made afresh, bit for bit", "[field]") {
  for (Random& random : random_generators("world field edits")) {
    Tally tally;
    for (std::size_t i = 0; i < random_count(900, 30000); ++i) {
      edit_and_compare(random, kEditedFieldAgents[i % kEditedFieldAgents.size()], tally);
    }
    INFO("rebuilt " << tally.rebuilt << ", kept " << tally.kept);
    CHECK((is_small_share() || std::min(tally.rebuilt, tally.kept) > 0));
  }
}

}  // namespace
}  // namespace taut::test
