// The fixed numbers of the library, in one place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

// Queries snap their start and goal to multiples of 1 / kLatticePerTile tile. Tile corners are such
// multiples, so everything that geometry decides on lies on one lattice.
inline constexpr int kLatticePerTile = 1024;

// Longest side of a map, in tiles. 16 384 tiles of 1 024 steps are 2^24 lattice steps: the most
// that a float holds exactly. Differences then take 25 bits, products 50, and orient() 51 of the 53
// bits of a double.
inline constexpr int kMaxMapSide = 16384;

// Longest side of a bitmap. Those of spaces have up to four columns per tile, and one more where a
// ground's costs part the tiles.
inline constexpr int kMaxBitsSide = 5 * kMaxMapSide;

// Cost of a diagonal tile step whose straight step costs 1: sqrt(2) rounded to a multiple of 2^-24
// (relative error 2e-8). Sums of such costs are exact in double up to 2^29 tiles, so two tile paths
// with the same number of straight and diagonal steps cost the same whatever the order of the
// steps, and ties are true ties.
inline constexpr double kDiagonalCost = 23726566.0 / 16777216.0;

// Limits of a search that has none.
inline constexpr std::size_t kNoExpansionLimit = (std::numeric_limits<std::size_t>::max)();
inline constexpr double kNoLengthLimit = std::numeric_limits<double>::infinity();

// Limits of terrain costs: of the factor on the length walked inside a tile.
inline constexpr float kLeastTerrainCost = 0.125F;
inline constexpr float kMostTerrainCost = 255.0F;

// The largest cost of a link, or of a goal of a field: sums of many, times any factor, are finite
// in float.
inline constexpr double kLargestCost = 1e30;

// Nodes of a search page: a search resets a whole page when it first touches a node of it. Small,
// as the nodes of jump point search lie far apart.
inline constexpr std::size_t kSearchPageNodes = 16;

// Side, in tiles, of the blocks within which an edit recomputes connected components; a power of
// two. The tiles of a row of a block are the bits of a 32-bit word.
inline constexpr int kComponentBlock = 32;

// Upper bound on the edges of a cell that build_mesh() of a grid makes by merging. Cells of game
// maps hardly ever need more, but between two rows of obstacles a single cell would take all their
// edges, and each edit there would decompose all of it again.
inline constexpr std::uint32_t kMaxMergedEdges = 64;

// Rays that path smoothing may spend on a path, for each of its points.
inline constexpr std::size_t kSmoothingRaysPerPoint = 16;

// Searches over leaves of a quadtree multiply the straight-line heuristic by kLeafGreed, and
// straighten the corridor they find this many times. docs/mesh.md compares other values.
inline constexpr float kLeafGreed = 1.08F;
inline constexpr int kStraightenRounds = 1;

// Upper bound on the lanes of string_pull_batch(): two vectors of eight doubles.
inline constexpr std::size_t kMaxLanes = 16;

// Turns that a lane records before they are written as points of its path.
inline constexpr std::size_t kLaneTurns = 16;

// Portals that a lane may visit again beyond the number of portals of its corridor. Tile corridors
// need fewer; corridors along long curves exceed it and are handed over to the scalar scan.
inline constexpr std::size_t kLaneGrace = 64;

// The widest disc that fits wherever a point agent does: between blocked tiles that a point may
// pass there is at least one tile.
inline constexpr double kNarrowRadius = 0.5;

// Depth to which a tangent may cut into a circle before it counts: above the rounding of
// coordinates up to kMaxMapSide (1e-11), far below the 1e-4 of a tile to which a disc's distance is
// guaranteed.
inline constexpr double kDiscSlack = 1e-9;

// Angle, in radians, by which rounding may turn a leg that just touches a circle the wrong way.
inline constexpr double kDiscTurnSlack = 1e-6;

// The published funnel treats two points as equal when their squared distance is below this square
// of 0.001 units. Only simple_funnel() uses it: it is part of what was published.
inline constexpr float kSimpleFunnelEqual = 0.001F * 0.001F;

}  // namespace taut
TAUT_API_END
