// Queries on grids.
#include <algorithm>
#include <array>
#include <optional>

#include <taut/engine/baselines.hpp>
#include <taut/engine/distance_map.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/jump_search.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/sight.hpp>
#include <taut/engine/step_tiles.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/validate.hpp>
#include <taut/grid.hpp>

#include "promises/query_kinds.hpp"

namespace taut::test {
namespace {

constexpr std::array kPartials{PartialPath::none, PartialPath::nearest};
constexpr std::array kPulls{Pull::funnel, Pull::simple, Pull::midpoint, Pull::raycast, Pull::none};
constexpr std::array kSmoothings{Smoothing::none, Smoothing::raycast};
constexpr std::array kLimits{kNoExpansionLimit, kNoExpansionLimit, std::size_t{20}};

// Half of the queries with so few places in the open list that it overflows.
Querier query_corridor(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  return [&grid, large = hold(SearchScratch(grid.tile_count())),
          small = hold(SearchScratch(grid.tile_count(), 16)),
          out = hold_room<TileId>(grid.tile_count())](const Query& query, std::size_t capacity,
                                                      Answer& answer) {
    GridSearchOptions options;
    options.diagonal =
        query.pick(0, std::array{DiagonalRule::only_if_no_obstacles, DiagonalRule::never,
                                 DiagonalRule::at_least_one_walkable, DiagonalRule::always});
    options.partial = query.pick(1, kPartials);
    options.expansion_limit = query.pick(2, kLimits);
    SearchScratch& scratch = query.index % 2 == 0 ? *large : *small;
    answer.take(
        find_corridor(grid, query.start, query.goal, options, scratch, out->first(capacity)), *out);
  };
}

Querier query_path(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  return [&grid, scratch = hold(GridScratch(grid)), out = hold_room<Point>(max_path_points(grid))](
             const Query& query, std::size_t capacity, Answer& answer) {
    GridPathOptions options;
    options.search.diagonal =
        query.pick(0, std::array{DiagonalRule::only_if_no_obstacles,
                                 DiagonalRule::only_if_no_obstacles, DiagonalRule::never});
    options.search.partial = query.pick(1, kPartials);
    options.search.expansion_limit = query.pick(2, kLimits);
    options.pull = query.pick(3, kPulls);
    options.smoothing = query.pick(4, kSmoothings);
    answer.take(find_path(grid, query.start, query.goal, options, *scratch, out->first(capacity)),
                *out);
  };
}

// Classes of three factors, and one that may be blocked.
struct Classes {
  explicit Classes(const Scene& scene) : grid(scene.maps.grid), priced(), walls() {
    Random random(grid.walkable_count());
    for (int i = 0; i < 12; ++i) {
      const int x = random.between(0, grid.width() - 1);
      const int y = random.between(0, grid.height() - 1);
      const TileRect region{x, y, x + random.between(1, 9), y + random.between(1, 9)};
      grid.set_class(region, static_cast<std::uint8_t>(random.between(1, 3)));
    }
    priced.set(1, 0.5F);
    priced.set(2, 3.0F);
    priced.set(3, kBlockedTerrain);
    walls.set(3, kBlockedTerrain);
  }

