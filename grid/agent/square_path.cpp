// Paths through a square map: what the search of the mesh found, carried over to the exact space.
#include <algorithm>
#include <bit>
#include <cassert>

#include <taut/funnel.hpp>
#include <taut/square_map.hpp>

namespace taut {

// A walk along a path in an opened mesh, from row to row of the bitmap. Its runs, the longest free
// stretches of rows, are the cells of a corridor; a crossing is all that two runs have in common on
// the line between them. Taken at their exact lines runs are rectangles still, some without width
// or height, and a corridor that string_pull() takes.
//
// The path touches corners and follows walls, so it says only which way the walk must go, and where
// it lies on a line the walk may be in either row. It stays in its row until that ends or the path
// leaves the line. Then it crosses at the path: in a mesh whose obstacles do not touch, the free
// cells round a point hang together by their sides, so one of the columns that hold the point is
// free in both rows.
//
// A shortest path is in each run once, for it would be shorter straight on in between. The walk
// leaves a run only where the path does, so it is in each once too: it never crosses back where it
// came, and there is room for a crossing per run.
class SlitWalk {
 public:
  SlitWalk(const SquareMap& map, std::span<SquareScratch::Crossing> out) noexcept
      : map_(map),
        free_(map.opened_->free),
        tile_(map.steps_per_tile()),
        first_line_(static_cast<std::int64_t>(map.half_width() *
                                              static_cast<double>(map.steps_per_tile())) -
                    1),
        out_(out) {}

