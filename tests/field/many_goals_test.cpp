// Fields of many goals, whose funnels enter by the same edges: against an oracle, against fields of
// a few of the goals each, and how much work there is.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <taut/engine/field.hpp>

#include "support/catch.hpp"
#include "support/mesh_makers.hpp"
#include "support/random.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

enum class Places : std::uint8_t { row, column, diagonal, spread, cluster };
enum class Costs : std::uint8_t { none, equal, any, small, growing, half_open };

// Infinite lengths are close to themselves only.
bool is_close(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-12 * (std::min(a, b) + 1.0);
}

// Anywhere; random_place() is often at places of tiles.
LatticePoint any_place(Random& random, const Grid& grid) {
  return {random.between(0, grid.width() * 1024), random.between(0, grid.height() * 1024)};
}

struct Hall {
  Grid grid;
  LatticePoint middle;
};

// With some pillars, at which its mesh is cut, and at times a wall across, with a door in its
// middle: from there funnels see a part of an edge only.
Hall make_hall(Random& random, int width, int height) {
  Grid grid(width, height, TileState::walkable);
  const int left = width / 2;
  const int row = height / 2;
  if (random.chance(50)) {
    grid.set({0, row, left, row + 1}, TileState::blocked);
    grid.set({left + random.between(1, 3), row, width, row + 1}, TileState::blocked);
  }
  for (int i = random.between(1, 6); i > 0; --i) {
    const int x = random.between(0, width - 1);
    const int y = random.between(0, height - 1);
    const int wide = random.chance(30) ? random.between(1, 4) : 1;
    grid.set({x, y, std::min(x + wide, width), y + 1}, TileState::blocked);
  }
  return {grid, {left * 1024 + 500, row * 1024 - random.between(1, 1500)}};
}

// Rows and columns lie a little beside a side of tiles, or on it.
LatticePoint place_goal(Random& random, const Grid& grid, Places places, LatticePoint first) {
  const LatticePoint any = any_place(random, grid);
  const std::int64_t beside = random.chance(70) ? first.x % 130 : random.between(0, 200);
  switch (places) {
    case Places::row:
      return {any.x, first.y / 1024 * 1024 + beside};
    case Places::column:
      return {first.x / 1024 * 1024 + beside, any.y};
    case Places::diagonal:
      return {any.x, std::min<std::int64_t>(any.x, grid.height() * 1024)};
    case Places::spread:
      return any;
    case Places::cluster:
      return {std::clamp<std::int64_t>(first.x + any.x % 1500 - 700, 0, grid.width() * 1024),
              std::min<std::int64_t>(first.y + any.y % 300, grid.height() * 1024)};
  }
  return any;
}

double choose_cost(Random& random, Costs costs, LatticePoint at) {
  switch (costs) {
    case Costs::none:
      return 0.0;
    case Costs::equal:
      return 2.5;
    case Costs::any:
      return 0.125 * random.between(0, 40);
    case Costs::small:
      return 1e-3 * random.between(0, 100);
    case Costs::growing:
      return static_cast<double>(at.x + 2 * at.y) / 4096.0;
    case Costs::half_open:
      return random.chance(50) ? 0.0 : 0.5;
  }
  return 0.0;
}

