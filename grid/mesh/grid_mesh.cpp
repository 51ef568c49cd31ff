#include <taut/grid_mesh.hpp>

#include <utility>

#include "cell_merger.hpp"
#include "triangulation.hpp"

namespace taut {

ConvexMesh build_mesh(const Grid& grid) {
  Triangulation triangles = triangulate(grid.bits());
  make_delaunay(triangles);
  CellMerger merger(std::move(triangles));
  merger.merge();
  return ConvexMesh(merger.finish().added);
}

}  // namespace taut
