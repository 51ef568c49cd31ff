#include <algorithm>
#include <array>
#include <bit>

#include "grid/distance_map/tile_flood.hpp"
#include "grid/paths/step_tables.hpp"

namespace taut {
namespace {

// Tiles of a run, and of a chain of diagonal steps with the runs beside it, before it is queued
// again. Long ones overtake the order of costs, so a few tiles are reached at less later; short
// ones take more entries, and memory far apart.
constexpr int kRunLength = 256;
constexpr int kChainLength = 32;

// Tiles side by side in a row that are reached at once: as many floats as a vector register holds.
constexpr int kBlock = 4;
constexpr int kLeastBlocks = 2;  // of a run: in shorter ones many fail
constexpr std::array<double, kBlock> kGrowing{1.0, 2.0, 3.0, 4.0};
constexpr std::array<double, kBlock> kFalling{4.0, 3.0, 2.0, 1.0};

// The step up or down that diagonal step i contains.
template <unsigned i>
constexpr unsigned kAlongColumn = kSteps[i].dy > 0 ? 1 : 3;

// Runs along columns from the tiles of a chain of diagonal steps: a bit each, that of the column in
// StopLines. The chain does not leave the word, so it has one tile in each column and row.
struct Columns {
  [[nodiscard]] double cost(int bit) const noexcept { return costs[static_cast<std::size_t>(bit)]; }

  std::uint64_t bits = 0;
  double highest = 0.0;          // of the costs
  std::array<double, 64> costs;  // by bit, minus one for each row from where the chain began
};

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
        diagonal_(flood.steps.length == DiagonalLength::one ? 1.0 : kDiagonalCost),
        block_limit_(std::min(flood.limit, static_cast<double>(flood.exact_from) - 1.0)) {}

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
  [[nodiscard]] bool relax(TileId tile, double cost) noexcept {
    constexpr std::uint8_t kBit = 1U << i;
    std::uint8_t& passed = flood_.memory.passed[tile];
    switch (flood_.relax(tile, cost)) {
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
    constexpr bool kIsDiagonal = i >= 4;
    const Tile from = at;
    Columns columns;
    std::uint64_t column = StopLines::column_bit(at.x + kSteps[i].dx);
    for (int k = 1;; ++k) {
      cost += length;
      if (!(cost <= flood_.limit)) break;
      tile += offset<i>();
      if (!relax<i>(tile, cost)) break;
      at = {at.x + kSteps[i].dx, at.y + kSteps[i].dy};
      const unsigned steps = tables_[i][flood_.memory.walkable.around(at.x, at.y)];
      run_along_rows(at, tile, cost, steps);
      if constexpr (kIsDiagonal) {
        if ((steps & 1U << kAlongColumn<i>) != 0) {
          columns.bits |= column;
          columns.highest = cost - k;
          columns.costs[static_cast<std::size_t>(std::countr_zero(column))] = columns.highest;
        }
        column = next_column<i>(column);
      }
      if ((steps & 1U << i) == 0) break;
      if (k == kChainLength || column == 0) {
        queue_.push(tile, cost, 1U << i);
        break;
      }
    }
    if constexpr (kIsDiagonal) run_along_columns<i>(from, columns);
  }

  void run_along_rows(Tile at, TileId tile, double cost, unsigned steps) noexcept {
    if ((steps & 1U << 0) != 0) run_along_row<0>(at, tile, cost);
    if ((steps & 1U << 2) != 0) run_along_row<2>(at, tile, cost);
  }
  void run_straight(Tile at, TileId tile, double cost, unsigned steps) noexcept {
    run_along_rows(at, tile, cost, steps);
    if (!has_diagonals_) return;
    if ((steps & 1U << 1) != 0) run_along_column<1>(at, tile, cost);
    if ((steps & 1U << 3) != 0) run_along_column<3>(at, tile, cost);
  }

  // Reaches kBlock tiles of a row, from the one with the least id on, at the costs plus `more`,
  // which are below block_limit_. Reaches none when not all are new.
  template <unsigned i>
  [[nodiscard]] bool relax_block(TileId first, const double* costs, double more) noexcept {
    float* const known = flood_.numbers + first;
    std::array<float, kBlock> numbers;
    int less = 0;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      numbers[k] = static_cast<float>(costs[k] + more);
      less += numbers[k] < known[k] ? 1 : 0;
    }
    if (less != kBlock) return false;
    std::copy_n(numbers.data(), kBlock, known);
    std::fill_n(flood_.memory.passed.get() + first, kBlock, std::uint8_t{1U << i});
    return true;
  }

