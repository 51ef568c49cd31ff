// validate_path() and validate_portals(), against cases made by hand and plainer code.
#include <algorithm>
#include <array>
#include <limits>
#include <sstream>
#include <vector>

#include <taut/engine/validate.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

PathCheck check(const Grid& grid, const std::vector<Point>& path) {
  return validate_path(grid, path.front(), path.back(), path);
}

std::string describe(const Grid& grid, const std::vector<LatticePoint>& path, const char* what) {
  std::ostringstream text;
  text << to_drawing(grid) << what << ":";
  for (const LatticePoint& p : path) text << "  " << p.x << " " << p.y;
  return text.str();
}

std::vector<Point> to_map_path(const std::vector<LatticePoint>& path) {
  std::vector<Point> out;
  for (const LatticePoint& p : path) out.push_back(to_map_point(p));
  return out;
}

// Whether a path with two walkable legs passes `at` on one side of two blocked tiles that touch
// there.
bool is_bend_walkable(const Grid& grid, LatticePoint before, LatticePoint at, LatticePoint after) {
  if (at.x % 1024 != 0 || at.y % 1024 != 0) return true;
  const auto is_open = [&](int dx, int dy) {
    return grid.is_walkable(static_cast<int>(at.x / 1024) - (dx < 0 ? 1 : 0),
                            static_cast<int>(at.y / 1024) - (dy < 0 ? 1 : 0));
  };
  // Walks round the corner from the tile of one leg to that of the other, over open tiles.
  constexpr std::array<LatticePoint, 4> kRound{{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
  const auto is_beside = [&](std::size_t i, LatticePoint place) {
    const LatticePoint way = place - at;
    return is_open(static_cast<int>(kRound[i].x), static_cast<int>(kRound[i].y)) &&
           way.x * kRound[i].x >= 0 && way.y * kRound[i].y >= 0;
  };
  for (std::size_t i = 0; i < 4; ++i) {
    if (!is_beside(i, before)) continue;
    for (const std::size_t turn : {std::size_t{1}, std::size_t{3}}) {
      for (std::size_t j = i, steps = 0; steps < 4; ++steps, j = (j + turn) % 4) {
        if (!is_open(static_cast<int>(kRound[j].x), static_cast<int>(kRound[j].y))) break;
        if (is_beside(j, after)) return true;
      }
    }
  }
  return false;
}

bool is_canonical(const std::vector<LatticePoint>& path) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i] == path[i - 1]) return false;
    if (i == 1) continue;
    const LatticePoint in = path[i - 1] - path[i - 2];
    const LatticePoint out = path[i] - path[i - 1];
    if (cross(in, out) == 0 && inner(in, out) > 0) return false;
  }
  return true;
}

bool is_walkable_path(const Grid& grid, const std::vector<LatticePoint>& path) {
  if (path.size() == 1) return is_segment_walkable(grid, path[0], path[0]);
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (!is_segment_walkable(grid, path[i - 1], path[i])) return false;
    if (i > 1 && !is_bend_walkable(grid, path[i - 2], path[i - 1], path[i])) return false;
  }
  return true;
}

// Whether the way from p to q crosses the open tile: clips it, in fractions of the way with 1024
// tile steps at most, so that integers suffice.
bool crosses_tile(LatticePoint p, LatticePoint q, LatticePoint low) {
  std::int64_t from_n = 0, from_d = 1, to_n = 1, to_d = 1;
  for (const auto& [start, way] : {std::pair{p.x - low.x, q.x - p.x}, {p.y - low.y, q.y - p.y}}) {
    if (way == 0) {
      if (start <= 0 || start >= 1024) return false;
      continue;
    }
    std::int64_t in = -start, out = 1024 - start, d = way;
    if (d < 0) {
      in = start - 1024;
      out = start;
      d = -d;
    }
    if (in * from_d > from_n * d) from_n = in, from_d = d;
    if (out * to_d < to_n * d) to_n = out, to_d = d;
  }
  return from_n * to_d < to_n * from_d;
}

