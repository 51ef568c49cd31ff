// Corridor following: what an agent's corridor holds after each move and edit.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include <taut/grid_follow.hpp>
#include <taut/grid_path.hpp>
#include <taut/path_corridor.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/grid_corridor.hpp"
#include "support/guarded_block.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

bool has_place(Tile tile, const Point& p) {
  const auto x = static_cast<float>(tile.x);
  const auto y = static_cast<float>(tile.y);
  return p.x() >= x && p.x() <= x + 1 && p.y() >= y && p.y() <= y + 1;
}

bool is_walkable_step(const Grid& grid, TileId from, TileId to) {
  return is_step_allowed(grid, grid.tile(from), grid.tile(to), DiagonalRule::only_if_no_obstacles);
}

// Whether a tile that holds the place can be stepped to from `tile`.
bool is_beside(const Grid& grid, TileId tile, const Point& place) {
  const Tile at = grid.tile(tile);
  for (int y = at.y - 1; y <= at.y + 1; ++y) {
    for (int x = at.x - 1; x <= at.x + 1; ++x) {
      if (grid.is_walkable(x, y) && has_place({x, y}, place) &&
          is_walkable_step(grid, tile, grid.id({x, y})))
        return true;
    }
  }
  return false;
}

template <std::size_t N>
std::vector<TileId> tiles_of(const PathCorridor<N>& corridor) {
  return {corridor.cells().begin(), corridor.cells().end()};
}

// The corridor of a PathCorridor with all its portals; its goal, or a place in its last tile.
template <std::size_t N>
GridCorridor whole_of(const Grid& grid, const PathCorridor<N>& corridor) {
  GridCorridor out;
  out.tiles = tiles_of(corridor);
  out.start = corridor.start();
  out.goal = corridor.leads_to_goal() ? corridor.goal() : center(grid.tile(out.tiles.back()));
  out.portals.resize(max_portals(out.tiles.size()));
  const Result made = extract_portals(grid, out.tiles, out.portals);
  REQUIRE(made.status == Status::ok);
  out.portals.resize(made.count);
  return out;
}

// Goes on behind the last tile by a few random steps that extract_portals() takes.
GridCorridor continue_corridor(Random& random, const Grid& grid, GridCorridor corridor) {
  std::vector<TileId>& tiles = corridor.tiles;
  for (int tries = random.between(0, 60); tries > 0; --tries) {
    const Tile at = grid.tile(tiles.back());
    const Tile next{at.x + random.between(-1, 1), at.y + random.between(-1, 1)};
    if (!grid.is_walkable(next) || !is_walkable_step(grid, tiles.back(), grid.id(next))) continue;
    const auto is_near = [&](TileId id) {
      const Tile tile = grid.tile(id);
      return std::abs(tile.x - next.x) + std::abs(tile.y - next.y) <= 1;
    };
    if (tiles.size() > 1 && is_near(tiles[tiles.size() - 2])) continue;
    tiles.push_back(grid.id(next));
  }
  REQUIRE(make_portals(random, grid, corridor));
  return corridor;
}

// What is wrong with a corridor that is not empty and current, or empty.
template <std::size_t N>
std::string find_fault(Random& random, const Grid& grid, PathCorridor<N>& corridor) {
  const std::vector<TileId> tiles = tiles_of(corridor);
  if (tiles.empty() || tiles.size() > N) return "size";
  if (!grid.is_walkable(grid.tile(tiles[0])) || !has_place(grid.tile(tiles[0]), corridor.start()))
    return "the first tile does not hold the start";
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    if (!is_walkable_step(grid, tiles[i - 1], tiles[i])) return "a step that is not walkable";
  }
  if (corridor.leads_to_goal() && !has_place(grid.tile(tiles.back()), corridor.goal()))
    return "the last tile does not hold the goal";
  const GridCorridor whole = whole_of(grid, corridor);
  const PortalCheck portals = validate_portals(grid, whole.start, whole.goal, whole.portals);
  if (portals.fault != PortalFault::none) return to_string(portals.fault);

  std::vector<Point> path = pull(whole);
  const PathCheck check = validate_path(grid, whole.start, whole.goal, path);
  if (check.fault != PathFault::none) return to_string(check.fault);
  const auto room = static_cast<std::size_t>(random.between(0, 6));
  FollowScratch scratch(tiles.size(), room);
  GuardedBlock<Point> out(room);
  const Result found = corridor.find_corners(grid, scratch, out.room());
  const std::span<const Point> corners = out.room().first(found.count);
  if (!out.is_intact()) return "wrote past its output";
  if (corridor.leads_to_goal()) {
    if (found.status != (room < path.size() ? Status::truncated : Status::ok)) return "status";
    if (found.count != std::min(room, path.size()) || !is_front(corners, path)) return "corners";
    return {};
  }
  if (found.status != Status::truncated || (found.count == 0) != (room == 0)) return "cut: status";
  for (int i = 0; i < 4; ++i) {
    GridCorridor longer = continue_corridor(random, grid, whole);
    longer.start = whole.start;
    if (!is_front(corners, pull(longer))) return "a corner of a cut corridor was not final";
  }
  return {};
}

