// Connected components of the walkable tiles, kept right through edits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/tile_bits.hpp>

namespace taut {

// Two tiles are in one component when orthogonal steps over walkable tiles join them.
//
// Every tile has a label; labels that turn out to be one component are united in a forest. So
// opening tiles costs the tiles opened. Blocking tiles looks at the rim of the rectangle first:
// when its walkable tiles hang together along the rim, nothing can have fallen apart. Otherwise
// floods from the pieces of the rim run side by side until all but one have ended, which costs the
// size of all parts but the largest (times the number of pieces).
//
// Memory: 4 bytes per tile, 8 per label. Labels are renumbered, in one pass over the map, when
// edits have made as many new ones as a quarter of the tiles.
class Components {
 public:
  using Label = std::uint32_t;
  static constexpr Label kBlocked = 0;

  explicit Components(const TileBits& bits);

  // The component of a tile: equal for two tiles exactly when they are connected; kBlocked for
  // blocked ones. Labels may change with every edit. Requires (x, y) inside. Const and safe from
  // many threads.
  [[nodiscard]] Label of(int x, int y) const noexcept { return find(labels_[index(x, y)]); }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // To be told after the edit of `bits`: the tiles of the rectangle, which lies inside the map, are
  // now all walkable (opened) or all blocked (blocked).
  void opened(const TileBits& bits, const TileRect& tiles);
  void blocked(const TileBits& bits, const TileRect& tiles);

 private:
  struct Flood;

  [[nodiscard]] std::size_t index(int x, int y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  [[nodiscard]] Label find(Label label) const noexcept {
    while (parent_[label] != label) label = parent_[label];
    return label;
  }
  Label add_label();
  Label unite(Label a, Label b) noexcept;
  void label_run(int begin, int end, int y);
  void label_tile(const TileBits& bits, int x, int y);
  void renumber();
  void split(const TileBits& bits, Label component, std::vector<Flood>& floods);
  void extend(const TileBits& bits, Label component, Label first_new, Flood& flood);

  int width_;
  int height_;
  std::size_t count_ = 0;
  std::vector<Label> labels_;         // per tile
  std::vector<Label> parent_;         // per label; a root is its own parent
  std::vector<std::uint32_t> tiles_;  // per label: of a root, the tiles of its component
};

}  // namespace taut
