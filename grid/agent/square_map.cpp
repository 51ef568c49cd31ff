#include <taut/square_map.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include <taut/detail/require.hpp>

#include "grid/mesh/cell_merger.hpp"
#include "grid/mesh/triangulation.hpp"

// A blocked tile (i, j), grown by the half-width r, is the open rectangle from (i - r, j - r) to
// (i + 1 + r, j + 1 + r), and the outside of the map grows inwards. All sides lie on the lines at
// i - r and i + r, so the grown tiles are a bitmap between these lines: two in each tile along an
// axis, as a rule, and where 2 r is a whole number every two in one.
//
// Opened maps. Let 2 r be a whole number, and e a step of the mesh's lattice. Then the exact lines
// lie one tile apart, and those of r - e in pairs, e before each exact one and e behind it. A pair
// encloses a thin column, which stands for its exact line; between pairs wide columns stand for the
// open stretches between lines. A cell of the bitmap is covered by a tile grown by r - e just when
// the point, open segment or open square that it stands for is covered by the tile grown by r. So
// the map that shrinks thin columns and rows to their lines, and stretches the wide ones, takes the
// mesh's space onto the exact one: both are joined in the same way, no way through one is missing
// in the other, and shrinking and stretching make no path longer than by the factor 1 / (1 - 2 e).
// That bounds what a choice between two ways in the mesh can cost. All lines of r - e differ, so no
// two obstacles of the mesh touch in a point.
namespace taut {
namespace {

// The lines of an axis, and which tiles, grown, cover the stretch behind a line: from first to
// last.
struct Axis {
  struct Tiles {
    int first;
    int last;
  };
  std::vector<std::int32_t> lines;
  std::vector<Tiles> tiles;
};

Axis make_axis(int side, std::int64_t half_width, std::int64_t steps) {
  Axis axis;
  const std::int64_t low = half_width;
  const std::int64_t high = side * steps - half_width;
  for (int i = 0; i <= side; ++i) {
    for (const std::int64_t line : {i * steps - half_width, i * steps + half_width}) {
      if (line >= low && line <= high) axis.lines.push_back(static_cast<std::int32_t>(line));
    }
  }
  std::sort(axis.lines.begin(), axis.lines.end());
  axis.lines.erase(std::unique(axis.lines.begin(), axis.lines.end()), axis.lines.end());
  for (std::size_t i = 0; i + 1 < axis.lines.size(); ++i) {
    const std::int64_t last = (axis.lines[i] + half_width) / steps;
    const std::int64_t first = (axis.lines[i + 1] - half_width + steps - 1) / steps - 1;
    axis.tiles.push_back({static_cast<int>(first), static_cast<int>(last)});
  }
  return axis;
}

// Which cells between the lines no grown tile covers.
TileBits find_free(const TileBits& walkable, const Axis& across, const Axis& down) {
  if (across.tiles.empty() || down.tiles.empty()) return {1, 1};
  const int width = walkable.width();
  TileBits free(static_cast<int>(across.tiles.size()), static_cast<int>(down.tiles.size()));
  // Per column of tiles the blocked ones of the rows at hand, and the next column that has some.
  std::vector<int> blocked(static_cast<std::size_t>(width), 0);
  std::vector<int> next(static_cast<std::size_t>(width) + 1, width);
  const auto count_row = [&](int y, int by) {
    for (int x = 0; x < width; ++x) {
      if (!walkable.is_set_near(x, y)) blocked[static_cast<std::size_t>(x)] += by;
    }
  };
  int first = 0;
  int end = 0;
  for (int y = 0; y < free.height(); ++y) {
    const Axis::Tiles rows = down.tiles[static_cast<std::size_t>(y)];
    while (end <= rows.last) count_row(end++, 1);
    while (first < rows.first) count_row(first++, -1);
    for (auto x = static_cast<std::size_t>(width); x-- > 0;) {
      next[x] = blocked[x] > 0 ? static_cast<int>(x) : next[x + 1];
    }
    for (int x = 0; x < free.width(); ++x) {
      const Axis::Tiles columns = across.tiles[static_cast<std::size_t>(x)];
      if (next[static_cast<std::size_t>(columns.first)] > columns.last) free.set(x, y);
    }
  }
  return free;
}

ConvexMesh make_mesh(const TileBits& free, const Axis& across, const Axis& down, int steps) {
  if (across.tiles.empty() || down.tiles.empty()) return ConvexMesh(MeshParts{{0}, {}, {}});
  Triangulation triangles = triangulate(free, across.lines, down.lines);
  make_delaunay(triangles);
  CellMerger merger(std::move(triangles));
  merger.merge();
  MeshParts parts = merger.finish().added;
  for (Point& start : parts.edge_start) start /= static_cast<float>(steps);
  return ConvexMesh(parts);
}

std::size_t count_runs(const TileBits& bits) noexcept {
  std::size_t runs = 0;
  for (int y = 0; y < bits.height(); ++y) {
    for (int x = 0; x < bits.width(); ++x) {
      if (bits.is_set_near(x, y) && !bits.is_set_near(x - 1, y)) ++runs;
    }
  }
  return runs;
}

}  // namespace

struct SquareMap::Parts {
  double half_width;
  int steps_per_tile;
  ConvexMesh mesh;
  std::optional<Opened> opened;
};

SquareMap::Parts SquareMap::make_parts(const TileBits& walkable, double half_width) {
  detail::require_within("SquareMap: width", walkable.width(), 1, kMaxMapSide);
  detail::require_within("SquareMap: height", walkable.height(), 1, kMaxMapSide);
  // 0 itself is too little.
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
  const std::int64_t grown = is_opened ? exact - 1 : exact;
  const Axis across = make_axis(walkable.width(), grown, steps);
  const Axis down = make_axis(walkable.height(), grown, steps);
  TileBits free = find_free(walkable, across, down);
  Parts parts{static_cast<double>(lattice_width) / static_cast<double>(kLatticePerTile), steps,
              make_mesh(free, across, down, steps), std::nullopt};
  if (is_opened) {
    const std::size_t runs = count_runs(free);
    parts.opened = Opened{std::move(free), runs};
  }
  return parts;
}

SquareMap::SquareMap(const TileBits& walkable, double half_width)
    : SquareMap(make_parts(walkable, half_width)) {}

SquareMap::SquareMap(Parts parts)
    : half_width_(parts.half_width),
      steps_per_tile_(parts.steps_per_tile),
      mesh_(std::move(parts.mesh)),
      opened_(std::move(parts.opened)) {}

int SquareMap::find_stretch(float place) const noexcept {
  const double from_first = static_cast<double>(place) - half_width_;
  const double line = std::floor(from_first);
  return 2 * static_cast<int>(line) + (from_first > line ? 1 : 0);
}

bool SquareMap::holds(const Point& center) const noexcept {
  if (!opened_) return mesh_.locate(center).has_value();
  constexpr float kLimit = static_cast<float>(kMaxMapSide);
  // Also false for NaN.
  const bool is_near = std::abs(center.x()) <= kLimit && std::abs(center.y()) <= kLimit;
  if (!is_near) return false;
  return opened_->free.is_set(find_stretch(center.x()), find_stretch(center.y()));
}

std::size_t SquareMap::memory_bytes() const noexcept {
  return mesh_.memory_bytes() + (opened_ ? opened_->free.memory_bytes() : 0);
}

}  // namespace taut
