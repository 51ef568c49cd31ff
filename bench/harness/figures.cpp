#include "figures.hpp"

#include <algorithm>
#include <numeric>

namespace taut::bench {

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
    medians.add(0.5 * (times[(times.size() - 1) / 2] + times[times.size() / 2]));
  }
  return medians;
}

void Ratios::add(double length, double reference) {
  if (length <= 0.0 || reference <= 0.0) return;
  ++count_;
  sum_ += length / reference;
  worst_ = std::max(worst_, length / reference);
}

}  // namespace taut::bench
