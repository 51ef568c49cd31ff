#include <taut/engine/weighted_pull.hpp>

#include <algorithm>

#include <taut/detail/path_writer.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/funnel.hpp>

#include "core/funnel/weighted_memory.hpp"

namespace taut {
namespace {

constexpr double kTolerance = 1e-9;

bool is_cost(float cost) noexcept { return cost >= kLeastTerrainCost && cost <= kMostTerrainCost; }

}  // namespace

WeightedScratch::WeightedScratch(std::size_t portals)
    : memory_(detail::make_hidden<detail::WeightedMemory>()) {
  fit(portals);
}

void WeightedScratch::fit(std::size_t portals) {
  if (memory_->legs.size() > portals) return;
  // As a whole: without memory for all of them it stays as it is.
  *memory_ = {.portals = portals,
              .crossings = detail::UnsetArray<detail::Crossing>(portals),
              .legs = detail::UnsetArray<detail::WeightedLeg>(portals + 1),
              .borders = detail::UnsetArray<detail::Border>(portals),
              .runs = detail::UnsetArray<detail::BorderRun>(portals + 1),
              .points = detail::UnsetArray<Point>(max_path_points(portals))};
}

std::size_t WeightedScratch::max_portals() const noexcept { return memory_->portals; }

std::size_t WeightedScratch::memory_bytes() const noexcept {
  const std::size_t portals = memory_->portals;
  return sizeof(detail::WeightedMemory) +
         portals * (sizeof(detail::Crossing) + sizeof(detail::Border)) +
         (portals + 1) * (sizeof(detail::WeightedLeg) + sizeof(detail::BorderRun)) +
         max_path_points(portals) * sizeof(Point);
}

WeightedResult string_pull_weighted(const Point& start, const Point& goal,
                                    std::span<const Portal> portals, std::span<const float> costs,
                                    WeightedScratch& scratch, std::span<Point> out) noexcept {
  if (costs.size() != portals.size() + 1 || !std::all_of(costs.begin(), costs.end(), is_cost) ||
      scratch.max_portals() < portals.size()) {
    return {};
  }
  detail::WeightedMemory& memory = *scratch.memory();
  const bool is_uniform =
      std::all_of(costs.begin(), costs.end(), [&](float cost) { return cost == costs[0]; });
  WeightedResult result;
  result.status = Status::ok;
  if (!is_uniform) {
    const detail::WeightedBounds bounds =
        detail::find_crossings(start, goal, portals, costs, kTolerance, memory);
    if (!bounds.is_near) return {Status::out_of_nodes};
    result.cost = bounds.cost;
    result.bound = bounds.bound;
  }
  // From one change of the cost to the next the path is the shortest.
  const std::span<Point> points(memory.points.data(), max_path_points(portals.size()));
  PathWriter path(out);
  Point from = start;
  std::size_t first = 0;
  for (std::size_t i = 0; i <= portals.size(); ++i) {
    if (i < portals.size() && costs[i] == costs[i + 1]) continue;
    const Point to =
        i < portals.size() ? detail::rounded_crossing(portals[i], memory.crossings[i]) : goal;
    const Result pulled = string_pull(from, to, portals.subspan(first, i - first), points);
    if (is_uniform) {
      result.cost = static_cast<double>(costs[0]) * path_length(points.first(pulled.count));
      result.bound = result.cost;
    }
    for (const Point& point : points.first(pulled.count)) {
      if (!path.append(point)) {
        result.status = Status::truncated;
        result.count = path.count();
        return result;
      }
    }
    from = to;
    first = i + 1;
  }
  result.count = path.count();
  return result;
}

}  // namespace taut
