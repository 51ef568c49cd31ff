// Connected components of the walkable tiles, updated by edits.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/component_labels.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/tile_bits.hpp>

TAUT_API_BEGIN
namespace taut {

namespace detail {

// The memory layout of the tiles: strips of kComponentBlock columns, so that the tiles of a block
// are contiguous.
struct TileStrips {
  int width;
  int height;

  [[nodiscard]] std::size_t index(int x, int y) const noexcept {
    const int strip = x & ~(kComponentBlock - 1);
    const int columns = width - strip < kComponentBlock ? width - strip : kComponentBlock;
    return static_cast<std::size_t>(strip) * static_cast<std::size_t>(height) +
           static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(x - strip);
  }
};

}  // namespace detail

// Two tiles are in one component when orthogonal steps over walkable tiles connect them.
//
// Cost of an edit: its tiles and the rows of the blocks of 32 x 32 tiles that it touches. When
// pieces of these blocks are split or joined, in the worst case also half of the pieces of the map
// (component_labels.hpp); most maps have few per block.
//
// Memory: 4 bytes per tile, 16 per piece, 24 per pair of linked pieces.
class Components {
 public:
  using Label = detail::ComponentLabels::Label;
  static constexpr Label kBlocked = detail::ComponentLabels::kNone;

  explicit Components(const TileBits& bits);

  // The component of a tile: equal for two tiles exactly when they are connected; kBlocked for
  // blocked ones. Labels may change with every edit. Requires (x, y) inside. Safe to call from many
  // threads.
  [[nodiscard]] Label of(int x, int y) const noexcept { return labels_.of(index(x, y)); }

  [[nodiscard]] std::size_t count() const noexcept { return labels_.count(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return labels_.memory_bytes(); }

  // To be called after an edit of `bits`: all tiles of the rectangle, which lies inside the map,
  // are now walkable (opened) or blocked (blocked).
  void opened(const TileRect& tiles);
  void blocked(const TileBits& bits, const TileRect& tiles);

 private:
  [[nodiscard]] std::size_t index(int x, int y) const noexcept { return strips_.index(x, y); }
  void link_borders();
  [[nodiscard]] std::vector<Tile> find_beside(const TileRect& tiles) const;
  void split_piece(const TileBits& bits, std::span<const Tile> beside);
  void move_links(const TileRect& block, const TileRect& run, Label from, Label to);

  detail::TileStrips strips_;
  detail::ComponentLabels labels_;
};

}  // namespace taut
TAUT_API_END
