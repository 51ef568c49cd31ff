// World::is_reachable() is whether a Finder has a path, would_cut() whether an edit takes it away.
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/mixed_worlds.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

namespace taut::test {
namespace {

struct Tally {
  std::size_t reached = 0;
  std::size_t refused = 0;
};

void compare(Random& random, const World& world, Finder& finder, Tally& tally) {
  const Point start = to_map_point(random_place(random, world.grid()));
  const Point goal = to_map_point(random_place(random, world.grid()));
  for (const Agent& agent : all_agents()) {
    FindOptions options{agent};
    if (random.chance(50)) options.method = Method::fast;
    const bool is_reached = world.is_reachable(agent, start, goal);
    ++(is_reached ? tally.reached : tally.refused);
    INFO(to_drawing(world.grid(agent.ground))
         << start << " to " << goal << ", radius " << agent.radius);
    REQUIRE(static_cast<bool>(finder.find(start, goal, options)) == is_reached);
  }
}

// Also between segments, and what may be passed one way only.
void add_segments(Random& random, World& world) {
  for (int i = random.between(0, 2); i > 0; --i) {
    const Tile from = random_walkable_tile(random, world.grid());
    const Tile to = random_walkable_tile(random, world.grid());
    const Tile end{from.x + random.between(-3, 3), from.y + random.between(-3, 3)};
    if (from == to || !world.grid().is_walkable(end.x, end.y)) continue;
    LinkOptions options;
    if (random.chance(50)) options.is_one_way = true;
    world.link(LinkEnd{center(from), center(end)}, LinkEnd{center(to), center(to)}, options);
  }
}

void add_all_links(Random& random, World& world) {
  if (random.chance(40) || world.grid().walkable_count() < 2) return;
  for (int i = random.between(1, 3); i > 0; --i) add_links(random, world);
  add_segments(random, world);
}

TEST_CASE("is_reachable: where a finder has a path, for all agents, after edits",
          "[world][reach]") {
  for (Random& random : random_generators("is_reachable")) {
    Tally tally;
    for (std::size_t i = random_count(40, 2000); i > 0; --i) {
      World world = make_mixed_world(random, 16);
      add_all_links(random, world);
      Finder finder(world);
      for (int k = 0; k < 8; ++k) {
        for (int n = 0; n < 3; ++n) compare(random, world, finder, tally);
        edit_mixed(random, world);
      }
    }
    INFO("reached " << tally.reached << ", refused " << tally.refused);
    CHECK((is_small_share() || std::min(tally.reached, tally.refused) > 100));
  }
}

// A corner of tiles, likely one where two blocked tiles touch.
LatticePoint random_corner(Random& random, const Grid& grid) {
  for (int tries = 0; tries < 30; ++tries) {
    const int x = random.between(1, grid.width() - 1);
    const int y = random.between(1, grid.height() - 1);
    const auto is_open = [&](int dx, int dy) { return grid.is_walkable(x + dx, y + dy); };
    const bool is_pinch = is_open(0, 0) == is_open(-1, -1) && is_open(0, -1) == is_open(-1, 0) &&
                          is_open(0, 0) != is_open(0, -1);
    if (is_pinch) return {x * 1024, y * 1024};
  }
  return random_place(random, grid);
}

TEST_CASE("is_reachable: a point leaves a corner where blocked tiles touch on both sides",
          "[world][reach]") {
  constexpr std::array kMethods{Method::best, Method::optimal, Method::fast};
  for (Random& random : random_generators("corners of blocked tiles")) {
    Tally tally;
    for (std::size_t i = random_count(150, 5000); i > 0; --i) {
      World world(make_noise_map(random, 6, 6, random.between(30, 60)));
      const Grid& grid = world.grid();
      const VisibilityGraph oracle(grid);
      const std::uint32_t aid = random.below(4);
      if (aid == 1) world.keep_landmarks(4);
      if (aid == 2) world.keep_index();
      Ground mud;
      mud.set(0, 2.0F);
      mud.set(1, 3.0F);
      if (aid == 3) {
        world.set_class(random_rect(random, 6, 6), 1);
        world.set_ground(1, mud);
        world.prepare(Agent::point(1));
      }
      Finder finder(world);
      for (int k = 0; k < 6; ++k) {
        LatticePoint start = random_corner(random, grid);
        LatticePoint goal =
            random.chance(30) ? random_corner(random, grid) : random_place(random, grid);
        if (random.chance(50)) std::swap(start, goal);
        const long double length = oracle.find_length(start, goal);
        const bool is_reached = std::isfinite(length);
        ++(is_reached ? tally.reached : tally.refused);
        INFO(to_drawing(grid) << to_map_point(start) << " to " << to_map_point(goal));
        REQUIRE(world.is_reachable({}, to_map_point(start), to_map_point(goal)) == is_reached);
        for (const Method method : kMethods) {
          FindOptions options{.method = method};
          if (aid == 3) options.agent = Agent::point(1);
          const FoundPath found = finder.find(to_map_point(start), to_map_point(goal), options);
          REQUIRE(static_cast<bool>(found) == is_reached);
          options.goal = EndRule::nearest;
          const FoundPath near = finder.find(to_map_point(start), to_map_point(goal), options);
          if (is_reached) REQUIRE(near.points.back() == to_map_point(goal));
          if (!is_reached || aid == 3 || method == Method::fast) continue;
          REQUIRE(std::abs(found.length - static_cast<double>(length)) <= 1e-9);
        }
      }
    }
    INFO("reached " << tally.reached << ", refused " << tally.refused);
    CHECK((is_small_share() || std::min(tally.reached, tally.refused) > 100));
  }
}

TEST_CASE("is_reachable: false for bad places and agents that are not prepared", "[world][reach]") {
  World world(draw_map("....\n....\n....\n"));
  world.prepare(Agent::disc(0.5));
  const Point at{1.5F, 1.5F};
  CHECK(world.is_reachable({}, at, {0.5F, 0.5F}));
  CHECK(world.is_reachable(Agent::disc(0.4999), at, {0.5F, 0.5F}));  // snapped
  CHECK_FALSE(world.is_reachable(Agent::disc(0.4), at, at));
  CHECK_FALSE(world.is_reachable(Agent::point(1), at, at));
  CHECK_FALSE(world.is_reachable(Agent::disc(-1.0), at, at));
  CHECK_FALSE(world.is_reachable(Agent::disc(0.5), at, {0.4F, 0.5F}));
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity(), 1e9F, -1.0F}) {
    CHECK_FALSE(world.is_reachable({}, at, {1.5F, bad}));
    CHECK_FALSE(world.is_reachable({}, {bad, 1.5F}, at));
  }
}

