// find_path() on grids with every option.
#include <algorithm>
#include <array>
#include <limits>
#include <sstream>
#include <vector>

#include <taut/engine/baselines.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/validate.hpp>

#include "support/catch.hpp"
#include "support/diagonal_rules.hpp"
#include "support/funnel_oracle.hpp"
#include "support/guarded_block.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr double kRounding = 1.0 + 1e-12;
constexpr std::array<Pull, 5> kPulls{Pull::funnel, Pull::simple, Pull::midpoint, Pull::raycast,
                                     Pull::none};
constexpr std::array<Smoothing, 2> kSmoothings{Smoothing::none, Smoothing::raycast};

bool is_tile_path_only(DiagonalRule rule) {
  return rule == DiagonalRule::at_least_one_walkable || rule == DiagonalRule::always;
}

struct Found {
  PathResult result;
  std::vector<Point> path;
};

Found search(const Grid& grid, const Point& start, const Point& goal,
             const GridPathOptions& options, GridScratch& scratch) {
  Found found;
  found.path.resize(2 * grid.tile_count() + 66);
  found.result = find_path(grid, start, goal, options, scratch, found.path);
  found.path.resize(found.result.count);
  return found;
}

std::string describe(const Grid& grid, const Point& start, const Point& goal,
                     const GridPathOptions& options, const Found& found) {
  std::ostringstream text;
  text << to_drawing(grid) << "from " << start.x << " " << start.y << " to " << goal.x << " "
       << goal.y << ", diagonal " << static_cast<int>(options.search.diagonal) << ", pull "
       << static_cast<int>(options.pull) << ", smoothing " << static_cast<int>(options.smoothing)
       << ": " << to_string(found.result.status) << ", length " << found.result.length << ", path";
  for (const Point& point : found.path) text << "  " << point.x << " " << point.y;
  return text.str();
}

bool is_canonical(const std::vector<Point>& path) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i] == path[i - 1]) return false;
    if (i > 1 && orient(path[i - 2], path[i - 1], path[i]) == 0.0 &&
        dot(path[i - 1], path[i - 2], path[i]) < 0.0) {
      return false;
    }
  }
  return true;
}

// Places on walkable tiles: centres, corners, edges and any others.
Point random_start(Random& random, const Grid& grid) {
  for (;;) {
    const Point place = to_map_point(random_place(random, grid));
    if (grid.locate(place)) return place;
  }
}

// A query of every combination of options. `optimum` is 0 on maps too large for the oracle.
struct AllOptions {
  const Grid& grid;
  Point start;
  Point goal;
  long double optimum;
  GridScratch& scratch;
  std::size_t solved = 0;

  void check(DiagonalRule rule);

 private:
  // The length of the path; nothing when the combination has none.
  std::optional<double> check(const GridPathOptions& options, bool is_reachable);
};

std::optional<double> AllOptions::check(const GridPathOptions& options, bool is_reachable) {
  const DiagonalRule rule = options.search.diagonal;
  const Found found = search(grid, start, goal, options, scratch);
  const auto fail = [&](const std::string& what) {
    FAIL(what << "\n" << describe(grid, start, goal, options, found));
  };
  const bool is_refused = is_tile_path_only(rule) &&
                          (options.pull != Pull::none || options.smoothing != Smoothing::none);
  const Status wanted = is_refused     ? Status::invalid_input
                        : is_reachable ? Status::ok
                                       : Status::no_path;
  if (found.result.status != wanted) fail(std::string("should be ") + to_string(wanted));
  if (wanted != Status::ok) {
    if (found.result.count != 0) fail("points without a path");
    return std::nullopt;
  }
  ++solved;
  if (found.path.front() != start || found.path.back() != goal) fail("ends");
  if (!is_canonical(found.path)) fail("not canonical");
  if (found.result.length != path_length(found.path)) fail("length");
  // The published funnel may leave its corridor, and these rules cut corners.
  if (options.pull == Pull::simple || is_tile_path_only(rule)) return found.result.length;
  const PathCheck path_check = validate_path(grid, start, goal, found.path);
  if (path_check.fault != PathFault::none) {
    fail(std::string(to_string(path_check.fault)) + " at " + std::to_string(path_check.at));
  }
  if (static_cast<long double>(found.result.length) < optimum * (1.0L - 1e-12L)) {
    fail("shorter than the optimum");
  }
  return found.result.length;
}

