// Grid: a map of square tiles, each walkable or blocked.
//
// *** TRUE MEANS WALKABLE *** in every array, bit and predicate that a grid is made from.
// Everything outside the map is blocked.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/components.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut {

inline constexpr std::size_t kTerrainClasses = 256;

// The factor of a class that the mover cannot enter.
inline constexpr float kBlockedTerrain = std::numeric_limits<float>::infinity();

// What each class of terrain (Grid::set_class()) costs one kind of agent, as a factor on length, or
// that it cannot enter it: boats, wagons and scouts have a ground each on one map.
// Tiles of a class that it blocks count as blocked tiles. Memory: 1 KB.
class Ground {
 public:
  // The same factor for every class.
  // Errors    std::invalid_argument, here and below, for a factor that is neither kBlockedTerrain
  //           nor within kLeastTerrainCost to kMostTerrainCost; then nothing is set.
  explicit Ground(float factor = 1.0F);

  void set(std::uint8_t terrain_class, float factor);

  // Keeps the mover off walls where the way around costs less: tiles within so many tiles of a
  // wall, diagonally too, cost `factor` times as much, at most kMostTerrainCost. The border of the
  // map and tiles of blocked classes are walls. 0 tiles or a factor of 1: no margin.
  // Errors    std::invalid_argument for tiles outside 0 to kMostMargin, and for a factor outside 1
  //           to kMostTerrainCost; then nothing is set.
  static constexpr int kMostMargin = 8;
  void set_margin(int tiles, float factor);
  [[nodiscard]] int margin() const noexcept { return margin_; }
  [[nodiscard]] float margin_factor() const noexcept { return margin_factor_; }
  // What a class costs within the margin.
  [[nodiscard]] float near_walls(std::uint8_t terrain_class) const noexcept;

  [[nodiscard]] float operator[](std::uint8_t terrain_class) const noexcept {
    return factors_[terrain_class];
  }
  [[nodiscard]] bool is_blocked(std::uint8_t terrain_class) const noexcept {
    return factors_[terrain_class] == kBlockedTerrain;
  }
  // Whether any class is blocked.
  [[nodiscard]] bool has_blocked() const noexcept { return blocked_ > 0; }

  // Whether any tile that is not blocked may cost other than 1.
  [[nodiscard]] bool has_factors() const noexcept { return costly_ > blocked_ || margin_ > 0; }

  friend bool operator==(const Ground&, const Ground&) = default;

 private:
  std::array<float, kTerrainClasses> factors_;
  std::size_t blocked_;  // classes
  std::size_t costly_;   // those that cost other than 1, blocked ones included
  int margin_ = 0;       // in tiles
  float margin_factor_ = 1.0F;
};

// Queries on a const Grid are safe from any number of threads; an edit requires exclusive access.
// Memory: 1 bit and 4 bytes per tile; once a class was set 1 byte more.
class Grid {
 public:
  // All tiles in one state.
  // Errors    std::invalid_argument, here and below, for sides outside 1 to kMaxMapSide.
  Grid(int width, int height, TileState state);

  // From one byte per tile, row by row: nonzero = walkable.
  // Errors    also when the number of bytes is not width * height.
  [[nodiscard]] static Grid from_bytes(int width, int height,
                                       std::span<const std::uint8_t> walkable);

  // From one bit per tile: tile i is bit (i % 64) of word i / 64, rows without padding; 1 =
  // walkable.
  // Errors    also for fewer words than ceil(width * height / 64).
  [[nodiscard]] static Grid from_bits(int width, int height,
                                      std::span<const std::uint64_t> walkable);

  // From the user's own tiles: is_walkable(x, y) is called once per tile, row by row; true =
  // walkable.
  template <std::predicate<int, int> Predicate>
  [[nodiscard]] static Grid from_predicate(int width, int height, Predicate&& is_walkable) {
    require_sides(width, height);
    return Grid(TileBits::from_predicate(width, height, is_walkable));
  }

  [[nodiscard]] int width() const noexcept { return bits_.width(); }
  [[nodiscard]] int height() const noexcept { return bits_.height(); }
  [[nodiscard]] std::size_t tile_count() const noexcept {
    return static_cast<std::size_t>(width()) * static_cast<std::size_t>(height());
  }
  [[nodiscard]] std::size_t walkable_count() const noexcept { return walkable_count_; }