  Grid grid;
  Ground priced;
  Ground walls;
};

Querier query_priced_corridor(const Scene& scene) {
  return
      [classes = hold(Classes(scene)), scratch = hold(SearchScratch(scene.maps.grid.tile_count())),
       out = hold_room<TileId>(scene.maps.grid.tile_count())](
          const Query& query, std::size_t capacity, Answer& answer) {
        GridSearchOptions options;
        options.costs = &classes->priced;
        options.partial = query.pick(1, kPartials);
        options.expansion_limit = query.pick(2, kLimits);
        answer.take(find_corridor(classes->grid, query.start, query.goal, options, *scratch,
                                  out->first(capacity)),
                    *out);
        answer.note(path_cost(classes->grid, classes->priced, query.tiles.path));
      };
}

Querier query_mover_path(const Scene& scene) {
  return [classes = hold(Classes(scene)), scratch = hold(GridScratch(scene.maps.grid)),
          out = hold_room<Point>(max_path_points(scene.maps.grid))](
             const Query& query, std::size_t capacity, Answer& answer) {
    GridPathOptions options;
    const Ground* const walls = &classes->walls;
    options.search.costs = query.pick(0, std::array<const Ground*, 3>{nullptr, walls, walls});
    options.search.partial = query.pick(2, kPartials);
    options.pull = query.pick(3, kPulls);
    options.smoothing = query.pick(4, kSmoothings);
    answer.take(
        find_path(classes->grid, query.start, query.goal, options, *scratch, out->first(capacity)),
        *out);
  };
}

Querier query_jump_points(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  return [&grid, jumps = hold(JumpMap(grid)), large = hold(SearchScratch(grid.tile_count())),
          small = hold(SearchScratch(grid.tile_count(), 16)),
          out = hold_room<TileId>(max_corridor_cells(grid))](const Query& query,
                                                             std::size_t capacity, Answer& answer) {
    JumpSearchOptions options;
    options.expansion_limit = query.pick(2, kLimits);
    SearchScratch& scratch = query.index % 2 == 0 ? *large : *small;
    answer.take(find_jump_points(grid, *jumps, query.start, query.goal, options, scratch,
                                 out->first(capacity)),
                *out);
  };
}

Querier query_jump_path(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  return [&grid, jumps = hold(JumpMap(grid)), scratch = hold(GridScratch(grid)),
          out = hold_room<Point>(max_path_points(grid))](const Query& query, std::size_t capacity,
                                                         Answer& answer) {
    JumpPathOptions options;
    options.search.expansion_limit = query.pick(2, kLimits);
    options.pull = query.pick(3, kPulls);
    options.smoothing = query.pick(4, kSmoothings);
    answer.take(find_jump_path(grid, *jumps, query.start, query.goal, options, *scratch,
                               out->first(capacity)),
                *out);
  };
}

// From the tiles of a corridor, which have the form of jump points.
Querier query_jump_tiles(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  return [&grid, out = hold_room<TileId>(grid.tile_count())](const Query& query,
                                                             std::size_t capacity, Answer& answer) {
    answer.take(extract_jump_tiles(grid, query.tiles.cells, out->first(capacity)), *out);
  };
}

std::size_t longest_corridor(const Scene& scene) {
  std::size_t longest = 1;
  for (const Query& query : scene.queries) longest = std::max(longest, query.tiles.cells.size());
  return longest;
}

Querier query_pulled_corridor(const Scene& scene) {
  return [&grid = scene.maps.grid,
          out = hold_room<Point>(max_path_points(max_portals(longest_corridor(scene))))](
             const Query& query, std::size_t capacity, Answer& answer) {
    if (query.tiles.cells.empty()) return;
    answer.take(pull_corridor(grid, query.start, query.goal, query.tiles.cells, query.tiles.portals,
                              query.pick(3, kPulls), out->first(capacity)),
                *out);
  };
}

using Extract = Result (*)(const Grid&, std::span<const TileId>, std::span<Portal>) noexcept;

QueryKind portals_kind(const char* name, Extract extract) {
  return {name, [extract](const Scene& scene) -> Querier {
            return [extract, &grid = scene.maps.grid,
                    out = hold_room<Portal>(max_portals(longest_corridor(scene)))](
                       const Query& query, std::size_t capacity, Answer& answer) {
              answer.take(extract(grid, query.tiles.cells, out->first(capacity)), *out);
            };
          }};
}

Querier query_smoothed_corridor(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  const std::size_t points = max_path_points(max_portals(longest_corridor(scene)));
  return [&grid, work = hold(std::vector<Point>(max_smoothing_points(points))),
          out = hold_room<TileId>(2 * grid.tile_count() + 64)](
             const Query& query, std::size_t capacity, Answer& answer) {
    if (query.tiles.path.empty()) return;
    answer.take(smooth_corridor(grid, query.tiles.path, *work, out->first(capacity)), *out);
  };
}

Querier query_crossed_corridor(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  return [&grid, out = hold_room<TileId>(2 * grid.tile_count() + 64)](
             const Query& query, std::size_t capacity, Answer& answer) {
    if (query.tiles.path.empty()) return;
    answer.take(extract_corridor(grid, query.tiles.path, out->first(capacity)), *out);
  };
}

using Raycast = RaycastResult (*)(const Grid&, const Point&, const Point&,
                                  std::span<TileId>) noexcept;

QueryKind ray_kind(const char* name, Raycast cast) {
  return {name, [cast](const Scene& scene) -> Querier {
            const Grid& grid = scene.maps.grid;
            const Point corner{static_cast<float>(grid.width()), static_cast<float>(grid.height())};
            return [cast, &grid, out = hold_room<TileId>(max_ray_cells({0.0F, 0.0F}, corner))](
                       const Query& query, std::size_t capacity, Answer& answer) {
              const RaycastResult ray = cast(grid, query.start, query.goal, out->first(capacity));
              answer.take(ray, *out);
              answer.note(ray.is_visible);
              answer.note(ray.end);
              answer.note(ray.tile);
              answer.note(ray.blocker);
              answer.note(is_visible(grid, query.start, query.goal));
            };
          }};
}

Querier query_midpoints(const Scene& scene) {
  return [&grid = scene.maps.grid,
          out = hold_room<Point>(max_path_points(max_portals(longest_corridor(scene))))](
             const Query& query, std::size_t capacity, Answer& answer) {
    if (query.tiles.path.empty()) return;
    answer.take(
        midpoint_raycast(grid, query.start, query.goal, query.tiles.portals, out->first(capacity)),
        *out);
  };
}

Querier query_places(const Scene& scene) {
  return [&grid = scene.maps.grid](const Query& query, std::size_t, Answer& answer) {
    const std::optional<Tile> from = grid.locate(query.start);
    const std::optional<Tile> to = grid.locate(query.goal);
    answer.note(from);
    answer.note(to);
    answer.note(find_nearest_walkable(grid, query.goal));
    if (from && to) answer.note(grid.is_connected(*from, *to));
  };
}

Querier query_validation(const Scene& scene) {
  return [&grid = scene.maps.grid](const Query& query, std::size_t, Answer& answer) {
    const PathCheck path = validate_path(grid, query.start, query.goal, query.tiles.path);
    answer.note(path.fault);
    answer.note(path.corners);
    answer.note(path.open_corners);
    const PortalCheck portals =
        validate_portals(grid, query.start, query.goal, query.tiles.portals);
    answer.note(portals.fault);
    answer.note(portals.at);
  };
}

TileSteps pick_steps(const Query& query) {
  TileSteps steps;
  steps.diagonal =
      query.pick(0, std::array{DiagonalRule::only_if_no_obstacles, DiagonalRule::never,
                               DiagonalRule::at_least_one_walkable, DiagonalRule::always});
  steps.length = query.pick(1, std::array{DiagonalLength::sqrt2, DiagonalLength::one});
  return steps;
}

Tile tile_at(const Grid& grid, const Point& point) {
  return grid.locate(point).value_or(Tile{-1, -1});
}

// The field of two goals, turned into a flee map for some queries, and the way downhill.
Querier query_distance_map(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  const Tile other = tile_at(grid, scene.queries.front().goal);
  return [&grid, other, scratch = hold(DistanceMapScratch(grid)),
          numbers = hold(std::vector<float>(grid.tile_count()))](const Query& query, std::size_t,
                                                                 Answer& answer) {
    DistanceMapOptions options;
    options.steps = pick_steps(query);
    options.limit = query.pick(3, std::array{kNoLengthLimit, kNoLengthLimit, 8.0});
    const std::array goals{TileGoal{tile_at(grid, query.goal)}, TileGoal{other, -3.7F}};
    const auto queried = std::span(goals).first(grid.is_walkable(other) ? 2 : 1);
    std::fill(numbers->begin(), numbers->end(), kUnreachedTile);
    answer.note(find_tile_distances(grid, queried, options, *scratch, *numbers).status);
    if (query.index % 3 == 0) {
      answer.note(turn_to_flee(grid, -1.2F, options, *scratch, *numbers).status);
    }
    for (const float number : *numbers) answer.note(static_cast<double>(number));
    std::optional<Tile> at = tile_at(grid, query.start);
    if (!grid.is_walkable(*at)) return;
    for (; at; at = find_downhill_step(grid, *numbers, *at, options.steps)) {
      answer.note(grid.id(*at));
    }
  };
}

// The way ahead of two others to an exit, every other time with a link.
Querier query_escape_map(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  const Tile other = tile_at(grid, scene.queries.front().goal);
  return [&grid, other, scratch = hold(DistanceMapScratch(grid)),
          theirs = hold(std::vector<float>(grid.tile_count())),
          numbers = hold(std::vector<float>(grid.tile_count()))](const Query& query, std::size_t,
                                                                 Answer& answer) {
    DistanceMapOptions options;
    options.steps = pick_steps(query);
    const std::array links{TileLink{tile_at(grid, query.start), other, 1.25}};
    if (query.index % 2 == 1) options.links = links;
    const std::array others{TileGoal{other}, TileGoal{tile_at(grid, query.start)}};
    const std::array exits{TileGoal{tile_at(grid, query.goal), 1.5F}};
    std::fill(theirs->begin(), theirs->end(), kUnreachedTile);
    std::fill(numbers->begin(), numbers->end(), kUnreachedTile);
    answer.note(find_tile_distances(grid, others, options, *scratch, *theirs).status);
    answer.note(find_escape_map(grid, exits, *theirs, options, *scratch, *numbers).status);
    for (const float number : *numbers) answer.note(static_cast<double>(number));
  };
}

// Some turns of creatures of two sizes that start beside each other, with maps of two goals.
Querier query_turns(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  constexpr std::size_t kMost = 24;
  return [&grid, scratch = hold(DistanceMapScratch(grid)),
          turns = hold(StepTilesScratch(grid, kMost)),
          maps = hold(std::array{std::vector<float>(grid.tile_count()),
                                 std::vector<float>(grid.tile_count())})](
             const Query& query, std::size_t, Answer& answer) {
    const DistanceMapOptions options{.steps = pick_steps(query)};
    const std::array ends{tile_at(grid, query.start), tile_at(grid, query.goal)};
    for (std::size_t i = 0; i < 2; ++i) {
      std::fill((*maps)[i].begin(), (*maps)[i].end(), kUnreachedTile);
      (void)find_tile_distances(grid, std::array{TileGoal{ends[i]}}, options, *scratch, (*maps)[i]);
    }
    std::array<TileCreature, kMost> all;
    for (std::size_t i = 0; i < kMost; ++i) {
      const auto step = static_cast<std::int32_t>(i / 2);
      const Tile near{std::clamp(ends[i % 2].x, 4, (std::max)(grid.width() - 6, 4)),
                      std::clamp(ends[i % 2].y, 4, (std::max)(grid.height() - 6, 4))};
      all[i].at = {near.x - 4 + step % 4 * 2, near.y - 4 + step / 4 * 2};
      all[i].values = (*maps)[1 - i % 2];
      all[i].steps = options.steps;
      all[i].size = i % 7 == 0 ? 2 : 1;
      all[i].stays = i % 11 == 5;
    }
    for (int turn = 0; turn < 6; ++turn) {
      answer.note(step_tiles(grid, all, {}, *turns).status);
      for (const TileCreature& one : all) {
        answer.note(static_cast<std::uint32_t>(one.at.x));
        answer.note(static_cast<std::uint32_t>(one.at.y));
      }
    }
  };
}

Querier query_frontier(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  return [&grid, out = hold_room<TileId>(grid.tile_count())](const Query& query,
                                                             std::size_t capacity, Answer& answer) {
    const auto unknown = query.pick(0, std::array<std::uint8_t, 3>{0, 1, 2});
    answer.take(extract_frontier(grid, unknown, nullptr, out->first(capacity)), *out);
  };
}

constexpr double kFarthestSight = 20.0;

// Two thirds of the queries by a ground that blocks class 1, or one that blocks nothing.
SightOptions pick_sight(const Query& query) {
  static const Ground free;
  static const Ground walls = [] {
    Ground ground;
    ground.set(1, kBlockedTerrain);
    return ground;
  }();
  return {query.pick(0, std::array{3.5, 8.0, kFarthestSight}),
          query.pick(1, std::array<const Ground*, 3>{nullptr, &free, &walls})};
}

Querier query_visible_tiles(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  return [&grid, scratch = hold(SightScratch(kFarthestSight)),
          out = hold_room<TileId>(max_visible_tiles(kFarthestSight))](
             const Query& query, std::size_t capacity, Answer& answer) {
    answer.take(extract_visible_tiles(grid, tile_at(grid, query.start), pick_sight(query), *scratch,
                                      out->first(capacity)),
                *out);
  };
}

Querier query_visibility_polygon(const Scene& scene) {
  const Grid& grid = scene.maps.grid;
  return [&grid, scratch = hold(SightScratch(kFarthestSight)),
          out = hold_room<Point>(max_visibility_points(kFarthestSight))](
             const Query& query, std::size_t capacity, Answer& answer) {
    answer.take(extract_visibility_polygon(grid, query.start, pick_sight(query), *scratch,
                                           out->first(capacity)),
                *out);
  };
}

}  // namespace

void add_grid_kinds(std::vector<QueryKind>& kinds) {
  kinds.push_back({"grid: find_corridor", query_corridor});
  kinds.push_back({"grid: find_path", query_path});
  kinds.push_back({"grid: find_corridor by cost", query_priced_corridor});
  kinds.push_back({"grid: find_path of a mover", query_mover_path});
  kinds.push_back({"grid: pull_corridor", query_pulled_corridor});
  kinds.push_back(portals_kind("grid: extract_portals", extract_portals));
  kinds.push_back(portals_kind("grid: extract_compressed_portals", extract_compressed_portals));
  kinds.push_back({"grid: smooth_corridor", query_smoothed_corridor, Cut::fewer});
  kinds.push_back({"grid: extract_corridor", query_crossed_corridor, Cut::fewer});
  kinds.push_back(ray_kind("grid: raycast", raycast));
  kinds.push_back({"grid: midpoint_raycast", query_midpoints});
  kinds.push_back({"grid: places", query_places, Cut::none});
  kinds.push_back({"grid: validators", query_validation, Cut::none});
  kinds.push_back({"grid: distance map", query_distance_map, Cut::none});
  kinds.push_back({"grid: escape map", query_escape_map, Cut::none});
  kinds.push_back({"grid: step_tiles", query_turns, Cut::none});
  kinds.push_back({"grid: extract_frontier", query_frontier});
  kinds.push_back({"grid: extract_visible_tiles", query_visible_tiles});
  kinds.push_back({"grid: extract_visibility_polygon", query_visibility_polygon});
  kinds.push_back({"grid: find_jump_points", query_jump_points});
  kinds.push_back({"grid: find_jump_path", query_jump_path});
  kinds.push_back({"grid: extract_jump_tiles", query_jump_tiles});
  kinds.push_back(portals_kind("grid: extract_jump_portals", extract_jump_portals));
}

}  // namespace taut::test
