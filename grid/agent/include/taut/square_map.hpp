// Paths of square agents: axis-parallel squares that do not turn, as in many tile games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <taut/convex_mesh.hpp>
#include <taut/detail/api.hpp>
#include <taut/optimal_search.hpp>
#include <taut/tile_bits.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL NearestSquarePlace;
class TAUT_LOCAL SlitWalk;

// Where the centre of a square agent may be: the open square of half_width() around it meets no
// blocked tile and nothing outside the map. It may touch them, so the space is closed, and where
// two walls are exactly as far apart as the agent is wide it is a *slit*: a segment, or a single
// point, through which the agent passes.
//
// The mesh covers that space, with cells as build_mesh() of a grid makes them. Everything that
// works on meshes works on it: paths of a point agent on it are paths of the centre. The exception
// are slits, which are not cells. Slits are possible when 2 * half_width() is an integer. The map
// is then opened (is_opened()): its mesh is that of an agent narrower by two steps of the mesh's
// lattice, the finest that 24 bits allow for the map's size (steps_per_tile()), and contains slits
// as thin cells. Paths on that mesh may overlap a tile by one step; find_optimal_path() of the map
// moves them to the exact space. The call is the same for all widths.
//
// Queries on a const map are safe from any number of threads; update() requires exclusive access.
// Memory    the mesh, 4 bits per tile, and 8 bytes per row and per column of tiles.
class SquareMap {
 public:
  // The half-width is rounded up to a multiple of 1/1024 tile.
  // Errors    std::invalid_argument for a half-width that is not above 0 and at most kMaxMapSide,
  //           and for a side longer than kMaxMapSide.
  // Cost      as build_mesh() of a grid, for the outline of the grown tiles, and 4 bitmap cells per
  //           tile.
  SquareMap(const TileBits& walkable, double half_width);

  // Applies an edit of the tiles in a rectangle, which may reach beyond the map. Afterwards the map
  // covers the space that a new one would, with cells as edit_mesh() of a grid makes them; fit()
  // the scratches. Requires that tiles elsewhere are unchanged.
  // Errors    std::invalid_argument when the size of `walkable` is not that of the map that this
  //           was made from. After std::bad_alloc the map may only be assigned to or destroyed.
  // Cost      the tiles and cells that the grown rectangle covers, and edit_mesh() of those cells
  //           whose state has changed. Allocates.
  void update(const TileBits& walkable, const TileRect& tiles);

  [[nodiscard]] double half_width() const noexcept { return half_width_; }
  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return mesh_; }
  [[nodiscard]] bool is_opened() const noexcept { return is_opened_; }
  // Vertices of the mesh are multiples of 1 / steps_per_tile().
  [[nodiscard]] int steps_per_tile() const noexcept { return steps_per_tile_; }

  // Whether the centre may be there. Exact for points on the lattice of 1/1024 tile.
  [[nodiscard]] bool holds(const Point& center) const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class NearestSquarePlace;
  friend class SlitWalk;
  friend class SquareScratch;

  struct TAUT_LOCAL Plan;
  SquareMap(const TileBits& walkable, const Plan& plan);
  static Plan make_plan(const TileBits& walkable, double half_width);
  // Whether the space of the centre is more than a line.
  [[nodiscard]] bool has_cells() const noexcept { return columns_.size() > 1 && rows_.size() > 1; }
  // The column or row that represents a coordinate on its axis: a thin one if it is on a line.
  [[nodiscard]] int find_stretch(float place) const noexcept;

  double half_width_;
  int steps_per_tile_;
  bool is_opened_;
  int width_;  // in tiles
  int height_;
  std::int64_t grown_;  // the half-width of the mesh's agent, in steps
  // The lines of the grown tiles' sides, in steps, and the cells of the bitmap between them that no
  // grown tile covers. The columns of an opened map, and likewise its rows, alternate between thin
  // ones, two steps wide around a line of the exact space, and wide ones, which fill the space
  // between two thin ones.
  std::vector<std::int32_t> columns_;
  std::vector<std::int32_t> rows_;
  TileBits free_;
  std::size_t runs_ = 0;  // of free cells in rows
  ConvexMesh mesh_;
};

// The memory of find_optimal_path() on square maps; one per thread, without meaning between
// queries.
class SquareScratch {
 public:
  explicit SquareScratch(const SquareMap& map);

  // A moved-from scratch may only be assigned to or destroyed.
  SquareScratch(SquareScratch&&) noexcept;
  SquareScratch& operator=(SquareScratch&&) noexcept;
  ~SquareScratch();

  // Makes room for another map, such as that of the tiles after an edit. Allocates.
  void fit(const SquareMap& map);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  OptimalScratch search;  // of the map's mesh

 private:
  friend class SlitWalk;
  struct TAUT_LOCAL Memory;

  std::unique_ptr<Memory> memory_;
};

// Upper bound on the points of find_optimal_path().
[[nodiscard]] std::size_t max_path_points(const SquareMap& map) noexcept;

// Finds the shortest path of the agent's centre. start and goal are snapped to the lattice; the
// path begins and ends there. It turns only at corners of grown tiles and the agent never overlaps
// a blocked tile. Every goal that is connected to the start in the closed space is reached.
//
// Its length is the optimum; in an opened map the optimum of all paths through the same gaps, and
// at most 1 + 2 / (steps_per_tile() - 2) times that of all.
//
// Errors    invalid_input: the agent overlaps an obstacle at start or goal, or the scratch was made
//           for a smaller map. no_path: they are not connected, or the path is longer than
//           options.length_limit. out_of_nodes: options.expansion_limit or the capacity of the
//           scratch was reached.
// Writes    the path's points, canonical; truncated with the first ones when `out` is smaller. Does
//           not allocate.
// Cost      that of find_optimal_path() on the mesh; when opened, also some ten ns for each row of
//           tiles that the path crosses.
[[nodiscard]] PathResult find_optimal_path(const SquareMap& map, const Point& start,
                                           const Point& goal, const OptimalOptions& options,
                                           SquareScratch& scratch, std::span<Point> out) noexcept;

// find_optimal_path() spread over several calls, as on a mesh. An update() in between that changes
// the mesh makes the query invalid_input. Requires the same map, not assigned to in between.
void begin_optimal_path(const SquareMap& map, const Point& start, const Point& goal,
                        const OptimalOptions& options, SquareScratch& scratch) noexcept;
[[nodiscard]] std::optional<PathResult> advance_optimal_path(const SquareMap& map,
                                                             std::size_t expansions,
                                                             SquareScratch& scratch,
                                                             std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
