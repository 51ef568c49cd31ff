// taut_bench field: fields over a mesh, beside a flood over tiles and single queries.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/field.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "bench/field/many_goals.hpp"
#include "bench/field/tile_flood.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/maps/places.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

constexpr std::size_t kGoals = 5;
constexpr std::size_t kPlaces = 10'000;
constexpr std::size_t kQueries = 200;  // per goal

struct FieldTimes {
  double build_us = 0.0;
  double flood_us = 0.0;
  double query_us = 0.0;
  double distance_ns = 0.0;
  double corner_ns = 0.0;
  double kept_ns = 0.0;
  double path_ns = 0.0;
  double disc_corner_ns = 0.0;
  double disc_path_ns = 0.0;
  std::size_t funnels = 0;
  std::size_t bytes = 0;
  std::size_t queries = 0;
  std::size_t wrong = 0;
};

double sum_best(std::vector<double> best) {
  double sum = 0.0;
  for (const double us : best) sum += us;
  return sum / static_cast<double>(best.size());
}

// The builds of fields and floods from some goals, in turn.
void measure_builds(const Grid& grid, const ConvexMesh& mesh, const std::vector<Tile>& goals,
                    int rounds, FieldTimes& measured) {
  Field field;
  FieldScratch scratch;
  TileFlood flood(grid);
  std::vector<double> builds(goals.size(), kNoLengthLimit);
  std::vector<double> floods(goals.size(), kNoLengthLimit);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const std::array goal{FieldGoal{center(goals[i])}};
      const double build = time_us([&] { (void)build_field(mesh, goal, {}, scratch, field); });
      builds[i] = std::min(builds[i], build);
      floods[i] = std::min(floods[i], time_us([&] { flood.run(goals[i]); }));
    }
  }
  measured.build_us = sum_best(builds);
  measured.flood_us = sum_best(floods);
}

// Distances against lengths of the optimal search, and the time of its queries.
void compare_lengths(const ConvexMesh& mesh, const Field& field, const Point& goal, Places& places,
                     FieldTimes& measured) {
  OptimalScratch scratch(mesh);
  std::vector<Point> out(max_path_points(mesh));
  Times times;
  for (std::size_t i = 0; i < kQueries; ++i) {
    const Point from = places.point_in(places.walkable_tile());
    PathResult found;
    times.add(time_us([&] { found = find_optimal_path(mesh, from, goal, {}, scratch, out); }));
    if (found.status == Status::out_of_nodes) continue;
    const double length = found ? found.length : Field::kUnreached;
    const double distance = field.distance(from);
    const bool is_right = distance == length || std::abs(distance - length) <= 1e-9;
    measured.wrong += is_right ? 0 : 1;
  }
  measured.queries += kQueries;
  measured.query_us += times.mean() * kQueries;
}

// What a unit queries, at random places.
void measure_questions(const ConvexMesh& mesh, const Field& field, Places& places, int rounds,
                       FieldTimes& measured) {
  std::vector<Point> points(kPlaces);
  for (Point& point : points) point = places.point_in(places.walkable_tile());
  std::vector<Point> out(max_path_points(mesh));
  std::size_t seen = 0;
  const auto ns = [&](const auto& run_query) {
    const double us = best_us(rounds, 1, [&] {
      for (const Point& point : points) seen += run_query(point) ? 1 : 0;
    });
    return 1000.0 * us / static_cast<double>(kPlaces);
  };
  measured.distance_ns = ns([&](const Point& p) { return field.distance(p) < kNoLengthLimit; });
  measured.corner_ns = ns([&](const Point& p) { return field.next_corner(p).has_value(); });
  std::vector<CellId> cells(kPlaces, 0);
  measured.kept_ns = ns([&](const Point& p) {
    const auto unit = static_cast<std::size_t>(&p - points.data());
    return field.next_corner(p, cells[unit]).has_value();
  });
  measured.path_ns = ns([&](const Point& p) { return field.extract_path(p, out).count > 0; });
  if (seen == 1) tools::print("");
}