  template <unsigned i>
  void run_along_row(Tile from, TileId tile, double cost) noexcept {
    constexpr int dx = kSteps[i].dx;
    const StopLines::Run run = flood_.memory.stops.row_run<dx>(from, kRunLength);
    constexpr auto kToFirst = static_cast<TileId>(dx > 0 ? 1 : -kBlock);
    const double* const costs = dx > 0 ? kGrowing.data() : kFalling.data();
    int left = run.length;
    if (left >= kLeastBlocks * kBlock) {
      while (left >= kBlock && cost + kBlock < block_limit_ &&
             relax_block<i>(tile + kToFirst, costs, cost)) {
        tile += static_cast<TileId>(dx * kBlock);
        cost += kBlock;
        left -= kBlock;
      }
    }
    for (; left > 0; --left) {
      cost += 1.0;
      if (!(cost <= flood_.limit)) return;
      tile += offset<i>();
      if (!relax<i>(tile, cost)) return;
    }
    if (run.is_stopped) {
      queue_state<i>({from.x + dx * run.length, from.y}, tile, cost);
    } else {
      queue_.push(tile, cost, 1U << i);
    }
  }

  // The runs along columns beside a chain of steps i, row by row: the tiles of a row lie side by
  // side in memory, those of a column each in another cache line.
  template <unsigned i>
  void run_along_columns(Tile from, const Columns& columns) noexcept {
    constexpr unsigned kStep = kAlongColumn<i>;
    constexpr int dy = kSteps[i].dy;
    const int x = from.x + kSteps[i].dx;  // where the chain begins
    std::uint64_t column = StopLines::column_bit(x);
    const int first_x = x - std::countr_zero(column);
    const std::uint64_t* stops = flood_.memory.stops.column<dy>(x) + from.y + dy;
    TileId row = flood_.grid.id(from) + static_cast<TileId>(first_x - from.x + dy * width_);
    std::uint64_t waiting = columns.bits;
    std::uint64_t active = 0;
    for (int k = 2; (waiting | active) != 0; ++k) {
      active |= waiting & column;
      waiting &= ~column;
      column = next_column<i>(column);
      row += offset<kStep>();
      stops += dy;
      active = relax_row<kStep>(row, active, columns, k);
      for (std::uint64_t ends = active & *stops; ends != 0; ends &= ends - 1) {
        const int bit = std::countr_zero(ends);
        const TileId tile = row + static_cast<TileId>(bit);
        queue_state<kStep>({first_x + bit, from.y + dy * k}, tile, columns.cost(bit) + k);
      }
      active &= ~*stops;
      if (k <= kRunLength) continue;
      for (; active != 0; active &= active - 1) {
        const int bit = std::countr_zero(active);
        queue_.push(row + static_cast<TileId>(bit), columns.cost(bit) + k, 1U << kStep);
      }
    }
  }

  // Reaches the tiles of a row that have a bit. Returns the bits of those that are new.
  template <unsigned i>
  [[nodiscard]] std::uint64_t relax_row(TileId row, std::uint64_t bits, const Columns& columns,
                                        double more) noexcept {
    constexpr std::uint64_t kFull = (std::uint64_t{1} << kBlock) - 1;
    const bool has_blocks = columns.highest + more < block_limit_;
    for (std::uint64_t left = bits; left != 0;) {
      const int first = std::countr_zero(left) / kBlock * kBlock;
      std::uint64_t block = left & kFull << first;
      left &= ~block;
      if (has_blocks && block == kFull << first &&
          relax_block<i>(row + static_cast<TileId>(first), columns.costs.data() + first, more)) {
        continue;
      }
      for (; block != 0; block &= block - 1) {
        const int bit = std::countr_zero(block);
        const double cost = columns.cost(bit) + more;
        const bool is_new = cost <= flood_.limit && relax<i>(row + static_cast<TileId>(bit), cost);
        if (!is_new) bits &= ~(std::uint64_t{1} << bit);
      }
    }
    return bits;
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
      if (!relax<i>(tile, cost)) return;
      stops += dy;
      if ((*stops & bit) != 0) {
        queue_state<i>({from.x, from.y + dy * k}, tile, cost);
        return;
      }
    }
    queue_.push(tile, cost, 1U << i);
  }

  // The bit of the next column of a chain; 0 where that is in another word.
  template <unsigned i>
  [[nodiscard]] static std::uint64_t next_column(std::uint64_t bit) noexcept {
    return kSteps[i].dx > 0 ? bit << 1 : bit >> 1;
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
  double block_limit_;  // below it no tile is beyond the limit, or needs its cost
};

}  // namespace

std::size_t flood_by_runs(const TileFlood& flood) noexcept { return RunFlood(flood).run(); }

}  // namespace taut
