// CPU time of one thread: other programs on the machine do not count.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <vector>

namespace taut::bench {

// CPU time of this thread where the system has a clock for it, else wall clock.
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

// The median time of now_us() itself, which every measured time includes.
[[nodiscard]] inline double clock_overhead_us() {
  std::vector<double> times;
  for (int i = 0; i < 1001; ++i) {
    const double begin = now_us();
    times.push_back(now_us() - begin);
  }
  std::nth_element(times.begin(), times.begin() + 500, times.end());
  return times[500];
}

// The time of work(), without that of the clock.
template <class Work>
[[nodiscard]] double time_us(const Work& work) {
  static const double overhead = clock_overhead_us();
  const double begin = now_us();
  work();
  return std::max(now_us() - begin - overhead, 0.0);
}

// The best of several rounds. In each, work() runs `repeats` times: for calls that take less than
// the clock can tell apart.
template <class Work>
[[nodiscard]] double best_us(int rounds, int repeats, const Work& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < rounds; ++i) {
    const double time = time_us([&] {
      for (int k = 0; k < repeats; ++k) work();
    });
    best = std::min(best, time / repeats);
  }
  return best;
}

}  // namespace taut::bench
