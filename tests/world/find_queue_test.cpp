// FindQueue: order, answers, budgets.
#include <taut/follower.hpp>
#include <taut/queue.hpp>
#include <taut/shared_world.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

using std::chrono::microseconds;

// Prepared for the agents of random_request(): a point and a disc, on patches that cost 3 too.
World make_patches(Random& random, Grid grid) {
  for (int i = 0; i < 4; ++i) grid.set_class(random_rect(random, grid.width(), grid.height()), 1);
  World world(std::move(grid));
  Ground ground;
  ground.set(1, 3.0F);
  world.set_ground(kGround, ground);
  world.prepare(Agent::disc(0.9));
  world.prepare(Agent::disc(0.3, kGround));
  world.prepare(Agent::point(kGround));
  return world;
}

Request random_request(Random& random, const Grid& grid) {
  Request request{
      to_map_point(random_place(random, grid)), to_map_point(random_place(random, grid)), {}};
  if (random.chance(30)) request.options.agent = Agent::disc(random.chance(50) ? 0.3 : 0.9);
  if (random.chance(30)) {
    request.options.agent = random.chance(30) ? Agent::disc(0.3, kGround) : Agent::point(kGround);
  }
  if (random.chance(30)) request.options.method = Method::fast;
  return request;
}

void require_equal(const OwnedPath& path, const FoundPath& wanted) {
  REQUIRE(path.status == wanted.status);
  REQUIRE(path.reason == wanted.reason);
  REQUIRE(path.length == wanted.length);
  REQUIRE(path.cost == wanted.cost);
  REQUIRE(path.expanded == wanted.expanded);
  REQUIRE(std::equal(path.points.begin(), path.points.end(), wanted.points.begin(),
                     wanted.points.end()));
  REQUIRE(path.turns.size() == wanted.turns.size());
}

struct Submitted {
  FindTicket ticket;
  Request request;
  std::int64_t number = 0;
  int priority = 0;
};

