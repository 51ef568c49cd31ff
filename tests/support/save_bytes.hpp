// Reading and changing the bytes of saves, without the library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <taut/save.hpp>

namespace taut::test {

using Bytes = std::vector<std::byte>;

// The remainders of all bytes by the polynomial of CRC-32.
inline constexpr auto kRemainders = [] {
  std::array<std::uint32_t, 256> remainders{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0xEDB88320U : 0U);
    remainders[byte] = sum;
  }
  return remainders;
}();

// CRC-32 of all bytes but those of the checksum itself.
inline std::uint32_t checksum_of(const Bytes& bytes, std::size_t begin, std::size_t end) {
  std::uint32_t sum = 0xFFFFFFFFU;
  for (std::size_t i = begin; i < end; ++i) {
    if (i >= begin + 4 && i < begin + 8) continue;
    sum = (sum >> 8U) ^ kRemainders[(sum ^ std::to_integer<std::uint32_t>(bytes[i])) & 0xFFU];
  }
  return ~sum;
}

inline std::uint64_t number_at(const Bytes& bytes, std::size_t at, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = count; i > 0; --i) {
    number = number << 8U | std::to_integer<std::uint64_t>(bytes[at + i - 1]);
  }
  return number;
}

inline void put(Bytes& bytes, std::size_t at, std::size_t count, std::uint64_t number) {
  for (std::size_t i = 0; i < count; ++i) {
    bytes[at + i] = static_cast<std::byte>(number >> (8 * i) & 0xFFU);
  }
}

// Where a section begins.
inline std::size_t find_section(const Bytes& bytes, std::string_view tag) {
  std::size_t at = 12;
  for (;;) {
    std::string own;
    for (std::size_t i = 0; i < 4; ++i) own += static_cast<char>(bytes.at(at + i));
    if (own == tag) return at;
    at += 16 + number_at(bytes, at + 8, 8);
  }
}

inline void sign(Bytes& bytes, std::size_t section) {
  const std::size_t end = section + 16 + number_at(bytes, section + 8, 8);
  put(bytes, section + 4, 4, checksum_of(bytes, section, end));
}

// Returns the bytes with another number in a section.
inline Bytes with(Bytes bytes, std::string_view tag, std::size_t at, std::size_t count,
                  std::uint64_t number) {
  const std::size_t section = find_section(bytes, tag);
  put(bytes, section + 16 + at, count, number);
  sign(bytes, section);
  return bytes;
}

// The error of read_save() for these bytes; empty if there is none.
inline std::string refusal(const Bytes& bytes) {
  const Loaded<World> world = read_save(bytes, "game");
  if (world) return "";
  const Loaded<Grid> tiles = read_saved_tiles(bytes, "game");
  const bool is_same = tiles || tiles.error.message() == world.error.message();
  return is_same ? world.error.message() : "the tiles: " + tiles.error.message();
}

}  // namespace taut::test
