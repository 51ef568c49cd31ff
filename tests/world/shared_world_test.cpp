// SharedWorld: edits while others search; copies of worlds.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/finder.hpp>
#include <taut/queue.hpp>
#include <taut/shared_world.hpp>

#include "support/catch.hpp"
#include "support/lattice.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

constexpr std::array<Agent, 5> kSharedAgents{Agent{}, Agent::disc(0.25), Agent::disc(0.9),
                                             Agent::square(0.5), Agent::square(0.75)};

struct Edit {
  TileRect tiles;
  TileState state;
};

Edit make_edit(Random& random, int width, int height) {
  return {random_rect(random, width, height),
          random.chance(50) ? TileState::blocked : TileState::walkable};
}

struct Question {
  Point start{0.0F, 0.0F};
  Point goal{0.0F, 0.0F};
  FindOptions options;
};

Question make_question(Random& random, const Grid& grid) {
  return {to_map_point(random_place(random, grid)),
          to_map_point(random_place(random, grid)),
          {kSharedAgents[random.below(kSharedAgents.size())],
           random.chance(70) ? Method::optimal : Method::fast}};
}

// An answer, bit for bit.
struct Answer {
  Status status;
  Reason reason;
  double length;
  std::vector<Point> points;

  explicit Answer(const FoundPath& found)
      : status(found.status),
        reason(found.reason),
        length(found.length),
        points(found.points.begin(), found.points.end()) {}
  friend bool operator==(const Answer&, const Answer&) = default;
};

// Whether two worlds answer alike, bit for bit.
bool are_alike(const World& a, const World& b, Random& random) {
  if (a.revision() != b.revision() || a.grid().bits() != b.grid().bits()) return false;
  if (a.mesh().revision() != b.mesh().revision()) return false;
  Finder queries_a(a);
  Finder queries_b(b);
  for (int i = 0; i < 6; ++i) {
    const Question q = make_question(random, a.grid());
    const Answer answer(queries_a.find(q.start, q.goal, q.options));
    if (answer != Answer(queries_b.find(q.start, q.goal, q.options))) return false;
  }
  return true;
}

TEST_CASE("World: a copy is a world of its own, and the same edits make the same of both") {
  for (Random& random : random_generators("world copies")) {
    for (std::size_t i = 0; i < random_count(60, 1000); ++i) {
      World world = make_world(make_random_map(random, 24), kSharedAgents);
      const int width = world.grid().width();
      const int height = world.grid().height();
      std::optional<World> copy(world);
      const World before = world;
      for (int edit = 0; edit < 10; ++edit) {
        const Edit e = make_edit(random, width, height);
        world.set(e.tiles, e.state);
        copy->set(e.tiles, e.state);
      }
      REQUIRE(are_alike(world, *copy, random));
      CHECK(world.changes_since(before.revision())->size() ==
            copy->changes_since(before.revision())->size());
      // The copy has no part of the world's.
      copy->set({0, 0, width, height}, TileState::blocked);
      CHECK(copy->grid().walkable_count() == 0);
      copy.reset();
      REQUIRE(are_alike(world, World(world), random));
      const World moved = std::move(world);
      CHECK(moved.is_prepared(Agent::square(0.75)));
      World assigned(Grid(1, 1, TileState::walkable));
      assigned = before;
      REQUIRE(are_alike(assigned, before, random));
    }
  }
}

TEST_CASE("World: a batch of rectangles is one edit for each") {
  for (Random& random : random_generators("world batches")) {
    World one = make_world(make_random_map(random, 20), kSharedAgents);
    World other = one;
    std::vector<TileRect> rectangles;
    for (int i = 0; i < 8; ++i) rectangles.push_back(random_rect(random, 20, 20));
    one.set(rectangles, TileState::blocked);
    for (const TileRect& tiles : rectangles) other.set(tiles, TileState::blocked);
    CHECK(are_alike(one, other, random));
    one.set(std::vector<TileRect>{}, TileState::walkable);
    CHECK(one.revision() == other.revision());
  }
}

