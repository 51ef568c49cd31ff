// The cells of a raster in an order that begins near a point (internal).
#pragma once

#include <bit>
#include <cstdint>

#include <taut/engine/tile_bits.hpp>

namespace taut::detail {

// Visits all cells of a raster that may be as near to a point as the best one found: rows at
// growing distance, in each row to both sides.
//
// A raster supplies
//   rows()                   their number
//   column(), row()          a cell that is nearest to the point
//   gap_x(x), gap_y(y)       distance from the point to a column or a row
//   right(x, y), left(x, y)  the first cell of interest in row y at x or beyond; -1 when there is
//                            none, also for x = -1
//   visit(x, y)              visits a cell
//   bound()                  the squared distance of the best one; visit() may reduce it
template <class Raster>
void visit_near_cells(Raster& raster) {
  const auto is_near = [&](auto gap, auto other) {
    return gap * gap + other * other <= raster.bound();
  };
  const auto visit_row = [&](int y) {
    if (y < 0 || y >= raster.rows()) return false;
    const auto gap = raster.gap_y(y);
    if (!is_near(gap, decltype(gap){})) return false;
    const int column = raster.column();
    for (int x = raster.right(column, y); x >= 0 && is_near(raster.gap_x(x), gap);
         x = raster.right(x + 1, y)) {
      raster.visit(x, y);
    }
    // The point may lie on the line between two columns.
    for (int x = raster.left(column - 1, y); x >= 0 && is_near(raster.gap_x(x), gap);
         x = raster.left(x - 1, y)) {
      raster.visit(x, y);
    }
    return true;
  };
  (void)visit_row(raster.row());
  for (int away = 1; away < raster.rows(); ++away) {
    const bool is_above_near = visit_row(raster.row() - away);
    const bool is_below_near = visit_row(raster.row() + away);
    if (!is_above_near && !is_below_near) break;
  }
}

// The first tile of row y at or right of x whose bit is not that of `flip`, 0 or ~0; -1 when there
// is none.
[[nodiscard]] inline int find_right(const TileBits& bits, int x, int y,
                                    std::uint64_t flip = 0) noexcept {
  for (; x < bits.width(); x += 64) {
    const std::uint64_t window = bits.window(x, y) ^ flip;
    if (window == 0) continue;
    const int found = x + std::countr_zero(window);
    return found < bits.width() ? found : -1;
  }
  return -1;
}

// The same at or left of x.
[[nodiscard]] inline int find_left(const TileBits& bits, int x, int y,
                                   std::uint64_t flip = 0) noexcept {
  for (; x >= 0; x -= 64) {
    // The window that ends at x; at the left side of the map the one that begins there, without
    // the tiles behind x.
    const int first = x >= 63 ? x - 63 : 0;
    const std::uint64_t window = (bits.window(first, y) ^ flip) << (63 - (x - first));
    if (window != 0) return x - std::countl_zero(window);
  }
  return -1;
}

// The first set tile that accept(x, y) accepts, from x on as `kFind`, which is find_right or
// find_left, goes. The tiles of a run are alike to accept(), which is queried once for each run.
template <auto kFind, class Accept>
[[nodiscard]] int find_accepted(const TileBits& bits, int x, int y, const Accept& accept) noexcept {
  int found = kFind(bits, x, y, 0);
  while (found >= 0 && !accept(found, y)) {
    const int end = kFind(bits, found, y, ~std::uint64_t{0});
    found = end < 0 ? -1 : kFind(bits, end, y, 0);
  }
  return found;
}

}  // namespace taut::detail
