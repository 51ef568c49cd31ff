// PathFollower: what lies ahead is walkable after every walk, push, moved goal and edit.
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/follower.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/points_ahead.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/worlds.hpp"
#include "world/follow/path_sight.hpp"

namespace taut::test {
namespace {

// How deep the agent overlaps a blocked tile or the outside at a place.
double find_overlap(const Grid& grid, const Agent& agent, const DiscPoint& p) {
  double most = -1.0;
  const auto low = [&](double v) { return static_cast<int>(std::floor(v - agent.radius)) - 1; };
  const auto high = [&](double v) { return static_cast<int>(std::floor(v + agent.radius)) + 1; };
  for (int y = low(p.y); y <= high(p.y); ++y) {
    for (int x = low(p.x); x <= high(p.x); ++x) {
      if (grid.is_walkable(x, y)) continue;
      const double dx = std::max(x - p.x, p.x - (x + 1));
      const double dy = std::max(y - p.y, p.y - (y + 1));
      const bool is_round = agent.shape == AgentShape::disc && dx > 0.0 && dy > 0.0;
      most = std::max(most, agent.radius - (is_round ? std::hypot(dx, dy) : std::max(dx, dy)));
    }
  }
  return most;
}

// The path ahead from the unit's place on the lattice, without repeated points.
bool are_legs_free(const World& world, const Agent& agent, std::span<const Point> points) {
  if (agent.shape == AgentShape::point) return world.is_walkable(points);
  const auto is_free = [&](std::span<const Point> leg) {
    return validate_square_path(world.grid(), leg.front(), leg.back(), leg, agent.radius).fault ==
           PathFault::none;
  };
  if (points.size() == 1) return is_free(points);
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!is_free(points.subspan(i - 1, 2))) return false;
  }
  return true;
}

bool is_clear_ahead(const World& world, const PathFollower& follower) {
  if (follower.agent().shape != AgentShape::disc) {
    return are_legs_free(world, follower.agent(), points_ahead(follower));
  }
  std::vector<DiscTurn> turns{detail::make_place(follower.place(), CornerKind::start)};
  turns.insert(turns.end(), follower.ahead().begin(), follower.ahead().end());
  return has_clearance(world.grid().bits(), turns, follower.agent().radius) &&
         world.is_walkable(turns, follower.agent().radius);
}

// What is wrong with the path ahead; empty when nothing is.
std::string find_way_fault(const World& world, const PathFollower& follower) {
  if (follower.ahead().empty()) return "nothing ahead";
  const double length = follower.length();
  double walked = 0.0;
  DiscPoint before = follower.place();
  const double step = std::max(length / 400.0, 0.01);
  for (double at = 0.0; at < length + step; at += step) {
    const DiscPoint place = follower.place_ahead(at);
    walked += norm(place - before);
    before = place;
    if (find_overlap(world.grid(), follower.agent(), place) > 1e-6) return "an overlap ahead";
  }
  if (norm(before - follower.ahead().back().entry) > 1e-9) return "the end is not the goal";
  if (walked > length + 1e-9 || walked < 0.9 * length - 0.1) return "length()";
  if (follower.agent().shape == AgentShape::disc) return "";
  std::vector<Point> points = points_ahead(follower);
  if (points.size() > 1) points.erase(points.begin());
  return are_legs_free(world, follower.agent(), points) ? "" : "a leg that is not walkable";
}

Point random_near(Random& random, const DiscPoint& place, int reach) {
  const Point p = snap(narrow(place));
  const auto part = [&] { return static_cast<float>(random.between(-reach, reach)) / 1024.0F; };
  return {p.x + part(), p.y + part()};
}

struct FollowTally {
  std::size_t walks = 0;
  std::size_t pushes = 0;
  std::size_t off = 0;
  std::size_t goals = 0;
  std::size_t lost = 0;
  std::size_t cut = 0;
  std::size_t touched = 0;
  std::size_t arrived = 0;
};

// A unit on a world that changes.
class Trial {
 public:
  Trial(Random& random, World& world, const Agent& agent, FollowTally& tally)
      : random_(random), world_(world), finder_(world), follower_(agent), tally_(tally) {}

  bool search(const Point& from, const Point& to) {
    FindOptions options;
    options.agent = follower_.agent();
    const FoundPath found = finder_.find(from, to, options);
    const FollowStatus status = follower_.set(world_, found);
    if (!found) {
      REQUIRE(status == FollowStatus::no_path);
      return false;
    }
    REQUIRE_FALSE(needs_search(status));
    REQUIRE(std::abs(follower_.length() - found.length) <= 1e-9 * (1.0 + found.length));
    REQUIRE(follower_.progress() == (from == to ? 1.0 : 0.0));
    return true;
  }

