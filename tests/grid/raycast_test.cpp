// Rays over tiles against the plain test of every tile.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include <taut/engine/raycast.hpp>

#include "support/catch.hpp"
#include "support/guarded_block.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// The open segment enters the open square of the tile, or the closed segment runs through or
// touches the closed square.
enum class Meeting : std::uint8_t { none, touches, enters };

Meeting find_meeting(LatticePoint a, LatticePoint b, Tile tile) {
  const LatticePoint low{1024 * static_cast<std::int64_t>(tile.x),
                         1024 * static_cast<std::int64_t>(tile.y)};
  const LatticePoint high = low + LatticePoint{1024, 1024};
  if (std::max(a.x, b.x) < low.x || std::min(a.x, b.x) > high.x || std::max(a.y, b.y) < low.y ||
      std::min(a.y, b.y) > high.y) {
    return Meeting::none;
  }
  std::int64_t least = 0;
  std::int64_t most = 0;
  bool is_first = true;
  for (const LatticePoint& c :
       {low, LatticePoint{high.x, low.y}, high, LatticePoint{low.x, high.y}}) {
    const std::int64_t side = cross(b - a, c - a);
    least = is_first ? side : std::min(least, side);
    most = is_first ? side : std::max(most, side);
    is_first = false;
  }
  if (least > 0 || most < 0) return Meeting::none;
  const bool is_apart = least == 0 || most == 0 || std::max(a.x, b.x) <= low.x ||
                        std::min(a.x, b.x) >= high.x || std::max(a.y, b.y) <= low.y ||
                        std::min(a.y, b.y) >= high.y;
  return is_apart ? Meeting::touches : Meeting::enters;
}

std::string describe(const Grid& grid, LatticePoint a, LatticePoint b, const RaycastResult& found) {
  std::ostringstream text;
  text << to_drawing(grid) << "from " << a.x << " " << a.y << " to " << b.x << " " << b.y
       << " (1/1024 tile): " << to_string(found.status)
       << (found.is_visible ? " visible" : " hidden") << ", end " << found.end.x << " "
       << found.end.y << ", tile " << found.tile.x << " " << found.tile.y << ", blocker "
       << found.blocker.x << " " << found.blocker.y << ", crossed " << found.count;
  return text.str();
}

// The fault of the tiles that a ray crossed, or empty: they are walkable, met by the ray, and
// neighbours by edge or over a free corner that the ray passes.
std::string find_crossed_fault(const Grid& grid, LatticePoint a, LatticePoint b,
                               const RaycastResult& found, std::span<const TileId> crossed) {
  for (std::size_t i = 0; i < crossed.size(); ++i) {
    const Tile tile = grid.tile(crossed[i]);
    if (!grid.is_walkable(tile)) return "crosses a blocked tile";
    if (find_meeting(a, b, tile) == Meeting::none) return "crosses a tile away from the ray";
    if (i == 0) continue;
    const Tile last = grid.tile(crossed[i - 1]);
    if (!is_step_allowed(grid, last, tile, DiagonalRule::only_if_no_obstacles))
      return "tiles that are no neighbours";
    if (last.x != tile.x && last.y != tile.y) {
      const LatticePoint corner{1024 * std::int64_t{std::max(last.x, tile.x)},
                                1024 * std::int64_t{std::max(last.y, tile.y)}};
      if (cross(b - a, corner - a) != 0) return "a diagonal step off the ray";
    }
  }
  if (find_meeting(a, a, grid.tile(crossed.front())) == Meeting::none)
    return "does not begin at the start";
  if (grid.tile(crossed.back()) != found.tile) return "does not end at `tile`";
  return {};
}

// The fault of a ray that reached its goal, or empty. Every tile that it enters is listed.
std::string find_visible_fault(const Grid& grid, LatticePoint a, LatticePoint b,
                               const RaycastResult& found, std::span<const TileId> sorted) {
  if (found.end != to_map_point(b)) return "end is not the goal";
  if (find_meeting(b, b, found.tile) == Meeting::none) return "`tile` does not contain the goal";
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (find_meeting(a, b, {x, y}) == Meeting::enters &&
          !std::binary_search(sorted.begin(), sorted.end(), grid.id({x, y}))) {
        return "a tile is missing";
      }
    }
  }
  return {};
}

