// What is seen from a place: tiles, and the polygon around it; and where the unknown begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

struct TAUT_LOCAL SightMemory;

// What stops sight is what stops a ray (is_visible() of raycast.hpp): blocked tiles, the outside of
// the map, and tiles of classes that the ground blocks. So a window is a class that the grounds of
// walkers block and that of sight does not, a curtain the other way round.
struct SightOptions {
  double radius = 0.0;             // in tiles, rounded up to a multiple of 1/1024
  const Ground* ground = nullptr;  // nullptr: no class stops sight
};

// The memory of sight up to a radius, on maps of any size; one per thread.
//
// Memory: 1 bit per tile of the square around the radius, 40 bytes for each row.
class SightScratch {
 public:
  // Errors    std::invalid_argument for a radius outside 0 to kMaxMapSide. Allocates.
  explicit SightScratch(double radius);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // ---- For the library. ----
  [[nodiscard]] SightMemory* memory() noexcept { return memory_.get(); }

 private:
  detail::Hidden<SightMemory> memory_;
};

// Writes the tiles that are seen from a tile, itself included, in the order of their ids. Of the
// tiles whose centre is at most the radius away from the centre of `from` these are
// - the tiles that do not stop sight to whose centre the straight line from the centre of `from` is
//   free (is_visible()). So a tile sees another exactly if the other sees it;
// - the tiles that do, of which a point can be seen from there: all walls around what is seen,
//   their inner corners too.
// Every decision is made in 64-bit integers.
//
// Errors    invalid_input: `from` stops sight or is outside the map; the radius is NaN, below 0 or
//           larger than that of the scratch.
// Writes    at most max_visible_tiles(radius).
// Cost      4 ns per tile seen on open ground, 20 to 40 among walls. Does not allocate.
// Source    shadowcasting (Bergström 2001), over whole squares, with exact rays.
[[nodiscard]] Result extract_visible_tiles(const Grid& grid, Tile from, const SightOptions& options,
                                           SightScratch& scratch, std::span<TileId> out) noexcept;

// Requires a radius from 0 to kMaxMapSide.
[[nodiscard]] std::size_t max_visible_tiles(double radius) noexcept;

// Writes the corners of the polygon of all points that are seen from `from`, which is snapped,
// within the square of the points whose x and y differ from it by at most the radius: counter-
// clockwise (Point), without repeated points, and without corners where the border runs straight
// on, but for `from`, which is a corner where it lies on the border, twice between two tiles that
// stop sight and touch only there. Lines of sight without width, which touch tiles on both sides,
// are left out. A radius of 0 gives `from` alone.
//
// The border consists of parts of edges of tiles, of the square, and of rays through corners of
// tiles. Which, is decided in 64-bit integers. A corner of a tile is exact; where a ray meets an
// edge, the coordinate along the edge is rounded to float. To look no farther than the radius in
// every direction, cut the polygon with the disc.
//
// Errors    invalid_input: `from` is not finite, outside the map, or lies only on tiles that stop
//           sight; those of the radius as above.
// Writes    at most max_visibility_points(radius).
// Cost      that of the tiles seen. Does not allocate.
// Source    triangular expansion (Bungiu et al. 2014), with rows of tiles for triangles.
[[nodiscard]] Result extract_visibility_polygon(const Grid& grid, const Point& from,
                                                const SightOptions& options, SightScratch& scratch,
                                                std::span<Point> out) noexcept;

// Requires a radius from 0 to kMaxMapSide.
[[nodiscard]] std::size_t max_visibility_points(double radius) noexcept;

// Writes the frontier of what is known, where unknown tiles are those of one class: the walkable
// tiles of other classes that share an edge with a tile of this class, in the order of their ids.
// With a ground: those that it does not block. To explore, walk to the nearest of them, look, and
// give the tiles seen the class that they have.
//
// Writes    at most the walkable tiles.
// Cost      about 1 ns per tile of the map. Does not allocate.
// Source    frontier-based exploration (Yamauchi 1997).
[[nodiscard]] Result extract_frontier(const Grid& grid, std::uint8_t unknown_class,
                                      const Ground* ground, std::span<TileId> out) noexcept;

}  // namespace taut
TAUT_API_END
