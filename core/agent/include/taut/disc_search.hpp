// The path of a disc between two points in one call, on any map.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <taut/clearance.hpp>
#include <taut/constants.hpp>
#include <taut/detail/api.hpp>
#include <taut/disc_path.hpp>
#include <taut/path_query.hpp>
#include <taut/repair.hpp>
#include <taut/tile_bits.hpp>
#include <taut/wide_search.hpp>

TAUT_API_BEGIN
namespace taut {

// Where discs may be: the tiles that the map is made of (Grid::bits(), Quadtree::bits(); for a
// ConvexMesh those that it was built from), and for radii above kNarrowRadius the distances to
// walls. Read only: any number of threads may share them.
struct DiscSpace {
  const TileBits* walkable;
  const Clearance* clearance = nullptr;  // of `walkable` as it is
};

struct DiscOptions {
  double radius = kNarrowRadius;
  // How far, in tiles, a start or goal nearer to a wall than the radius may slide to the nearest
  // point where the disc fits (find_clear_point()); 0: not at all.
  double slide = 0.0;
};

// Room for the turns of a disc's path among these tiles: one for each corner that a path may turn
// at, where blocked tiles are convex, start and goal. A path that turns at no corner twice has no
// more. That no path of a search turns at one twice is tested and not proven: a longer path would
// be truncated. Cost: linear in the rows of bits, on 512 x 512 tiles some 10 us.
[[nodiscard]] std::size_t max_tile_turns(const TileBits& walkable) noexcept;

namespace detail {

// The size of DiscScratch::work for paths of at most `points` points, and for those of
// find_wide_path(). Rejects a space that has no tiles.
[[nodiscard]] std::size_t disc_work_size(const DiscSpace& space, std::size_t points);

}  // namespace detail

// The memory of find_disc_path(); one per thread. `Search` is the scratch of the map's own search:
// GridScratch, QuadtreeScratch, MeshScratch or OptimalScratch.
//
// Memory: that of `Search`, 16 bytes for each point of max_path_points(map), and with a clearance
// that of WideScratch and at least 16 bytes per tile.
template <class Search>
struct DiscScratch {
  template <class Map>
  DiscScratch(const Map& map, const DiscSpace& space)
      : search(map), work(detail::disc_work_size(space, max_path_points(map))) {
    if (space.clearance != nullptr) wide.emplace(*space.clearance);
  }

  // Makes room for another map, or the same after edits. Allocates.
  template <class Map>
  void fit(const Map& map, const DiscSpace& space) {
    search.fit(map);
    work.resize(detail::disc_work_size(space, max_path_points(map)));
    if (space.clearance == nullptr) {
      wide.reset();
    } else if (wide) {
      wide->fit(*space.clearance);
    } else {
      wide.emplace(*space.clearance);
    }
  }

  Search search;
  std::optional<WideScratch> wide;
  std::vector<Point> work;
};

struct DiscEnds {
  Point start;
  Point goal;
};

// Finds where a path from start to goal begins and ends: on the lattice, where the disc fits, slid
// as far as the options allow. std::nullopt when it does not fit at one of them. Does not allocate.
[[nodiscard]] std::optional<DiscEnds> find_disc_ends(const TileBits& walkable, const Point& start,
                                                     const Point& goal,
                                                     const DiscOptions& options) noexcept;

namespace detail {

// The search of a point agent that the scratch is for.
template <class Map, class Scratch>
[[nodiscard]] PathResult find_point_path(const Map& map, const Point& start, const Point& goal,
                                         Scratch& scratch, std::span<Point> out) noexcept {
  if constexpr (requires { find_optimal_path(map, start, goal, {}, scratch, out); }) {
    return find_optimal_path(map, start, goal, {}, scratch, out);
  } else {
    return find_path(map, start, goal, {}, scratch, out);
  }
}

// Whether space and scratch are complete and match.
[[nodiscard]] bool is_sound(const DiscSpace& space, bool is_wide,
                            const std::optional<WideScratch>& wide) noexcept;

// The part of `work` for the point's path: pull_disc() needs the rest.
[[nodiscard]] std::span<Point> room_for_path(std::span<Point> work) noexcept;

// Turns the path of a point, at the front of `work`, into that of the disc.
[[nodiscard]] PathResult pull_found(const TileBits& walkable, const PathResult& found,
                                    double radius, std::span<Point> work,
                                    std::span<DiscTurn> out) noexcept;

}  // namespace detail

// Finds a path of a disc from start to goal (find_disc_ends()): up to kNarrowRadius by the map's
// own search with its default options, above by find_wide_path(), which needs only the space; then
// by pull_disc(). For other search options call these functions directly. Radius 0 gives exactly
// the points of the search.
//
// No grid, quadtree or mesh of a point knows where a disc above kNarrowRadius fits, so all three
// give it the same answer: that of the half-tile lattice, or without a clearance invalid_input. A
// DiscMap (disc_map.hpp) of the tiles of any map answers in the time of a point's search.
//
// Requires  `space` of the same tiles as the map.
// Writes    the turns, start and goal included; `count` counts turns, `length` is that of legs and
//           arcs, DiscTurn::portal is as in pull_disc(). truncated with the first turns when `out`
//           is smaller: possibly fewer than fit, and not validated. See max_tile_turns().
// Errors    invalid_input: the disc does not fit at start or goal, nor within options.slide of it;
//           radius or slide are not finite and 0 or more; the space has no tiles, or for a radius
//           above kNarrowRadius no clearance, or the scratch was made without a clearance or for a
//           smaller one; or the map has terrain costs (a Finder has paths of discs there). no_path,
//           out_of_nodes: as find_path(); out_of_nodes also when `work` is too small, as it may be
//           for a map that was edited since fit(). Up to kNarrowRadius each goal is found that the
//           point agent reaches.
// Cost      that of the search, and of pull_disc(). Does not allocate.
template <class Map, class Search>
[[nodiscard]] PathResult find_disc_path(const Map& map, const DiscSpace& space, const Point& start,
                                        const Point& goal, const DiscOptions& options,
                                        DiscScratch<Search>& scratch,
                                        std::span<DiscTurn> out) noexcept {
  PathResult found;
  found.status = Status::invalid_input;
  if constexpr (requires { map.has_costs(); }) {
    if (map.has_costs()) return found;
  }
  const bool is_wide = !(options.radius <= kNarrowRadius);
  const std::span<Point> work(scratch.work);
  if (!detail::is_sound(space, is_wide, scratch.wide)) return found;
  const std::optional<DiscEnds> ends = find_disc_ends(*space.walkable, start, goal, options);
  if (!ends) return found;
  const std::span<Point> path = detail::room_for_path(work);
  if (!is_wide) {
    found = detail::find_point_path(map, ends->start, ends->goal, scratch.search, path);
  } else {
    const WideResult wide = find_wide_path(*space.walkable, *space.clearance, ends->start,
                                           ends->goal, {options.radius}, *scratch.wide, path);
    found = {wide.status, wide.count, 0.0, wide.expanded};
  }
  return detail::pull_found(*space.walkable, found, options.radius, work, out);
}

}  // namespace taut
TAUT_API_END
