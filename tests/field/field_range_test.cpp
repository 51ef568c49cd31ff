// What a field reaches within a distance, against an oracle that knows nothing of meshes.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

#include <taut/field_range.hpp>

#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/mesh_makers.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// The distances from some places to the nearest of some goals.
std::vector<double> find_distances(const Grid& grid, const std::vector<FieldGoal>& goals,
                                   const std::vector<LatticePoint>& places) {
  std::vector<LatticePoint> all;
  for (const FieldGoal& goal : goals) all.push_back(to_lattice(goal.at));
  all.insert(all.end(), places.begin(), places.end());
  const std::vector<long double> lengths = VisibilityGraph(grid).find_lengths(all);
  std::vector<double> distances(places.size(), Field::kUnreached);
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < goals.size(); ++k) {
      const auto length = static_cast<double>(lengths[(goals.size() + i) * all.size() + k]);
      distances[i] = std::min(distances[i], length + goals[k].cost);
    }
  }
  return distances;
}

std::vector<FieldGoal> choose_goals(Random& random, const Grid& grid) {
  std::vector<FieldGoal> goals;
  for (int tries = random.between(1, 3); tries > 0; --tries) {
    const LatticePoint at = random_place(random, grid);
    if (!is_segment_walkable(grid, at, at)) continue;
    goals.push_back({to_map_point(at), random.chance(50) ? 0.0 : 0.5 * random.between(0, 4)});
  }
  return goals;
}

struct Polyline {
  SideKind kind;
  std::vector<Point> points;
};

std::vector<Polyline> to_polylines(const RangeOutline& outline) {
  std::vector<Polyline> lines;
  for (const RangeSide& side : outline.sides) {
    Polyline& line = lines.emplace_back(Polyline{side.kind, {side.from}});
    if (side.kind == SideKind::arc) {
      const Point a = side.from - side.center;
      const Point b = side.to - side.center;
      const double from = std::atan2(double{a.y()}, double{a.x()});
      double to = std::atan2(double{b.y()}, double{b.x()});
      if (to <= from) to += 2.0 * std::numbers::pi;
      const int steps = 2 + static_cast<int>((to - from) * 100.0);
      for (int i = 1; i < steps; ++i) {
        const double angle = from + (to - from) * i / steps;
        line.points.emplace_back(
            side.center.x() + static_cast<float>(side.radius * std::cos(angle)),
            side.center.y() + static_cast<float>(side.radius * std::sin(angle)));
      }
    }
    line.points.push_back(side.to);
  }
  return lines;
}

// How often a line turns around a point, and how near it comes.
struct Winding {
  double turns = 0.0;
  double least = std::numeric_limits<double>::infinity();

  void add(const Polyline& line, const Point& at) {
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      const Point a = line.points[i - 1] - at;
      const Point b = line.points[i] - at;
      const double cross = double{a.x()} * double{b.y()} - double{a.y()} * double{b.x()};
      const double dot = double{a.x()} * double{b.x()} + double{a.y()} * double{b.y()};
      turns += std::atan2(cross, dot) / (2.0 * std::numbers::pi);
      const Point along = b - a;
      const float square = along.squaredNorm();
      const float share = square > 0.0F ? std::clamp(-a.dot(along) / square, 0.0F, 1.0F) : 0.0F;
      const Point nearest = a + share * along;
      least = std::min(least, double{nearest.norm()});
    }
  }
};

void check_outline(const ConvexMesh& mesh, const RangeOutline& outline, double limit,
                   const std::vector<LatticePoint>& places, const std::vector<double>& distances) {
  constexpr double kNear = 0.01;  // of the outline: polylines are not arcs
  const std::vector<Polyline> lines = to_polylines(outline);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Point at = to_map_point(places[i]);
    const bool is_reached = distances[i] < Field::kUnreached && distances[i] <= limit;
    if (std::abs(distances[i] - limit) < kNear) continue;
    Winding whole;
    for (const Polyline& line : lines) {
      if (line.kind != SideKind::passage) whole.add(line, at);
    }
    const auto cell = std::find_if(outline.cells.begin(), outline.cells.end(),
                                   [&](const ReachedCell& c) { return mesh.holds(c.cell, at); });
    Winding part;
    if (cell != outline.cells.end()) {
      for (std::uint32_t k = 0; k < cell->side_count; ++k) {
        part.add(lines[cell->first_side + k], at);
      }
      if (cell->is_whole) CHECK(is_reached);
    }
    INFO(at.x() << " " << at.y() << " distance " << distances[i] << " limit " << limit);
    if (whole.least > kNear) CHECK(std::abs(whole.turns - (is_reached ? 1.0 : 0.0)) < 0.01);
    // Where cells touch in a point only, it may be reached in one of them.
    std::size_t cells = 0;
    mesh.for_each_cell_at(at, [&](CellId) { ++cells; });
    if (cells <= 1 && part.least > kNear)
      CHECK(std::abs(part.turns - (is_reached ? 1.0 : 0.0)) < 0.01);
  }
}

}  // namespace