void AllOptions::check(DiagonalRule rule) {
  bool is_reachable = false;
  for (const Tile& first : find_tiles_at(grid, start)) {
    const std::vector<double> costs = find_tile_costs(grid, first, rule);
    for (const Tile& last : find_tiles_at(grid, goal)) {
      is_reachable |= costs[grid.id(last)] < std::numeric_limits<double>::infinity();
    }
  }
  std::array<double, 2> funnel_lengths{};
  for (const Smoothing smoothing : kSmoothings) {
    std::array<double, 5> lengths{};
    for (const Pull pull : kPulls) {
      const GridPathOptions options{
          {{rule}, PartialPath::none, kNoExpansionLimit}, pull, smoothing};
      lengths[static_cast<std::size_t>(pull)] = check(options, is_reachable).value_or(0.0);
    }
    if (is_tile_path_only(rule) || !is_reachable) continue;
    const double funnel = lengths[static_cast<std::size_t>(Pull::funnel)];
    REQUIRE(funnel <= lengths[static_cast<std::size_t>(Pull::midpoint)] * kRounding);
    REQUIRE(funnel <= lengths[static_cast<std::size_t>(Pull::none)] * kRounding);
    funnel_lengths[static_cast<std::size_t>(smoothing)] = funnel;
  }
  if (is_tile_path_only(rule) || !is_reachable) return;
  if (funnel_lengths[1] > funnel_lengths[0] * kRounding) {
    FAIL("smoothing made it longer\n" << to_drawing(grid) << start << " to " << goal);
  }
  const bool is_exact = rule == DiagonalRule::only_if_no_obstacles;
  if (is_exact) REQUIRE(optimum < std::numeric_limits<long double>::infinity());
}

// The path through the portals of a corridor by each method, as its own stages make it.
struct Stages {
  const Grid& grid;
  Point start;
  Point goal;
  std::span<const TileId> tiles;
  std::vector<Portal> portals;
  std::vector<Point> out;

  // `pull` writes into `out`.
  template <class PullInto>
  std::vector<Point> points(const PullInto& pull) {
    const Result result = pull(std::span(out));
    REQUIRE(result.status == Status::ok);
    return {out.begin(), out.begin() + static_cast<std::ptrdiff_t>(result.count)};
  }
  std::vector<Point> path(Pull method) {
    switch (method) {
      case Pull::funnel:
        return points([&](std::span<Point> to) { return string_pull(start, goal, portals, to); });
      case Pull::simple:
        return points([&](std::span<Point> to) { return simple_funnel(start, goal, portals, to); });
      case Pull::midpoint: {
        std::vector<Point> places{start};
        for (const Portal& portal : portals) places.push_back(midpoint(portal));
        places.push_back(goal);
        return places;
      }
      case Pull::raycast:
        return points(
            [&](std::span<Point> to) { return midpoint_raycast(grid, start, goal, portals, to); });
      case Pull::none:
        break;
    }
    std::vector<Point> centers{start};
    for (std::size_t k = 1; k + 1 < tiles.size(); ++k) {
      centers.push_back(center(grid.tile(tiles[k])));
    }
    centers.push_back(goal);
    return centers;
  }
};

}  // namespace

TEST_CASE("find_path: every combination of options on random maps", "[grid_path]") {
  for (Random& random : random_generators("grid path")) {
    const std::size_t maps = random_count(4800, 30000);
    std::size_t solved = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, random.chance(80) ? 9 : 30);
      if (grid.walkable_count() == 0) continue;
      GridScratch scratch(grid);
      const Point start = random_start(random, grid);
      const Point goal = random_start(random, grid);
      const bool is_small = grid.tile_count() <= 81;
      const long double optimum =
          is_small ? VisibilityGraph(grid).find_length(to_lattice(start), to_lattice(goal)) : 0.0L;
      AllOptions query{grid, start, goal, std::isfinite(optimum) ? optimum : 0.0L, scratch};
      for (const DiagonalRule rule : kRules) query.check(rule);
      solved += query.solved;
    }
    CHECK(solved > 10 * maps);
  }
}

