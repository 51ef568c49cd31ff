#include "query_times.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "answers.hpp"
#include "evict_caches.hpp"
#include "thread_clock.hpp"

namespace taut::bench {
namespace {

class Measurement {
 public:
  Measurement(const BenchMap& map, const Contender& contender)
      : map_(map), contender_(contender), faults_(map, contender.name) {}

  void check() {
    begin_round();
    std::size_t solved = 0;
    for_each_query([&](std::size_t, const BenchQuery& query) {
      const PathResult answer = contender_.run_query(query);
      const std::string fault = contender_.find_fault(query, answer);
      if (!fault.empty()) faults_.note(figures_.answers.size() * contender_.stride, fault);
      figures_.answers.push_back(answer);
      figures_.faults.push_back(fault);
      figures_.best_us.push_back(std::numeric_limits<double>::infinity());
      if (answer.status != Status::ok) return;
      ++solved;
      figures_.expanded += static_cast<double>(answer.expanded);
      if (query.optimum) figures_.lengths.add(answer.length, *query.optimum);
    });
    if (solved > 0) figures_.expanded /= static_cast<double>(solved);
    figures_.cold = figures_.warm = RoundTimes(figures_.answers.size());
  }

  void run_round(int round, const Rounds& rounds) {
    constexpr int kLeast = 3;
    if (round >= kLeast && spent_us_ > rounds.limit_us) return;
    begin_round();
    evict_caches();
    for_each_query([&](std::size_t k, const BenchQuery& query) {
      PathResult answer;
      QueryTime time;
      time.cold_us = time_us([&] { answer = contender_.run_query(query); });
      if (contender_.take_time) time = contender_.take_time();
      spent_us_ += time.cold_us;
      note(k, answer);
      if (answer.status != Status::ok) return;
      figures_.best_us[k] = std::min(figures_.best_us[k], time.cold_us);
      figures_.cold.add(k, time.cold_us);
      if (contender_.take_time) figures_.warm.add(k, time.warm_us);
    });
    if (rounds.has_warm && !contender_.take_time) run_warm_round();
  }

  [[nodiscard]] QueryFigures figures() const {
    QueryFigures figures = figures_;
    figures.stride = contender_.stride;
    figures.wrong = faults_.count();
    return figures;
  }

 private:
  void begin_round() {
    if (contender_.begin_round) contender_.begin_round();
  }

  void run_warm_round() {
    for_each_query([&](std::size_t k, const BenchQuery& query) {
      PathResult answer = contender_.run_query(query);
      const double us = time_us([&] { answer = contender_.run_query(query); });
      if (answer.status == Status::ok) figures_.warm.add(k, us);
    });
  }

  void note(std::size_t k, const PathResult& answer) {
    const PathResult& first = figures_.answers[k];
    if (answer.status == first.status && answer.length == first.length) return;
    figures_.faults[k] = "another answer when queried again";
    faults_.note(k * contender_.stride, figures_.faults[k]);
  }

  template <class Visit>
  void for_each_query(const Visit& visit) const {
    for (std::size_t k = 0; k * contender_.stride < map_.queries.size(); ++k) {
      visit(k, map_.queries[k * contender_.stride]);
    }
  }

  const BenchMap& map_;
  const Contender& contender_;
  Faults faults_;
  QueryFigures figures_;
  double spent_us_ = 0.0;
};

}  // namespace

Times QueryFigures::times() const {
  Times times;
  for (const double us : best_us) {
    if (std::isfinite(us)) times.add(us);
  }
  return times;
}

std::vector<QueryFigures> measure_queries(const BenchMap& map, const Rounds& rounds,
                                          std::span<const Contender> contenders) {
  std::vector<Measurement> measurements;
  measurements.reserve(contenders.size());
  for (const Contender& contender : contenders) measurements.emplace_back(map, contender);
  for (Measurement& measurement : measurements) measurement.check();
  for (int round = 0; round < rounds.count; ++round) {
    for (Measurement& measurement : measurements) measurement.run_round(round, rounds);
  }
  std::vector<QueryFigures> figures;
  figures.reserve(measurements.size());
  for (const Measurement& measurement : measurements) figures.push_back(measurement.figures());
  return figures;
}

Columns query_columns() {
  return time_columns() + Columns{{"expanded", "expanded", 9, 1}} + length_columns() +
         Columns{count_column("wrong", 6)};
}

void set_queries(Row& row, const QueryFigures& figures) {
  const Times times = figures.times();
  row.set(times).set(figures.lengths).set("wrong", figures.wrong);
  if (times.count() > 0) row.set("expanded", figures.expanded);
}

}  // namespace taut::bench
