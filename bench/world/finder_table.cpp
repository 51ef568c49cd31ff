// taut_bench finder: the methods of a Finder, the cost of a Finder over the raw call, and several
// threads.
#include <CLI/CLI.hpp>

#include <taut/engine/optimal_search.hpp>
#include <taut/finder.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "bench/harness/bench_options.hpp"
#include "bench/harness/figures.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

struct MethodKind {
  const char* name;
  Method method;
};
constexpr std::array<MethodKind, 3> kMethodKinds{
    {{"optimal", Method::optimal}, {"best", Method::best}, {"fast", Method::fast}}};

Columns finder_columns() {
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

// What one call answered to all queries of a map, and in what time.
struct Answers {
  RoundTimes rounds;
  std::vector<FoundPath> paths;  // without points

  explicit Answers(std::size_t count) : rounds(count), paths(count) {}
};

// A pass over all queries. The time of `find` is that of one call.
template <class Find>
void query_all(const std::vector<Request>& requests, const Find& find, Answers& answers) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    answers.rounds.add(i, time_us([&] { answers.paths[i] = find(requests[i]); }));
  }
}

void add_finder_row(const BenchMap& map, const MethodKind& kind, const Answers& raw,
                    const Answers& found, Table& table) {
  Ratios lengths;
  std::size_t optimal = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < raw.paths.size(); ++i) {
    const FoundPath& path = found.paths[i];
    const FoundPath& best = raw.paths[i];
    const bool is_same = path.length == best.length && path.expanded == best.expanded;
    const bool is_right = path.status == best.status && (kind.method != Method::optimal || is_same);
    wrong += is_right ? 0U : 1U;
    if (!best || !path) continue;
    lengths.add(path.length, best.length);
    optimal += path.method == Method::optimal ? 1U : 0U;
  }
  const Times times = found.rounds.medians();
  Row row;
  row.set("map", map.name).set("call", kind.name).set(times).set(lengths);
  row.set("over_raw", times.mean() / raw.rounds.medians().mean());
  row.set("optimal_share", static_cast<double>(optimal) / static_cast<double>(lengths.count()));
  table.add(row.set("wrong", wrong));
}

// The raw call and the methods of a finder, a pass over all queries each, in turns. The rows have
// the medians of the rounds.
void add_methods(const BenchMap& map, const World& world, int rounds, Table& table) {
  const std::vector<Request> requests = to_requests(map);
  Finder finder(world);
  OptimalScratch scratch(world.mesh());
  std::vector<Point> out(max_path_points(world.mesh()));
  const auto find_raw = [&](const Request& request) {
    const PathResult raw =
        find_optimal_path(world.mesh(), request.start, request.goal, {}, scratch, out);
    FoundPath path;
    path.status = raw.status;
    if (raw) path.length = raw.length;
    path.expanded = raw.expanded;
    return path;
  };
  Answers raw(requests.size());
  std::vector<Answers> of_kinds(kMethodKinds.size(), Answers(requests.size()));
  // One round more, which warms up.
  for (int round = -1; round < rounds; ++round) {
    if (round == 0) raw.rounds = RoundTimes(requests.size());
    query_all(requests, find_raw, raw);
    for (std::size_t k = 0; k < kMethodKinds.size(); ++k) {
      if (round == 0) of_kinds[k].rounds = RoundTimes(requests.size());
      const FindOptions options{{}, kMethodKinds[k].method};
      const auto find = [&](const Request& request) {
        return finder.find(request.start, request.goal, options);
      };
      query_all(requests, find, of_kinds[k]);
    }
  }
  table.add(Row().set("map", map.name).set("call", "raw optimal").set(raw.rounds.medians()));
  for (std::size_t k = 0; k < kMethodKinds.size(); ++k)
    add_finder_row(map, kMethodKinds[k], raw, of_kinds[k], table);
}

// A batch so long that the start of a thread, some 0.1 ms, does not count: all queries, again and
// again.
std::vector<Request> to_batch(const BenchMap& map) {
  constexpr std::size_t kLeast = 4096;
  const std::vector<Request> requests = to_requests(map);
  std::vector<Request> batch;
  while (!requests.empty() && batch.size() < kLeast) {
    batch.insert(batch.end(), requests.begin(), requests.end());
  }
  return batch;
}

// find_all() by one and by two finders, in turns; wall clock, the best of the rounds.
void add_threads(const BenchMap& map, const World& world, int rounds, Table& table) {
  const std::vector<Request> requests = to_batch(map);
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

int run_finder(const BenchOptions& options) {
  Table table(finder_columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) {
    const World world(map.grid);
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
      "Times are CPU time of the thread, the median of the rounds for each query; the calls take "
      "turns, each with\na pass over all queries. `x raw` is over find_optimal_path().\n`optimal` "
      "is the share of answers by "
      "Method::optimal. The row `find_all of 2` is wall clock, the best of the rounds, of a "
      "batch of at least 4096 requests:\nthe time of a query by two threads, and `x one` how many "
      "times faster that is than one.\n");
  command.callback([options, &action] { action = [options] { return run_finder(*options); }; });
}

}  // namespace taut::bench
