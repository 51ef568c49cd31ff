// string_pull_corners(): the same path as string_pull(), and what its points are.
#include <algorithm>
#include <string>
#include <vector>

#include <taut/engine/funnel.hpp>

#include "support/catch.hpp"
#include "support/funnel_oracle.hpp"
#include "support/guarded_block.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

LatticePoint to_lattice(const Point& point) {
  return {static_cast<std::int64_t>(point.x), static_cast<std::int64_t>(point.y)};
}

struct PulledCorners {
  Status status = Status::ok;
  std::vector<Corner> corners;
};

// Empty when the corners are those of the path, of this capacity.
std::string find_fault(const LatticeCorridor& corridor, std::size_t capacity,
                       PulledCorners& pulled) {
  const std::vector<Portal> portals = to_portals(corridor.portals, 1.0F);
  const Point start = to_point(corridor.start, 1.0F);
  const Point goal = to_point(corridor.goal, 1.0F);
  std::vector<Point> path(capacity);
  const Result wanted = string_pull(start, goal, portals, path);
  GuardedBlock<Corner> block(capacity);
  const Result result = string_pull_corners(start, goal, portals, block.room());
  pulled = {result.status, {block.room().begin(), block.room().end()}};
  if (!block.is_intact()) return "wrote past its room";
  if (result.status != wanted.status || result.count != wanted.count) return "another result";
  pulled.corners.resize(result.count);
  for (std::size_t i = 0; i < result.count; ++i) {
    const Corner& corner = pulled.corners[i];
    if (corner.point != path[i]) return "another point";
    const bool is_last = result.status == Status::ok && i + 1 == result.count;
    if ((corner.kind == CornerKind::goal) != is_last) return "the goal is not the last";
    if (is_last && corner.portal != portals.size()) return "the portal of the goal";
    if (is_last) continue;
    if ((corner.kind == CornerKind::start) != (i == 0)) return "the start is not the first";
    if (i == 0) {
      if (corner.portal != 0) return "the portal of the start";
      continue;
    }
    const Portal& portal = portals[corner.portal];
    if (corner.point != (corner.kind == CornerKind::left ? portal.left : portal.right)) {
      return "no end of that portal";
    }
    if (i > 1 && corner.portal <= pulled.corners[i - 1].portal) return "portals out of order";
  }
  // Each leg passes the portals between those of its ends.
  for (std::size_t i = 1; i < result.count; ++i) {
    const std::size_t first = i == 1 ? 0 : pulled.corners[i - 1].portal;
    if (!is_touching_in_order(to_lattice(path[i - 1]), to_lattice(path[i]), corridor.portals, first,
                              pulled.corners[i].portal)) {
      return "a leg misses a portal";
    }
  }
  return {};
}

bool is_same(const Corner& a, const Corner& b) {
  return a.point == b.point && a.portal == b.portal && a.kind == b.kind;
}

}  // namespace

TEST_CASE("string_pull_corners: a passage with a turn to each side", "[funnel][corners]") {
  const std::vector<Portal> portals{{{1, 1}, {1, 0}}, {{2, 4}, {2, 3}}, {{3, 1}, {3, 0}}};
  std::vector<Corner> corners(max_path_points(portals.size()));
  const Result result = string_pull_corners({0, 0.5F}, {4, 0.5F}, portals, corners);
  REQUIRE(result.status == Status::ok);
  REQUIRE(result.count == 5);
  const std::vector<Corner> wanted{{{0, 0.5F}, 0, CornerKind::start},
                                   {{1, 1}, 0, CornerKind::left},
                                   {{2, 3}, 1, CornerKind::right},
                                   {{3, 1}, 2, CornerKind::left},
                                   {{4, 0.5F}, 3, CornerKind::goal}};
  CHECK(std::equal(wanted.begin(), wanted.end(), corners.begin(), is_same));
}

TEST_CASE("string_pull_corners: start and goal in one place, and a goal on a corner",
          "[funnel][corners]") {
  std::vector<Corner> corners(4);
  REQUIRE(string_pull_corners({1, 1}, {1, 1}, {}, corners).count == 1);
  CHECK(corners[0].kind == CornerKind::goal);
  const std::vector<Portal> portals{{{1, 1}, {1, 0}}, {{1, 1}, {2, 1}}};
  REQUIRE(string_pull_corners({0, 0}, {1, 1}, portals, corners).count == 2);
  CHECK(corners[1].kind == CornerKind::goal);
  CHECK(corners[1].portal == 2);
}

TEST_CASE("string_pull_corners: random corridors, every capacity", "[funnel][corners]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("corners ") + kind.name)) {
      const std::size_t count = random_count(1000, 20000);
      for (std::size_t i = 0; i < count; ++i) {
        const CellRow row = kind.make(random, random.below(20));
        const LatticeCorridor corridor =
            place_ends(random, row, random.chance(25) ? random.between(1, 40) : 0);
        const std::size_t bound = max_path_points(corridor.portals.size());
        PulledCorners whole;
        std::string fault = find_fault(corridor, bound, whole);
        for (std::size_t capacity = 0; fault.empty() && capacity < bound; ++capacity) {
          PulledCorners part;
          fault = find_fault(corridor, capacity, part);
          if (fault.empty() && !std::equal(part.corners.begin(), part.corners.end(),
                                           whole.corners.begin(), is_same)) {
            fault = "another capacity, other corners";
          }
        }
        if (!fault.empty()) FAIL(kind.name << " " << i << ": " << fault);
      }
      SUCCEED();
    }
  }
}
