#include "support/mesh_shapes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "support/random_maps.hpp"

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
        x += weight * static_cast<double>(shape.vertices[i].x);
        y += weight * static_cast<double>(shape.vertices[i].y);
        sum += weight;
      }
      const Point center = snap(Point{static_cast<float>(x / sum), static_cast<float>(y / sum)});
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

MeshShape split_sides_at_random(Random& random, const MeshShape& shape) {
  MeshShape split{shape.vertices, {}};
  using Place = std::pair<std::int64_t, std::int64_t>;
  const auto to_place = [](const Point& p) {
    const LatticePoint at = to_lattice(p);
    return Place{at.x, at.y};
  };
  // Per side, by its ends in order: the new vertices from the first end to the other.
  std::map<std::pair<Place, Place>, std::vector<std::uint32_t>> sides;
  const auto split_side = [&](const Place& low, const Place& high) {
    const std::int64_t steps = std::gcd(high.first - low.first, high.second - low.second);
    std::vector<std::int64_t> picked;
    for (int i = random.chance(40) ? random.between(1, 3) : 0; i > 0 && steps > 1; --i) {
      picked.push_back(1 + random.below(static_cast<std::size_t>(steps - 1)));
    }
    std::sort(picked.begin(), picked.end());
    picked.erase(std::unique(picked.begin(), picked.end()), picked.end());
    std::vector<std::uint32_t> vertices;
    for (const std::int64_t at : picked) {
      vertices.push_back(static_cast<std::uint32_t>(split.vertices.size()));
      split.vertices.push_back(
          to_map_point(LatticePoint{low.first + (high.first - low.first) / steps * at,
                                    low.second + (high.second - low.second) / steps * at}));
    }
    return vertices;
  };
  for (const std::vector<std::uint32_t>& ring : shape.polygons) {
    std::vector<std::uint32_t> polygon;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      polygon.push_back(ring[i]);
      const Place from = to_place(shape.vertices[ring[i]]);
      const Place to = to_place(shape.vertices[ring[(i + 1) % ring.size()]]);
      const std::pair<Place, Place> ends = std::minmax(from, to);
      auto side = sides.find(ends);
      if (side == sides.end()) {
        side = sides.emplace(ends, split_side(ends.first, ends.second)).first;
      }
      std::vector<std::uint32_t> between = side->second;
      if (to < from) std::reverse(between.begin(), between.end());
      polygon.insert(polygon.end(), between.begin(), between.end());
    }
    // Any vertex may be the first of a polygon.
    std::rotate(polygon.begin(), polygon.begin() + random.below(polygon.size()), polygon.end());
    split.polygons.push_back(polygon);
  }
  return split;
}

}  // namespace taut::test
