// Worlds when memory runs out: each allocation of an edit fails once.
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>
#include <taut/queue.hpp>
#include <taut/shared_world.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/world_states.hpp"

namespace taut::test {
namespace {

constexpr int kWidth = 14;
constexpr int kHeight = 11;
const Point kStart{0.5F, 1.0F};
const Point kGoal{12.5F, 8.5F};

// Each of the first allocations fails; of later ones, which are those of maps and indexes, some.
std::size_t next_failure(std::size_t k) {
  return k + 1 + k / (query_stride() >= 10 ? 2 : is_small_share() ? 6 : 24);
}

struct Edit {
  std::function<void(World&)> of_world;
  std::function<void(SharedWorld&)> of_shared;
  bool may_break = false;  // a world; no edit breaks a SharedWorld
  bool is_batch = false;   // of which a world may keep a part
};

template <class Make>
Edit make_edit(const Make& make) {
  return {make, make};
}

Edit set_tiles(const TileRect& tiles, TileState state) {
  Edit edit = make_edit([=](auto& world) { world.set(tiles, state); });
  edit.may_break = true;
  return edit;
}

// Edits of all kinds, which need memory of all parts of a world.
std::vector<Edit> make_edits(Random& random) {
  std::vector<Edit> edits;
  const auto add = [&](const auto& make) { edits.push_back(make_edit(make)); };
  const auto add_random = [&](int count) {
    for (int i = 0; i < count; ++i) {
      const TileState state = random.chance(50) ? TileState::blocked : TileState::walkable;
      edits.push_back(set_tiles(random_rect(random, kWidth, kHeight), state));
    }
  };
  edits.push_back(set_tiles({3, 2, 4, 9}, TileState::blocked));
  // Long before an agent is prepared for it: tests leave out an edit of some that follow each
  // other.
  add([](auto& world) { world.set_ground(1, Ground()); });
  add([](auto& world) { world.prepare(Agent::disc(0.9)); });
  add([](auto& world) { world.prepare(Agent::square(0.5)); });
  add([](auto& world) { world.prepare(Agent::square(0.25)); });
  add([](auto& world) { world.keep_landmarks(3); });
  // Walls that touch walls, at a side and at a corner.
  edits.push_back(set_tiles({4, 2, 5, 6}, TileState::blocked));
  edits.push_back(set_tiles({5, 6, 9, 7}, TileState::blocked));
  add([](auto& world) { world.refresh_landmarks(2); });
  add([](auto& world) { world.keep_index(1 << 20); });
  add([](auto& world) { world.set_class({2, 2, 5, 5}, 7); });
  edits.push_back(set_tiles({3, 4, 5, 5}, TileState::walkable));
  Ground ground;
  add([](auto& world) { world.prepare(Agent::disc(0.375, 1)); });
  ground.set(7, kBlockedTerrain);
  add([=](auto& world) { world.set_ground(1, ground); });
  add([](auto& world) { world.prepare(Agent::point(1)); });
  add([](auto& world) { world.set_class({8, 2, 11, 5}, 7); });
  edits.back().may_break = true;
  edits.push_back(set_tiles({7, 2, 10, 4}, TileState::walkable));
  ground.set(0, kBlockedTerrain);
  ground.set(7, 1.0F);
  add([=](auto& world) { world.set_ground(1, ground); });
  edits.back().may_break = true;
  add([](auto& world) {
    world.set(std::array{TileRect{9, 0, 10, 4}, TileRect{9, 7, 10, 11}, TileRect{11, 5, 12, 6}},
              TileState::blocked);
  });
  edits.back().may_break = edits.back().is_batch = true;
  add([](auto& world) { world.refresh_index(2); });
  add([](auto& world) { world.prepare(Agent::disc(0.5)); });
  add_random(4);
  add([](auto& world) { world.keep_landmarks(0); });
  edits.push_back(set_tiles({3, 2, 9, 9}, TileState::walkable));
  // Costs, where all spaces of the ground are there.
  ground.set(0, 2.0F);
  add([=](auto& world) { world.set_ground(1, ground); });
  edits.back().may_break = true;
  add([](auto& world) { world.set_class({2, 2, 5, 5}, 3); });
  edits.back().may_break = true;
  ground.set(3, 0.5F);
  add([=](auto& world) { world.set_ground(1, ground); });
  edits.back().may_break = true;
  edits.push_back(set_tiles({4, 4, 9, 6}, TileState::blocked));
  return edits;
}

World make_first(Random& random) {
  World world(make_noise_map(random, kWidth, kHeight, 20));
  world.set({0, 0, kWidth, 2}, TileState::walkable);
  world.set({12, 0, kWidth, kHeight}, TileState::walkable);
  return world;
}

// What queries a world while it is edited.
// A query that remains unfinished.
const FindOptions kRunning{.budget = 0};

struct Queriers {
  Finder finder;
  Finder running;
  FindQueue queue;
  FieldScratch scratch;
  WorldField field;
  GroupPaths paths;

