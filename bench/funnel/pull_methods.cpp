#include "pull_methods.hpp"

#include <taut/engine/validate.hpp>

#include <array>
#include <span>

#include "bench/harness/answers.hpp"
#include "staircase.hpp"
#include "tools/stages/query_runner.hpp"

namespace taut::bench {
namespace {

using tools::PullMethod;
using tools::QueryOutcome;
using tools::QueryRunner;

struct NamedMethod {
  const char* name;
  PullMethod method;
};

// The funnel comes first: the others are compared with it.
constexpr std::array<NamedMethod, 6> kMethods{{{"funnel", {Pull::funnel, false}},
                                               {"simple", {Pull::simple, false}},
                                               {"midpoint", {Pull::midpoint, false}},
                                               {"raycast", {Pull::raycast, false}},
                                               {"none", {Pull::none, false}},
                                               {"funnel+repair", {Pull::funnel, true}}}};

// Lengths of the same path, summed in another order, differ by less.
constexpr double kRounding = 1e-9;

// The results of one method.
class Tally {
 public:
  Tally(const BenchMap& map, const char* name)
      : map_(map),
        name_(name),
        faults_(map, name),
        portal_times_(map.queries.size()),
        pull_times_(map.queries.size()),
        lengths_(map.queries.size(), 0.0) {}

  // The first answer to a query; `fault` is empty when it is right.
  void check_answer(std::size_t query, const QueryOutcome& outcome, std::span<const Point> path,
                    const std::string& fault) {
    lengths_[query] = outcome.length;
    if (!fault.empty()) {
      faults_.note(query, fault);
      return;
    }
    const BenchQuery& queried = map_.queries[query];
    const PathCheck check =
        validate_path(map_.grid, center(queried.start), center(queried.goal), path);
    ++checked_;
    corners_ += check.corners;
    open_corners_ += check.open_corners;
    if (queried.optimum) ratios_.add(outcome.length, *queried.optimum);
  }

  void add_times(std::size_t query, const QueryOutcome& outcome) {
    if (outcome.status != Status::ok || outcome.length != lengths_[query]) {
      faults_.note(query, "another answer when queried again");
    }
    portal_times_.add(query, outcome.times.portals_us);
    pull_times_.add(query, outcome.times.pull_us);
  }

  void note(std::size_t query, const std::string& fault) { faults_.note(query, fault); }

  [[nodiscard]] double length(std::size_t query) const { return lengths_[query]; }

  [[nodiscard]] MethodFigures figures(const Times& search) const {
    MethodFigures figures;
    figures.method = name_;
    figures.search = search;
    figures.portals = portal_times_.medians();
    figures.pull = pull_times_.medians();
    figures.lengths = ratios_;
    if (checked_ > 0)
      figures.corners = static_cast<double>(corners_) / static_cast<double>(checked_);
    if (corners_ > 0) {
      figures.open_corners = static_cast<double>(open_corners_) / static_cast<double>(corners_);
    }
    figures.wrong = faults_.count();
    return figures;
  }

 private:
  const BenchMap& map_;
  const char* name_;
  Faults faults_;
  RoundTimes portal_times_;
  RoundTimes pull_times_;
  std::vector<double> lengths_;  // per query
  std::size_t checked_ = 0;
  std::size_t corners_ = 0;
  std::size_t open_corners_ = 0;
  Ratios ratios_;
};

tools::QuerySettings over_tiles() {
  tools::QuerySettings settings;
  settings.stages = {tools::MapKind::grid, tools::SearchKind::astar};
  return settings;
}

class MapMeasurement {
 public:
  explicit MapMeasurement(const BenchMap& map)
      : map_(map),
        runner_(map.grid, over_tiles()),
        staircase_(map.grid),
        search_times_(map.queries.size()),
        staircase_tally_(map, "staircase") {
    for (const NamedMethod& method : kMethods) tallies_.emplace_back(map, method.name);
  }

