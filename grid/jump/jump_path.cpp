#include <taut/engine/jump_search.hpp>

#include "core/corridor/path_stages.hpp"
#include "grid/jump/jump_points.hpp"

namespace taut {
namespace {

// See path_stages.hpp. A corridor is given by its jump points; that of a smoothed path, tile by
// tile, has the same form.
struct JumpStages {
  const Grid& map;
  GridScratch& scratch;

  [[nodiscard]] Point end_of_partial(TileId tile, const Point& /*goal*/) const noexcept {
    return center(map.tile(tile));
  }
  [[nodiscard]] Result extract_portals(std::span<const TileId> corridor,
                                       Pull /*pull*/) const noexcept {
    return extract_jump_portals(map, corridor, scratch.portals);
  }
  [[nodiscard]] std::span<TileId> smoothed() const noexcept { return scratch.corridor; }
  [[nodiscard]] std::span<const TileId> unsmoothed(TileId last,
                                                   std::size_t /*count*/) const noexcept {
    const Result written = detail::extract_jump_points(map, scratch.search, last, scratch.corridor);
    return std::span<const TileId>(scratch.corridor).first(written.count);
  }
};

}  // namespace

PathResult find_jump_path(const Grid& grid, const JumpMap& jumps, const Point& start,
                          const Point& goal, const JumpPathOptions& options, GridScratch& scratch,
                          std::span<Point> out) noexcept {
  const Point from = snap(start);
  const Point to = snap(goal);
  const CorridorResult found =
      find_jump_points(grid, jumps, from, to, options.search, scratch.search, scratch.corridor);
  return detail::run_path_stages(JumpStages{grid, scratch}, from, to, found, options.pull,
                                 options.smoothing, out);
}

}  // namespace taut
