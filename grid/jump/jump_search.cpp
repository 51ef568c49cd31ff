#include <taut/engine/jump_search.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "core/funnel/path_stages.hpp"
#include "core/tile/tile_walk.hpp"
#include "grid/paths/compressed_portals.hpp"

namespace taut {
namespace {

using detail::JumpLines;
using detail::TileRun;

// The runs of a path along jump points, for write_compressed_portals(). The points of a run may be
// several.
class JumpRuns {
 public:
  // Requires at least one point, and the first id on the grid.
  JumpRuns(const Grid& grid, std::span<const TileId> jump_points) noexcept
      : grid_(grid), points_(jump_points), tile_(grid.tile(jump_points[0])) {}

  [[nodiscard]] Tile start() const noexcept { return tile_; }

  [[nodiscard]] TileRun next() noexcept {
    TileRun run;
    while (place_ + 1 < points_.size()) {
      const TileId id = points_[place_ + 1];
      const Tile to = id < grid_.tile_count() ? grid_.tile(id) : tile_;
      const std::optional<TileRun> further = detail::find_run(tile_, to);
      if (!further) return run.length > 0 ? run : TileRun{detail::kNoStep, 1};
      if (run.length > 0 && further->step != run.step) return run;
      run = {further->step, run.length + further->length};
      tile_ = to;
      ++place_;
    }
    return run;
  }

 private:
  const Grid& grid_;
  std::span<const TileId> points_;
  std::size_t place_ = 0;
  Tile tile_;
};

// The jump points of a grid as the graph of find_cheapest(). A node is reached by diagonal steps
// and then at least one straight one, so its parent tells the direction in which it was entered.
// The goal alone may be reached by diagonal steps only.
class JumpGraph {
 public:
  JumpGraph(const Grid& grid, const JumpMap& jumps, Tile goal) noexcept
      : grid_(grid), jumps_(jumps), goal_(goal) {}

  [[nodiscard]] double heuristic(NodeId node) const noexcept {
    return distance_of(grid_.tile(node));
  }

  template <class Visit>
  void for_each_step(NodeId node, NodeId parent, const Visit& visit) const noexcept {
    const Tile tile = grid_.tile(node);
    if (parent == kNoNode) {
      jump_straight<1, 0>(tile, visit);
      jump_straight<-1, 0>(tile, visit);
      jump_straight<0, 1>(tile, visit);
      jump_straight<0, -1>(tile, visit);
      jump_diagonally<1, 1>(tile, visit);
      jump_diagonally<-1, 1>(tile, visit);
      jump_diagonally<-1, -1>(tile, visit);
      jump_diagonally<1, -1>(tile, visit);
      return;
    }
    const Tile from = grid_.tile(parent);
    const int dx = tile.x - from.x;
    const int dy = tile.y - from.y;
    if (std::abs(dx) > std::abs(dy)) {
      dx > 0 ? go_on<1, 0>(tile, visit) : go_on<-1, 0>(tile, visit);
    } else {
      dy > 0 ? go_on<0, 1>(tile, visit) : go_on<0, -1>(tile, visit);
    }
  }

 private:
  [[nodiscard]] double distance_of(const Tile& tile) const noexcept {
    const int dx = std::abs(tile.x - goal_.x);
    const int dy = std::abs(tile.y - goal_.y);
    constexpr double kDetour = kDiagonalCost - 1.0;
    return std::max(dx, dy) + kDetour * std::min(dx, dy);
  }

  // The steps that a cheapest path needs after a straight one: straight on, and round the blocked
  // tiles that the last step has passed.
  template <int kX, int kY, class Visit>
  void go_on(const Tile& tile, const Visit& visit) const noexcept {
    jump_straight<kX, kY>(tile, visit);
    go_round<kX, kY, -1>(tile, visit);
    go_round<kX, kY, 1>(tile, visit);
  }
  // Round the one on the side of smaller or larger coordinates.
  template <int kX, int kY, int kSide, class Visit>
  void go_round(const Tile& tile, const Visit& visit) const noexcept {
    constexpr int kAcrossX = kX == 0 ? kSide : 0;
    constexpr int kAcrossY = kY == 0 ? kSide : 0;
    if (grid_.bits().is_set_near(tile.x - kX + kAcrossX, tile.y - kY + kAcrossY)) return;
    jump_straight<kAcrossX, kAcrossY>(tile, visit);
    jump_diagonally<kX + kAcrossX, kY + kAcrossY>(tile, visit);
  }

  template <class Visit>
  void visit_tile(const Tile& tile, double cost, const Visit& visit) const noexcept {
    visit(grid_.id(tile), cost, [&] { return distance_of(tile); });
  }

