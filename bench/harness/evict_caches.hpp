// Times that do not depend on what ran before. The study and the programs of peers share it.
#pragma once

#include <cstddef>
#include <vector>

namespace taut::bench {

// Writes to more memory than the first two levels of the caches hold, so that what is read next
// comes from the third or from memory.
inline void evict_caches() {
  constexpr std::size_t kBytes = std::size_t{32} << 20U;
  constexpr std::size_t kLine = 64;
  static std::vector<unsigned char> memory(kBytes);
  for (std::size_t i = 0; i < kBytes; i += kLine) {
    volatile unsigned char& byte = memory[i];
    byte = static_cast<unsigned char>(byte + 1U);
  }
}

}  // namespace taut::bench
