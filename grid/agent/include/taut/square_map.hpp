// Paths of square agents: axis-parallel, never turned, as many tile games have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <taut/convex_mesh.hpp>
#include <taut/optimal_search.hpp>
#include <taut/tile_bits.hpp>

namespace taut {

// Where the centre of a square agent may be: the open square of half_width() around it meets no
// blocked tile and nothing outside the map. It may touch them, so the space is closed, and where
// two walls are just as far apart as the agent is wide it is a *slit*: a segment, or a single
// point, through which the agent passes.
//
// The mesh holds that space, cut as build_mesh() of a grid cuts tiles. All that works on meshes
// works on it, point agents' paths being paths of the centre, with one exception. Slits are no
// cells. So where there may be some, when 2 * half_width() is a whole number, is_opened(): then the
// mesh is that of an agent narrower by two steps of its lattice, the finest that 24 bits allow for
// the map's size (steps_per_tile()), and takes slits in as thin cells. Its own paths may overlap a
// tile by a step; find_optimal_path() of the map carries them over to the exact space. It is the
// same call for all widths.
//
// Queries on a const map are safe from any number of threads. An edit of the tiles needs a new map.
// Memory    the mesh; when opened also 4 bits per tile.
class SquareMap {
 public:
  // The half-width is taken up to the next multiple of 1/1024 tile.
  // Errors    std::invalid_argument for a half-width that is not above 0 and up to kMaxMapSide, and
  //           for a side longer than kMaxMapSide.
  // Cost      as build_mesh() of a grid, for the outline of the grown tiles, and 4 cells per tile.
  SquareMap(const TileBits& walkable, double half_width);

  [[nodiscard]] double half_width() const noexcept { return half_width_; }
  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return mesh_; }
  [[nodiscard]] bool is_opened() const noexcept { return opened_.has_value(); }
  // Vertices of the mesh are multiples of 1 / steps_per_tile().
  [[nodiscard]] int steps_per_tile() const noexcept { return steps_per_tile_; }

  // Whether the centre may be there. Exact for points on the lattice of 1/1024 tile.
  [[nodiscard]] bool holds(const Point& center) const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class SlitWalk;
  friend struct SquareScratch;

  // The grown tiles as a bitmap between lines. Its columns, and rows alike, are by turns thin, two
  // steps of the mesh wide round a line of the exact space, and wide, all that is between two.
  struct Opened {
    TileBits free;
    std::size_t runs;  // of free cells in rows
  };
  struct Parts;
  explicit SquareMap(Parts parts);
  static Parts make_parts(const TileBits& walkable, double half_width);
  // The column or row that stands for a place on its axis: a thin one where that is a line.
  [[nodiscard]] int find_stretch(float place) const noexcept;

  double half_width_;
  int steps_per_tile_;
  ConvexMesh mesh_;
  std::optional<Opened> opened_;
};

// The memory of find_optimal_path() on square maps, bought once; one per thread, without meaning
// between queries.
struct SquareScratch {
  // What the way through an opened mesh crosses: the line between two rows, in a stretch that is
  // free on both sides.
  struct Crossing {
    std::int32_t line;
    std::int32_t begin;  // lines of columns
    std::int32_t end;
    std::int32_t row;  // that is entered
  };

  explicit SquareScratch(const SquareMap& map);

  // Makes room for another map, such as that of the tiles after an edit. Allocates.
  void fit(const SquareMap& map);

  // Whether it is large enough for an opened map, but for `search`.
  [[nodiscard]] bool fits(const SquareMap& map) const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  OptimalScratch search;
  std::vector<Point> turns;
  std::vector<Crossing> crossings;
  std::vector<Portal> portals;
};

// Points that are always enough for find_optimal_path().
[[nodiscard]] std::size_t max_path_points(const SquareMap& map) noexcept;

// Finds the shortest path of the agent's centre. start and goal are snapped to the lattice; the
// path begins and ends there. It turns at corners of grown tiles only and the agent never overlaps
// a blocked tile; every goal is reached that the closed space joins to the start.
//
// Its length is the optimum; in an opened map the optimum of all paths through the same gaps, and
// at most 1 + 2 / (steps_per_tile() - 2) times that of all.
//
// Errors    invalid_input: the agent overlaps something at start or goal, or the scratch is made
//           for a smaller map. no_path: nothing joins them. out_of_nodes: options.expansion_limit
//           or the scratch's places were met.
// Writes    the path's points, canonical; truncated with its first ones when `out` is smaller. Does
//           not allocate.
// Cost      that of find_optimal_path() on the mesh; when opened, also some ten ns for each row of
//           tiles that the path crosses.
[[nodiscard]] PathResult find_optimal_path(const SquareMap& map, const Point& start,
                                           const Point& goal, const OptimalOptions& options,
                                           SquareScratch& scratch, std::span<Point> out) noexcept;

}  // namespace taut