// Whether the hull of three points overlaps a tile: a side crosses it, or its centre lies inside.
bool overlaps_tile(LatticePoint a, LatticePoint b, LatticePoint c, int x, int y) {
  const LatticePoint low{1024 * x, 1024 * y};
  const LatticePoint middle = low + LatticePoint{512, 512};
  const std::int64_t s = cross(b - a, middle - a);
  const std::int64_t t = cross(c - b, middle - b);
  const std::int64_t u = cross(a - c, middle - c);
  return crosses_tile(a, b, low) || crosses_tile(b, c, low) || crosses_tile(c, a, low) ||
         (s > 0 && t > 0 && u > 0) || (s < 0 && t < 0 && u < 0);
}

}  // namespace

TEST_CASE("validate_path: each fault by hand", "[validate]") {
  const Grid grid = draw_map(
      "....@\n"
      ".@@..\n"
      "...@.\n");
  CHECK(validate_path(grid, {0, 0}, {0, 0}, {}).fault == PathFault::empty);
  CHECK(validate_path(grid, {0, 0}, {1, 0}, std::array<Point, 1>{Point{1, 0}}).fault ==
        PathFault::wrong_start);
  CHECK(validate_path(grid, {0, 0}, {1, 0}, std::array<Point, 1>{Point{0, 0}}).fault ==
        PathFault::wrong_goal);
  CHECK(check(grid, {{0.5F, 0.5F}}).fault == PathFault::none);
  CHECK(check(grid, {{1.5F, 1.5F}}).fault == PathFault::blocked_leg);
  CHECK(check(grid, {{0.5F, 0.5F}, {0.5F, 0.5F}}).fault == PathFault::repeated_point);
  CHECK(check(grid, {{0.5F, 0.5F}, {1.5F, 0.5F}, {2.5F, 0.5F}}).fault == PathFault::straight_point);
  CHECK(check(grid, {{0.5F, 0.5F}, {2.5F, 0.5F}, {1.5F, 0.5F}}).fault == PathFault::none);
  CHECK(check(grid, {{0.5F, 0.5F}, {2.5F, 0.5F}, {1.5F, 0.5F}}).open_corners == 1);
  CHECK(check(grid, {{0.1F, 0.5F}, {2.5F, 0.5F}}).fault == PathFault::off_lattice);
  CHECK(
      check(grid, {{0.5F, 0.5F}, {std::numeric_limits<float>::quiet_NaN(), 0.5F}, {1, 1}}).fault ==
      PathFault::off_lattice);
  CHECK(check(grid, {{0.5F, 0.5F}, {std::numeric_limits<float>::infinity(), 0.5F}, {1, 1}}).fault ==
        PathFault::off_lattice);
  CHECK(check(grid, {{0.5F, 0.5F}, {2.5F, 2.5F}}).fault == PathFault::blocked_leg);
  // Along the border of the map and beyond it.
  CHECK(check(grid, {{0, 0}, {4, 0}}).fault == PathFault::none);
  CHECK(check(grid, {{0, 0}, {5, 0}}).fault == PathFault::blocked_leg);
  CHECK(check(grid, {{0, 0}, {-1, 0}}).fault == PathFault::blocked_leg);
  // Along walls, round their ends, and between two walls.
  CHECK(check(grid, {{1, 1}, {3, 1}}).fault == PathFault::none);
  CHECK(check(grid, {{2, 1}, {2, 2}}).fault == PathFault::blocked_leg);
  const PathCheck round = check(grid, {{1.5F, 2.5F}, {1, 2}, {1, 1}, {3.5F, 0.5F}});
  CHECK(round.fault == PathFault::none);
  CHECK(round.corners == 2);
  CHECK(round.open_corners == 0);
  // Between (2, 1) and (3, 2), which touch at (3, 2); and past them on one side.
  CHECK(check(grid, {{2.5F, 2.5F}, {3.5F, 1.5F}}).fault == PathFault::pinched_corner);
  CHECK(check(grid, {{2.5F, 2}, {3.5F, 2}}).fault == PathFault::pinched_corner);
  CHECK(check(grid, {{2.5F, 2.5F}, {3, 2}, {3.5F, 1.25F}}).fault == PathFault::pinched_corner);
  CHECK(check(grid, {{2.5F, 2}, {3, 2}, {2.75F, 2.5F}}).fault == PathFault::none);
  CHECK(check(grid, {{2.5F, 2}, {3, 2}}).fault == PathFault::none);
  // A bend away from the blocked tile, and one in the open.
  CHECK(check(grid, {{0.5F, 0.5F}, {1, 1}, {2.5F, 0.5F}}).open_corners == 1);
  CHECK(check(grid, {{0.5F, 0.5F}, {1.5F, 0.75F}, {2.5F, 0.5F}}).open_corners == 1);
  CHECK(check(grid, {{0.5F, 1.5F}, {1, 1}, {1.5F, 0.5F}}).fault == PathFault::straight_point);
  CHECK(check(grid, {{0.75F, 1.5F}, {1, 1}, {1.5F, 0.75F}}).open_corners == 0);
}

