// Paths through a square map: the result of the search on the mesh, moved to the exact space.
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include <taut/funnel.hpp>
#include <taut/square_map.hpp>
#include <taut/square_pull.hpp>

namespace taut {

// The memory of a path through an opened mesh, apart from that of the search; empty until it is
// fitted to the first such map.
struct SquareScratch::Memory {
  // Where the path through an opened mesh crosses the line between two rows: a range of columns
  // that are free on both sides.
  struct Crossing {
    std::int32_t line;
    std::int32_t begin;  // lines of columns
    std::int32_t end;
    std::int32_t row;  // the row entered
  };

  // Of the current query: its status if no search is needed; ok: that of the search.
  Status early = Status::ok;
  double length_limit = kNoLengthLimit;
  std::vector<Point> turns;
  std::vector<Crossing> crossings;
  std::vector<Portal> portals;
};

// A walk along a path in an opened mesh, from row to row of the bitmap. The cells of its corridor
// are runs, the maximal free intervals of rows; a crossing is the common part of two runs on the
// line between them. In the exact space runs are still rectangles, some without width or height,
// and the corridor is valid for string_pull().
//
// The path touches corners and follows walls, so where it lies on a line the walk may be in either
// row. The walk stays in its row until the row ends or the path leaves the line. Then it crosses at
// the path: in a mesh whose obstacles do not touch, the free cells around a point are connected by
// shared edges, so one of the columns that contain the point is free in both rows.
//
// A shortest path visits each run once, because a straight segment within the run would be shorter
// than leaving it. The walk leaves a run only where the path does, so it visits each run once too:
// it never crosses back, and room for one crossing per run is enough.
class SlitWalk {
 public:
  using Memory = SquareScratch::Memory;

  SlitWalk(const SquareMap& map, std::span<Memory::Crossing> out) noexcept
      : map_(map),
        free_(map.free_),
        tile_(map.steps_per_tile()),
        first_line_(static_cast<std::int64_t>(map.half_width() *
                                              static_cast<double>(map.steps_per_tile())) -
                    1),
        out_(out) {}

  static Memory& memory_of(SquareScratch& scratch) noexcept { return *scratch.memory_; }
  [[nodiscard]] static bool fits(const SquareMap& map, const Memory& memory) noexcept {
    const std::size_t runs = map.runs_;
    return memory.turns.size() >= max_path_points(map) && memory.crossings.size() >= runs &&
           memory.portals.size() >= runs;
  }