std::vector<Point> random_places(Random& random, const Grid& grid) {
  std::vector<Point> places(static_cast<std::size_t>(random.between(1, 4)));
  for (Point& place : places) place = to_map_point(random_place(random, grid));
  return places;
}

// By definition, on a copy.
bool cuts_copy(const World& world, std::span<const TileRect> rectangles,
               std::span<const Point> starts, std::span<const Point> goals, const Agent& agent) {
  World edited(world);
  edited.set(rectangles, TileState::blocked);
  for (const Point& start : starts) {
    for (const Point& goal : goals) {
      if (!world.is_reachable(agent, start, goal)) continue;
      if (!edited.is_reachable(agent, start, goal)) return true;
    }
  }
  return false;
}

TEST_CASE("would_cut: as a copy that is edited, for all agents, after edits", "[world][reach]") {
  for (Random& random : random_generators("would_cut")) {
    std::size_t cut = 0;
    std::size_t kept = 0;
    for (std::size_t i = random_count(25, 1500); i > 0; --i) {
      World world = make_mixed_world(random, random.chance(10) ? 70 : 16);
      add_all_links(random, world);
      for (int k = 0; k < 6; ++k) {
        std::vector<TileRect> rectangles;
        for (int n = random.between(1, random.chance(10) ? 20 : 3); n > 0; --n) {
          rectangles.push_back(random_rect(random, world.grid().width(), world.grid().height()));
        }
        const std::vector<Point> starts = random_places(random, world.grid());
        const std::vector<Point> goals = random_places(random, world.grid());
        for (const Agent& agent : all_agents()) {
          const bool expected = cuts_copy(world, rectangles, starts, goals, agent);
          INFO(to_drawing(world.grid(agent.ground))
               << starts[0] << " to " << goals[0] << ", radius " << agent.radius);
          REQUIRE(world.would_cut(rectangles, starts, goals, agent) == expected);
          ++(expected ? cut : kept);
        }
        edit_mixed(random, world);
      }
    }
    INFO("cut " << cut << ", kept " << kept);
    CHECK((is_small_share() || std::min(cut, kept) > 100));
  }
}

