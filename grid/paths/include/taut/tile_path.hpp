// A* from tile to tile.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>
#include <taut/grid_search.hpp>

TAUT_API_BEGIN
namespace taut {

// find_corridor() between two tiles instead of points.
//
// Errors    invalid_input: start or goal is blocked or outside; and those of find_corridor().
[[nodiscard]] CorridorResult find_tile_path(const Grid& grid, Tile start, Tile goal,
                                            const GridSearchOptions& options,
                                            SearchScratch& scratch, std::span<TileId> out) noexcept;

}  // namespace taut
TAUT_API_END
