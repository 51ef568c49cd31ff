// Links: fields, groups and followers.
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "support/catch.hpp"
#include "support/link_oracle.hpp"
#include "support/link_worlds.hpp"
#include "support/random_ground.hpp"
#include "support/random_links.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"

namespace taut::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

namespace {

// Walks from answer to answer of a field, over links. Returns what it costs; infinite when it does
// not arrive.
double walk_along(const World& world, const WorldField& field, const Point& start) {
  Point at = snap(start);
  double cost = 0.0;
  for (int steps = 0; steps < 500; ++steps) {
    if (const std::optional<LinkStep> link = field.link_at(at)) {
      cost += world.link_cost(*world.find_link(link->link), field.agent());
      at = link->exit;
      continue;
    }
    const std::optional<Point> next = field.next_corner(at);
    if (!next) return kInfinity;
    if (*next == at) return cost;
    cost += distance(at, *next);
    at = *next;
  }
  return kInfinity;
}

}  // namespace

TEST_CASE("links: fields know the costs of paths, and lead over links") {
  for (Random& random : random_generators("links and fields")) {
    const std::size_t count = random_count(100, 5'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_world(make_random_map(random, 20));
      const bool is_priced = random.chance(30);
      if (is_priced) add_random_ground(random, 1, world);
      Agent agent = kAgents[random.below(kAgents.size())];
      if (is_priced) agent.ground = 1;
      world.prepare(agent);
      add_random_links(random, 6, world);
      WorldField field(agent);
      FieldScratch scratch;
      Finder finder(world);
      for (int edits = 0; edits < 2; ++edits) {
        const Point goal = random_point(random, world);
        const Point start = random_point(random, world);
        field.set_goals(std::array{FieldGoal{goal}});
        if (!field.update(world, scratch)) continue;
        OwnedPath wanted;
        wanted.assign(finder.find(start, goal, {.agent = agent, .method = Method::optimal}));
        INFO(to_drawing(world.grid()) << "query " << i);
        const std::vector<Point> places = places_of(world, start, goal);
        if (wanted.status == Status::invalid_input || has_pinched(world.grid(), places)) continue;
        const double distance = field.distance(start);
        const bool is_exact = field.is_exact() && !is_priced;
        const double error = is_exact ? 1e-8 : 0.02;
        REQUIRE(std::isfinite(distance) == static_cast<bool>(wanted));
        const FoundPath found = finder.find(start, field);
        REQUIRE(static_cast<bool>(found) == static_cast<bool>(wanted));
        if (!found) continue;
        REQUIRE(std::abs(distance - wanted.cost) <= error * (1.0 + distance));
        REQUIRE(std::abs(found.cost - wanted.cost) <= error * (1.0 + distance));
        REQUIRE(check_linked(world, start, goal, found) == "");
        REQUIRE(field.nearest_goal(start) == std::size_t{0});
        const double walked = walk_along(world, field, start);
        REQUIRE(std::isfinite(walked));
        if (is_exact) REQUIRE(std::abs(walked - distance) <= 1e-2 * (1.0 + distance));
        edit_random_link(random, world);
      }
    }
  }
}

TEST_CASE("links: groups take them, by searches and by fields") {
  for (Random& random : random_generators("links and groups")) {
    const std::size_t count = random_count(60, 3'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_world(make_random_map(random, 20));
      add_random_links(random, 5, world);
      const Agent agent = kAgents[random.below(kAgents.size())];
      std::vector<GroupUnit> units;
      for (int unit = 0; unit < 6; ++unit) units.push_back({random_point(random, world), agent});
      const Point goal = random_point(random, world);
      GroupOptions options;
      options.find.method = Method::optimal;
      options.method = random.chance(50) ? GroupMethod::field : GroupMethod::searches;
      options.spreads = random.chance(50);
      if (random.chance(30)) options.find.goal = EndRule::nearest;
      Finder finder(world);
      GroupPaths paths;
      (void)finder.find_group(units, goal, options, paths);
      Finder single(world);
      for (std::size_t unit = 0; unit < units.size(); ++unit) {
        const OwnedPath& path = paths.path(unit);
        INFO(to_drawing(world.grid()) << "query " << i);
        if (has_pinched(world.grid(), places_of(world, units[unit].start, goal))) continue;
        FindOptions own = options.find;
        own.agent = agent;
        const Point& end = options.spreads ? paths.end(unit) : goal;
        const FoundPath wanted = single.find(units[unit].start, end, own);
        if (path.reason != Reason::goal_too_far) REQUIRE(path.status == wanted.status);
        if (!path) continue;
        REQUIRE(check_linked(world, units[unit].start, paths.end(unit), path.view()) == "");
        if (!options.spreads) {
          REQUIRE(std::abs(path.cost - wanted.cost) <= 0.02 * (1.0 + wanted.cost));
        }
      }
    }
  }
}

