// Whether an answer is right: every benchmark asks before it takes the time.
#pragma once

#include <taut/grid.hpp>

#include <span>
#include <string>
#include <vector>

#include "bench_map.hpp"

namespace taut::bench {

// What is wrong with a path from the start to the goal of the query, empty when nothing is: it is
// not valid (validate.hpp), or shorter than the shortest.
[[nodiscard]] std::string find_fault(const Grid& grid, const BenchQuery& query,
                                     std::span<const Point> path);

// Whether a length is that of the shortest tile path, to one millionth.
[[nodiscard]] bool is_octile_length(const BenchQuery& query, double length);

// Walks over orthogonal steps from a tile and writes the number of steps to each tile that it
// reaches. Starts from tiles with -1 only. Requires a distance for each tile and a walkable tile
// `from`.
void flood(const Grid& grid, Tile from, std::span<int> distance);

// The number of steps from a tile to each, -1 where none lead.
[[nodiscard]] std::vector<int> find_distances(const Grid& grid, Tile from);

// The number of components, by floods.
[[nodiscard]] std::size_t count_components(const Grid& grid);

}  // namespace taut::bench
