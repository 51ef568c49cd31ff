// string_pull() where brute force ends: at the limits of the coordinates and on long corridors.
#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/funnel_certificate.hpp"
#include "support/funnel_check.hpp"
#include "support/funnel_oracle.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

LatticeCorridor make_corridor(Random& random, const RowKind& kind, std::size_t steps) {
  const CellRow row = kind.make(random, steps);
  return place_ends(random, row, random.chance(25) ? random.between(1, 40) : 0);
}

// Empty when string_pull() gives a path that is proved to be the shortest.
std::string find_fault(const LatticeCorridor& corridor) {
  const Pulled got = pull(corridor, 1.0F, max_path_points(corridor.portals.size()));
  std::vector<LatticePoint> path;
  for (const Point& point : got.path) {
    path.push_back({static_cast<std::int64_t>(point.x), static_cast<std::int64_t>(point.y)});
  }
  std::string fault =
      got.status == Status::ok && got.is_intact ? find_tautness_fault(corridor, path) : "status";
  if (!fault.empty())
    fault += "\n" + describe_failure({"limits", "limits", 1.0, corridor, {}, 0.0}, got);
  return fault;
}

}  // namespace

TEST_CASE("the certificate accepts what brute force finds and nothing else", "[funnel][oracle]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("certificate ") + kind.name)) {
      const std::size_t count = random_count(2000, 40000);
      std::size_t others = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const LatticeCorridor corridor = make_corridor(random, kind, random.below(9));
        const std::vector<LatticePoint> shortest = find_shortest_by_force(corridor);
        const std::string fault = find_tautness_fault(corridor, shortest);
        if (!fault.empty())
          FAIL(
              fault << "\n"
                    << describe_failure({"shortest", kind.name, 1.0, corridor, shortest, 0.0}, {}));
        // Any other choice of portal ends, and the shortest path with a point more or less.
        for (int k = 0; k < 8; ++k) {
          std::vector<LatticePoint> other;
          if (random.chance(50) || shortest.size() < 3) {
            other.push_back(corridor.start);
            for (const LatticePortal& portal : corridor.portals) {
              if (random.chance(70))
                other.push_back(random.chance(50) ? portal.left : portal.right);
            }
            other.push_back(corridor.goal);
          } else {
            other = shortest;
            const auto at =
                other.begin() + random.between(1, static_cast<int>(shortest.size()) - 2);
            if (random.chance(50)) {
              other.erase(at);
            } else {
              *at = *at + LatticePoint{random.between(-1, 1), random.between(-1, 1)};
            }
          }
          other = to_canonical(other);
          if (other == shortest) continue;
          ++others;
          if (find_tautness_fault(corridor, other).empty()) {
            FAIL("accepted\n"
                 << describe_failure({"other", kind.name, 1.0, corridor, other, 0.0}, {}));
          }
        }
      }
      CHECK(others > count);
    }
  }
}

TEST_CASE("string_pull: slivers at the limits of the coordinates", "[funnel]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("funnel limits ") + kind.name)) {
      const std::size_t count = random_count(10000, 200000);
      std::int64_t largest = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const LatticeCorridor corridor =
            shear(random, make_corridor(random, kind, random.below(12)), std::int64_t{1} << 24U);
        largest = std::max(largest, max_coordinate(corridor));
        const std::string fault = find_fault(corridor);
        if (!fault.empty()) FAIL(fault);
      }
      CHECK(largest > std::int64_t{15} << 20U);
    }
  }
}

TEST_CASE("string_pull: long corridors", "[funnel]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("funnel long ") + kind.name)) {
      const std::size_t count = random_count(100, 2000);
      for (std::size_t i = 0; i < count; ++i) {
        const LatticeCorridor corridor =
            make_corridor(random, kind, 2 + random.below(random.chance(80) ? 300 : 2000));
        // A row of many steps may leave the coordinates that floats hold.
        if (max_coordinate(corridor) >= std::int64_t{1} << 24U) continue;
        const std::string fault = find_fault(corridor);
        if (!fault.empty()) FAIL(fault);
      }
      SUCCEED();
    }
  }
}
