// Work that several threads do together (internal).
#pragma once

#include <algorithm>
#include <cstddef>

#include <taut/detail/threads.hpp>

#if TAUT_HAS_THREADS
#include <future>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace taut::detail {

// The threads that can run side by side.
[[nodiscard]] inline std::size_t count_cores() noexcept {
#if TAUT_HAS_THREADS
  return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
#else
  return 1;
#endif
}

// Calls work(thread) for each number below `threads`, 0 on the calling thread, the others beside
// it. Where no thread can be started the calling thread does their work too, afterwards. An
// exception of any reaches the caller when all have ended.
template <class Work>
void run_threads(std::size_t threads, const Work& work) {
#if TAUT_HAS_THREADS
  std::vector<std::future<void>> others;
  others.reserve(threads);
  std::size_t started = 1;
  try {
    for (; started < threads; ++started) {
      others.push_back(std::async(std::launch::async, [&work, started] { work(started); }));
    }
  } catch (const std::system_error&) {
  }
  work(std::size_t{0});
  for (std::size_t thread = started; thread < threads; ++thread) work(thread);
  for (std::future<void>& other : others) other.get();
#else
  for (std::size_t thread = 0; thread < threads; ++thread) work(thread);
#endif
}

// Calls work(worker, i) once for each number i below `count`, on several threads, each with a
// worker of its own, which is what make(thread) returns.
//
// A thread takes neighbours, since results side by side share cache lines; and the fewer the less
// is left, since costs differ by orders of magnitude.
template <class Make, class Work>
void run_blocks(std::size_t count, std::size_t threads, const Make& make, const Work& work) {
  constexpr std::size_t kMostAtOnce = 16;
  threads = std::clamp<std::size_t>(count, 1, threads);
  Shared<std::size_t> next(0);
  run_threads(threads, [&](std::size_t thread) {
    auto&& worker = make(thread);
    for (std::size_t first = next.get(); first < count;) {
      const std::size_t share = (count - first) / (16 * threads);
      const std::size_t end = first + std::clamp<std::size_t>(share, 1, kMostAtOnce);
      if (!next.replace(first, end)) continue;
      for (; first < end; ++first) work(worker, first);
      first = next.get();
    }
  });
}

}  // namespace taut::detail
