// build_mesh() and edit_mesh(): a mesh follows the edits of its grid.
#include <taut/engine/grid_mesh.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "cell_merger.hpp"
#include "delaunay.hpp"
#include "line_tiles.hpp"
#include "mesh_hole.hpp"
#include "mesh_triangles.hpp"
#include "triangulation.hpp"

namespace taut {
namespace {

// The cells that an edit removes and adds; none where nothing changes.
std::optional<MeshPatch> find_patch(const LineTiles& tiles, const TileRect& changed,
                                    const ConvexMesh& mesh) {
  MeshHole hole(tiles, mesh, changed);
  const std::vector<HoleRegion> regions = hole.take_regions();
  if (hole.cells().empty() && regions.empty()) return std::nullopt;
  MeshTriangles triangles(tiles, mesh, regions);
  make_delaunay(triangles);
  CellMerger merger(triangles, tiles.steps_per_tile);
  merger.merge();
  MeshPatch patch = merger.finish();
  patch.removed.insert(patch.removed.end(), hole.cells().begin(), hole.cells().end());
  return patch;
}

std::optional<MeshPatch> find_patch(const Grid& grid, const TileRect& tiles,
                                    const ConvexMesh& mesh) {
  const TileRect inside{std::max(tiles.x0, 0), std::max(tiles.y0, 0),
                        std::min(tiles.x1, grid.width()), std::min(tiles.y1, grid.height())};
  if (inside.x0 >= inside.x1 || inside.y0 >= inside.y1) return std::nullopt;
  return find_patch(LineTiles{grid.bits(), {}, {}}, inside, mesh);
}

}  // namespace

ConvexMesh build_mesh_of_kinds(const LineTiles& tiles) {
  ConvexMesh mesh(MeshParts{{0}, {}, {}});
  const TileRect all{0, 0, tiles.bits.width(), tiles.bits.height()};
  const auto patch = find_patch(tiles, all, mesh);
  return patch ? ConvexMesh(patch->added) : mesh;
}

void edit_mesh(const LineTiles& tiles, const TileRect& changed, ConvexMesh& mesh) {
  if (const auto patch = find_patch(tiles, changed, mesh)) mesh.replace(*patch);
}

void edit_mesh(const LineTiles& tiles, const TileRect& changed, ConvexMesh& mesh,
               MeshJournal& journal) {
  journal = {};
  if (const auto patch = find_patch(tiles, changed, mesh)) replace(mesh, *patch, journal);
}

void edit_mesh(const Grid& grid, const TileRect& tiles, ConvexMesh& mesh) {
  if (const auto patch = find_patch(grid, tiles, mesh)) mesh.replace(*patch);
}

void edit_mesh(const Grid& grid, const TileRect& tiles, ConvexMesh& mesh, MeshJournal& journal) {
  journal = {};
  if (const auto patch = find_patch(grid, tiles, mesh)) replace(mesh, *patch, journal);
}

namespace {

ConvexMesh merge(Triangulation all, int steps_per_tile) {
  MeshTriangles triangles(std::move(all));
  make_delaunay(triangles);
  CellMerger merger(triangles, steps_per_tile);
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