  explicit Queriers(const World& world) : finder(world), running(world), queue(world) {
    (void)finder.find(kStart, kGoal);
    (void)running.find(kStart, kGoal, kRunning);
    field.set_goals(std::array{FieldGoal{kGoal}});
    (void)field.update(world, scratch);
  }
};

void check_edits_refused(World& world) {
  const TileRect tiles{1, 1, 2, 2};
  CHECK_THROWS_AS(world.set(tiles, TileState::blocked), std::invalid_argument);
  CHECK_THROWS_AS(world.set(Tile{1, 1}, TileState::blocked), std::invalid_argument);
  CHECK_THROWS_AS(world.set_class(tiles, 1), std::invalid_argument);
  CHECK_THROWS_AS(world.set_ground(3, Ground()), std::invalid_argument);
  CHECK_THROWS_AS(world.prepare(Agent{}), std::invalid_argument);
  CHECK_THROWS_AS(world.keep_landmarks(0), std::invalid_argument);
  CHECK_THROWS_AS(world.refresh_landmarks(0), std::invalid_argument);
  CHECK_THROWS_AS(world.keep_index(0), std::invalid_argument);
  CHECK_THROWS_AS(world.refresh_index(0), std::invalid_argument);
  CHECK_THROWS_AS(world.use_index(WorldIndex()), std::invalid_argument);
  CHECK_THROWS_AS(Finder(world), std::invalid_argument);
  CHECK_THROWS_AS(SharedWorld(world), std::invalid_argument);
}

// Every call on a broken world is safe, and says what it is.
void check_broken(World& world, Queriers& run_query) {
  check_edits_refused(world);
  CHECK(World(world).is_broken());
  CHECK_FALSE(world.has_room({}, kStart));
  CHECK_FALSE(world.has_room(Agent::square(0.5), kStart));
  CHECK_FALSE(world.is_prepared(Agent{}));
  CHECK_FALSE(world.has_index());
  CHECK_FALSE(world.is_walkable(std::array{kStart, kStart}));
  CHECK_FALSE(world.changes_since(0));
  CHECK(world.memory_bytes() > 0);

  const auto check = [](const FoundPath& found) {
    CHECK(found.status == Status::invalid_input);
    CHECK(found.reason == Reason::broken);
  };
  for (const Agent& agent : kAgents) check(run_query.finder.find(kStart, kGoal, {agent}));
  for (const Method method : kMethods)
    check(run_query.finder.find(kStart, kGoal, {Agent{}, method}));
  check(run_query.running.find(kStart, kGoal, kRunning));
  check(run_query.finder.find(kStart, run_query.field));
  std::array<CellId, 4> cells;
  CHECK(run_query.finder.extract_corridor(cells).status == Status::invalid_input);
  std::array<Cone, 4> cones;
  CHECK(run_query.finder.extract_cones(cones).status == Status::invalid_input);

  CHECK_FALSE(run_query.field.is_current());
  CHECK(run_query.field.distance(kStart) == Field::kUnreached);
  (void)run_query.field.update(world, run_query.scratch);
  CHECK(run_query.field.reason() == Reason::broken);
  CHECK(run_query.field.reason_at(kStart) == Reason::broken);

  const std::array<GroupUnit, 2> units{GroupUnit{kStart, Agent{}},
                                       GroupUnit{kStart, Agent::square(0.5)}};
  for (const bool spreads : {false, true}) {
    CHECK(run_query.finder.find_group(units, kGoal, {.spreads = spreads}, run_query.paths).count ==
          0);
    check(run_query.paths.path(0).view());
    check(run_query.paths.path(1).view());
  }
  const FindTicket ticket = run_query.queue.submit({kStart, kGoal, {}});
  while (run_query.queue.advance()) {
  }
  check(run_query.queue.find_answer(ticket)->view());
  run_query.queue.release(ticket);
}

TEST_CASE("Out of memory: an edit leaves a World as it was, or broken until it is assigned to") {
  Random random = random_generators("world memory")[0];
  World before = make_first(random);
  std::size_t failed = 0;
  std::size_t broken = 0;
  for (const Edit& edit : make_edits(random)) {
    World after = before;
    edit.of_world(after);
    const WorldState before_state(before);
    const WorldState after_state(after);
    for (std::size_t k = 0;; k = next_failure(k)) {
      World world = before;
      Queriers run_query(world);
      if (!runs_out_of_memory(k, [&] { edit.of_world(world); })) {
        REQUIRE_FALSE(world.is_broken());
        REQUIRE(WorldState(world) == after_state);
        break;
      }
      ++failed;
      if (world.is_broken()) {
        ++broken;
        REQUIRE(edit.may_break);
        check_broken(world, run_query);
        world = before;
        REQUIRE(WorldState(world) == before_state);
      } else if (!edit.is_batch) {
        REQUIRE(WorldState(world) == before_state);
      }
      REQUIRE_FALSE(world.is_broken());
      edit.of_world(world);
      if (!edit.is_batch) REQUIRE(WorldState(world) == after_state);
      if (k % 8 != 0) continue;
      Finder sound(world);
      for (const Request& request : all_requests(kStart, kGoal)) {
        REQUIRE(test::run_query(run_query.finder, request) == test::run_query(sound, request));
      }
    }
    before = std::move(after);
  }
  CHECK(failed > 300);
  CHECK(broken > 100);
}

TEST_CASE("Out of memory: a World is made, copied and assigned to, or nothing has changed") {
  Random random = random_generators("world memory")[0];
  const World first = make_first(random);
  World last = first;
  for (const Edit& edit : make_edits(random)) edit.of_world(last);
  const WorldState first_state(first);
  const WorldState last_state(last);
  std::size_t k = 0;
  for (; runs_out_of_memory(k, [&] { (void)World(Grid(first.grid())); }); ++k) {
  }
  CHECK(k > 5);
  for (k = 0; runs_out_of_memory(k, [&] { (void)World(last); }); ++k) {
  }
  CHECK(k > 20);
  REQUIRE(WorldState(last) == last_state);
  for (k = 0;; ++k) {
    World world = last;
    const bool fails = runs_out_of_memory(k, [&] { world = first; });
    REQUIRE(WorldState(world) == (fails ? last_state : first_state));
    if (!fails) break;
  }
  CHECK(k > 5);
}

// The steps of a writer: edits, and publish() after some of them. Readers keep some worlds, so that
// copies are made.
struct Writer {
  SharedWorld shared;
  World edited;                         // with all edits
  std::shared_ptr<const World> wanted;  // what readers ought to see
  std::vector<std::shared_ptr<const World>> held;

