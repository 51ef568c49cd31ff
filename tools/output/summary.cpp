#include "summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace taut::tools {
namespace {

struct Spread {
  double mean = 0.0;
  double median = 0.0;
  double p95 = 0.0;
};

// Requires values; median and p95 are nearest ranks.
Spread find_spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double count = static_cast<double>(values.size());
  const auto at_rank = [&](double share) {
    return values[static_cast<std::size_t>(std::max(std::ceil(share * count), 1.0)) - 1];
  };
  return {std::accumulate(values.begin(), values.end(), 0.0) / count, at_rank(0.5), at_rank(0.95)};
}

template <class Get>
std::string spread_row(const char* name, const std::vector<StageTimes>& times, const Get& get) {
  std::vector<double> values;
  values.reserve(times.size());
  for (const StageTimes& t : times) values.push_back(get(t));
  const Spread spread = find_spread(std::move(values));
  return fmt::format("{:<22}{:>20.3f}{:>12.3f}{:>12.3f}\n", name, spread.mean, spread.median,
                     spread.p95);
}

}  // namespace

void Summary::add(const QueryOutcome& outcome, const std::optional<PathCheck>& check,
                  std::optional<double> reference_length) {
  ++counts_[static_cast<std::size_t>(outcome.status)];
  if (outcome.status != Status::ok) return;
  times_.push_back(outcome.times);
  length_ += outcome.length;
  cost_ += outcome.cost;
  corners_ += outcome.corners;
  if (reference_length && *reference_length > 0.0) {
    ++compared_;
    sum_of_ratios_ += outcome.length / *reference_length;
  }
  if (check) {
    ++checked_;
    if (check->fault != PathFault::none) {
      ++invalid_paths_;
    } else {
      sound_corners_ += check->corners;
      open_corners_ += check->open_corners;
    }
  }
}

std::string Summary::table() const {
  std::string table;
  const auto row = [&table](const char* name, const std::string& value) {
    fmt::format_to(std::back_inserter(table), "{:<22}{:>20}\n", name, value);
  };
  const auto count = [&](Status status) { return counts_[static_cast<std::size_t>(status)]; };
  const std::size_t solved = count(Status::ok);

  row("queries",
      fmt::to_string(std::accumulate(std::begin(counts_), std::end(counts_), std::size_t{0})));
  row("solved", fmt::to_string(solved));
  row("no path", fmt::to_string(count(Status::no_path)));
  row("invalid input", fmt::to_string(count(Status::invalid_input)));
  for (const Status status : {Status::truncated, Status::out_of_nodes}) {
    if (count(status) > 0) row(to_string(status), fmt::to_string(count(status)));
  }
  row("invalid paths",
      checked_ > 0 || solved == 0 ? fmt::to_string(invalid_paths_) : "not checked");
  if (solved == 0) return table;

  const double n = static_cast<double>(solved);
  row("mean length", fmt::to_string(length_ / n));
  if (cost_ != length_) row("mean cost", fmt::to_string(cost_ / n));
  if (compared_ > 0) {
    row("length / scenario's", fmt::to_string(sum_of_ratios_ / static_cast<double>(compared_)));
  }
  row("mean corners", fmt::to_string(static_cast<double>(corners_) / n));
  if (checked_ > invalid_paths_) {
    row("  in open space", fmt::to_string(static_cast<double>(open_corners_) /
                                          static_cast<double>(checked_ - invalid_paths_)));
    if (sound_corners_ > 0) {
      row("  of all corners", fmt::format("{} %", 100.0 * static_cast<double>(open_corners_) /
                                                      static_cast<double>(sound_corners_)));
    }
  }
  fmt::format_to(std::back_inserter(table), "{:<22}{:>20}{:>12}{:>12}\n", "microseconds", "mean",
                 "median", "p95");
  table += spread_row("  search", times_, [](const StageTimes& t) { return t.search_us; });
  if (!times_.front().is_whole) {
    table += spread_row("  portals", times_, [](const StageTimes& t) { return t.portals_us; });
    table += spread_row("  pull", times_, [](const StageTimes& t) { return t.pull_us; });
  }
  table += spread_row("  total", times_, [](const StageTimes& t) { return t.total_us(); });
  return table;
}

}  // namespace taut::tools
