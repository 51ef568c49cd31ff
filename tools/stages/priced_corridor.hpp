// Corridors of tiles that cost differently, for string_pull_weighted().
#pragma once

#include <taut/engine/portal.hpp>
#include <taut/grid.hpp>

#include <span>
#include <vector>

namespace taut::tools {

struct PricedCorridor {
  std::vector<Portal> portals;
  std::vector<float> costs;  // one more

  // A portal for each orthogonal step of a tile corridor; a diagonal step is two, past the cheaper
  // tile.
  [[nodiscard]] static PricedCorridor of_tiles(const Grid& grid, const Ground& costs,
                                               std::span<const TileId> tiles);
  // The same without the portals between tiles in a row that cost the same.
  [[nodiscard]] static PricedCorridor of_rows(const Grid& grid, const Ground& costs,
                                              std::span<const TileId> tiles);
};

}  // namespace taut::tools
