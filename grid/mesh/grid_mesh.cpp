#include <taut/engine/grid_mesh.hpp>

#include <utility>

#include "cell_merger.hpp"
#include "line_tiles.hpp"
#include "triangulation.hpp"

namespace taut {

namespace {

ConvexMesh merge(Triangulation triangles, int steps_per_tile) {
  make_delaunay(triangles);
  CellMerger merger(std::move(triangles), steps_per_tile);
  merger.merge();
  return ConvexMesh(merger.finish().added);
}

}  // namespace

ConvexMesh build_mesh(const Grid& grid) { return merge(triangulate(grid.bits()), 1); }

ConvexMesh build_mesh(const LineTiles& tiles) {
  if (!tiles.kinds.empty()) return build_mesh_of_kinds(tiles);
  return merge(triangulate(tiles.bits, tiles.columns, tiles.rows), tiles.steps_per_tile);
}

}  // namespace taut