template <std::size_t N>
std::string describe_corridor(const Grid& grid, const PathCorridor<N>& corridor) {
  GridCorridor tiles;
  tiles.tiles = tiles_of(corridor);
  tiles.start = corridor.start();
  tiles.goal = corridor.goal();
  return describe(grid, tiles, {});
}

// A place near another one: most often within a tile or two.
Point random_place_near(Random& random, const Point& place) {
  const int reach = random.chance(80) ? 1500 : 6000;
  const LatticePoint p = to_lattice(place);
  LatticePoint near{p.x + random.between(-reach, reach), p.y + random.between(-reach, reach)};
  if (random.chance(20)) near = {near.x / 1024 * 1024, near.y};  // on a line between tiles
  if (random.chance(20)) near = {near.x, near.y / 1024 * 1024};
  return to_map_point(near);
}

struct Counts {
  std::size_t on = 0;
  std::size_t beside = 0;
  std::size_t off = 0;
  std::size_t full = 0;
  std::size_t stale = 0;
  std::size_t shortened = 0;
  std::size_t kept = 0;
};

// One call on the corridor, held against what the old tiles say.
template <std::size_t N>
std::string do_something(Random& random, Grid& grid, PathCorridor<N>& corridor, Counts& counts) {
  const std::vector<TileId> old = tiles_of(corridor);
  const bool did_lead = corridor.leads_to_goal();
  const Point start = corridor.start();
  const Point goal = corridor.goal();
  std::vector<TileId> wanted;
  Status status = Status::ok;
  Status wanted_status = did_lead ? Status::ok : Status::truncated;
  const int what = random.between(0, 99);

  if (what < 45) {
    const Point place = random_place_near(random, start);
    status = corridor.move_start(grid, place);
    std::size_t i = 0;
    while (i < old.size() && !has_place(grid.tile(old[i]), place)) ++i;
    if (i < old.size()) {
      ++counts.on;
      wanted.assign(old.begin() + static_cast<std::ptrdiff_t>(i), old.end());
    } else {
      i = old.size();
      while (i > 0 && !is_beside(grid, old[i - 1], place)) --i;
      if (i == 0) {
        ++counts.off;
        if (status != Status::no_path || corridor.start() != start || tiles_of(corridor) != old)
          return "not off the corridor";
        return {};
      }
      ++counts.beside;
      if (corridor.cells().empty()) return "empty";
      const Tile first = grid.tile(corridor.cells()[0]);
      if (!has_place(first, place)) return "the new tile does not hold the start";
      wanted.push_back(grid.id(first));
      wanted.insert(wanted.end(), old.begin() + static_cast<std::ptrdiff_t>(i - 1), old.end());
      if (wanted.size() > N) {
        ++counts.full;
        wanted.pop_back();
        wanted_status = Status::truncated;
      }
    }
    if (corridor.start() != place) return "start";
  } else if (what < 75) {
    const Point place = random_place_near(random, did_lead ? goal : center(grid.tile(old.back())));
    status = corridor.move_goal(grid, place);
    std::size_t i = old.size();
    while (i > 0 && !has_place(grid.tile(old[i - 1]), place)) --i;
    wanted_status = Status::ok;
    if (i > 0) {
      ++counts.on;
      wanted.assign(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      while (i < old.size() && !is_beside(grid, old[i], place)) ++i;
      if (i == old.size()) {
        ++counts.off;
        if (status != Status::no_path || corridor.goal() != goal || tiles_of(corridor) != old)
          return "not off the corridor";
        return {};
      }
      ++counts.beside;
      wanted.assign(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(i + 1));
      if (wanted.size() == N) {
        ++counts.full;
        wanted_status = Status::truncated;
      } else {
        wanted.push_back(corridor.cells().back());
      }
    }
    if (corridor.goal() != place) return "goal";
  } else if (what < 90) {
    const Tile tile = random.chance(70) ? grid.tile(old[random.below(old.size())])
                                        : random_walkable_tile(random, grid);
    // With the state left as it was one time in five: then nothing is stale.
    grid.set(tile, random.chance(80) ? TileState::blocked : TileState::walkable);
    status = corridor.drop_stale(grid);
    if (!grid.is_walkable(grid.tile(old[0]))) {
      wanted_status = Status::no_path;
    } else {
      wanted.push_back(old[0]);
      while (wanted.size() < old.size() &&
             is_walkable_step(grid, wanted.back(), old[wanted.size()]))
        wanted.push_back(old[wanted.size()]);
      if (wanted.size() < old.size()) wanted_status = Status::truncated;
    }
    if (wanted.size() < old.size()) ++counts.stale;
  } else {
    if (!did_lead) return {};
    const GridCorridor before = whole_of(grid, corridor);
    const std::vector<Point> path = pull(before);
    if (path.size() < 3) return {};
    FollowScratch scratch(N, 0);
    status = corridor.shorten(grid, path[2 + random.below(path.size() - 2)], scratch);
    if (status == Status::no_path) ++counts.kept;
    if (status == Status::no_path) return tiles_of(corridor) == old ? "" : "changed";
    ++counts.shortened;
    if (corridor.start() != start || corridor.goal() != goal) return "ends";
    const double longer = path_length(pull(whole_of(grid, corridor))) / path_length(path);
    if (longer > 1.0 + 1e-12) return "shorten() made the path longer: " + std::to_string(longer);
    return status == Status::ok ? "" : "status";
  }
  if (status != wanted_status) return std::string("status ") + to_string(status);
  if (tiles_of(corridor) != wanted) return "other tiles";
  if (corridor.leads_to_goal() != (status == Status::ok)) return "leads_to_goal";
  return {};
}

template <std::size_t N>
void move_about(Random& random, Counts& counts) {
  Grid grid = make_random_map(random, random.chance(70) ? 14 : 40);
  if (grid.walkable_count() == 0) return;
  const Tile first = random_walkable_tile(random, grid);
  const DiagonalRule rule =
      random.chance(80) ? DiagonalRule::only_if_no_obstacles : DiagonalRule::never;
  const GridCorridor found = search_corridor(grid, first, random_walkable_tile(random, grid), rule);
  if (found.tiles.empty()) return;
  PathCorridor<N> corridor;
  const Status set =
      corridor.set(grid, center(first), center(grid.tile(found.tiles.back())), found.tiles);
  REQUIRE(set == (found.tiles.size() > N ? Status::truncated : Status::ok));
  for (int i = 0; i < 40 && !corridor.cells().empty(); ++i) {
    const PathCorridor<N> old = corridor;
    std::string fault = do_something(random, grid, corridor, counts);
    if (fault.empty() && !corridor.cells().empty()) fault = find_fault(random, grid, corridor);
    if (!fault.empty()) {
      FAIL(fault << ", N " << N << "\nbefore\n"
                 << describe_corridor(grid, old) << "\nafter\n"
                 << describe_corridor(grid, corridor));
    }
  }
}

}  // namespace

