// The neighbours of each leaf of a quadtree, stored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/geometry.hpp>

namespace taut {

// Id of a walkable leaf. Those of a fresh quadtree count up from 0, neighbours near each other.
using LeafId = std::uint32_t;
inline constexpr LeafId kNoLeaf = 0x7fffffffU;

// The sides of a leaf, named by where they lie.
enum class LeafSide : std::uint8_t { high_x, high_y, low_x, low_y };

// A neighbour of a leaf, and the middle of the edge that both share, in half tiles.
struct LeafLink {
  LeafId to = kNoLeaf;
  std::uint16_t twice_x = 0;
  std::uint16_t twice_y = 0;

  [[nodiscard]] Point middle() const noexcept {
    return {0.5F * static_cast<float>(twice_x), 0.5F * static_cast<float>(twice_y)};
  }
  friend bool operator==(const LeafLink&, const LeafLink&) = default;
};

// A list of links per leaf. Memory: 8 bytes per link and 8 per leaf; lists that edits gave up are
// taken again by lists of their length, and when they come to a quarter of all links everything is
// moved together.
class LeafLinks {
 public:
  [[nodiscard]] std::span<const LeafLink> of(LeafId leaf) const noexcept {
    return {links_.data() + lists_[leaf].begin, lists_[leaf].count};
  }

  // Makes room for leaves with ids below `count`.
  void resize(std::size_t count) { lists_.resize(count); }

  // Sets the list of a leaf; clear() gives it up.
  void set(LeafId leaf, std::span<const LeafLink> links);
  void clear(LeafId leaf) noexcept;

  // Gives back memory held in reserve, but for what the next edits are likely to need.
  void trim();

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::size_t kPooledLength = 32;  // longer lists are not taken again
  static constexpr std::uint32_t kNoList = 0xffffffffU;

  struct List {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
  };

  void compact();

  std::vector<LeafLink> links_;
  std::vector<List> lists_;  // per leaf
  // The first given-up list of each length; the next one is where its first link was.
  std::array<std::uint32_t, kPooledLength + 1> pools_ = make_pools();
  std::size_t given_up_ = 0;  // links

  static constexpr std::array<std::uint32_t, kPooledLength + 1> make_pools() {
    std::array<std::uint32_t, kPooledLength + 1> pools{};
    pools.fill(kNoList);
    return pools;
  }
};

}  // namespace taut
