#include <algorithm>
#include <bit>

#include "grid/paths/step_tables.hpp"
#include "grid/tile_field/tile_flood.hpp"

namespace taut {
namespace {

// Tiles of a run, and of a chain of diagonal steps with the runs beside it, before it is queued
// again. Long ones overtake the order of costs, so a few tiles are reached at less later; short
// ones take more entries, and memory far apart.
constexpr int kRunLength = 256;
constexpr int kChainLength = 32;

constexpr PrunedTables kOrthogonalTables = make_pruned_tables(DiagonalRule::never);

// Each state is a tile and the step by which it was reached. Of the steps out of it only those of
// the pruned tables are made. A tile that is reached again at the same cost by another step is
// expanded for that step too, as the tables of a step hold for that step alone.
class RunFlood {
 public:
  explicit RunFlood(const TileFlood& flood) noexcept
      : flood_(flood),
        queue_(flood.memory.queue),
        has_diagonals_(flood.steps.diagonal != DiagonalRule::never),
        tables_(has_diagonals_ ? kPrunedTables : kOrthogonalTables),
        width_(flood.grid.width()),
        diagonal_(flood.steps.length == DiagonalLength::one ? 1.0 : kDiagonalCost) {}

  std::size_t run() noexcept {
    std::size_t expanded = 0;
    while (queue_.next_level()) {
      for (TileId tile = queue_.pop(); tile != TileQueue::kNone; tile = queue_.pop()) {
        if (!flood_.is_current(tile)) continue;
        ++expanded;
        expand(tile);
      }
    }
    return expanded;
  }

 private:
  void expand(TileId tile) noexcept {
    const double cost = queue_.cost(tile);
    const unsigned steps = queue_.steps(tile);
    const Tile at = flood_.grid.tile(tile);
    run_straight(at, tile, cost, steps);
    if (!has_diagonals_) {
      if ((steps & 1U << 1) != 0) chain<1>(at, tile, cost, 1.0);
      if ((steps & 1U << 3) != 0) chain<3>(at, tile, cost, 1.0);
      return;
    }
    if (steps >> 4 == 0) return;
    if ((steps & 1U << 4) != 0) chain<4>(at, tile, cost, diagonal_);
    if ((steps & 1U << 5) != 0) chain<5>(at, tile, cost, diagonal_);
    if ((steps & 1U << 6) != 0) chain<6>(at, tile, cost, diagonal_);
    if ((steps & 1U << 7) != 0) chain<7>(at, tile, cost, diagonal_);
  }

  // Whether the state is new.
  template <unsigned i>
  [[nodiscard]] bool reach(TileId tile, double cost) noexcept {
    constexpr std::uint8_t kBit = 1U << i;
    std::uint8_t& passed = flood_.memory.passed[tile];
    switch (flood_.reach(tile, cost)) {
      case TileFlood::Reached::first:
        passed = kBit;
        return true;
      case TileFlood::Reached::again:
        if ((passed & kBit) != 0) return false;
        passed = static_cast<std::uint8_t>(passed | kBit);
        return true;
      case TileFlood::Reached::worse:
        break;
    }
    return false;
  }

  // Queues a tile that was reached by step i, at the end of a run.
  template <unsigned i>
  void queue_state(Tile at, TileId tile, double cost) noexcept {
    const std::uint8_t steps = tables_[i][flood_.memory.walkable.around(at.x, at.y)];
    if (steps != 0) queue_.push(tile, cost, steps);
  }

  // Steps i one after the other, and from each tile the runs beside.
  template <unsigned i>
  void chain(Tile at, TileId tile, double cost, double length) noexcept {
    for (int k = 0; k < kChainLength; ++k) {
      cost += length;
      if (!(cost <= flood_.limit)) return;
      tile += offset<i>();
      if (!reach<i>(tile, cost)) return;
      at = {at.x + kSteps[i].dx, at.y + kSteps[i].dy};
      const unsigned steps = tables_[i][flood_.memory.walkable.around(at.x, at.y)];
      run_straight(at, tile, cost, steps & ~(1U << i));
      if ((steps & 1U << i) == 0) return;
    }
    queue_.push(tile, cost, 1U << i);
  }

  void run_straight(Tile at, TileId tile, double cost, unsigned steps) noexcept {
    if ((steps & 1U << 0) != 0) run_along_row<0>(at, tile, cost);
    if ((steps & 1U << 2) != 0) run_along_row<2>(at, tile, cost);
    if (!has_diagonals_) return;
    if ((steps & 1U << 1) != 0) run_along_column<1>(at, tile, cost);
    if ((steps & 1U << 3) != 0) run_along_column<3>(at, tile, cost);
  }

  template <unsigned i>
  void run_along_row(Tile from, TileId tile, double cost) noexcept {
    constexpr int dx = kSteps[i].dx;
    const StopLines::Run run = flood_.memory.stops.row_run<dx>(from, kRunLength);
    for (int k = 0; k < run.length; ++k) {
      cost += 1.0;
      if (!(cost <= flood_.limit)) return;
      tile += offset<i>();
      if (!reach<i>(tile, cost)) return;
    }
    if (run.is_stopped) {
      queue_state<i>({from.x + dx * run.length, from.y}, tile, cost);
    } else {
      queue_.push(tile, cost, 1U << i);
    }
  }

  template <unsigned i>
  void run_along_column(Tile from, TileId tile, double cost) noexcept {
    constexpr int dy = kSteps[i].dy;
    const std::uint64_t* stops = flood_.memory.stops.column<dy>(from.x) + from.y;
    const std::uint64_t bit = StopLines::column_bit(from.x);
    for (int k = 1; k <= kRunLength; ++k) {
      cost += 1.0;
      if (!(cost <= flood_.limit)) return;
      tile += offset<i>();
      if (!reach<i>(tile, cost)) return;
      stops += dy;
      if ((*stops & bit) != 0) {
        queue_state<i>({from.x, from.y + dy * k}, tile, cost);
        return;
      }
    }
    queue_.push(tile, cost, 1U << i);
  }

  template <unsigned i>
  [[nodiscard]] TileId offset() const noexcept {
    return static_cast<TileId>(kSteps[i].dy * width_ + kSteps[i].dx);
  }

  const TileFlood flood_;
  TileQueue& queue_;
  bool has_diagonals_;
  const PrunedTables& tables_;
  int width_;
  double diagonal_;
};

}  // namespace

std::size_t flood_by_runs(const TileFlood& flood) noexcept { return RunFlood(flood).run(); }

}  // namespace taut
