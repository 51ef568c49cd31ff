// The tiles that a mover reaches whose table blocks classes (internal).
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <taut/engine/tile_bits.hpp>
#include <taut/grid.hpp>

namespace taut::detail {

// The components of a grid know no classes. Kept from query to query: units before a closed door
// query again and again.
class ReachableTiles {
 public:
  // The tiles that the mover may walk. `revision` is that of the world. Valid until the next call.
  // Cost      the tiles of the map for another revision or other blocked classes; else nothing.
  //           Allocates.
  const TileBits& find_walkable(const Grid& grid, std::uint64_t revision,
                                const TerrainCosts& costs);
  // Those of them that are connected to `from`. Valid until the next call.
  // Requires  find_walkable() of the same world and table, and a tile that it holds.
  // Cost      the runs of tiles reached, unless the ones reached before hold `from`. Allocates
  //           once for a world.
  const TileBits& find_reachable(Tile from);
  // Another world may have the same revision.
  void forget() noexcept { is_known_ = false; }

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  using Classes = std::bitset<kTerrainClasses>;
  // Consecutive tiles of a row, all walkable.
  struct Run {
    int y;
    int first;
    int last;
  };

  void clear_blocked(const Grid& grid, const Classes& blocked);
  void add_run_at(int x, int y);

  bool is_known_ = false;
  std::uint64_t revision_ = 0;
  Classes blocked_;
  std::optional<TileBits> walkable_;
  std::optional<TileBits> reached_;
  bool has_reached_ = false;
  std::vector<Run> queue_;  // whose neighbours are to be reached
};

}  // namespace taut::detail