  // Along the row or the column.
  template <int kX, int kY, class Visit>
  void jump_straight(const Tile& tile, const Visit& visit) const noexcept {
    const JumpLines::Jump jump = kY == 0 ? jumps_.rows<kX>().jump(tile.y, tile.x)
                                         : jumps_.columns<kY>().jump(tile.x, tile.y);
    const int to_goal = (goal_.x - tile.x) * kX + (goal_.y - tile.y) * kY;
    const bool is_goal_on_line = kY == 0 ? tile.y == goal_.y : tile.x == goal_.x;
    if (is_goal_on_line && to_goal > 0 && to_goal < jump.length)
      visit_tile(goal_, to_goal, visit);
    else if (jump.has_point)
      visit_tile({tile.x + kX * jump.length, tile.y + kY * jump.length}, jump.length, visit);
  }

  // From every tile of a diagonal walk a path may go on along the row or the column. These tiles
  // become no nodes: where the jumps from there end, do (intermediate pruning).
  template <int kX, int kY, class Visit>
  void jump_diagonally(const Tile& from, const Visit& visit) const noexcept {
    const int steps = jumps_.count_diagonal_steps<kX, kY>(from);
    if (steps == 0) return;
    for (int done = 0; done < steps;) done += jump_within_words<kX, kY>(from, done, steps, visit);
    visit_goal<kX, kY>(from, steps, visit);
  }

  // The jumps after the diagonal steps done + 1 and on, as far as they begin in the same words.
  // Returns the number of these steps. Which of them lead to jump points is unpredictable, so they
  // are noted without branches first.
  template <int kX, int kY, class Visit>
  int jump_within_words(const Tile& from, int done, int steps, const Visit& visit) const noexcept {
    const JumpLines& rows = jumps_.rows<kX>();
    const JumpLines& columns = jumps_.columns<kY>();
    const Tile first{from.x + kX * (done + 1), from.y + kY * (done + 1)};
    const unsigned row_bit = rows.bit(first.x) + 1;
    const unsigned column_bit = columns.bit(first.y) + 1;
    const int left = 64 - static_cast<int>(std::max(row_bit % 64, column_bit % 64));
    const int count = std::min(steps - done, left);
    const JumpLines::Word* row = rows.word(first.y, row_bit);
    const JumpLines::Word* column = columns.word(first.x, column_bit);
    std::uint64_t row_mask = ~std::uint64_t{0} << (row_bit % 64);
    std::uint64_t column_mask = ~std::uint64_t{0} << (column_bit % 64);
    std::uint64_t along_rows = 0;
    std::uint64_t along_columns = 0;
    for (int i = 0; i < count; ++i) {
      along_rows |= std::uint64_t{rows.find_point(row, row_mask) != 0} << i;
      along_columns |= std::uint64_t{columns.find_point(column, column_mask) != 0} << i;
      row += kY;
      column += kX;
      row_mask <<= 1;
      column_mask <<= 1;
    }
    for (; along_rows != 0; along_rows &= along_rows - 1) {
      const int i = std::countr_zero(along_rows);
      const Tile tile{first.x + kX * i, first.y + kY * i};
      const int length = rows.jump(tile.y, tile.x).length;
      visit_tile({tile.x + kX * length, tile.y}, kDiagonalCost * (done + 1 + i) + length, visit);
    }
    for (; along_columns != 0; along_columns &= along_columns - 1) {
      const int i = std::countr_zero(along_columns);
      const Tile tile{first.x + kX * i, first.y + kY * i};
      const int length = columns.jump(tile.x, tile.y).length;
      visit_tile({tile.x, tile.y + kY * length}, kDiagonalCost * (done + 1 + i) + length, visit);
    }
    return count;
  }

  // Reaches the goal when it lies on the way of some diagonal steps, or on a row or column from
  // there.
  template <int kX, int kY, class Visit>
  void visit_goal(const Tile& from, int steps, const Visit& visit) const noexcept {
    const int dx = (goal_.x - from.x) * kX;
    const int dy = (goal_.y - from.y) * kY;
    const int turn = std::min(dx, dy);
    if (turn <= 0 || turn > steps) return;
    const Tile tile{from.x + kX * turn, from.y + kY * turn};
    if ((dx > dy && jumps_.rows<kX>().jump(tile.y, tile.x).length <= dx - dy) ||
        (dy > dx && jumps_.columns<kY>().jump(tile.x, tile.y).length <= dy - dx))
      return;
    visit_tile(goal_, kDiagonalCost * turn + std::abs(dx - dy), visit);
  }

