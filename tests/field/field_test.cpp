// Fields over meshes: distances, corners and paths against an oracle that knows nothing of meshes.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <taut/engine/field.hpp>
#include <taut/engine/validate.hpp>

#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/mesh_makers.hpp"
#include "support/mesh_shapes.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

#include <taut/engine/mesh_builder.hpp>

using namespace taut;
using namespace taut::test;

namespace {

constexpr long double kNone = std::numeric_limits<long double>::infinity();

// The lengths from a place to each goal, without their costs.
using Lengths = std::vector<long double>;

// How far a length may be from the optimum, by rounding alone.
long double rounding(long double length) { return 1e-12L * (length + 1.0L); }

long double least(const std::vector<FieldGoal>& goals, const Lengths& lengths) {
  long double found = kNone;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    found = std::min(found, lengths[i] + static_cast<long double>(goals[i].cost));
  }
  return found;
}

std::string find_fault_of_path(const Field& field, const Grid& grid, const Point& from,
                               const std::vector<FieldGoal>& goals, const Lengths& lengths) {
  const double distance = field.distance(from);
  const std::optional<std::size_t> goal = field.nearest_goal(from);
  if (!goal || *goal >= goals.size()) return "no goal";
  const auto cost = static_cast<long double>(goals[*goal].cost);
  const auto length = static_cast<long double>(distance);
  if (std::abs(lengths[*goal] + cost - length) > rounding(length)) return "not the nearest goal";
  std::vector<Point> path(1000);
  const PathResult found = field.extract_path(from, path);
  path.resize(found.count);
  if (!found || found.length != path_length(path)) return "no path";
  if (std::abs(static_cast<long double>(found.length) + cost - length) > rounding(length)) {
    return "a path of another length";
  }
  const PathCheck check = validate_path(grid, from, goals[*goal].at, path);
  if (check.fault != PathFault::none) return to_string(check.fault);
  if (check.open_corners > 0) return "a turn in open space";
  const std::optional<Point> next = field.next_corner(from);
  if (!next || *next != path[path.size() > 1 ? 1 : 0]) return "another next corner";
  return {};
}

// From any cell: that of the place, another, one that was removed, or none.
std::string find_fault_of_cell(const Field& field, const ConvexMesh& mesh, const Point& from) {
  const std::optional<Point> next = field.next_corner(from);
  const auto bits = static_cast<std::size_t>(from.x * 8.0F + from.y * 1024.0F);
  CellId cell = static_cast<CellId>(bits % (mesh.cell_ids() + 2));
  for (int query = 0; query < 2; ++query) {
    if (field.next_corner(from, cell) != next) return "another next corner from a cell";
    if (next && !mesh.holds(cell, from)) return "not a cell of the place";
  }
  return {};
}

// The fault of what the field says of a place; empty when there is none.
std::string find_fault(const Field& field, const Grid& grid, const Point& from,
                       const std::vector<FieldGoal>& goals, const Lengths& lengths,
                       double limit = kNoLengthLimit) {
  const double distance = field.distance(from);
  const long double length = least(goals, lengths);
  const auto bound = static_cast<long double>(limit);
  std::string fault;
  if (std::isfinite(distance)
          ? std::abs(static_cast<long double>(distance) - length) > rounding(length) ||
                static_cast<long double>(distance) > bound
          : length + rounding(length) < bound) {
    fault = "wrong distance";
  } else if (std::isfinite(distance)) {
    fault = find_fault_of_path(field, grid, from, goals, lengths);
  } else if (field.next_corner(from) || field.nearest_goal(from) ||
             field.extract_path(from, {}).status != Status::no_path) {
    fault = "a path where there is none";
  }
  if (fault.empty()) return fault;
  std::ostringstream text;
  text.precision(12);
  text << fault << ": from " << from.x << " " << from.y << ", distance " << distance << " for "
       << static_cast<double>(length) << ", goals";
  for (const FieldGoal& goal : goals) {
    text << "  " << goal.at.x << " " << goal.at.y << " +" << goal.cost;
  }
  text << "\n" << to_drawing(grid);
  return text.str();
}

