// `--method`: queries that choose no stage, against the stages and the spaces of the engine.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <taut/engine/space.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kStatus = 5;
constexpr std::size_t kLength = 6;
constexpr std::size_t kExpanded = 12;
constexpr std::size_t kCost = 13;

std::vector<Words> run_scen(const std::string& map, const Words& how) {
  const TemporaryFolder folder;
  const std::string csv = folder.file("out.csv");
  Words words{"scen", map, map + ".scen", "--every", "3", "--csv", csv};
  words.insert(words.end(), how.begin(), how.end());
  const ProgramRun run = run_program(words);
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(value_of(run.out, "invalid paths") == "0");
  std::vector<Words> rows = read_csv(csv);
  rows.erase(rows.begin());
  return rows;
}

// The length of the shortest path of an agent, without world and finder; negative without one.
class OwnSearch {
 public:
  OwnSearch(const Grid& grid, const Agent& agent) : space_(grid, agent), scratch_(space_) {}

  double find_length(const Point& start, const Point& goal) {
    std::vector<Point> points(max_path_points(space_));
    std::vector<DiscTurn> turns(max_disc_turns(space_));
    for (;;) {
      const PathResult found =
          find_optimal_path(space_, start, goal, {}, scratch_, {.points = points, .turns = turns});
      if (found.status == Status::out_of_nodes && scratch_.search.grow()) continue;
      return found.status == Status::ok ? found.length : -1.0;
    }
  }

 private:
  Space space_;
  SpaceScratch scratch_;
};

}  // namespace

TEST_CASE("method: a point's lengths are those of the stages") {
  for (const char* const name : {"arena.map", "caves.map", "city.map", "dungeon.map"}) {
    INFO(name);
    const std::string map = own_map(name);
    const std::vector<Words> optima = run_scen(map, {"--search", "optimal"});
    const std::vector<Words> cells = run_scen(map, {"--search", "astar"});
    const std::vector<Words> optimal = run_scen(map, {"--method", "optimal"});
    const std::vector<Words> best = run_scen(map, {});
    const std::vector<Words> fast = run_scen(map, {"--method", "fast"});
    REQUIRE(optima.size() > 10);
    for (std::size_t i = 0; i < optima.size(); ++i) {
      INFO(i);
      for (const std::vector<Words>* rows : {&optimal, &best, &fast}) {
        REQUIRE((*rows)[i][kStatus] == optima[i][kStatus]);
        REQUIRE((*rows)[i].size() == 18);
      }
      if (optima[i][kStatus] != "ok") continue;
      const double optimum = std::stod(optima[i][kLength]);
      REQUIRE(is_near(std::stod(optimal[i][kLength]), optimum, 1e-9));
      REQUIRE(optimal[i][kExpanded] == optima[i][kExpanded]);
      REQUIRE(is_near(std::stod(fast[i][kLength]), std::stod(cells[i][kLength]), 1e-9));
      // Best is one of both.
      const double length = std::stod(best[i][kLength]);
      REQUIRE(
          (is_near(length, optimum, 1e-9) || is_near(length, std::stod(cells[i][kLength]), 1e-9)));
    }
  }
}

TEST_CASE("method: a body's lengths are those of its space") {
  for (const char* const name : {"arena.map", "caves.map"}) {
    const std::string map = own_map(name);
    const Loaded<Grid> grid = load_map(map);
    REQUIRE(grid);
    for (const Agent& agent :
         {Agent::disc(0.4), Agent::disc(0.9), Agent::square(0.375), Agent::square(0.75)}) {
      const bool is_square = agent.shape == AgentShape::square;
      INFO(name << " " << (is_square ? "square " : "disc ") << agent.radius);
      OwnSearch own(*grid.value, agent);
      std::size_t solved = 0;
      for (const Words& row : run_scen(map, {"--radius", fmt::format("{}", agent.radius), "--agent",
                                             is_square ? "square" : "disc"})) {
        if (row[kStatus] == "invalid_input") continue;
        const double length = own.find_length(tile_center(row, 1), tile_center(row, 3));
        REQUIRE((row[kStatus] == "ok") == (length >= 0.0));
        if (length < 0.0) continue;
        REQUIRE(is_near(std::stod(row[kLength]), length, 1e-9));
        ++solved;
      }
      CHECK(solved > 5);
    }
  }
}

TEST_CASE("method: costs of terrain are no higher than over tiles") {
  const TemporaryFolder folder;
  const auto map = find_shared_data("terrain/blobs1.map");
  if (!map) return;
  const Words terrain{"--terrain", "S=3,W=6,R=0.5"};
  Words tiles = terrain;
  tiles.insert(tiles.end(), {"--map", "grid"});
  const std::vector<Words> best = run_scen(map->string(), terrain);
  const std::vector<Words> stages = run_scen(map->string(), tiles);
  REQUIRE(best.size() > 10);
  REQUIRE(best.size() == stages.size());
  for (std::size_t i = 0; i < best.size(); ++i) {
    REQUIRE(best[i][kStatus] == stages[i][kStatus]);
    if (best[i][kStatus] != "ok") continue;
    REQUIRE(std::stod(best[i][kCost]) <= std::stod(stages[i][kCost]) + 1e-6);
  }
}