// The fault of the end of a blocked ray, or empty: the end lies on the ray and on the borders of
// tile and blocker, except for rounding.
std::string find_end_fault(const Grid& grid, LatticePoint a, LatticePoint b,
                           const RaycastResult& found, double end_x, double end_y) {
  if (grid.is_walkable(found.blocker)) return "blocker is walkable";
  if (find_meeting(a, b, found.blocker) == Meeting::none) return "blocker away from the ray";
  const double length = std::hypot(static_cast<double>(b.x - a.x), static_cast<double>(b.y - a.y));
  const double off = std::abs(static_cast<double>(b.x - a.x) * (end_y - static_cast<double>(a.y)) -
                              static_cast<double>(b.y - a.y) * (end_x - static_cast<double>(a.x))) /
                     length;
  if (off > 0.01) return "end is off the ray";
  const auto is_at = [&](Tile tile) {
    return end_x >= 1024.0 * tile.x - 0.01 && end_x <= 1024.0 * (tile.x + 1) + 0.01 &&
           end_y >= 1024.0 * tile.y - 0.01 && end_y <= 1024.0 * (tile.y + 1) + 0.01;
  };
  if (!is_at(found.blocker)) return "end is not at the blocker";
  if (!is_at(found.tile)) return "end is not at `tile`";
  return {};
}

// The fault of the part of a blocked ray before its end, or empty. Lattice points on the ray are
// few, so the tiles are tested: those that the ray enters before the end are walkable and listed.
std::string find_way_fault(const Grid& grid, LatticePoint a, LatticePoint b,
                           std::span<const TileId> sorted, double end_x, double end_y) {
  const double length = std::hypot(static_cast<double>(b.x - a.x), static_cast<double>(b.y - a.y));
  const double way = ((end_x - static_cast<double>(a.x)) * static_cast<double>(b.x - a.x) +
                      (end_y - static_cast<double>(a.y)) * static_cast<double>(b.y - a.y)) /
                     (length * length);
  for (int y = -1; y <= grid.height(); ++y) {
    for (int x = -1; x <= grid.width(); ++x) {
      if (find_meeting(a, b, {x, y}) != Meeting::enters) continue;
      // Where the ray enters the tile.
      double enter = 0.0;
      const auto clip = [&](double from, double step, double low) {
        if (step != 0.0)
          enter = std::max(enter, std::min((low - from) / step, (low + 1024.0 - from) / step));
      };
      clip(static_cast<double>(a.x), static_cast<double>(b.x - a.x), 1024.0 * x);
      clip(static_cast<double>(a.y), static_cast<double>(b.y - a.y), 1024.0 * y);
      const bool is_before = (way - enter) * length > 0.01;
      if (!is_before) continue;
      if (!grid.is_walkable(x, y)) return "passes a blocked tile before its end";
      if (!std::binary_search(sorted.begin(), sorted.end(), grid.id({x, y})))
        return "a tile is missing before its end";
    }
  }
  return {};
}

// The fault of the answer of a ray, or empty.
std::string find_fault(const Grid& grid, LatticePoint a, LatticePoint b, const RaycastResult& found,
                       std::span<const TileId> crossed) {
  const bool is_startable = is_segment_walkable(grid, a, a);
  if (!is_startable) {
    return found.status == Status::invalid_input && !found.is_visible
               ? ""
               : "a blocked start is not invalid_input";
  }
  if (found.status != Status::ok) return "status";
  if (found.is_visible != is_segment_walkable(grid, a, b)) return "is_visible";
  if (found.count != crossed.size() || crossed.empty()) return "count";
  std::string fault = find_crossed_fault(grid, a, b, found, crossed);
  if (!fault.empty()) return fault;
  std::vector<TileId> sorted(crossed.begin(), crossed.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    return "crosses a tile twice";
  if (found.is_visible) return find_visible_fault(grid, a, b, found, sorted);
  const auto end_x = static_cast<double>(found.end.x) * 1024.0;
  const auto end_y = static_cast<double>(found.end.y) * 1024.0;
  fault = find_end_fault(grid, a, b, found, end_x, end_y);
  return fault.empty() ? find_way_fault(grid, a, b, sorted, end_x, end_y) : fault;
}

LatticePoint random_end(Random& random, const Grid& grid, LatticePoint from) {
  switch (random.between(0, 9)) {
    case 0:
      return {random_place(random, grid).x, from.y};
    case 1:
      return {from.x, random_place(random, grid).y};
    case 2: {  // a diagonal
      const std::int64_t reach = 1024 * std::int64_t{random.between(-8, 8)};
      const LatticePoint end = from + LatticePoint{reach, random.chance(50) ? reach : -reach};
      const bool is_on_map =
          end.x >= 0 && end.y >= 0 && end.x <= 1024 * grid.width() && end.y <= 1024 * grid.height();
      return is_on_map ? end : random_place(random, grid);
    }
    default:
      return random_place(random, grid);
  }
}

}  // namespace

