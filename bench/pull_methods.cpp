#include "measure.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "answers.hpp"
#include "staircase.hpp"

namespace taut::bench {
namespace {

using tools::PullMethod;
using tools::QueryOutcome;
using tools::QueryRunner;

struct NamedMethod {
  const char* name;
  PullMethod method;
};

// The funnel comes first: the others are held against it.
constexpr std::array<NamedMethod, 6> kMethods{{{"funnel", {Pull::funnel, false}},
                                               {"simple", {Pull::simple, false}},
                                               {"midpoint", {Pull::midpoint, false}},
                                               {"raycast", {Pull::raycast, false}},
                                               {"none", {Pull::none, false}},
                                               {"funnel+repair", {Pull::funnel, true}}}};
constexpr const char* kStaircaseName = "staircase";

// Lengths of the same path summed in another order.
constexpr double kRounding = 1e-9;

class TimesOfQueries {
 public:
  explicit TimesOfQueries(std::size_t queries) : times_(queries) {}

  void add(std::size_t query, double us) { times_[query].push_back(us); }

  // Mean over the queries that were timed of the median over the rounds; 0 when none was.
  [[nodiscard]] double mean() const {
    double sum = 0.0;
    std::size_t count = 0;
    for (std::vector<double> times : times_) {
      if (times.empty()) continue;
      std::sort(times.begin(), times.end());
      sum += 0.5 * (times[(times.size() - 1) / 2] + times[times.size() / 2]);
      ++count;
    }
    return count == 0 ? 0.0 : sum / static_cast<double>(count);
  }

 private:
  std::vector<std::vector<double>> times_;  // per query, per round
};

// What is known of one method.
class Tally {
 public:
  Tally(std::string name, const BenchMap& map)
      : map_(map),
        name_(std::move(name)),
        portal_times_(map.queries.size()),
        pull_times_(map.queries.size()),
        lengths_(map.queries.size(), 0.0),
        is_wrong_(map.queries.size(), false) {}

  // The checked answer to a query; `fault` is empty when it is right.
  void judge(std::size_t query, const QueryOutcome& outcome, std::span<const Point> path,
             const std::string& fault) {
    lengths_[query] = outcome.length;
    if (!fault.empty()) {
      note_wrong(query, fault);
      return;
    }
    const BenchQuery& asked = map_.queries[query];
    const PathCheck check = validate_path(map_.grid, center(asked.start), center(asked.goal), path);
    ++judged_;
    corners_ += check.corners;
    open_corners_ += check.open_corners;
    if (asked.optimum && *asked.optimum > 0.0) {
      const double ratio = outcome.length / *asked.optimum;
      ++compared_;
      ratio_sum_ += ratio;
      worst_ratio_ = std::max(worst_ratio_, ratio);
    }
  }

  void add_times(std::size_t query, const QueryOutcome& outcome) {
    if (outcome.status != Status::ok || outcome.length != lengths_[query]) {
      note_wrong(query, "answered otherwise when asked again");
    }
    portal_times_.add(query, outcome.times.portals_us);
    pull_times_.add(query, outcome.times.pull_us);
  }

  void note_wrong(std::size_t query, const std::string& fault) {
    if (is_wrong_[query]) return;
    is_wrong_[query] = true;
    if (wrong_++ > 0) return;
    const BenchQuery& asked = map_.queries[query];
    first_wrong_ = std::to_string(asked.start.x) + "," + std::to_string(asked.start.y) + " to " +
                   std::to_string(asked.goal.x) + "," + std::to_string(asked.goal.y) + ": " + fault;
  }

  [[nodiscard]] double length(std::size_t query) const { return lengths_[query]; }

  [[nodiscard]] MethodRow row() const {
    MethodRow row;
    row.method = name_;
    row.times.portals_us = portal_times_.mean();
    row.times.pull_us = pull_times_.mean();
    if (compared_ > 0) {
      row.mean_ratio = ratio_sum_ / static_cast<double>(compared_);
      row.worst_ratio = worst_ratio_;
    }
    if (judged_ > 0) {
      row.mean_corners = static_cast<double>(corners_) / static_cast<double>(judged_);
    }
    if (corners_ > 0) {
      row.open_share = static_cast<double>(open_corners_) / static_cast<double>(corners_);
    }
    row.wrong = wrong_;
    row.first_wrong = first_wrong_;
    return row;
  }

