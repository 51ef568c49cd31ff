// Work that several threads do together (internal).
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

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

// Numbers from 0 on that threads divide between them, some neighbours at a time.
class WorkBlocks {
 public:
  WorkBlocks(std::size_t count, std::size_t threads) noexcept : count_(count), threads_(threads) {}

  // The first one and the end of those to do next; equal when none is left. A thread takes
  // neighbours, since results side by side share cache lines; and the fewer the less is left, since
  // costs differ by orders of magnitude.
  [[nodiscard]] std::pair<std::size_t, std::size_t> take() noexcept {
    std::size_t first = next_.get();
    std::size_t end = first;
    do {
      const std::size_t left = count_ - first;
      end = first + std::min(left, std::clamp<std::size_t>(left / (16 * threads_), 1, kMaxBlock));
    } while (!next_.replace(first, end));
    return {first, end};
  }

 private:
  static constexpr std::size_t kMaxBlock = 16;

  Shared<std::size_t> next_{0};
  std::size_t count_;
  std::size_t threads_;
};

// Calls work(worker, i) once for each number i below `count`, on several threads, each with a
// worker of its own, which is what make(thread) returns.
template <class Make, class Work>
void run_blocks(std::size_t count, std::size_t threads, const Make& make, const Work& work) {
  threads = std::clamp<std::size_t>(count, 1, threads);
  WorkBlocks blocks(count, threads);
  run_threads(threads, [&](std::size_t thread) {
    auto&& worker = make(thread);
    for (;;) {
      const std::pair<std::size_t, std::size_t> block = blocks.take();
      if (block.first == block.second) break;
      for (std::size_t i = block.first; i < block.second; ++i) work(worker, i);
    }
  });
}

// Calls work(i) for each.
template <class Work>
void run_blocks(std::size_t count, std::size_t threads, const Work& work) {
  struct None {};
  run_blocks(
      count, threads, [](std::size_t /*thread*/) { return None(); },
      [&](None, std::size_t i) { work(i); });
}

}  // namespace taut::detail
