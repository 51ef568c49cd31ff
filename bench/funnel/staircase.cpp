#include "staircase.hpp"

#include <taut/engine/funnel.hpp>
#include <taut/engine/tile_portals.hpp>

namespace taut::bench {

tools::QueryOutcome Staircase::pull(const Point& start, const Point& goal,
                                    std::span<const TileId> corridor) {
  corridor_.clear();
  for (const TileId id : corridor) {
    if (!corridor_.empty()) {
      const Tile from = grid_.tile(corridor_.back());
      const Tile to = grid_.tile(id);
      if (from.x != to.x && from.y != to.y) corridor_.push_back(grid_.id({to.x, from.y}));
    }
    corridor_.push_back(id);
  }
  if (portals_.size() < max_portals(corridor_.size())) {
    portals_.resize(2 * max_portals(corridor_.size()));
    points_.resize(max_path_points(portals_.size()));
  }

  path_ = {};
  tools::QueryOutcome outcome;
  const tools::Clock::time_point begin = tools::Clock::now();
  const Result portals = extract_portals(grid_, corridor_, portals_);
  const tools::Clock::time_point middle = tools::Clock::now();
  outcome.status = portals.status;
  if (outcome.status != Status::ok) return outcome;
  const Result pulled =
      string_pull(start, goal, std::span<const Portal>(portals_).first(portals.count), points_);
  const tools::Clock::time_point end = tools::Clock::now();
  outcome.status = pulled.status;
  path_ = std::span<const Point>(points_).first(pulled.count);
  outcome.length = path_length(path_);
  outcome.times.portals_us = tools::to_microseconds(middle - begin);
  outcome.times.pull_us = tools::to_microseconds(end - middle);
  return outcome;
}

}  // namespace taut::bench