// Rooms on a lattice: from each a door leads left or up, and from some both.
Grid make_maze(Random& random, int rooms, int loops) {
  Grid grid(2 * rooms + 1, 2 * rooms + 1, TileState::blocked);
  const auto open = [&](int x, int y) { grid.set({x, y, x + 1, y + 1}, TileState::walkable); };
  for (int y = 0; y < rooms; ++y) {
    for (int x = 0; x < rooms; ++x) {
      open(2 * x + 1, 2 * y + 1);
      const bool is_left = y == 0 || random.chance(50);
      if (x > 0 && (is_left || random.chance(loops))) open(2 * x, 2 * y + 1);
      if (y > 0 && (!is_left || x == 0 || random.chance(loops))) open(2 * x + 1, 2 * y);
    }
  }
  return grid;
}

TEST_CASE("would_cut: as a copy that is edited, in mazes, whose dead ends are deep",
          "[world][reach]") {
  for (Random& random : random_generators("would_cut in mazes")) {
    std::size_t cut = 0;
    std::size_t kept = 0;
    for (std::size_t i = random_count(60, 3000); i > 0; --i) {
      World world(make_maze(random, random.between(3, 14), random.chance(50) ? 0 : 15));
      world.prepare(Agent::square(0.5));
      add_all_links(random, world);
      for (int k = 0; k < 10; ++k) {
        std::vector<TileRect> rectangles;
        for (int n = random.between(1, 3); n > 0; --n) {
          const TileRect at = random_rect(random, world.grid().width(), world.grid().height());
          rectangles.push_back({at.x0, at.y0, (std::min)(at.x1, at.x0 + random.between(1, 5)),
                                (std::min)(at.y1, at.y0 + random.between(1, 5))});
        }
        const std::vector<Point> starts = random_places(random, world.grid());
        const std::vector<Point> goals = random_places(random, world.grid());
        for (const Agent& agent : {Agent::point(), Agent::square(0.5)}) {
          const bool expected = cuts_copy(world, rectangles, starts, goals, agent);
          INFO(to_drawing(world.grid()) << starts[0] << " to " << goals[0]);
          REQUIRE(world.would_cut(rectangles, starts, goals, agent) == expected);
          ++(expected ? cut : kept);
        }
      }
    }
    INFO("cut " << cut << ", kept " << kept);
    CHECK((is_small_share() || std::min(cut, kept) > 30));
  }
}

TEST_CASE("would_cut: ways over links count, and links that would lose an end", "[world][reach]") {
  World world(
      draw_map("...@...@...\n"
               "...@...@...\n"
               ".......@...\n"));
  const std::vector<Point> left{{0.5F, 0.5F}};
  const std::vector<Point> middle{{5.5F, 0.5F}};
  const std::vector<Point> right{{10.5F, 0.5F}};
  const std::vector<TileRect> door{{3, 2, 4, 3}};
  CHECK(world.would_cut(door, left, middle));
  CHECK_FALSE(world.would_cut(door, left, right));
  const LinkId bridge = world.link({1.5F, 2.5F}, {5.5F, 2.5F});
  CHECK_FALSE(world.would_cut(door, left, middle));
  const std::vector<TileRect> both{{3, 2, 4, 3}, {5, 2, 6, 3}};
  CHECK(world.would_cut(both, left, middle));  // the bridge loses its end
  const LinkId lift = world.link({6.5F, 2.5F}, {8.5F, 2.5F}, {.is_one_way = true});
  CHECK_FALSE(world.would_cut(door, left, right));
  CHECK(world.would_cut(std::vector<TileRect>{{6, 1, 7, 3}}, left, right));
  CHECK_FALSE(world.would_cut(std::vector<TileRect>{{6, 1, 7, 3}}, right, left));
  world.change_link(bridge, {.is_open = false});
  CHECK(world.would_cut(door, left, middle));
  CHECK(world.would_cut(door, left, right));
  world.unlink(lift);
  CHECK_FALSE(world.would_cut(door, left, right));
}

TEST_CASE("would_cut: a link loses its end where neither start nor goal is", "[world][reach]") {
  World world(draw_map("..@..@..\n..@..@..\n"));
  const std::vector<Point> left{{0.5F, 0.5F}};
  const std::vector<Point> right{{7.5F, 0.5F}};
  world.link({1.5F, 0.5F}, {3.5F, 0.5F});
  world.link({4.5F, 1.5F}, {6.5F, 0.5F});
  CHECK(world.is_reachable({}, left[0], right[0]));
  CHECK(world.would_cut(std::vector<TileRect>{{4, 1, 5, 2}}, left, right));
  CHECK_FALSE(world.would_cut(std::vector<TileRect>{{4, 0, 5, 1}}, left, right));
}

