// Links: their edits, and paths over them against oracles.
#include <taut/finder.hpp>
#include <taut/shared_world.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/disc_oracle.hpp"
#include "support/link_oracle.hpp"
#include "support/link_worlds.hpp"
#include "support/random_edits.hpp"
#include "support/random_ground.hpp"
#include "support/random_links.hpp"
#include "support/random_maps.hpp"
#include "support/same_answers.hpp"
#include "support/seed.hpp"
#include "support/square_oracle.hpp"
#include "support/visibility_oracle.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string message_of(const auto& call) {
  try {
    call();
  } catch (const std::invalid_argument& rejected) {
    return rejected.what();
  }
  return "";
}

// What may guide searches, of all agents that are prepared.
void add_random_aids(Random& random, World& world) {
  if (random.chance(40)) world.keep_landmarks(1 + random.below(16));
  if (random.chance(20)) world.keep_index();
}

}  // namespace

TEST_CASE("links: ends and options that are wrong are named, and change nothing") {
  World world = make_rooms();
  const Point left{2.5F, 2.5F};
  const Point right{15.5F, 2.5F};
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::uint64_t before = world.revision();
  const auto refuse = [&](const Point& from, const Point& to, const LinkOptions& options) {
    return message_of([&] { world.link(from, to, options); });
  };
  CHECK(refuse({-1.0F, 2.0F}, right, {}) ==
        "taut: World::link: from (-1, 2) is on no walkable tile");
  CHECK(refuse(left, {11.0F, 3.5F}, {}) ==
        "taut: World::link: to (11, 3.5) is on no walkable tile");
  CHECK(refuse(left, {nan, 3.5F}, {}) == "taut: World::link: to (nan, 3.5) is on no walkable tile");
  CHECK(refuse(left, left, {}) == "taut: World::link: both ends are (2.5, 2.5)");
  CHECK(refuse(left, right, {.cost = -1.0}) ==
        "taut: World::link: cost -1 is not within 0 to 1e+30");
  CHECK(refuse(left, right, {.cost = kInfinity}) ==
        "taut: World::link: cost inf is not within 0 to 1e+30");
  CHECK(refuse(left, right, {.cost = 1.1e30}) ==
        "taut: World::link: cost 1.1e+30 is not within 0 to 1e+30");
  CHECK(refuse(left, right, {.cost = std::nan("")}) ==
        "taut: World::link: cost nan is not within 0 to 1e+30");
  CHECK(refuse(left, right, {.width = -2.0}) == "taut: World::link: width -2 is not 0 or more");
  CHECK(world.links().empty());
  CHECK(world.revision() == before);
  const LinkId id = world.link(left, right, {.cost = 2.0});
  CHECK(world.revision() == before + 1);
  CHECK(message_of([&] { world.change_link(id, {.cost = -3.0}); }) ==
        "taut: World::change_link: cost -3 is not within 0 to 1e+30");
  CHECK(world.find_link(id)->options.cost == 2.0);
  world.change_link(id, {.cost = 2.0});
  world.change_link(id + 1, {.cost = 3.0});
  world.unlink(id + 1);
  CHECK(world.revision() == before + 1);
  world.unlink(id);
  CHECK(world.find_link(id) == nullptr);
  CHECK(world.revision() == before + 2);
  CHECK(world.link(left, right) == id + 1);
}

