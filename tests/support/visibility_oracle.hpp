// The any-angle optimum on small maps: a visibility graph and Dijkstra, in integers.
#pragma once

#include <vector>

#include <taut/grid.hpp>

#include "support/lattice.hpp"

namespace taut::test {

// All coordinates here are steps of 1/1024 tile.

// Whether a point agent can walk the closed segment a b; a == b tests the point. Tests every tile,
// tile edge and tile corner in the bounding box of the segment.
bool is_segment_walkable(const Grid& grid, LatticePoint a, LatticePoint b);

// The lengths of shortest any-angle paths on one map.
class VisibilityGraph {
 public:
  // Cost: cubic in the number of obstacle corners, times the tiles between.
  explicit VisibilityGraph(const Grid& grid);

  // Length in tiles of the shortest path; infinity when there is none.
  [[nodiscard]] long double find_length(LatticePoint start, LatticePoint goal) const;

  // The same from each of some places to each: entry i * places.size() + k is from i to k.
  [[nodiscard]] std::vector<long double> find_lengths(
      const std::vector<LatticePoint>& places) const;

 private:
  // A tile corner where paths may turn. Between two blocked tiles that touch only there it is two
  // nodes, each with the walkable tile that it belongs to; others belong to all four.
  struct Node {
    LatticePoint at;
    LatticePoint sector;  // (+-1, +-1), or (0, 0) for all directions
  };
  struct Link {
    std::size_t to;
    long double length;
  };

  [[nodiscard]] bool is_linked(const Node& a, const Node& b) const;
  // Per node, infinity where it is not seen.
  [[nodiscard]] std::vector<long double> find_links(LatticePoint place) const;
  // Extends the lengths of straight ways to nodes to shortest lengths.
  void extend(std::vector<long double>& lengths) const;

  const Grid* grid_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Link>> links_;
};

}  // namespace taut::test