TEST_CASE("SharedWorld: readers see edits once they are published, and keep what they have") {
  SharedWorld shared(make_world(Grid(20, 20, TileState::walkable), kSharedAgents));
  const std::shared_ptr<const World> first = shared.read();
  CHECK(first == shared.read());
  shared.publish();  // nothing to publish
  CHECK(first == shared.read());

  shared.set({5, 5, 8, 8}, TileState::blocked);
  shared.set(Tile{1, 1}, TileState::blocked);
  shared.set(Tile{-1, 40}, TileState::blocked);
  shared.set(std::vector<TileRect>{{0, 19, 1, 20}, {19, 0, 20, 1}}, TileState::blocked);
  shared.set_class({10, 10, 12, 12}, 4);
  Ground ground;
  ground.set(4, 3.0F);
  shared.set_ground(1, ground);
  shared.prepare(Agent::square(1.25));
  CHECK(first == shared.read());
  CHECK(first->grid().walkable_count() == 400);
  shared.publish();
  const std::shared_ptr<const World> second = shared.read();
  CHECK(second->grid().walkable_count() == 400 - 12);
  CHECK(second->revision() == 6);
  CHECK(second->has_costs(1));
  CHECK_FALSE(first->has_costs(1));
  CHECK(second->grid().terrain_class(10 * 20 + 11) == 4);
  CHECK_FALSE(first->grid().has_classes());
  CHECK(second->is_prepared(Agent::square(1.25)));
  CHECK(first->grid().walkable_count() == 400);
  CHECK_FALSE(first->is_prepared(Agent::square(1.25)));

  // What World refuses is not kept either.
  CHECK_THROWS_AS(shared.set_ground(0, ground), std::invalid_argument);
  CHECK_THROWS_AS(shared.prepare(Agent::point(2)), std::invalid_argument);
  CHECK_THROWS_AS(shared.prepare(Agent::disc(-1.0)), std::invalid_argument);
  CHECK_THROWS_AS(shared.prepare(Agent::square(std::nan(""))), std::invalid_argument);
  CHECK_THROWS_AS(shared.prepare(Agent::square(1e9)), std::invalid_argument);
  for (int i = 0; i < 4; ++i) {
    constexpr int kFar = std::numeric_limits<int>::max();
    shared.set({8, 8, 3, 3}, TileState::blocked);
    shared.set({-kFar, -kFar, -1, kFar}, TileState::blocked);
    shared.publish();
    CHECK(shared.read()->grid().walkable_count() == 400 - 12);
  }
}

TEST_CASE("SharedWorld: a copy that a reader holds does not hold up the writer") {
  SharedWorld shared(World(Grid(8, 8, TileState::walkable)));
  auto flip = [&, state = TileState::walkable]() mutable {
    state = state == TileState::walkable ? TileState::blocked : TileState::walkable;
    shared.set({2, 2, 4, 4}, state);
    shared.publish();
  };
  CHECK(shared.copy_count() == 2);
  for (int i = 0; i < 10; ++i) flip();
  CHECK(shared.copy_count() == 2);

  // One that is held costs one more copy, once.
  std::shared_ptr<const World> held = shared.read();
  const std::uint64_t revision = held->revision();
  for (int i = 0; i < 10; ++i) flip();
  CHECK(shared.copy_count() == 3);
  CHECK(held->revision() == revision);
  CHECK(held->grid().walkable_count() == 64);

  // So does each of several.
  std::vector<std::shared_ptr<const World>> many;
  for (int i = 0; i < 5; ++i) {
    many.push_back(shared.read());
    flip();
  }
  CHECK(shared.copy_count() <= 8);
  many.clear();
  held.reset();

  // What lags far behind is given up, but for those who hold it.
  held = shared.read();
  for (std::size_t i = 0; i < 2 * SharedWorld::kKeptEdits; ++i) flip();
  CHECK(shared.copy_count() == 3);  // one is kept up to date
  CHECK(held->grid().walkable_count() == 60);
  // A batch of more edits than are kept.
  for (std::size_t i = 0; i < 2 * SharedWorld::kKeptEdits + 1; ++i) {
    shared.set(Tile{7, 7}, i % 2 == 0 ? TileState::blocked : TileState::walkable);
  }
  shared.publish();
  flip();
  CHECK_FALSE(shared.read()->grid().is_walkable(7, 7));
}