 private:
  const BenchMap& map_;
  std::string name_;
  TimesOfQueries portal_times_;
  TimesOfQueries pull_times_;
  std::vector<double> lengths_;  // per query
  std::vector<bool> is_wrong_;   // per query
  std::size_t judged_ = 0;
  std::size_t corners_ = 0;
  std::size_t open_corners_ = 0;
  std::size_t compared_ = 0;
  double ratio_sum_ = 0.0;
  double worst_ratio_ = 0.0;
  std::size_t wrong_ = 0;
  std::string first_wrong_;
};

tools::How over_tiles() {
  tools::How how;
  how.map = tools::MapKind::grid;
  how.search = tools::SearchKind::astar;
  return how;
}

class MapMeasurement {
 public:
  explicit MapMeasurement(const BenchMap& map)
      : map_(map),
        runner_(map.grid, over_tiles()),
        staircase_(map.grid),
        search_times_(map.queries.size()),
        staircase_tally_(kStaircaseName, map) {
    for (const NamedMethod& method : kMethods) tallies_.emplace_back(method.name, map);
  }

  void check() {
    for (std::size_t i = 0; i < map_.queries.size(); ++i) {
      if (!find_corridor_of(i)) continue;
      corridor_tiles_ += runner_.corridor().size();
      portals_ += runner_.portals().size();
      for (std::size_t m = 0; m < kMethods.size(); ++m) {
        const QueryOutcome outcome = runner_.pull_again(kMethods[m].method, 1);
        tallies_[m].judge(i, outcome, runner_.path(), fault_of(i, m, outcome));
      }
      const QueryOutcome outcome = pull_staircase(i);
      staircase_tally_.judge(i, outcome, staircase_.path(),
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

  [[nodiscard]] MapRows rows() const {
    const double queries = static_cast<double>(map_.queries.size());
    MapRows rows;
    rows.mean_corridor = static_cast<double>(corridor_tiles_) / queries;
    rows.mean_portals = static_cast<double>(portals_) / queries;
    for (const Tally& tally : tallies_) rows.methods.push_back(tally.row());
    rows.methods.push_back(staircase_tally_.row());
    for (MethodRow& row : rows.methods) row.times.search_us = search_times_.mean();
    return rows;
  }

 private:
  bool find_corridor_of(std::size_t query) {
    const BenchQuery& asked = map_.queries[query];
    found_ = runner_.run(center(asked.start), center(asked.goal), 1);
    if (found_.status == Status::ok) return true;
    for (Tally& tally : tallies_) tally.note_wrong(query, to_string(found_.status));
    staircase_tally_.note_wrong(query, to_string(found_.status));
    return false;
  }

  QueryOutcome pull_staircase(std::size_t query) {
    const BenchQuery& asked = map_.queries[query];
    return staircase_.pull(center(asked.start), center(asked.goal), runner_.corridor());
  }

  std::string fault_of(std::size_t query, std::size_t method, const QueryOutcome& outcome) const {
    if (outcome.status != Status::ok) return to_string(outcome.status);
    const BenchQuery& asked = map_.queries[query];
    std::string fault = find_fault(map_.grid, asked, runner_.path());
    if (!fault.empty()) return fault;
    const PullMethod& how = kMethods[method].method;
    if (how.pull == Pull::none && !is_octile_length(asked, outcome.length)) {
      return "not the octile length";
    }
    if (method == 0) return {};
    const double funnel = tallies_[0].length(query);
    if (how.has_repair) {
      return outcome.length > funnel + kRounding ? "longer than before the repair" : "";
    }
    // Raycast leaves the corridor.
    return how.pull != Pull::raycast && funnel > outcome.length + kRounding
               ? "shorter than the exact funnel"
               : "";
  }

  const BenchMap& map_;
  QueryRunner runner_;
  Staircase staircase_;
  QueryOutcome found_;
  TimesOfQueries search_times_;
  std::vector<Tally> tallies_;  // one for each of kMethods
  Tally staircase_tally_;
  std::size_t corridor_tiles_ = 0;
  std::size_t portals_ = 0;
};

}  // namespace

MapRows measure_map(const BenchMap& map, int rounds) {
  MapMeasurement measurement(map);
  measurement.check();
  for (int i = 0; i < rounds; ++i) measurement.time(static_cast<std::size_t>(i));
  return measurement.rows();
}

}  // namespace taut::bench