  // Any coordinates are allowed: outside the map is blocked.
  [[nodiscard]] bool is_walkable(int x, int y) const noexcept { return bits_.is_set(x, y); }
  [[nodiscard]] bool is_walkable(Tile tile) const noexcept { return bits_.is_set(tile.x, tile.y); }
  [[nodiscard]] bool is_inside(Tile tile) const noexcept { return bits_.is_inside(tile.x, tile.y); }

  // Requires is_inside(tile), id < tile_count().
  [[nodiscard]] TileId id(Tile tile) const noexcept {
    assert(is_inside(tile));
    return static_cast<TileId>(tile.y) * static_cast<TileId>(width()) + static_cast<TileId>(tile.x);
  }
  [[nodiscard]] Tile tile(TileId id) const noexcept {
    assert(id < tile_count());
    const TileId columns = static_cast<TileId>(width());
    return {static_cast<std::int32_t>(id % columns), static_cast<std::int32_t>(id / columns)};
  }

  // The walkable tile that a point lies on; std::nullopt when it lies in blocked tiles only. A
  // point on the edge or corner of several tiles lies on the one to its right and below (larger x,
  // y) if that is walkable, else on the first walkable of: left, above, left above. The point is
  // not snapped; find_path() snaps first.
  [[nodiscard]] std::optional<Tile> locate(const Point& point) const noexcept;

  // Edits. The part of the rectangle outside the map is ignored. An edit that changes no tile
  // leaves the revision as it is. A set() that throws std::bad_alloc leaves a grid that may only be
  // assigned to or destroyed; set_class() leaves it as it was.
  // Cost      the rectangle and its border; where parts of the map are joined or split, some tens
  //           of ns per block of 32 x 32 tiles of the smaller part (see components.hpp).
  void set(const TileRect& tiles, TileState state);
  void set(Tile tile, TileState state);

  // Grows by one with each edit that changes a tile or a class: what was computed at another
  // revision may be stale.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

  // The class of terrain of a tile, which names what it is made of. Every tile begins as class 0.
  // What a class costs, and whether it may be entered, is up to the agent: its Ground tells.
  void set_class(const TileRect& tiles, std::uint8_t terrain_class);
  [[nodiscard]] std::uint8_t terrain_class(TileId id) const noexcept {
    return classes_.empty() ? std::uint8_t{0} : classes_[id];
  }
  // Whether a tile has a class other than 0.
  [[nodiscard]] bool has_classes() const noexcept {
    return !classes_.empty() && class_tiles_[0] < tile_count();
  }
  // The least cost of the classes that tiles have, blocked tiles included; kMostTerrainCost where
  // the mover can enter none of them.
  [[nodiscard]] float least_cost(const Ground& costs) const noexcept;

  // Tiles are connected when orthogonal steps over walkable tiles lead from one to the other: that
  // is what a point agent needs (it may not pass between two blocked tiles that touch at a corner).
  // Up to date after every edit. Constant time. False outside.
  [[nodiscard]] bool is_connected(Tile a, Tile b) const noexcept;
  [[nodiscard]] std::size_t component_count() const noexcept { return components_.count(); }
  [[nodiscard]] const Components& components() const noexcept { return components_; }

  // The walkable tiles as bits with a blocked border, for code that reads many at once.
  [[nodiscard]] const TileBits& bits() const noexcept { return bits_; }

  // Bytes that this grid holds.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  static void require_sides(int width, int height);
  explicit Grid(TileBits bits);

  TileBits bits_;
  Components components_;
  std::vector<std::uint8_t> classes_;     // empty until a class is set
  std::vector<std::size_t> class_tiles_;  // of each class, how many
  std::size_t walkable_count_ = 0;
  std::uint64_t revision_ = 0;
};

// Finds the walkable tile whose square is nearest to `point` (distance 0 when the point lies on
// it). Ties: the smallest id. The point may lie in blocked tiles or outside the map. std::nullopt
// when no tile is walkable or a coordinate is not finite. Exact for lattice points.
// Cost      proportional to the rows scanned, 64 tiles at a time. Does not allocate.
[[nodiscard]] std::optional<Tile> find_nearest_walkable(const Grid& grid,
                                                        const Point& point) noexcept;

}  // namespace taut
TAUT_API_END
