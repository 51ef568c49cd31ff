// The distance to the nearest wall, for searches for wide agents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/geometry.hpp>
#include <taut/tile.hpp>
#include <taut/tile_bits.hpp>

TAUT_API_BEGIN
namespace taut {

// The distance from each point of the half-tile lattice (tile corners, centres and the middles of
// tile edges) to the nearest blocked tile or the outside. It does not depend on an agent's size:
// one serves all.
//
// Between two corners of obstacles, or a corner and a wall, the narrowest place has its middle on
// this lattice, so whether a disc fits through a gap is decided exactly there.
//
// Memory: 2 bytes per point, 8 per tile. Cost: linear, some 20 ns per point.
class Clearance {
 public:
  // Errors    std::invalid_argument for a side longer than kMaxMapSide.
  explicit Clearance(const TileBits& walkable);

  // Applies an edit of the tiles in a rectangle, which may reach beyond the map: afterwards it
  // equals a new one. Requires that tiles elsewhere are unchanged.
  // Errors    std::invalid_argument when the size of `walkable` is not that of the map that this
  //           was made from.
  // Cost      the bounding box of the points to which no wall was nearer than the rectangle: about
  //           1 ns per point where the whole rectangle is blocked. Otherwise about 20 ns for each
  //           of them and of the points as far around as their walls; then it allocates 4 temporary
  //           bytes for each.
  void update(const TileBits& walkable, const TileRect& tiles);

  // Points per row and rows: x = 0, 1/2, 1, ..., width of the map in tiles.
  [[nodiscard]] int columns() const noexcept { return columns_; }
  [[nodiscard]] int rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t point_count() const noexcept { return squares_.size(); }

  // Squared distance at the point (column / 2, row / 2), in half tiles; kMost means that or more.
  // Requires 0 <= column < columns(), 0 <= row < rows().
  [[nodiscard]] std::uint32_t square(int column, int row) const noexcept {
    return squares_[index(column, row)];
  }
  static constexpr std::uint32_t kMost = 0xffff;

  // The least square() at which a disc fits; above kMost for radii of 128 tiles and more, for which
  // no place is known to fit.
  [[nodiscard]] static std::uint32_t least_square(double radius) noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return squares_.capacity() * sizeof(std::uint16_t);
  }

 private:
  // Points of the lattice, first and last column and row.
  struct Points {
    int left;
    int above;
    int right;
    int below;
  };

  [[nodiscard]] std::size_t index(int column, int row) const noexcept {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  // The columns of a row whose values are to be written, and those whose walls determine them.
  struct Stretch {
    int left;
    int right;  // left of `left` for none
    int first_wall;
    int last_wall;
  };

  // Writes the values of stretches, one per row from first_row on, from the walls in `window`.
  void transform(const TileBits& walkable, const Points& window, int first_row,
                 std::span<const Stretch> stretches);
  [[nodiscard]] Points find_changing(const Points& changed) const noexcept;
  void come_nearer(const Points& changed, const Points& box) noexcept;
  void measure_again(const TileBits& walkable, const Points& changed, const Points& box);

  int columns_;
  int rows_;
  std::vector<std::uint16_t> squares_;
};

}  // namespace taut
TAUT_API_END
