// The shortest paths of a square agent on small maps: a visibility graph of grown corners, in
// integers.
#pragma once

#include <cstdint>
#include <vector>

#include <taut/grid.hpp>

#include "support/lattice.hpp"

namespace taut::test {

// All coordinates here are steps of 1/1024 tile.
class SquareGraph {
 public:
  // Cost: cubic in the number of blocked tiles.
  SquareGraph(const Grid& grid, std::int64_t half_width);

  // Whether the open square around the point meets no obstacle.
  [[nodiscard]] bool has_room(LatticePoint place) const;
  // Whether that holds for every point of the closed segment.
  [[nodiscard]] bool is_free(LatticePoint a, LatticePoint b) const;

  // Length in tiles of the shortest path; infinity when there is none, or no room at its ends.
  [[nodiscard]] long double find_length(LatticePoint start, LatticePoint goal) const;

  // Corners of grown tiles where there is room: where paths turn.
  [[nodiscard]] const std::vector<LatticePoint>& corners() const { return corners_; }

 private:
  struct Box {  // open
    LatticePoint low;
    LatticePoint high;
  };
  struct Link {
    std::size_t to;
    long double length;
  };

  LatticePoint low_;  // the closed box that the map leaves to the centre
  LatticePoint high_;
  std::vector<Box> boxes_;
  std::vector<LatticePoint> corners_;
  std::vector<std::vector<Link>> links_;
};

}  // namespace taut::test
