// The memory of peers that do not tell theirs.
#pragma once

#include <malloc.h>

#include <cstddef>

namespace peers {

// Bytes that are allocated now.
inline std::size_t heap_bytes() {
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

}  // namespace peers
