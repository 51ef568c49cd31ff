// std::mutex, and what stands for it where the standard library has no threads (WebAssembly).
#pragma once

#include <cstddef>  // says whether it has

#if defined(_LIBCPP_HAS_NO_THREADS) || (defined(_LIBCPP_HAS_THREADS) && !_LIBCPP_HAS_THREADS)
#define TAUT_HAS_THREADS 0
#else
#define TAUT_HAS_THREADS 1
#include <mutex>
#endif

#include <taut/detail/api.hpp>

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