  // False when the walk has more crossings than the scratch has room for.
  bool follow(std::span<const Point> path) noexcept {
    Place at = to_place(path.front());
    row_ = find_row(path.front());
    for (std::size_t i = 1; i < path.size(); ++i) {
      const Place to = to_place(path[i]);
      if (!go(at, to)) return false;
      at = to;
    }
    // On the coarsest lattice some points lie on lines of the mesh but in a single row of the exact
    // space.
    const int last = find_row(path.back());
    return row_ == last || cross(std::max(row_, last), at.x, 1);
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  // The crossing in the exact space.
  [[nodiscard]] Portal to_portal(const Memory::Crossing& crossing) const noexcept {
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

  // Lines lie in pairs, one step before and behind an exact line; exact lines are a tile apart.
  [[nodiscard]] std::int64_t line_at(int line) const noexcept {
    const std::int64_t pair = line / 2;
    return first_line_ + pair * tile_ + (line % 2 == 0 ? 0 : 2);
  }
  [[nodiscard]] float exact_line(int line) const noexcept {
    const int tiles = line / 2;
    return static_cast<float>(map_.half_width() + tiles);
  }
  // The last interval between lines that begins at the coordinate or before it, and the last that
  // begins strictly before it: they differ on a line.
  [[nodiscard]] int stretch_from(std::int64_t place) const noexcept {
    // tile_ is a power of two, so the shift rounds down before the first line too.
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

  // The row that represents a point of the exact space.
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

  // Follows a leg along a row, or along a line between two rows, of which one may end before the
  // other.
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

  // The end and the beginning of the range of columns around x that are free in both rows; x itself
  // when column x is not free.
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

  // Crosses a line between rows, from the current row, at the coordinate x / by.
  bool cross(int line, std::int64_t x, std::int64_t by) noexcept {
    const std::int64_t place = x / by;
    int column = stretch_from(place);
    if (!is_open(column, line)) {
      // The coordinate is on the line between two columns.
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
  std::span<Memory::Crossing> out_;
  std::size_t count_ = 0;
  int row_ = 0;
};

SquareScratch::SquareScratch(const SquareMap& map)
    : search(map.mesh()), memory_(std::make_unique<Memory>()) {
  fit(map);
}

SquareScratch::SquareScratch(SquareScratch&&) noexcept = default;
SquareScratch& SquareScratch::operator=(SquareScratch&&) noexcept = default;
SquareScratch::~SquareScratch() = default;

void SquareScratch::fit(const SquareMap& map) {
  search.fit(map.mesh());
  if (!map.is_opened()) return;
  // After most edits they are large enough.
  Memory& memory = *memory_;
  memory.turns.resize(std::max(memory.turns.size(), max_path_points(map)), Point(0.0F, 0.0F));
  memory.crossings.resize(std::max(memory.crossings.size(), map.runs_));
  memory.portals.resize(std::max(memory.portals.size(), map.runs_));
}

std::size_t SquareScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + memory_->turns.capacity() * sizeof(Point) +
         memory_->crossings.capacity() * sizeof(Memory::Crossing) +
         memory_->portals.capacity() * sizeof(Portal);
}

std::size_t max_path_points(const SquareMap& map) noexcept { return max_path_points(map.mesh()); }

void begin_optimal_path(const SquareMap& map, const Point& start, const Point& goal,
                        const OptimalOptions& options, SquareScratch& scratch) noexcept {
  const Point from = snap(start);
  const Point to = snap(goal);
  SlitWalk::Memory& memory = SlitWalk::memory_of(scratch);
  memory.length_limit = options.length_limit;
  memory.early = Status::ok;
  if (map.is_opened() && (!SlitWalk::fits(map, memory) || !map.holds(from) || !map.holds(to))) {
    memory.early = Status::invalid_input;
  } else {
    begin_optimal_path(map.mesh(), from, to, options, scratch.search);
  }
}

Result pull_square_path(const SquareMap& map, std::span<const Point> path, SquareScratch& scratch,
                        std::span<Point> out) noexcept {
  SlitWalk::Memory& memory = SlitWalk::memory_of(scratch);
  if (path.empty() || !SlitWalk::fits(map, memory)) return {Status::invalid_input, 0};
  SlitWalk walk(map, memory.crossings);
  if (!walk.follow(path)) return {Status::out_of_nodes, 0};
  for (std::size_t i = 0; i < walk.count(); ++i) {
    memory.portals[i] = walk.to_portal(memory.crossings[i]);
  }
  return string_pull(path.front(), path.back(),
                     std::span<const Portal>(memory.portals).first(walk.count()), out);
}

std::optional<PathResult> advance_optimal_path(const SquareMap& map, std::size_t expansions,
                                               SquareScratch& scratch,
                                               std::span<Point> out) noexcept {
  SlitWalk::Memory& memory = SlitWalk::memory_of(scratch);
  if (memory.early != Status::ok) return PathResult{memory.early, 0, 0.0, 0};
  if (!map.is_opened()) return advance_optimal_path(map.mesh(), expansions, scratch.search, out);
  const std::optional<PathResult> found =
      advance_optimal_path(map.mesh(), expansions, scratch.search, memory.turns);
  if (!found || found->status != Status::ok) return found;
  PathResult result = *found;
  const std::span<const Point> turns = std::span<const Point>(memory.turns).first(result.count);
  const Result path = pull_square_path(map, turns, scratch, out);
  if (path.status == Status::out_of_nodes) {
    return PathResult{Status::out_of_nodes, 0, 0.0, result.expanded};
  }
  result.status = path.status;
  result.count = path.count;
  result.length = path_length(out.first(path.count));
  result.cost = result.length;
  if (result.length > memory.length_limit) {
    return PathResult{Status::no_path, 0, 0.0, result.expanded};
  }
  return result;
}

PathResult find_optimal_path(const SquareMap& map, const Point& start, const Point& goal,
                             const OptimalOptions& options, SquareScratch& scratch,
                             std::span<Point> out) noexcept {
  begin_optimal_path(map, start, goal, options, scratch);
  return *advance_optimal_path(map, kNoExpansionLimit, scratch, out);
}

}  // namespace taut
