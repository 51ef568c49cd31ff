// Time as it passes for one thread: the machine may be shared.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

namespace taut::bench {

// Time of this thread alone where the system tells it, else of the clock on the wall.
[[nodiscard]] inline double now_us() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
#else
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(since).count();
#endif
}

// What now_us() itself takes, in the median: to be taken off every time.
[[nodiscard]] inline double clock_overhead_us() {
  std::vector<double> times;
  for (int i = 0; i < 1001; ++i) {
    const double begin = now_us();
    times.push_back(now_us() - begin);
  }
  std::nth_element(times.begin(), times.begin() + 500, times.end());
  return times[500];
}

}  // namespace taut::bench
