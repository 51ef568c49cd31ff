// Meshes as polygons, to be divided and rebuilt.
#pragma once

#include <cstdint>
#include <vector>

#include <taut/engine/convex_mesh.hpp>

#include "support/random.hpp"

namespace taut::test {

struct MeshShape {
  std::vector<Point> vertices;
  std::vector<std::vector<std::uint32_t>> polygons;
};

// The outlines of a mesh's cells, in order, each with its own vertices.
MeshShape to_shape(const ConvexMesh& mesh);

// The same space divided in another way: some polygons are split by a chord between two of their
// vertices, some into triangles around a lattice point inside. No vertices are added on sides.
MeshShape cut_at_random(Random& random, const MeshShape& shape);

// The same polygons with more vertices on some of their sides, at lattice points, so that two
// polygons may share several edges in line.
MeshShape split_sides_at_random(Random& random, const MeshShape& shape);

}  // namespace taut::test
