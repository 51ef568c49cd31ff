#include "grid/distance_map/link_flood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

}  // namespace taut