TEST_CASE("raycast: random maps against a look at every tile", "[raycast]") {
  for (Random& random : random_generators("raycast")) {
    const std::size_t maps = random_count(18000, 200000);
    std::size_t visible = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, random.chance(70) ? 6 : 20);
      for (int k = 0; k < 20; ++k) {
        const LatticePoint a = random_place(random, grid);
        const LatticePoint b = random_end(random, grid, a);
        const Point from = to_map_point(a);
        const Point to = to_map_point(b);
        GuardedBlock<TileId> crossed(max_ray_cells(from, to));
        const RaycastResult found = raycast(grid, from, to, crossed.room());
        const bool is_fitting = found.count <= crossed.room().size() && crossed.is_intact();
        std::string fault = is_fitting
                                ? find_fault(grid, a, b, found, crossed.room().first(found.count))
                                : "wrote past its room";
        if (fault.empty() && is_visible(grid, from, to) != found.is_visible)
          fault = "is_visible() differs";
        const RaycastResult plain = raycast(grid, from, to);
        if (fault.empty() && (plain.is_visible != found.is_visible || plain.end != found.end ||
                              plain.tile != found.tile || plain.blocker != found.blocker ||
                              plain.status != found.status || plain.count != 0)) {
          fault = "differs without the list of tiles";
        }
        const bool is_back = is_visible(grid, to, from);
        if (fault.empty() && is_back != found.is_visible) fault = "the reverse ray differs";
        if (!fault.empty()) FAIL(fault << "\n" << describe(grid, a, b, found));
        visible += found.is_visible ? 1 : 0;
      }
    }
    CHECK(visible > maps);
  }
}

TEST_CASE("raycast: every capacity", "[raycast]") {
  for (Random& random : random_generators("raycast capacity")) {
    const std::size_t maps = random_count(900, 10000);
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 12);
      const Point from = to_map_point(random_place(random, grid));
      const Point to = to_map_point(random_place(random, grid));
      std::vector<TileId> all(max_ray_cells(from, to));
      const RaycastResult whole = raycast(grid, from, to, all);
      if (whole.status != Status::ok) continue;
      for (std::size_t capacity = 0; capacity <= whole.count; ++capacity) {
        GuardedBlock<TileId> room(capacity);
        const RaycastResult found = raycast(grid, from, to, room.room());
        REQUIRE(room.is_intact());
        REQUIRE(found.status == (capacity < whole.count ? Status::truncated : Status::ok));
        REQUIRE(found.count == capacity);
        REQUIRE(std::equal(room.room().begin(), room.room().end(), all.begin()));
      }
    }
  }
}