TEST_CASE("validate_path: where a fault is", "[validate]") {
  const Grid grid = draw_map(
      "....\n"
      ".@@.\n"
      "....\n");
  const PathCheck blocked = check(grid, {{0.5F, 0.5F}, {0.5F, 1.5F}, {3.5F, 1.5F}});
  CHECK(blocked.fault == PathFault::blocked_leg);
  CHECK(blocked.at == 1);
  const PathCheck straight = check(grid, {{0.5F, 0.5F}, {0.5F, 1.5F}, {0.5F, 2.5F}});
  CHECK(straight.fault == PathFault::straight_point);
  CHECK(straight.at == 1);
  CHECK(straight.corners == 0);
  const Grid pinch = draw_map(
      "..@\n"
      "..@\n"
      "@@.\n");
  const PathCheck inside = check(pinch, {{0.5F, 0.5F}, {1, 1}, {2.5F, 2.5F}});
  CHECK(inside.fault == PathFault::straight_point);
  const PathCheck bent = check(pinch, {{0.5F, 0.5F}, {1.5F, 1.5F}, {1.5F, 1}, {2.5F, 2.75F}});
  CHECK(bent.fault == PathFault::blocked_leg);
  CHECK(bent.at == 2);
  const PathCheck pinched = check(pinch, {{0.5F, 0.5F}, {0.5F, 1.5F}, {1.5F, 1.5F}, {2.5F, 2.5F}});
  CHECK(pinched.fault == PathFault::pinched_corner);
  CHECK(pinched.at == 2);
  const PathCheck bend = check(pinch, {{0.5F, 1.5F}, {1.5F, 1.5F}, {2, 2}, {2.5F, 2.75F}});
  CHECK(bend.fault == PathFault::pinched_corner);
  CHECK(bend.at == 2);
  CHECK(bend.corners == 0);
  const PathCheck start = check(pinch, {{2.5F, 0.5F}, {0.5F, 0.5F}});
  CHECK(start.fault == PathFault::blocked_leg);
  CHECK(start.at == 0);
  const std::array<Point, 2> short_path{{{0.5F, 0.5F}, {1.5F, 0.5F}}};
  CHECK(validate_path(pinch, {0.5F, 0.5F}, {1, 1}, short_path).at == 1);
  // To the far corner of the largest map, and not beyond.
  const Grid largest(kMaxMapSide, 1, TileState::walkable);
  constexpr auto kEnd = static_cast<float>(kMaxMapSide);
  CHECK(check(largest, {{0, 0}, {kEnd, 1}}).fault == PathFault::none);
  CHECK(check(largest, {{0, 0}, {kEnd + 1, 1}}).fault == PathFault::off_lattice);
}

TEST_CASE("validate_path: random paths", "[validate]") {
  for (Random& random : random_generators("validate paths")) {
    const std::size_t maps = random_count(10000, 200000);
    std::size_t walkable = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, random.chance(70) ? 5 : 16);
      for (int k = 0; k < 40; ++k) {
        std::vector<LatticePoint> path;
        for (int points = random.between(1, 4); points > 0; --points) {
          path.push_back(random_place(random, grid));
        }
        const std::vector<Point> points = to_map_path(path);
        const PathCheck found = validate_path(grid, points.front(), points.back(), points);
        const bool is_valid = is_canonical(path) && is_walkable_path(grid, path);
        walkable += is_valid ? 1 : 0;
        if ((found.fault == PathFault::none) != is_valid) {
          FAIL(describe(grid, path, to_string(found.fault)));
        }
      }
    }
    CHECK(walkable > maps);
  }
}