// Goals at some of the places that are not in a wall, often several at one place, and at times
// many.
std::vector<std::size_t> choose_goals(Random& random, const Grid& grid,
                                      const std::vector<LatticePoint>& places) {
  std::vector<std::size_t> chosen;
  const int most = random.chance(15) ? 40 : random.between(1, 5);
  for (int tries = most; tries > 0; --tries) {
    const std::size_t at = random.below(places.size());
    if (!is_segment_walkable(grid, places[at], places[at])) continue;
    chosen.push_back(at);
    if (random.chance(10)) chosen.push_back(at);
  }
  return chosen;
}

struct FieldQuery {
  std::vector<FieldGoal> goals;
  std::vector<Lengths> lengths;  // per place
};

FieldQuery choose(Random& random, const Grid& grid, const std::vector<LatticePoint>& places,
                  const std::vector<long double>& lengths) {
  FieldQuery query;
  const std::vector<std::size_t> chosen = choose_goals(random, grid, places);
  const bool has_costs = random.chance(50);
  for (const std::size_t at : chosen) {
    const double cost = has_costs ? 0.5 * random.between(0, 8) : 0.0;
    query.goals.push_back({to_map_point(places[at]), cost});
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    Lengths& row = query.lengths.emplace_back();
    for (const std::size_t at : chosen) row.push_back(lengths[i * places.size() + at]);
  }
  return query;
}

// Corners, middles of edges and centres of all tiles, and some others.
std::vector<LatticePoint> list_places(Random& random, const Grid& grid, std::size_t extra) {
  std::vector<LatticePoint> places;
  for (std::int64_t y = 0; y <= 2 * grid.height(); ++y) {
    for (std::int64_t x = 0; x <= 2 * grid.width(); ++x) places.push_back({512 * x, 512 * y});
  }
  for (; extra > 0; --extra) places.push_back(random_place(random, grid));
  return places;
}

void check_all(const ConvexMesh& mesh, const Grid& grid, const std::vector<LatticePoint>& places,
               const FieldQuery& query, FieldScratch& scratch, Field& field) {
  REQUIRE(build_field(mesh, query.goals, {}, scratch, field));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Point from = to_map_point(places[i]);
    const std::string fault = find_fault(field, grid, from, query.goals, query.lengths[i]);
    if (!fault.empty()) FAIL(fault);
    const std::string other = find_fault_of_cell(field, mesh, from);
    if (!other.empty()) FAIL(other << ": " << from.x << " " << from.y);
  }
}

}  // namespace

TEST_CASE("field: all places of very many small maps", "[field]") {
  std::size_t queried = 0;
  for (Random& random : random_generators("field places")) {
    for (std::size_t i = 0; i < random_count(150, 20000); ++i) {
      const Grid grid = random.chance(30) ? make_random_map(random, 6)
                                          : make_family_map(random, random.chance(10) ? 9 : 6);
      const std::vector<LatticePoint> places = list_places(random, grid, 8);
      const std::vector<long double> lengths = VisibilityGraph(grid).find_lengths(places);
      Field field;
      FieldScratch scratch;
      for (const MeshMaker make : kMeshMakers) {
        const ConvexMesh mesh = make(grid);
        for (int k = 0; k < 8; ++k) {
          check_all(mesh, grid, places, choose(random, grid, places, lengths), scratch, field);
          queried += places.size();
        }
      }
    }
  }
  if (is_long()) std::printf("fields: %zu places\n", queried);
}