TEST_CASE("raycast: by hand", "[raycast]") {
  const Grid grid = draw_map(
      "....\n"
      ".@..\n"
      "..@.\n"
      "....\n");
  const auto sees = [&](Point a, Point b) { return is_visible(grid, a, b); };
  CHECK(sees({0, 1}, {4, 1}));  // along a wall
  CHECK(sees({1, 0}, {1, 4}));
  CHECK(sees({0, 2}, {1.5F, 2}));
  CHECK_FALSE(sees({0, 2}, {4, 2}));  // between two blocked tiles that touch at (2, 2)
  CHECK_FALSE(sees({2, 0}, {2, 4}));
  CHECK_FALSE(sees({1.5F, 2.5F}, {2.5F, 1.5F}));
  CHECK(sees({0.5F, 1.5F}, {1.5F, 0.5F}));  // touches a corner
  CHECK_FALSE(sees({0.5F, 1.5F}, {2.5F, 1.5F}));
  CHECK(sees({0, 0}, {4, 0}));  // along the border of the map
  CHECK(sees({0, 0}, {0, 4}));
  CHECK(sees({4, 4}, {0, 4}));
  CHECK(sees({0.5F, 0.5F}, {0.5F, 0.5F}));
  CHECK_FALSE(sees({1.5F, 1.5F}, {1.5F, 1.5F}));

  const RaycastResult hit = raycast(grid, {0.5F, 1.5F}, {2.5F, 1.5F});
  CHECK(hit.end == Point{1, 1.5F});
  CHECK(hit.tile == Tile{0, 1});
  CHECK(hit.blocker == Tile{1, 1});
  CHECK(raycast(grid, {0.5F, 0.5F}, {9, 0.5F}).status == Status::invalid_input);
  CHECK(raycast(grid, {-1, 0.5F}, {1, 0.5F}).status == Status::invalid_input);
  CHECK(raycast(grid, {1.5F, 1.5F}, {1, 0.5F}).status == Status::invalid_input);
}

TEST_CASE("raycast: on the largest map", "[raycast]") {
  constexpr int kSide = kMaxMapSide;
  Grid grid(kSide, 3, TileState::walkable);
  constexpr auto kEnd = static_cast<float>(kSide);
  const float tick = 1.0F / 1024.0F;
  CHECK(is_visible(grid, {0, 0}, {kEnd, 3}));
  CHECK(is_visible(grid, {0, tick}, {kEnd, 3.0F - tick}));
  // A ray that passes the corner (kSide - 1, 1) exactly: one step nearer and it is blocked.
  grid.set(Tile{kSide - 2, 1}, TileState::blocked);
  CHECK(is_visible(grid, {0, 1}, {kEnd, 1}));
  CHECK_FALSE(is_visible(grid, {0, 1}, {kEnd, 1 + tick}));
  CHECK_FALSE(is_visible(grid, {0, 1.0F - tick}, {kEnd - 1.0F, 1 + tick}));
  CHECK(is_visible(grid, {0, 1}, {kEnd, 1 - tick}));
}

TEST_CASE("raycast: rays of 16 384 tiles past a corner, within a step", "[raycast]") {
  const Grid open(kMaxMapSide, 3, TileState::walkable);
  for (Random& random : random_generators("raycast far")) {
    Grid grid = open;
    for (std::size_t i = 0; i < random_count(900, 10000); ++i) {
      // The ray passes the line y = 1 at a corner, or one step beside it.
      const int below = random.between(1, 1024);
      const int above = random.between(1, 2048);
      const int corner = random.between(8000, 8400);
      const std::int64_t slope =
          std::min(corner * 1024 / below, (kMaxMapSide - corner - 1) * 1024 / above);
      const std::int64_t pass = std::int64_t{corner} * 1024 + random.between(-1, 1);
      const LatticePoint a{pass - slope * below, 1024 - below};
      const LatticePoint b{pass + slope * above, 1024 + above};
      if (a.x < 0 || b.x > std::int64_t{kMaxMapSide} * 1024) continue;
      const Tile tile{corner - random.between(0, 1), random.between(0, 1)};
      grid.set(tile, TileState::blocked);
      const bool is_free = is_segment_walkable(grid, a, b);
      const bool is_seen = is_visible(grid, to_map_point(a), to_map_point(b)) &&
                           is_visible(grid, to_map_point(b), to_map_point(a));
      if (is_seen != is_free) {
        FAIL("blocked tile " << tile.x << " " << tile.y << ", from " << a.x << " " << a.y << " to "
                             << b.x << " " << b.y << (is_free ? " is free" : " is blocked"));
      }
      grid.set(tile, TileState::walkable);
    }
    SUCCEED();
  }
}
