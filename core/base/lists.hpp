// What lists and the indices into them share (internal).
#pragma once

#include <cstddef>
#include <cstdint>

namespace taut::detail {

// No index.
inline constexpr std::uint32_t kNone = 0xffffffffU;

// The memory that lists hold, without what their elements own.
template <class... Lists>
[[nodiscard]] std::size_t bytes_of(const Lists&... lists) noexcept {
  return (std::size_t{0} + ... + (lists.capacity() * sizeof(typename Lists::value_type)));
}

}  // namespace taut::detail
