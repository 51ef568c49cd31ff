// taut_bench finder: the methods of a Finder, the cost of a Finder over the raw call, and several
// threads.
#include <CLI/CLI.hpp>

#include <taut/find_all.hpp>
#include <taut/finder.hpp>
#include <taut/optimal_search.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "bench_options.hpp"
#include "figures.hpp"
#include "table.hpp"
#include "tables.hpp"
#include "thread_clock.hpp"

namespace taut::bench {
namespace {

struct Kind {
  const char* name;
  Method method;
};
constexpr std::array<Kind, 4> kKinds{{{"optimal", Method::optimal},
                                      {"best", Method::best},
                                      {"over_cells", Method::over_cells},
                                      {"over_leaves", Method::over_leaves}}};

Columns columns() {
  return Columns{text_column("map", 25), text_column("call", 14)} + time_columns() +
         length_columns() +
         Columns{{"over_raw", "x raw", 7, 3},
                 {"optimal_share", "optimal", 8, 3},
                 {"speed_up", "x one", 7, 2},
                 count_column("wrong", 6)};
}

std::vector<Request> to_requests(const BenchMap& map) {
  std::vector<Request> requests;
  for (const BenchQuery& query : map.queries) {
    requests.push_back({center(query.start), center(query.goal), {{}, Method::optimal}});
  }
  return requests;
}

// The raw call and the methods of a finder, in turns for each query. The rows have the medians of
// the rounds.
void add_methods(const BenchMap& map, const World& world, int rounds, Table& table) {
  const std::vector<Request> requests = to_requests(map);
  Finder finder(world);
  OptimalScratch scratch(world.mesh());
  std::vector<Point> out(max_path_points(world.mesh()));
  RoundTimes raw_rounds(requests.size());
  std::vector<RoundTimes> rounds_of(kKinds.size(), RoundTimes(requests.size()));
  std::array<Ratios, kKinds.size()> lengths;
  std::array<std::size_t, kKinds.size()> optimal{};
  std::array<std::size_t, kKinds.size()> wrong{};
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Request& request = requests[i];
      PathResult raw;
      raw_rounds.add(i, time_us([&] {
                       raw = find_optimal_path(world.mesh(), request.start, request.goal, {},
                                               scratch, out);
                     }));
      for (std::size_t k = 0; k < kKinds.size(); ++k) {
        FoundPath found;
        rounds_of[k].add(i, time_us([&] {
                           found = finder.find(request.start, request.goal, {{}, kKinds[k].method});
                         }));
        if (round > 0) continue;
        const bool is_right = found.status == raw.status &&
                              (kKinds[k].method != Method::optimal ||
                               (found.length == raw.length && found.expanded == raw.expanded));
        wrong[k] += is_right ? 0U : 1U;
        if (!raw || !found) continue;
        lengths[k].add(found.length, raw.length);
        optimal[k] += found.method == Method::optimal ? 1U : 0U;
      }
    }
  }
  const Times raw = raw_rounds.medians();
  table.add(Row().set("map", map.name).set("call", "raw optimal").set(raw));
  for (std::size_t k = 0; k < kKinds.size(); ++k) {
    const Times times = rounds_of[k].medians();
    Row row;
    row.set("map", map.name).set("call", kKinds[k].name).set(times).set(lengths[k]);
    row.set("over_raw", times.mean() / raw.mean());
    row.set("optimal_share",
            static_cast<double>(optimal[k]) / static_cast<double>(lengths[k].count()));
    table.add(row.set("wrong", wrong[k]));
  }
}

// find_all() by one and by two finders, in turns; wall clock, the best of the rounds.
void add_threads(const BenchMap& map, const World& world, int rounds, Table& table) {
  const std::vector<Request> requests = to_requests(map);
  std::vector<Finder> one;
  one.emplace_back(world);
  std::vector<Finder> two;
  for (int i = 0; i < 2; ++i) two.emplace_back(world);
  double best_one = std::numeric_limits<double>::infinity();
  double best_two = best_one;
  std::size_t wrong = 0;
  const auto time = [&](std::vector<Finder>& finders, double& best) {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<OwnedPath> paths = find_all(requests, finders);
    const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - begin;
    best = std::min(best, us.count());
    return paths;
  };
  for (int round = 0; round < rounds + 1; ++round) {
    const std::vector<OwnedPath> alone = time(one, best_one);
    const std::vector<OwnedPath> both = time(two, best_two);
    for (std::size_t i = 0; i < alone.size(); ++i) {
      wrong += alone[i].points == both[i].points ? 0U : 1U;
    }
  }
  table.add(Row()
                .set("map", map.name)
                .set("call", "find_all of 2")
                .set("mean_us", best_two / static_cast<double>(requests.size()))
                .set("speed_up", best_one / best_two)
                .set("wrong", wrong));
}

int run(const BenchOptions& options) {
  Table table(columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) {
    World world(map.grid);
    world.prepare(Method::over_leaves);
    add_methods(map, world, options.rounds, table);
    add_threads(map, world, options.rounds, table);
  });
  return table.finish();
}

}  // namespace

void add_finder_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("finder", "the methods of a Finder, its own cost, and threads");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are CPU time of the thread, the median of the rounds for each query, all calls in "
      "turns. `x raw` is over find_optimal_path().\n`optimal` is the share of answers by "
      "Method::optimal. The row `find_all of 2` is wall clock, the best of the rounds: the time of "
      "a query\nby two threads, and `x one` how many times faster that is than one.\n");
  command.callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace taut::bench