TEST_CASE("field: larger maps, cut at random", "[field]") {
  for (Random& random : random_generators("field cuts")) {
    for (std::size_t i = 0; i < random_count(60, 4000); ++i) {
      const Grid grid =
          random.chance(30) ? make_random_map(random, 20) : make_family_map(random, 20);
      std::vector<LatticePoint> places;
      for (int k = 0; k < 40; ++k) places.push_back(random_place(random, grid));
      const std::vector<long double> lengths = VisibilityGraph(grid).find_lengths(places);
      const ConvexMesh plain = kMeshMakers[i % kMeshMakers.size()](grid);
      MeshShape shape = cut_at_random(random, to_shape(plain));
      if (random.chance(50)) shape = split_sides_at_random(random, shape);
      const MeshBuild build = build_mesh(shape.vertices, shape.polygons);
      REQUIRE(build);
      Field field;
      FieldScratch scratch;
      for (int k = 0; k < 4; ++k) {
        const FieldQuery query = choose(random, grid, places, lengths);
        check_all(plain, grid, places, query, scratch, field);
        check_all(*build.mesh, grid, places, query, scratch, field);
      }
    }
  }
}

TEST_CASE("field: limits of length", "[field]") {
  for (Random& random : random_generators("field limits")) {
    for (std::size_t i = 0; i < random_count(100, 5000); ++i) {
      const Grid grid = make_family_map(random, 12);
      std::vector<LatticePoint> places;
      for (int k = 0; k < 40; ++k) places.push_back(random_place(random, grid));
      const std::vector<long double> lengths = VisibilityGraph(grid).find_lengths(places);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      const FieldQuery query = choose(random, grid, places, lengths);
      Field field;
      FieldScratch scratch;
      const double limit = 0.5 * random.between(0, 20);
      REQUIRE(build_field(mesh, query.goals, {limit}, scratch, field));
      CHECK(field.known_distance() == limit);
      for (std::size_t k = 0; k < places.size(); ++k) {
        const std::string fault =
            find_fault(field, grid, to_map_point(places[k]), query.goals, query.lengths[k], limit);
        if (!fault.empty()) FAIL(fault << "\nlimit " << limit);
      }
    }
  }
}

TEST_CASE("field: a build that ends at its targets", "[field]") {
  std::size_t early = 0;
  for (Random& random : random_generators("field targets")) {
    for (std::size_t i = 0; i < random_count(100, 5000); ++i) {
      const Grid grid = make_family_map(random, 16);
      std::vector<LatticePoint> places;
      for (int k = 0; k < 30; ++k) places.push_back(random_place(random, grid));
      const std::vector<long double> lengths = VisibilityGraph(grid).find_lengths(places);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      const FieldQuery query = choose(random, grid, places, lengths);
      std::vector<Point> targets;
      long double farthest = 0.0L;
      for (std::size_t k = 0; k < 5; ++k) {
        targets.push_back(to_map_point(places[k]));
        const long double length = least(query.goals, query.lengths[k]);
        if (std::isfinite(length)) farthest = std::max(farthest, length);
      }
      Field field;
      FieldScratch scratch;
      const FieldOptions options{kNoLengthLimit, FieldEnd::all_targets, targets};
      const FieldResult built = build_field(mesh, query.goals, options, scratch, field);
      REQUIRE(built);
      const auto reached = static_cast<long double>(field.known_distance());
      CHECK(std::abs(reached - farthest) <= rounding(farthest));
      for (std::size_t k = 0; k < places.size(); ++k) {
        const std::string fault = find_fault(field, grid, to_map_point(places[k]), query.goals,
                                             query.lengths[k], field.known_distance());
        if (!fault.empty()) FAIL(fault << "\nreach " << field.known_distance());
      }
      const std::size_t expanded = built.expanded;
      early += expanded < build_field(mesh, query.goals, {}, scratch, field).expanded ? 1 : 0;
    }
  }
  if (!is_small_share()) CHECK(early > 0);
}