TEST_CASE("links: a path passes a link, and none that is closed or walled") {
  World world = make_rooms();
  world.prepare(Agent::disc(0.4));
  world.prepare(Agent::square(0.5));
  const Point entry{8.5F, 5.5F};
  const Point exit{13.5F, 8.5F};
  const LinkId id = world.link(entry, exit, {.cost = 3.0, .width = 0.9});
  Finder finder(world);
  const Point start{1.5F, 5.5F};
  const Point goal{20.5F, 8.5F};
  for (const Agent& agent : {Agent{}, Agent::disc(0.4)}) {
    const FoundPath found = finder.find(start, goal, {.agent = agent});
    REQUIRE(found);
    CHECK(found.length == 14.0);
    CHECK(found.cost == 17.0);
    REQUIRE(found.links.size() == 1);
    CHECK(found.links[0] == PassedLink{id, 2});
    CHECK(check_linked(world, start, goal, found).empty());
    OwnedPath owned;
    owned.assign(found);
    CHECK(owned.view().links.size() == 1);
  }
  CHECK(finder.find(goal, start));
  CHECK(world.is_passable(*world.find_link(id), Agent::disc(0.4)));
  world.change_link(id, {.cost = 3.0, .width = 0.8});  // 0.4 is rounded up to the lattice
  CHECK_FALSE(world.is_passable(*world.find_link(id), Agent::disc(0.4)));
  world.change_link(id, {.cost = 3.0, .width = 0.9});
  CHECK(finder.find(start, goal, {.agent = Agent::square(0.5)}).reason == Reason::too_narrow);
  CHECK(finder.find(start, goal, {.length_limit = 13.9}).reason == Reason::limit);
  CHECK(finder.find(start, goal, {.length_limit = 14.0}));
  world.change_link(id, {.cost = 3.0, .is_one_way = true});
  CHECK(finder.find(start, goal));
  CHECK(finder.find(goal, start).reason == Reason::not_connected);
  world.change_link(id, {.is_open = false});
  CHECK(finder.find(start, goal).reason == Reason::not_connected);
  world.change_link(id, {});
  world.set(Tile{8, 5}, TileState::blocked);
  CHECK(finder.find(start, goal).reason == Reason::not_connected);
  world.set(Tile{8, 5}, TileState::walkable);
  CHECK(finder.find(start, goal));
  world.unlink(id);
  CHECK(finder.find(start, goal).reason == Reason::not_connected);
}

TEST_CASE("links: a ground prices and blocks them") {
  World world = make_rooms();
  Ground swimmer;
  swimmer.set(7, 4.0F);
  world.set_ground(1, swimmer);
  Ground walker;
  walker.set(7, kBlockedTerrain);
  world.set_ground(2, walker);
  for (const std::uint8_t ground : {std::uint8_t{1}, std::uint8_t{2}}) {
    world.prepare({.ground = ground});
  }
  world.link({8.5F, 5.5F}, {13.5F, 5.5F}, {.cost = 3.0, .terrain_class = 7});
  Finder finder(world);
  const Point start{1.5F, 5.5F};
  const Point goal{20.5F, 5.5F};
  CHECK(finder.find(start, goal).cost == 17.0);
  CHECK(finder.find(start, goal, {.agent = {.ground = 1}}).cost == 26.0);
  CHECK(finder.find(start, goal, {.agent = {.ground = 2}}).reason == Reason::not_connected);
}

TEST_CASE("links: a limit of length counts what is walked, not the straight line") {
  World world(Grid(30, 3, TileState::walkable));
  world.link({1.5F, 1.5F}, {28.5F, 1.5F}, {.cost = 0.5});
  Finder finder(world);
  const FoundPath found = finder.find({0.5F, 1.5F}, {29.5F, 1.5F}, {.length_limit = 2.0});
  REQUIRE(found);
  CHECK(found.length == 2.0);
  CHECK(found.cost == 2.5);
  CHECK(finder.find({0.5F, 1.5F}, {29.5F, 1.5F}, {.length_limit = 1.9}).reason == Reason::limit);
}

TEST_CASE(
    "links: a path longer than the limit hides more expensive ones, by landmarks or an index too") {
  World world(Grid(40, 5, TileState::walkable));
  world.set({10, 0, 11, 5}, TileState::blocked);
  world.set({30, 0, 31, 5}, TileState::blocked);
  world.link({9.5F, 2.5F}, {31.5F, 2.5F});                  // cheaper
  world.link({1.5F, 2.5F}, {38.5F, 2.5F}, {.cost = 50.0});  // shorter
  for (int aids = 0; aids < 3; ++aids) {
    if (aids == 1) world.keep_landmarks(8);
    if (aids == 2) world.keep_index();
    Finder finder(world);
    for (const Method method : kMethods) {
      FindOptions options{.method = method, .length_limit = 5.0};
      CHECK(finder.find({0.5F, 2.5F}, {39.5F, 2.5F}, options).reason == Reason::limit);
      options.length_limit = 17.0;
      const FoundPath found = finder.find({0.5F, 2.5F}, {39.5F, 2.5F}, options);
      REQUIRE(found);
      CHECK(found.length == 17.0);
    }
  }
}