TEST_CASE("links: units of a group end where they can walk to the goal, and back") {
  World world(draw_map("...@...\n...@...\n...@...\n"));
  world.link({4.5F, 1.5F}, {2.5F, 1.5F}, {.is_one_way = true});
  const Agent agent = Agent::disc(0.45);
  world.prepare(agent);
  std::vector<GroupUnit> units;
  for (int i = 0; i < 6; ++i) units.push_back({{0.5F, 0.5F}, agent});
  GroupOptions options;
  options.spreads = true;
  Finder finder(world);
  GroupPaths paths;
  (void)finder.find_group(units, {2.5F, 1.5F}, options, paths);
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    CHECK(paths.path(unit).status == Status::ok);
    CHECK(paths.end(unit).x < 3.0F);
  }
}

namespace {

// Walks a follower to the goal. Returns the links that it passed, or that it did not arrive.
std::optional<std::vector<LinkId>> walk(const World& world, PathFollower& follower) {
  std::vector<LinkId> passed;
  for (int steps = 0; steps < 2000; ++steps) {
    if (follower.status() == FollowStatus::arrived) return passed;
    if (follower.status() == FollowStatus::at_link) {
      const std::optional<LinkStep> link = follower.next_link();
      if (!link || distance(narrow(follower.place()), link->entry) > 0.01) return std::nullopt;
      passed.push_back(link->link);
      if (needs_search(follower.pass_link(world))) return std::nullopt;
      if (distance(narrow(follower.place()), link->exit) > 0.01) return std::nullopt;
      continue;
    }
    const Point next = narrow(follower.place_ahead(0.4));
    if (needs_search(follower.move(world, next))) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("links: followers stop at entries, and go on behind them") {
  for (Random& random : random_generators("links and followers")) {
    const std::size_t count = random_count(100, 5'000);
    for (std::size_t i = 0; i < count; ++i) {
      World world = make_world(make_random_map(random, 20));
      const Agent agent = kAgents[random.below(kAgents.size())];
      add_random_links(random, 6, world);
      Finder finder(world);
      const Point start = random_point(random, world);
      const Point goal = random_point(random, world);
      OwnedPath path;
      path.assign(finder.find(start, goal, {.agent = agent}));
      if (!path || has_pinched(world.grid(), places_of(world, start, goal))) continue;
      INFO(to_drawing(world.grid()) << "query " << i);
      PathFollower follower(agent);
      REQUIRE(!needs_search(follower.set(world, path.view())));
      REQUIRE(follower.next_link().has_value() == !path.links.empty());
      REQUIRE(std::abs(follower.length() - path.length) <= 1e-6);
      if (!path.links.empty()) REQUIRE(follower.move_goal(world, goal) == FollowStatus::goal_lost);
      REQUIRE(!needs_search(follower.set(world, path.view())));
      const std::optional<std::vector<LinkId>> passed = walk(world, follower);
      REQUIRE(passed.has_value());
      REQUIRE(std::equal(passed->begin(), passed->end(), path.links.begin(), path.links.end(),
                         [](LinkId id, const PassedLink& link) { return id == link.link; }));
    }
  }
}

TEST_CASE("links: a follower is cut where a link ahead closes, or a wall stands behind it") {
  World world = make_rooms();
  const LinkId first = world.link({8.5F, 5.5F}, {13.5F, 5.5F});
  const LinkId second = world.link({17.5F, 5.5F}, {2.5F, 8.5F});
  Finder finder(world);
  world.set(TileRect{0, 6, 10, 7}, TileState::blocked);
  const Point start{1.5F, 5.5F};
  const Point goal{8.5F, 8.5F};
  PathFollower follower;
  const auto start_again = [&] { return follower.set(world, finder.find(start, goal)); };
  REQUIRE(start_again() == FollowStatus::on_path);
  CHECK(follower.length() == 17.0);
  world.change_link(second, {.cost = 1.0});
  CHECK(follower.update(world) == FollowStatus::maybe_shorter);
  world.change_link(second, {.is_open = false});
  CHECK(follower.update(world) == FollowStatus::cut);
  world.change_link(second, {});
  REQUIRE(start_again() == FollowStatus::on_path);
  world.set(Tile{15, 5}, TileState::blocked);
  CHECK(follower.update(world) == FollowStatus::cut);
  world.set(Tile{15, 5}, TileState::walkable);
  REQUIRE(start_again() == FollowStatus::on_path);
  REQUIRE(follower.move(world, {8.5F, 5.5F}) == FollowStatus::at_link);
  REQUIRE(follower.next_link()->link == first);
  world.unlink(first);
  CHECK(follower.update(world) == FollowStatus::cut);
}

}  // namespace taut::test
