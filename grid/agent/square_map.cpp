#include <taut/square_map.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include <taut/detail/require.hpp>

#include "grid/mesh/line_tiles.hpp"

#include "stretches.hpp"

// A blocked tile (i, j), grown by the half-width r, is the open rectangle from (i - r, j - r) to (i
// + 1 + r, j + 1 + r), and the outside of the map grows inwards. All sides lie on the lines at i -
// r and i + r, so the grown tiles are a bitmap between these lines: in general two lines per tile
// along an axis, which coincide where 2 r is an integer.
//
// Opened maps. Let 2 r be an integer, and e a step of the mesh's lattice. Then the exact lines are
// one tile apart, and those of r - e lie in pairs, e before and e behind each exact line. A pair
// encloses a thin column, which represents its exact line; the wide columns between pairs represent
// the open intervals between lines. A cell of the bitmap is covered by a tile grown by r - e
// exactly when the point, open segment or open square that it represents is covered by the tile
// grown by r. So the function that shrinks thin columns and rows to their lines and stretches the
// wide ones maps the mesh's space onto the exact one. Both have the same connectivity, and the
// function lengthens no path by more than the factor 1 / (1 - 2 e). That bounds the cost of
// choosing between two routes in the mesh. All lines of r - e differ, so no two obstacles of the
// mesh touch in a point.
namespace taut {

using detail::Stretches;

namespace {

std::vector<std::int32_t> make_lines(int side, std::int64_t half_width, std::int64_t steps) {
  std::vector<std::int32_t> lines;
  const std::int64_t low = half_width;
  const std::int64_t high = side * steps - half_width;
  for (int i = 0; i <= side; ++i) {
    for (const std::int64_t line : {i * steps - half_width, i * steps + half_width}) {
      if (line >= low && line <= high) lines.push_back(static_cast<std::int32_t>(line));
    }
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

// Recomputes the cells between lines in a box: those that no grown tile covers are free. Returns
// the bounding box of the cells that changed.
TileRect update_free(const TileBits& walkable, const Stretches& across, const Stretches& down,
                     const TileRect& box, TileBits& free) {
  TileRect changed{box.x1, box.y1, box.x0, box.y0};
  const int left = across.tiles(box.x0).first;
  const int width = across.tiles(box.x1 - 1).last + 1 - left;
  // Per column of tiles, the number blocked in the current rows, and the next column with a blocked
  // one.
  std::vector<int> blocked(static_cast<std::size_t>(width), 0);
  std::vector<int> next(static_cast<std::size_t>(width) + 1, width);
  const auto count_row = [&](int y, int by) {
    for (int x = 0; x < width; ++x) {
      if (!walkable.is_set_near(left + x, y)) blocked[static_cast<std::size_t>(x)] += by;
    }
  };
  int first = down.tiles(box.y0).first;
  int end = first;
  for (int y = box.y0; y < box.y1; ++y) {
    const Stretches::Tiles rows = down.tiles(y);
    while (end <= rows.last) count_row(end++, 1);
    while (first < rows.first) count_row(first++, -1);
    for (auto x = static_cast<std::size_t>(width); x-- > 0;) {
      next[x] = blocked[x] > 0 ? static_cast<int>(x) : next[x + 1];
    }
    for (int x = box.x0; x < box.x1; ++x) {
      const Stretches::Tiles columns = across.tiles(x);
      const bool is_free =
          next[static_cast<std::size_t>(columns.first - left)] > columns.last - left;
      if (is_free == free.is_set_near(x, y)) continue;
      is_free ? free.set(x, y) : free.clear(x, y);
      changed = {std::min(changed.x0, x), std::min(changed.y0, y), std::max(changed.x1, x + 1),
                 std::max(changed.y1, y + 1)};
    }
  }
  return changed;
}

// Of free cells in rows, those that begin in a box.
std::size_t count_runs(const TileBits& bits, const TileRect& box) noexcept {
  std::size_t runs = 0;
  for (int y = box.y0; y < box.y1; ++y) {
    for (int x = box.x0; x < box.x1; ++x) {
      if (bits.is_set_near(x, y) && !bits.is_set_near(x - 1, y)) ++runs;
    }
  }
  return runs;
}

}  // namespace

// What is computed before the mesh is built.
struct SquareMap::Plan {
  double half_width;
  bool is_opened;
  int steps;
  std::int64_t grown;
};

SquareMap::Plan SquareMap::make_plan(const TileBits& walkable, double half_width) {
  detail::require_within("SquareMap: width", walkable.width(), 1, kMaxMapSide);
  detail::require_within("SquareMap: height", walkable.height(), 1, kMaxMapSide);
  // 0 is not allowed.
  detail::require_within("SquareMap: half-width", half_width, std::numeric_limits<double>::min(),
                         static_cast<double>(kMaxMapSide));
  const auto lattice_width =
      static_cast<std::int64_t>(std::ceil(half_width * static_cast<double>(kLatticePerTile)));
  const bool is_opened = 2 * lattice_width % kLatticePerTile == 0;
  int steps = kLatticePerTile;
  if (is_opened) {
    const auto side = static_cast<unsigned>(std::max(walkable.width(), walkable.height()));
    steps *= kMaxMapSide / static_cast<int>(std::bit_ceil(side));
  }
  const std::int64_t exact = lattice_width * (steps / kLatticePerTile);
  return {static_cast<double>(lattice_width) / static_cast<double>(kLatticePerTile), is_opened,
          steps, is_opened ? exact - 1 : exact};
}

SquareMap::SquareMap(const TileBits& walkable, double half_width)
    : SquareMap(walkable, make_plan(walkable, half_width)) {}

SquareMap::SquareMap(const TileBits& walkable, const Plan& plan)
    : half_width_(plan.half_width),
      steps_per_tile_(plan.steps),
      is_opened_(plan.is_opened),
      width_(walkable.width()),
      height_(walkable.height()),
      grown_(plan.grown),
      columns_(make_lines(width_, grown_, steps_per_tile_)),
      rows_(make_lines(height_, grown_, steps_per_tile_)),
      free_(std::max(1, static_cast<int>(columns_.size()) - 1),
            std::max(1, static_cast<int>(rows_.size()) - 1)),
      mesh_(MeshParts{{0}, {}, {}}) {
  if (!has_cells()) return;
  const TileRect all{0, 0, free_.width(), free_.height()};
  update_free(walkable, {columns_, grown_, steps_per_tile_}, {rows_, grown_, steps_per_tile_}, all,
              free_);
  runs_ = count_runs(free_, all);
  mesh_ = build_mesh(LineTiles{free_, columns_, rows_, steps_per_tile_});
}

void SquareMap::update(const TileBits& walkable, const TileRect& tiles) {
  detail::require_within("SquareMap::update: width", walkable.width(), width_, width_);
  detail::require_within("SquareMap::update: height", walkable.height(), height_, height_);
  const TileRect inside{std::max(tiles.x0, 0), std::max(tiles.y0, 0), std::min(tiles.x1, width_),
                        std::min(tiles.y1, height_)};
  if (inside.x0 >= inside.x1 || inside.y0 >= inside.y1 || !has_cells()) return;
  const Stretches across(columns_, grown_, steps_per_tile_);
  const Stretches down(rows_, grown_, steps_per_tile_);
  const Stretches::Range columns = across.covered(inside.x0, inside.x1);
  const Stretches::Range rows = down.covered(inside.y0, inside.y1);
  const TileRect box{columns.begin, rows.begin, columns.end, rows.end};
  if (box.x0 >= box.x1 || box.y0 >= box.y1) return;
  // A run may begin right behind the box.
  const TileRect beginnings{box.x0, box.y0, std::min(box.x1 + 1, free_.width()), box.y1};
  const std::size_t runs_before = count_runs(free_, beginnings);
  const TileRect changed = update_free(walkable, across, down, box, free_);
  if (changed.x0 >= changed.x1) return;
  runs_ = runs_ - runs_before + count_runs(free_, beginnings);
  edit_mesh(LineTiles{free_, columns_, rows_, steps_per_tile_}, changed, mesh_);
}

int SquareMap::find_stretch(float place) const noexcept {
  const double from_first = static_cast<double>(place) - half_width_;
  const double line = std::floor(from_first);
  return 2 * static_cast<int>(line) + (from_first > line ? 1 : 0);
}

bool SquareMap::holds(const Point& center) const noexcept {
  if (!is_opened_) return mesh_.locate(center).has_value();
  constexpr float kLimit = static_cast<float>(kMaxMapSide);
  // Also false for NaN.
  const bool is_near = std::abs(center.x()) <= kLimit && std::abs(center.y()) <= kLimit;
  if (!is_near) return false;
  return free_.is_set(find_stretch(center.x()), find_stretch(center.y()));
}

std::size_t SquareMap::memory_bytes() const noexcept {
  return mesh_.memory_bytes() + free_.memory_bytes() +
         (columns_.capacity() + rows_.capacity()) * sizeof(std::int32_t);
}

}  // namespace taut
