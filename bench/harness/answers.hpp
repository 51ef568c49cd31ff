// Whether an answer is right: every table checks it before taking times.
#pragma once

#include <taut/finder.hpp>
#include <taut/grid.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "bench/maps/bench_map.hpp"

namespace taut::bench {

// The fault of a path from the start to the goal of the query: it is not valid (validate.hpp), or
// shorter than the optimum. Empty when there is none.
[[nodiscard]] std::string find_fault(const Grid& grid, const BenchQuery& query,
                                     std::span<const Point> path);

// Whether a length is that of the shortest tile path, to one millionth.
[[nodiscard]] bool is_octile_length(const BenchQuery& query, double length);

// Whether two searches found the same points, or as many turns, after as many expansions.
[[nodiscard]] bool is_same(const FoundPath& a, const FoundPath& b);

// The queries of a map with wrong answers by one method.
class Faults {
 public:
  Faults(const BenchMap& map, std::string method);

  // Counts a query once; prints the first fault to stderr.
  void note(std::size_t query, const std::string& fault);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  const BenchMap& map_;
  std::string method_;
  std::vector<bool> is_wrong_;  // per query
  std::size_t count_ = 0;
};

// Floods the map from a tile by orthogonal steps and writes the number of steps to each tile
// reached whose distance is -1. Requires a distance for each tile and a walkable tile `from`.
void flood(const Grid& grid, Tile from, std::span<int> distance);

// The number of steps from a tile to each other tile, -1 where it cannot be reached.
[[nodiscard]] std::vector<int> find_distances(const Grid& grid, Tile from);

// The number of connected components, by floods.
[[nodiscard]] std::size_t count_components(const Grid& grid);

}  // namespace taut::bench
