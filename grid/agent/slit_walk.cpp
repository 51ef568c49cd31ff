#include "slit_walk.hpp"

#include <algorithm>
#include <bit>

namespace taut {

void SlitWalk::fit(const Space& space) {
  if (!fits(space)) portals_.resize(room_for(space));
}

bool SlitWalk::fits(const Space& space) const noexcept {
  return portals_.size() >= room_for(space);
}

// The shortest path crosses each run once. No path of the tests crosses all of them twice.
std::size_t SlitWalk::room_for(const Space& space) noexcept {
  return space.has_costs() ? 2 * space.runs_ + max_path_points(space) : space.runs_;
}

std::size_t SlitWalk::memory_bytes() const noexcept { return portals_.capacity() * sizeof(Portal); }

bool SlitWalk::follow(const Space& space, std::span<const Point> path,
                      std::span<const Point> bends) noexcept {
  space_ = &space;
  tile_ = space.steps_per_tile();
  first_line_ = space.extents_.back();
  count_ = 0;
  Place at = to_place(path.front());
  row_ = space.find_stretch(path.front().y);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Place to = to_place(path[i]);
    if (!go(at, to)) return false;
    at = to;
    if (bends.empty() || i + 1 == path.size() || bends[i].x < 0.0F) continue;
    if (!take({bends[i], bends[i]})) return false;
  }
  // On the coarsest lattice some points lie on lines of the mesh but in a single row of the exact
  // space.
  const int last = space.find_stretch(path.back().y);
  return row_ == last || cross(std::max(row_, last), at.x, 1);
}

Point SlitWalk::find_turn(const Space& space, std::span<const Point> path,
                          const Point& end) noexcept {
  FirstTurn first(path.front());
  turn_ = &first;
  if (follow(space, path, {})) (void)first.add({end, end});
  turn_ = nullptr;
  return first.turn().value_or(end);
}

bool FirstTurn::add(const Portal& portal) noexcept {
  return narrow(right_, left_, portal.right, -1.0) && narrow(left_, right_, portal.left, 1.0);
}

// A portal's end at the start of the path bounds nothing. Of ends in one direction the last counts.
bool FirstTurn::narrow(std::optional<Point>& bound, const std::optional<Point>& other,
                       const Point& to, double side) noexcept {
  if (to == from_) return true;
  if (bound && side * orient(from_, *bound, to) > 0.0) return true;
  if (other && side * orient(from_, *other, to) < 0.0) {
    turn_ = *other;
    return false;
  }
  bound = to;
  return true;
}

SlitWalk::Place SlitWalk::to_place(const Point& p) const noexcept {
  const auto steps = static_cast<float>(tile_);
  return {static_cast<std::int64_t>(p.x * steps), static_cast<std::int64_t>(p.y * steps)};
}

// Lines lie in pairs, one step before and behind an exact line; exact lines are a tile apart.
std::int64_t SlitWalk::line_at(int line) const noexcept {
  const std::int64_t pair = line / 2;
  return first_line_ + pair * tile_ + (line % 2 == 0 ? 0 : 2);
}
float SlitWalk::exact_line(int line) const noexcept {
  const int tiles = line / 2;
  return static_cast<float>(space_->agent().radius + tiles);
}

// The last interval between lines that begins at the coordinate or before it, and the last that
// begins strictly before it: they differ on a line.
int SlitWalk::stretch_from(std::int64_t place) const noexcept {
  // tile_ is a power of two, so the shift rounds down before the first line too.
  const auto shift = std::countr_zero(static_cast<std::uint64_t>(tile_));
  const std::int64_t steps = place - first_line_;
  return static_cast<int>(steps >> shift) * 2 + ((steps & (tile_ - 1)) >= 2 ? 1 : 0);
}
int SlitWalk::stretch_to(std::int64_t place) const noexcept { return stretch_from(place - 1); }

bool SlitWalk::go(const Place& from, const Place& to) noexcept {
  if (from.y == to.y) return go_along(from, to);
  return from.y < to.y ? go_up(from, to) : go_down(from, to);
}

bool SlitWalk::go_up(const Place& from, const Place& to) noexcept {
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

bool SlitWalk::go_down(const Place& from, const Place& to) noexcept {
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
bool SlitWalk::go_along(const Place& from, const Place& to) noexcept {
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

bool SlitWalk::cross_beside(std::int64_t y, int line_of_columns) noexcept {
  return cross(stretch_from(y), line_at(line_of_columns), 1);
}

// The end and the beginning of the range of columns around x that are free in both rows; x itself
// when column x is not free.
int SlitWalk::stretch_end(int x, int row, int other) const noexcept {
  for (;;) {
    const int ones = std::countr_one(space_->free_.window(x, row) & space_->free_.window(x, other));
    x += ones;
    if (ones < 64 || x >= space_->free_.width()) return std::min(x, space_->free_.width());
  }
}
int SlitWalk::stretch_begin(int x, int row, int other) const noexcept {
  for (;;) {
    const int from = std::max(-1, x - 63);
    const std::uint64_t free = space_->free_.window(from, row) & space_->free_.window(from, other);
    const int ones = std::countl_one(free << (63 - (x - from)));
    if (ones <= x - from) return x - ones + 1;
    x = from - 1;
  }
}

// Crosses a line between rows, from the current row, at the coordinate x / by.
bool SlitWalk::cross(int line, std::int64_t x, std::int64_t by) noexcept {
  const std::int64_t place = x / by;
  int column = stretch_from(place);
  if (!is_open(column, line)) {
    // The coordinate is on the line between two columns. The path of a forged index may not be.
    --column;
    if (!is_open(column, line)) return false;
  }
  const int begin = stretch_begin(column, line - 1, line);
  const int end = stretch_end(column, line - 1, line);
  row_ = row_ == line ? line - 1 : line;
  // In the exact space.
  const float y = exact_line(line);
  const Point low{exact_line(begin), y};
  const Point high{exact_line(end), y};
  return take(row_ == line ? Portal{low, high} : Portal{high, low});
}

bool SlitWalk::take(const Portal& portal) noexcept {
  if (turn_ != nullptr) return turn_->add(portal);
  if (count_ == portals_.size()) return false;
  portals_[count_++] = portal;
  return true;
}

// Whether the column is free on both sides of a line.
bool SlitWalk::is_open(int column, int line) const noexcept {
  const TileBits& free = space_->free_;
  return free.is_set(column, line - 1) && free.is_set(column, line);
}

}  // namespace taut
