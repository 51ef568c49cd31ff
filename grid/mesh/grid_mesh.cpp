// build_mesh() and edit_mesh(): a mesh follows the edits of its grid.
#include <taut/engine/grid_mesh.hpp>

#include <cstdint>
#include <optional>
#include <utility>

#include "core/tile/tile_rect.hpp"

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
  const TileRect inside =
      detail::intersect(changed, {0, 0, tiles.bits.width(), tiles.bits.height()});
  if (detail::is_empty(inside)) return std::nullopt;
  const Hole hole = cut_hole(tiles, mesh, inside);
  if (hole.cells.empty() && hole.regions.empty()) return std::nullopt;
  MeshTriangles triangles(tiles, mesh, hole.regions);
  make_delaunay(triangles);
  MeshPatch patch = merge_cells(triangles, tiles.steps_per_tile);
  patch.removed.insert(patch.removed.end(), hole.cells.begin(), hole.cells.end());
  return patch;
}

ConvexMesh merge(Triangulation all, int steps_per_tile) {
  MeshTriangles triangles(std::move(all));
  make_delaunay(triangles);
  return ConvexMesh(merge_cells(triangles, steps_per_tile).added);
}

}  // namespace

void edit_mesh(const LineTiles& tiles, const TileRect& changed, ConvexMesh& mesh,
               MeshJournal* journal) {
  const auto patch = find_patch(tiles, changed, mesh);
  if (journal != nullptr) *journal = {};
  if (!patch) return;
  journal != nullptr ? replace(mesh, *patch, *journal) : mesh.replace(*patch);
}

void edit_mesh(const Grid& grid, const TileRect& tiles, ConvexMesh& mesh) {
  edit_mesh(LineTiles{grid.bits(), {}, {}}, tiles, mesh, nullptr);
}

void edit_mesh(const Grid& grid, const TileRect& tiles, ConvexMesh& mesh, MeshJournal& journal) {
  edit_mesh(LineTiles{grid.bits(), {}, {}}, tiles, mesh, &journal);
}

ConvexMesh build_mesh(const Grid& grid) { return merge(triangulate(grid.bits()), 1); }

ConvexMesh build_mesh(const LineTiles& tiles) {
  if (tiles.kinds.empty()) {
    return merge(triangulate(tiles.bits, tiles.columns, tiles.rows), tiles.steps_per_tile);
  }
  // A hole as large as the map. Not by an edit: programs that edit nothing carry none of its code.
  const ConvexMesh mesh(MeshParts{{0}, {}, {}});
  const auto patch = find_patch(tiles, {0, 0, tiles.bits.width(), tiles.bits.height()}, mesh);
  return patch ? ConvexMesh(patch->added) : mesh;
}

}  // namespace taut