TEST_CASE("SharedWorld: a copy is given up that lacks one edit more than are kept") {
  SharedWorld shared(World(Grid(8, 8, TileState::walkable)));
  auto edit = [&, is_blocked = false]() mutable {
    is_blocked = !is_blocked;
    shared.set(Tile{3, 3}, is_blocked ? TileState::blocked : TileState::walkable);
    shared.publish();
  };
  edit();
  std::shared_ptr<const World> held = shared.read();
  const World* const first = held.get();
  for (std::size_t i = 1; i < SharedWorld::kKeptEdits; ++i) edit();
  const std::shared_ptr<const World> before = shared.read();
  edit();
  CHECK(shared.copy_count() == 3);

  // The others are held: it gets all edits that it lacks.
  held = shared.read();
  edit();
  CHECK(shared.read().get() == first);
  CHECK(shared.read()->revision() == SharedWorld::kKeptEdits + 2);
  CHECK(shared.copy_count() == 3);

  for (std::size_t i = 2; i < SharedWorld::kKeptEdits; ++i) edit();
  CHECK(shared.copy_count() == 4);
  edit();
  CHECK(shared.copy_count() == 3);
  edit();
  CHECK(shared.copy_count() == 2);
}

// Readers that hold worlds for long: given back, a copy is brought up to date by edits, and none is
// made beside those reserved.
TEST_CASE("SharedWorld: copies that are reserved are enough, and catch up") {
  constexpr std::size_t kReaders = 4;
  for (Random& random : random_generators("reserve")) {
    SharedWorld shared(make_world(make_cave_map(random, 20, 20), kSharedAgents));
    shared.reserve(kReaders);
    REQUIRE(shared.copy_count() == kReaders + 2);
    shared.reserve(1);
    CHECK(shared.copy_count() == kReaders + 2);
    CHECK(shared.catch_up(100) == 0);
    World expected(*shared.read());
    std::vector<std::shared_ptr<const World>> held(kReaders);
    for (std::size_t i = random_count(300, 3000); i > 0; --i) {
      const Edit edit = make_edit(random, 20, 20);
      shared.set(edit.tiles, edit.state);
      expected.set(edit.tiles, edit.state);
      if (random.chance(70)) shared.publish();
      if (random.chance(20)) held[random.below(kReaders)] = shared.read();
      if (random.chance(10)) held[random.below(kReaders)].reset();
      if (random.chance(10)) {
        const std::size_t lacking = shared.catch_up(0);
        const std::size_t some = random.below(20);
        CHECK(shared.catch_up(some) == lacking - std::min(lacking, some));
      }
      CHECK(shared.copy_count() == kReaders + 2);
    }
    held.assign(kReaders, nullptr);
    shared.publish();
    (void)shared.catch_up(1'000'000);
    CHECK(shared.catch_up(0) == 0);
    // All copies, one after the other.
    for (std::size_t i = 0; i < kReaders + 2; ++i) {
      REQUIRE(are_alike(*shared.read(), expected, random));
      const Edit edit = make_edit(random, 20, 20);
      held.push_back(shared.read());
      shared.set(edit.tiles, edit.state);
      expected.set(edit.tiles, edit.state);
      shared.publish();
    }
  }
}

TEST_CASE("SharedWorld: a free copy lacks fewer edits with each edit") {
  SharedWorld shared(World(Grid(16, 16, TileState::walkable)));
  std::shared_ptr<const World> held = shared.read();
  const auto edit = [&](int i) {
    shared.set(Tile{i % 16, i / 16 % 16},
               i / 256 % 2 == 0 ? TileState::blocked : TileState::walkable);
    shared.publish();
  };
  for (int i = 0; i < 100; ++i) edit(i);
  CHECK(shared.copy_count() == 3);
  held.reset();
  const std::size_t lacking = shared.catch_up(0);
  CHECK(lacking >= 100);
  for (int i = 100; i < 120; ++i) edit(i);
  CHECK(shared.catch_up(0) <= lacking - 10);
  for (int i = 120; i < 240; ++i) edit(i);
  CHECK(shared.catch_up(0) <= 4);
}

