// taut_bench budget: a stream of requests, answered tick by tick within a budget of time.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/queue.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bench/harness/answers.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

struct BudgetOptions {
  BenchOptions common;
  int budget_us = 1000;
  int slice = 32;
  int per_tick = 20;
};

struct Kind {
  const char* name;
  FindOptions options;
};

const std::array<Kind, 4> kKinds{{{"optimal", {{}, Method::optimal}},
                                  {"fast", {{}, Method::fast}},
                                  {"disc 0.9", {Agent::disc(0.9)}},
                                  {"square 0.5", {Agent::square(0.5)}}}};

Columns budget_columns() {
  return {text_column("map", 25),
          text_column("kind", 10),
          count_column("requests", 8),
          count_column("ticks", 7),
          {"tick_mean_us", "mean us", 9, 1},
          {"tick_worst_us", "worst us", 9, 1},
          {"over_median_us", "over: med.", 10, 1},
          {"over_p99_us", "99 %", 8, 1},
          {"over_worst_us", "worst", 8, 1},
          {"find_worst_us", "find: worst", 11, 1},
          {"longest_wait", "wait, ticks", 11, 0},
          count_column("wrong", 6)};
}

// The times of ticks, and by how much those that used up their budget exceeded it.
struct Stream {
  Times ticks;
  Times overshoots;
  std::size_t longest_wait = 0;
};

// One tick: FindQueue::run() with the CPU time of the thread as its clock.
void run_tick(FindQueue& queue, double budget_us, Times& ticks, Times& overshoots) {
  const double begin = now_us();
  double us = 0.0;
  bool is_left = true;
  while (is_left && us < budget_us) {
    is_left = queue.advance();
    us = now_us() - begin;
  }
  ticks.add(us);
  if (us >= budget_us) overshoots.add(us - budget_us);
}

// Each tick adds `per_tick` requests, until all are answered.
Stream run_stream(const std::vector<Request>& requests, const BudgetOptions& options,
                  FindQueue& queue, std::vector<FindTicket>& tickets) {
  Stream stream;
  std::vector<std::size_t> ticks_of(requests.size());
  std::vector<std::size_t> open;
  tickets.clear();
  for (std::size_t tick = 0; tickets.size() < requests.size() || !open.empty(); ++tick) {
    for (int i = 0; i < options.per_tick && tickets.size() < requests.size(); ++i) {
      ticks_of[tickets.size()] = tick;
      open.push_back(tickets.size());
      tickets.push_back(queue.submit(requests[tickets.size()]));
    }
    run_tick(queue, options.budget_us, stream.ticks, stream.overshoots);
    std::erase_if(open, [&](std::size_t i) {
      if (queue.find_answer(tickets[i]) == nullptr) return false;
      stream.longest_wait = std::max(stream.longest_wait, tick - ticks_of[i] + 1);
      return true;
    });
  }
  return stream;
}

void add_budget_row(const BenchMap& map, const World& world, const Kind& kind,
                    const BudgetOptions& options, Table& table) {
  std::vector<Request> requests;
  for (const BenchQuery& query : map.queries) {
    requests.push_back({center(query.start), center(query.goal), kind.options});
  }
  FindQueue queue(world);
  queue.set_slice(static_cast<std::size_t>(options.slice));
  std::vector<FindTicket> tickets;
  Stream stream;
  // The first round allocates the memory.
  for (int round = 0; round <= options.common.rounds; ++round) {
    for (const FindTicket& ticket : tickets) queue.release(ticket);
    Stream now = run_stream(requests, options, queue, tickets);
    if (round > 0) stream = std::move(now);
  }
  Finder finder(world);
  Times whole;
  std::size_t wrong = 0;
  for (int round = 0; round < 2; ++round) {
    whole = {};
    for (std::size_t i = 0; i < requests.size(); ++i) {
      FoundPath found;
      whole.add(time_us(
          [&] { found = finder.find(requests[i].start, requests[i].goal, requests[i].options); }));
      if (round == 0 && !is_same(queue.find_answer(tickets[i])->view(), found)) ++wrong;
    }
  }
  Row row;
  row.set("map", map.name)
      .set("kind", kind.name)
      .set("requests", requests.size())
      .set("ticks", stream.ticks.count())
      .set("tick_mean_us", stream.ticks.mean())
      .set("tick_worst_us", stream.ticks.worst())
      .set("find_worst_us", whole.worst())
      .set("longest_wait", stream.longest_wait)
      .set("wrong", wrong);
  if (stream.overshoots.count() > 0) {
    row.set("over_median_us", stream.overshoots.quantile(0.5))
        .set("over_p99_us", stream.overshoots.quantile(0.99))
        .set("over_worst_us", stream.overshoots.worst());
  }
  table.add(row);
}

int run_budget(const BudgetOptions& options) {
  Table table(budget_columns(), options.common.csv);
  for_each_map(options.common, [&](const BenchMap& map) {
    World world(map.grid);
    for (const Kind& kind : kKinds) world.prepare(kind.options.agent);
    for (const Kind& kind : kKinds) add_budget_row(map, world, kind, options, table);
  });
  return table.finish();
}

}  // namespace

void add_budget_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("budget", "requests answered within a time budget per tick");
  const auto options = std::make_shared<BudgetOptions>();
  options->common.rounds = 1;
  add_bench_options(command, options->common);
  command.add_option("--budget", options->budget_us, "microseconds per tick")
      ->type_name("US")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--slice", options->slice, "expansions between two readings of the clock")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--per-tick", options->per_tick, "requests added per tick")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.footer(
      "Each tick adds N queries of the map, and spends its budget on those that wait. "
      "Times are CPU time of the\nthread, of the last round, and so is the clock that ends a tick. "
      "`over` is by how much the ticks that used up their\nbudget exceeded it; `find: worst` what "
      "the "
      "longest query takes in one call; `wait` the ticks from a request to its\nanswer. `wrong` "
      "counts answers that are not those of Finder::find().\n");
  command.callback([options, &action] { action = [options] { return run_budget(*options); }; });
}

}  // namespace taut::bench
