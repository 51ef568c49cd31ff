// The words of enumerators (internal).
#pragma once

#include <cstddef>

namespace taut::detail {

// The enumerator's word, of those from number 0 to kLast; "unknown" for other numbers.
template <auto kLast, std::size_t N>
[[nodiscard]] constexpr const char* word_of(decltype(kLast) enumerator,
                                            const char* const (&words)[N]) noexcept {
  static_assert(N == static_cast<std::size_t>(kLast) + 1, "a word for each enumerator");
  const auto i = static_cast<std::size_t>(enumerator);
  return i < N ? words[i] : "unknown";
}

}  // namespace taut::detail