TEST_CASE("Finder: it lets go of the world of a SharedWorld when told, a queue by itself") {
  SharedWorld shared(World(Grid(16, 16, TileState::walkable)));
  Finder finder(shared);
  FindQueue queue(shared);
  const auto edit = [&](int i) {
    shared.set(Tile{i, 3}, TileState::blocked);
    shared.publish();
  };
  const FoundPath found = finder.find({0.5F, 0.5F}, {9.5F, 9.5F});
  finder.release();
  CHECK(found.is_valid());
  CHECK(found.points.size() == 2);
  CHECK(finder.space() == nullptr);
  CHECK(finder.extract_corridor({}).status == Status::invalid_input);
  const FindTicket ticket = queue.submit({{0.5F, 0.5F}, {9.5F, 9.5F}, {}});
  (void)queue.run(std::chrono::seconds(10));
  REQUIRE(queue.find_answer(ticket) != nullptr);
  for (int i = 0; i < 10; ++i) edit(i);
  CHECK(shared.copy_count() == 2);
  CHECK(finder.find({0.5F, 0.5F}, {9.5F, 9.5F}).revision == 10);
  for (int i = 10; i < 14; ++i) edit(i);
  CHECK(shared.copy_count() == 3);  // it holds one again
  const World still(Grid(4, 4, TileState::walkable));
  Finder of_one(still);
  of_one.release();
  CHECK(&of_one.world() == &still);
  CHECK(of_one.find({0.5F, 0.5F}, {3.5F, 3.5F}));
}

TEST_CASE("FindQueue: it lets go of a shared world when its last request is released") {
  SharedWorld shared(World(Grid(16, 16, TileState::walkable)));
  FindQueue queue(shared);
  queue.set_slice(1);
  const FindTicket ticket = queue.submit({{0.5F, 0.5F}, {15.5F, 12.5F}, {}});
  shared.set(TileRect{3, 0, 4, 15}, TileState::blocked);
  shared.publish();
  REQUIRE(queue.advance());
  queue.release(ticket);
  for (int i = 0; i < 10; ++i) {
    shared.set(Tile{i, 15}, TileState::blocked);
    shared.publish();
  }
  CHECK(shared.copy_count() == 2);
}

TEST_CASE("SharedWorld: readers may outlive it") {
  std::shared_ptr<const World> world;
  {
    SharedWorld shared(make_world(Grid(9, 9, TileState::walkable), kSharedAgents));
    shared.set({4, 0, 5, 8}, TileState::blocked);
    shared.publish();
    world = shared.read();
  }
  Finder finder(world);
  CHECK(finder.find({0.5F, 0.5F}, {8.5F, 0.5F}));
}

TEST_CASE("Finder: of a SharedWorld it queries the newest world, or the one that it is given") {
  SharedWorld shared(World(Grid(9, 9, TileState::walkable)));
  Finder newest(shared);
  Finder given(shared.read());
  const Point from{0.5F, 0.5F};
  const Point to{8.5F, 0.5F};
  CHECK(newest.find(from, to).length == 8.0);
  shared.set({4, 0, 5, 8}, TileState::blocked);
  CHECK(newest.find(from, to).length == 8.0);
  shared.publish();
  CHECK(newest.find(from, to).length > 8.0);
  CHECK(newest.world().revision() == 1);
  CHECK(given.find(from, to).length == 8.0);
  CHECK(given.world().revision() == 0);
  given.use(shared.read());
  CHECK(given.find(from, to).length > 8.0);
  // Copies that were edited apart, at one revision.
  World other(*shared.read());
  World another(other);
  for (int x = 0; x < 9; x += 2) another.set({x, 0, x + 1, 4}, TileState::blocked);
  for (int x = 0; x < 5; ++x) other.set(Tile{0, 8 - x}, TileState::walkable);
  for (int x = 0; x < 5; ++x) other.set(Tile{x, 0}, TileState::blocked);
  REQUIRE(other.revision() == another.revision());
  given.use(std::make_shared<const World>(other));
  CHECK(given.find(from, to).status == Status::invalid_input);
  given.use(std::make_shared<const World>(another));
  CHECK(given.find({0.5F, 5.5F}, {8.5F, 5.5F}).status == Status::ok);
  newest.use(shared.read());
  shared.set({4, 0, 5, 8}, TileState::walkable);
  shared.publish();
  CHECK(newest.find(from, to).length > 8.0);
}

