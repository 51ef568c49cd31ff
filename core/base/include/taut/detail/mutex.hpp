// A mutex, and what stands for it where the standard library has no threads (WebAssembly). Apart
// from threads.hpp, as <mutex> is a large header.
#pragma once

#include <taut/detail/threads.hpp>

#if TAUT_HAS_THREADS
#include <mutex>
#endif

namespace taut::detail {

#if TAUT_HAS_THREADS
using Mutex = std::mutex;
using MutexLock = std::lock_guard<std::mutex>;
#else
struct Mutex {};
struct MutexLock {
  explicit MutexLock(Mutex&) noexcept {}
};
#endif

}  // namespace taut::detail
