// Queries of a map without a search, edits, and loading.
#include <taut/detail/components.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/sight.hpp>
#include <taut/engine/validate.hpp>
#include <taut/grid.hpp>
#include <taut/map_file.hpp>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/harness/answers.hpp"
#include "bench/maps/free_squares.hpp"
#include "bench/maps/places.hpp"
#include "micro_case.hpp"

namespace taut::bench {
namespace {

using benchmark::State;

constexpr int kRays = 500;
constexpr int kViewers = 500;
constexpr int kNearPoints = 1000;
constexpr int kNearTiles = 16;      // a ray called near ends this many tiles away at most
constexpr int kCheckedPoints = 30;  // the slow check looks at every tile
constexpr std::size_t kEdits = 100;
constexpr std::size_t kCheckedEdits = 5;
constexpr int kSquareSide = 8;

using Ray = std::pair<Point, Point>;

std::vector<Ray> choose_rays(const Grid& grid, int reach) {
  Places places(grid);
  std::vector<Ray> rays;
  while (rays.size() < kRays) {
    const Tile from = places.walkable_tile();
    const Tile to{from.x - reach + places.below(2 * reach + 1),
                  from.y - reach + places.below(2 * reach + 1)};
    if (!grid.is_inside(to)) continue;
    const Ray ray{places.point_in(from), places.point_in(to)};
    if (ray.first != ray.second) rays.push_back(ray);
  }
  return rays;
}

void measure_raycast(State& state, const MicroCase& micro_case, int reach) {
  const Grid& grid = micro_case.map.grid;
  const std::vector<Ray> rays = choose_rays(grid, reach);
  std::size_t tiles = 0;
  for (const auto& [from, to] : rays) {
    std::vector<TileId> crossed(max_ray_cells(from, to));
    const RaycastResult result = raycast(grid, from, to, crossed);
    require(result.status == Status::ok, "a ray that is refused");
    const Point leg[] = {from, to};
    const bool is_walkable = validate_path(grid, from, to, leg).fault == PathFault::none;
    require(result.is_visible == is_walkable && raycast(grid, from, to).is_visible == is_walkable,
            "a ray that sees what it must not, or not what it must");
    tiles += result.count;
  }
  for (auto _ : state) {
    for (const auto& [from, to] : rays) benchmark::DoNotOptimize(raycast(grid, from, to));
  }
  report_each(state, "ray", rays.size());
  report_each(state, "tile", tiles);
}

// Each tile that is seen and does not stop sight must be visible by a ray.
void measure_visible_tiles(State& state, const MicroCase& micro_case, double radius) {
  const Grid& grid = micro_case.map.grid;
  Places places(grid);
  std::vector<Tile> viewers;
  for (int i = 0; i < kViewers; ++i) viewers.push_back(places.walkable_tile());
  SightScratch scratch(radius);
  std::vector<TileId> seen(max_visible_tiles(radius));
  std::size_t tiles = 0;
  for (const Tile& from : viewers) {
    const Result result = extract_visible_tiles(grid, from, {radius}, scratch, seen);
    require(result.status == Status::ok, "a view that is refused");
    tiles += result.count;
    for (std::size_t i = 0; i < result.count; ++i) {
      const Tile to = grid.tile(seen[i]);
      require(!grid.is_walkable(to) || is_visible(grid, center(from), center(to)),
              "a tile that is not seen");
    }
  }
  for (auto _ : state) {
    for (const Tile& from : viewers) {
      benchmark::DoNotOptimize(extract_visible_tiles(grid, from, {radius}, scratch, seen));
    }
  }
  report_each(state, "view", viewers.size());
  report_each(state, "tile", tiles);
}

void measure_visibility_polygon(State& state, const MicroCase& micro_case, double radius) {
  const Grid& grid = micro_case.map.grid;
  Places places(grid);
  std::vector<Point> viewers;
  for (int i = 0; i < kViewers; ++i) viewers.push_back(center(places.walkable_tile()));
  SightScratch scratch(radius);
  std::vector<Point> corners(max_visibility_points(radius));
  for (const Point& from : viewers) {
    const Result result = extract_visibility_polygon(grid, from, {radius}, scratch, corners);
    require(result.status == Status::ok && result.count >= 3, "a view that is refused");
  }
  for (auto _ : state) {
    for (const Point& from : viewers) {
      benchmark::DoNotOptimize(extract_visibility_polygon(grid, from, {radius}, scratch, corners));
    }
  }
  report_each(state, "view", viewers.size());
}

// Squared distance of a point from the square of a tile.
double square_distance(const Point& p, Tile tile) {
  const double x = static_cast<double>(p.x);
  const double y = static_cast<double>(p.y);
  const double dx = std::max({tile.x - x, 0.0, x - tile.x - 1.0});
  const double dy = std::max({tile.y - y, 0.0, y - tile.y - 1.0});
  return dx * dx + dy * dy;
}

std::optional<Tile> find_nearest_slowly(const Grid& grid, const Point& point) {
  std::optional<Tile> nearest;
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile tile = grid.tile(id);
    if (!grid.is_walkable(tile)) continue;
    if (!nearest || square_distance(point, tile) < square_distance(point, *nearest)) {
      nearest = tile;
    }
  }
  return nearest;
}

void measure_nearest(State& state, const MicroCase& micro_case) {
  const Grid& grid = micro_case.map.grid;
  Places places(grid);
  std::vector<Point> points;
  for (int i = 0; i < kNearPoints; ++i) points.push_back(places.point(kSquareSide));
  for (int i = 0; i < kCheckedPoints; ++i) {
    const Point& point = points[static_cast<std::size_t>(i)];
    require(find_nearest_walkable(grid, point) == find_nearest_slowly(grid, point),
            "not the nearest tile");
  }
  for (auto _ : state) {
    for (const Point& point : points) benchmark::DoNotOptimize(find_nearest_walkable(grid, point));
  }
  report_each(state, "point", points.size());
}

void measure_components(State& state, const MicroCase& micro_case) {
  const Grid& grid = micro_case.map.grid;
  require(Components(grid.bits()).count() == count_components(grid),
          "a wrong number of components");
  for (auto _ : state) {
    const Components components(grid.bits());
    benchmark::DoNotOptimize(components.count());
  }
  report_each(state, "tile", grid.tile_count());
}

// Blocks free squares and opens them again.
void measure_edits(State& state, const MicroCase& micro_case, int side) {
  Grid grid = micro_case.map.grid;
  const std::vector<TileRect> squares = find_free_squares(grid, side, kEdits);
  if (squares.empty()) {
    state.SkipWithError("not measured: the map has no free place of this size");
    return;
  }
  const std::size_t component_count = grid.component_count();
  const auto is_as_before = [&] {
    return grid.bits() == micro_case.map.grid.bits() && grid.component_count() == component_count;
  };
  for (std::size_t i = 0; i < std::min(squares.size(), kCheckedEdits); ++i) {
    grid.set(squares[i], TileState::blocked);
    require(!grid.is_walkable(squares[i].x0, squares[i].y0) &&
                grid.component_count() == count_components(grid),
            "wrong components after an edit");
    grid.set(squares[i], TileState::walkable);
    require(is_as_before(), "an edit that is not undone by its opposite");
  }
  for (auto _ : state) {
    for (const TileRect& tiles : squares) {
      grid.set(tiles, TileState::blocked);
      grid.set(tiles, TileState::walkable);
    }
  }
  require(is_as_before(), "edits that are not undone by their opposites");
  report_each(state, "edit", 2 * squares.size());
}

// Compares a grid with the characters of its MovingAI file.
bool is_map_of(const Grid& grid, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  while (std::getline(in, line) && line != "map") {
  }
  for (int y = 0; y < grid.height(); ++y) {
    if (!std::getline(in, line) || line.size() != static_cast<std::size_t>(grid.width())) {
      return false;
    }
    for (int x = 0; x < grid.width(); ++x) {
      const char c = line[static_cast<std::size_t>(x)];
      if (grid.is_walkable(x, y) != (c == '.' || c == 'G' || c == 'S')) return false;
    }
  }
  return true;
}

void measure_loading(State& state, const MicroCase& micro_case) {
  const std::string& file = micro_case.map.file;
  const Loaded<Grid> grid = load_map(file);
  require(grid.value && is_map_of(*grid.value, file), "not what the file says");
  for (auto _ : state) benchmark::DoNotOptimize(load_map(file));
  report_each(state, "tile", grid.value->tile_count());
}

}  // namespace

