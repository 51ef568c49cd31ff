// Links whose ends are segments.
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/shared_world.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "world/state/link_lanes.hpp"

#include "support/catch.hpp"
#include "support/link_oracle.hpp"
#include "support/link_worlds.hpp"
#include "support/random_edits.hpp"
#include "support/random_ground.hpp"
#include "support/random_links.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

std::string refusal(World& world, const LinkEnd& from, const LinkEnd& to) {
  try {
    world.link(from, to);
  } catch (const std::invalid_argument& rejected) {
    return rejected.what();
  }
  return "";
}

Point entry_of(const FoundPath& path) { return path.points[path.links[0].exit - 1]; }
Point exit_of(const FoundPath& path) { return path.points[path.links[0].exit]; }

}  // namespace

TEST_CASE("links: segments that are wrong are named, and change nothing") {
  const std::vector<FloorMap> maps{{Grid(80, 4, TileState::walkable), {}},
                                   {Grid(80, 4, TileState::walkable), {}}};
  World world(maps);
  world.set(TileRect{10, 0, 12, 4}, TileState::blocked);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::uint64_t before = world.revision();
  const LinkEnd here{{1.5F, 1.5F}, {4.5F, 1.5F}};
  CHECK(refusal(world, {{1.0F, 1.0F}, {nan, 1.0F}}, here) ==
        "taut: World::link: from (nan, 1) is on no walkable tile");
  CHECK(refusal(world, here, {{11.0F, 1.0F}, {4.0F, 1.0F}}) ==
        "taut: World::link: to (11, 1) is on no walkable tile");
  CHECK(refusal(world, here, {{1.0F, 1.0F}, {-1.0F, 1.0F}}) ==
        "taut: World::link: to (-1, 1) is on no walkable tile");
  const Point above = world.to_point({0, {3.0F, 3.0F}});
  const Point below = world.to_point({1, {3.0F, 1.0F}});
  CHECK(refusal(world, {above, below}, here) ==
        "taut: World::link: from (3, 3) to (3, 6) lies on two floors");
  CHECK(refusal(world, {{1.0F, 1.0F}, {65.25F, 1.0F}}, here) ==
        "taut: World::link: from (1, 1) to (65.25, 1) is 64.25 tiles long, and at most 64 are "
        "allowed");
  CHECK(refusal(world, here, {{1.5F, 1.5F}, {4.5001F, 1.5F}}) ==
        "taut: World::link: both ends are (1.5, 1.5) to (4.5, 1.5)");
  CHECK(world.links().empty());
  CHECK(world.revision() == before);
  const LinkId id = world.link({{1.0F, 1.0F}, {65.0F, 1.0F}}, below);
  CHECK(world.find_link(id)->to.a == world.find_link(id)->to.b);
  CHECK(world.revision() == before + 1);
}

