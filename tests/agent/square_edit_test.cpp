// Space::update(): after edits a map is what one of the tiles as they are now would be.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/lattice.hpp"
#include "support/mesh_check.hpp"
#include "support/mesh_shapes.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::array<double, 10> kEditedHalfWidths{0.1, 0.25, 0.4, 0.5, 0.9,
                                                   1.0, 1.5,  2.0, 3.2, 40.0};

// A place where both maps, or neither, have room; on lines of grown tiles at times.
Point find_place(Random& random, const Grid& grid, const Space& map) {
  Point place{0.0F, 0.0F};
  const auto half_width = static_cast<float>(map.agent().radius);
  for (int i = 0; i < 20; ++i) {
    place = to_map_point(random_place(random, grid));
    if (random.chance(30)) place.x = std::floor(place.x) + half_width;
    if (random.chance(30)) place.y = std::ceil(place.y) - half_width;
    if (map.has_room(place)) break;
  }
  return place;
}

// What differs between the answers of an updated map and of a new one; empty when nothing does.
std::string compare(const Grid& grid, const Space& edited, const Space& fresh, const Point& start,
                    const Point& goal) {
  if (edited.has_room(start) != fresh.has_room(start)) return "has_room()";
  SpaceScratch scratch(edited);
  SpaceScratch fresh_scratch(fresh);
  std::vector<Point> path(max_path_points(edited));
  std::vector<Point> fresh_path(max_path_points(fresh));
  const PathResult found = find_optimal_path(edited, start, goal, {}, scratch, {.points = path});
  const PathResult expected =
      find_optimal_path(fresh, start, goal, {}, fresh_scratch, {.points = fresh_path});
  if (found.status != expected.status) return "status";
  if (found.status != Status::ok) return "";
  const PathCheck check = validate_square_path(
      grid, start, goal, std::span(path).first(found.count), edited.agent().radius);
  if (check.fault != PathFault::none) return to_string(check.fault);
  if (check.open_corners != 0) return "a turn in open space";
  // The lattice of an opened mesh takes some ways for equally long: one map may choose another one
  // than the other.
  const double tie = edited.is_opened() ? 2.0 / (edited.steps_per_tile() - 2) : 0.0;
  const double off = std::abs(found.length - expected.length);
  return off <= (1e-9 + tie) * expected.length ? "" : "length";
}

// The mesh holds what is required of meshes, and the links that a new one has.
void check_mesh(const Space& edited, const Space& fresh) {
  MeshShape shape = to_shape(edited.mesh());
  const float scale = static_cast<float>(edited.steps_per_tile() / kLatticePerTile);
  for (Point& vertex : shape.vertices) vertex = scale * vertex;
  const MeshBuild build = build_mesh(shape.vertices, shape.polygons);
  INFO(build.error.message());
  REQUIRE(build);
  CHECK(build.mesh->edge_count() == edited.mesh().edge_count());
  CHECK(build.mesh->component_count() == edited.mesh().component_count());
  CHECK(edited.mesh().component_count() == fresh.mesh().component_count());
  if (!edited.is_opened()) CHECK(find_fault(edited.mesh()) == "");
}

}  // namespace

TEST_CASE("square agents: after random edits a map is that of the tiles", "[square]") {
  for (Random& random : random_generators("square edits")) {
    std::size_t solved = 0;
    for (std::size_t i = 0; i < random_count(400, 20000); ++i) {
      Grid grid = make_random_map(random, random.chance(10) ? 40 : 14);
      Space edited(grid, Agent::square(kEditedHalfWidths[i % kEditedHalfWidths.size()]));
      for (int edit = 0; edit < 12; ++edit) {
        const TileRect tiles = edit_at_random(random, grid);
        edited.update(grid, tiles);
        const Space fresh(grid, Agent::square(edited.agent().radius));
        INFO(to_drawing(grid) << "half-width " << edited.agent().radius);
        if (edit % 3 == 0) check_mesh(edited, fresh);
        for (int query = 0; query < 4; ++query) {
          const Point start = find_place(random, grid, fresh);
          const Point goal = find_place(random, grid, fresh);
          INFO(start << " to " << goal);
          REQUIRE(compare(grid, edited, fresh, start, goal).empty());
          solved += fresh.has_room(start) && fresh.has_room(goal) ? 1U : 0U;
        }
      }
    }
    CHECK((is_small_share() || solved > 1000));
  }
}

TEST_CASE("square agents: edits of maps so wide that the lattice is the coarsest", "[square]") {
  for (Random& random : random_generators("wide square edits")) {
    for (std::size_t i = 0; i < random_count(30, 1000); ++i) {
      Grid part = make_random_map(random, 11);
      const auto widen = [&] {
        return Grid::from_predicate(8193, part.height(), [&](int x, int y) {
          return x >= part.width() || part.is_walkable(x, y);
        });
      };
      Space edited(widen(), Agent::square(kEditedHalfWidths[i % kEditedHalfWidths.size()]));
      for (int edit = 0; edit < 3; ++edit) {
        TileRect tiles = edit_at_random(random, part);
        tiles.x1 = std::min(tiles.x1, part.width());
        const Grid grid = widen();
        edited.update(grid, tiles);
        const Space fresh(grid, Agent::square(edited.agent().radius));
        INFO(to_drawing(part) << "half-width " << edited.agent().radius);
        const Point start = find_place(random, part, fresh);
        REQUIRE(compare(grid, edited, fresh, start, find_place(random, part, fresh)).empty());
      }
    }
  }
}

TEST_CASE("square agents: edits outside the map, empty ones and those of other maps", "[square]") {
  Grid grid(8, 6, TileState::walkable);
  Space map(grid, Agent::square(0.75));
  const std::uint64_t revision = map.mesh().revision();
  constexpr int kFar = std::numeric_limits<int>::max();
  for (const TileRect& tiles : {TileRect{8, 0, 12, 6}, TileRect{-kFar, -kFar, 0, 0},
                                TileRect{5, 5, 3, 3}, TileRect{2, 2, 2, 4}, TileRect{}}) {
    map.update(grid, tiles);
  }
  map.update(grid, {0, 0, 8, 6});
  CHECK(map.mesh().revision() == revision);
  CHECK_THROWS_AS(map.update(Grid(6, 8, TileState::walkable), {0, 0, 1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(map.update(Grid(8, 5, TileState::walkable), {0, 0, 1, 1}), std::invalid_argument);
  grid.set({3, 3, 4, 4}, TileState::blocked);
  map.update(grid, {-kFar, -kFar, kFar, kFar});
  CHECK_FALSE(map.has_room({3.5F, 3.5F}));
  CHECK(map.has_room({1.0F, 1.0F}));

  // An agent that is wider than the map, and one that is just as wide.
  Grid room(3, 3, TileState::walkable);
  Space none(room, Agent::square(1.6));
  Space point(room, Agent::square(1.5));
  room.set({0, 0, 1, 1}, TileState::blocked);
  none.update(room, {0, 0, 1, 1});
  point.update(room, {0, 0, 1, 1});
  CHECK_FALSE(none.has_room({1.5F, 1.5F}));
  CHECK_FALSE(point.has_room({1.5F, 1.5F}));
  room.set({0, 0, 1, 1}, TileState::walkable);
  point.update(room, {0, 0, 1, 1});
  CHECK(point.has_room({1.5F, 1.5F}));
}
