// The alternative treatment of diagonal steps, measured to show the benefit of the portals of
// tile_portals.hpp.
#pragma once

#include <taut/engine/portal.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

#include <span>
#include <vector>

#include "tools/output/answer.hpp"

namespace taut::bench {

// Pulls through a corridor whose diagonal steps are walked as two orthogonal ones, along x first.
class Staircase {
 public:
  explicit Staircase(const Grid& grid) : grid_(grid) {}

  // Requires a corridor without cut corners. With status ok path() is the path until the next call;
  // the times are those of the portals and of the pull.
  [[nodiscard]] tools::QueryOutcome pull(const Point& start, const Point& goal,
                                         std::span<const TileId> corridor);

  [[nodiscard]] std::span<const Point> path() const noexcept { return path_; }

 private:
  const Grid& grid_;
  std::vector<TileId> corridor_;
  std::vector<Portal> portals_;
  std::vector<Point> points_;
  std::span<const Point> path_;
};

}  // namespace taut::bench
