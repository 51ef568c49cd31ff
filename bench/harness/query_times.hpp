// The same queries answered in several ways, side by side.
#pragma once

#include <taut/engine/path_query.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/maps/bench_map.hpp"
#include "figures.hpp"
#include "table.hpp"

namespace taut::bench {

// A method of answering queries.
struct Contender {
  std::string name;
  std::function<PathResult(const BenchQuery& query)> run_query;
  // The fault of the last answer; empty when it is right.
  std::function<std::string(const BenchQuery& query, const PathResult& answer)> find_fault;
  std::size_t stride = 1;  // only every Nth query is run
};

struct QueryFigures {
  // The best round of each query that ran, in CPU time of the thread; infinite where the status was
  // not ok.
  std::vector<double> best_us;
  std::size_t stride = 1;
  Ratios lengths;
  double expanded = 0.0;  // mean of the answers with status ok
  std::size_t wrong = 0;

  [[nodiscard]] Times times() const;
};

// Runs all queries once to check the answers, then in `rounds` passes. In each pass the contenders
// alternate, and every one of them runs each of its queries once. An answer that differs from the
// first in status or length is wrong.
[[nodiscard]] std::vector<QueryFigures> measure_queries(const BenchMap& map, int rounds,
                                                        std::span<const Contender> contenders);

// n,mean_us,...,expanded,length_over_optimum,worst_over_optimum,wrong
[[nodiscard]] Columns query_columns();
void set_queries(Row& row, const QueryFigures& figures);

}  // namespace taut::bench
