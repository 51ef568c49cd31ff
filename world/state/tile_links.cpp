#include <taut/engine/tile_links.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include <taut/detail/require.hpp>
#include <taut/world.hpp>

#include "link_lanes.hpp"

namespace taut {

std::vector<TileLink> build_tile_links(const World& world, const Agent& agent, TileWays ways) {
  if (agent.ground != 0 && world.find_ground(agent.ground) == nullptr) {
    detail::reject("build_tile_links: no ground has the number " + std::to_string(agent.ground));
  }
  const Grid& grid = world.grid(agent.ground);
  std::vector<TileLink> made;
  const bool is_along = ways == TileWays::to_goals;
  for (const Link& link : world.links()) {
    if (!world.admits(link, agent)) continue;
    const double cost = world.link_cost(link, agent);
    const detail::LinkLanes lanes(link);
    // Between two samples: segments often end on the sides of tiles.
    const std::int32_t parts = std::max(lanes.sample_count() - 1, 1);
    for (std::int32_t i = 0; i < parts; ++i) {
      const std::int32_t next = std::min(i + 1, lanes.sample_count() - 1);
      const std::int32_t lane = (lanes.sample(i) + lanes.sample(next)) / 2;
      const std::optional<Tile> from = grid.locate(lanes.from(lane));
      const std::optional<Tile> to = grid.locate(lanes.to(lane));
      if (!from || !to) continue;
      if (is_along || !link.options.is_one_way) made.push_back({*from, *to, cost});
      if (!is_along || !link.options.is_one_way) made.push_back({*to, *from, cost});
    }
  }
  const auto key = [](const TileLink& a) {
    return std::make_tuple(a.to.y, a.to.x, a.from.y, a.from.x, a.cost);
  };
  std::sort(made.begin(), made.end(),
            [&](const TileLink& a, const TileLink& b) { return key(a) < key(b); });
  made.erase(std::unique(made.begin(), made.end()), made.end());
  return made;
}

}  // namespace taut