TEST_CASE("links: the largest costs lose no path") {
  World world = make_rooms();
  Ground ground;
  ground.set(3, kMostTerrainCost);
  world.set_ground(1, ground);
  world.prepare(Agent::point(1));
  world.link({2.5F, 2.5F}, {15.5F, 2.5F}, {.cost = kLargestCost, .terrain_class = 3});
  world.link({8.5F, 5.5F}, {13.5F, 8.5F}, {.cost = kLargestCost, .terrain_class = 3});
  for (int aids = 0; aids < 3; ++aids) {
    if (aids == 1) world.keep_landmarks(4);
    if (aids == 2) world.keep_index();
    Finder finder(world);
    for (const Agent& agent : {Agent{}, Agent::point(1)}) {
      REQUIRE(world.is_reachable(agent, {1.5F, 5.5F}, {20.5F, 8.5F}));
      for (const Method method : kMethods) {
        CHECK(finder.find({1.5F, 5.5F}, {20.5F, 8.5F}, {.agent = agent, .method = method}));
      }
    }
  }
}

TEST_CASE("links: paths of points are the cheapest over all links, after all kinds of edits") {
  for (Random& random : random_generators("links of points")) {
    const std::size_t count = random_count(1200, 20'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world(make_random_map(random, 12));
      Finder finder(world);
      add_random_links(random, random.chance(20) ? 12 : 4, world);
      add_random_aids(random, world);
      for (int edits = random.between(1, 4); edits > 0; --edits) {
        const VisibilityGraph graph(world.grid());
        const Point start = random_point(random, world);
        const Point goal = random_point(random, world);
        const std::vector<Point> places = places_of(world, start, goal);
        std::vector<LatticePoint> lattice;
        for (const Point& place : places) lattice.push_back(to_lattice(place));
        const std::vector<long double> walks = graph.find_lengths(lattice);
        const long double wanted = find_linked_cost(
            world, lanes_of(world), {},
            [&](std::size_t a, std::size_t b) { return walks[a * places.size() + b]; },
            [&](std::size_t place) {
              return is_segment_walkable(world.grid(), lattice[place], lattice[place]);
            });
        const FoundPath found = finder.find(start, goal, {.method = Method::optimal});
        INFO(to_drawing(world.grid()) << "query " << i);
        const bool is_skipped =
            found.status == Status::invalid_input || has_pinched(world.grid(), places);
        if (!is_skipped) REQUIRE(static_cast<bool>(found) == std::isfinite(wanted));
        if (found && !is_skipped) {
          REQUIRE(std::abs(found.cost - static_cast<double>(wanted)) <= 1e-9 * (1.0 + found.cost));
          REQUIRE(check_linked(world, start, goal, found) == "");
        }
        if (random.chance(50)) {
          edit_random_link(random, world);
        } else {
          const Grid& grid = world.grid();
          world.set(random_rect(random, grid.width(), grid.height()),
                    random.chance(50) ? TileState::walkable : TileState::blocked);
        }
      }
    }
  }
}

