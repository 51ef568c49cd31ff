// Meshes of rectangles for peers: exact, and neighbours on both sides.
#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "bench/peers/rectangle_mesh.hpp"
#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr int kUnit = 2;
constexpr int kMargin = 1;

struct Vertex {
  int x = 0;
  int y = 0;
  std::vector<int> around;
};

struct Polygon {
  std::vector<int> vertices;
  std::vector<int> neighbours;  // of the side that ends at each vertex
};

struct TextMesh {
  std::vector<Vertex> vertices;
  std::vector<Polygon> polygons;
};

std::vector<int> read_numbers(std::istream& in, int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  for (int& number : numbers) in >> number;
  return numbers;
}

// Vertices in tiles.
TextMesh read_mesh(const std::string& text) {
  std::istringstream in(text);
  std::string head;
  int version = 0;
  std::size_t vertices = 0;
  std::size_t polygons = 0;
  in >> head >> version >> vertices >> polygons;
  REQUIRE(head == "mesh");
  REQUIRE(version == 2);
  TextMesh mesh;
  mesh.vertices.resize(vertices);
  mesh.polygons.resize(polygons);
  for (Vertex& vertex : mesh.vertices) {
    int count = 0;
    in >> vertex.x >> vertex.y >> count;
    vertex.x = vertex.x / kUnit - kMargin;
    vertex.y = vertex.y / kUnit - kMargin;
    vertex.around = read_numbers(in, count);
  }
  for (Polygon& polygon : mesh.polygons) {
    int count = 0;
    in >> count;
    polygon.vertices = read_numbers(in, count);
    polygon.neighbours = read_numbers(in, count);
  }
  REQUIRE(in);
  in >> head;
  REQUIRE(in.eof());
  return mesh;
}

peers::Map map_of(const Grid& grid) {
  peers::Map map;
  std::istringstream rows(to_drawing(grid));
  std::string row;
  while (std::getline(rows, row)) map.add_row(row);
  return map;
}

// Whether a side is the other polygon's too, the other way round.
bool has_side(const Polygon& polygon, int from, int to, int neighbour) {
  const std::size_t count = polygon.vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    const int last = polygon.vertices[(i + count - 1) % count];
    if (last == from && polygon.vertices[i] == to) return polygon.neighbours[i] == neighbour;
  }
  return false;
}

// Sides run along tiles, counterclockwise, their own tiles on the left. Returns twice the area.
int check_polygon(const TextMesh& mesh, int id, const Grid& grid) {
  const Polygon& polygon = mesh.polygons[static_cast<std::size_t>(id)];
  int area = 0;
  for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
    const std::size_t last = (i == 0 ? polygon.vertices.size() : i) - 1;
    const Vertex& a = mesh.vertices[static_cast<std::size_t>(polygon.vertices[last])];
    const Vertex& b = mesh.vertices[static_cast<std::size_t>(polygon.vertices[i])];
    REQUIRE((a.x == b.x) != (a.y == b.y));
    area += a.x * b.y - b.x * a.y;
    REQUIRE(std::count(b.around.begin(), b.around.end(), id) == 1);
    const int neighbour = polygon.neighbours[i];
    if (neighbour >= 0) {
      REQUIRE(has_side(mesh.polygons[static_cast<std::size_t>(neighbour)], polygon.vertices[i],
                       polygon.vertices[last], id));
      continue;
    }
    const int dx = (b.x > a.x) - (b.x < a.x);
    const int dy = (b.y > a.y) - (b.y < a.y);
    for (int x = a.x, y = a.y; x != b.x || y != b.y; x += dx, y += dy) {
      // The tile to the right of the step.
      REQUIRE_FALSE(
          grid.is_walkable(x - (dx < 0 || dy < 0 ? 1 : 0), y - (dx > 0 || dy < 0 ? 1 : 0)));
    }
  }
  return area;
}

void check_mesh(const Grid& grid) {
  const peers::Map map = map_of(grid);
  const TextMesh mesh = read_mesh(peers::RectangleMesh(map).text(kUnit, kMargin));
  int area = 0;
  for (std::size_t i = 0; i < mesh.polygons.size(); ++i) {
    const int own = check_polygon(mesh, static_cast<int>(i), grid);
    REQUIRE(own > 0);
    area += own;
  }
  REQUIRE(static_cast<std::size_t>(area) == 2 * grid.walkable_count());
}

}  // namespace

TEST_CASE("RectangleMesh: rectangles cover random maps and share their sides") {
  for (Random& random : random_generators("rectangle_mesh")) {
    const std::size_t count = random_count(200, 2000);
    for (std::size_t i = 0; i < count; ++i) check_mesh(make_random_map(random, 24));
  }
}

TEST_CASE("RectangleMesh: no way leads between two blocks that touch in a point") {
  const peers::Map map = map_of(draw_map(".#\n#."));
  const TextMesh mesh = read_mesh(peers::RectangleMesh(map).text(kUnit, kMargin));
  REQUIRE(mesh.polygons.size() == 2);
  REQUIRE(mesh.vertices.size() == 7);
  for (const Polygon& polygon : mesh.polygons) {
    REQUIRE(polygon.neighbours == std::vector<int>(4, -1));
  }
}
