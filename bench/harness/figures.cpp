#include "figures.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace taut::bench {
namespace {

double median_of_sorted(const std::vector<double>& times) {
  return 0.5 * (times[(times.size() - 1) / 2] + times[times.size() / 2]);
}

}  // namespace

double Times::mean() const {
  if (values_.empty()) return 0.0;
  return std::accumulate(values_.begin(), values_.end(), 0.0) / static_cast<double>(values_.size());
}

double Times::quantile(double share) const {
  if (values_.empty()) return 0.0;
  std::vector<double> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

Times RoundTimes::medians() const {
  Times medians;
  for (std::vector<double> times : times_) {
    if (times.empty()) continue;
    std::sort(times.begin(), times.end());
    medians.add(median_of_sorted(times));
  }
  return medians;
}

MedianInterval find_median(const std::vector<double>& times) {
  constexpr std::size_t kSamples = 200;
  std::mt19937 random(20261127);
  std::vector<double> sorted = times;
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> sample(times.size());
  std::vector<double> medians;
  for (std::size_t i = 0; i < kSamples; ++i) {
    for (double& value : sample) value = times[random() % times.size()];
    std::sort(sample.begin(), sample.end());
    medians.push_back(median_of_sorted(sample));
  }
  std::sort(medians.begin(), medians.end());
  return {median_of_sorted(sorted), medians[kSamples * 25 / 1000],
          medians[kSamples - 1 - kSamples * 25 / 1000]};
}

void Ratios::add(double length, double reference) {
  if (length <= 0.0 || reference <= 0.0) return;
  ++count_;
  sum_ += length / reference;
  worst_ = std::max(worst_, length / reference);
}

}  // namespace taut::bench
