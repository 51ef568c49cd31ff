// The stages of a query for a disc.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <taut/agent.hpp>
#include <taut/disc_path.hpp>
#include <taut/engine/validate_disc.hpp>
#include <taut/grid.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace taut::tools {

class CellMap;

// Where its path begins and ends, and what makes it from the path that a search found.
class DiscQuery {
 public:
  // `slide`: how far, in tiles, start and goal may move to where the disc fits.
  DiscQuery(const Grid& grid, double radius, double slide)
      : grid_(grid), radius_(snap_radius(radius)), slide_(slide) {}

  [[nodiscard]] double radius() const noexcept { return radius_; }

  // The nearest place where the disc fits; without one there is no query.
  [[nodiscard]] std::optional<Point> find_end(const Point& asked) const noexcept;

  // From a path on the cells; those of tiles are those of a point.
  [[nodiscard]] Status pull(std::span<const Point> path, CellMap& cells);
  // The result of the last pull(); empty unless it was ok.
  [[nodiscard]] std::span<const DiscTurn> turns() const noexcept {
    return std::span<const DiscTurn>(turns_).first(count_);
  }
  void forget() noexcept { count_ = 0; }

  [[nodiscard]] DiscCheck check(const Point& start, const Point& goal) const noexcept {
    return validate_disc_path(grid_, start, goal, turns(), radius());
  }
  // The least distance of the path from a wall.
  [[nodiscard]] double clearance() const noexcept {
    constexpr double kAll = std::numeric_limits<double>::infinity();
    return validate_disc_path(grid_, turns(), radius(), kAll).clearance;
  }

 private:
  const Grid& grid_;
  double radius_;
  double slide_;
  std::vector<Point> work_;
  std::vector<DiscTurn> turns_;
  std::size_t count_ = 0;
};

// The path in the format of the CSV: `x y;x y@cx cy:l;...`, an arc is attached to the point where
// it begins.
[[nodiscard]] std::string to_csv(std::span<const DiscTurn> turns);

// A line per turn, each ending in LF.
[[nodiscard]] std::string to_text(std::span<const DiscTurn> turns);

// The points, and for each arc the index of its first point, its center and side.
[[nodiscard]] nlohmann::ordered_json points_to_json(std::span<const DiscTurn> turns);
[[nodiscard]] nlohmann::ordered_json arcs_to_json(std::span<const DiscTurn> turns);

// For pictures: the path as points, rounded, no farther than 1/100 tile from it.
[[nodiscard]] std::vector<Point> to_picture_path(std::span<const DiscTurn> turns, double radius);

}  // namespace taut::tools
