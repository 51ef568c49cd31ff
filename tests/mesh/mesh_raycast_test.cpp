// Rays over cells: the answers of rays over tiles, whatever the cut; linear maps of the plane.
#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/vectors.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/mesh_makers.hpp"
#include "support/mesh_shapes.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// What is wrong with the end of a ray, empty when nothing is.
std::string find_fault(const ConvexMesh& mesh, const Point& to, const MeshRaycastResult& ray) {
  if (!ray.is_visible) {
    if (ray.wall == kNoEdge || !mesh.edge(ray.wall).is_wall()) return "no wall";
    const Point& a = mesh.edge(ray.wall).start();
    const Point& b = mesh.edge(mesh.next(ray.wall)).start();
    const double beside = orient(a, b, ray.end) / distance(a, b);
    return std::abs(beside) <= 1e-3 ? "" : "the end does not lie on the wall";
  }
  if (ray.wall != kNoEdge || ray.end != to) return "a wall, but visible";
  return mesh.holds(ray.cell, to) ? "" : "the last cell does not hold the end";
}

// The same answer as on tiles, bit for bit.
bool is_same(const RaycastResult& tiles, const MeshRaycastResult& cells) {
  return tiles.status == cells.status && tiles.is_visible == cells.is_visible &&
         tiles.end == cells.end;
}

std::string describe(const Grid& grid, const Point& from, const Point& to) {
  return to_drawing(grid) + std::to_string(from.x) + " " + std::to_string(from.y) + " to " +
         std::to_string(to.x) + " " + std::to_string(to.y);
}

Point random_end(Random& random, const Grid& grid, const ConvexMesh& mesh) {
  if (mesh.edge_count() == 0 || random.chance(50)) return to_map_point(random_place(random, grid));
  EdgeId edge = random.below(mesh.edge_count());
  if (random.chance(70)) return mesh.edge(edge).start();
  const Point middle = 0.5F * (mesh.edge(edge).start() + mesh.edge(mesh.next(edge)).start());
  return snap(middle);
}

// A linear map of the plane in integers.
struct Linear {
  int xx, xy, yx, yy;
  [[nodiscard]] Point operator()(const Point& p) const {
    return {static_cast<float>(xx) * p.x + static_cast<float>(xy) * p.y,
            static_cast<float>(yx) * p.x + static_cast<float>(yy) * p.y};
  }
};

ConvexMesh transform(const ConvexMesh& mesh, const Linear& map) {
  MeshShape shape = to_shape(mesh);
  for (Point& vertex : shape.vertices) vertex = map(vertex);
  if (map.xx * map.yy - map.xy * map.yx < 0) {
    for (auto& polygon : shape.polygons) std::reverse(polygon.begin(), polygon.end());
  }
  MeshBuild build = build_mesh(shape.vertices, shape.polygons);
  if (!build) FAIL(build.error.message());
  return std::move(*build.mesh);
}

}  // namespace

TEST_CASE("mesh raycast: the hits of rays over tiles, whatever the cut", "[mesh][raycast]") {
  for (Random& random : random_generators("mesh raycast")) {
    std::size_t hidden = 0;
    std::size_t visible = 0;
    for (std::size_t i = 0; i < random_count(3000, 60000); ++i) {
      const Grid grid = make_random_map(random, random.chance(80) ? 9 : 40);
      ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      if (random.chance(40)) {
        MeshShape shape = cut_at_random(random, to_shape(mesh));
        if (random.chance(50)) shape = split_sides_at_random(random, shape);
        MeshBuild build = build_mesh(shape.vertices, shape.polygons);
        REQUIRE(build);
        mesh = std::move(*build.mesh);
      }
      for (int k = 0; k < 25; ++k) {
        const Point from = random_end(random, grid, mesh);
        const Point to = random.chance(4) ? from : random_end(random, grid, mesh);
        const MeshRaycastResult ray = raycast(mesh, from, to);
        const bool is_right =
            is_same(raycast(grid, from, to), ray) && is_visible(mesh, from, to) == ray.is_visible;
        if (!is_right) FAIL(describe(grid, from, to));
        if (ray.status == Status::invalid_input) continue;
        (ray.is_visible ? visible : hidden)++;
        const std::string fault = find_fault(mesh, to, ray);
        if (!fault.empty()) FAIL(fault << "\n" << describe(grid, from, to));
      }
    }
    CHECK(std::min(hidden, visible) > 0);
  }
}

