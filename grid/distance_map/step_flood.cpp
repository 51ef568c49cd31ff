#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "grid/distance_map/tile_flood.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {
namespace {

bool is_before(const Tile& a, const Tile& b) noexcept { return a.y != b.y ? a.y < b.y : a.x < b.x; }

bool is_usable(const TileFlood& flood, const TileLink& link) noexcept {
  const TileBits& walkable = flood.memory.walkable;
  return link.cost <= static_cast<double>(kMaxTileValue) &&
         walkable.is_set(link.from.x, link.from.y) && walkable.is_set(link.to.x, link.to.y);
}

// Steps downhill lead from larger numbers to smaller ones: so over each link too, however little it
// costs.
double cost_before(double cost, double of_link) noexcept {
  const double sum = cost + round_summand(of_link);
  const auto number = static_cast<float>(cost);
  if (static_cast<float>(sum) > number) return sum;
  return static_cast<double>(std::nextafter(number, std::numeric_limits<float>::infinity()));
}

// Floods from a marked tile of this cost over the links that lead to it.
void pass_links(const TileFlood& flood, Tile to, double cost) noexcept {
  auto link = std::lower_bound(flood.links.begin(), flood.links.end(), to,
                               [](const TileLink& a, const Tile& b) { return is_before(a.to, b); });
  for (; link != flood.links.end() && link->to == to; ++link) {
    if (!is_usable(flood, *link)) continue;
    const TileId from = flood.grid.id(link->from);
    double next = cost_before(cost, link->cost);
    if (flood.theirs != nullptr) next = std::max(next, flood.earliest(from));
    if (!(next <= flood.limit)) continue;
    if (flood.relax(from, next) == TileFlood::Reached::first) {
      flood.memory.queue.push(from, next, 0);
    }
  }
}

}  // namespace

bool are_links(std::span<const TileLink> links) noexcept {
  const bool are_costs = std::all_of(links.begin(), links.end(),
                                     [](const TileLink& link) { return link.cost >= 0.0; });
  return are_costs &&
         std::is_sorted(links.begin(), links.end(),
                        [](const TileLink& a, const TileLink& b) { return is_before(a.to, b.to); });
}

bool mark_links(const TileFlood& flood) noexcept {
  if (flood.links.empty()) return false;
  std::fill_n(flood.memory.passed.get(), flood.grid.tile_count(), std::uint8_t{0});
  bool is_any = false;
  for (const TileLink& link : flood.links) {
    if (!is_usable(flood, link)) continue;
    flood.memory.passed[flood.grid.id(link.to)] = 1;
    is_any = true;
  }
  return is_any;
}

std::size_t flood_by_steps(const TileFlood& flood) noexcept {
  const Grid& grid = flood.grid;
  const TileBits& walkable = flood.memory.walkable;
  TileQueue& queue = flood.memory.queue;
  const StepTable& table = kStepTables[static_cast<std::size_t>(flood.steps.diagonal)];
  std::array<TileId, kSteps.size()> offsets{};
  std::array<double, kSteps.size()> lengths{};
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    offsets[i] = static_cast<TileId>(kSteps[i].dy * grid.width() + kSteps[i].dx);
    lengths[i] = flood.steps.length == DiagonalLength::one ? 1.0 : kSteps[i].length;
  }
  const detail::MoverTiles tiles(grid, flood.steps.costs);
  const bool has_costs = tiles.has_costs();
  const double uniform = static_cast<double>(tiles.uniform_cost());
  const bool has_links = !flood.links.empty();
  std::size_t expanded = 0;
  while (queue.next_level()) {
    for (TileId tile = queue.pop(); tile != TileQueue::kNone; tile = queue.pop()) {
      if (!flood.is_current(tile)) continue;
      ++expanded;
      const double cost = queue.cost(tile);
      const double factor = has_costs ? static_cast<double>(tiles.cost(tile)) : uniform;
      const Tile at = grid.tile(tile);
      if (has_links && flood.memory.passed[tile] != 0) pass_links(flood, at, cost);
      unsigned steps = table[walkable.around(at.x, at.y)];
      for (; steps != 0; steps &= steps - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(steps));
        const TileId to = tile + offsets[i];
        const double mean =
            has_costs ? 0.5 * (factor + static_cast<double>(tiles.cost(to))) : uniform;
        double next = cost + lengths[i] * mean;
        if (flood.theirs != nullptr) next = std::max(next, flood.earliest(to));
        if (!(next <= flood.limit)) continue;
        if (flood.relax(to, next) == TileFlood::Reached::first) queue.push(to, next, 0);
      }
    }
  }
  return expanded;
}

}  // namespace taut