  void check() {
    for (std::size_t i = 0; i < map_.queries.size(); ++i) {
      if (!find_corridor_of(i)) continue;
      corridor_tiles_ += runner_.corridor().size();
      portals_ += runner_.portals().size();
      for (std::size_t m = 0; m < kMethods.size(); ++m) {
        const QueryOutcome outcome = runner_.pull_again(kMethods[m].method, 1);
        tallies_[m].check_answer(i, outcome, runner_.path(), fault_of(i, m, outcome));
      }
      const QueryOutcome outcome = pull_staircase(i);
      staircase_tally_.check_answer(i, outcome, staircase_.path(),
                                    outcome.status == Status::ok
                                        ? find_fault(map_.grid, map_.queries[i], staircase_.path())
                                        : to_string(outcome.status));
    }
  }

  void time(std::size_t round) {
    for (std::size_t i = 0; i < map_.queries.size(); ++i) {
      if (!find_corridor_of(i)) continue;
      search_times_.add(i, found_.times.search_us);
      for (std::size_t turn = 0; turn < kMethods.size(); ++turn) {
        const std::size_t m = (turn + round) % kMethods.size();
        tallies_[m].add_times(i, runner_.pull_again(kMethods[m].method, 1));
      }
      staircase_tally_.add_times(i, pull_staircase(i));
    }
  }

  [[nodiscard]] PullFigures figures() const {
    const double queries = static_cast<double>(map_.queries.size());
    PullFigures figures;
    figures.corridor_tiles = static_cast<double>(corridor_tiles_) / queries;
    figures.corridor_portals = static_cast<double>(portals_) / queries;
    const Times search = search_times_.medians();
    for (std::size_t m = 0; m < kMethods.size(); ++m) {
      figures.methods.push_back(tallies_[m].figures(search));
      if (kMethods[m].method.pull == Pull::none) figures.methods.back().portals = {};
    }
    figures.methods.push_back(staircase_tally_.figures(search));
    return figures;
  }

 private:
  bool find_corridor_of(std::size_t query) {
    const BenchQuery& queried = map_.queries[query];
    found_ = runner_.run(center(queried.start), center(queried.goal), 1);
    if (found_.status == Status::ok) return true;
    for (Tally& tally : tallies_) tally.note(query, to_string(found_.status));
    staircase_tally_.note(query, to_string(found_.status));
    return false;
  }

  QueryOutcome pull_staircase(std::size_t query) {
    const BenchQuery& queried = map_.queries[query];
    return staircase_.pull(center(queried.start), center(queried.goal), runner_.corridor());
  }

  std::string fault_of(std::size_t query, std::size_t method, const QueryOutcome& outcome) const {
    if (outcome.status != Status::ok) return to_string(outcome.status);
    const BenchQuery& queried = map_.queries[query];
    std::string fault = find_fault(map_.grid, queried, runner_.path());
    if (!fault.empty()) return fault;
    const PullMethod& settings = kMethods[method].method;
    if (settings.pull == Pull::none && !is_octile_length(queried, outcome.length)) {
      return "not the octile length";
    }
    if (method == 0) return {};
    const double funnel = tallies_[0].length(query);
    if (settings.has_smoothing) {
      return outcome.length > funnel + kRounding ? "longer than before smoothing" : "";
    }
    // Raycast leaves the corridor.
    return settings.pull != Pull::raycast && funnel > outcome.length + kRounding
               ? "shorter than the exact funnel"
               : "";
  }

  const BenchMap& map_;
  QueryRunner runner_;
  Staircase staircase_;
  QueryOutcome found_;
  RoundTimes search_times_;
  std::vector<Tally> tallies_;  // one for each of kMethods
  Tally staircase_tally_;
  std::size_t corridor_tiles_ = 0;
  std::size_t portals_ = 0;
};

}  // namespace

PullFigures measure_pulls(const BenchMap& map, int rounds) {
  MapMeasurement measurement(map);
  measurement.check();
  for (int i = 0; i < rounds; ++i) measurement.time(static_cast<std::size_t>(i));
  return measurement.figures();
}

}  // namespace taut::bench
