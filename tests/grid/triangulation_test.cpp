// Triangles of walkable tiles: that they are Delaunay, and what it takes to make them so.
#include "grid/mesh/triangulation.hpp"

#include "grid/mesh/delaunay.hpp"
#include "grid/mesh/mesh_triangles.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

using Vertex = Triangulation::Vertex;

// Where d lies to the circle through the counter-clockwise a, b, c; > 0 inside. By its centre times
// twice the area of the triangle: exact for coordinates below 2^10.
std::int64_t depth_in_circle(const Vertex& a, const Vertex& b, const Vertex& c, const Vertex& d) {
  const auto square = [](const Vertex& p) {
    return std::int64_t{p.x} * p.x + std::int64_t{p.y} * p.y;
  };
  const std::int64_t scale =
      2 * (std::int64_t{a.x} * (b.y - c.y) + std::int64_t{b.x} * (c.y - a.y) +
           std::int64_t{c.x} * (a.y - b.y));
  const std::int64_t x =
      square(a) * (b.y - c.y) + square(b) * (c.y - a.y) + square(c) * (a.y - b.y);
  const std::int64_t y =
      square(a) * (c.x - b.x) + square(b) * (a.x - c.x) + square(c) * (b.x - a.x);
  // |d - centre|^2 < |a - centre|^2, without what both have.
  return scale * (square(a) - square(d)) - 2 * (x * (a.x - d.x) + y * (a.y - d.y));
}

// Whether the sweep comes to p first, from right to left in each row.
bool is_first(const Vertex& p, const Vertex& q) { return p.y != q.y ? p.y < q.y : p.x > q.x; }

std::string find_fault(const Triangulation& mesh, std::int64_t tiles) {
  const auto vertex = [&](std::uint32_t half) { return mesh.vertices[mesh.origin[half]]; };
  std::int64_t area = 0;
  for (std::uint32_t half = 0; half < mesh.origin.size(); ++half) {
    const std::uint32_t next = Triangulation::next(half);
    const std::uint32_t previous = Triangulation::previous(half);
    if (half % 3 == 0) {
      const std::int64_t part =
          mesh.area(mesh.origin[half], mesh.origin[next], mesh.origin[previous]);
      if (part <= 0) return "a triangle without area";
      area += part;
    }
    const std::uint32_t twin = mesh.twin[half];
    if (twin == Triangulation::kNone) continue;
    if (mesh.twin[twin] != half || mesh.origin[twin] != mesh.origin[next] ||
        mesh.origin[Triangulation::next(twin)] != mesh.origin[half]) {
      return "twins that do not match";
    }
    const Vertex a = vertex(half);
    const Vertex b = vertex(next);
    const Vertex c = vertex(previous);
    const Vertex d = vertex(Triangulation::previous(twin));
    const std::int64_t depth = depth_in_circle(a, b, c, d);
    if (depth > 0) return "an edge that is not Delaunay";
    const Vertex end = is_first(a, b) ? a : b;
    const Vertex beyond = is_first(c, d) ? c : d;
    if (depth == 0 && !is_first(end, beyond)) return "the other diagonal of two";
  }
  return area == 2 * tiles ? "" : "another area";
}

// Turns edges of convex pairs of triangles at random.
void scramble(Random& random, Triangulation& mesh) {
  const auto pair = [&](std::uint32_t half, std::uint32_t other) {
    mesh.twin[half] = other;
    if (other != Triangulation::kNone) mesh.twin[other] = half;
  };
  for (std::size_t k = 0; k < 3 * mesh.origin.size(); ++k) {
    const auto half = static_cast<std::uint32_t>(random.below(mesh.origin.size()));
    const std::uint32_t twin = mesh.twin[half];
    if (twin == Triangulation::kNone) continue;
    const std::uint32_t bc = Triangulation::next(half);
    const std::uint32_t ad = Triangulation::next(twin);
    const std::uint32_t a = mesh.origin[half];
    const std::uint32_t b = mesh.origin[twin];
    const std::uint32_t c = mesh.origin[Triangulation::previous(half)];
    const std::uint32_t d = mesh.origin[Triangulation::previous(twin)];
    if (mesh.area(c, a, d) <= 0 || mesh.area(d, b, c) <= 0) continue;
    const std::uint32_t beyond_bc = mesh.twin[bc];
    const std::uint32_t beyond_ad = mesh.twin[ad];
    mesh.origin[bc] = d;
    mesh.origin[ad] = c;
    pair(half, beyond_ad);
    pair(twin, beyond_bc);
    pair(bc, ad);
  }
}

std::size_t replace_by_delaunay(Triangulation& mesh) {
  MeshTriangles triangles(std::move(mesh));
  const std::size_t replaced = make_delaunay(triangles);
  mesh = std::move(triangles.all);
  return replaced;
}

using Rule = bool (*)(int side, int x, int y);

// Obstacles in rows, columns and curves, between which the sweep sees far.
constexpr std::array<Rule, 8> kFamilies{{
    [](int, int x, int y) { return x % 2 == 1 && y % 2 == 1; },
    [](int, int x, int y) { return x % 7 == 1 && y % 5 == 1; },
    [](int, int x, int y) { return x % 2 == 1 && (y == 1 || y == 4); },
    [](int side, int x, int y) { return x % 2 == 1 && (y == 1 || y == side - 2); },
    [](int, int x, int y) { return (y == 1 && x % 2 == 1) || (x == 1 && y % 2 == 1); },
    [](int side, int x, int y) { return (y == side - 2 && x % 2 == 1) || (x == 1 && y % 2 == 1); },
    [](int side, int x, int y) { return (x == y || x + y == side) && x % 2 == 1; },
    [](int side, int x, int y) { return y == x * 7 % side; },
}};

}  // namespace

TEST_CASE("triangulation: Delaunay, from whatever triangles", "[triangulation]") {
  for (Random& random : random_generators("triangulation")) {
    for (std::size_t i = 0; i < random_count(1500, 30000); ++i) {
      const Grid grid = make_random_map(random, random.chance(10) ? 100 : 16);
      const auto tiles = static_cast<std::int64_t>(grid.walkable_count());
      Triangulation mesh = triangulate(grid.bits());
      for (int round = 0; round < 3; ++round) {
        replace_by_delaunay(mesh);
        const std::string fault = find_fault(mesh, tiles);
        if (!fault.empty()) FAIL(fault << ", round " << round << "\n" << to_drawing(grid));
        CHECK(replace_by_delaunay(mesh) == 0);
        scramble(random, mesh);
      }
    }
  }
}

TEST_CASE("triangulation: triangles replaced on the way are few", "[triangulation]") {
  // Flips would be k^2 / 2 for each two rows of k vertices: at a side of 512 thirty times as many.
  for (std::size_t family = 0; family < kFamilies.size(); ++family) {
    for (const int side : {64, 128, 256, 512, 1024}) {
      const Grid grid = Grid::from_predicate(
          side, side, [&](int x, int y) { return !kFamilies[family](side, x, y); });
      Triangulation mesh = triangulate(grid.bits());
      const double count = static_cast<double>(mesh.origin.size()) / 3.0;
      const std::size_t replaced = replace_by_delaunay(mesh);
      INFO("family " << family << ", side " << side << ": " << replaced << " of " << count);
      CHECK(static_cast<double>(replaced) < 0.5 * count * std::log2(count));
    }
  }
}
