// find_optimal_path() on meshes of very many small maps, against an oracle that knows nothing of
// meshes.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include <taut/engine/optimal_search.hpp>

#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/mesh_makers.hpp"
#include "support/optimal_querier.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// A map cut in all ways, with a querier for each.
class Cuts {
 public:
  explicit Cuts(const Grid& grid) {
    meshes_.reserve(kMeshMakers.size());
    for (const MeshMaker make : kMeshMakers) {
      meshes_.push_back(make(grid));
      queriers_.emplace_back(meshes_.back());
    }
  }
  Cuts(const Cuts&) = delete;
  Cuts& operator=(const Cuts&) = delete;
  ~Cuts() = default;

  [[nodiscard]] std::vector<Querier>& queriers() noexcept { return queriers_; }

 private:
  std::vector<ConvexMesh> meshes_;
  std::vector<Querier> queriers_;
};

// The queries of a suite; printed with TAUT_LONG.
struct Tally {
  const char* suite;
  std::size_t maps = 0;
  std::size_t queries = 0;
  double worst_deviation = 0.0;

  void add(Cuts& cuts, std::size_t queried) {
    ++maps;
    queries += queried;
    for (const Querier& querier : cuts.queriers()) {
      worst_deviation = std::max(worst_deviation, querier.worst_deviation());
    }
  }
  void print() const {
    if (!is_long()) return;
    std::printf("%s: %zu maps, %zu queries, worst deviation %.2g\n", suite, maps, queries,
                worst_deviation);
    std::fflush(stdout);
  }
};

// Mostly small, so that there can be many.
int choose_side(Random& random) {
  const int choice = random.between(0, 99);
  return choice < 75 ? 8 : choice < 97 ? 13 : 24;
}

double length_of(const Found& found) {
  return found.result.status == Status::ok ? found.result.length
                                           : std::numeric_limits<double>::infinity();
}

}  // namespace

TEST_CASE("optimal search: random maps against the visibility graph", "[optimal]") {
  Tally tally{"optimal, random maps"};
  for (Random& random : random_generators("optimal search")) {
    for (std::size_t i = 0; i < random_count(2500, 250000); ++i) {
      const int side = choose_side(random);
      const Grid grid =
          random.chance(25) ? make_random_map(random, side) : make_family_map(random, side);
      const VisibilityGraph oracle(grid);
      Cuts cuts(grid);
      constexpr int kQueries = 12;
      for (int k = 0; k < kQueries; ++k) {
        const LatticePoint start = random_place(random, grid);
        const LatticePoint goal = random.chance(3) ? start : random_place(random, grid);
        const long double length = oracle.find_length(start, goal);
        for (Querier& querier : cuts.queriers()) {
          const std::string fault =
              querier.check_answer(grid, to_map_point(start), to_map_point(goal), length);
          if (!fault.empty()) FAIL(fault);
        }
      }
      tally.add(cuts, kQueries * kMeshMakers.size());
    }
  }
  tally.print();
}

TEST_CASE("optimal search: all pairs of corners, edges' middles and centres of small maps",
          "[optimal]") {
  Tally tally{"optimal, all pairs"};
  for (Random& random : random_generators("optimal pairs")) {
    for (std::size_t i = 0; i < random_count(25, 3000); ++i) {
      const Grid grid = random.chance(30) ? make_random_map(random, 5)
                                          : make_family_map(random, random.chance(5) ? 7 : 5);
      std::vector<LatticePoint> places;
      const std::int64_t width = grid.width();
      const std::int64_t height = grid.height();
      for (std::int64_t y = 0; y <= 2 * height; ++y) {
        for (std::int64_t x = 0; x <= 2 * width; ++x) places.push_back({512 * x, 512 * y});
      }
      for (int k = 0; k < 8; ++k) places.push_back(random_place(random, grid));
      const std::vector<long double> lengths = VisibilityGraph(grid).find_lengths(places);
      Cuts cuts(grid);
      for (Querier& querier : cuts.queriers()) {
        for (std::size_t start = 0; start < places.size(); ++start) {
          for (std::size_t goal = 0; goal < places.size(); ++goal) {
            const std::string fault =
                querier.check_answer(grid, to_map_point(places[start]), to_map_point(places[goal]),
                                     lengths[start * places.size() + goal]);
            if (!fault.empty()) FAIL(fault);
          }
        }
      }
      tally.add(cuts, places.size() * places.size() * kMeshMakers.size());
    }
  }
  tally.print();
}

