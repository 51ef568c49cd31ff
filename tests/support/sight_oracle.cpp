#include "support/sight_oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace taut::test {
namespace {

// part / whole, whole > 0.
struct Fraction {
  std::int64_t part = 0;
  std::int64_t whole = 1;
  friend bool operator<(const Fraction& a, const Fraction& b) {
    return Int128{a.part} * b.whole < Int128{b.part} * a.whole;
  }
};

// How far a ray has gone, in lengths of its direction, where it enters and leaves a closed square.
struct Passage {
  Fraction enters{0, 1};
  Fraction leaves{std::int64_t{1} << 40, 1};
  bool is_inside = true;  // of the open square, between
};

// Cuts a passage with low <= from + t * way <= high.
bool clip(Passage& passage, std::int64_t from, std::int64_t way, std::int64_t low,
          std::int64_t high) {
  if (way == 0) {
    passage.is_inside = passage.is_inside && low < from && from < high;
    return low <= from && from <= high;
  }
  const Fraction first = way > 0 ? Fraction{low - from, way} : Fraction{from - high, -way};
  const Fraction last = way > 0 ? Fraction{high - from, way} : Fraction{from - low, -way};
  if (passage.enters < first) passage.enters = first;
  if (last < passage.leaves) passage.leaves = last;
  return !(passage.leaves < passage.enters);
}

std::optional<Passage> find_passage(LatticePoint from, LatticePoint way, Tile tile) {
  Passage passage;
  const std::int64_t x = 1024 * std::int64_t{tile.x};
  const std::int64_t y = 1024 * std::int64_t{tile.y};
  if (!clip(passage, from.x, way.x, x, x + 1024)) return std::nullopt;
  if (!clip(passage, from.y, way.y, y, y + 1024)) return std::nullopt;
  passage.is_inside = passage.is_inside && passage.enters < passage.leaves;
  return passage;
}

// Visits the blocked tiles of the map and of its border.
template <class Visit>
void for_each_wall(const Grid& grid, const Visit& visit) {
  for (int y = -1; y <= grid.height(); ++y) {
    for (int x = -1; x <= grid.width(); ++x) {
      if (!grid.is_walkable(x, y)) visit(Tile{x, y});
    }
  }
}

// Where a ray ends: in a blocked tile, or between two that touch at a corner. Of rays that do not
// run along a line between tiles.
Fraction find_end(const Grid& grid, LatticePoint from, LatticePoint way) {
  Fraction end{std::int64_t{1} << 40, 1};
  for_each_wall(grid, [&](Tile tile) {
    const std::optional<Passage> passage = find_passage(from, way, tile);
    if (!passage) return;
    if (passage->is_inside && passage->enters < end) end = passage->enters;
    // A corner that the ray passes between this tile and another one.
    for (const Tile& other : {Tile{tile.x + 1, tile.y + 1}, Tile{tile.x + 1, tile.y - 1}}) {
      if (grid.is_walkable(other)) continue;
      const LatticePoint corner{1024 * std::int64_t{other.x},
                                1024 * std::int64_t{std::max(tile.y, other.y)}};
      const std::int64_t forth = inner(corner - from, way);
      if (cross(way, corner - from) != 0 || forth <= 0) continue;
      const bool is_between = (way.x > 0) == ((way.y > 0) != (other.y > tile.y));
      const Fraction at{forth, inner(way, way)};
      if (is_between && at < end) end = at;
    }
  });
  return end;
}

// The directions from a place to all corners of tiles, to those of the square, to where its sides
// meet lines between tiles, and along the axes, counter-clockwise: between two neighbours all rays
// end on one line.
std::vector<LatticePoint> list_ways(const Grid& grid, LatticePoint from, std::int64_t radius) {
  std::vector<LatticePoint> ways{{radius, radius},
                                 {-radius, radius},
                                 {-radius, -radius},
                                 {radius, -radius},
                                 {1, 0},
                                 {0, 1},
                                 {-1, 0},
                                 {0, -1}};
  for (int y = 0; y <= grid.height(); ++y) {
    for (int x = 0; x <= grid.width(); ++x) {
      ways.push_back(LatticePoint{1024 * std::int64_t{x}, 1024 * std::int64_t{y}} - from);
    }
  }
  for (const std::int64_t side : {-radius, radius}) {
    for (int x = 0; x <= grid.width(); ++x) ways.push_back({1024 * std::int64_t{x} - from.x, side});
    for (int y = 0; y <= grid.height(); ++y) {
      ways.push_back({side, 1024 * std::int64_t{y} - from.y});
    }
  }
  std::erase(ways, LatticePoint{0, 0});
  const auto half = [](LatticePoint w) { return w.y > 0 || (w.y == 0 && w.x > 0) ? 0 : 1; };
  std::sort(ways.begin(), ways.end(), [&](LatticePoint a, LatticePoint b) {
    return half(a) != half(b) ? half(a) < half(b) : cross(a, b) > 0;
  });
  return ways;
}

// The line on which a ray ends that meets no corner: of constant x or y, and this x or y.
struct EndLine {
  bool is_x;
  std::int64_t at;
};
EndLine find_end_line(const Grid& grid, LatticePoint from, LatticePoint way, std::int64_t radius) {
  const Fraction end = find_end(grid, from, way);
  const bool is_wide = std::abs(way.x) > std::abs(way.y);
  const std::int64_t step = is_wide ? way.x : way.y;
  if (!(end < Fraction{radius, std::abs(step)})) {
    return {is_wide, (is_wide ? from.x : from.y) + (step > 0 ? radius : -radius)};
  }
  const Int128 x = Int128{from.x} * end.whole + Int128{way.x} * end.part;
  const Int128 y = Int128{from.y} * end.whole + Int128{way.y} * end.part;
  const bool is_x = x % (Int128{1024} * end.whole) == 0;
  return {is_x, static_cast<std::int64_t>((is_x ? x : y) / end.whole)};
}

}  // namespace

