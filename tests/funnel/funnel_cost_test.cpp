// How often string_pull() reads each portal, and how far it reads.
#include <algorithm>
#include <vector>

#include "core/funnel/funnel_scan.hpp"
#include "support/catch.hpp"
#include "support/funnel_certificate.hpp"
#include "support/long_corridors.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Portals that count the reads of each and know the farthest.
class CountedPortals {
 public:
  struct Count {
    std::size_t looks = 0;
    std::size_t farthest = 0;
  };

  CountedPortals(std::span<const Portal> portals, Count& count) noexcept
      : portals_(portals), count_(&count) {}
  [[nodiscard]] std::size_t size() const noexcept { return portals_.size(); }
  [[nodiscard]] const Portal& operator[](std::size_t i) const noexcept {
    ++count_->looks;
    count_->farthest = std::max(count_->farthest, i);
    return portals_[i];
  }

 private:
  std::span<const Portal> portals_;
  Count* count_;
};

struct CountedPull {
  CountedPortals::Count count;
  std::vector<Point> path;
};

CountedPull pull_counted(const LatticeCorridor& corridor, std::size_t capacity) {
  const std::vector<Portal> portals = to_portals(corridor.portals, 1.0F);
  CountedPull pulled;
  pulled.path.resize(capacity);
  detail::FunnelScan<CountedPortals> scan(to_point(corridor.goal, 1.0F),
                                          CountedPortals(portals, pulled.count), pulled.path);
  pulled.path.resize(scan.run(to_point(corridor.start, 1.0F)).count);
  return pulled;
}

// Once in the hot loop, once more where that stops, once for a chain.
std::size_t max_looks(std::size_t portals) { return 3 * portals; }

}  // namespace

TEST_CASE("string_pull looks at a portal three times at most", "[funnel][cost]") {
  for (const Shape& shape : kShapes) {
    for (const std::size_t portals : {0U, 1U, 2U, 3U, 64U, 1024U, 16384U}) {
      const LatticeCorridor corridor = shape.make(portals);
      REQUIRE(corridor.portals.size() == portals);
      REQUIRE(max_coordinate(corridor) < std::int64_t{1} << 24U);
      const CountedPull pulled = pull_counted(corridor, max_path_points(portals));
      INFO(shape.name << ", " << portals << " portals, " << pulled.path.size() << " points");
      CHECK(pulled.count.looks <= max_looks(portals));
      std::vector<LatticePoint> path;
      for (const Point& point : pulled.path) {
        path.push_back({static_cast<std::int64_t>(point.x), static_cast<std::int64_t>(point.y)});
      }
      CHECK(find_tautness_fault(corridor, path) == "");
    }
  }
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("funnel cost ") + kind.name)) {
      const std::size_t count = random_count(500, 10000);
      for (std::size_t i = 0; i < count; ++i) {
        const CellRow row = kind.make(random, random.below(random.chance(90) ? 40 : 400));
        const LatticeCorridor corridor =
            place_ends(random, row, random.chance(25) ? random.between(1, 40) : 0);
        const std::size_t portals = corridor.portals.size();
        const CountedPull pulled = pull_counted(corridor, max_path_points(portals));
        if (pulled.count.looks > max_looks(portals)) {
          FAIL(kind.name << ": " << pulled.count.looks << " looks at " << portals << " portals");
        }
      }
      SUCCEED();
    }
  }
}

TEST_CASE("the shapes for the cost of pulling call for it", "[funnel][cost]") {
  // Without chains the scan restarts at each corner of the curve.
  const CountedPull restarted = pull_counted(make_curve_before_hall(1024), 1025);
  CHECK(restarted.count.looks > 100 * 1024);
  CHECK(restarted.path.size() > 500);
  CHECK(pull_counted(make_straight(100), 102).path.size() == 2);
  CHECK(pull_counted(make_zigzag(100), 102).path.size() == 102);
  CHECK(pull_counted(make_spiral(1000), 1002).path.size() > 30);
  CHECK(pull_counted(make_fan(1000), 1002).path.size() == 3);
}

TEST_CASE("string_pull for K points looks no farther than to the next", "[funnel][cost]") {
  const LatticeCorridor zigzag = make_zigzag(1000);
  for (const std::size_t capacity : {1U, 2U, 3U, 10U, 100U}) {
    const CountedPull pulled = pull_counted(zigzag, capacity);
    CHECK(pulled.path.size() == capacity);
    // Corner k is an end of portal k - 1, revealed by portal k.
    CHECK(pulled.count.farthest == capacity);
    CHECK(pulled.count.looks <= 4 * (capacity + 1));
  }
  // Behind the same front, the length of the corridor does not matter.
  for (const Shape& shape : kShapes) {
    const CountedPull once = pull_counted(shape.make(2000), 4);
    if (once.path.size() < 4 || once.count.farthest + 1 >= 2000) continue;
    LatticeCorridor front = shape.make(2000);
    front.portals.resize(once.count.farthest + 1);
    front.goal = front.portals.back().left;
    CHECK(pull_counted(front, 4).path == once.path);
    CHECK(pull_counted(front, 4).count.looks == once.count.looks);
  }
}
