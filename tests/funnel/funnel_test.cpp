// string_pull() against known cases and against brute force on random corridors. What is too large
// for brute force is in funnel_limits_test.cpp.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/funnel_cases.hpp"
#include "support/funnel_check.hpp"
#include "support/funnel_oracle.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Random corridors; every fourth has portals without length in its cells.
LatticeCorridor make_corridor(Random& random, const RowKind& kind, int max_steps) {
  const auto steps = static_cast<std::size_t>(random.between(0, max_steps));
  const CellRow row = kind.make(random, steps);
  return place_ends(random, row, random.chance(25) ? random.between(1, 40) : 0);
}

FunnelCase solve(const RowKind& kind, const LatticeCorridor& corridor) {
  FunnelCase solved{"random", kind.name, 1.0, corridor, find_shortest_by_force(corridor), 0.0};
  solved.expected_length = static_cast<double>(lattice_length(solved.expected));
  return solved;
}

template <class Change>
std::vector<LatticePoint> change_path(const std::vector<LatticePoint>& path, Change change) {
  std::vector<LatticePoint> out;
  for (const LatticePoint& point : path) out.push_back(change(point));
  return out;
}

void check_file(const std::filesystem::path& file) {
  const std::vector<FunnelCase> cases = load_funnel_cases(file);
  REQUIRE_FALSE(cases.empty());
  for (const FunnelCase& wanted : cases) {
    INFO(file.string() << " " << wanted.name);
    // The file is right about itself: the brute force agrees.
    CHECK(find_shortest_by_force(wanted.corridor) == wanted.expected);
    CHECK(std::abs(static_cast<double>(lattice_length(wanted.expected)) - wanted.expected_length) <=
          1e-12 * wanted.expected_length);
    CHECK(find_pull_fault(wanted) == "");
    CHECK(find_capacity_fault(wanted) == "");
  }
}

}  // namespace

TEST_CASE("string_pull: shared cases", "[funnel]") {
  if (const auto folder = find_shared_data("funnel/cases.txt")) check_file(*folder);
}

TEST_CASE("string_pull: cases of the source tree", "[funnel]") {
  for (const auto& entry : std::filesystem::directory_iterator(own_data("funnel"))) {
    if (entry.path().extension() == ".txt") check_file(entry.path());
  }
}

TEST_CASE("string_pull: random corridors against brute force", "[funnel]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("funnel ") + kind.name)) {
      // Ten million corridors in the long run, each pulled twice and a quarter of them scaled.
      const std::size_t count = random_count(20000, 640000);
      for (std::size_t i = 0; i < count; ++i) {
        const int max_steps = random.chance(10) ? 40 : 12;
        FunnelCase wanted = solve(kind, make_corridor(random, kind, max_steps));
        if (random.chance(25)) wanted.scale = std::ldexp(1.0, random.between(-12, 12));
        const std::string fault = find_pull_fault(wanted);
        if (!fault.empty()) FAIL(fault);
      }
      SUCCEED();
    }
  }
}

TEST_CASE("string_pull: slivers with large coordinates", "[funnel]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("funnel slivers ") + kind.name)) {
      const std::size_t count = random_count(10000, 200000);
      for (std::size_t i = 0; i < count; ++i) {
        // Beyond 2^14 two paths may differ by less than the brute force can tell.
        const LatticeCorridor corridor =
            shear(random, make_corridor(random, kind, 8), std::int64_t{1} << 14U);
        const std::string fault = find_pull_fault(solve(kind, corridor));
        if (!fault.empty()) FAIL(fault);
      }
      SUCCEED();
    }
  }
}

TEST_CASE("string_pull: every capacity on random corridors", "[funnel]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("funnel capacity ") + kind.name)) {
      const std::size_t count = random_count(200, 4000);
      for (std::size_t i = 0; i < count; ++i) {
        const std::string fault = find_capacity_fault(solve(kind, make_corridor(random, kind, 16)));
        if (!fault.empty()) FAIL(fault);
      }
      SUCCEED();
    }
  }
}

