// Memory at multiples of a power of two, for tests that replace operator new.
#pragma once

#include <cstddef>
#include <cstdlib>

#ifdef _WIN32
#include <malloc.h>
#endif

namespace taut::test {

// nullptr where there is none. Windows lacks aligned_alloc.
inline void* take_aligned(std::size_t size, std::size_t alignment) noexcept {
#ifdef _WIN32
  return _aligned_malloc(size, alignment);
#else
  return std::aligned_alloc(alignment, (size / alignment + 1) * alignment);
#endif
}

// What take_aligned() returned.
inline void release_aligned(void* memory) noexcept {
#ifdef _WIN32
  _aligned_free(memory);
#else
  std::free(memory);
#endif
}

}  // namespace taut::test
