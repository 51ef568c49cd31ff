// The same queries answered in several ways, side by side.
#pragma once

#include <taut/engine/path_query.hpp>

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "bench/maps/bench_map.hpp"
#include "figures.hpp"
#include "table.hpp"

namespace taut::bench {

// The time of a query in a round: among all others, and right after itself.
struct QueryTime {
  double cold_us = 0.0;
  double warm_us = 0.0;
};

// A method of answering queries.
struct Contender {
  std::string name;
  std::function<PathResult(const BenchQuery& query)> run_query;
  // The fault of the last answer; empty when it is right.
  std::function<std::string(const BenchQuery& query, const PathResult& answer)> find_fault;
  std::size_t stride = 1;  // only every Nth query is run
  // For another program, which answers all queries of a round at once and takes the times itself.
  // begin_round is called before the check and before each round, take_time after each query.
  std::function<void()> begin_round{};
  std::function<QueryTime()> take_time{};
};

struct Rounds {
  int count = 3;
  // Whether each query is also timed right after itself, in a pass of its own.
  bool has_warm = false;
  // A contender that has taken so long takes part in no more than three rounds.
  double limit_us = std::numeric_limits<double>::infinity();
};

struct QueryFigures {
  std::vector<PathResult> answers;  // of each query that ran
  std::vector<std::string> faults;  // empty where the answer is right
  RoundTimes cold{0};               // where the status is ok
  RoundTimes warm{0};
  // The best round of each query that ran, in CPU time of the thread; infinite where the status was
  // not ok.
  std::vector<double> best_us;
  std::size_t stride = 1;
  Ratios lengths;
  double expanded = 0.0;  // mean of the answers with status ok
  std::size_t wrong = 0;

  [[nodiscard]] Times times() const;
};

// Runs all queries once to check the answers, then in rounds. In each round the contenders
// alternate, and every one of them runs each of its queries once. An answer that differs from the
// first in status or length is wrong.
[[nodiscard]] std::vector<QueryFigures> measure_queries(const BenchMap& map, const Rounds& rounds,
                                                        std::span<const Contender> contenders);

// n,mean_us,...,expanded,length_over_optimum,worst_over_optimum,wrong
[[nodiscard]] Columns query_columns();
void set_queries(Row& row, const QueryFigures& figures);

}  // namespace taut::bench