TEST_CASE("World::memory_bytes: what is remembered of links counts, until an edit",
          "[world][reach]") {
  World world(draw_map(".@.\n"));
  world.link(center(Tile{0, 0}), center(Tile{2, 0}), {.is_one_way = true});
  const std::size_t before = world.memory_bytes();
  CHECK(world.is_reachable({}, center(Tile{0, 0}), center(Tile{2, 0})));
  const std::size_t after = world.memory_bytes();
  CHECK(after > before);
  // What changes nothing.
  world.prepare({});
  world.set(Tile{0, 0}, TileState::walkable);
  world.set_class({0, 0, 3, 1}, 0);
  world.change_link(0, world.links()[0].options);
  world.unlink(7);
  world.refresh_landmarks(1);
  CHECK(world.memory_bytes() == after);
  world.set(Tile{1, 0}, TileState::walkable);
  CHECK(world.memory_bytes() < after);
}

TEST_CASE("is_reachable: links of one way lead as far as they do, also in rings",
          "[world][reach]") {
  for (Random& random : random_generators("one-way links")) {
    for (std::size_t i = random_count(20, 500); i > 0; --i) {
      const int rooms = random.between(2, 90);
      const auto index_of = [](int room) { return static_cast<std::size_t>(room); };
      World world(Grid::from_predicate(2 * rooms, 1, [](int x, int) { return x % 2 == 0; }));
      std::vector<std::vector<bool>> joins(index_of(rooms), std::vector<bool>(index_of(rooms)));
      const auto place = [](int room) { return center(Tile{2 * room, 0}); };
      for (int k = random.between(0, 2 * rooms); k > 0; --k) {
        const int from = random.between(0, rooms - 1);
        const int to = random.between(0, rooms - 1);
        if (from == to) continue;
        const bool is_one_way = random.chance(60);
        joins[index_of(from)][index_of(to)] = true;
        if (!is_one_way) joins[index_of(to)][index_of(from)] = true;
        world.link(place(from), place(to), {.is_one_way = is_one_way});
      }
      for (std::size_t over = 0; over < joins.size(); ++over) {
        joins[over][over] = true;
        for (std::size_t from = 0; from < joins.size(); ++from) {
          if (!joins[from][over]) continue;
          for (std::size_t to = 0; to < joins.size(); ++to) {
            if (joins[over][to]) joins[from][to] = true;
          }
        }
      }
      for (int from = 0; from < rooms; ++from) {
        for (int to = 0; to < rooms; ++to) {
          INFO("from " << from << " to " << to << " of " << rooms);
          REQUIRE(world.is_reachable({}, place(from), place(to)) ==
                  joins[index_of(from)][index_of(to)]);
        }
      }
    }
  }
}

TEST_CASE("would_cut: the last way, an end, and what is no cut", "[world][reach]") {
  World world(
      draw_map("...@...\n"
               "...@...\n"
               ".......\n"
               "...@...\n"));
  world.prepare(Agent::square(0.5));
  const std::vector<Point> left{{0.5F, 0.5F}, {0.5F, 3.5F}};
  const std::vector<Point> right{{6.5F, 0.5F}};
  const std::vector<TileRect> door{{3, 2, 4, 3}};
  for (const Agent& agent : {Agent::point(), Agent::square(0.5)}) {
    CHECK(world.would_cut(door, left, right, agent));
    CHECK_FALSE(world.would_cut(door, left, left, agent));
    CHECK(world.would_cut(std::vector<TileRect>{{6, 0, 7, 1}}, left, right, agent));
    CHECK_FALSE(world.would_cut(std::vector<TileRect>{{6, 1, 7, 4}}, left, right, agent));
    CHECK_FALSE(
        world.would_cut(std::vector<TileRect>{{7, 0, 90, 90}, {2, 2, 2, 9}}, left, right, agent));
    CHECK_FALSE(world.would_cut({}, left, right, agent));
    CHECK_FALSE(world.would_cut(door, {}, right, agent));
  }
  CHECK_FALSE(world.would_cut(door, left, right, Agent::disc(0.25)));
  CHECK_FALSE(world.would_cut(door, left, right, Agent::point(1)));
  const std::uint64_t revision = world.revision();
  world.set(door, TileState::blocked);
  CHECK_FALSE(world.would_cut(door, left, right));  // they are apart already
  CHECK(world.revision() == revision + 1);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(world.would_cut(std::vector<TileRect>{{0, 0, 7, 4}},
                              std::vector<Point>{{nan, 0.5F}, {0.5F, 1e9F}}, left));
}

}  // namespace
}  // namespace taut::test
