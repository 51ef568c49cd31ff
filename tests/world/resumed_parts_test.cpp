// Saves of crowds, queues and followers in states that are rare, and what calls on them then
// allocate.
#include <taut/save.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/field.hpp>
#include <taut/queue.hpp>
#include <taut/shared_world.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/crowd_judge.hpp"
#include "support/crowds.hpp"
#include "support/link_worlds.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

template <class Part>
Part read_value(Loaded<Part> loaded) {
  INFO(loaded.error.message());
  REQUIRE(loaded);
  return std::move(*loaded.value);
}

std::uint64_t hash_of_crowd(const Crowd& crowd) {
  Hash hash;
  add_crowd(hash, crowd);
  return hash.value();
}

// Three halls with walls between, links from each to the next, and landmarks: so there is a search
// for each leg between links.
World make_halls(Random& random) {
  constexpr int kSide = 120;
  Grid grid(kSide, kSide, TileState::walkable);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const bool is_near_wall = x % 40 <= 3 || x % 40 >= 37;
      const bool is_wall = x == 40 || x == 80;
      if (is_wall || (!is_near_wall && random.chance(12))) grid.set(Tile{x, y}, TileState::blocked);
    }
  }
  World world(std::move(grid));
  world.keep_landmarks(8);
  for (int i = 0; i < 4; ++i) {
    const auto at = static_cast<float>(i);
    world.link(LinkEnd{{38.5F, 10.5F + 30.0F * at}}, LinkEnd{{42.5F, 100.5F - 25.0F * at}},
               {.cost = 1.0});
    world.link(LinkEnd{{78.5F, 20.5F + 25.0F * at}}, LinkEnd{{82.5F, 5.5F + 30.0F * at}},
               {.cost = 1.0});
  }
  return world;
}

Request across_halls(Random& random) {
  const auto place = [&] { return 1.5F + static_cast<float>(random.between(0, 114)); };
  return {{2.5F, place()}, {117.5F, place()}, {}};
}

int count_calls(FindQueue& queue) {
  int calls = 1;
  while (queue.advance()) ++calls;
  return calls;
}

}  // namespace

TEST_CASE("save: what a finder knows of legs between links does not change when it answers") {
  Random random = random_generators("resumed legs")[0];
  const World world = make_halls(random);
  FindQueue queue(world);
  for (int query = 0; query < 40; ++query) {
    INFO("query " << query);
    const Request request = across_halls(random);
    const FindTicket ticket = queue.submit(request);
    // From the beginning of a query, and from its middle.
    for (int i = 0; i < query % 3; ++i) (void)queue.advance();
    FindQueue loaded = read_value(read_queue(save(queue), "game", world));
    REQUIRE(count_calls(loaded) == count_calls(queue));
    REQUIRE(queue.find_answer(ticket)->expanded == loaded.find_answer(ticket)->expanded);
    REQUIRE(queue.find_answer(ticket)->length == loaded.find_answer(ticket)->length);
    queue.release(ticket);
  }
}

TEST_CASE("save: a crowd that knows legs between links goes on in the same ticks") {
  Random random = random_generators("resumed legs of a crowd")[0];
  World world = make_halls(random);
  const Agent agent = Agent::disc(0.3);
  Crowd crowd(world, {.expansions = 32});
  std::vector<UnitId> units;
  for (int i = 0; i < 20; ++i) {
    if (const auto unit = crowd.add(agent, {2.5F, 5.5F + 5.0F * static_cast<float>(i)})) {
      units.push_back(*unit);
    }
  }
  REQUIRE(units.size() > 10);
  for (const UnitId unit : units) crowd.order(unit, across_halls(random).goal);
  while (crowd.searches_waiting() > 0) crowd.advance(kTick);
  const std::vector<std::byte> bytes = save(world, crowd);
  World other = read_value(read_save(bytes, "game"));
  Crowd loaded = read_value(read_crowd(bytes, "game", other));
  for (const UnitId unit : units) {
    const Point goal = across_halls(random).goal;
    crowd.order(unit, goal);
    loaded.order(unit, goal);
  }
  for (int tick = 0; tick < 300; ++tick) {
    crowd.advance(kTick);
    loaded.advance(kTick);
    INFO("tick " << tick);
    REQUIRE(crowd.searches_waiting() == loaded.searches_waiting());
    REQUIRE(hash_of_crowd(crowd) == hash_of_crowd(loaded));
  }
}