TEST_CASE("links: a segment is entered where it is nearest, and walls close a part of it") {
  World world = make_rooms();
  world.prepare(Agent::disc(0.4));
  const LinkEnd left{{9.0F, 1.0F}, {9.0F, 9.0F}};
  const LinkEnd right{{13.0F, 1.0F}, {13.0F, 9.0F}};
  const LinkId id = world.link(left, right, {.cost = 1.0});
  const Link& link = *world.find_link(id);
  Finder finder(world);
  const Point start{2.0F, 2.3F};
  const Point goal{20.0F, 6.3F};
  const FoundPath straight = finder.find(start, goal);
  REQUIRE(straight);
  CHECK(std::abs(straight.length - std::sqrt(14.0 * 14.0 + 4.0 * 4.0)) < 1e-6);
  CHECK(std::abs(static_cast<double>(entry_of(straight).y) - 4.3) < 0.002);
  CHECK(check_linked(world, start, goal, straight).empty());
  CHECK(world.is_passable(LinkStep{id, entry_of(straight), exit_of(straight)}, {}));
  CHECK(world.is_passable(LinkStep{id, exit_of(straight), entry_of(straight)}, {}));
  CHECK_FALSE(world.is_passable(LinkStep{id, {9.0F, 4.0F}, {13.0F, 4.5F}}, {}));
  CHECK_FALSE(world.is_passable(LinkStep{id, {9.0F, 0.5F}, {13.0F, 0.5F}}, {}));
  // A wall before a part of one end, and one on the other: the least y is between them.
  world.set(TileRect{8, 0, 10, 5}, TileState::blocked);
  world.set(TileRect{13, 6, 14, 10}, TileState::blocked);
  world.set(TileRect{12, 6, 13, 10}, TileState::blocked);
  CHECK(world.is_passable(link, {}));
  CHECK_FALSE(world.is_passable(LinkStep{id, {9.0F, 4.0F}, {13.0F, 4.0F}}, {}));
  CHECK_FALSE(world.is_passable(LinkStep{id, {9.0F, 7.0F}, {13.0F, 7.0F}}, {}));
  const FoundPath between = finder.find(start, goal);
  REQUIRE(between);
  CHECK(entry_of(between).y >= 5.0F);
  CHECK(entry_of(between).y <= 6.0F);
  CHECK(check_linked(world, start, goal, between).empty());
  const FoundPath disc = finder.find(start, goal, {.agent = Agent::disc(0.4)});
  REQUIRE(disc);
  CHECK(check_linked(world, start, goal, disc).empty());
  world.set(Tile{9, 5}, TileState::blocked);
  world.set(Tile{8, 5}, TileState::blocked);
  CHECK_FALSE(world.is_passable(link, Agent::disc(0.4)));
  CHECK_FALSE(finder.find(start, goal, {.agent = Agent::disc(0.4)}));
  CHECK_FALSE(world.is_reachable(Agent::disc(0.4), start, goal));
}

TEST_CASE("links: on a mirrored map segments have the mirrored places") {
  const auto mirrored = [](const Point& p) { return Point{22.0F - p.x, p.y}; };
  World world = make_rooms();
  World mirror = make_rooms();
  // The segments have odd lengths in steps of the lattice, so that places between are rounded.
  const LinkEnd from{{1.0F, 2.0F}, {5.0F + 3.0F / 1024.0F, 2.5F}};
  const LinkEnd to{{13.0F, 9.0F}, {14.0F + 1.0F / 1024.0F, 1.0F}};
  world.link(from, to);
  mirror.link({mirrored(from.a), mirrored(from.b)}, {mirrored(to.a), mirrored(to.b)});
  Finder finder(world);
  Finder other(mirror);
  for (int i = 0; i < 64; ++i) {
    const Point start{0.25F + 0.125F * static_cast<float>(i), 6.0F};
    const Point goal{12.0F + 0.125F * static_cast<float>(i), 0.5F + 0.125F * static_cast<float>(i)};
    const FoundPath path = finder.find(start, goal, {.method = Method::optimal});
    const FoundPath back = other.find(mirrored(start), mirrored(goal), {.method = Method::optimal});
    INFO(start << " to " << goal);
    REQUIRE(path.points.size() == back.points.size());
    for (std::size_t k = 0; k < path.points.size(); ++k) {
      CHECK(mirrored(path.points[k]) == back.points[k]);
    }
    REQUIRE(path.links.size() == 1);
    const LinkStep step{path.links[0].link, entry_of(path), exit_of(path)};
    CHECK(world.is_passable(step, {}));
    CHECK(mirror.is_passable(LinkStep{step.link, mirrored(step.entry), mirrored(step.exit)}, {}));
  }
}

