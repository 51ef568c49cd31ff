// Paths between two points by jump point search, in one call.
#pragma once

#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/jump_search.hpp>

TAUT_API_BEGIN
namespace taut {

struct JumpPathOptions {
  JumpSearchOptions search{};
  Pull pull = Pull::funnel;
  Repair repair = Repair::raycast;
};

// As find_path(), with find_jump_points() for the search. Every pull uses the portals of
// extract_jump_portals(). Where tile paths cost the same the search may find another one, and then
// the path is another one.
//
// Errors    those of find_jump_points(); out_of_nodes also when the scratch has no room for the
//           jump points.
// Writes    the path's points, canonical, truncated with the first ones when `out` is smaller.
//           max_path_points(grid) is always enough. Does not allocate.
[[nodiscard]] PathResult find_jump_path(const Grid& grid, const JumpMap& jumps, const Point& start,
                                        const Point& goal, const JumpPathOptions& options,
                                        GridScratch& scratch, std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END