TEST_CASE("find_path: is its stages in one call", "[grid_path]") {
  for (Random& random : random_generators("grid path stages")) {
    const std::size_t maps = random_count(2000, 50000);
    std::size_t solved = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 14);
      if (grid.walkable_count() == 0) continue;
      GridScratch scratch(grid);
      const Point start = random_start(random, grid);
      const Point goal = random_start(random, grid);
      GridPathOptions options;
      options.search.diagonal = kRules[random.below(2)];
      std::vector<TileId> tiles(4 * grid.tile_count() + 64);
      const CorridorResult corridor =
          find_corridor(grid, start, goal, options.search, scratch.search, tiles);
      if (corridor.status != Status::ok) continue;
      ++solved;
      const std::size_t room = max_portals(tiles.size());
      const auto stages_of = [&](std::span<const TileId> ids) {
        Stages stages{grid, start, goal, ids, {}, std::vector<Point>(max_path_points(room))};
        stages.portals.resize(room);
        stages.portals.resize(extract_portals(grid, ids, stages.portals).count);
        return stages;
      };
      const auto check = [&](Stages& stages, Pull pull, Smoothing smoothing) {
        options.pull = pull;
        options.smoothing = smoothing;
        const std::vector<Point> canonical = to_canonical(stages.path(pull));
        const Found found = search(grid, start, goal, options, scratch);
        if (found.path != canonical) FAIL(describe(grid, start, goal, options, found));
      };
      Stages stages = stages_of(std::span(tiles).first(corridor.count));
      for (const Pull pull : kPulls) check(stages, pull, Smoothing::none);
      const std::vector<Point> pulled = stages.path(Pull::funnel);
      std::vector<Point> work(max_smoothing_points(pulled.size()));
      std::vector<TileId> smoothed(tiles.size());
      const Result result = smooth_corridor(grid, pulled, work, smoothed);
      REQUIRE(result.status == Status::ok);
      Stages again = stages_of(std::span(smoothed).first(result.count));
      check(again, Pull::funnel, Smoothing::raycast);
    }
    CHECK(solved > 0);
  }
}

TEST_CASE("find_path: every capacity", "[grid_path]") {
  for (Random& random : random_generators("grid path capacity")) {
    const std::size_t maps = random_count(1600, 10000);
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 14);
      if (grid.walkable_count() == 0) continue;
      GridScratch scratch(grid);
      const Point start = random_start(random, grid);
      const Point goal = random_start(random, grid);
      const PartialPath partial = random.chance(50) ? PartialPath::none : PartialPath::nearest;
      for (const Smoothing smoothing : kSmoothings) {
        for (const Pull pull : kPulls) {
          const GridPathOptions options{
              {{DiagonalRule::only_if_no_obstacles}, partial, kNoExpansionLimit}, pull, smoothing};
          const Found whole = search(grid, start, goal, options, scratch);
          for (std::size_t capacity = 0; capacity <= whole.path.size() + 1; ++capacity) {
            GuardedBlock<Point> out(capacity);
            const PathResult found = find_path(grid, start, goal, options, scratch, out.room());
            const std::size_t size = std::min(capacity, whole.path.size());
            const bool is_prefix =
                out.is_intact() && found.count == size &&
                std::equal(whole.path.begin(),
                           whole.path.begin() + static_cast<std::ptrdiff_t>(size),
                           out.room().begin());
            const bool is_status =
                capacity >= whole.path.size()
                    ? found.status == whole.result.status
                    : found.status == Status::truncated || whole.result.status != Status::ok;
            const bool is_length =
                found.length == path_length(out.room().first(std::min(found.count, capacity)));
            if (!is_prefix || !is_status || !is_length) {
              FAIL("capacity " << capacity << ": " << to_string(found.status) << " " << found.count
                               << ", length " << found.length << "\n"
                               << describe(grid, start, goal, options, whole));
            }
          }
        }
      }
    }
    SUCCEED();
  }
}

TEST_CASE("find_path: start and goal are snapped", "[grid_path]") {
  const Grid grid(8, 8, TileState::walkable);
  GridScratch scratch(grid);
  for (Random& random : random_generators("grid path snapping")) {
    for (int i = 0; i < 300; ++i) {
      const auto any = [&] { return static_cast<float>(random.between(0, 8000000)) / 1e6F; };
      const Point start{any(), any()};
      const Point goal{any(), any()};
      const Found found = search(grid, start, goal, {}, scratch);
      REQUIRE(found.result.status == Status::ok);
      REQUIRE(found.path.front() == snap(start));
      REQUIRE(found.path.back() == snap(goal));
    }
  }
  // Just outside the map, but snapped onto its border.
  CHECK(search(grid, {-0.0001F, 1}, {8.0001F, 1}, {}, scratch).result.status == Status::ok);
}