TEST_CASE("links: paths of discs and squares are as cheap as oracles know") {
  for (Random& random : random_generators("links of discs and squares")) {
    const std::size_t count = random_count(160, 2'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_world(make_random_map(random, 8));
      Finder finder(world);
      add_random_links(random, 4, world);
      add_random_aids(random, world);
      const Agent agent = kAgents[1 + random.below(kAgents.size() - 1)];
      const Point start = random_point(random, world);
      const Point goal = random_point(random, world);
      const std::vector<Point> places = places_of(world, start, goal);
      std::vector<long double> walks;
      const DiscGraph discs(world.grid(), agent.radius);
      const SquareGraph squares(world.grid(), std::lround(agent.radius * 1024.0));
      for (const Point& a : places) {
        for (const Point& b : places) {
          const bool is_free = world.has_room(agent, a) && world.has_room(agent, b);
          walks.push_back(!is_free ? static_cast<long double>(kInfinity)
                          : agent.shape == AgentShape::disc
                              ? discs.find_length(to_lattice(a), to_lattice(b))
                              : squares.find_length(to_lattice(a), to_lattice(b)));
        }
      }
      const long double wanted = find_linked_cost(
          world, lanes_of(world), agent,
          [&](std::size_t a, std::size_t b) { return walks[a * places.size() + b]; },
          [&](std::size_t place) { return world.has_room(agent, places[place]); });
      const FoundPath found = finder.find(start, goal, {.agent = agent});
      INFO(to_drawing(world.grid()) << "query " << i);
      if (found.status == Status::invalid_input || has_pinched(world.grid(), places)) continue;
      REQUIRE(static_cast<bool>(found) == std::isfinite(wanted));
      if (!found) continue;
      REQUIRE(found.cost <= static_cast<double>(wanted) * 1.02 + 0.01);
      REQUIRE(found.cost >= static_cast<double>(wanted) - 1e-6);
      REQUIRE(check_linked(world, start, goal, found) == "");
    }
  }
}

TEST_CASE("links: where ground has costs a path is as cheap as its legs") {
  for (Random& random : random_generators("links and grounds")) {
    const std::size_t count = random_count(160, 2'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world(make_random_map(random, 14));
      add_random_ground(random, 1, world);
      const Agent agent{.ground = 1};
      world.prepare(agent);
      World bare = world;
      add_random_links(random, 4, world);
      Finder walker(bare);
      Finder finder(world);
      const Point start = random_point(random, world);
      const Point goal = random_point(random, world);
      const std::vector<Point> places = places_of(world, start, goal);
      const long double wanted = find_linked_cost(
          world, lanes_of(world), agent,
          [&](std::size_t a, std::size_t b) -> long double {
            return walker.find(places[a], places[b], {.agent = agent}).cost;
          },
          [&](std::size_t place) { return world.has_room(agent, places[place]); });
      const FoundPath found = finder.find(start, goal, {.agent = agent});
      INFO(to_drawing(world.grid()) << "query " << i);
      if (found.status == Status::invalid_input || has_pinched(world.grid(), places)) continue;
      REQUIRE(static_cast<bool>(found) == std::isfinite(wanted));
      if (!found) continue;
      REQUIRE(std::abs(found.cost - static_cast<double>(wanted)) <= 2e-3 * (1.0 + found.cost));
      REQUIRE(check_linked(world, start, goal, found) == "");
    }
  }
}

TEST_CASE("links: hundreds of them, with landmarks, an index or neither") {
  for (Random& random : random_generators("many links")) {
    const std::size_t count = random_count(100, 1'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_world(make_random_map(random, 40));
      add_random_links(random, random.chance(50) ? 30 : random.chance(90) ? 200 : 1500, world);
      World marked = world;
      marked.keep_landmarks(1 + random.below(16));
      World indexed = world;
      indexed.keep_index();
      Finder plain(world);
      Finder by_landmarks(marked);
      Finder by_index(indexed);
      for (int query = 0; query < 10; ++query) {
        const FindOptions options{.agent = kAgents[random.below(kAgents.size())],
                                  .method = Method::optimal};
        const Point start = random_point(random, world);
        const Point goal = random_point(random, world);
        const FoundPath wanted = plain.find(start, goal, options);
        INFO(to_drawing(world.grid()) << "query " << i);
        if (has_pinched(world.grid(), places_of(world, start, goal))) continue;
        for (Finder* const finder : {&by_landmarks, &by_index}) {
          const FoundPath found = finder->find(start, goal, options);
          REQUIRE(found.status == wanted.status);
          if (!found) continue;
          REQUIRE(check_linked(world, start, goal, found) == "");
          // Arcs of discs are pulled along one of several ways that are as long on their mesh.
          const double rounding = options.agent.shape == AgentShape::disc ? 0.02 : 1e-9;
          REQUIRE(std::abs(found.cost - wanted.cost) <= rounding * (1.0 + found.cost));
        }
      }
    }
  }
}

