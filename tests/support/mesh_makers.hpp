// The ways to cut a grid into the cells of a mesh.
#pragma once

#include <array>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/quadtree_mesh.hpp>

#include "bench/mesh_paths/greedy_rectangles.hpp"

namespace taut::test {

using MeshMaker = ConvexMesh (*)(const Grid&);

inline ConvexMesh build_leaf_mesh(const Grid& grid) { return build_mesh(Quadtree(grid.bits())); }

inline constexpr std::array<MeshMaker, 3> kMeshMakers{build_mesh, bench::build_rectangle_mesh,
                                                      build_leaf_mesh};

}  // namespace taut::test
