// Links in a flood.
#pragma once

#include <span>

#include <taut/engine/tile_steps.hpp>

#include "grid/distance_map/tile_flood.hpp"

namespace taut {

// Whether no cost is NaN or negative, and they are in the order of DistanceMapOptions::links.
[[nodiscard]] bool are_links(std::span<const TileLink> links) noexcept;

// Sets memory.passed of the tiles that usable links lead to, and clears that of all others. Returns
// whether there is a usable link.
[[nodiscard]] bool mark_links(const TileFlood& flood) noexcept;

// Floods from a marked tile of this cost over the links that lead to it.
void pass_links(const TileFlood& flood, Tile to, double cost) noexcept;

}  // namespace taut