TEST_CASE("Finder: no world is refused, and the finder keeps the one that it has") {
  const std::shared_ptr<const World> none;
  CHECK_THROWS_AS(Finder(none), std::invalid_argument);
  Finder finder(std::make_shared<const World>(Grid(9, 9, TileState::walkable)));
  CHECK_THROWS_AS(finder.use(none), std::invalid_argument);
  CHECK(finder.find({0.5F, 0.5F}, {8.5F, 0.5F}).length == 8.0);
}

// What a reader queried, of which revision, and what it was told.
struct Record {
  std::uint64_t revision;
  Question question;
  Answer answer;
};

// Queries until the writer is done, at times of a world that it holds for long.
void read_under_load(const SharedWorld& shared, Random random, const std::atomic<bool>& is_done,
                     std::vector<Record>& records) {
  Finder newest(shared);
  Finder holding(shared.read());
  std::size_t requested = 0;
  for (std::size_t i = 0; !is_done || requested < 50; ++i) {
    Finder& finder = i % 4 == 0 ? holding : newest;
    if (i % 64 == 0) holding.use(shared.read());
    const Question q = make_question(random, finder.world().grid());
    const Answer answer(finder.find(q.start, q.goal, q.options));
    ++requested;
    if (records.size() < 4000) records.push_back({finder.world().revision(), q, answer});
  }
}

TEST_CASE("SharedWorld: under load each answer is that of its revision") {
  constexpr std::size_t kReaders = 3;
  Random random = random_generators("shared world")[1];
  const World first = make_world(make_room_map(random, 40, 40), kSharedAgents);
  SharedWorld shared(first);
  std::atomic<bool> is_done{false};
  std::array<std::vector<Record>, kReaders> records;
  std::vector<std::thread> readers;
  for (std::size_t i = 0; i < kReaders; ++i) {
    readers.emplace_back([&, i, seed = static_cast<std::uint32_t>(random.below(1 << 20))] {
      read_under_load(shared, Random(seed), is_done, records[i]);
    });
  }
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < random_count(600, 6000); ++i) {
    edits.push_back(make_edit(random, 40, 40));
    shared.set(edits.back().tiles, edits.back().state);
    if (random.chance(60)) shared.publish();
    if (random.chance(30)) std::this_thread::yield();
  }
  shared.publish();
  is_done = true;
  for (std::thread& reader : readers) reader.join();

  // The same edits once more, alone.
  std::multimap<std::uint64_t, const Record*> by_revision;
  for (const auto& list : records) {
    for (const Record& record : list) by_revision.emplace(record.revision, &record);
  }
  World world = first;
  Finder finder(world);
  std::size_t compared = 0;
  const auto compare = [&] {
    const auto [begin, end] = by_revision.equal_range(world.revision());
    for (auto it = begin; it != end; ++it) {
      const Question& q = it->second->question;
      REQUIRE(it->second->answer == Answer(finder.find(q.start, q.goal, q.options)));
      ++compared;
    }
    by_revision.erase(begin, end);
  };
  compare();
  for (const Edit& edit : edits) {
    world.set(edit.tiles, edit.state);
    compare();
  }
  CHECK(by_revision.empty());
  CHECK(compared >= kReaders * 50);
  CHECK(shared.copy_count() <= 2 + 2 * kReaders);
}

}  // namespace
}  // namespace taut::test
