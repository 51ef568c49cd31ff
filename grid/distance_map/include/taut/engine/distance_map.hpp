// Distance maps: a number for each tile, the distance by tile steps to the nearest of some goals.
// Known as Dijkstra maps.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/search.hpp>
#include <taut/engine/tile_steps.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

struct TAUT_LOCAL DistanceMapMemory;

// The number of a tile from which no goal is reached.
inline constexpr float kUnreachedTile = std::numeric_limits<float>::infinity();

// The largest initial value, and minus the smallest one, in tiles.
inline constexpr float kMaxTileValue = 268435456.0F;

struct TileGoal {
  Tile at{};
  float value = 0.0F;  // the distance begins with it
};

struct DistanceMapOptions {
  TileSteps steps{};
  // Tiles with larger numbers are not reached. NaN reaches none.
  double limit = kNoLengthLimit;
  // Ways beside the steps, ordered by the tile that they lead to, row by row, as those of
  // build_tile_links(): from each of them to the goals. For a map of the ways that lead away from
  // the goals they are turned around. Those with an end that cannot be walked, and those that cost
  // more than kMaxTileValue, are as if they were not there.
  std::span<const TileLink> links{};
};

struct DistanceMapResult {
  Status status = Status::ok;  // ok or invalid_input
  std::size_t expanded = 0;    // entries taken from the queue
  std::size_t left_out = 0;    // goals on tiles that cannot be walked

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// The memory of distance maps on maps of certain sides; one per thread.
//
// Memory: 20 bytes per tile.
class DistanceMapScratch {
 public:
  explicit DistanceMapScratch(const Grid& grid);

  // Makes room for a grid of other sides. Allocates.
  void fit(const Grid& grid);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // ---- For the library. ----
  [[nodiscard]] DistanceMapMemory* memory() noexcept { return memory_.get(); }

 private:
  detail::Hidden<DistanceMapMemory> memory_;
};

// Writes for each tile, by its id, the least over all goals of the goal's value plus the cost of
// the cheapest tile path to it, over steps and links; kUnreachedTile where there is none within the
// limit. Goals outside the map, on blocked tiles and on tiles of a class that steps.costs blocks
// are left out, as long as one is left. Several goals on one tile count as the one with the least
// value. Where all tiles cost 1, numbers are sums of initial values, rounded to multiples of 2^-24,
// of ones and of kDiagonalCost: exact, and rounded to float at the end. Costs of links are rounded
// as initial values; a link makes a number larger in any case, by one place of a float at the
// least.
//
// Errors    invalid_input, and nothing is written: all goals are left out; the value of a goal is
//           NaN or beyond kMaxTileValue; `out` has fewer than grid.tile_count() elements; the
//           scratch was made for other sides; a rule or length is no enumerator; the cost of a link
//           is NaN or below 0, or links are not in order.
// Writes    the first grid.tile_count() elements of `out`.
// Cost      some ns per tile reached, and below 1 ns for every tile of the map; with links that of
//           terrain. Does not allocate.
// Source    Dijkstra (1959) with buckets of width 1, the least cost of a step, within which the
//           order does not matter (Denardo and Fox 1979); canonical orderings of steps (Sturtevant
//           and Rabin 2016), by which most tiles are reached once, in straight runs.
[[nodiscard]] DistanceMapResult find_tile_distances(const Grid& grid,
                                                    std::span<const TileGoal> goals,
                                                    const DistanceMapOptions& options,
                                                    DistanceMapScratch& scratch,
                                                    std::span<float> out) noexcept;

// Turns distances into a map whose steps downhill flee from the goals: every tile becomes a goal,
// whose value is its number times `factor`, but for those with kUnreachedTile. With a factor such
// as -1.2, who flees runs past a goal to get out of a dead end when that is worth it; the lower the
// factor, the later. What stands on tiles that cannot be walked is ignored, they become
// kUnreachedTile.
//
// Errors    invalid_input, and nothing is written: the factor is not below 0; a product on a
//           walkable tile is NaN or less than -kMaxTileValue, or finite and more than
//           kMaxTileValue; for `values`, scratch and steps those of find_tile_distances().
// Source    "The Incredible Power of Dijkstra Maps" (Brogue's safety maps).
[[nodiscard]] DistanceMapResult turn_to_flee(const Grid& grid, float factor,
                                             const DistanceMapOptions& options,
                                             DistanceMapScratch& scratch,
                                             std::span<float> values) noexcept;

// Leads above this count as this, so that floats tell tiles apart.
inline constexpr float kMostLead = 65536.0F;

// Writes for each tile by how much who stands there may be sooner than others on a way to an exit,
// as a negative number: the escape map. `theirs` has the distances of the others, such as those of
// find_tile_distances() from where they stand, with the same steps; times 1 / s if they are s times
// as fast. Along a way each tile must be left behind in time: so the number of a tile is the least,
// over its ways to exits, of the greatest, over the tiles of the way, of the cost up to this tile
// minus theirs. An exit's value is added at its end, as the time that it takes to open.
//
// Where the number is below 0, steps downhill (find_downhill_step()) lead to an exit over tiles on
// none of which the others can be as soon. If all move by these steps, and the map is rebuilt
// after each move, it stays below 0. Where it is not below 0 there is no such way: steps downhill
// are then least late, and turn_to_flee() stays away. Without any way: kUnreachedTile.
//
// Errors    invalid_input: those of find_tile_distances() for exits as goals, and for `theirs` as
//           `out`; theirs has a NaN or a number below 0 on a walkable tile. `theirs` and `out` may
//           not overlap.
// Writes    the first grid.tile_count() elements of `out`.
// Cost      that of find_tile_distances() with terrain. Does not allocate.
[[nodiscard]] DistanceMapResult find_escape_map(const Grid& grid, std::span<const TileGoal> exits,
                                                std::span<const float> theirs,
                                                const DistanceMapOptions& options,
                                                DistanceMapScratch& scratch,
                                                std::span<float> out) noexcept;

// The tile to step to: of the neighbours, and of the tiles to which links lead from `from`, those
// whose number is less than its number; of these the one for which number and cost of the step have
// the least sum; of several the first of for_each_neighbor(), and links last. Nothing where there
// is none: at a goal, or where nothing is reached. `from` may be blocked.
//
// Requires  values.size() >= grid.tile_count(), grid.is_inside(from), and what for_each_neighbor()
//           requires.
[[nodiscard]] std::optional<Tile> find_downhill_step(const Grid& grid,
                                                     std::span<const float> values, Tile from,
                                                     const TileSteps& steps,
                                                     std::span<const TileLink> links = {}) noexcept;

}  // namespace taut
TAUT_API_END
