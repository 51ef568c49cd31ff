#include "mesh_check.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/constants.hpp>

#include "core/mesh/mesh_parts.hpp"
#include "core/mesh/outlines.hpp"

#include "delaunay.hpp"

namespace taut {
namespace {

using Corner = Triangulation::Vertex;

class MeshCheck {
 public:
  MeshCheck(const LineTiles& tiles, const MeshParts& parts) : tiles_(tiles), parts_(parts) {}

  std::optional<MeshFlaw> run() {
    if (auto fault = detail::find_fault(parts_)) {
      return MeshFlaw{fault->edge, std::move(fault->what)};
    }
    if (has_few_edges() && has_corners() && has_borders() && is_delaunay()) return {};
    return flaw_;
  }

 private:
  bool fail(std::size_t edge, const char* what) {
    flaw_ = {edge, what};
    return false;
  }
  template <class Check>
  bool for_each_cell(const Check& check) {
    for (std::size_t cell = 0; cell + 1 < parts_.cell_begin.size(); ++cell) {
      if (!check(cell, parts_.cell_begin[cell], parts_.cell_begin[cell + 1])) return false;
    }
    return true;
  }

  // Merging makes no cell with more edges.
  bool has_few_edges() {
    return for_each_cell([&](std::size_t, EdgeId begin, EdgeId end) {
      return end - begin <= kMaxMergedEdges || fail(begin, "a cell has too many edges");
    });
  }

  // Whether all corners are on the lattice of the lines, and within them.
  bool has_corners() {
    const auto steps = static_cast<float>(tiles_.steps_per_tile);
    const auto right = static_cast<float>(tiles_.column(tiles_.bits.width()));
    const auto bottom = static_cast<float>(tiles_.row(tiles_.bits.height()));
    corners_.reserve(parts_.edge_start.size());
    for (const Point& start : parts_.edge_start) {
      const Point at{start.x * steps, start.y * steps};
      const bool is_inside = at.x >= 0.0F && at.x <= right && at.y >= 0.0F && at.y <= bottom;
      if (!is_inside) return fail(corners_.size(), "a corner of a cell is not on the map");
      const Corner corner{static_cast<std::int32_t>(at.x), static_cast<std::int32_t>(at.y)};
      if (static_cast<float>(corner.x) != at.x || static_cast<float>(corner.y) != at.y) {
        return fail(corners_.size(), "a corner of a cell is not on the lattice");
      }
      corners_.push_back(corner);
    }
    ends_.resize(corners_.size());
    cells_.resize(corners_.size());
    return for_each_cell([&](std::size_t cell, EdgeId begin, EdgeId end) {
      for (EdgeId edge = begin; edge < end; ++edge) {
        ends_[edge] = corners_[edge + 1 < end ? edge + 1 : begin];
        cells_[edge] = static_cast<CellId>(cell);
      }
      const auto at = [&](std::size_t i) -> const Point& { return parts_.edge_start[begin + i]; };
      return detail::find_convexity(end - begin, 1.0, at).turns == 1 ||
             fail(begin, "a cell is not convex");
    });
  }

  bool has_borders() {
    if (!tiles_.kinds.empty()) {
      for_each_cell([&](std::size_t, EdgeId begin, EdgeId end) {
        kinds_.push_back(1 + kind_of(ring(begin, end)));
        return true;
      });
    }
    const auto width = static_cast<std::size_t>(tiles_.bits.width());
    const auto height = static_cast<std::size_t>(tiles_.bits.height());
    marks_.resize((width + 1) * (height + 1) / 16 + 1);
    for (std::size_t edge = 0; edge < corners_.size(); ++edge) {
      if (!follow_border(edge)) return fail(edge, "a border does not lie along the tiles");
    }
    return marked_ == count_sides() || fail(0, "the cells do not fill the tiles");
  }

  // The kind of the tile in the middle of the corners, which lies inside a convex cell.
  [[nodiscard]] TileKind kind_of(std::span<const Corner> ring) const noexcept {
    std::int64_t x = 0;
    std::int64_t y = 0;
    for (const Corner& corner : ring) {
      x += corner.x;
      y += corner.y;
    }
    const auto count = static_cast<std::int64_t>(ring.size());
    return tiles_.tile_kind(tiles_.to_tile(static_cast<std::int32_t>(x / count)),
                            tiles_.to_tile(static_cast<std::int32_t>(y / count)));
  }
  [[nodiscard]] int kind_at(std::size_t edge) const noexcept {
    return kinds_.empty() ? 1 : kinds_[cells_[edge]];
  }
  [[nodiscard]] int kind_beyond(std::size_t edge) const noexcept {
    const EdgeId twin = parts_.edge_twin[edge];
    return twin == kNoEdge ? 0 : kind_at(twin);
  }

