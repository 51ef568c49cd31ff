// build_mesh() and edit_mesh(): a mesh follows the edits of its grid.
#include <taut/engine/grid_mesh.hpp>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "cell_merger.hpp"
#include "line_tiles.hpp"
#include "mesh_hole.hpp"
#include "triangulation.hpp"

namespace taut {
namespace {

// The triangles of all regions of a hole, and what lies beyond the sides that start at their
// vertices.
struct HoleTriangles {
  HoleTriangles(std::vector<HoleRegion> regions, bool has_kinds) {
    for (HoleRegion& region : regions) {
      Triangulation part = triangulate(region.outline);
      make_delaunay(part);
      if (has_kinds) kinds.insert(kinds.end(), part.twin.size() / 3, region.kind);
      if (all.vertices.empty()) {
        all = std::move(part);
        beyond = std::move(region.beyond);
        kind_beyond = std::move(region.kind_beyond);
      } else {
        append(part, region);
      }
    }
  }

  void append(const Triangulation& part, const HoleRegion& region) {
    const auto first_half = static_cast<std::uint32_t>(all.twin.size());
    const auto first_vertex = static_cast<std::uint32_t>(all.vertices.size());
    all.vertices.insert(all.vertices.end(), part.vertices.begin(), part.vertices.end());
    beyond.insert(beyond.end(), region.beyond.begin(), region.beyond.end());
    kind_beyond.insert(kind_beyond.end(), region.kind_beyond.begin(), region.kind_beyond.end());
    for (const std::uint32_t origin : part.origin) all.origin.push_back(first_vertex + origin);
    for (const std::uint32_t twin : part.twin) {
      all.twin.push_back(twin == Triangulation::kNone ? twin : first_half + twin);
    }
  }

  // Calls visit(half, vertex) for the half-edges along the outlines.
  template <class Visit>
  void for_each_side(const Visit& visit) const {
    for (std::uint32_t half = 0; half < all.twin.size(); ++half) {
      if (all.twin[half] == Triangulation::kNone) visit(half, all.origin[half]);
    }
  }

  Triangulation all;
  std::vector<int> kinds;      // per triangle, where the tiles have kinds
  std::vector<EdgeId> beyond;  // per vertex, as in HoleRegion
  std::vector<int> kind_beyond;
};

// Links the sides of regions that meet at a border.
void join_regions(const HoleTriangles& triangles, CellMerger& merger) {
  struct Border {
    Triangulation::Vertex low;
    Triangulation::Vertex high;
    std::uint32_t half;

    [[nodiscard]] auto key() const noexcept { return std::tie(low.y, low.x, high.y, high.x); }
  };
  std::vector<Border> borders;
  triangles.for_each_side([&](std::uint32_t half, std::uint32_t vertex) {
    if (triangles.beyond[vertex] != kNoEdge || triangles.kind_beyond[vertex] == 0) return;
    Border border{triangles.all.vertices[vertex],
                  triangles.all.vertices[triangles.all.origin[Triangulation::next(half)]], half};
    if (border.high.y < border.low.y || border.high.x < border.low.x) {
      std::swap(border.low, border.high);
    }
    borders.push_back(border);
  });
  std::sort(borders.begin(), borders.end(),
            [](const Border& a, const Border& b) { return a.key() < b.key(); });
  for (std::size_t i = 1; i < borders.size(); i += 2) {
    assert(borders[i].key() == borders[i - 1].key());
    merger.link(borders[i].half, borders[i - 1].half);
  }
}

// Adds the remaining cells around a hole to the triangles in it.
void add_surroundings(const ConvexMesh& mesh, const HoleTriangles& triangles, CellMerger& merger) {
  struct Neighbour {
    CellId cell;
    int kind;
    std::uint32_t half = 0;
  };
  std::vector<Neighbour> cells;
  const auto for_each_border = [&](const auto& visit) {
    triangles.for_each_side([&](std::uint32_t half, std::uint32_t vertex) {
      if (triangles.beyond[vertex] != kNoEdge) visit(half, vertex);
    });
  };
  const auto is_before = [](const Neighbour& a, const Neighbour& b) { return a.cell < b.cell; };
  for_each_border([&](std::uint32_t, std::uint32_t vertex) {
    cells.push_back({mesh.cell_of(triangles.beyond[vertex]), triangles.kind_beyond[vertex]});
  });
  std::sort(cells.begin(), cells.end(), is_before);
  cells.erase(std::unique(cells.begin(), cells.end(),
                          [](const Neighbour& a, const Neighbour& b) { return a.cell == b.cell; }),
              cells.end());
  for (Neighbour& next : cells) next.half = merger.add_cell(mesh, next.cell, next.kind);
  const auto half_of = [&](EdgeId edge) {
    const Neighbour wanted{mesh.cell_of(edge), 0};
    const auto at = std::lower_bound(cells.begin(), cells.end(), wanted, is_before);
    if (at == cells.end() || at->cell != wanted.cell) return Triangulation::kNone;
    return at->half + (edge - mesh.first_edge(wanted.cell));
  };
  for_each_border([&](std::uint32_t half, std::uint32_t vertex) {
    merger.link(half, half_of(triangles.beyond[vertex]));
  });
  for (const Neighbour& next : cells) {
    const EdgeId first = mesh.first_edge(next.cell);
    for (EdgeId edge = first; edge < first + mesh.edges(next.cell).size(); ++edge) {
      if (mesh.edge(edge).is_wall()) continue;
      const std::uint32_t other = half_of(mesh.edge(edge).twin());
      if (other != Triangulation::kNone) merger.link(half_of(edge), other);
    }
  }
}

// The cells that an edit removes and adds; none where nothing changes.
std::optional<MeshPatch> find_patch(const LineTiles& tiles, const TileRect& changed,
                                    const ConvexMesh& mesh) {
  MeshHole hole(tiles, mesh, changed);
  std::vector<HoleRegion> regions = hole.take_regions();
  if (hole.cells().empty() && regions.empty()) return std::nullopt;
  const HoleTriangles triangles(std::move(regions), !tiles.kinds.empty());
  CellMerger merger(triangles.all, tiles.steps_per_tile, triangles.kinds);
  join_regions(triangles, merger);
  add_surroundings(mesh, triangles, merger);
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
