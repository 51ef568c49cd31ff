// taut_bench around: paths past units that stand, beside those without them.
#include <CLI/CLI.hpp>

#include <taut/crowd.hpp>

#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/maps/places.hpp"
#include "bench/tables.hpp"
#include "support/around_oracle.hpp"

namespace taut::bench {
namespace {

struct AroundTableOptions {
  BenchOptions common;
  int units = 100;
  int queries = 100;
  double radius = 0.3;
  int wide = 2;
};

Columns around_columns() {
  return {text_column("map", 18),           count_column("n", 5),
          {"plain_us", "plain", 7},         {"around_us", "around", 7},
          {"median_ratio", "median", 7},    {"mean_ratio", "mean", 7},
          {"worst_ratio", "worst", 7},      {"ratio_of_sums", "sums", 6},
          {"plain_turns", "turns", 6},      {"around_turns", "past units", 10},
          {"length_ratio", "length", 7, 4}, {"worst_length", "longest", 7, 3},
          count_column("none", 5),          {"none_us", "none us", 9},
          count_column("missed", 6),        count_column("wrong", 6)};
}

// Puts units near a path, where they overlap nothing.
void line_path(const FoundPath& path, const AroundTableOptions& options, Places& places,
               Crowd& crowd) {
  const double length = path.length;
  for (int tries = 0; tries < 100 * options.units; ++tries) {
    if (crowd.size() == static_cast<std::size_t>(options.units)) return;
    double along = length * places.below(1 << 20) / (1 << 20);
    DiscPoint from = path.turns.front().exit;
    for (const DiscTurn& turn : path.turns) {
      const double leg = std::hypot(turn.entry.x - from.x, turn.entry.y - from.y);
      if (along > leg) {
        along -= leg;
        from = turn.exit;
        continue;
      }
      const auto off = [&] {
        return static_cast<double>(options.wide) * (places.below(2049) - 1024) / 1024.0;
      };
      const double share = leg > 0.0 ? along / leg : 0.0;
      const double x = from.x + share * (turn.entry.x - from.x) + off();
      const double y = from.y + share * (turn.entry.y - from.y) + off();
      const auto is_near = [&](const DiscPoint& end) {
        return std::hypot(x - end.x, y - end.y) < 2.1 * options.radius;
      };
      if (!is_near(path.turns.front().exit) && !is_near(path.turns.back().entry)) {
        (void)crowd.add(Agent::disc(options.radius),
                        {static_cast<float>(x), static_cast<float>(y)});
      }
      break;
    }
  }
}

struct AroundTimes {
  Times plain;
  Times around;
  Times ratios;
  Times none;
  Times plain_turns;
  Times around_turns;
  Ratios lengths;
  std::size_t missed = 0;
  std::size_t wrong = 0;
};

void measure_query(World& world, Finder& finder, const BenchQuery& query,
                   const AroundTableOptions& options, Places& places, AroundTimes& measured) {
  const Agent agent = Agent::disc(options.radius);
  const Point start = center(query.start);
  const Point goal = center(query.goal);
  FindOptions find;
  find.agent = agent;
  const auto find_around = [&](Crowd& crowd) {
    return crowd.find_around(start, goal, find, Obstacles::all);
  };
  const FoundPath plain = finder.find(start, goal, find);
  if (!plain || plain.turns.size() < 2) return;
  const double length = plain.length;
  const auto turns = static_cast<double>(plain.turns.size());
  Crowd crowd(world);
  line_path(plain, options, places, crowd);
  (void)find_around(crowd);
  Times plain_times;
  Times around_times;
  for (int round = 0; round < options.common.rounds; ++round) {
    plain_times.add(time_us([&] { (void)finder.find(start, goal, find); }));
    around_times.add(time_us([&] { (void)find_around(crowd); }));
  }
  const FoundPath path = find_around(crowd);
  const double plain_us = plain_times.quantile(0.5);
  const double around_us = around_times.quantile(0.5);
  if (!path) {
    measured.none.add(around_us);
    if (test::has_way_around(world, crowd, agent, start, goal)) ++measured.missed;
    return;
  }
  measured.plain.add(plain_us);
  measured.around.add(around_us);
  measured.ratios.add(around_us / plain_us);
  measured.plain_turns.add(turns);
  measured.around_turns.add(static_cast<double>(path.turns.size()));
  measured.lengths.add(path.length, length);
  if (test::find_near_unit(crowd, path) || !world.is_walkable(path.turns, agent.radius)) {
    ++measured.wrong;
  }
}

void add_around_row(const BenchMap& map, const AroundTableOptions& options, Table& table) {
  World world(map.grid);
  world.prepare(Agent::disc(options.radius));
  Finder finder(world);
  Places places(map.grid);
  std::vector<BenchQuery> queries = map.queries;
  keep_evenly(queries, static_cast<std::size_t>(options.queries));
  AroundTimes measured;
  for (const BenchQuery& query : queries) {
    measure_query(world, finder, query, options, places, measured);
  }
  if (measured.plain.count() == 0) return;
  Row row;
  table.add(row.set("map", map.name)
                .set("n", measured.plain.count())
                .set("plain_us", measured.plain.mean())
                .set("around_us", measured.around.mean())
                .set("median_ratio", measured.ratios.quantile(0.5))
                .set("mean_ratio", measured.ratios.mean())
                .set("worst_ratio", measured.ratios.worst())
                .set("ratio_of_sums", measured.around.mean() / measured.plain.mean())
                .set("plain_turns", measured.plain_turns.mean())
                .set("around_turns", measured.around_turns.mean())
                .set("length_ratio", measured.lengths.mean())
                .set("worst_length", measured.lengths.worst())
                .set("none", measured.none.count())
                .set("none_us", measured.none.mean())
                .set("missed", measured.missed)
                .set("wrong", measured.wrong));
}

int run_around(const AroundTableOptions& options) {
  Table table(around_columns(), options.common.csv);
  for_each_map(options.common, [&](const BenchMap& map) { add_around_row(map, options, table); });
  return table.finish();
}

}  // namespace

void add_around_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand("around", "paths past units that stand in the way");
  const auto options = std::make_shared<AroundTableOptions>();
  add_bench_options(command, options->common);
  command.add_option("--units", options->units, "number of units near each path")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--queries", options->queries, "number of queries on each map")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--radius", options->radius, "of the agent and of the units, in tiles")
      ->type_name("R")
      ->check(CLI::Range(0.04, 4.0))
      ->capture_default_str();
  command
      .add_option("--wide", options->wide, "how far from the path units stand at most, in tiles")
      ->type_name("N")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command.footer(
      "For each query units are put at random beside the path of Finder::find(), then "
      "Crowd::find_around() leads past all of\nthem. Times are CPU time of the thread, of queries "
      "that have a path; the ratios are those of a query's times. `turns` are\nthose of the path "
      "without units, then past them. Lengths are over those without units. `none` counts queries\n"
      "without a path, `missed` those for which a fine lattice has one, `wrong` paths that meet a "
      "unit or a wall.\n");
  command.callback([options, &action] { action = [options] { return run_around(*options); }; });
}

}  // namespace taut::bench