void register_tile_benchmarks(const std::string& file) {
  register_map_benchmark(file, "raycast/near", [](State& state, const MicroCase& micro_case) {
    measure_raycast(state, micro_case, kNearTiles);
  });
  register_map_benchmark(file, "raycast/anywhere", [](State& state, const MicroCase& micro_case) {
    measure_raycast(state, micro_case,
                    std::max(micro_case.map.grid.width(), micro_case.map.grid.height()));
  });
  for (const int radius : {10, 60}) {
    const std::string name = std::to_string(radius);
    register_map_benchmark(file, "visible_tiles/" + name,
                           [radius](State& state, const MicroCase& micro_case) {
                             measure_visible_tiles(state, micro_case, radius);
                           });
    register_map_benchmark(file, "visibility_polygon/" + name,
                           [radius](State& state, const MicroCase& micro_case) {
                             measure_visibility_polygon(state, micro_case, radius);
                           });
  }
  register_map_benchmark(file, "nearest", measure_nearest);
  register_map_benchmark(file, "components", measure_components);
  register_map_benchmark(file, "edit/1x1", [](State& state, const MicroCase& micro_case) {
    measure_edits(state, micro_case, 1);
  });
  register_map_benchmark(file, "edit/8x8", [](State& state, const MicroCase& micro_case) {
    measure_edits(state, micro_case, kSquareSide);
  });
  register_map_benchmark(file, "load_map", measure_loading);
}

}  // namespace taut::bench
