// The path of a jump point search (internal).
#pragma once

#include <span>

#include <taut/engine/search.hpp>
#include <taut/grid.hpp>

namespace taut::detail {

// Writes the jump points from the start of the scratch's last search to `reached`; truncated with
// the first of them when `out` is smaller.
[[nodiscard]] Result extract_jump_points(const Grid& grid, const SearchScratch& scratch,
                                         NodeId reached, std::span<TileId> out) noexcept;

}  // namespace taut::detail