TEST_CASE("string_pull: scaled, mirrored, transposed, reversed and shifted corridors", "[funnel]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("funnel symmetry ") + kind.name)) {
      const std::size_t count = random_count(1500, 30000);
      for (std::size_t i = 0; i < count; ++i) {
        const FunnelCase wanted = solve(kind, make_corridor(random, kind, 12));
        const auto check = [&](const FunnelCase& changed) {
          const std::string fault = find_pull_fault(changed);
          if (!fault.empty()) FAIL(fault);
        };
        FunnelCase scaled = wanted;
        scaled.scale = std::ldexp(1.0, random.between(-12, 12));
        check(scaled);

        FunnelCase mirrored = wanted;
        mirrored.corridor = mirror(wanted.corridor);
        mirrored.expected = change_path(wanted.expected, [](LatticePoint p) {
          return LatticePoint{-p.x, p.y};
        });
        check(mirrored);

        FunnelCase transposed = wanted;
        transposed.corridor = transpose(wanted.corridor);
        transposed.expected = change_path(wanted.expected, [](LatticePoint p) {
          return LatticePoint{p.y, p.x};
        });
        check(transposed);

        FunnelCase reversed = wanted;
        reversed.corridor = reverse(wanted.corridor);
        std::reverse(reversed.expected.begin(), reversed.expected.end());
        check(reversed);

        // To the far end of what a map may hold, in lattice steps.
        FunnelCase shifted = wanted;
        const LatticePoint by{(1 << 24) - 1 - max_coordinate(wanted.corridor),
                              random.between(-(1 << 23), 1 << 23)};
        const auto move = [&](LatticePoint p) { return p + by; };
        shifted.corridor.start = move(wanted.corridor.start);
        shifted.corridor.goal = move(wanted.corridor.goal);
        for (LatticePortal& portal : shifted.corridor.portals) {
          portal = {move(portal.left), move(portal.right)};
        }
        shifted.expected = change_path(wanted.expected, move);
        check(shifted);
      }
      SUCCEED();
    }
  }
}

TEST_CASE("string_pull: portals that no corridor has give some path and no fault", "[funnel]") {
  for (Random& random : random_generators("funnel nonsense")) {
    const std::size_t count = random_count(20000, 400000);
    for (std::size_t i = 0; i < count; ++i) {
      const auto any = [&] { return LatticePoint{random.between(-4, 4), random.between(-4, 4)}; };
      LatticeCorridor corridor{any(), any(), {}};
      const int portals = random.between(0, 12);
      for (int k = 0; k < portals; ++k) corridor.portals.push_back({any(), any()});
      const Pulled got = pull(corridor, 1.0F, max_path_points(corridor.portals.size()));
      const bool is_good = got.status == Status::ok && got.is_intact && !got.path.empty() &&
                           got.path.front() == to_point(corridor.start, 1.0F) &&
                           got.path.back() == to_point(corridor.goal, 1.0F);
      if (!is_good) FAIL(describe_failure({"nonsense", "nonsense", 1.0, corridor, {}, 0.0}, got));
    }
    SUCCEED();
  }
}

TEST_CASE("the brute force finds nothing shorter by turning elsewhere", "[funnel][oracle]") {
  for (const RowKind& kind : kRowKinds) {
    for (Random& random : random_generators(std::string("funnel cuts ") + kind.name)) {
      const std::size_t count = random_count(500, 10000);
      for (std::size_t i = 0; i < count; ++i) {
        const LatticeCorridor corridor = make_corridor(random, kind, 10);
        const FunnelCase solved = solve(kind, corridor);
        const long double bound = find_length_over_cuts(corridor, 8);
        if (bound < static_cast<long double>(solved.expected_length) * (1.0L - 1e-12L)) {
          FAIL(describe_failure(solved, {}));
        }
      }
      SUCCEED();
    }
  }
}