TEST_CASE("field: the tiles that are reached", "[field]") {
  for (Random& random : random_generators("field tiles")) {
    for (std::size_t i = 0; i < random_count(60, 4000); ++i) {
      const Grid grid = make_family_map(random, 10);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      const std::vector<FieldGoal> goals = choose_goals(random, grid);
      std::vector<LatticePoint> centers;
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        if (grid.is_walkable(grid.tile(id))) centers.push_back(to_lattice(center(grid.tile(id))));
      }
      const std::vector<double> distances = find_distances(grid, goals, centers);
      const double limit = 0.37 * random.between(0, 20);
      FieldScratch scratch;
      Field field;
      const bool is_bounded = random.chance(50);
      const FieldOptions options{is_bounded ? limit : kNoLengthLimit};
      REQUIRE(build_field(mesh, goals, options, scratch, field));
      std::vector<ReachedTile> reached(grid.tile_count());
      const Result found =
          extract_reached_tiles(field, is_bounded ? kNoLengthLimit : limit, reached);
      REQUIRE(found);
      std::set<std::pair<int, int>> tiles;
      for (std::size_t k = 0; k < found.count; ++k) {
        const Tile tile = reached[k].tile;
        CHECK(tiles.insert({tile.x, tile.y}).second);
        CHECK(reached[k].distance == field.distance(center(tile)));
      }
      for (std::size_t k = 0; k < centers.size(); ++k) {
        if (std::abs(distances[k] - limit) < 1e-9) continue;
        const Tile tile{static_cast<int>(centers[k].x / 1024),
                        static_cast<int>(centers[k].y / 1024)};
        CHECK(tiles.contains({tile.x, tile.y}) == (distances[k] <= limit));
      }
      CHECK(tiles.size() <= centers.size());
      CHECK(extract_reached_tiles(field, -1.0, reached).count == 0);
      CHECK(extract_reached_tiles(field, std::nan(""), reached).count == 0);
    }
  }
}

TEST_CASE("field: the outline of what is reached", "[field]") {
  for (Random& random : random_generators("field outline")) {
    for (std::size_t i = 0; i < random_count(100, 5000); ++i) {
      const Grid grid = make_family_map(random, 10);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      const std::vector<FieldGoal> goals = choose_goals(random, grid);
      std::vector<LatticePoint> places;
      for (int k = 0; k < 40; ++k) places.push_back(random_place(random, grid));
      const std::vector<double> distances = find_distances(grid, goals, places);
      FieldScratch scratch;
      Field field;
      REQUIRE(build_field(mesh, goals, {}, scratch, field));
      RangeOutline outline;
      for (const double limit : {0.37 * random.between(1, 20), kNoLengthLimit}) {
        build_outline(field, limit, outline);
        check_outline(mesh, outline, limit, places, distances);
      }
    }
  }
}

TEST_CASE("field: a circle in a large room, and nothing", "[field]") {
  const Grid grid(9, 9, TileState::walkable);
  const ConvexMesh mesh = build_mesh(grid);
  FieldScratch scratch;
  Field field;
  RangeOutline outline;
  build_outline(field, 2.0, outline);
  CHECK(outline.cells.empty());
  const std::vector<FieldGoal> goals{{{4.5F, 4.5F}, 1.0}};
  REQUIRE(build_field(mesh, goals, {}, scratch, field));
  build_outline(field, 3.0, outline);
  REQUIRE(outline.cells.size() == 1);
  REQUIRE(outline.sides.size() == 1);
  CHECK(outline.sides[0].kind == SideKind::arc);
  CHECK(outline.sides[0].from == outline.sides[0].to);
  CHECK(outline.sides[0].center == goals[0].at);
  CHECK(outline.sides[0].radius == 2.0);
  CHECK_FALSE(outline.cells[0].is_whole);
  build_outline(field, 30.0, outline);
  REQUIRE(outline.cells.size() == 1);
  CHECK(outline.cells[0].is_whole);
  CHECK(outline.sides.size() == 4);
  for (const double limit : {-1.0, 0.5, std::nan("")}) {
    build_outline(field, limit, outline);
    CHECK(outline.cells.empty());
    CHECK(outline.sides.empty());
  }
}
