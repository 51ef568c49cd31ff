#include "grid/paths/terrain_path.hpp"

#include <taut/detail/path_writer.hpp>

#include "core/terrain/terrain_corridor.hpp"
#include "core/terrain/terrain_path.hpp"

namespace taut {

std::size_t max_terrain_points(std::size_t tiles) noexcept { return max_path_points(tiles); }

Result write_steps(const Grid& grid, const Point& start, const Point& goal,
                   std::span<const TileId> steps, Smoothing smoothing,
                   std::span<Point> out) noexcept {
  const std::size_t ends = smoothing == Smoothing::raycast ? 0 : 1;
  PathWriter path(out);
  bool fits = path.append(start);
  for (std::size_t i = ends; fits && i + ends < steps.size(); ++i) {
    fits = path.append(center(grid.tile(steps[i])));
  }
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

PathResult find_terrain_path(const detail::MoverTiles& tiles, const Point& start, const Point& goal,
                             std::span<const TileId> steps, Smoothing smoothing,
                             TerrainMemory& memory, std::span<Point> out) noexcept {
  if (steps.empty() || steps.size() > memory.tiles()) return {Status::out_of_nodes};
  const std::span<Point> room(memory.points.data(), max_terrain_points(memory.tiles()));
  const Result written = write_steps(tiles.grid(), start, goal, steps, smoothing, room);
  const detail::TerrainCorridor terrain(tiles);
  const std::size_t length = terrain.join(steps, {memory.corridors[0].data(), memory.tiles()});
  return detail::TerrainPath(tiles, start, goal, memory)
      .find(length, smoothing, room.first(written.count), out);
}

}  // namespace taut
