// The stored neighbours of each leaf of a quadtree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/growing_array.hpp>
#include <taut/engine/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

// Id of a walkable leaf. A new quadtree numbers its leaves from 0; neighbours have similar ids.
using LeafId = std::uint32_t;
inline constexpr LeafId kNoLeaf = 0x7fffffffU;

// The sides of a leaf, named by their position.
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

// Lists of links in one array, by leaf. Released lists are recycled for lists of the same length.
class LinkLists {
 public:
  [[nodiscard]] std::span<const LeafLink> of(LeafId leaf) const noexcept {
    return {links_.data() + lists_[leaf].begin, lists_[leaf].count};
  }
  [[nodiscard]] std::size_t leaves() const noexcept { return lists_.size(); }
  // Links in use, and all places for them.
  [[nodiscard]] std::size_t used() const noexcept { return links_.size() - given_up_; }
  [[nodiscard]] std::size_t places() const noexcept { return links_.size(); }

  // As in LeafLinks; reserve() is for about `links` in all.
  void reserve(std::size_t links) { links_.reserve(links); }
  void resize(std::size_t count) { lists_.resize(count); }
  // Sets the list of a leaf; clear() releases it.
  void set(LeafId leaf, std::span<const LeafLink> links);
  void clear(LeafId leaf);
  void advance();
  void trim();
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::size_t kPooledLength = 32;  // longer lists are not recycled
  static constexpr std::uint32_t kNoList = 0xffffffffU;

  struct List {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
  };

  detail::GrowingArray<LeafLink> links_;
  detail::GrowingArray<List> lists_;  // per leaf
  // The first released list of each length; its first link holds the position of the next one.
  std::array<std::uint32_t, kPooledLength + 1> pools_ = make_pools();
  std::size_t given_up_ = 0;  // links

  static constexpr std::array<std::uint32_t, kPooledLength + 1> make_pools() {
    std::array<std::uint32_t, kPooledLength + 1> pools{};
    pools.fill(kNoList);
    return pools;
  }
};

// A list of links per leaf. Memory: 8 bytes per link and 8 per leaf. When a quarter of the
// places is released, advance() makes a copy without them, a part of it in each edit.
class LeafLinks {
 public:
  [[nodiscard]] std::span<const LeafLink> of(LeafId leaf) const noexcept { return lists_.of(leaf); }

  // Makes room for leaves with ids below `count`.
  void resize(std::size_t count) { lists_.resize(count); }

  // Sets the list of a leaf; clear() releases it.
  void set(LeafId leaf, std::span<const LeafLink> links);
  void clear(LeafId leaf);

  // Ends an edit of about `leaves` leaves.
  void advance(std::size_t leaves);

  // Frees reserved memory, except what the next edits are likely to need.
  void trim() { lists_.trim(); }

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  LinkLists lists_;
  std::optional<LinkLists> packed_;  // the copy in progress
  LeafId packed_leaves_ = 0;         // it has the lists of the leaves below
};

}  // namespace taut
TAUT_API_END
