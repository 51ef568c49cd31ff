// The distances from everywhere to the nearest of some goals; over tiles.
#pragma once

#include <taut/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "tools/input/query_settings.hpp"
#include "tools/output/answer.hpp"

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
  std::optional<std::uint32_t> link{};  // by which the way begins; then `next` is its exit
};

class DistanceMap {
 public:
  DistanceMap() = default;
  DistanceMap(const DistanceMap&) = delete;
  DistanceMap& operator=(const DistanceMap&) = delete;
  virtual ~DistanceMap() = default;

  // Nothing where no goal is reached.
  [[nodiscard]] virtual std::optional<DistanceAnswer> run_query(const Point& point) const = 0;
  // Infinite where no goal is reached.
  [[nodiscard]] virtual double distance(const Point& point) const = 0;

  // The time of the fastest of a few builds.
  [[nodiscard]] double build_us() const noexcept { return build_us_; }

 protected:
  // Builds a few times; the fastest counts.
  template <class Build>
  void measure(const Build& build) {
    constexpr int kBuilds = 3;
    build_us_ = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kBuilds; ++i) {
      const Clock::time_point begin = Clock::now();
      build();
      build_us_ = std::min(build_us_, to_microseconds(Clock::now() - begin));
    }
  }

 private:
  double build_us_ = 0.0;
};

// By tile steps, up to `limit`. Requires goals on walkable tiles.
[[nodiscard]] std::unique_ptr<DistanceMap> build_tile_distances(const PricedMap& map,
                                                                DiagonalRule rule,
                                                                const std::vector<PlaceToGo>& goals,
                                                                double limit);

}  // namespace taut::tools