TEST_CASE("validate_path: a corner is open when its angle can be cut off", "[validate]") {
  for (Random& random : random_generators("validate corners")) {
    const std::size_t maps = random_count(16000, 200000);
    std::size_t taut_corners = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 5);
      for (int k = 0; k < 30; ++k) {
        // Legs so short that no tile corner but `at` can lie in the angle.
        const auto place = [&](int tiles) {
          return random.chance(80) ? 1024 * random.between(0, tiles)
                                   : 64 * random.between(0, 16 * tiles);
        };
        const LatticePoint at{place(grid.width()), place(grid.height())};
        const auto near = [&] {
          return at + LatticePoint{random.between(-1, 1) * random.between(1, 63),
                                   random.between(-1, 1) * random.between(1, 63)};
        };
        const LatticePoint before = near();
        const LatticePoint after = near();
        const std::vector<LatticePoint> path{before, at, after};
        if (!is_canonical(path) || !is_walkable_path(grid, path)) continue;
        const bool is_open =
            cross(before - at, after - at) == 0 || is_segment_walkable(grid, before, after);
        taut_corners += is_open ? 0 : 1;
        const std::vector<Point> points = to_map_path(path);
        const PathCheck found = validate_path(grid, points.front(), points.back(), points);
        if (found.fault != PathFault::none || found.corners != 1 ||
            found.open_corners != (is_open ? 1U : 0U)) {
          FAIL(describe(grid, path, is_open ? "open" : "taut"));
        }
      }
    }
    CHECK(taut_corners > maps / 50);
  }
}

TEST_CASE("validate_portals: each fault by hand", "[validate]") {
  const Grid grid = draw_map(
      "....\n"
      "..@.\n"
      "....\n");
  const Point start{0.5F, 0.5F};
  const Point goal{2.5F, 0.5F};
  // Walking in +x, left is larger y.
  const std::vector<Portal> right{{{1, 1}, {1, 0}}, {{2, 1}, {2, 0}}};
  CHECK(validate_portals(grid, start, goal, right).fault == PortalFault::none);
  CHECK(validate_portals(grid, start, goal, {}).fault == PortalFault::none);
  CHECK(validate_portals(grid, start, {2.5F, 1.5F}, {}).fault == PortalFault::blocked);

  std::vector<Portal> turned = right;
  std::swap(turned[1].left, turned[1].right);
  CHECK(validate_portals(grid, start, goal, turned).fault == PortalFault::wrong_side);
  CHECK(validate_portals(grid, start, goal, turned).at == 1);
  const std::vector<Portal> swapped{right[1], right[0]};
  CHECK(validate_portals(grid, start, goal, swapped).fault == PortalFault::wrong_side);
  const std::vector<Portal> pin{{{1, 1}, {1, 1}}};
  CHECK(validate_portals(grid, start, goal, pin).fault == PortalFault::no_length);
  const std::vector<Portal> twice{right[0], right[0]};
  CHECK(validate_portals(grid, start, goal, twice).fault == PortalFault::intersecting);
  const std::vector<Portal> long_one{{{2, 2}, {2, 0}}};
  CHECK(validate_portals(grid, start, goal, long_one).fault == PortalFault::blocked);
  CHECK(validate_portals(grid, start, goal, long_one).at == 1);
  const std::vector<Portal> outside{{{1, 1}, {1, -1}}};
  CHECK(validate_portals(grid, start, goal, outside).fault == PortalFault::blocked);
  const std::vector<Portal> rough{{{1, 1}, {1, 0.1F}}};
  CHECK(validate_portals(grid, start, goal, rough).fault == PortalFault::off_lattice);
  const std::vector<Portal> crossing{{{2, 1}, {0, 0}}, {{1, 1}, {2, 0}}};
  CHECK(validate_portals(grid, start, goal, crossing).fault != PortalFault::none);
}

