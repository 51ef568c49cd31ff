// Connected components of the walkable tiles, kept right through edits.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <taut/constants.hpp>
#include <taut/detail/component_labels.hpp>
#include <taut/tile_bits.hpp>

namespace taut {

namespace detail {

// Where the tiles of a map lie in memory: in strips of kComponentBlock columns, so that those of a
// block follow each other.
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

// Two tiles are in one component when orthogonal steps over walkable tiles join them.
//
// Cost of an edit: its tiles and the rows of the blocks of 32 x 32 tiles that it touches. When
// pieces of these blocks fall apart or are joined, at worst half of the pieces of the map
// (component_labels.hpp), of which most maps have few per block.
//
// Memory: 4 bytes per tile, 16 per piece, 24 per pair of linked pieces.
class Components {
 public:
  using Label = ComponentLabels::Label;
  static constexpr Label kBlocked = ComponentLabels::kNone;

  explicit Components(const TileBits& bits);

  // The component of a tile: equal for two tiles exactly when they are connected; kBlocked for
  // blocked ones. Labels may change with every edit. Requires (x, y) inside. Const and safe from
  // many threads.
  [[nodiscard]] Label of(int x, int y) const noexcept { return labels_.of(index(x, y)); }

  [[nodiscard]] std::size_t count() const noexcept { return labels_.count(); }
  [[nodiscard]] std::size_t piece_count() const noexcept { return labels_.piece_count(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return labels_.memory_bytes(); }

  // To be told after the edit of `bits`: the tiles of the rectangle, which lies inside the map, are
  // now all walkable (opened) or all blocked (blocked).
  void opened(const TileRect& tiles);
  void blocked(const TileBits& bits, const TileRect& tiles);

 private:
  [[nodiscard]] std::size_t index(int x, int y) const noexcept { return strips_.index(x, y); }
  void link_borders();
  [[nodiscard]] std::vector<Tile> find_beside(const TileRect& tiles) const;
  void split_piece(const TileBits& bits, std::span<const Tile> beside);
  void move_links(const TileRect& block, const TileRect& run, Label from, Label to);

  detail::TileStrips strips_;
  ComponentLabels labels_;
};

}  // namespace taut
