// The stages of a query for an agent with a radius.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <taut/disc_map.hpp>
#include <taut/disc_search.hpp>
#include <taut/grid.hpp>
#include <taut/validate_disc.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace taut::tools {

// Makes paths of a disc, from a point's path or by its own search: the stages of find_disc_path(),
// one by one. The grid may be edited between queries; edit() must follow each edit.
class DiscQuery {
 public:
  // Above kNarrowRadius its own search runs on a DiscMap, up to its widest disc; beyond on the
  // half-tile lattice.
  DiscQuery(const Grid& grid, const DiscOptions& options) : grid_(grid), options_(options) {}

  [[nodiscard]] double radius() const noexcept { return options_.radius; }
  // Whether the search must know where the disc fits: then find() makes the input of pull().
  [[nodiscard]] bool is_wide() const noexcept { return radius() > kNarrowRadius; }

  // Where the path begins and ends; without that there is no query.
  [[nodiscard]] std::optional<DiscEnds> find_ends(const Point& start,
                                                  const Point& goal) const noexcept {
    return find_disc_ends(grid_.bits(), start, goal, options_);
  }

  void edit(const TileRect& tiles) {
    if (clearance_) clearance_->update(grid_.bits(), tiles);
    if (disc_map_) disc_map_->update(grid_.bits(), tiles);
  }
  // Builds the data of the search outside the measured time, unless it exists, and its memory.
  void prepare();
  // The name of what expanded() counts.
  [[nodiscard]] const char* node_name() const noexcept {
    return uses_disc_map() ? "funnels" : "half-tile steps";
  }
  [[nodiscard]] Status find(const Point& start, const Point& goal);
  [[nodiscard]] std::span<const Point> found() const noexcept {
    return std::span<const Point>(found_).first(found_count_);
  }
  [[nodiscard]] std::size_t expanded() const noexcept { return expanded_; }

  [[nodiscard]] Status pull(std::span<const Point> path);
  // The result of the last pull(); empty unless it was ok.
  [[nodiscard]] std::span<const DiscTurn> turns() const noexcept {
    return std::span<const DiscTurn>(turns_).first(count_);
  }
  void forget() noexcept {
    count_ = 0;
    found_count_ = 0;
    expanded_ = 0;
  }

  [[nodiscard]] DiscCheck check(const Point& start, const Point& goal) const noexcept {
    return validate_disc_path(grid_, start, goal, turns(), radius());
  }
  // The least distance of the path from a wall.
  [[nodiscard]] double clearance() const noexcept {
    constexpr double kAll = std::numeric_limits<double>::infinity();
    return validate_disc_path(grid_, turns(), radius(), kAll).clearance;
  }

 private:
  [[nodiscard]] bool uses_disc_map() const noexcept {
    return is_wide() && radius() <= DiscMap::kMostRadius;
  }

  const Grid& grid_;
  DiscOptions options_;
  std::optional<DiscMap> disc_map_;
  std::optional<OptimalScratch> mesh_scratch_;
  std::optional<Clearance> clearance_;
  std::optional<WideScratch> scratch_;
  std::vector<Point> found_;
  std::size_t found_count_ = 0;
  std::size_t expanded_ = 0;
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