TEST_CASE("links: the ratio is kept from a segment to one of another length, and to a point") {
  World world = make_rooms();
  const LinkId fan = world.link({{9.0F, 2.0F}, {9.0F, 4.0F}}, {{13.0F, 9.0F}, {13.0F, 1.0F}},
                                {.is_one_way = true});
  Finder finder(world);
  for (const float y : {1.5F, 5.0F, 7.25F}) {
    const Point start{2.0F, 3.0F};
    const Point goal{14.0F, y};
    const FoundPath found = finder.find(start, goal);
    REQUIRE(found);
    CHECK(check_linked(world, start, goal, found) == "");
    const double ratio = (static_cast<double>(entry_of(found).y) - 2.0) / 2.0;
    CHECK(std::abs(9.0 - 8.0 * ratio - static_cast<double>(exit_of(found).y)) < 0.01);
    CHECK(std::abs(exit_of(found).y - y) < 1.0F);
    CHECK_FALSE(finder.find(goal, start));
  }
  CHECK(world.is_passable(LinkStep{fan, {9.0F, 2.0F}, {13.0F, 9.0F}}, {}));
  CHECK_FALSE(world.is_passable(LinkStep{fan, {13.0F, 9.0F}, {9.0F, 2.0F}}, {}));
  world.unlink(fan);
  world.link({9.0F, 3.0F}, {{13.0F, 1.0F}, {13.0F, 9.0F}});
  const FoundPath found = finder.find({2.0F, 3.0F}, {14.0F, 6.0F});
  REQUIRE(found);
  CHECK(entry_of(found) == Point{9.0F, 3.0F});
  CHECK(exit_of(found) == Point{13.0F, 6.0F});
  CHECK(found.length == 8.0);
}

TEST_CASE("links: paths over segments are no worse than over places half a tile apart") {
  for (Random& random : random_generators("links of segments")) {
    const std::size_t count = random_count(120, 8'000);
    double excess = 0.0;
    double total = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      World world(make_random_map(random, 10));
      Finder finder(world);
      add_random_links(random, 3, world, 3);
      for (int edits = random.between(1, 3); edits > 0; --edits) {
        const Point start = random_point(random, world);
        const Point goal = random_point(random, world);
        const VisibilityGraph graph(world.grid());
        const auto cost_over = [&](const std::vector<Lane>& lanes) {
          const std::vector<Point> places = places_of(lanes, start, goal);
          std::vector<LatticePoint> lattice;
          for (const Point& place : places) lattice.push_back(to_lattice(place));
          const std::vector<long double> walks = graph.find_lengths(lattice);
          const long double cost = find_linked_cost(
              world, lanes, {},
              [&](std::size_t a, std::size_t b) { return walks[a * places.size() + b]; },
              [&](std::size_t place) {
                return is_segment_walkable(world.grid(), lattice[place], lattice[place]);
              });
          return static_cast<double>(cost);
        };
        const FoundPath found = finder.find(start, goal, {.method = Method::optimal});
        INFO(to_drawing(world.grid()) << "query " << i);
        const std::vector<Lane> dense = lanes_of(world, 3);
        std::vector<Point> places = places_of(dense, start, goal);
        for (const PassedLink& link : found.links) {
          places.push_back(found.points[link.exit - 1]);
          places.push_back(found.points[link.exit]);
        }
        const bool is_skipped =
            found.status == Status::invalid_input || has_pinched(world.grid(), places);
        if (!is_skipped) {
          const double coarse = cost_over(lanes_of(world));
          REQUIRE((found || !std::isfinite(coarse)));
          REQUIRE(world.is_reachable({}, start, goal) == static_cast<bool>(found));
          if (found) {
            // Places are rounded to the lattice, here and there.
            const double rounding = 2e-3 * static_cast<double>(1 + 2 * found.links.size());
            const double least = cost_over(dense);
            // The nearest open place may be the next but one, at both ends.
            const double apart = 2.0 * kLinkSpacing / 3.0 * static_cast<double>(found.links.size());
            REQUIRE(check_linked(world, start, goal, found) == "");
            REQUIRE(found.cost >= least - apart - rounding);
            REQUIRE(found.cost <= coarse + rounding);
            excess += found.cost - (std::min)(found.cost, least);
            total += found.cost;
          }
        }
        if (random.chance(50)) {
          edit_random_link(random, world, 3);
        } else {
          const Grid& grid = world.grid();
          world.set(random_rect(random, grid.width(), grid.height()),
                    random.chance(50) ? TileState::walkable : TileState::blocked);
        }
      }
    }
    // What the places half a tile apart cost is won back by moving them.
    INFO("excess " << excess << " of " << total);
    CHECK(excess <= 1e-4 * total + 0.5);
  }
}

