// Statistics of measured values.
#pragma once

#include <cstddef>
#include <vector>

namespace taut::bench {

// Times in microseconds. All figures are 0 when there are none.
class Times {
 public:
  void add(double us) { values_.push_back(us); }

  [[nodiscard]] std::size_t count() const noexcept { return values_.size(); }
  [[nodiscard]] double mean() const;
  // The value that a share of them, from 0 to 1, does not exceed.
  [[nodiscard]] double quantile(double share) const;
  [[nodiscard]] double worst() const { return quantile(1.0); }

 private:
  std::vector<double> values_;
};

// The times of some queries in several rounds.
class RoundTimes {
 public:
  explicit RoundTimes(std::size_t queries) : times_(queries) {}

  void add(std::size_t query, double us) { times_[query].push_back(us); }

  // The median over the rounds of each query that was timed.
  [[nodiscard]] Times medians() const;
  [[nodiscard]] const std::vector<double>& of(std::size_t query) const { return times_[query]; }

 private:
  std::vector<std::vector<double>> times_;
};

// The median of times, and between which two values it lies in 95 of 100 samples drawn from them
// (bootstrap).
struct MedianInterval {
  double median = 0.0;
  double low = 0.0;
  double high = 0.0;
};
// Requires a time or more.
[[nodiscard]] MedianInterval find_median(const std::vector<double>& times);

// Lengths over other lengths.
class Ratios {
 public:
  // Ignores values without a reference length.
  void add(double length, double reference);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] double mean() const { return sum_ / static_cast<double>(count_); }
  [[nodiscard]] double worst() const noexcept { return worst_; }

 private:
  std::size_t count_ = 0;
  double sum_ = 0.0;
  double worst_ = 0.0;
};

}  // namespace taut::bench