  // A call, and what is wrong with what it did.
  std::string act() {
    old_length_ = follower_.length();
    old_place_ = follower_.place();
    const int what = random_.between(0, 99);
    std::string fault = what < 55 ? walk() : what < 75 ? push() : what < 88 ? move_goal() : edit();
    if (fault.empty() && follower_.status() != FollowStatus::cut) {
      fault = find_way_fault(world_, follower_);
    }
    return fault;
  }

  [[nodiscard]] const PathFollower& follower() const { return follower_; }

 private:
  std::string walk() {
    ++tally_.walks;
    const double step = 0.05 * random_.between(1, 20);
    const DiscPoint there = follower_.place_ahead(step);
    const FollowStatus status = follower_.move(world_, narrow(there));
    if (needs_search(status)) return "lost on its path";
    if (status == FollowStatus::arrived) {
      ++tally_.arrived;
      return follower_.length() <= PathFollower::kOnPath ? "" : "arrived elsewhere";
    }
    const double more = follower_.length() - std::max(old_length_ - step, 0.0);
    // Past a sharp turn the leg before it may be as near: the first point counts.
    const bool is_near = norm(follower_.place() - there) <= 1.01 * PathFollower::kOnPath;
    return std::abs(more) <= 0.01 || (more > 0.0 && is_near) ? "" : "length after a walk";
  }

  std::string push() {
    const Point there = random_near(random_, old_place_, random_.chance(70) ? 700 : 4000);
    const FollowStatus status = follower_.move(world_, there);
    const bool is_same = follower_.length() == old_length_ && follower_.place() == old_place_;
    if (needs_search(status)) {
      ++tally_.off;
      return status == FollowStatus::off_path && is_same ? "" : "not off the path";
    }
    ++tally_.pushes;
    const double push = norm(widen(there) - old_place_);
    if (norm(follower_.place() - widen(there)) > 1.01 * PathFollower::kOnPath)
      return "place after a push";
    return follower_.length() <= old_length_ + around() * push + 0.01 ? ""
                                                                      : "longer than by the push";
  }

  std::string move_goal() {
    const DiscPoint goal = follower_.ahead().back().entry;
    const Point there = random_near(random_, goal, random_.chance(70) ? 900 : 4000);
    const FollowStatus status = follower_.move_goal(world_, there);
    const DiscPoint now = follower_.ahead().back().entry;
    if (needs_search(status)) {
      ++tally_.lost;
      const bool is_same =
          status == FollowStatus::goal_lost && now == goal && follower_.length() == old_length_;
      return is_same ? "" : "not lost";
    }
    ++tally_.goals;
    if (now != widen(there)) return "another goal";
    const double by = norm(now - goal);
    if (by > PathFollower::kDefaultMaxDetour) return "a goal out of reach";
    return follower_.length() <= old_length_ + around() * by + 0.01
               ? ""
               : "longer than by the goal's move";
  }

  // A disc may have to go round a circle where the push went straight.
  [[nodiscard]] double around() const {
    return follower_.agent().shape == AgentShape::disc ? 0.5 * std::numbers::pi : 1.0;
  }

  std::string edit() {
    const TileRect tiles = random_rect(random_, world_.grid().width(), world_.grid().height());
    world_.set(tiles, random_.chance(60) ? TileState::blocked : TileState::walkable);
    const bool is_touched = follower_.find_touched(tiles).has_value();
    tally_.touched += is_touched ? 1U : 0U;
    const FollowStatus status = follower_.update(world_);
    if (status != FollowStatus::cut) return "";
    ++tally_.cut;
    if (!is_touched) return "cut, but not touched";
    return is_clear_ahead(world_, follower_) ? "told cut, but clear" : "";
  }

  Random& random_;
  World& world_;
  Finder finder_;
  PathFollower follower_;
  FollowTally& tally_;
  double old_length_ = 0.0;
  DiscPoint old_place_{0.0, 0.0};
};