TEST_CASE("links: long segments give paths no worse than links at their places") {
  for (Random& random : random_generators("long segments")) {
    for (std::size_t i = random_count(600, 20'000); i > 0; --i) {
      const bool is_marked = random.chance(50);
      World world(make_random_map(random, 40));
      add_random_links(random, 4, world, 12);
      World places(world.grid());
      for (const Link& link : world.links()) {
        const detail::LinkLanes lanes(link);
        for (std::int32_t k = 0; k < lanes.sample_count(); ++k) {
          const std::int32_t lane = lanes.sample(k);
          if (!lanes.is_open(*world.find_space({}), lane)) continue;
          places.link(lanes.from(lane), lanes.to(lane), link.options);
        }
      }
      if (is_marked) world.keep_landmarks(4);
      Finder finder(world);
      Finder over_places(places);
      for (int query = 0; query < 10; ++query) {
        const Point start = random_point(random, world);
        const Point goal = random_point(random, world);
        const FindOptions options{.method = Method::optimal};
        const double cost = finder.find(start, goal, options).cost;
        const FoundPath coarse = over_places.find(start, goal, options);
        INFO(to_drawing(world.grid()) << "from " << start << " to " << goal);
        if (!coarse) continue;
        std::vector<Point> ends{start, goal};
        for (const PassedLink& link : coarse.links) {
          ends.push_back(coarse.points[link.exit - 1]);
          ends.push_back(coarse.points[link.exit]);
        }
        if (has_pinched(world.grid(), ends)) continue;
        REQUIRE(cost <= coarse.cost * (1.0 + 1e-6) + 1e-6);
      }
    }
  }
}

TEST_CASE("links: segments in slices, for all agents and methods, and with grounds") {
  for (Random& random : random_generators("link segments in slices")) {
    const std::size_t count = random_count(150, 10'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_world(make_random_map(random, 16));
      Agent agent = kAgents[random.below(kAgents.size())];
      if (random.chance(30)) {
        add_random_ground(random, 1, world);
        agent.ground = 1;
        world.prepare(agent);
      }
      add_random_links(random, 5, world, 4);
      SharedWorld shared{world};
      Finder whole(world);
      Finder parts(shared);
      FindOptions options{.agent = agent, .method = kMethods[random.below(kMethods.size())]};
      if (random.chance(30)) options.goal = EndRule::nearest;
      const Point start = random_point(random, world);
      const Point goal = random_point(random, world);
      OwnedPath wanted;
      wanted.assign(whole.find(start, goal, options));
      options.budget = 1 + random.below(10);
      FoundPath found = parts.find(start, goal, options);
      while (found.status == Status::unfinished) found = parts.find(start, goal, options);
      REQUIRE(found.status == wanted.status);
      REQUIRE(found.cost == wanted.cost);
      REQUIRE(found.expanded == wanted.expanded);
      REQUIRE(std::equal(found.points.begin(), found.points.end(), wanted.points.begin(),
                         wanted.points.end()));
      INFO(to_drawing(world.grid()) << "query " << i);
      if (!found || has_pinched(world.grid(), places_of(world, start, goal))) continue;
      const bool is_moved = options.goal == EndRule::nearest;
      const Point& end = is_moved && agent.shape != AgentShape::disc ? found.points.back() : goal;
      if (!is_moved || agent.shape != AgentShape::disc) {
        REQUIRE(check_linked(world, start, end, found) == "");
      }
      // A limit on what is expanded ends the query, or leaves a path that it has.
      options = {.agent = agent, .method = options.method};
      OwnedPath best;
      best.assign(whole.find(start, goal, options));
      options.expansion_limit = random.below(best.expanded + 1);
      const FoundPath limited = whole.find(start, goal, options);
      REQUIRE(limited.expanded <= options.expansion_limit);
      if (!limited) {
        REQUIRE(limited.reason == (best ? Reason::limit : limited.reason));
      } else {
        REQUIRE(check_linked(world, start, goal, limited) == "");
      }
    }
  }
}

TEST_CASE("links: with landmarks paths cost as much, also after edits") {
  for (Random& random : random_generators("links and landmarks")) {
    const std::size_t count = random_count(100, 5'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_world(make_random_map(random, 20));
      add_random_links(random, 6, world, random.chance(50) ? 0 : 3);
      World guided = world;
      guided.keep_landmarks(1 + random.below(5));
      Finder plain(world);
      Finder finder(guided);
      for (int edits = 0; edits < 3; ++edits) {
        const FindOptions options{.agent = kAgents[random.below(kAgents.size())],
                                  .method = Method::optimal};
        const Point start = random_point(random, world);
        const Point goal = random_point(random, world);
        OwnedPath wanted;
        wanted.assign(plain.find(start, goal, options));
        const FoundPath found = finder.find(start, goal, options);
        INFO(to_drawing(world.grid()) << "query " << i);
        REQUIRE(found.status == wanted.status);
        const bool is_skipped = has_pinched(world.grid(), places_of(world, start, goal));
        // A disc's ways that are equal on its mesh may differ.
        const double error = options.agent.shape == AgentShape::disc ? 0.02 : 1e-6;
        if (found && !is_skipped) {
          REQUIRE(std::abs(found.cost - wanted.cost) <= error * (1.0 + wanted.cost));
        }
        const TileRect rect = random_rect(random, world.grid().width(), world.grid().height());
        const TileState state = random.chance(50) ? TileState::walkable : TileState::blocked;
        world.set(rect, state);
        guided.set(rect, state);
        if (random.chance(50)) guided.refresh_landmarks(2);
      }
    }
  }
}

TEST_CASE("links: fields and followers pass segments") {
  for (Random& random : random_generators("link segments and fields")) {
    const std::size_t count = random_count(100, 5'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_world(make_random_map(random, 16));
      const Agent agent = kAgents[random.below(kAgents.size())];
      add_random_links(random, 4, world, 3);
      WorldField field(agent);
      FieldScratch scratch;
      Finder finder(world);
      const Point goal = random_point(random, world);
      const Point start = random_point(random, world);
      field.set_goals(std::array{FieldGoal{goal}});
      OwnedPath wanted;
      wanted.assign(finder.find(start, goal, {.agent = agent, .method = Method::optimal}));
      INFO(to_drawing(world.grid()) << "query " << i);
      if (!wanted || has_pinched(world.grid(), places_of(world, start, goal))) continue;
      REQUIRE(field.update(world, scratch));
      const double apart = 2.0 * static_cast<double>(world.links().size());
      const double error = (field.is_exact() ? 1e-8 : 0.02) * (1.0 + wanted.cost);
      REQUIRE(std::abs(field.distance(start) - wanted.cost) <= apart + error);
      const FoundPath found = finder.find(start, field);
      REQUIRE(found);
      REQUIRE(std::abs(found.cost - field.distance(start)) <= error);
      REQUIRE(check_linked(world, start, goal, found) == "");
      PathFollower follower(agent);
      REQUIRE(!needs_search(follower.set(world, wanted.view())));
      for (const PassedLink& passed : wanted.links) {
        const std::optional<LinkStep> step = follower.next_link();
        REQUIRE(step);
        REQUIRE(step->link == passed.link);
        REQUIRE(world.is_passable(*step, agent));
        REQUIRE(!needs_search(follower.move(world, step->entry)));
        REQUIRE(follower.status() == FollowStatus::at_link);
        REQUIRE(!needs_search(follower.pass_link(world)));
      }
      world.set(random_rect(random, world.grid().width(), world.grid().height()),
                TileState::walkable);
      REQUIRE(follower.update(world) != FollowStatus::cut);
    }
  }
}

}  // namespace taut::test