// The same of a disc in its space.
void measure_disc(const Grid& grid, const Point& goal, Places& places, int rounds,
                  FieldTimes& measured) {
  const Agent agent = Agent::disc(0.4);
  World world(grid);
  world.prepare(agent);
  WorldField field(agent);
  FieldScratch scratch;
  field.set_goals(std::array{FieldGoal{goal}});
  if (!field.update(world, scratch)) return;
  Finder finder(world);
  std::vector<Point> points(kPlaces);
  for (Point& point : points) point = places.point_in(places.walkable_tile());
  std::erase_if(points, [&](const Point& p) { return field.reason_at(p) != Reason::none; });
  const auto ns = [&](const auto& run_query) {
    const double us = best_us(rounds, 1, [&] {
      for (const Point& point : points) measured.wrong += run_query(point) ? 0 : 1;
    });
    return 1000.0 * us / static_cast<double>(std::max<std::size_t>(points.size(), 1));
  };
  measured.disc_corner_ns = ns([&](const Point& p) { return field.next_corner(p).has_value(); });
  measured.disc_path_ns = ns([&](const Point& p) { return bool{finder.find(p, field)}; });
}

Columns field_columns() {
  return {text_column("map", 25),
          count_column("cells", 7),
          count_column("goals", 6),
          count_column("funnels", 8),
          {"bytes_per_funnel", "B/funnel", 8, 0},
          {"build_us", "build us", 10, 1},
          {"flood_us", "flood us", 10, 1},
          {"flood_over_build", "ratio", 7, 1},
          {"query_us", "query us", 9, 1},
          {"crossover", "units", 7, 1},
          {"distance_ns", "distance", 9, 1},
          {"corner_ns", "corner", 8, 1},
          {"kept_ns", "kept", 8, 1},
          {"path_ns", "path ns", 8, 1},
          {"disc_corner_ns", "disc", 8, 1},
          {"disc_path_ns", "disc path", 9, 1},
          count_column("wrong", 6)};
}

void add_field_row(const BenchMap& map, int rounds, Table& table) {
  const ConvexMesh mesh = build_mesh(map.grid);
  Places places(map.grid);
  std::vector<Tile> goals;
  while (goals.size() < kGoals) goals.push_back(places.walkable_tile());
  FieldTimes measured;
  measure_builds(map.grid, mesh, goals, rounds, measured);
  Field field;
  FieldScratch scratch;
  for (const Tile& goal : goals) {
    const std::array at{FieldGoal{center(goal)}};
    (void)build_field(mesh, at, {}, scratch, field);
    measured.funnels += field.funnel_count();
    compare_lengths(mesh, field, at[0].at, places, measured);
  }
  measure_questions(mesh, field, places, rounds, measured);
  measure_disc(map.grid, center(goals.front()), places, rounds, measured);
  const double query_us = measured.query_us / static_cast<double>(measured.queries);
  Row row;
  row.set("map", map.name)
      .set("cells", mesh.cell_count())
      .set("goals", std::size_t{1})
      .set("funnels", measured.funnels / kGoals)
      .set("bytes_per_funnel",
           static_cast<double>(field.memory_bytes()) /
               static_cast<double>(std::max<std::size_t>(field.funnel_count(), 1)))
      .set("build_us", measured.build_us)
      .set("flood_us", measured.flood_us)
      .set("flood_over_build", measured.flood_us / measured.build_us)
      .set("query_us", query_us)
      .set("crossover", measured.build_us / query_us)
      .set("distance_ns", measured.distance_ns)
      .set("corner_ns", measured.corner_ns)
      .set("kept_ns", measured.kept_ns)
      .set("path_ns", measured.path_ns)
      .set("disc_corner_ns", measured.disc_corner_ns)
      .set("disc_path_ns", measured.disc_path_ns)
      .set("wrong", measured.wrong);
  table.add(row);
}

int run_field(const BenchOptions& options) {
  Table table(field_columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) { add_field_row(map, options.rounds, table); });
  add_many_goals(options.rounds, table);
  return table.finish();
}

}  // namespace

void add_field_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "field", "fields over a mesh, beside a flood over its tiles and single optimal queries");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are CPU time of the thread, the best round: of build_field(), in memory it has used "
      "before, and of Dijkstra\nover all tiles with a heap (8 neighbours), the mean over 5 goals. "
      "`ratio` is flood over build, `units` the number of\noptimal queries that take as long as a "
      "build. `distance`, `corner` and `path` are ns per question at random points,\n`kept` "
      "those of corners for units that keep their cells, `disc` and `disc path` those of corners "
      "and\npaths of a disc of 0.4. `wrong` counts distances that are not the length of "
      "find_optimal_path(), of 1000, and\nplaces where a disc has no answer. The last rows are "
      "fields of many goals at once: anywhere in an open hall of\n512 x 512, in a row beside an "
      "edge of its mesh, and all at one place.\n");
  command.callback([options, &action] { action = [options] { return run_field(*options); }; });
}

}  // namespace taut::bench
