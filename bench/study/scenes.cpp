#include "scenes.hpp"

#include <fmt/format.h>

#include <taut/finder.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "bench/grid/terrain_bench.hpp"
#include "bench/maps/generated_map.hpp"
#include "bench/maps/places.hpp"
#include "tools/input/map_input.hpp"

namespace taut::bench {
namespace {

constexpr const char* kTerrain = "S=3,W=6,R=0.5,G=0.5,T=10";

// The same ones for a seed, whatever the map.
void keep_some(std::vector<BenchQuery>& queries, const SceneSample& sample) {
  std::mt19937 random(sample.seed);
  for (std::size_t i = queries.size(); i > 1; --i) std::swap(queries[i - 1], queries[random() % i]);
  if (queries.size() > sample.queries) queries.resize(sample.queries);
  std::sort(queries.begin(), queries.end(),
            [](const BenchQuery& a, const BenchQuery& b) { return a.index < b.index; });
}

// Sets the optima, and drops queries that the agent cannot even begin or that have no path.
void find_optima(Scene& scene) {
  World world(scene.map.grid);
  if (scene.ground) world.set_ground(scene.agent.ground, *scene.ground);
  world.prepare(scene.agent);
  Finder finder(world);
  std::vector<BenchQuery> kept;
  for (BenchQuery query : scene.map.queries) {
    const FoundPath found =
        finder.find(center(query.start), center(query.goal), {scene.agent, Method::optimal});
    if (!found) continue;
    if (!query.optimum && !scene.ground) query.optimum = found.length;
    kept.push_back(query);
  }
  scene.map.queries = std::move(kept);
}

}  // namespace

Scene point_scene(const std::string& file, const SceneSample& sample) {
  Scene scene{load_bench_map(file), "point"};
  keep_some(scene.map.queries, sample);
  find_optima(scene);
  return scene;
}

Scene agent_scene(const std::string& file, const SceneSample& sample, const Agent& agent) {
  Scene scene{load_bench_map(file), "agent", agent};
  for (BenchQuery& query : scene.map.queries) query.optimum.reset();  // a point's
  keep_some(scene.map.queries, sample);
  find_optima(scene);
  return scene;
}

Scene ground_scene(const std::string& file, const SceneSample& sample) {
  TerrainMap loaded = load_terrain_bench(file, kTerrain);
  const Ground ground = tools::trim_ground(loaded.tiles.ground, loaded.tiles.grid);
  Scene scene{{loaded.name, file, loaded.tiles.grid, {}},
              "ground",
              Agent::point(tools::kTerrainGround),
              ground};
  if (!ground.has_factors()) return scene;
  for (const TerrainQuery& query : loaded.queries) {
    scene.map.queries.push_back(
        {query.start, query.goal, 0.0, std::nullopt, scene.map.queries.size(), 0});
  }
  keep_some(scene.map.queries, sample);
  find_optima(scene);
  return scene;
}

Scene field_scene(const std::string& file, const SceneSample& sample) {
  Scene scene = point_scene(file, sample);
  scene.family = "field";
  if (scene.map.queries.empty()) return scene;
  const Tile goal = scene.map.queries[scene.map.queries.size() / 2].goal;
  for (BenchQuery& query : scene.map.queries) {
    query.goal = goal;
    query.optimum.reset();
  }
  std::erase_if(scene.map.queries, [&](const BenchQuery& query) { return query.start == goal; });
  find_optima(scene);
  return scene;
}

Scene floor_scene(const std::string& file, const SceneSample& sample) {
  const tools::LoadedMap loaded = tools::load_map_of({}, file);
  Scene scene{{map_name(file), file, loaded.grid(), {}}, "floors"};
  Places places(scene.map.grid, sample.seed);
  for (std::size_t i = 0; i < sample.queries; ++i) {
    const Tile start = places.walkable_tile();
    scene.map.queries.push_back({start, places.walkable_tile(), 0.0, std::nullopt, i, 0});
  }
  return scene;
}

Scene growth_scene(const std::string& file, const SceneSample& sample, int side) {
  const Grid grid = repeat(tools::load_any_map(file), side, side);
  Scene scene{{fmt::format("{} {}", map_name(file), side), file, grid, {}}, "growth"};
  // The same places for all sizes, as shares of the sides: only the size differs.
  std::mt19937 random(sample.seed);
  const auto along_side = [&] {
    return static_cast<int>(std::uint64_t{random()} * static_cast<std::uint64_t>(side) >> 32U);
  };
  // Braces: x is drawn before y with every compiler.
  const auto place = [&] {
    return find_nearest_walkable(grid, center({along_side(), along_side()}));
  };
  for (std::size_t i = 0; i < sample.queries; ++i) {
    const std::optional<Tile> start = place();
    const std::optional<Tile> goal = place();
    if (!start || !goal || start == goal || !grid.is_connected(*start, *goal)) continue;
    scene.map.queries.push_back({*start, *goal, 0.0, std::nullopt, i, 0});
  }
  find_optima(scene);
  return scene;
}

}  // namespace taut::bench
