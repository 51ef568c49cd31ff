// The nearest cell against a look at every cell, and against the nearest tile.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <taut/mesh_builder.hpp>
#include <taut/mesh_nearest.hpp>
#include <taut/nearest.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/mesh_makers.hpp"
#include "support/mesh_shapes.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// A fraction of integers of which products fit.
struct Fraction {
  Int128 part;
  Int128 whole;
};
bool is_less(const Fraction& a, const Fraction& b) { return a.part * b.whole < b.part * a.whole; }

// The squared distance of a small cell, in lattice steps.
Fraction find_distance(const ConvexMesh& mesh, CellId cell, LatticePoint p) {
  if (mesh.holds(cell, to_map_point(p))) return {0, 1};
  Fraction least{Int128{1} << 80, 1};
  const auto ring = mesh.edges(cell);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const LatticePoint a = to_lattice(ring[i].start());
    const LatticePoint along = to_lattice(ring[(i + 1) % ring.size()].start()) - a;
    const LatticePoint away = p - a;
    Fraction found{inner(away, away), 1};
    if (inner(along, away) > 0 && inner(along, away) < inner(along, along)) {
      found = {Int128{cross(along, away)} * cross(along, away), inner(along, along)};
    }
    if (is_less(found, least)) least = found;
  }
  return least;
}

struct Nearest {
  std::optional<CellId> cell;
  Fraction distance{0, 1};
};

template <class Accept>
Nearest find_by_force(const ConvexMesh& mesh, LatticePoint p, const Accept& accept) {
  Nearest nearest;
  mesh.for_each_cell([&](CellId cell) {
    if (!accept(cell)) return;
    const Fraction found = find_distance(mesh, cell, p);
    if (!nearest.cell || is_less(found, nearest.distance)) nearest = {cell, found};
  });
  return nearest;
}

bool is_right(const Nearest& expected, const std::optional<NearestPlace>& found,
              const Point& point) {
  if (!expected.cell) return !found;
  if (!found || found->cell != *expected.cell) return false;
  const double length = std::sqrt(static_cast<double>(expected.distance.part) /
                                  static_cast<double>(expected.distance.whole)) /
                        1024.0;
  return std::abs(distance(point, found->point) - length) <= 1e-5 * (1.0 + length);
}

}  // namespace

TEST_CASE("nearest cell: random meshes and places, ties too", "[mesh][nearest]") {
  for (Random& random : random_generators("mesh nearest")) {
    for (std::size_t i = 0; i < random_count(1500, 20000); ++i) {
      const Grid grid = make_random_map(random, 12);
      ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      const bool is_turned = random.chance(50);
      if (is_turned) {  // by 45 degrees: walls that are not axis-parallel
        MeshShape shape = cut_at_random(random, to_shape(mesh));
        for (Point& v : shape.vertices) v = Point(v.x() + v.y(), v.y() - v.x());
        MeshBuild build = build_mesh(shape.vertices, shape.polygons);
        REQUIRE(build);
        mesh = std::move(*build.mesh);
      }
      for (int k = 0; k < 20; ++k) {
        LatticePoint p = random_place(random, grid);
        if (random.chance(30)) {
          p = p + LatticePoint{512 * random.between(-60, 60), 512 * random.between(-60, 60)};
        }
        const Point point = to_map_point(p);
        INFO(to_drawing(grid) << p.x << " " << p.y << (is_turned ? " turned" : ""));
        const auto found = find_nearest_walkable(mesh, point);
        REQUIRE(is_right(find_by_force(mesh, p, [](CellId) { return true; }), found, point));
        if (!found) continue;
        CellId from = found->cell;
        if (const auto other = mesh.locate(to_map_point(random_place(random, grid)))) from = *other;
        const auto is_near = [&](CellId cell) { return mesh.is_connected(from, cell); };
        REQUIRE(is_right(find_by_force(mesh, p, is_near), find_nearest_connected(mesh, from, point),
                         point));
        if (is_turned) continue;
        // The place is on the nearest tile, or as near on another.
        const auto tile = find_nearest_walkable(grid, point);
        REQUIRE(tile);
        const Point on_tile(
            std::clamp(point.x(), static_cast<float>(tile->x), static_cast<float>(tile->x + 1)),
            std::clamp(point.y(), static_cast<float>(tile->y), static_cast<float>(tile->y + 1)));
        REQUIRE((point - found->point).squaredNorm() == (point - on_tile).squaredNorm());
        REQUIRE(grid.locate(found->point));
      }
    }
  }
}

TEST_CASE("nearest cell: by hand", "[mesh][nearest]") {
  const ConvexMesh mesh = build_mesh(draw_map("@@@@.\n@@@@@\n.@@@@\n"));
  CHECK(find_nearest_walkable(mesh, {4.5F, 0.5F})->point == Point(4.5F, 0.5F));
  CHECK(find_nearest_walkable(mesh, {-1000.0F, 9.0F})->point == Point(0.0F, 3.0F));
  CHECK(find_nearest_walkable(mesh, {1e6F, 1e6F}));
  CHECK(find_nearest_walkable(mesh, {3e38F, -3e38F}));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK_FALSE(find_nearest_walkable(mesh, {nan, 0.0F}));
  CHECK_FALSE(find_nearest_walkable(mesh, {0.0F, -infinity}));
  CHECK_FALSE(find_nearest_walkable(build_mesh(draw_map("@@\n")), {0.0F, 0.0F}));
  CHECK_FALSE(find_nearest_connected(mesh, 77, {0.0F, 0.0F}));
  // Equally near: the smaller id.
  const CellId first = *mesh.locate({4.5F, 0.5F});
  const CellId second = *mesh.locate({0.5F, 2.5F});
  CHECK(find_nearest_walkable(mesh, {2.5F, 1.5F})->cell == std::min(first, second));
  CHECK(find_nearest_connected(mesh, second, {4.5F, 0.5F})->point == Point(1.0F, 2.0F));
  const AllocationCounter counter;
  CHECK(find_nearest_walkable(mesh, {2.5F, 1.5F}));
  CHECK(counter.count() == 0);
}