// Requests are added while others are answered, some are released; the order is as documented.
void check_order(Random& random, std::size_t slice, std::uint64_t lead) {
  const World world = make_patches(random, make_random_map(random, 20));
  FindQueue queue(world);
  queue.set_slice(slice);
  queue.set_lead(lead);
  Finder finder(world);
  std::vector<Submitted> open;
  std::vector<Submitted> in_hand;
  std::int64_t number = 0;
  const auto rank = [&](const Submitted& s) {
    return s.number - static_cast<std::int64_t>(lead) * s.priority;
  };
  const auto take_next = [&] {
    const auto next =
        std::min_element(open.begin(), open.end(), [&](const Submitted& a, const Submitted& b) {
          return rank(a) != rank(b) ? rank(a) < rank(b) : a.number < b.number;
        });
    in_hand.push_back(*next);
    open.erase(next);
  };
  for (int step = 0; step < 400; ++step) {
    if (step < 200 && random.chance(60)) {
      Submitted one{{}, random_request(random, world.grid()), ++number, random.between(0, 3)};
      one.ticket = queue.submit(one.request, one.priority);
      open.push_back(one);
    }
    if (!open.empty() && random.chance(5)) {
      const std::size_t i = random.below(open.size());
      queue.release(open[i].ticket);
      CHECK(queue.find_answer(open[i].ticket) == nullptr);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (in_hand.empty() && !open.empty()) take_next();
    const bool is_left = queue.advance();
    for (const Submitted& one : open) REQUIRE(queue.find_answer(one.ticket) == nullptr);
    if (!in_hand.empty()) {
      if (const OwnedPath* path = queue.find_answer(in_hand[0].ticket)) {
        const Request& request = in_hand[0].request;
        require_equal(*path, finder.find(request.start, request.goal, request.options));
        queue.release(in_hand[0].ticket);
        in_hand.clear();
      } else if (random.chance(3)) {
        queue.release(in_hand[0].ticket);
        in_hand.clear();
        REQUIRE(queue.waiting() == open.size());
        continue;
      }
    }
    REQUIRE(queue.waiting() == open.size() + in_hand.size());
    REQUIRE(is_left == (queue.waiting() > 0));
  }
}

TEST_CASE("FindQueue: first come first served within a priority, and none starves") {
  for (Random& random : random_generators("find queue")) {
    for (std::size_t i = 0; i < random_count(40, 1000); ++i) {
      const std::size_t slice = 1 + random.below(20);
      check_order(random, slice, random.below(30));
    }
  }
}

TEST_CASE("FindQueue: a request is passed by no more than lead * steps later ones") {
  const World world(Grid(8, 8, TileState::walkable));
  FindQueue queue(world);
  queue.set_slice(1000);
  queue.set_lead(5);
  const Request request{{0.5F, 0.5F}, {7.5F, 7.5F}, {}};
  const FindTicket low = queue.submit(request, 0);
  int passed = 0;
  while (queue.find_answer(low) == nullptr) {
    queue.submit(request, 3);
    queue.advance();
    ++passed;
  }
  CHECK(passed == 3 * 5);
}

TEST_CASE("FindQueue: a slice is as many expansions as it says") {
  // Patches that cost differently, so that much is expanded.
  Grid grid(40, 40, TileState::walkable);
  for (int y = 0; y < 40; ++y) {
    for (int x = y % 2; x < 40; x += 2) grid.set_class({x, y, x + 1, y + 1}, 1);
  }
  grid.set({20, 0, 21, 39}, TileState::blocked);
  Random random = random_generators("find queue slices")[0];
  const World world = make_patches(random, std::move(grid));
  FindQueue queue(world);
  queue.set_slice(10);
  queue.set_lead(1);
  const Request request{{0.5F, 0.5F}, {39.5F, 0.5F}, {Agent::point(kGround)}};
  Finder finder(world);
  const std::size_t expanded = finder.find(request.start, request.goal, request.options).expanded;
  const FindTicket ticket = queue.submit(request);
  std::size_t slices = 1;
  while (queue.advance()) ++slices;
  CHECK(expanded > 500);
  CHECK(slices == (expanded + 9) / 10);
  CHECK(queue.find_answer(ticket)->expanded == expanded);
}

TEST_CASE("FindQueue: tickets that are not good, and arguments") {
  const World world(Grid(8, 8, TileState::walkable));
  FindQueue queue(world);
  const Request request{{0.5F, 0.5F}, {7.5F, 7.5F}, {}};
  CHECK_FALSE(queue.advance());
  CHECK_FALSE(queue.run(microseconds(100)));
  CHECK(queue.find_answer({}) == nullptr);
  queue.release({});
  const FindTicket first = queue.submit(request);
  // At least one slice is run, however short the budget.
  CHECK_FALSE(queue.run(microseconds(-5)));
  REQUIRE(queue.find_answer(first) != nullptr);
  queue.release(first);
  queue.release(first);
  const FindTicket second = queue.submit(request);  // in the same place
  CHECK(second.slot == first.slot);
  queue.release(first);
  CHECK(queue.find_answer(first) == nullptr);
  CHECK_FALSE(queue.run(microseconds::max()));
  CHECK(queue.find_answer(second) != nullptr);
  CHECK(queue.find_answer({second.number, 77}) == nullptr);
  CHECK_THROWS_AS(queue.submit(request, -1), std::invalid_argument);
  CHECK_THROWS_AS(queue.submit(request, FindQueue::kMaxPriority + 1), std::invalid_argument);
  const std::size_t slice = queue.slice();
  const std::uint64_t lead = queue.lead();
  CHECK_THROWS_AS(queue.set_slice(0), std::invalid_argument);
  CHECK_THROWS_AS(queue.set_lead((std::uint64_t{1} << 32U) + 1), std::invalid_argument);
  CHECK(queue.slice() == slice);
  CHECK(queue.lead() == lead);
}

TEST_CASE("FindQueue: answers are of the world as it is") {
  for (Random& random : random_generators("find queue edits")) {
    for (std::size_t i = 0; i < random_count(20, 400); ++i) {
      World world = make_patches(random, make_random_map(random, 24));
      FindQueue queue(world);
      queue.set_slice(5);
      queue.set_lead(10);
      for (int k = 0; k < 10; ++k) {
        const Request request = random_request(random, world.grid());
        const FindTicket ticket = queue.submit(request);
        for (int slice = 0; queue.find_answer(ticket) == nullptr; ++slice) {
          if (slice < 3) {
            const TileRect tiles = random_rect(random, world.grid().width(), world.grid().height());
            world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
            if (random.chance(50)) world.set_class(tiles, random.chance(50) ? 1 : 0);
          }
          queue.advance();
        }
        Finder finder(world);
        require_equal(*queue.find_answer(ticket),
                      finder.find(request.start, request.goal, request.options));
        queue.release(ticket);
      }
    }
  }
}

TEST_CASE(
    "FindQueue: edits of a SharedWorld disturb no query, and its path is brought up to date") {
  SharedWorld shared(World(Grid(40, 40, TileState::walkable)));
  shared.set({20, 0, 21, 38}, TileState::blocked);
  shared.publish();
  const std::shared_ptr<const World> before = shared.read();
  FindQueue queue(shared);
  queue.set_slice(1);
  const FindOptions options;
  const Point start{1.5F, 1.5F};
  const Point goal{38.5F, 1.5F};
  const FindTicket ticket = queue.submit({start, goal, options});
  REQUIRE(queue.advance());
  // The gap is closed, and another one opened, while the query is under way.
  shared.set({20, 38, 21, 40}, TileState::blocked);
  shared.set({20, 0, 21, 2}, TileState::walkable);
  shared.publish();
  const std::shared_ptr<const World> after = shared.read();
  while (queue.advance()) {
  }
  const OwnedPath* const path = queue.find_answer(ticket);
  REQUIRE(path != nullptr);
  REQUIRE(*path);
  CHECK(path->revision == before->revision());
  Finder finder(before);
  require_equal(*path, finder.find(start, goal, options));
  PathFollower unit;
  CHECK(unit.set(*before, path->view()) == FollowStatus::on_path);
  CHECK(unit.set(*after, path->view()) == FollowStatus::cut);
  // The next query sees them.
  const FindTicket next = queue.submit({start, goal, options});
  while (queue.advance()) {
  }
  CHECK(queue.find_answer(next)->revision == after->revision());
  CHECK(unit.set(*after, queue.find_answer(next)->view()) == FollowStatus::on_path);
}

TEST_CASE("FindQueue: a request that is released does not answer an equal one on an older world") {
  Random random = random_generators("released requests")[0];
  SharedWorld shared(World(make_block_map(random, 40, 40)));
  shared.set({0, 0, 2, 40}, TileState::walkable);
  shared.set({0, 38, 40, 40}, TileState::walkable);
  shared.publish();
  FindQueue queue(shared);
  queue.set_slice(1);
  const Request request{{1.5F, 1.5F}, {38.5F, 38.5F}, {}};
  const FindTicket released = queue.submit(request);
  REQUIRE(queue.advance());
  const FindTicket ticket = queue.submit(request);
  queue.release(released);
  shared.set({20, 20, 21, 21}, TileState::blocked);
  shared.set({20, 0, 21, 39}, TileState::blocked);
  shared.publish();
  while (queue.advance()) {
  }
  CHECK(queue.find_answer(ticket)->revision == shared.read()->revision());
}

TEST_CASE("FindQueue: no call allocates once its memory suffices") {
  Random random = random_generators("find queue allocation")[1];
  const World world = make_patches(random, make_room_map(random, 48, 48));
  FindQueue queue(world);
  std::vector<Request> requests;
  for (int i = 0; i < 200; ++i) requests.push_back(random_request(random, world.grid()));
  std::vector<FindTicket> tickets(requests.size());
  const auto query_all = [&] {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      tickets[i] = queue.submit(requests[i], static_cast<int>(i % 3));
    }
    while (queue.run(microseconds(50))) {
    }
    // In reverse order, so that each request gets its former slot.
    for (std::size_t i = requests.size(); i-- > 0;) queue.release(tickets[i]);
  };
  query_all();
  const AllocationCounter counter;
  query_all();
  CHECK(counter.count() == 0);
}

}  // namespace
}  // namespace taut::test