void follow(Random& random, const Agent& agent, FollowTally& tally) {
  World world = make_world(make_random_map(random, 24));
  if (world.grid().walkable_count() == 0) return;
  Trial trial(random, world, agent, tally);
  if (!trial.search(center(random_walkable_tile(random, world.grid())),
                    center(random_walkable_tile(random, world.grid())))) {
    return;
  }
  for (int i = 0; i < 40; ++i) {
    const DiscPoint place = trial.follower().place();
    const std::string fault = trial.act();
    if (!fault.empty()) {
      FAIL(fault << ", radius " << agent.radius << ", from " << place << " to "
                 << trial.follower().place() << ", " << to_string(trial.follower().status())
                 << ", ahead " << trial.follower().ahead().size() << " to "
                 << trial.follower().ahead().back().entry << "\n"
                 << to_drawing(world.grid()));
    }
    if (trial.follower().status() != FollowStatus::cut) continue;
    const Point goal = trial.follower().ahead().back().center;
    if (!trial.search(snap(narrow(trial.follower().place())), goal)) return;
  }
}

TEST_CASE("PathFollower: walks, pushes, moved goals and edits on random maps") {
  for (Random& random : random_generators("path follower")) {
    std::array<FollowTally, kAgents.size()> tallies;
    for (std::size_t i = 0; i < random_count(6000, 60000); ++i) {
      follow(random, kAgents[i % kAgents.size()], tallies[i % kAgents.size()]);
    }
    for (const FollowTally& t : tallies) {
      INFO("walks " << t.walks << ", pushes " << t.pushes << ", off " << t.off << ", goals "
                    << t.goals << ", lost " << t.lost << ", cut " << t.cut << ", touched "
                    << t.touched << ", arrived " << t.arrived);
      CHECK((is_small_share() || std::min({t.walks, t.pushes, t.off, t.goals, t.lost, t.cut,
                                           t.touched - t.cut, t.arrived}) > 0));
    }
  }
}

// How often the follower said that nothing shorter can have opened.
std::size_t open_and_compare(Random& random, const Agent& agent, std::size_t maps) {
  std::size_t sure = 0;
  FindOptions options;
  options.agent = agent;
  for (std::size_t i = 0; i < maps; ++i) {
    World world(make_random_map(random, 30));
    world.prepare(agent);
    if (world.grid().walkable_count() == 0) continue;
    Finder finder(world);
    PathFollower follower(agent);
    const Point start = center(random_walkable_tile(random, world.grid()));
    const Point goal = center(random_walkable_tile(random, world.grid()));
    follower.set(world, finder.find(start, goal, options));
    if (follower.status() != FollowStatus::on_path) continue;
    Point at = start;
    if (follower.ahead().size() > 1 && random.chance(40)) {
      at = follower.ahead()[0].center;
      follower.move(world, at);
    }
    for (int k = 0; k < 6 && follower.status() == FollowStatus::on_path; ++k) {
      world.set(random_rect(random, world.grid().width(), world.grid().height()),
                random.chance(70) ? TileState::walkable : TileState::blocked);
      if (follower.update(world) != FollowStatus::on_path) break;
      const FoundPath fresh = finder.find(at, goal, options);
      INFO(to_drawing(world.grid()));
      // A search from a corner where walls touch may stand on their other side.
      if (!fresh && at != start) break;
      REQUIRE(fresh);
      REQUIRE(fresh.length >= follower.length() - 1e-9);
      ++sure;
    }
  }
  return sure;
}

TEST_CASE("PathFollower: no edit that opens a shorter path is missed") {
  for (Random& random : random_generators("path follower shorter")) {
    const std::size_t maps = random_count(3000, 40000);
    CHECK(open_and_compare(random, Agent{}, maps) > 0);
    CHECK(open_and_compare(random, Agent::square(0.25), maps / 4) > 0);
  }
}

TEST_CASE("PathFollower: find_start() is where a rounded unit can search from") {
  constexpr std::array<Agent, 5> kSizes{Agent{}, Agent::disc(0.35), Agent::disc(0.9),
                                        Agent::square(0.3), Agent::square(0.75)};
  for (Random& random : random_generators("follower start")) {
    std::size_t moved = 0;
    const std::size_t maps = random_count(100, 3000);
    for (std::size_t map = 0; map < maps; ++map) {
      World world(make_block_map(random, 24, 24));
      const Agent agent = kSizes[random.below(kSizes.size())];
      world.prepare(agent);
      Finder finder(world);
      const Point start = to_map_point(random_place(random, world.grid()));
      const FoundPath found = finder.find(start, to_map_point(random_place(random, world.grid())),
                                          {agent, Method::optimal, EndRule::nearest});
      if (!found) continue;
      PathFollower unit(agent);
      unit.set(world, found);
      const double step = unit.length() / 23.0;
      while (unit.status() != FollowStatus::arrived) {
        unit.move(world, narrow(unit.place_ahead(step)));
        REQUIRE_FALSE(needs_search(unit.status()));
        const Point at = snap(narrow(unit.place()));
        const Point from = unit.find_start(world, at);
        REQUIRE(world.has_room(agent, from));
        REQUIRE(norm(from - at) <= 3.0F / 1024.0F);
        moved += from == at ? 0U : 1U;
      }
    }
    CHECK((is_small_share() || moved > 0));
  }
  const World world(draw_map("@@@\n@.@\n@@@\n"));
  CHECK(PathFollower().find_start(world, {0.5F, 0.5F}) == Point{0.5F, 0.5F});
}

