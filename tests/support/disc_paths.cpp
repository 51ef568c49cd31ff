#include "support/disc_paths.hpp"

#include <sstream>

#include "support/random_maps.hpp"

namespace taut::test {

std::string describe(const Grid& grid, const Point& start, const Point& goal, double radius,
                     std::span<const DiscTurn> turns) {
  std::ostringstream text;
  text.precision(17);
  text << to_drawing(grid) << "radius " << radius << ", from " << start.x() << " " << start.y()
       << " to " << goal.x() << " " << goal.y();
  for (const DiscTurn& turn : turns) {
    text << "\n  " << turn.center.x() << " " << turn.center.y() << " kind "
         << static_cast<int>(turn.kind) << ": " << turn.entry.x() << " " << turn.entry.y() << " to "
         << turn.exit.x() << " " << turn.exit.y();
  }
  return text.str();
}

Grid keep_only(const Grid& grid, const std::vector<TileId>& corridor) {
  Grid kept(grid.width(), grid.height(), TileState::blocked);
  for (const TileId id : corridor) kept.set(grid.tile(id), TileState::walkable);
  return kept;
}

}  // namespace taut::test
