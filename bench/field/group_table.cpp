// taut_bench group: groups of units with one goal, by searches, by a field, and as the library
// chooses.
#include <CLI/CLI.hpp>

#include <taut/group.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/maps/places.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

constexpr std::array<std::size_t, 5> kSizes{3, 10, 30, 100, 500};
constexpr std::size_t kGroupGoals = 5;
constexpr std::array kMethods{GroupMethod::searches, GroupMethod::field, GroupMethod::best};

struct GroupTimes {
  std::array<double, 3> us{};  // per method
  double spread_us = 0.0;      // discs, best
  double longest = 1.0;        // of the paths of discs to their places, by a field, over searches
  std::size_t longer = 0;      // of these paths
  std::size_t fields = 0;      // of best
  std::size_t searches = 0;
  std::size_t wrong = 0;
};

Columns group_columns() {
  return {
      text_column("map", 25),       count_column("units", 6),   {"searches_us", "searches", 10, 1},
      {"field_us", "field", 10, 1}, {"best_us", "best", 10, 1}, {"best_over_least", "ratio", 7, 2},
      {"fields", "fields", 7, 1},   {"searches", "made", 7, 1}, {"spread_us", "spread", 10, 1},
      {"longest", "longest", 8, 4}, {"longer", "longer", 7, 4}, count_column("wrong", 6)};
}

std::vector<GroupUnit> make_group(Places& places, const Agent& agent, std::size_t count) {
  std::vector<GroupUnit> units;
  while (units.size() < count) units.push_back({center(places.walkable_tile()), agent});
  return units;
}

// Paths whose status or end differs.
std::size_t count_others(const GroupPaths& a, const GroupPaths& b) {
  std::size_t others = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    others += a.path(i).status == b.path(i).status && a.end(i) == b.end(i) ? 0 : 1;
  }
  return others;
}

// Or whose length differs.
std::size_t count_longer(const GroupPaths& a, const GroupPaths& b) {
  std::size_t others = count_others(a, b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!a.path(i) || !b.path(i)) continue;
    others += std::abs(a.path(i).length - b.path(i).length) <= 1e-9 ? 0 : 1;
  }
  return others;
}

void measure_goal(Finder& finder, const std::vector<GroupUnit>& units, const Point& goal,
                  int rounds, GroupTimes& measured) {
  std::array<GroupPaths, 3> paths;
  std::array<double, 3> best{kNoLengthLimit, kNoLengthLimit, kNoLengthLimit};
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < kMethods.size(); ++i) {
      const double us =
          time_us([&] { (void)finder.find_group(units, goal, {.method = kMethods[i]}, paths[i]); });
      best[i] = std::min(best[i], us);
      if (round > 0 || kMethods[i] != GroupMethod::best) continue;
      measured.fields += paths[i].field_count();
      measured.searches += paths[i].search_count();
    }
  }
  for (std::size_t i = 0; i < best.size(); ++i) measured.us[i] += best[i];
  measured.wrong += count_longer(paths[1], paths[0]) + count_longer(paths[2], paths[0]);
}

void measure_spread(Finder& finder, std::vector<GroupUnit> units, const Point& goal, int rounds,
                    GroupTimes& measured) {
  for (GroupUnit& unit : units) unit.agent = Agent::disc(0.4);
  GroupPaths paths;
  const auto find = [&](GroupMethod method) {
    (void)finder.find_group(units, goal, {.spreads = true, .method = method}, paths);
  };
  measured.spread_us += best_us(rounds, 1, [&] { find(GroupMethod::best); });
  GroupPaths single;
  (void)finder.find_group(units, goal, {.spreads = true, .method = GroupMethod::searches}, single);
  find(GroupMethod::field);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!single.path(i) || single.path(i).length == 0.0) continue;
    const double ratio = paths.path(i).length / single.path(i).length;
    measured.longest = std::max(measured.longest, ratio);
    measured.longer += ratio > 1.0 + 1e-6 ? 1 : 0;
  }
  measured.wrong += count_others(paths, single);
}

void add_group_rows(const BenchMap& map, int rounds, Table& table) {
  const World world(map.grid);
  Finder finder(world);
  for (const std::size_t count : kSizes) {
    Places places(map.grid);
    GroupTimes measured;
    for (std::size_t i = 0; i < kGroupGoals; ++i) {
      const Point goal = center(places.walkable_tile());
      const std::vector<GroupUnit> units = make_group(places, {}, count);
      measure_goal(finder, units, goal, rounds, measured);
      measure_spread(finder, units, goal, rounds, measured);
    }
    constexpr double kShare = 1.0 / static_cast<double>(kGroupGoals);
    Row row;
    row.set("map", map.name)
        .set("units", count)
        .set("searches_us", kShare * measured.us[0])
        .set("field_us", kShare * measured.us[1])
        .set("best_us", kShare * measured.us[2])
        .set("best_over_least", measured.us[2] / std::min(measured.us[0], measured.us[1]))
        .set("fields", kShare * static_cast<double>(measured.fields))
        .set("searches", kShare * static_cast<double>(measured.searches))
        .set("spread_us", kShare * measured.spread_us)
        .set("longest", measured.longest)
        .set("longer", kShare * static_cast<double>(measured.longer) / static_cast<double>(count))
        .set("wrong", measured.wrong);
    table.add(row);
  }
}

int run_group(const BenchOptions& options) {
  Table table(group_columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) { add_group_rows(map, options.rounds, table); });
  return table.finish();
}

}  // namespace

void add_group_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "group", "groups of units with one goal: by searches, by a field, as the library chooses");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are CPU time of the thread in us per group, the best round, the mean over 5 goals, of "
      "point agents at random\nplaces. `ratio` is `best` over the lower of `searches` and `field`; "
      "`fields` and `made` are the fields built and searches made\nby `best`. `spread` is the time "
      "for discs of radius 0.4 that end side by side, by `best`, `longest` the longest of their\n"
      "paths by a field over that of the search, `longer` the share of those that are longer. "
      "`wrong` counts paths whose status,\nend or (`longest` apart) length is not that of the "
      "search.\n");
  command.callback([options, &action] { action = [options] { return run_group(*options); }; });
}

}  // namespace taut::bench