  const Grid& grid_;
  const JumpMap& jumps_;
  Tile goal_;
};

int sign(int value) noexcept { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

// Calls visit(tile) for the jump points from `reached` back to the start. A node is reached from
// its parent by diagonal steps, then straight ones; of either there may be none.
template <class Visit>
void visit_backward(const Grid& grid, const SearchScratch& scratch, NodeId reached,
                    const Visit& visit) noexcept {
  Tile tile = grid.tile(reached);
  Tile direction{0, 0};
  const auto walk = [&](const Tile& step, int length) {
    if (length == 0) return;
    if (step != direction) visit(tile);
    direction = step;
    tile = {tile.x + step.x * length, tile.y + step.y * length};
  };
  for (NodeId node = scratch.parent(reached); node != kNoNode; node = scratch.parent(node)) {
    const Tile before = grid.tile(node);
    const int dx = before.x - tile.x;
    const int dy = before.y - tile.y;
    const int diagonal = std::min(std::abs(dx), std::abs(dy));
    const Tile straight{sign(dx) * (std::abs(dx) > diagonal ? 1 : 0),
                        sign(dy) * (std::abs(dy) > diagonal ? 1 : 0)};
    walk(straight, std::max(std::abs(dx), std::abs(dy)) - diagonal);
    walk({sign(dx), sign(dy)}, diagonal);
  }
  visit(tile);
}

// Writes the jump points from the start of the scratch's last search to `reached`; truncated with
// the first of them when `out` is smaller.
Result extract_jump_points(const Grid& grid, const SearchScratch& scratch, NodeId reached,
                           std::span<TileId> out) noexcept {
  std::size_t count = 0;
  visit_backward(grid, scratch, reached, [&](const Tile&) { ++count; });
  std::size_t place = count;
  visit_backward(grid, scratch, reached, [&](const Tile& tile) {
    if (--place < out.size()) out[place] = grid.id(tile);
  });
  if (count > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, count};
}

// See path_stages.hpp. A corridor is given by its jump points; that of a smoothed path, tile by
// tile, has the same form.
struct JumpStages {
  const Grid& map;
  GridScratch& scratch;

  [[nodiscard]] Point end_of_partial(TileId tile, const Point& /*goal*/) const noexcept {
    return center(map.tile(tile));
  }
  [[nodiscard]] Result extract_portals(std::span<const TileId> corridor,
                                       Pull /*pull*/) const noexcept {
    return extract_jump_portals(map, corridor, scratch.portals);
  }
  [[nodiscard]] std::span<TileId> smoothed() const noexcept { return scratch.corridor; }
  [[nodiscard]] std::span<const TileId> unsmoothed(TileId last,
                                                   std::size_t /*count*/) const noexcept {
    const Result written = extract_jump_points(map, scratch.search, last, scratch.corridor);
    return std::span<const TileId>(scratch.corridor).first(written.count);
  }
};

}  // namespace

CorridorResult find_jump_points(const Grid& grid, const JumpMap& jumps, const Point& start,
                                const Point& goal, const JumpSearchOptions& options,
                                SearchScratch& scratch, std::span<TileId> out) noexcept {
  CorridorResult result;
  const auto [first, last] = join_ends(
      {grid.locate(start), grid.locate(goal)}, start, goal,
      [&](const Tile& tile) { return grid.is_walkable(tile); },
      [&](const Tile& a, const Tile& b) { return grid.is_connected(a, b); });
  if (!first || !last || !jumps.is_current(grid) || scratch.node_count() < grid.tile_count()) {
    result.status = Status::invalid_input;
    return result;
  }
  if (!grid.is_connected(*first, *last)) return result;
  const SearchResult found = find_cheapest(JumpGraph(grid, jumps, *last), grid.id(*first),
                                           grid.id(*last), options.expansion_limit, scratch);
  result.status = found.status;
  result.expanded = found.expanded;
  if (found.status != Status::ok) return result;
  const Result written = extract_jump_points(grid, scratch, found.reached, out);
  result.status = written.status;
  result.cost = found.cost;
  result.count = written.count;
  return result;
}

Result extract_jump_tiles(const Grid& grid, std::span<const TileId> jump_points,
                          std::span<TileId> out) noexcept {
  std::size_t count = 0;
  const auto write = [&](TileId tile) {
    if (count < out.size()) out[count] = tile;
    ++count;
  };
  for (std::size_t i = 0; i < jump_points.size(); ++i) {
    if (jump_points[i] >= grid.tile_count()) return {Status::invalid_input, 0};
    if (i == 0) {
      write(jump_points[0]);
      continue;
    }
    const std::optional<TileRun> run =
        detail::find_run(grid.tile(jump_points[i - 1]), grid.tile(jump_points[i]));
    if (!run) return {Status::invalid_input, 0};
    const auto step = static_cast<TileId>(run->step.y * grid.width() + run->step.x);
    TileId tile = jump_points[i - 1];
    for (std::int32_t k = 0; k < run->length; ++k) write(tile += step);
  }
  if (count > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, count};
}

Result extract_jump_portals(const Grid& grid, std::span<const TileId> jump_points,
                            std::span<Portal> out) noexcept {
  if (jump_points.empty()) return {Status::ok, 0};
  if (jump_points[0] >= grid.tile_count()) return {Status::invalid_input, 0};
  JumpRuns runs(grid, jump_points);
  return detail::write_compressed_portals(runs, out);
}

PathResult find_jump_path(const Grid& grid, const JumpMap& jumps, const Point& start,
                          const Point& goal, const JumpPathOptions& options, GridScratch& scratch,
                          std::span<Point> out) noexcept {
  const Point from = snap(start);
  const Point to = snap(goal);
  const CorridorResult found =
      find_jump_points(grid, jumps, from, to, options.search, scratch.search, scratch.corridor);
  return detail::run_path_stages(JumpStages{grid, scratch}, from, to, found, options.pull,
                                 options.smoothing, out);
}

}  // namespace taut
