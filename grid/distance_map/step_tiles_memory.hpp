// What a turn of creatures on tiles is computed in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>

namespace taut {

inline constexpr std::uint32_t kNoCreature = (std::numeric_limits<std::uint32_t>::max)();
inline constexpr TileId kUndecided = (std::numeric_limits<TileId>::max)();

// The tiles that a creature may step to, the best first.
struct TileChoices {
  static constexpr std::size_t kMost = 16;
  std::array<TileId, kMost> tiles;
  std::uint32_t count = 0;
};

// A creature that looks for a tile.
struct TileChooser {
  std::uint32_t creature = 0;
  std::uint32_t log_begin = 0;  // of what was decided since its choice
  std::uint32_t next = 0;       // of its choices
  bool has_chosen = false;      // and pushes the creature there
  TileChoices choices;
};

struct CreatureTurn {
  TileId to = kUndecided;
  std::uint32_t first = kNoCreature;  // for whom it was decided
  bool gives_up = false;
  std::uint8_t tries = 0;  // pushes in vain
  bool has_wish = false;   // a lower number beside it
};

struct TAUT_LOCAL StepTilesMemory {
  StepTilesMemory(const Grid& grid, std::size_t creatures)
      : width(grid.width()),
        height(grid.height()),
        now(grid.tile_count(), kNoCreature),
        next(grid.tile_count(), kNoCreature) {
    order.reserve(creatures);
    turns.reserve(creatures);
    choosers.reserve(creatures);
    log.reserve(creatures);
  }

  [[nodiscard]] bool fits(const Grid& grid, std::size_t creatures) const noexcept {
    return width == grid.width() && height == grid.height() && creatures <= turns.capacity();
  }

  int width;
  int height;
  std::vector<std::uint32_t> now;   // who stands on each tile
  std::vector<std::uint32_t> next;  // who will
  std::vector<std::uint32_t> order;
  std::vector<CreatureTurn> turns;
  std::vector<TileChooser> choosers;  // each is pushed by the one before
  std::vector<std::uint32_t> log;     // creatures that decided, and may have to think again
};

}  // namespace taut