  // False when the walk has more crossings than there is room for.
  bool follow(std::span<const Point> path) noexcept {
    Place at = to_place(path.front());
    row_ = find_row(path.front());
    for (std::size_t i = 1; i < path.size(); ++i) {
      const Place to = to_place(path[i]);
      if (!go(at, to)) return false;
      at = to;
    }
    // The coarsest lattice has places on lines of the mesh that are in one row only of the exact
    // space.
    const int last = find_row(path.back());
    return row_ == last || cross(std::max(row_, last), at.x, 1);
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  // The crossing at its exact place.
  [[nodiscard]] Portal to_portal(const SquareScratch::Crossing& crossing) const noexcept {
    const float y = exact_line(crossing.line);
    const Point low(exact_line(crossing.begin), y);
    const Point high(exact_line(crossing.end), y);
    return crossing.row == crossing.line ? Portal{low, high} : Portal{high, low};
  }

 private:
  // In steps of the mesh.
  struct Place {
    std::int64_t x;
    std::int64_t y;
  };

  [[nodiscard]] Place to_place(const Point& p) const noexcept {
    const auto steps = static_cast<float>(tile_);
    return {static_cast<std::int64_t>(p.x() * steps), static_cast<std::int64_t>(p.y() * steps)};
  }

  // Lines come in pairs, a step before and behind an exact line, which are a tile apart.
  [[nodiscard]] std::int64_t line_at(int line) const noexcept {
    const std::int64_t pair = line / 2;
    return first_line_ + pair * tile_ + (line % 2 == 0 ? 0 : 2);
  }
  [[nodiscard]] float exact_line(int line) const noexcept {
    const int tiles = line / 2;
    return static_cast<float>(map_.half_width() + tiles);
  }
  // The last stretch between lines that begins at the place or before, and the last that begins
  // before it: they differ on a line.
  [[nodiscard]] int stretch_from(std::int64_t place) const noexcept {
    // tile_ is a power of two: rounded down for places before the first line too.
    const auto shift = std::countr_zero(static_cast<std::uint64_t>(tile_));
    const std::int64_t steps = place - first_line_;
    return static_cast<int>(steps >> shift) * 2 + ((steps & (tile_ - 1)) >= 2 ? 1 : 0);
  }
  [[nodiscard]] int stretch_to(std::int64_t place) const noexcept {
    return stretch_from(place - 1);
  }

  [[nodiscard]] bool is_free(int column, int row) const noexcept {
    return free_.is_set(column, row);
  }

  // The row that stands for a place which the exact space holds.
  [[nodiscard]] int find_row(const Point& p) const noexcept { return map_.find_stretch(p.y()); }

  bool go(const Place& from, const Place& to) noexcept {
    if (from.y == to.y) return go_along(from, to);
    return from.y < to.y ? go_up(from, to) : go_down(from, to);
  }

  bool go_up(const Place& from, const Place& to) noexcept {
    const int first = stretch_from(from.y);
    const int last = stretch_to(to.y);
    if (row_ < first && !cross(first, from.x, 1)) return false;
    const std::int64_t height = to.y - from.y;
    for (int line = first + 1; line <= last; ++line) {
      const std::int64_t x = from.x * height + (to.x - from.x) * (line_at(line) - from.y);
      if (!cross(line, x, height)) return false;
    }
    return true;
  }

  bool go_down(const Place& from, const Place& to) noexcept {
    const int first = stretch_to(from.y);
    const int last = stretch_from(to.y);
    if (row_ > first && !cross(row_, from.x, 1)) return false;
    const std::int64_t height = from.y - to.y;
    for (int line = first; line > last; --line) {
      const std::int64_t x = from.x * height + (to.x - from.x) * (from.y - line_at(line));
      if (!cross(line, x, height)) return false;
    }
    return true;
  }

  // A leg along a row, or along a line between two: then a row may end and the other one go on.
  bool go_along(const Place& from, const Place& to) noexcept {
    if (from.x < to.x) {
      const int last = stretch_to(to.x);
      for (int x = stretch_from(from.x);;) {
        x = stretch_end(x, row_, row_);
        if (x > last) break;
        if (!cross_beside(from.y, x)) return false;
      }
    } else {
      const int last = stretch_from(to.x);
      for (int x = stretch_to(from.x);; --x) {
        x = stretch_begin(x, row_, row_);
        if (x <= last) break;
        if (!cross_beside(from.y, x)) return false;
      }
    }
    return true;
  }

  bool cross_beside(std::int64_t y, int line_of_columns) noexcept {
    return cross(stretch_from(y), line_at(line_of_columns), 1);
  }

  // Where the stretch of columns that are free in both rows, which holds column x, ends and begins;
  // x itself when it is not free.
  [[nodiscard]] int stretch_end(int x, int row, int other) const noexcept {
    for (;;) {
      const int ones = std::countr_one(free_.window(x, row) & free_.window(x, other));
      x += ones;
      if (ones < 64 || x >= free_.width()) return std::min(x, free_.width());
    }
  }
  [[nodiscard]] int stretch_begin(int x, int row, int other) const noexcept {
    for (;;) {
      const int from = std::max(-1, x - 63);
      const std::uint64_t free = free_.window(from, row) & free_.window(from, other);
      const int ones = std::countl_one(free << (63 - (x - from)));
      if (ones <= x - from) return x - ones + 1;
      x = from - 1;
    }
  }

  // Crosses a line between rows, from the row at hand, at the place x / by.
  bool cross(int line, std::int64_t x, std::int64_t by) noexcept {
    const std::int64_t place = x / by;
    int column = stretch_from(place);
    if (!is_open(column, line)) {
      // The place is on the line between two columns.
      assert(x % by == 0 && line_at(column) == place);
      --column;
      assert(is_open(column, line));
    }
    const int begin = stretch_begin(column, line - 1, line);
    const int end = stretch_end(column, line - 1, line);
    row_ = row_ == line ? line - 1 : line;
    assert(count_ == 0 || out_[count_ - 1].line != line || out_[count_ - 1].begin != begin);
    if (count_ == out_.size()) return false;
    out_[count_++] = {line, begin, end, row_};
    return true;
  }

  // Whether the column is free on both sides of a line.
  [[nodiscard]] bool is_open(int column, int line) const noexcept {
    return is_free(column, line - 1) && is_free(column, line);
  }

  const SquareMap& map_;
  const TileBits& free_;
  const std::int64_t tile_;        // in steps
  const std::int64_t first_line_;  // in steps
  std::span<SquareScratch::Crossing> out_;
  std::size_t count_ = 0;
  int row_ = 0;
};

SquareScratch::SquareScratch(const SquareMap& map) : search(map.mesh()) { fit(map); }

void SquareScratch::fit(const SquareMap& map) {
  search.fit(map.mesh());
  if (!map.is_opened()) return;
  turns.assign(max_path_points(map), Point(0.0F, 0.0F));
  crossings.resize(map.opened_->runs);
  portals.resize(map.opened_->runs);
}

bool SquareScratch::fits(const SquareMap& map) const noexcept {
  const std::size_t runs = map.is_opened() ? map.opened_->runs : 0;
  return turns.size() >= max_path_points(map) && crossings.size() >= runs && portals.size() >= runs;
}

std::size_t SquareScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + turns.capacity() * sizeof(Point) +
         crossings.capacity() * sizeof(Crossing) + portals.capacity() * sizeof(Portal);
}

std::size_t max_path_points(const SquareMap& map) noexcept { return max_path_points(map.mesh()); }

PathResult find_optimal_path(const SquareMap& map, const Point& start, const Point& goal,
                             const OptimalOptions& options, SquareScratch& scratch,
                             std::span<Point> out) noexcept {
  if (!map.is_opened())
    return find_optimal_path(map.mesh(), start, goal, options, scratch.search, out);
  PathResult result;
  const Point from = snap(start);
  const Point to = snap(goal);
  if (!scratch.fits(map) || !map.holds(from) || !map.holds(to)) {
    result.status = Status::invalid_input;
    return result;
  }
  result = find_optimal_path(map.mesh(), from, to, options, scratch.search, scratch.turns);
  if (result.status != Status::ok) return result;
  SlitWalk walk(map, scratch.crossings);
  if (!walk.follow(std::span<const Point>(scratch.turns).first(result.count))) {
    return {Status::out_of_nodes, 0, 0.0, result.expanded};
  }
  for (std::size_t i = 0; i < walk.count(); ++i) {
    scratch.portals[i] = walk.to_portal(scratch.crossings[i]);
  }
  const Result path =
      string_pull(from, to, std::span<const Portal>(scratch.portals).first(walk.count()), out);
  result.status = path.status;
  result.count = path.count;
  result.length = path_length(out.first(path.count));
  return result;
}

}  // namespace taut