TEST_CASE("field: stale after an edit, right when built again", "[field]") {
  for (Random& random : random_generators("field edits")) {
    for (std::size_t i = 0; i < random_count(30, 1500); ++i) {
      Grid grid = make_family_map(random, 14);
      ConvexMesh mesh = build_mesh(grid);
      Field field;
      FieldScratch scratch;
      CHECK_FALSE(field.is_current());
      CHECK(field.distance({0.5F, 0.5F}) == Field::kUnreached);
      for (int edit = 0; edit < 8; ++edit) {
        const TileRect rect = edit_at_random(random, grid);
        const std::uint64_t revision = mesh.revision();
        edit_mesh(grid, rect, mesh);
        if (edit == 0 || mesh.revision() != revision) {
          CHECK_FALSE(field.is_current());
          CHECK_FALSE(field.next_corner({0.5F, 0.5F}));
        }
        std::vector<LatticePoint> places;
        for (int k = 0; k < 20; ++k) places.push_back(random_place(random, grid));
        const std::vector<long double> lengths = VisibilityGraph(grid).find_lengths(places);
        check_all(mesh, grid, places, choose(random, grid, places, lengths), scratch, field);
        CHECK(field.is_current());
      }
    }
  }
}

TEST_CASE("field: between corners that touch, goals look both ways", "[field]") {
  const Grid grid = draw_map(
      ".@\n"
      "@.");
  const ConvexMesh mesh = build_mesh(grid);
  Field field;
  FieldScratch scratch;
  REQUIRE(build_field(mesh, std::vector<FieldGoal>{{{1.0F, 1.0F}}}, {}, scratch, field));
  CHECK(field.distance({0.5F, 0.5F}) == std::sqrt(0.5));
  CHECK(field.distance({1.5F, 1.5F}) == std::sqrt(0.5));
  REQUIRE(build_field(mesh, std::vector<FieldGoal>{{{0.5F, 0.5F}}}, {}, scratch, field));
  CHECK(field.distance({1.0F, 1.0F}) == std::sqrt(0.5));
  CHECK(field.distance({1.5F, 1.5F}) == Field::kUnreached);
}

TEST_CASE("field: goals, costs and limits that are not valid", "[field]") {
  const Grid grid = draw_map("..@.");
  const ConvexMesh mesh = build_mesh(grid);
  Field field;
  FieldScratch scratch;
  const std::vector<std::vector<FieldGoal>> wrong{
      {{{2.5F, 0.5F}}},
      {{{0.5F, 0.5F}}, {{-1.0F, 0.5F}}},
      {{{0.5F, 0.5F}, -1.0}},
      {{{0.5F, 0.5F}, std::numeric_limits<double>::infinity()}},
      {{{0.5F, 0.5F}, std::numeric_limits<double>::quiet_NaN()}},
      {{{std::numeric_limits<float>::quiet_NaN(), 0.5F}}}};
  for (const std::vector<FieldGoal>& goals : wrong) {
    CHECK(build_field(mesh, goals, {}, scratch, field).status == Status::invalid_input);
    CHECK_FALSE(field.is_current());
    CHECK(field.distance({0.5F, 0.5F}) == Field::kUnreached);
    CHECK_FALSE(field.nearest_goal({0.5F, 0.5F}));
  }
  const std::vector<FieldGoal> goal{{{0.5F, 0.5F}}};
  for (const double limit : {-0.5, std::numeric_limits<double>::quiet_NaN()}) {
    REQUIRE(build_field(mesh, goal, {}, scratch, field));
    CHECK(build_field(mesh, goal, {limit}, scratch, field).status == Status::invalid_input);
    CHECK_FALSE(field.is_current());
    CHECK(field.known_distance() == 0.0);
    CHECK(field.distance({0.5F, 0.5F}) == Field::kUnreached);
  }
  REQUIRE(build_field(mesh, goal, {0.0}, scratch, field));
  CHECK(field.distance({0.5F, 0.5F}) == 0.0);
  CHECK(field.distance({0.75F, 0.5F}) == Field::kUnreached);
  REQUIRE(build_field(mesh, {}, {}, scratch, field));
  CHECK(field.distance({0.5F, 0.5F}) == Field::kUnreached);
}
