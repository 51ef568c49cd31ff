// From the user's units to tiles and back.
#pragma once

#include <array>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut {

// Where a map lies in the user's world. The point (0, 0) of the map, the outer corner of tile
// (0, 0), is at `origin`, and tiles are `tile_size` wide. The point (x, y) of the map is at
// origin + tile_size * (x, y). Where the user's y grows upwards, against the order of the map's
// rows, it is at origin + tile_size * (x, -y): the map lies below its origin, which is then its
// upper left corner.
//
// World and Finder work in tiles. Arguments are converted by to_tiles() and its like, answers by
// from_tiles():
//
//     const FindOptions options{Agent::disc(frame.length_to_tiles(radius))};
//     found = finder.find(frame.to_tiles(start), frame.to_tiles(goal), options);
//     frame.path_from_tiles(found.turns, turns);
//
// Rounding  Computed in double; each coordinate is rounded to float once. Queries then snap to the
//           lattice of 1/1024 tile. A lattice point that is converted to the user's units and
//           back is the same after snapping, as long as its coordinates, in tiles and in the user's
//           units, are below 4096 tiles.
// Bad input NaN stays NaN, and values beyond the range of float become its largest. Queries answer
//           both with invalid_input.
class WorldFrame {
 public:
  static constexpr double kMaxOrigin = 1e12;
  static constexpr double kMinTileSize = 1e-9;
  static constexpr double kMaxTileSize = 1e9;

  // The user's units are tiles.
  WorldFrame() = default;

  // Errors    std::invalid_argument for a tile size outside kMinTileSize to kMaxTileSize, or an
  //           origin that is not finite or beyond kMaxOrigin.
  WorldFrame(const DiscPoint& origin, double tile_size);
  // The user's y grows upwards.
  // Errors    as above.
  [[nodiscard]] static WorldFrame upwards(const DiscPoint& origin, double tile_size);

  [[nodiscard]] Point to_tiles(const Point& place) const noexcept;
  [[nodiscard]] Point from_tiles(const Point& place) const noexcept;

  // Radii and lengths of paths.
  [[nodiscard]] double length_to_tiles(double length) const noexcept { return length / tile_size_; }
  [[nodiscard]] double length_from_tiles(double length) const noexcept {
    return length * tile_size_;
  }

  // The tiles that a rectangle overlaps, from its least coordinates to its largest. Its sides are
  // snapped to the lattice first, so a rectangle that extends less than half a step into a tile
  // does not overlap it. Empty, {0, 0, 0, 0}, when the rectangle is inverted, has no area or is not
  // a number. Coordinates are clamped to 2^20 tiles.
  [[nodiscard]] TileRect rect_to_tiles(const Point& low, const Point& high) const noexcept;
  // The corners of a rectangle of tiles with the least and the largest coordinates.
  [[nodiscard]] std::array<Point, 2> rect_from_tiles(const TileRect& tiles) const noexcept;

  // Whole paths: path[i] becomes out[i], up to the end of the shorter one. Both may be the same
  // memory. Where y grows upwards a left turn becomes a right one.
  void path_to_tiles(std::span<const Point> path, std::span<Point> out) const noexcept;
  void path_from_tiles(std::span<const Point> path, std::span<Point> out) const noexcept;
  void path_to_tiles(std::span<const DiscTurn> path, std::span<DiscTurn> out) const noexcept;
  void path_from_tiles(std::span<const DiscTurn> path, std::span<DiscTurn> out) const noexcept;
  // Polylines that follow arcs.
  void path_from_tiles(std::span<const DiscPoint> path, std::span<DiscPoint> out) const noexcept;

  [[nodiscard]] const DiscPoint& origin() const noexcept { return origin_; }
  [[nodiscard]] double tile_size() const noexcept { return tile_size_; }
  [[nodiscard]] bool is_upwards() const noexcept { return is_upwards_; }

 private:
  [[nodiscard]] DiscPoint scale() const noexcept {
    return {tile_size_, is_upwards_ ? -tile_size_ : tile_size_};
  }
  [[nodiscard]] DiscPoint to_tiles_exactly(const DiscPoint& place) const noexcept;
  [[nodiscard]] DiscPoint from_tiles_exactly(const DiscPoint& place) const noexcept;
  [[nodiscard]] CornerKind turn_of(CornerKind kind) const noexcept;

  DiscPoint origin_{0.0, 0.0};
  double tile_size_ = 1.0;
  bool is_upwards_ = false;
};

}  // namespace taut
TAUT_API_END