// A dead end may contain one of the cells at the goal, and the shortest path lead to another.
TEST_CASE("optimal search: a goal where obstacles touch, in two dead ends", "[optimal]") {
  const Grid map =
      draw_map(".....@.\n.......\n.@..@@.\n.@@..@.\n.@...@.\n.@...@.\n.@..@..\n.@...@.\n");
  const int width = map.width();
  const int height = map.height();
  for (const unsigned turn : {0U, 1U, 2U, 3U}) {
    const auto place = [&](std::int64_t x, std::int64_t y) {
      return LatticePoint{(turn & 1U) != 0 ? 1024 * width - x : x,
                          (turn & 2U) != 0 ? 1024 * height - y : y};
    };
    const Grid grid = Grid::from_predicate(width, height, [&](int x, int y) {
      return map.is_walkable((turn & 1U) != 0 ? width - 1 - x : x,
                             (turn & 2U) != 0 ? height - 1 - y : y);
    });
    const VisibilityGraph oracle(grid);
    Cuts cuts(grid);
    for (std::int64_t y = 0; y <= 4 * height; ++y) {
      for (std::int64_t x = 0; x <= 4 * width; ++x) {
        const LatticePoint start = place(256 * x - (x > 0 ? 1 : 0), 256 * y);
        for (const LatticePoint& goal : {place(5 * 1024, 6 * 1024), place(5 * 1024, 7 * 1024)}) {
          for (Querier& querier : cuts.queriers()) {
            const std::string fault = querier.check_answer(
                grid, to_map_point(start), to_map_point(goal), oracle.find_length(start, goal));
            if (!fault.empty()) FAIL(fault);
          }
        }
      }
    }
  }
}

TEST_CASE("optimal search: turned, mirrored and reversed, the length stays", "[optimal]") {
  double worst = 0.0;
  std::size_t maps = 0;
  for (Random& random : random_generators("optimal symmetry")) {
    for (std::size_t i = 0; i < random_count(150, 10000); ++i) {
      const Grid grid =
          i % 2 == 0 ? make_random_map(random, 60)
                     : make_family_map(random, kMapFamilies[i / 2 % kMapFamilies.size()], 30);
      const int width = grid.width();
      const int height = grid.height();
      const Grid mirrored = Grid::from_predicate(
          width, height, [&](int x, int y) { return grid.is_walkable(width - 1 - x, y); });
      const Grid transposed =
          Grid::from_predicate(height, width, [&](int x, int y) { return grid.is_walkable(y, x); });
      Cuts cuts(grid);
      Cuts mirrored_cuts(mirrored);
      Cuts transposed_cuts(transposed);
      ++maps;
      for (int k = 0; k < 10; ++k) {
        const Point a = to_map_point(random_place(random, grid));
        const Point b = to_map_point(random_place(random, grid));
        const auto mirror = [&](const Point& p) {
          return Point{static_cast<float>(width) - p.x, p.y};
        };
        const auto transpose = [](const Point& p) { return Point{p.y, p.x}; };
        const Found first = cuts.queriers().front().run_query(a, b);
        const double length = length_of(first);
        for (std::size_t cut = 0; cut < kMeshMakers.size(); ++cut) {
          for (const Found& other :
               {cuts.queriers()[cut].run_query(a, b), cuts.queriers()[cut].run_query(b, a),
                mirrored_cuts.queriers()[cut].run_query(mirror(a), mirror(b)),
                transposed_cuts.queriers()[cut].run_query(transpose(a), transpose(b))}) {
            const double deviation = length_of(other) - length;
            const bool is_same = std::isfinite(length)
                                     ? std::abs(deviation) <= Querier::rounding(grid, first) +
                                                                  Querier::rounding(grid, other)
                                     : length_of(other) == length;
            if (!is_same) {
              FAIL(length << " and " << length_of(other) << ", cut " << cut << "\n"
                          << to_drawing(grid));
            }
            if (std::isfinite(length)) {
              worst = std::max(worst, std::abs(deviation) / (1.0 + length));
            }
          }
        }
      }
    }
  }
  if (is_long()) {
    std::printf("optimal, symmetry: %zu maps, %zu queries, worst deviation %.2g\n", maps,
                maps * 10 * kMeshMakers.size() * 4, worst);
  }
}
