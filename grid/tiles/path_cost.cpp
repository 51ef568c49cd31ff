#include <taut/engine/path_cost.hpp>

#include "core/terrain/leg_cost.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {

double detail::path_cost(const MoverTiles& tiles, std::span<const Point> path) noexcept {
  return measure_path_cost(tiles, path);
}

double path_cost(const Grid& grid, std::span<const Point> path) noexcept {
  return detail::path_cost(detail::MoverTiles(grid), path);
}

double path_cost(const Grid& grid, const Ground& costs, std::span<const Point> path) noexcept {
  return detail::path_cost(detail::MoverTiles(grid, &costs), path);
}

}  // namespace taut
