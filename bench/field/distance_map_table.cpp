// taut_bench tiles: fields over tiles, beside Dijkstra with a heap.
#include <CLI/CLI.hpp>

#include <taut/engine/distance_map.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "bench/field/tile_flood.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/maps/places.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

constexpr std::size_t kMapGoals = 5;

struct Kind {
  const char* column;  // microseconds
  TileSteps steps;
};
const std::array<Kind, 4> kKinds{
    {{"octile_us", {}},
     {"king_us", {DiagonalRule::only_if_no_obstacles, DiagonalLength::one}},
     {"straight_us", {DiagonalRule::never}},
     {"corners_us", {DiagonalRule::always}}}};

// Numbers that differ from the heap's, which adds floats, by more than its rounding.
std::size_t count_wrong(const std::vector<float>& numbers, const std::vector<float>& wanted) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    wrong +=
        numbers[i] == wanted[i] || std::abs(numbers[i] - wanted[i]) <= 1e-4F * wanted[i] ? 0 : 1;
  }
  return wrong;
}

// Microseconds, the mean over the goals.
struct DistanceMapTimes {
  std::array<double, kKinds.size()> kinds_us{};
  double heap_us = 0.0;
  double flee_us = 0.0;
  double near_us = 0.0;
  std::size_t reached = 0;  // of all goals
  std::size_t wrong = 0;
};

void measure_goal(const Grid& grid, Tile at, int rounds, DistanceMapTimes& measured) {
  DistanceMapScratch scratch(grid);
  TileFlood heap(grid);
  std::vector<float> numbers(grid.tile_count());
  std::vector<float> fled;
  const std::array goal{TileGoal{at}};
  std::array<double, kKinds.size() + 3> best{};
  best.fill(kNoLengthLimit);
  double* const rest = best.data() + kKinds.size();
  const auto time = [](double& least, const auto& work) { least = std::min(least, time_us(work)); };
  for (int round = 0; round < rounds; ++round) {
    time(rest[0], [&] { heap.run(at); });
    for (std::size_t kind = kKinds.size(); kind-- > 0;) {
      time(best[kind],
           [&] { (void)find_tile_distances(grid, goal, {kKinds[kind].steps}, scratch, numbers); });
    }
    fled = numbers;
    time(rest[1], [&] { (void)turn_to_flee(grid, -1.2F, {}, scratch, fled); });
    time(rest[2], [&] { (void)find_tile_distances(grid, goal, {{}, 20.0}, scratch, fled); });
  }
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    measured.kinds_us[kind] += best[kind] / kMapGoals;
  }
  measured.heap_us += rest[0] / kMapGoals;
  measured.flee_us += rest[1] / kMapGoals;
  measured.near_us += rest[2] / kMapGoals;
  measured.wrong += count_wrong(numbers, heap.distances());
  measured.reached += static_cast<std::size_t>(std::count_if(
      numbers.begin(), numbers.end(), [](float number) { return number < kUnreachedTile; }));
}

void add_distance_map_row(const BenchMap& map, int rounds, Table& table) {
  Places places(map.grid);
  DistanceMapTimes measured;
  for (std::size_t i = 0; i < kMapGoals; ++i) {
    measure_goal(map.grid, places.walkable_tile(), rounds, measured);
  }
  const double octile_us = measured.kinds_us[0];
  Row row;
  row.set("map", map.name)
      .set("tiles", map.grid.tile_count())
      .set("reached", measured.reached / kMapGoals);
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    row.set(kKinds[kind].column, measured.kinds_us[kind]);
  }
  row.set("ns_per_tile", 1000.0 * octile_us * kMapGoals / static_cast<double>(measured.reached))
      .set("heap_us", measured.heap_us)
      .set("heap_over_octile", measured.heap_us / octile_us)
      .set("flee_us", measured.flee_us)
      .set("within_20_us", measured.near_us)
      .set("wrong", measured.wrong);
  table.add(row);
}

int run_distance_map(const BenchOptions& options) {
  Table table({text_column("map", 25),
               count_column("tiles", 8),
               count_column("reached", 8),
               {"octile_us", "octile us", 10, 1},
               {"ns_per_tile", "ns/tile", 8, 2},
               {"king_us", "king us", 10, 1},
               {"straight_us", "4 way us", 10, 1},
               {"corners_us", "corners us", 11, 1},
               {"flee_us", "flee us", 10, 1},
               {"within_20_us", "to 20 us", 9, 1},
               {"heap_us", "heap us", 10, 1},
               {"heap_over_octile", "ratio", 6, 1},
               count_column("wrong", 6)},
              options.csv);
  for_each_map(options,
               [&](const BenchMap& map) { add_distance_map_row(map, options.rounds, table); });
  return table.finish();
}

}  // namespace

void add_distance_map_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("tiles", "fields over tiles, beside Dijkstra with a heap");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are CPU time of the thread, the best round, the mean over 5 goals, of "
      "find_tile_distances() with diagonal\nsteps that cut no corner (`octile`; `ns/tile` is per "
      "tile reached), with diagonals of length 1 (`king`), without\ndiagonals (`4 way`) and with "
      "all (`corners`); of turn_to_flee(); of the tiles within 20 of the goal (`to 20`); and\nof "
      "Dijkstra with a heap for the same as `octile`. `ratio` is heap over octile. `wrong` counts "
      "tiles whose distances\nare not those of the heap.\n");
  command.callback(
      [options, &action] { action = [options] { return run_distance_map(*options); }; });
}

}  // namespace taut::bench
