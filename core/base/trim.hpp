// Gives back memory that a vector grew into (internal).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace taut::detail {

// Keeps a sixteenth in reserve: the first edits of a map should not have to move everything.
template <class T>
void trim(std::vector<T>& elements) {
  const std::size_t reserve = elements.size() / 16 + 64;
  const std::size_t spare = elements.capacity() - elements.size();
  if (spare >= reserve / 2 && spare <= reserve) return;
  std::vector<T> kept;
  kept.reserve(elements.size() + reserve);
  kept.assign(elements.begin(), elements.end());
  elements = std::move(kept);
}

}  // namespace taut::detail
