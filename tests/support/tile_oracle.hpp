// Tile searches and components by brute force.
#pragma once

#include <vector>

#include <taut/engine/grid_search.hpp>
#include <taut/grid.hpp>

namespace taut::test {

// Costs of the cheapest tile paths from `start` to every tile, by id; infinity for unreachable
// ones. Requires that start is walkable.
std::vector<double> find_tile_costs(const Grid& grid, Tile start, DiagonalRule rule,
                                    const Ground& ground = Ground());

// Whether the rule lets a step go from one tile to another.
bool is_step_allowed(const Grid& grid, Tile from, Tile to, DiagonalRule rule);

// Cost of an allowed step.
double step_cost(const Grid& grid, Tile from, Tile to, const Ground& ground = Ground());

// The walkable tiles that a point lies in or on the edge of.
std::vector<Tile> find_tiles_at(const Grid& grid, const Point& point);

// The component of each tile, numbered from 1 in the order of their first tiles; 0 for blocked
// ones.
std::vector<int> label_components(const Grid& grid);

}  // namespace taut::test