TEST_CASE("save: orders along fields of any published world stay") {
  for (const int order : {0, 1, 2}) {
    INFO("order " << order);
    SharedWorld shared(World(Grid(40, 40, TileState::walkable)));
    shared.prepare(kDisc);
    shared.publish();
    Crowd crowd(shared);
    const UnitId unit = *crowd.add(kDisc, {3.5F, 3.5F});
    crowd.advance(kTick);
    const auto field = std::make_shared<WorldField>(kDisc);
    field->set_goals(std::array{FieldGoal{{35.5F, 35.5F}, 0.0}});
    FieldScratch scratch;
    const auto edit = [&] {
      shared.set(TileRect{38, 0, 39, 1}, TileState::blocked);
      shared.publish();
    };
    const auto send = [&] { REQUIRE(crowd.order(std::array{unit}, field) == 1); };
    const auto update = [&] { REQUIRE(field->update(shared.read(), scratch)); };
    if (order == 0) {  // a field of a later world than the last tick's
      edit();
      update();
      send();
    } else if (order == 1) {  // of an earlier one
      update();
      edit();
      crowd.advance(kTick);
      send();
    } else {  // published before the first tick
      update();
      send();
      edit();
    }
    const std::vector<std::byte> bytes = save(*shared.read(), crowd);
    const SharedWorld other(read_value(read_save(bytes, "game")));
    Crowd loaded = read_value(read_crowd(bytes, "game", other));
    for (int tick = 0; tick < 40; ++tick) {
      crowd.advance(kTick);
      loaded.advance(kTick);
    }
    CHECK(crowd.place(unit).x > 4.5F);
    CHECK(loaded.place(unit) == crowd.place(unit));
    CHECK(loaded.state(unit) == crowd.state(unit));
  }
}

TEST_CASE("save: a query past units on a SharedWorld is on the newest world") {
  SharedWorld shared(World(Grid(30, 30, TileState::walkable)));
  shared.prepare(kDisc);
  shared.publish();
  Crowd crowd(shared);
  REQUIRE(crowd.add(kDisc, {15.5F, 15.5F}));
  crowd.advance(kTick);
  shared.set(TileRect{10, 5, 11, 25}, TileState::blocked);
  shared.publish();
  const std::vector<std::byte> bytes = save(*shared.read(), crowd);
  const SharedWorld other(read_value(read_save(bytes, "game")));
  Crowd loaded = read_value(read_crowd(bytes, "game", other));
  FindOptions options;
  options.agent = kDisc;
  const FoundPath path = crowd.find_around({5.5F, 15.5F}, {25.5F, 15.5F}, options);
  REQUIRE(path);
  CHECK(path.revision == shared.read()->revision());
  const std::vector<DiscTurn> turns(path.turns.begin(), path.turns.end());
  CHECK(has_clearance(shared.read()->grid().bits(), turns, path.agent.radius));
  const FoundPath same = loaded.find_around({5.5F, 15.5F}, {25.5F, 15.5F}, options);
  CHECK(same.length == path.length);
}

TEST_CASE("save: no room of a search in a space that an assignment has taken") {
  const Agent agent = Agent::disc(0.4, 1);
  World world(Grid(16, 8, TileState::walkable));
  World plain = world;
  Ground walls;
  walls.set(1, kBlockedTerrain);
  world.set_ground(1, walls);
  plain.set_ground(1, Ground());
  world.prepare(agent);
  plain.prepare(agent);
  Crowd crowd(world);
  const UnitId unit = *crowd.add(agent, {2.5F, 2.5F});
  for (const Point& goal : {Point{12.5F, 2.5F}, Point{2.5F, 6.5F}}) {
    REQUIRE(crowd.order(unit, goal));
    for (int tick = 0; tick < 20; ++tick) crowd.advance(kTick);
    world = plain;
  }
  const std::vector<std::byte> bytes = save(crowd);
  const Crowd loaded = read_value(read_crowd(bytes, "game", world));
  CHECK(save(loaded) == bytes);
}