TEST_CASE("links: slices, threads' worlds and methods give the same paths") {
  for (Random& random : random_generators("links in slices")) {
    const std::size_t count = random_count(100, 5'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_world(make_random_map(random, 20));
      add_random_links(random, 6, world);
      SharedWorld shared{world};
      Finder whole(world);
      Finder parts(shared);
      FindOptions options{.agent = kAgents[random.below(kAgents.size())],
                          .method = kMethods[random.below(kMethods.size())]};
      if (random.chance(30)) options.goal = EndRule::nearest;
      const Point start = random_point(random, world);
      const Point goal = random_point(random, world);
      const FoundPath wanted = whole.find(start, goal, options);
      options.budget = 1 + random.below(10);
      FoundPath found = parts.find(start, goal, options);
      while (found.status == Status::unfinished) found = parts.find(start, goal, options);
      require_same(found, wanted);
    }
  }
}

// The goal is in a dead end that the way to the link leaves.
TEST_CASE("links: a way out of a dead end that holds the goal") {
  World world(
      draw_map(".....@@@@@@@@@@@@@@@@@\n"
               "..@.....@@@@@@@@@@@@@@\n"
               ".....@@.@@@@@@@@@@@@@@\n"
               "@@@@@@@.@@@@@@@@@@@@@@\n"
               "@@@@@@@...............\n"));
  world.link({3.5F, 0.5F}, {21.5F, 4.5F}, {.cost = 1, .is_one_way = true});
  Finder finder(world);
  const FoundPath found = finder.find({7.5F, 3.5F}, {20.5F, 4.5F});
  REQUIRE(found.links.size() == 1);
  CHECK(found.cost < 9.0);
}

TEST_CASE("links: the nearest goal is one that links lead to") {
  World world = make_rooms();
  const LinkId id = world.link({8.5F, 5.5F}, {13.5F, 5.5F});
  Finder finder(world);
  const FindOptions nearest{.goal = EndRule::nearest};
  const Point start{1.5F, 5.5F};
  CHECK(finder.find(start, {11.75F, 3.5F}, nearest).points.back() == Point{12.0F, 3.5F});
  CHECK(finder.find(start, {10.25F, 3.5F}, nearest).points.back() == Point{10.0F, 3.5F});
  CHECK(finder.find(start, {20.5F, 3.5F}, nearest).points.back() == Point{20.5F, 3.5F});
  CHECK(finder.find(start, {11.0F, 3.5F}, nearest).points.back() == Point{10.0F, 3.5F});
  CHECK(finder.find({20.5F, 5.5F}, {11.0F, 3.5F}, nearest).points.back() == Point{10.0F, 3.5F});
  world.unlink(id);
  CHECK(finder.find(start, {11.75F, 3.5F}, nearest).points.back() == Point{10.0F, 3.5F});
}

TEST_CASE("links: a shared world's are edited with it") {
  SharedWorld shared(make_rooms());
  const LinkId id = shared.link({8.5F, 5.5F}, {13.5F, 5.5F});
  Finder finder(shared);
  const Point start{1.5F, 5.5F};
  const Point goal{20.5F, 5.5F};
  CHECK(!finder.find(start, goal));
  shared.publish();
  CHECK(finder.find(start, goal));
  shared.change_link(id, {.is_open = false});
  shared.publish();
  CHECK(!finder.find(start, goal));
  shared.change_link(id, {});
  shared.unlink(id);
  const LinkId other = shared.link({7.5F, 5.5F}, {14.5F, 5.5F});
  CHECK(other == id + 1);
  shared.publish();
  const FoundPath found = finder.find(start, goal);
  REQUIRE(found);
  CHECK(found.links[0].link == other);
}

}  // namespace taut::test