  // If the edge is a border, marks the sides of tiles along which it lies.
  bool follow_border(std::size_t edge) {
    const int here = kind_at(edge);
    const int beyond = kind_beyond(edge);
    if (here == beyond) return true;
    const Corner& from = corners_[edge];
    const Corner& to = ends_[edge];
    const bool is_level = from.y == to.y;
    if (!is_level && from.x != to.x) return false;
    const int x0 = find_line(tiles_.columns, std::min(from.x, to.x));
    const int x1 = find_line(tiles_.columns, std::max(from.x, to.x));
    const int y0 = find_line(tiles_.rows, std::min(from.y, to.y));
    const int y1 = find_line(tiles_.rows, std::max(from.y, to.y));
    const bool is_on_lines =
        tiles_.column(x0) == std::min(from.x, to.x) && tiles_.row(y0) == std::min(from.y, to.y) &&
        tiles_.column(x1) == std::max(from.x, to.x) && tiles_.row(y1) == std::max(from.y, to.y);
    if (!is_on_lines) return false;
    // The cell lies left of the edge: in the higher row, or in the lower column, beside it.
    const bool is_forward = is_level ? from.x < to.x : from.y < to.y;
    for (int i = is_level ? x0 : y0; i < (is_level ? x1 : y1); ++i) {
      const int low = is_level ? tiles_.kind(i, y0 - 1) : tiles_.kind(x0 - 1, i);
      const int high = is_level ? tiles_.kind(i, y0) : tiles_.kind(x0, i);
      const bool is_high = is_level == is_forward;
      if ((is_high ? high : low) != here || (is_high ? low : high) != beyond) return false;
      if (!mark(is_level ? i : x0, is_level ? y0 : i, is_level, is_forward)) return false;
    }
    return true;
  }

  // Returns false if the side is marked already.
  bool mark(int x, int y, bool is_level, bool is_forward) noexcept {
    const auto width = static_cast<std::size_t>(tiles_.bits.width()) + 1;
    const std::size_t place = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
    const std::uint64_t bit = std::uint64_t{1}
                              << (place % 16 * 4 + (is_level ? 2 : 0) + (is_forward ? 1 : 0));
    if ((marks_[place / 16] & bit) != 0) return false;
    marks_[place / 16] |= bit;
    ++marked_;
    return true;
  }

  // The number of sides of walkable tiles at which another kind or a blocked tile begins.
  [[nodiscard]] std::size_t count_sides() const {
    const TileBits& bits = tiles_.bits;
    std::size_t count = 0;
    const auto add = [&](std::uint64_t low, std::uint64_t high, int lines, const auto& differs) {
      const std::uint64_t mask = detail::first_bits(lines);
      count += static_cast<std::size_t>(std::popcount((low ^ high) & mask));
      if (tiles_.kinds.empty()) return;
      for (std::uint64_t both = low & high & mask; both != 0; both &= both - 1) {
        if (differs(std::countr_zero(both))) count += 2;
      }
    };
    for (int y = 0; y <= bits.height(); ++y) {
      const bool is_tile_line = tiles_.is_tile_line(tiles_.row(y));
      for (int x = 0; x <= bits.width(); x += 64) {
        add(bits.window(x, y - 1), bits.window(x, y), bits.width() - x, [&](int i) {
          return is_tile_line && tiles_.kind(x + i, y - 1) != tiles_.kind(x + i, y);
        });
        if (y == bits.height()) continue;
        add(bits.window(x - 1, y), bits.window(x, y), bits.width() + 1 - x, [&](int i) {
          return tiles_.is_tile_line(tiles_.column(x + i)) &&
                 tiles_.kind(x + i - 1, y) != tiles_.kind(x + i, y);
        });
      }
    }
    return count;
  }

  bool is_delaunay() {
    apexes_.resize(corners_.size());
    for_each_cell([&](std::size_t, EdgeId begin, EdgeId end) {
      apexes_[end - 1] = find_apexes(begin, 0, end - begin - 1);
      return true;
    });
    for (std::size_t edge = 0; edge < corners_.size(); ++edge) {
      const EdgeId twin = parts_.edge_twin[edge];
      if (twin == kNoEdge || twin < edge || kind_at(edge) != kind_at(twin)) continue;
      if (is_cut_by_bd(corners_[edge], apexes_[twin], ends_[edge], apexes_[edge])) {
        return fail(edge, "an edge of a cell is not that of Delaunay triangles");
      }
    }
    return true;
  }

  // Divides the part of a cell between two of its corners into triangles. Keeps the third corner of
  // each triangle at an edge of the cell. Returns the third corner of the triangle at the two.
  Corner find_apexes(EdgeId begin, std::uint32_t first, std::uint32_t last) {
    const Corner* const at = corners_.data() + begin;
    const std::uint32_t apex = find_apex(at, first, last);
    if (apex - first == 1) {
      apexes_[begin + first] = at[last];
    } else {
      find_apexes(begin, first, apex);
    }
    if (last - apex == 1) {
      apexes_[begin + apex] = at[first];
    } else {
      find_apexes(begin, apex, last);
    }
    return at[apex];
  }

  [[nodiscard]] std::span<const Corner> ring(EdgeId begin, EdgeId end) const noexcept {
    return std::span(corners_).subspan(begin, end - begin);
  }

  const LineTiles& tiles_;
  const MeshParts& parts_;
  MeshFlaw flaw_{};
  std::vector<Corner> corners_;  // per edge: where it starts
  std::vector<Corner> ends_;
  std::vector<CellId> cells_;         // per edge: its cell
  std::vector<int> kinds_;            // per cell; empty if there is one kind
  std::vector<std::uint64_t> marks_;  // 4 bits for the sides at the corner of each tile
  std::size_t marked_ = 0;
  std::vector<Corner> apexes_;  // per edge: the third corner of its triangle
};

}  // namespace

std::optional<MeshFlaw> find_flaw(const LineTiles& tiles, const MeshParts& parts) {
  return MeshCheck(tiles, parts).run();
}

}  // namespace taut