TEST_CASE("validate_portals: ends on portals, fans and overlaps by hand", "[validate]") {
  const Grid grid = draw_map(
      "....\n"
      "..@.\n"
      "....\n");
  const Point start{0.5F, 0.5F};
  const Point goal{2.5F, 0.5F};
  const std::vector<Portal> right{{{1, 1}, {1, 0}}, {{2, 1}, {2, 0}}};
  // A fan around the blocked tile's corner, and a U-turn around it.
  const std::vector<Portal> fan{{{2, 1}, {2, 0}}, {{2, 1}, {2, 0}}};
  CHECK(validate_portals(grid, {1.5F, 0.5F}, goal, std::span(fan).first(1)).fault ==
        PortalFault::none);
  const std::vector<Portal> around{{{2, 1}, {2, 0}}, {{3, 1}, {3, 0}}, {{3, 1}, {4, 1}},
                                   {{3, 2}, {4, 2}}, {{3, 2}, {3, 3}}, {{2, 2}, {2, 3}}};
  CHECK(validate_portals(grid, {1.5F, 0.5F}, {1.5F, 2.5F}, around).fault == PortalFault::none);
  // Start on the portal's line, and on the portal.
  CHECK(validate_portals(grid, {1, 0.5F}, goal, right).fault == PortalFault::none);
  CHECK(validate_portals(grid, {1, 0}, goal, right).fault == PortalFault::none);
  // The goal on the last portal, on its end, and behind it.
  CHECK(validate_portals(grid, start, {2, 0.5F}, right).fault == PortalFault::none);
  CHECK(validate_portals(grid, start, {2, 1}, right).fault == PortalFault::none);
  const PortalCheck behind = validate_portals(grid, start, {1.5F, 0.5F}, right);
  CHECK(behind.fault == PortalFault::wrong_side);
  CHECK(behind.at == 1);
  // The start on the portal's line beyond its end: along a wall, and between two blocked tiles.
  const Grid wall = draw_map(
      "....\n"
      ".@@.\n"
      "....\n");
  const std::vector<Portal> beside{{{1, 1}, {1, 0}}};
  CHECK(validate_portals(wall, {1, 2.5F}, {1.5F, 0.5F}, beside).fault == PortalFault::none);
  const std::vector<Portal> between{{{2, 1}, {2, 0}}};
  CHECK(validate_portals(wall, {2, 2.5F}, {2.5F, 0.5F}, between).fault == PortalFault::blocked);
  // A portal that overlaps its predecessor on one line; one that ends inside it has its ends on
  // both sides.
  const std::vector<Portal> inside{{{1, 1}, {1, 0}}, {{1, 0.5F}, {1, 0}}};
  CHECK(validate_portals(grid, start, goal, inside).fault == PortalFault::intersecting);
  CHECK(validate_portals(grid, start, goal, inside).at == 1);
  const std::vector<Portal> meeting{{{1, 1}, {1, 0}}, {{1, 0.5F}, {2, 0}}};
  CHECK(validate_portals(grid, start, goal, meeting).fault == PortalFault::wrong_side);
}

TEST_CASE("validate_portals: the piece before a portal against plainer code", "[validate]") {
  for (Random& random : random_generators("validate portals")) {
    const std::size_t maps = random_count(16000, 200000);
    std::size_t free_pieces = 0;
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, random.chance(60) ? 4 : 9);
      for (int k = 0; k < 20; ++k) {
        const LatticePoint start = random_place(random, grid);
        LatticePoint left = random_place(random, grid);
        LatticePoint right = random_place(random, grid);
        const std::int64_t side = cross(right - left, start - left);
        if (side == 0) continue;
        if (side > 0) std::swap(left, right);
        // The goal on the portal, so that only the first piece has an area.
        const std::array<Portal, 1> portals{{{to_map_point(left), to_map_point(right)}}};
        const PortalCheck found =
            validate_portals(grid, to_map_point(start), to_map_point(left), portals);
        bool is_blocked = false;
        for (int y = -1; y <= grid.height(); ++y) {
          for (int x = -1; x <= grid.width(); ++x) {
            is_blocked |= !grid.is_walkable(x, y) && overlaps_tile(start, left, right, x, y);
          }
        }
        free_pieces += is_blocked ? 0 : 1;
        const bool is_found = found.fault == PortalFault::blocked && found.at == 0;
        if (is_found != is_blocked)
          FAIL(describe(grid, {start, left, right}, to_string(found.fault)));
      }
    }
    CHECK(free_pieces > maps / 10);
  }
}