TEST_CASE("find_cut_paths: the units whose paths are cut, in order") {
  for (Random& random : random_generators("path follower many")) {
    std::size_t cuts = 0;
    for (std::size_t i = 0; i < random_count(60, 600); ++i) {
      World world(make_room_map(random, 50, 50));
      Finder finder(world);
      std::vector<PathFollower> followers(80);
      std::vector<PathFollower*> units;
      for (PathFollower& follower : followers) {
        follower.set(world, finder.find(center(random_walkable_tile(random, world.grid())),
                                        center(random_walkable_tile(random, world.grid()))));
        units.push_back(&follower);
      }
      units.push_back(nullptr);
      for (int building = 0; building < 3; ++building) {
        const int x = random.between(0, 46);
        const int y = random.between(0, 46);
        world.set({x, y, x + 4, y + 4}, TileState::blocked);
      }
      std::vector<std::uint32_t> expected;
      for (std::size_t k = 0; k < followers.size(); ++k) {
        if (followers[k].status() == FollowStatus::no_path) continue;
        const std::vector<Point> points = points_ahead(followers[k]);
        if (!world.is_walkable(points)) expected.push_back(static_cast<std::uint32_t>(k));
      }
      cuts += expected.size();
      std::vector<std::uint32_t> cut(random.chance(80) ? 80 : random.below(10));
      const AllocationCounter counter;
      const Result found = find_cut_paths(world, units, cut);
      REQUIRE(counter.count() == 0);
      REQUIRE(found.count == std::min(cut.size(), expected.size()));
      REQUIRE(found.status == (cut.size() < expected.size() ? Status::truncated : Status::ok));
      REQUIRE(std::equal(cut.begin(), cut.begin() + static_cast<std::ptrdiff_t>(found.count),
                         expected.begin()));
      for (const std::uint32_t k : expected) {
        REQUIRE(followers[k].status() == FollowStatus::cut);
      }
      REQUIRE(find_cut_paths(world, units, cut).count == 0);
    }
    CHECK((is_small_share() || cuts > 100));
  }
}

TEST_CASE("is_square_leg_free: as the validator of square paths says") {
  for (Random& random : random_generators("square sight")) {
    std::size_t free = 0;
    for (std::size_t i = 0; i < random_count(4000, 60000); ++i) {
      const Grid grid = make_random_map(random, random.chance(80) ? 10 : 150);
      const std::int64_t half_width = random.chance(50) ? 256 * random.between(1, 6)  //
                                                        : random.between(1, 2000);
      for (int k = 0; k < 20; ++k) {
        const auto place = [&]() -> Point {
          const Point p = to_map_point(random_place(random, grid));
          if (random.chance(60)) return p;
          // Where it may just touch.
          const float by = static_cast<float>(half_width) / 1024.0F;
          return {std::floor(p.x) + by, std::floor(p.y) + (random.chance(50) ? by : -by)};
        };
        const Point from = place();
        const Point to = random.chance(50) ? Point{from.x, place().y} : place();
        const std::array<Point, 2> leg{from, to};
        const auto path = std::span<const Point>(leg).first(from == to ? 1 : 2);
        const bool is_free = detail::is_square_leg_free(grid.bits(), from, to, half_width);
        const PathCheck check =
            validate_square_path(grid, from, to, path, static_cast<double>(half_width) / 1024.0);
        INFO(to_drawing(grid) << from << " to " << to << ", " << half_width);
        REQUIRE(is_free == (check.fault == PathFault::none));
        free += is_free ? 1U : 0U;
      }
    }
    CHECK(free > 0);
  }
}

}  // namespace

TEST_CASE("PathFollower: without a path there is no place ahead") {
  const PathFollower follower;
  CHECK(follower.ahead().empty());
  CHECK(follower.place_ahead(1.0) == DiscPoint{0.0, 0.0});
}

}  // namespace taut::test