std::vector<bool> find_touched_tiles(const Grid& grid, Tile from) {
  std::vector<bool> touched(grid.tile_count());
  const LatticePoint eye{1024 * std::int64_t{from.x} + 512, 1024 * std::int64_t{from.y} + 512};
  for (int y = 0; y <= grid.height(); ++y) {
    for (int x = 0; x <= grid.width(); ++x) {
      const LatticePoint way = LatticePoint{1024 * std::int64_t{x}, 1024 * std::int64_t{y}} - eye;
      const Fraction end = find_end(grid, eye, way);
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        const std::optional<Passage> passage = find_passage(eye, way, grid.tile(id));
        if (passage && !(end < passage->enters)) touched[id] = true;
      }
    }
  }
  return touched;
}

long double find_visible_area(const Grid& grid, LatticePoint from, std::int64_t radius) {
  const std::vector<LatticePoint> ways = list_ways(grid, from, radius);
  long double area = 0.0L;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const LatticePoint a = ways[i];
    const LatticePoint b = ways[(i + 1) % ways.size()];
    if (cross(a, b) <= 0) continue;
    // A ray between them, which meets no corner. The triangle that they cut off at its line.
    const EndLine line = find_end_line(grid, from, a + b, radius);
    const auto away = static_cast<long double>(line.at - (line.is_x ? from.x : from.y));
    const auto slope = [&](LatticePoint w) {
      return line.is_x ? static_cast<long double>(w.y) / static_cast<long double>(w.x)
                       : static_cast<long double>(w.x) / static_cast<long double>(w.y);
    };
    if (away != 0.0L) area += std::abs(slope(a) - slope(b)) * away * away / 2.0L;
  }
  return area / (1024.0L * 1024.0L);
}

}  // namespace taut::test
