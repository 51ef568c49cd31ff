// The links of a World for maps of tiles: distances, exploring, flight and escape over all floors.
#pragma once

#include <cstdint>
#include <vector>

#include <taut/agent.hpp>
#include <taut/detail/api.hpp>
#include <taut/engine/tile_steps.hpp>

TAUT_API_BEGIN
namespace taut {

class World;

// Which way links are passed on the ways that a map of tiles has the numbers of.
enum class TileWays : std::uint8_t {
  to_goals,    // from each tile to the goals: for find_downhill_step()
  from_goals,  // from the goals to each tile: where others can be, as for find_escape_map()
};

// The links that are open, wide enough for an agent, and of a class that its ground does not block,
// as DistanceMapOptions::links, at their cost for the agent: from the tiles that their ends are on,
// of segments by the middles of parts of at most kLinkSpacing. The agent need not be prepared.
//
// Errors    std::invalid_argument: a ground that was not set.
// Cost      n log n in the places of links. Allocates.
[[nodiscard]] std::vector<TileLink> build_tile_links(const World& world, const Agent& agent = {},
                                                     TileWays ways = TileWays::to_goals);

}  // namespace taut
TAUT_API_END
