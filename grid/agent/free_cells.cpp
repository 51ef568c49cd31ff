#include "free_cells.hpp"

#include <bit>

#include "core/tile/tile_rect.hpp"

// Blocked tiles are grown by a shape of rectangles (disc_shape.hpp): for a disc by some inside it,
// for a square by one. The outside of the map is grown by the longest extents. All sides lie on
// lines beside the tiles' own, so the grown tiles are a bitmap between these lines.
//
// The mesh of a disc connects what the disc connects. Call two obstacles joined when they overlap
// after being grown by the disc; by the first promise of the shape they then overlap grown by the
// shape too, and only then. Let a path on the mesh lead from one place where the disc fits to
// another. If no path of the disc did, a closed curve in the obstacles grown by the disc would
// separate the two places: it runs through a ring of obstacles, each joined to the next. In the
// union of two such, grown by the disc, which has no hole and holds neither place, the curve can be
// moved to where both overlap grown by the shape. It then separates the places on the mesh too. The
// other way round the mesh holds every path of the disc, because the shape lies in the disc but for
// a lattice step, and wide gaps keep two (disc_shape.cpp).
//
// Sides. By the same argument the obstacles form the same groups of joined ones. A path passes
// between two groups or it does not, whatever the growth: so each class of paths on the mesh is one
// of the disc.
//
// Cells. By the second promise no two sides face each other on one line. So each point outside the
// grown tiles has free space beside it, and lies in a cell.
namespace taut::detail {
namespace {

class FreeCells {
 public:
  FreeCells(const GrownTiles& grown, const TileRect& box)
      : walkable_(grown.walkable),
        box_(box),
        covered_(static_cast<std::size_t>(box.x1 - box.x0 + 63) / 64) {
    const std::size_t count = grown.extents.size();
    rectangles_.reserve(count);
    for (std::size_t k = 0; k < count; ++k) {
      rectangles_.push_back({{grown.columns, grown.extents[k], grown.steps},
                             {grown.rows, grown.extents[count - 1 - k], grown.steps},
                             {0, -1},
                             {}});
    }
  }

  TileRect update(TileBits& free) {
    TileRect changed;
    for (int y = box_.y0; y < box_.y1; ++y) {
      cover(y);
      for (std::size_t i = 0; i < covered_.size(); ++i) {
        const int x = box_.x0 + 64 * static_cast<int>(i);
        std::uint64_t differing = (~covered_[i] ^ free.window(x, y)) & first_bits(box_.x1 - x);
        if (differing == 0) continue;
        changed = join(changed, {x + std::countr_zero(differing), y,
                                 x + 64 - std::countl_zero(differing), y + 1});
        for (; differing != 0; differing &= differing - 1) {
          const int bit = std::countr_zero(differing);
          free.put(x + bit, y, (covered_[i] >> bit & 1) == 0);
        }
      }
    }
    return changed;
  }

 private:
  // For the shape, and the stretches of columns that tiles cover, grown by it, in the rows between
  // the lines that the same tiles cover.
  struct Rectangle {
    Stretches across;
    Stretches down;
    Stretches::Tiles rows;
    std::vector<Stretches::Range> runs;
  };

  void cover(int y) {
    std::fill(covered_.begin(), covered_.end(), 0);
    for (Rectangle& rectangle : rectangles_) {
      const Stretches::Tiles rows = rectangle.down.tiles(y);
      if (rows != rectangle.rows) {
        rectangle.rows = rows;
        find_runs(rectangle);
      }
      for (const Stretches::Range& run : rectangle.runs) mark(run.begin, run.end);
    }
  }

  void find_runs(Rectangle& rectangle) const {
    rectangle.runs.clear();
    const int last = rectangle.across.tiles(box_.x1 - 1).last;
    int begin = -1;  // of a run of blocked tiles
    const auto end_run = [&](int end) {
      const Stretches::Range run = rectangle.across.covered(begin, end);
      rectangle.runs.push_back({std::max(run.begin, box_.x0), std::min(run.end, box_.x1)});
      begin = -1;
    };
    for (int x = rectangle.across.tiles(box_.x0).first; x <= last; x += 64) {
      std::uint64_t blocked = 0;
      for (int y = rectangle.rows.first; y <= rectangle.rows.last; ++y) {
        blocked |= ~walkable_.window(x, y);
      }
      const int count = std::min(64, last + 1 - x);
      for (int bit = 0; bit < count;) {
        if (begin < 0) {
          bit += std::countr_zero(blocked >> bit);
          if (bit < count) begin = x + bit;
        } else {
          bit += std::countr_one(blocked >> bit);
          if (bit < count) end_run(x + bit);
        }
      }
    }
    if (begin >= 0) end_run(last + 1);
  }

  void mark(int begin, int end) noexcept {
    for (int x = begin - box_.x0; x < end - box_.x0;) {
      const int bit = x % 64;
      const int count = std::min(64 - bit, end - box_.x0 - x);
      covered_[static_cast<std::size_t>(x / 64)] |= first_bits(count) << bit;
      x += count;
    }
  }

  const TileBits& walkable_;
  TileRect box_;
  std::vector<Rectangle> rectangles_;
  std::vector<std::uint64_t> covered_;  // of the current row
};

}  // namespace

std::vector<std::int32_t> make_lines(int side, std::span<const std::int32_t> extents,
                                     std::int64_t steps) {
  std::vector<std::int32_t> lines;
  const std::int64_t low = extents.back();
  const std::int64_t high = side * steps - extents.back();
  for (int i = 0; i <= side; ++i) {
    for (const std::int32_t by : extents) {
      for (const std::int64_t line : {i * steps - by, i * steps + by}) {
        if (line >= low && line <= high) lines.push_back(static_cast<std::int32_t>(line));
      }
    }
  }
  std::sort(lines.begin(), lines.end());
  return {lines.begin(), std::unique(lines.begin(), lines.end())};  // with no room to spare
}

TileRect find_covered(const GrownTiles& grown, const TileRect& tiles, std::int32_t across,
                      std::int32_t down) {
  const Stretches::Range columns =
      Stretches(grown.columns, across, grown.steps).covered(tiles.x0, tiles.x1);
  const Stretches::Range rows =
      Stretches(grown.rows, down, grown.steps).covered(tiles.y0, tiles.y1);
  return {columns.begin, rows.begin, columns.end, rows.end};
}

TileRect update_free_cells(const GrownTiles& grown, const TileRect& box, TileBits& free) {
  return is_empty(box) ? TileRect{} : FreeCells(grown, box).update(free);
}

}  // namespace taut::detail