TEST_CASE("find_path: places on no walkable tile are invalid_input", "[grid_path]") {
  const Grid grid = draw_map("..@\n...\n");
  GridScratch scratch(grid);
  const auto status = [&](Point a, Point b) {
    return search(grid, a, b, {}, scratch).result.status;
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  CHECK(status({0.5F, 0.5F}, {2.5F, 1.5F}) == Status::ok);
  CHECK(status({2.5F, 0.5F}, {0.5F, 0.5F}) == Status::invalid_input);
  CHECK(status({0.5F, 0.5F}, {2.5F, 0.5F}) == Status::invalid_input);
  CHECK(status({-0.5F, 0.5F}, {0.5F, 0.5F}) == Status::invalid_input);
  CHECK(status({0.5F, 0.5F}, {3.5F, 0.5F}) == Status::invalid_input);
  CHECK(status({0.5F, 1e30F}, {0.5F, 0.5F}) == Status::invalid_input);
  CHECK(status({kNan, 0.5F}, {0.5F, 0.5F}) == Status::invalid_input);
  CHECK(status({0.5F, 0.5F}, {0.5F, kNan}) == Status::invalid_input);
  CHECK(status({-kInfinity, 0.5F}, {0.5F, kInfinity}) == Status::invalid_input);
  // On the edge of a blocked tile and at its corner.
  CHECK(status({2, 0.5F}, {3, 1}) == Status::ok);
  const Found same = search(grid, {1, 1}, {1, 1}, {}, scratch);
  CHECK(same.result.status == Status::ok);
  CHECK(same.path == std::vector<Point>{{1, 1}});
  CHECK(same.result.length == 0.0);
}

TEST_CASE("find_path: partial paths", "[grid_path]") {
  for (Random& random : random_generators("grid path partial")) {
    const std::size_t maps = random_count(6000, 40000);
    std::size_t partial = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 12);
      if (grid.walkable_count() == 0) continue;
      GridScratch scratch(grid);
      const Point start = random_start(random, grid);
      const Point goal = random_start(random, grid);
      GridPathOptions options;
      options.search.partial = PartialPath::nearest;
      options.search.diagonal = kRules[random.below(2)];
      options.pull = kPulls[random.below(5)];
      options.smoothing = kSmoothings[random.below(2)];
      if (random.chance(30))
        options.search.expansion_limit = static_cast<std::size_t>(random.between(1, 20));
      const Found found = search(grid, start, goal, options, scratch);
      if (found.result.status == Status::ok) continue;
      ++partial;
      const auto fail = [&](const char* what) {
        FAIL(what << "\n" << describe(grid, start, goal, options, found));
      };
      const bool is_connected = grid.is_connected(*grid.locate(start), *grid.locate(goal));
      if (!(found.result.status == Status::out_of_nodes ||
            (found.result.status == Status::no_path && !is_connected)))
        fail("status");
      if (found.path.empty() || found.path.front() != start) fail("start");
      const std::optional<Tile> end = grid.locate(found.path.back());
      if (!end || center(*end) != found.path.back()) fail("ends at no tile's centre");
      if (options.pull != Pull::simple &&
          validate_path(grid, start, found.path.back(), found.path).fault != PathFault::none) {
        fail("not walkable");
      }
      if (found.result.status == Status::no_path) {
        // No walkable tile that start reaches is nearer.
        const Tile to = *grid.locate(goal);
        const auto measure = [&](Tile tile) {
          const int dx = std::abs(tile.x - to.x);
          const int dy = std::abs(tile.y - to.y);
          return options.search.diagonal == DiagonalRule::never
                     ? static_cast<float>(dx + dy)
                     : static_cast<float>(std::max(dx, dy) - std::min(dx, dy) +
                                          kDiagonalCost * std::min(dx, dy));
        };
        for (TileId id = 0; id < grid.tile_count(); ++id) {
          const Tile tile = grid.tile(id);
          if (grid.is_connected(tile, *grid.locate(start)) && measure(tile) < measure(*end))
            fail("there is a nearer tile");
        }
      }
    }
    CHECK(partial > maps / 10);
  }
}

