// Paths of discs wider than a tile, over a mesh for their size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <taut/constants.hpp>
#include <taut/convex_mesh.hpp>
#include <taut/detail/api.hpp>
#include <taut/disc_path.hpp>
#include <taut/disc_search.hpp>
#include <taut/optimal_search.hpp>
#include <taut/path_query.hpp>
#include <taut/tile_bits.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL DiscCorners;

// The mesh of the places of a disc's centre, for one radius above kNarrowRadius. Tiles are not
// grown by the disc but by a shape of straight sides inside it, so that the mesh is that of a point
// agent among larger obstacles:
//
// - Every lattice point where the disc fits (has_clearance()) lies in a cell.
// - Two of them are connected on the mesh exactly when a path of the disc joins them, and every
//   path on the mesh passes obstacles on sides on which the disc can pass them: pull_disc() makes
//   its path.
// - The shortest path on the mesh is a little shorter than that of the disc: the outer corners of
//   the shape lie on the disc's circle, at most 58 degrees apart, for radii up to about 4 tiles,
//   and less than half a tile inside above. They may lie a lattice step outside the circle, so that
//   a path which hardly bends can be longer on the mesh, by a lattice step or two.
//
// Everything that works on meshes works on mesh(), for the sides on which obstacles are passed:
// searches in slices, with limits, landmarks, fields. disc_map.cpp has the proofs.
//
// Queries on a const map are safe from any number of threads; update() requires exclusive access.
// Memory    the mesh, with 2 to 4 corners for each corner of an obstacle, more above a radius of 4;
//           and 2 to 8 bytes per tile.
class DiscMap {
 public:
  static constexpr double kMostRadius = 32.0;

  // Errors    std::invalid_argument for a radius that is not above kNarrowRadius and at most
  //           kMostRadius, and for a side longer than kMaxMapSide.
  // Cost      as build_mesh() of a grid, for the outline of the grown tiles, and 16 to 64 bitmap
  //           cells per tile.
  DiscMap(const TileBits& walkable, double radius);

  // Applies an edit of the tiles in a rectangle, which may reach beyond the map. Afterwards the map
  // covers the space that a new one would, with cells as edit_mesh() of a grid makes them; fit()
  // the scratches. Requires that tiles elsewhere are unchanged.
  // Errors    std::invalid_argument when the size of `walkable` is not that of the map that this
  //           was made from. After std::bad_alloc the map may only be assigned to or destroyed.
  // Cost      the bitmap cells that the grown rectangle covers, and edit_mesh() of those that have
  //           changed. Allocates.
  void update(const TileBits& walkable, const TileRect& tiles);

  [[nodiscard]] double radius() const noexcept { return radius_; }
  // In tiles.
  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }
  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return mesh_; }

  // Whether a path of the disc joins two places. Requires that it fits at both.
  [[nodiscard]] bool is_connected(const Point& a, const Point& b) const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class DiscCorners;

  // Whether the space of the centre is more than a line.
  [[nodiscard]] bool has_cells() const noexcept { return columns_.size() > 1 && rows_.size() > 1; }

  double radius_;
  int width_;  // in tiles
  int height_;
  std::vector<std::int32_t> reach_;  // of the shape, in lattice steps (disc_shape.hpp)
  // The lines of the grown tiles' sides, in lattice steps, and the cells of the bitmap between them
  // that no grown tile covers.
  std::vector<std::int32_t> columns_;
  std::vector<std::int32_t> rows_;
  TileBits free_;
  ConvexMesh mesh_;
};

struct DiscMapOptions {
  // Limits are on the expansions on the mesh, and on the length of the disc's path: the path that
  // is found without a length limit, or no_path if it is longer. In a rare case another one, on
  // other sides of obstacles, would have kept the limit.
  OptimalOptions search{};
  double slide = 0.0;  // DiscOptions::slide
};

