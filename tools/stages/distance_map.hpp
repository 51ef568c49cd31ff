// The distances from everywhere to the nearest of some goals, over a mesh or over tiles.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "tools/input/query_settings.hpp"

namespace taut::tools {

struct PlaceToGo {
  Point at{0.0F, 0.0F};
  double cost = 0.0;
};

// What a field says at a point.
struct DistanceAnswer {
  double distance = 0.0;
  std::size_t goal = 0;    // its index
  Point next{0.0F, 0.0F};  // the next corner, or the centre of the next tile; the goal's at a goal
};

class DistanceMap {
 public:
  virtual ~DistanceMap() = default;

  // Nothing where no goal is reached.
  [[nodiscard]] virtual std::optional<DistanceAnswer> run_query(const Point& point) const = 0;
  // Infinite where no goal is reached.
  [[nodiscard]] virtual double distance(const Point& point) const = 0;

  // The time of the fastest of a few builds.
  [[nodiscard]] double build_us() const noexcept { return build_us_; }

 protected:
  double build_us_ = 0.0;
};

// The map of distances up to `limit`, as settings.map says. Requires goals on walkable tiles.
[[nodiscard]] std::unique_ptr<DistanceMap> build_distances(const Grid& grid,
                                                           const QuerySettings& settings,
                                                           const std::vector<PlaceToGo>& goals,
                                                           double limit);

}  // namespace taut::tools