TEST_CASE("PathCorridor: moves, edits and rays on random maps", "[path_corridor]") {
  for (Random& random : random_generators("path corridor moves")) {
    Counts counts;
    for (std::size_t i = 0; i < random_count(3000, 40000); ++i) {
      move_about<2>(random, counts);
      move_about<3>(random, counts);
      move_about<7>(random, counts);
      move_about<24>(random, counts);
      move_about<200>(random, counts);
    }
    INFO("on " << counts.on << ", beside " << counts.beside << ", off " << counts.off << ", full "
               << counts.full << ", stale " << counts.stale << ", shortened " << counts.shortened
               << ", kept " << counts.kept);
    CHECK(std::min({counts.on, counts.beside, counts.off, counts.full, counts.stale,
                    counts.shortened}) > 0);
  }
}

TEST_CASE("PathCorridor: by hand", "[path_corridor]") {
  Grid grid = draw_map(
      "......\n"
      ".@@@@.\n"
      "......\n");
  const auto id = [&](int x, int y) { return grid.id({x, y}); };
  const std::array tiles{id(0, 2), id(0, 1), id(0, 0), id(1, 0), id(2, 0), id(3, 0)};
  const Point start{0.5F, 2.5F};
  const Point goal{3.5F, 0.5F};
  std::array<Point, 8> out{};
  FollowScratch scratch(8, out.size());

  SECTION("corners") {
    PathCorridor<8> corridor;
    CHECK(corridor.status() == Status::no_path);
    CHECK(corridor.find_corners(grid, scratch, out).status == Status::no_path);
    CHECK(corridor.move_start(grid, start) == Status::no_path);
    CHECK(corridor.move_goal(grid, goal) == Status::no_path);
    REQUIRE(corridor.set(grid, start, goal, tiles) == Status::ok);
    const Result found = corridor.find_corners(grid, scratch, out);
    CHECK(found.status == Status::ok);
    REQUIRE(found.count == 3);
    CHECK(out[1] == Point(1.0F, 1.0F));
    CHECK(out[2] == goal);
  }
  SECTION("what is no corridor is refused and changes nothing") {
    PathCorridor<8> corridor;
    REQUIRE(corridor.set(grid, start, goal, tiles) == Status::ok);
    const std::array jump{id(0, 2), id(0, 0), id(1, 0)};
    const std::array wall{id(0, 1), id(1, 1)};
    const std::array far{id(0, 2), TileId{900}};
    CHECK(corridor.set(grid, start, goal, {}) == Status::invalid_input);
    CHECK(corridor.set(grid, goal, goal, tiles) == Status::invalid_input);
    CHECK(corridor.set(grid, start, start, tiles) == Status::invalid_input);
    CHECK(corridor.set(grid, start, {1.5F, 0.5F}, jump) == Status::invalid_input);
    CHECK(corridor.set(grid, {0.5F, 1.5F}, {1.5F, 1.5F}, wall) == Status::invalid_input);
    CHECK(corridor.set(grid, start, goal, far) == Status::invalid_input);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(corridor.set(grid, {nan, 2.5F}, goal, tiles) == Status::invalid_input);
    CHECK(corridor.move_start(grid, {nan, nan}) == Status::no_path);
    CHECK(corridor.move_goal(grid, {nan, 0.5F}) == Status::no_path);
    CHECK(std::equal(tiles.begin(), tiles.end(), corridor.cells().begin(), corridor.cells().end()));
    CHECK(corridor.status() == Status::ok);
  }
  SECTION("a wall cuts the corridor; an interim goal makes it whole again") {
    PathCorridor<8> corridor;
    REQUIRE(corridor.set(grid, start, goal, tiles) == Status::ok);
    grid.set(Tile{2, 0}, TileState::blocked);
    // Any call notices.
    CHECK(corridor.move_start(grid, {0.5F, 1.5F}) == Status::truncated);
    CHECK(corridor.cells().size() == 3);
    CHECK_FALSE(corridor.leads_to_goal());
    CHECK(corridor.move_goal(grid, {1.5F, 0.5F}) == Status::ok);
    CHECK(corridor.cells().size() == 3);
    // Taken away again: what was dropped does not come back.
    grid.set(Tile{2, 0}, TileState::walkable);
    CHECK(corridor.drop_stale(grid) == Status::ok);
    CHECK(corridor.cells().size() == 3);
    // The agent's own tile.
    grid.set(Tile{0, 1}, TileState::blocked);
    CHECK(corridor.drop_stale(grid) == Status::no_path);
    CHECK(corridor.cells().empty());
  }
  SECTION("the capacity cuts the corridor") {
    PathCorridor<4> corridor;
    CHECK(corridor.set(grid, start, goal, tiles) == Status::truncated);
    CHECK(corridor.cells().size() == 4);
    // Walking on does not bring the tail back, stepping back takes more of it.
    CHECK(corridor.move_start(grid, {0.5F, 1.5F}) == Status::truncated);
    CHECK(corridor.cells().size() == 3);
    CHECK(corridor.move_start(grid, {0.5F, 2.5F}) == Status::truncated);
    CHECK(corridor.move_start(grid, {1.5F, 2.5F}) == Status::truncated);
    CHECK(corridor.cells().size() == 4);
    CHECK(corridor.cells().back() == id(0, 0));
    CHECK(corridor.move_start(grid, {4.5F, 2.5F}) == Status::no_path);
  }
}
