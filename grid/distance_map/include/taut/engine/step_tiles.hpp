// One turn of many creatures on tiles: each makes a step down its distance map, none is in the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/tile_steps.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

struct TAUT_LOCAL StepTilesMemory;

// What stands on a square of tiles.
struct TileCreature {
  static constexpr int kMostSize = 16;

  Tile at{};  // of a larger one the tile with the least x and y
  // The numbers of tiles that it walks down, such as those of find_tile_distances(); none: it goes
  // nowhere of its own. A larger one reads the number of `at`: make its map on a grid whose
  // walkable tiles are the places where it has room.
  std::span<const float> values{};
  TileSteps steps{};
  int size = 1;  // tiles a side, at most kMostSize
  // The larger one goes first. With ranks nobody is sure to come to its goal but those of the
  // highest.
  std::uint8_t rank = 0;
  bool stays = false;  // moves for nobody
  // Turns since it was last at a goal, had nowhere to go, or gave up: of one rank, who has waited
  // longest goes first. step_tiles() counts it; begin with 0.
  std::uint32_t waited = 0;
};

struct StepTilesResult {
  Status status = Status::ok;  // ok or invalid_input
  std::size_t moved = 0;       // creatures

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// The memory of turns on maps of certain sides; one per thread.
//
// Memory: 8 bytes per tile, 120 per creature.
class StepTilesScratch {
 public:
  // For at most so many creatures.
  explicit StepTilesScratch(const Grid& grid, std::size_t creatures);

  // Makes room for a grid of other sides, and for more creatures. Allocates.
  void fit(const Grid& grid, std::size_t creatures);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // ---- For the library. ----
  [[nodiscard]] StepTilesMemory* memory() noexcept { return memory_.get(); }

 private:
  detail::Hidden<StepTilesMemory> memory_;
};

// Moves each creature by at most one step, all at once. A step is one of for_each_neighbor(), for a
// larger creature by the places where all of its tiles can be walked, or a link from its tile.
//
// Wish      the tile of find_downhill_step(), where that is free or becomes free; else the next
//           best lower one, else to stay. A creature alone walks just so.
// Pushes    Creatures that move first push those on the tile that they step to; a creature that is
//           pushed may push the next. Where one cannot leave, the creature that pushes it tries its
//           own next tile. A pushed creature goes to the tile with the least sum of number and cost
//           of the step, of several to one beside the way of the creature that pushes it; never to
//           one with kUnreachedTile unless it stands on one. A creature with the same `values` is
//           pushed to a lower number, or not at all.
// Dead ends A creature that can push none of those in its way, although all of them could still
//           choose, gives up: they move first, and push it back. So two that meet in a corridor
//           swap where there is a place beside it; where there is none they go back and forth.
// Holds     after the turn no two overlap. No two that overlap each other's old tiles have swapped,
//           and no two have crossed each other's way on two diagonals of four tiles. The same calls
//           give the same turns.
// Arrival   Where every tile is on a loop of steps that are not diagonal, diagonal steps need both
//           tiles beside, and the creatures have one tile each, one rank, different maps with
//           one goal each, and none stays: each comes to its goal after some turns (not all at
//           once: one at its goal is pushed away when another has to pass).
//
// Errors    invalid_input, and nothing changes: creatures overlap each other or the outside; a size
//           that is not within 1 to kMostSize; `values` with fewer than grid.tile_count() elements,
//           but some; steps without an enumerator; the scratch was made for other sides, or for
//           fewer creatures.
// Writes    `at` and `waited` of the creatures.
// Cost      about 1 us a creature, and some ns for each link. Does not allocate.
// Source    Priority Inheritance with Backtracking for Iterative Multi-agent Path Finding (PIBT;
//           Okumura, Machida, Defago and Tamura 2019), here with diagonal steps and larger
//           creatures: one that needs the tiles of several pushes all of them or none. Each is
//           pushed at most 8 times a turn in vain.
[[nodiscard]] StepTilesResult step_tiles(const Grid& grid, std::span<TileCreature> creatures,
                                         std::span<const TileLink> links,
                                         StepTilesScratch& scratch) noexcept;

}  // namespace taut
TAUT_API_END