TEST_CASE("find_path: scratch for short corridors only", "[grid_path]") {
  const Grid grid(40, 40, TileState::walkable);
  GridScratch small(grid, 10);
  GridScratch whole(grid);
  CHECK(small.memory_bytes() < whole.memory_bytes());
  CHECK(whole.memory_bytes() >=
        whole.search.memory_bytes() + whole.corridor.size() * sizeof(TileId) +
            whole.portals.size() * sizeof(Portal) + whole.points.size() * sizeof(Point));
  std::vector<Point> out(200);
  for (int side = 0; side < 40; ++side) {
    const Point goal{static_cast<float>(side) + 0.5F, 0.5F};
    const PathResult found = find_path(grid, {0.5F, 0.5F}, goal, {}, small, out);
    CHECK(found.status == (side < 10 ? Status::ok : Status::out_of_nodes));
    CHECK(find_path(grid, {0.5F, 0.5F}, goal, {}, whole, out).status == Status::ok);
  }
}

TEST_CASE("find_path: a smoothed corridor too long for the scratch is given up", "[grid_path]") {
  for (Random& random : random_generators("grid path smoothing room")) {
    const std::size_t maps = random_count(1200, 8000);
    std::size_t given_up = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 14);
      if (grid.walkable_count() == 0) continue;
      GridScratch scratch(grid);
      const Point start = random_start(random, grid);
      const Point goal = random_start(random, grid);
      GridPathOptions options;
      options.search.diagonal = kRules[random.below(2)];
      options.pull = kPulls[random.below(5)];
      GridPathOptions with_smoothing = options;
      options.smoothing = Smoothing::none;
      const Found wanted = search(grid, start, goal, with_smoothing, scratch);
      if (wanted.result.status != Status::ok) continue;
      const std::size_t length =
          find_corridor(grid, start, goal, options.search, scratch.search, scratch.corridor).count;
      for (std::size_t tiles = 0; tiles <= length + 12; ++tiles) {
        GridScratch small(grid, tiles);
        const Found plain = search(grid, start, goal, options, small);
        const Found found = search(grid, start, goal, with_smoothing, small);
        const auto fail = [&](const char* what) {
          FAIL(what << ", " << tiles << " tiles\n"
                    << describe(grid, start, goal, with_smoothing, found));
        };
        if (plain.result.status == Status::ok && found.result.status != Status::ok)
          fail("lost the path that there is");
        if (found.result.status == Status::ok && found.path != wanted.path) {
          if (found.path != plain.path) fail("neither the smoothed path nor the other");
          ++given_up;
        }
        if (found.result.status != Status::ok && found.result.status != Status::out_of_nodes)
          fail("status");
        if (found.result.status != Status::ok && !found.path.empty()) fail("writes");
        if (tiles < length && found.result.status == Status::ok) fail("has no room for tiles");
      }
    }
    CHECK(given_up >= maps / 100);
  }
}

TEST_CASE("find_path: the same answer from used scratch, after edits too", "[grid_path]") {
  for (Random& random : random_generators("grid path scratch")) {
    for (std::size_t i = 0; i < random_count(80, 400); ++i) {
      Grid grid = make_random_map(random, 30);
      if (grid.walkable_count() == 0) continue;
      GridScratch used(grid);
      for (int k = 0; k < 60; ++k) {
        if (random.chance(30)) {
          grid.set(Tile{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)},
                   random.chance(50) ? TileState::walkable : TileState::blocked);
          if (grid.walkable_count() == 0) break;
        }
        GridScratch fresh(grid);
        const GridPathOptions options{
            {{kRules[random.below(2)]}, PartialPath::nearest, kNoExpansionLimit},
            kPulls[random.below(5)],
            kSmoothings[random.below(2)]};
        const Point start = random_start(random, grid);
        const Point goal = random_start(random, grid);
        const Found a = search(grid, start, goal, options, used);
        const Found b = search(grid, start, goal, options, fresh);
        REQUIRE(a.result.status == b.result.status);
        REQUIRE(a.result.expanded == b.result.expanded);
        REQUIRE(a.path == b.path);
      }
    }
  }
}