TEST_CASE("mesh raycast: mirrored, transposed, sheared and turned by 45 degrees",
          "[mesh][raycast]") {
  constexpr std::array<Linear, 6> kMaps{Linear{-1, 0, 0, 1}, Linear{1, 0, 0, -1},
                                        Linear{0, 1, 1, 0},  Linear{1, 1, 0, 1},
                                        Linear{1, 1, -1, 1}, Linear{2, -1, 1, 1}};
  for (Random& random : random_generators("mesh raycast maps")) {
    for (std::size_t i = 0; i < random_count(600, 10000); ++i) {
      const Grid grid = make_random_map(random, 10);
      const ConvexMesh mesh = kMeshMakers[i % kMeshMakers.size()](grid);
      const std::size_t kind = random.below(kMaps.size());
      const Linear& map = kMaps[kind];
      const ConvexMesh other = transform(mesh, map);
      for (int k = 0; k < 20; ++k) {
        const Point from = random_end(random, grid, mesh);
        const Point to = random_end(random, grid, mesh);
        const MeshRaycastResult ray = raycast(mesh, from, to);
        const MeshRaycastResult mapped = raycast(other, map(from), map(to));
        INFO(describe(grid, from, to) << ", map " << kind);
        REQUIRE(mapped.status == ray.status);
        REQUIRE(mapped.is_visible == ray.is_visible);
        if (ray.status != Status::ok) continue;
        REQUIRE(distance(mapped.end, map(ray.end)) <= 1e-5);
        // These only change signs and order.
        if (kind < 3) REQUIRE(mapped.end == map(ray.end));
      }
    }
  }
}

TEST_CASE("mesh raycast: by hand", "[mesh][raycast]") {
  const Grid grid = draw_map(
      "..@\n"
      ".@.\n"
      "...\n");
  const ConvexMesh mesh = build_mesh(grid);
  // Between two blocked tiles that touch at a corner.
  const MeshRaycastResult pinched = raycast(mesh, {1.5F, 0.5F}, {2.5F, 1.5F});
  CHECK_FALSE(pinched.is_visible);
  CHECK(pinched.end == Point{2.0F, 1.0F});
  // From that corner to both sides, but not into a wall.
  CHECK(is_visible(mesh, {2.0F, 1.0F}, {2.5F, 1.5F}));
  CHECK(is_visible(mesh, {2.0F, 1.0F}, {1.5F, 0.5F}));
  CHECK(raycast(mesh, {2.0F, 1.0F}, {1.5F, 1.5F}).end == Point{2.0F, 1.0F});
  // Along walls and through corners.
  CHECK(is_visible(mesh, {1.0F, 0.0F}, {1.0F, 3.0F}));
  CHECK(is_visible(mesh, {0.0F, 3.0F}, {3.0F, 3.0F}));
  CHECK(raycast(mesh, {0.0F, 1.0F}, {3.0F, 1.0F}).end == Point{2.0F, 1.0F});
  CHECK(raycast(mesh, {0.5F, 0.5F}, {-1.5F, 0.5F}).end == Point{0.0F, 0.5F});
  CHECK(raycast(mesh, {1.5F, 1.5F}, {0.5F, 0.5F}).status == Status::invalid_input);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(raycast(mesh, {nan, 0.5F}, {0.5F, 0.5F}).status == Status::invalid_input);
  CHECK(raycast(mesh, {0.5F, 0.5F}, {0.5F, nan}).status == Status::invalid_input);
  CHECK(raycast(mesh, {0.5F, 0.5F}, {infinity, 0.5F}).status == Status::invalid_input);
  const AllocationCounter counter;
  CHECK(raycast(mesh, {0.5F, 0.5F}, {0.5F, 2.5F}).is_visible);
  CHECK(counter.count() == 0);
}