  explicit Writer(const World& first)
      : shared(first), edited(first), wanted(std::make_shared<const World>(first)) {}

  static bool publishes(std::size_t step) { return step % 3 == 2; }
  static bool holds(std::size_t step) { return step % 7 == 4; }

  // What follows a step that has not thrown.
  void note(const Edit& edit, std::size_t step) {
    edit.of_world(edited);
    if (publishes(step)) wanted = std::make_shared<const World>(edited);
    if (holds(step)) held.push_back(shared.read());
  }
};

// What a reader sees, without searches.
bool are_alike(const World& world, const World& wanted) {
  if (world.is_broken() || world.revision() != wanted.revision()) return false;
  return world.grid().bits() == wanted.grid().bits() && world.has_costs(1) == wanted.has_costs(1) &&
         world.grid().has_classes() == wanted.grid().has_classes() &&
         world.mesh().revision() == wanted.mesh().revision() &&
         (world.landmarks() == nullptr) == (wanted.landmarks() == nullptr) &&
         world.has_index() == wanted.has_index() &&
         world.outdated_indexes() == wanted.outdated_indexes() &&
         std::all_of(kAgents.begin(), kAgents.end(), [&](const Agent& agent) {
           return world.is_prepared(agent) == wanted.is_prepared(agent);
         });
}

// One allocation of one step fails; some steps are made before and after it. The step is made
// again, or left out for good. Returns whether there were as many.
bool check_shared(const World& first, const std::vector<Edit>& edits, std::size_t failing,
                  std::size_t k) {
  Writer writer(first);
  const bool is_left_out = k % 2 == 1;
  bool has_failed = false;
  const std::size_t end = std::min(edits.size(), failing + 4);
  for (std::size_t step = failing - std::min<std::size_t>(failing, 4); step < end; ++step) {
    const Edit& edit = edits[step];
    if (step == failing) {
      const std::shared_ptr<const World> seen = writer.shared.read();
      has_failed = runs_out_of_memory(k, [&] { edit.of_shared(writer.shared); });
      REQUIRE(writer.shared.read() == seen);
      if (has_failed && is_left_out) {
        writer.shared.publish();
        writer.wanted = std::make_shared<const World>(writer.edited);
        REQUIRE(are_alike(*writer.shared.read(), *writer.wanted));
        continue;
      }
      if (has_failed) edit.of_shared(writer.shared);
    } else {
      edit.of_shared(writer.shared);
    }
    writer.note(edit, step);
    if (Writer::publishes(step)) writer.shared.publish();
    REQUIRE(are_alike(*writer.shared.read(), *writer.wanted));
  }
  writer.shared.publish();
  REQUIRE(are_alike(*writer.shared.read(), writer.edited));
  if (k % 8 < 2) REQUIRE(WorldState(*writer.shared.read()) == WorldState(writer.edited));
  return has_failed;
}

TEST_CASE("Out of memory: an edit of a SharedWorld is as if it had not been made") {
  Random random = random_generators("shared world memory")[0];
  World first = make_first(random);
  const std::vector<Edit> edits = make_edits(random);
  // A small share lets fewer allocations of each edit fail, others for each.
  const std::size_t stride = std::min<std::size_t>(query_stride(), 7);
  std::size_t failed = 0;
  for (std::size_t failing = 0; failing < edits.size(); ++failing) {
    std::size_t k = failing % stride;
    while (check_shared(first, edits, failing, k)) {
      ++failed;
      for (std::size_t i = 0; i < stride; ++i) k = next_failure(k);
    }
    if (failing >= 4) edits[failing - 4].of_world(first);
  }
  CHECK(failed > 400 / stride);
}

TEST_CASE("Out of memory: publish() of a SharedWorld publishes nothing, and may be called again") {
  Random random = random_generators("shared world memory")[0];
  const World first = make_first(random);
  const std::vector<Edit> edits = make_edits(random);
  for (const bool is_spoilt : {false, true}) {
    std::size_t k = 0;
    for (bool fails = true; fails; k = next_failure(k)) {
      SharedWorld shared(first);
      World edited = first;
      for (std::size_t i = 0; i < 10; ++i) {
        edits[i].of_world(edited);
        edits[i].of_shared(shared);
        if (i == 4) shared.publish();
      }
      // The draft must then be rebuilt.
      if (is_spoilt) {
        REQUIRE(runs_out_of_memory(20, [&] { shared.set({0, 3, kWidth, 4}, TileState::blocked); }));
      }
      const std::shared_ptr<const World> seen = shared.read();
      fails = runs_out_of_memory(k, [&] { shared.publish(); });
      if (fails) {
        REQUIRE(shared.read() == seen);
        shared.publish();
      }
      REQUIRE(WorldState(*shared.read()) == WorldState(edited));
    }
    CHECK(k > (is_spoilt ? 20 : 1));
  }
  for (std::size_t k = 0; runs_out_of_memory(k, [&] { (void)SharedWorld(first); }); ++k) {
  }
}

// These need memory for themselves, more than for the world.
TEST_CASE("Out of memory: an edit that a SharedWorld cannot keep is not made") {
  const World first(Grid(kWidth, kHeight, TileState::walkable));
  for (const std::size_t k : {0U, 1U}) {
    SharedWorld shared(first);
    World edited = first;
    std::size_t failed = 0;
    shared.set_class({0, 0, 1, 1}, 7);
    edited.set_class({0, 0, 1, 1}, 7);
    for (int i = 1; i < kWidth * kHeight; ++i) {
      const int x = i % kWidth;
      const int y = i / kWidth;
      const TileRect tiles{x, y, x + 1, y + 1};
      if (runs_out_of_memory(k, [&] { shared.set_class(tiles, 3); })) {
        ++failed;
      } else {
        edited.set_class(tiles, 3);
      }
    }
    shared.publish();
    const std::shared_ptr<const World> world = shared.read();
    REQUIRE(world->revision() == edited.revision());
    for (TileId id = 0; id < world->grid().tile_count(); ++id) {
      REQUIRE(world->grid().terrain_class(id) == edited.grid().terrain_class(id));
    }
    CHECK(failed > 2);
  }
}

TEST_CASE("Out of memory: refresh_landmarks() of a SharedWorld counts what its edits left") {
  World first(Grid(kWidth, kHeight, TileState::walkable));
  first.keep_landmarks(3);
  for (std::size_t k = 0;; ++k) {
    SharedWorld shared(first);
    shared.set({3, 3, 4, 9}, TileState::blocked);
    (void)runs_out_of_memory(k + 5, [&] { shared.set({6, 0, 7, 9}, TileState::blocked); });
    World edited = first;
    edited.set({3, 3, 4, 9}, TileState::blocked);
    std::size_t left = 0;
    const bool fails = runs_out_of_memory(k, [&] { left = shared.refresh_landmarks(1); });
    if (fails) left = shared.refresh_landmarks(1);
    REQUIRE(left == edited.refresh_landmarks(1));
    shared.publish();
    if (!fails) break;
  }
}

}  // namespace
}  // namespace taut::test
