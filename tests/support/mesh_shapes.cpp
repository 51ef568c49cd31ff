#include "support/mesh_shapes.hpp"

#include <cmath>

namespace taut::test {

MeshShape to_shape(const ConvexMesh& mesh) {
  MeshShape shape;
  mesh.for_each_cell([&](CellId cell) {
    std::vector<std::uint32_t> polygon;
    for (const MeshEdge& edge : mesh.edges(cell)) {
      polygon.push_back(static_cast<std::uint32_t>(shape.vertices.size()));
      shape.vertices.push_back(edge.start());
    }
    shape.polygons.push_back(polygon);
  });
  return shape;
}

MeshShape cut_at_random(Random& random, const MeshShape& shape) {
  MeshShape cut{shape.vertices, {}};
  const auto is_flat = [&](const std::vector<std::uint32_t>& ring) {
    for (std::size_t i = 2; i < ring.size(); ++i) {
      if (orient(shape.vertices[ring[0]], shape.vertices[ring[1]], shape.vertices[ring[i]]) !=
          0.0) {
        return false;
      }
    }
    return true;
  };
  for (const std::vector<std::uint32_t>& ring : shape.polygons) {
    const std::size_t n = ring.size();
    const int way = random.between(0, 2);
    if (way == 0 && n > 3) {
      const std::size_t i = random.below(n);
      const std::size_t step = 2 + random.below(n - 3);
      std::vector<std::uint32_t> one;
      std::vector<std::uint32_t> two;
      for (std::size_t k = 0; k <= step; ++k) one.push_back(ring[(i + k) % n]);
      for (std::size_t k = step; k <= n; ++k) two.push_back(ring[(i + k) % n]);
      if (!is_flat(one) && !is_flat(two)) {
        cut.polygons.push_back(one);
        cut.polygons.push_back(two);
        continue;
      }
    }
    if (way == 1) {
      // A mean of the vertices with random weights, rounded to the lattice.
      double x = 0.0;
      double y = 0.0;
      double sum = 0.0;
      for (const std::uint32_t i : ring) {
        const double weight = random.between(1, 9);
        x += weight * static_cast<double>(shape.vertices[i].x());
        y += weight * static_cast<double>(shape.vertices[i].y());
        sum += weight;
      }
      const Point center = snap(Point(static_cast<float>(x / sum), static_cast<float>(y / sum)));
      bool is_inside = true;
      for (std::size_t i = 0; i < n; ++i) {
        is_inside = is_inside && orient(shape.vertices[ring[i]], shape.vertices[ring[(i + 1) % n]],
                                        center) > 0.0;
      }
      if (is_inside) {
        const auto middle = static_cast<std::uint32_t>(cut.vertices.size());
        cut.vertices.push_back(center);
        for (std::size_t i = 0; i < n; ++i) {
          cut.polygons.push_back({ring[i], ring[(i + 1) % n], middle});
        }
        continue;
      }
    }
    cut.polygons.push_back(ring);
  }
  return cut;
}

}  // namespace taut::test
