// Connected components of the walkable tiles, kept right through edits.
#pragma once

#include <cstddef>

#include <taut/detail/component_labels.hpp>
#include <taut/tile_bits.hpp>

namespace taut {

// Two tiles are in one component when orthogonal steps over walkable tiles join them.
//
// Opening tiles costs the tiles opened. Blocking tiles looks at the rim of the rectangle first:
// when its walkable tiles hang together along the rim, nothing can have fallen apart. Otherwise it
// costs what floods from the pieces of the rim cost (component_labels.hpp).
//
// Memory: 4 bytes per tile, 8 per label.
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
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return labels_.memory_bytes(); }

  // To be told after the edit of `bits`: the tiles of the rectangle, which lies inside the map, are
  // now all walkable (opened) or all blocked (blocked).
  void opened(const TileBits& bits, const TileRect& tiles);
  void blocked(const TileBits& bits, const TileRect& tiles);

 private:
  [[nodiscard]] std::size_t index(int x, int y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  void label_run(int begin, int end, int y);

  int width_;
  ComponentLabels labels_;
};

}  // namespace taut
