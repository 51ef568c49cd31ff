// The same queries give the same bits with every compiler, flag and machine.
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <taut/funnel.hpp>
#include <taut/funnel_batch.hpp>
#include <taut/grid_path.hpp>
#include <taut/nearest.hpp>
#include <taut/raycast.hpp>
#include <taut/simple_funnel.hpp>

#include "support/catch.hpp"
#include "support/random_corridors.hpp"
#include "support/random_maps.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// When an answer changes on purpose, put the new hash here; all builds must agree on it.
constexpr std::uint64_t kGoldenCorridors = 0x5e9d6f77816316c7;
constexpr std::uint64_t kGoldenMaps = 0x1685d328c4e60290;

void add(Hash& hash, const Point& point) {
  hash.add(std::uint64_t{std::bit_cast<std::uint32_t>(point.x())} << 32U |
           std::bit_cast<std::uint32_t>(point.y()));
}
void add(Hash& hash, Tile tile) {
  hash.add(std::uint64_t{static_cast<std::uint32_t>(tile.x)} << 32U |
           static_cast<std::uint32_t>(tile.y));
}
template <class T>
void add(Hash& hash, Status status, std::span<const T> written) {
  hash.add(static_cast<std::uint64_t>(status));
  hash.add(written.size());
  for (const T& element : written) {
    if constexpr (std::is_same_v<T, Point>) {
      add(hash, element);
    } else {
      hash.add(element);
    }
  }
}

struct PulledCorridor {
  Point start;
  Point goal;
  std::vector<Portal> portals;
  std::vector<Point> path;
};

PulledCorridor make_corridor(Random& random) {
  constexpr std::array kMakers{make_tile_row, make_rectangle_row, make_triangle_row,
                               make_polygon_row, make_curve_row};
  const CellRow row = kMakers[random.below(kMakers.size())](random, random.below(30));
  const LatticeCorridor corridor = place_ends(random, row, 5);
  PulledCorridor out{to_point(corridor.start, 1.0F / 64.0F),
                     to_point(corridor.goal, 1.0F / 64.0F),
                     to_portals(corridor.portals, 1.0F / 64.0F),
                     {}};
  out.path.resize(max_path_points(out.portals.size()));
  return out;
}

}  // namespace

TEST_CASE("golden: random corridors", "[golden]") {
  Hash hash;
  Hash exact_hash;
  Hash batch_hash;
  Random random(20240501);
  std::vector<PulledCorridor> corridors;
  for (int i = 0; i < 3000; ++i) {
    PulledCorridor& corridor = corridors.emplace_back(make_corridor(random));
    std::vector<Point>& path = corridor.path;
    const Result exact = string_pull(corridor.start, corridor.goal, corridor.portals, path);
    for (Hash* each : {&hash, &exact_hash}) {
      add(*each, exact.status, std::span<const Point>(path).first(exact.count));
    }
    hash.add(std::bit_cast<std::uint64_t>(path_length(std::span(path).first(exact.count))));
    const Result simple = simple_funnel(corridor.start, corridor.goal, corridor.portals, path);
    add(hash, simple.status, std::span<const Point>(path).first(simple.count));
  }
  CHECK(hash.value() == kGoldenCorridors);

  std::vector<PullTask> tasks;
  for (PulledCorridor& each : corridors) {
    tasks.push_back({each.start, each.goal, each.portals, each.path});
  }
  std::vector<Result> results(tasks.size());
  string_pull_batch(tasks, results);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    add(batch_hash, results[i].status,
        std::span<const Point>(corridors[i].path).first(results[i].count));
  }
  CHECK(batch_hash.value() == exact_hash.value());
}

TEST_CASE("golden: queries on generated maps", "[golden]") {
  Hash hash;
  Random random(20240502);
  for (int i = 0; i < 300; ++i) {
    Grid grid = make_random_map(random, 60);
    if (i % 3 == 0) {
      const TileRect tiles{0, 0, random.between(1, 60), random.between(1, 60)};
      grid.set_cost(tiles, 1.0F + 0.1F * static_cast<float>(random.between(0, 30)));
    }
    GridScratch scratch(grid);
    std::vector<Point> path(2 * grid.tile_count() + 66);
    std::vector<TileId> crossed(3 * grid.tile_count() + 10);
    for (int k = 0; k < 20; ++k) {
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      GridPathOptions options;
      options.search.diagonal =
          random.chance(80) ? DiagonalRule::only_if_no_obstacles : DiagonalRule::never;
      options.search.partial = random.chance(50) ? PartialPath::none : PartialPath::nearest;
      options.pull = std::array{Pull::funnel, Pull::simple, Pull::midpoint, Pull::raycast,
                                Pull::none}[random.below(5)];
      options.repair = random.chance(50) ? Repair::none : Repair::raycast;
      const PathResult found = find_path(grid, start, goal, options, scratch, path);
      add(hash, found.status, std::span<const Point>(path).first(found.count));
      hash.add(std::bit_cast<std::uint64_t>(found.length));
      hash.add(found.expanded);
      const RaycastResult ray = raycast(grid, start, goal, crossed);
      add(hash, ray.status, std::span<const TileId>(crossed).first(ray.count));
      add(hash, ray.end);
      add(hash, ray.tile);
      add(hash, ray.blocker);
      add(hash, find_nearest_walkable(grid, start).value_or(Tile{-1, -1}));
    }
  }
  CHECK(hash.value() == kGoldenMaps);
}