TEST_CASE("FindQueue: a submit() that runs out of memory adds nothing") {
  const World world(Grid(20, 20, TileState::walkable));
  const Request request{{1.5F, 1.5F}, {9.5F, 9.5F}, {}};
  for (std::size_t before = 0; before < 6; ++before) {
    INFO("after " << before << " allocations");
    FindQueue queue(world);
    const auto submit = [&] { (void)queue.submit(request); };
    std::size_t added = runs_out_of_memory(before, submit) ? 0 : 1;
    added += runs_out_of_memory(0, submit) ? 0 : 1;
    CHECK(queue.waiting() == added);
    submit();
    CHECK(queue.waiting() == added + 1);
    while (queue.advance()) {
    }
    CHECK(read_queue(save(queue), "game", world));
  }
}

TEST_CASE("FindQueue: after a load, too, release() does not allocate and submit() is whole") {
  const World world(Grid(20, 20, TileState::walkable));
  FindQueue queue(world);
  std::vector<FindTicket> tickets;
  for (int i = 0; i < 40; ++i) {
    tickets.push_back(queue.submit({{1.5F, 1.5F}, {10.5F, 10.5F}, {}}));
  }
  for (int i = 0; i < 40; i += 3) queue.release(tickets[static_cast<std::size_t>(i)]);
  FindQueue loaded = read_value(read_queue(save(queue), "game", world));
  CHECK(loaded.waiting() == queue.waiting());
  CHECK(save(loaded) == save(queue));
  {
    const AllocationCounter counter;
    for (const FindTicket& ticket : tickets) loaded.release(ticket);
    CHECK(counter.count() == 0);
  }
  CHECK(loaded.waiting() == 0);
  const auto submit = [&] { (void)loaded.submit({{1.5F, 1.5F}, {10.5F, 10.5F}, {}}); };
  const bool has_failed = runs_out_of_memory(0, submit);
  CHECK(loaded.waiting() == (has_failed ? 0 : 1));
  CHECK(read_queue(save(loaded), "game", world));
}

TEST_CASE("FindQueue: requests that are released and submitted again are answered in their order") {
  const World world(Grid(20, 20, TileState::walkable));
  FindQueue queue(world);
  const Request request{{1.5F, 1.5F}, {10.5F, 10.5F}, {}};
  std::vector<FindTicket> tickets;
  for (int i = 0; i < 50; ++i) tickets.push_back(queue.submit(request, i % 3));
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = 0; i < tickets.size(); ++i) {
      queue.release(tickets[i]);
      tickets[i] = queue.submit(request, static_cast<int>(i % 3));
    }
  }
  CHECK(queue.waiting() == tickets.size());
  FindQueue loaded = read_value(read_queue(save(queue), "game", world));
  while (queue.waiting() > 0) {
    (void)queue.advance();
    (void)loaded.advance();
    for (const FindTicket& ticket : tickets) {
      REQUIRE((queue.find_answer(ticket) == nullptr) == (loaded.find_answer(ticket) == nullptr));
    }
  }
  for (const FindTicket& ticket : tickets) CHECK(queue.find_answer(ticket) != nullptr);
}

TEST_CASE("PathFollower: copies, and those that were loaded, do not allocate while they walk") {
  World world(Grid(60, 20, TileState::walkable));
  world.set(TileRect{20, 0, 21, 20}, TileState::blocked);
  for (int i = 0; i < 6; ++i) {
    const int low = i % 2 * 2;
    world.set(TileRect{24 + 4 * i, low, 25 + 4 * i, low + 18}, TileState::blocked);
  }
  world.link(LinkEnd{{5.5F, 5.5F}}, LinkEnd{{22.5F, 5.5F}});
  Finder finder(world);
  PathFollower first;
  REQUIRE(first.set(world, finder.find({2.5F, 5.5F}, {55.5F, 5.5F})) == FollowStatus::on_path);
  PathFollower assigned;
  assigned = first;
  PathFollower copy = first;
  PathFollower loaded = read_value(read_follower(save(first), "game", world));
  for (PathFollower* const one : {&first, &copy, &assigned, &loaded}) {
    REQUIRE(one->move(world, {5.5F, 5.5F}) == FollowStatus::at_link);
    const AllocationCounter counter;
    CHECK(one->pass_link(world) == FollowStatus::on_path);
    // A leg is added for each move around a corner.
    for (const float y : {7.0F, 8.5F, 10.0F}) (void)one->move_goal(world, {55.5F, y});
    CHECK(counter.count() == 0);
  }
}

}  // namespace taut::test
