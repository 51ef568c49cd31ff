// The shortest path of a disc on small maps: a graph of common tangents and arcs, and Dijkstra.
#pragma once

#include <vector>

#include <taut/grid.hpp>

#include "support/lattice.hpp"

namespace taut::test {

// The lengths of shortest disc paths on one map for one radius. Slow: looks at every tile for each
// tangent of any two obstacle corners.
class DiscGraph {
 public:
  DiscGraph(const Grid& grid, long double radius);

  // Length in tiles of the shortest path of the disc's centre; infinity when there is none.
  [[nodiscard]] long double find_length(LatticePoint start, LatticePoint goal) const;

 private:
  struct Place {
    long double x;
    long double y;
  };
  // A circle round a corner, passed with it on one side; start and goal are circles without radius.
  struct Round {
    Place center;
    int side;  // 1 left, -1 right, 0 a place
  };
  struct Tangent {
    std::size_t from;  // rounds
    std::size_t to;
    long double leaves;  // angles of the touching points on their circles
    long double arrives;
    long double length;
  };

  [[nodiscard]] bool is_free(const Place& place) const;
  [[nodiscard]] bool is_free(const Place& from, const Place& to) const;
  [[nodiscard]] bool is_arc_free(const Round& round, long double from, long double angle) const;
  void add_tangent(const std::vector<Round>& rounds, std::size_t from, std::size_t to,
                   std::vector<Tangent>& tangents) const;

  const Grid* grid_;
  long double radius_;
  std::vector<Round> rounds_;
  std::vector<Tangent> tangents_;
};

}  // namespace taut::test