// Goals where an agent can be.
std::vector<FieldGoal> make_goals(Random& random, const Hall& hall, int count) {
  const Grid& grid = hall.grid;
  const auto places = static_cast<Places>(random.between(0, 4));
  const auto costs = static_cast<Costs>(random.between(0, 5));
  const LatticePoint first = random.chance(50) ? hall.middle : any_place(random, grid);
  std::vector<LatticePoint> chosen;
  for (int tries = 4 * count; tries > 0 && chosen.size() < static_cast<std::size_t>(count);
       --tries) {
    const LatticePoint at = place_goal(random, grid, places, first);
    if (is_segment_walkable(grid, at, at)) chosen.push_back(at);
  }
  if (random.chance(30)) {
    std::sort(chosen.begin(), chosen.end(),
              [](LatticePoint a, LatticePoint b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  }
  std::vector<FieldGoal> goals;
  for (const LatticePoint at : chosen) {
    goals.push_back({to_map_point(at), choose_cost(random, costs, at)});
  }
  return goals;
}

// The least distance of fields of a few goals each.
class PartFields {
 public:
  PartFields(const ConvexMesh& mesh, std::span<const FieldGoal> goals) {
    constexpr std::size_t kFew = 8;
    FieldScratch scratch;
    for (std::size_t first = 0; first < goals.size(); first += kFew) {
      fields_.emplace_back();
      const std::size_t count = std::min(kFew, goals.size() - first);
      REQUIRE(build_field(mesh, goals.subspan(first, count), {}, scratch, fields_.back()));
    }
  }
  [[nodiscard]] double distance(const Point& from) const {
    double least = kNoLengthLimit;
    for (const Field& field : fields_) least = std::min(least, field.distance(from));
    return least;
  }

 private:
  std::vector<Field> fields_;
};

// The length of the path that the field gives, with the cost of its goal.
double path_distance(const Field& field, const std::vector<FieldGoal>& goals, const Point& from) {
  std::vector<Point> path(1000);
  const PathResult found = field.extract_path(from, path);
  return found ? found.length + goals[*field.nearest_goal(from)].cost : Field::kUnreached;
}

// A wall with a wide door: its sides are the edges by which all funnels of one half leave it.
ConvexMesh make_door(int side) {
  Grid grid(side, side, TileState::walkable);
  grid.set({0, side / 2, 8, side / 2 + 1}, TileState::blocked);
  grid.set({side - 8, side / 2, side, side / 2 + 1}, TileState::blocked);
  return build_mesh(grid);
}

}  // namespace

TEST_CASE("many goals: distances of an oracle", "[field]") {
  FieldScratch scratch;
  Field field;
  for (Random& random : random_generators("many goals")) {
    for (std::size_t i = 0; i < random_count(15, 1000); ++i) {
      const Hall hall = make_hall(random, random.between(6, 24), random.between(4, 10));
      const Grid& grid = hall.grid;
      const VisibilityGraph oracle(grid);
      const std::vector<FieldGoal> goals = make_goals(random, hall, random.between(200, 600));
      std::vector<LatticePoint> queried;
      while (queried.size() < 4) queried.push_back(random_place(random, grid));
      std::vector<double> wanted;
      for (const LatticePoint from : queried) {
        long double least = std::numeric_limits<long double>::infinity();
        for (const FieldGoal& goal : goals) {
          const long double length = oracle.find_length(from, to_lattice(goal.at));
          least = std::min(least, length + static_cast<long double>(goal.cost));
        }
        wanted.push_back(static_cast<double>(least));
      }
      for (const MeshMaker make : kMeshMakers) {
        const ConvexMesh mesh = make(grid);
        REQUIRE(build_field(mesh, goals, {}, scratch, field));
        for (std::size_t k = 0; k < queried.size(); ++k) {
          INFO(to_drawing(grid) << "from " << queried[k].x << " " << queried[k].y);
          REQUIRE(is_close(field.distance(to_map_point(queried[k])), wanted[k]));
        }
      }
    }
  }
}

TEST_CASE("many goals: the nearest of fields of some", "[field]") {
  FieldScratch scratch;
  Field field;
  std::size_t most_funnels = 0;  // per cell, in the mean
  for (Random& random : random_generators("many goals in parts")) {
    for (std::size_t i = 0; i < random_count(40, 3000); ++i) {
      const Hall hall = make_hall(random, random.between(8, 60), random.between(4, 30));
      const Grid& grid = hall.grid;
      const ConvexMesh mesh = kMeshMakers[random.below(kMeshMakers.size())](grid);
      const std::vector<FieldGoal> goals = make_goals(random, hall, random.between(200, 1500));
      REQUIRE(build_field(mesh, goals, {}, scratch, field));
      most_funnels = std::max(most_funnels, field.funnel_count() / mesh.cell_count());
      const PartFields parts(mesh, goals);
      for (int run_query = 0; run_query < 150; ++run_query) {
        const Point from = to_map_point(random_place(random, grid));
        const double distance = field.distance(from);
        INFO(to_drawing(grid) << "from " << from.x << " " << from.y);
        REQUIRE(is_close(distance, parts.distance(from)));
        REQUIRE(is_close(distance, path_distance(field, goals, from)));
      }
      const FieldOptions near{random.between(1, 8) * 0.75};
      REQUIRE(build_field(mesh, goals, near, scratch, field));
      for (int run_query = 0; run_query < 50; ++run_query) {
        const Point from = to_map_point(random_place(random, grid));
        const double least = parts.distance(from);
        if (is_close(least, near.length_limit)) continue;
        const double wanted = least < near.length_limit ? least : Field::kUnreached;
        REQUIRE(is_close(field.distance(from), wanted));
      }
    }
  }
  CHECK((is_small_share() || most_funnels > 200));  // else no edge had many
}

// What is not compared is expanded in vain. `./run bench --field` has the times.
TEST_CASE("many goals: work by one edge", "[field]") {
  constexpr int kSide = 512;
  constexpr int kCount = 40'000;
  const ConvexMesh mesh = make_door(kSide);
  REQUIRE(mesh.cell_count() == 3);
  Random random = random_generators("many goals by one edge").front();
  Field field;
  FieldScratch scratch;
  for (const bool is_in_order : {true, false}) {
    for (const Costs costs : {Costs::none, Costs::equal, Costs::small}) {
      std::vector<FieldGoal> goals;
      for (int i = 0; i < kCount; ++i) {
        const int place = is_in_order ? i : static_cast<int>(i * 7919LL % kCount);
        const float x = 8.5F + (kSide - 17.0F) * static_cast<float>(place) / kCount;
        const Point at = snap(Point{x, kSide / 2 - 1.0F / 16.0F});
        goals.push_back({at, choose_cost(random, costs, {})});
      }
      const FieldResult built = build_field(mesh, goals, {}, scratch, field);
      REQUIRE(built);
      CHECK(built.expanded <= 3 * kCount);
    }
  }
}

// The funnels of cheap goals enter the cell of expensive ones, which are still the nearest in it.
TEST_CASE("many goals: expensive ones behind many cheap ones", "[field]") {
  constexpr int kSide = 512;
  constexpr int kCount = 20'000;
  const ConvexMesh mesh = make_door(kSide);
  std::vector<FieldGoal> goals;
  for (int i = 0; i < kCount; ++i) {
    const float x = 8.5F + (kSide - 17.0F) * static_cast<float>(i) / kCount;
    goals.push_back({snap(Point{x, kSide / 2 - 1.0F / 16.0F}), 0.0});
    goals.push_back({snap(Point{x, kSide / 2 + 8.0F}), 3.0 + (i % 7) * 1e-4});
  }
  Field field;
  FieldScratch scratch;
  const FieldResult built = build_field(mesh, goals, {}, scratch, field);
  REQUIRE(built);
  CHECK(built.expanded <= 8 * kCount);
}
