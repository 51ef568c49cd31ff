// A mesh of rectangles, for comparison.
#pragma once

#include <taut/engine/convex_mesh.hpp>
#include <taut/grid.hpp>

#include <vector>

namespace taut::bench {

inline constexpr CellId kNoCell = 0xffffffffU;

// Rectangles that cover the walkable tiles, and the rectangle of each tile.
struct Cover {
  std::vector<TileRect> cells;
  std::vector<CellId> owner;  // per tile; kNoCell for blocked ones
};

[[nodiscard]] inline Cover cover_greedily(const Grid& grid) {
  Cover cover;
  cover.owner.assign(grid.tile_count(), kNoCell);
  const auto owner = [&](int x, int y) -> CellId& { return cover.owner[grid.id({x, y})]; };
  const auto is_free = [&](int x, int y) {
    return grid.is_walkable(x, y) && owner(x, y) == kNoCell;
  };
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (!is_free(x, y)) continue;
      int x1 = x + 1;
      while (x1 < grid.width() && is_free(x1, y)) ++x1;
      const auto is_row_free = [&](int row) {
        for (int i = x; i < x1; ++i) {
          if (!is_free(i, row)) return false;
        }
        return true;
      };
      int y1 = y + 1;
      while (y1 < grid.height() && is_row_free(y1)) ++y1;
      for (int row = y; row < y1; ++row) {
        for (int i = x; i < x1; ++i) owner(i, row) = static_cast<CellId>(cover.cells.size());
      }
      cover.cells.push_back({x, y, x1, y1});
    }
  }
  return cover;
}

// Divides the walkable tiles into axis-parallel rectangles, row by row, each as wide and then as
// high as possible.
// Cost      linear. Allocates.
[[nodiscard]] inline ConvexMesh build_rectangle_mesh(const Grid& grid) {
  const Cover cover = cover_greedily(grid);
  MeshParts parts;
  std::vector<CellId> beyond;  // per edge
  for (const TileRect& cell : cover.cells) {
    parts.cell_begin.push_back(static_cast<EdgeId>(parts.edge_start.size()));
    // Round the rectangle, tile by tile; a new edge begins at a corner and where the neighbour
    // changes. `dx`, `dy` is the way along the side, the outside is on its right.
    const auto add_side = [&](int x, int y, int dx, int dy, int length) {
      for (int i = 0; i < length; ++i, x += dx, y += dy) {
        // The tile on the right of the step from (x, y).
        const Tile tile{x - (dx < 0 || dy < 0 ? 1 : 0), y - (dx > 0 || dy < 0 ? 1 : 0)};
        const CellId other = grid.is_walkable(tile) ? cover.owner[grid.id(tile)] : kNoCell;
        if (i > 0 && beyond.back() == other) continue;
        parts.edge_start.push_back({static_cast<float>(x), static_cast<float>(y)});
        beyond.push_back(other);
      }
    };
    add_side(cell.x0, cell.y0, 1, 0, cell.x1 - cell.x0);
    add_side(cell.x1, cell.y0, 0, 1, cell.y1 - cell.y0);
    add_side(cell.x1, cell.y1, -1, 0, cell.x1 - cell.x0);
    add_side(cell.x0, cell.y1, 0, -1, cell.y1 - cell.y0);
  }
  parts.cell_begin.push_back(static_cast<EdgeId>(parts.edge_start.size()));

  // The twin starts where the edge ends.
  parts.edge_twin.assign(parts.edge_start.size(), kNoEdge);
  for (CellId cell = 0; cell < cover.cells.size(); ++cell) {
    const EdgeId first = parts.cell_begin[cell];
    const EdgeId end = parts.cell_begin[cell + 1];
    for (EdgeId edge = first; edge < end; ++edge) {
      if (beyond[edge] == kNoCell) continue;
      const Point& to = parts.edge_start[edge + 1 == end ? first : edge + 1];
      EdgeId twin = parts.cell_begin[beyond[edge]];
      while (beyond[twin] != cell || parts.edge_start[twin] != to) ++twin;
      parts.edge_twin[edge] = twin;
    }
  }
  return ConvexMesh(parts);
}

}  // namespace taut::bench
