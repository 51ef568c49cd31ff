// Midpoints of portals, and midpoint-and-raycast.
#include <algorithm>
#include <vector>

#include <taut/engine/baselines.hpp>
#include <taut/engine/grid_search.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/tile_portals.hpp>

#include "support/catch.hpp"
#include "support/funnel_oracle.hpp"
#include "support/guarded_block.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

std::vector<Point> to_map_path(const std::vector<LatticePoint>& path) {
  std::vector<Point> out;
  for (const LatticePoint& p : path) out.push_back(to_map_point(p));
  return out;
}

// Whether a writer gives the first points of `wanted` for every capacity up to `bound`.
template <class Write>
bool is_prefix_for_every_capacity(const std::vector<Point>& wanted, std::size_t bound,
                                  Write write) {
  for (std::size_t capacity = 0; capacity <= bound; ++capacity) {
    GuardedBlock<Point> out(capacity);
    const Result found = write(out.room());
    const std::size_t size = std::min(capacity, wanted.size());
    if (found.count != size || !out.is_intact() ||
        found.status != (capacity < wanted.size() ? Status::truncated : Status::ok) ||
        !std::equal(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(size),
                    out.room().begin())) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("midpoint: exact between tile corners at the far end of the largest map", "[midpoints]") {
  CHECK(midpoint({{16384, 16383}, {16384, 16384}}) == Point{16384, 16383.5F});
}

TEST_CASE("midpoint_raycast: from each kept point to the farthest that it sees", "[midpoints]") {
  for (Random& random : random_generators("midpoint raycast")) {
    const std::size_t maps = random_count(2000, 15000);
    for (std::size_t i = 0; i < maps; ++i) {
      const Grid grid = make_random_map(random, 12);
      if (grid.walkable_count() == 0) continue;
      SearchScratch scratch(grid.tile_count());
      std::vector<TileId> ids(grid.tile_count());
      const Tile from = random_walkable_tile(random, grid);
      const Tile to = random_walkable_tile(random, grid);
      const CorridorResult corridor =
          find_corridor(grid, center(from), center(to), {}, scratch, ids);
      if (corridor.status != Status::ok) continue;
      ids.resize(corridor.count);
      std::vector<Portal> portals(max_portals(ids.size()));
      const Result made = extract_portals(grid, ids, portals);
      REQUIRE(made.status == Status::ok);
      portals.resize(made.count);

      std::vector<LatticePoint> places{to_lattice(center(from))};
      for (const Portal& portal : portals) places.push_back(to_lattice(midpoint(portal)));
      places.push_back(to_lattice(center(to)));
      std::vector<LatticePoint> kept{places[0]};
      for (std::size_t at = 0; at + 1 < places.size();) {
        std::size_t next = places.size() - 1;
        while (next > at + 1 && !is_segment_walkable(grid, places[at], places[next])) --next;
        kept.push_back(places[next]);
        at = next;
      }
      const std::vector<Point> wanted = to_map_path(to_canonical(kept));
      const auto write = [&](std::span<Point> out) {
        return midpoint_raycast(grid, center(from), center(to), portals, out);
      };
      if (!is_prefix_for_every_capacity(wanted, max_path_points(portals.size()), write)) {
        FAIL(to_drawing(grid) << from.x << " " << from.y << " to " << to.x << " " << to.y);
      }
    }
    SUCCEED();
  }
}