// The memory of find_disc_path() on disc maps; one per thread, without meaning between queries.
// That of an OptimalScratch, and 24 bytes for each vertex of the mesh.
class DiscMapScratch {
 public:
  explicit DiscMapScratch(const DiscMap& map);

  // Makes room for another map, or the same after edits. Allocates.
  void fit(const DiscMap& map);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  OptimalScratch search;
  std::vector<Point> path;  // on the mesh
  std::vector<Point> work;  // of pull_disc()

 private:
  friend void begin_disc_path(const DiscMap&, const TileBits&, const Point&, const Point&,
                              const DiscMapOptions&, DiscMapScratch&) noexcept;
  friend std::optional<PathResult> advance_disc_path(const DiscMap&, const TileBits&, std::size_t,
                                                     DiscMapScratch&, std::span<DiscTurn>) noexcept;
  // Of the current query.
  bool is_running_ = false;
  bool has_ends_ = false;
  double length_limit_ = kNoLengthLimit;
};

// Room for the turns of a path on the map: one for each corner of the mesh, start and goal. No path
// of the tests has more. That none can have is not proven: a longer path would be truncated.
[[nodiscard]] inline std::size_t max_disc_turns(const DiscMap& map) noexcept {
  return map.mesh().vertex_count() + 2;
}

// pull_disc() for a path of find_optimal_path() on the mesh: the same path of the disc in half the
// time, since it is known around which tile corners the path turns. Where these alone do not give a
// path that keeps the radius, pull_disc() of the tiles makes it.
//
// Requires  the tiles that the map was made from, with all edits; a canonical path on its mesh;
//           work.size() >= max_repair_points(path.size()), and work that is not part of path.
// Writes, errors   those of pull_disc() of the tiles. See max_disc_turns(map).
[[nodiscard]] Result pull_disc(const DiscMap& map, const TileBits& walkable,
                               std::span<const Point> path, std::span<Point> work,
                               std::span<DiscTurn> out) noexcept;

// Finds a path of the disc from start to goal (find_disc_ends()): the shortest path on the mesh, by
// find_optimal_path(), made the disc's by pull_disc(). Whenever the disc can reach the goal there
// is one. Its length, over that of the shortest path of all, is in docs/radius.md.
//
// Requires  the tiles that the map was made from, with all edits.
// Writes    the turns, as find_disc_path() of other maps does; `expanded` counts nodes on the mesh.
//           truncated with the first turns when `out` is smaller. See max_disc_turns(map).
// Errors    invalid_input: the disc does not fit at start or goal, nor within the slide of it; the
//           slide is not finite and 0 or more; the scratch is that of a smaller mesh; the size of
//           the tiles is not the map's. no_path, out_of_nodes: as find_optimal_path().
// Cost      find_optimal_path() on the mesh, and pull_disc(). Does not allocate.
[[nodiscard]] PathResult find_disc_path(const DiscMap& map, const TileBits& walkable,
                                        const Point& start, const Point& goal,
                                        const DiscMapOptions& options, DiscMapScratch& scratch,
                                        std::span<DiscTurn> out) noexcept;

// find_disc_path() spread over several calls, as advance_optimal_path() spreads a search; the last
// call also makes the disc's path. It returns what find_disc_path() returns and writes, bit for
// bit. Requires that neither tiles nor map are edited in between.
// Errors    those of find_disc_path(), from the last advance_disc_path(). invalid_input: no query
//           is running in the scratch.
void begin_disc_path(const DiscMap& map, const TileBits& walkable, const Point& start,
                     const Point& goal, const DiscMapOptions& options,
                     DiscMapScratch& scratch) noexcept;
[[nodiscard]] std::optional<PathResult> advance_disc_path(const DiscMap& map,
                                                          const TileBits& walkable,
                                                          std::size_t expansions,
                                                          DiscMapScratch& scratch,
                                                          std::span<DiscTurn> out) noexcept;

}  // namespace taut
TAUT_API_END
