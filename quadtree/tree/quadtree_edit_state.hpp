// The state of an edit of a quadtree (internal).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <taut/engine/quadtree.hpp>

namespace taut {

class QuadtreeEdit {
 public:
  using Node = Quadtree::Node;

  // The slots of a node that may merge into one leaf: a quarter, or all.
  static constexpr std::array<std::array<unsigned, 4>, 4> kQuarters{
      {{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}}};
  static constexpr Node kWhole{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

  explicit QuadtreeEdit(Quadtree& tree) : tree_(tree) {
    // Enough for most edits of a tile: lists that grow step by step would take a fifth of the time.
    removed_.reserve(16);
    added_.reserve(32);
    beside_.reserve(64);
    found_links_.reserve(32);
    new_links_.reserve(48);
  }

  // Builds the leaves, links and components of the whole map.
  void build();

  // Updates leaves, links and components for the tiles of an aligned area.
  void rederive(const TileRect& area);

 private:
  static constexpr std::uint32_t kLeafBit = Quadtree::kLeafBit;
  static constexpr std::uint32_t kBlockedSlot = Quadtree::kBlockedSlot;
  static constexpr std::uint32_t kNewSlot = Quadtree::kNewSlot;
  static constexpr std::uint32_t kOutsideSlot = Quadtree::kOutsideSlot;
  static constexpr int kNodeLog = Quadtree::kNodeLog;
  static constexpr int kEntryLog = Quadtree::kEntryLog;

  class NodeEdit;

  // A new link of a leaf that remains.
  struct NewLink {
    LeafId from;
    std::uint32_t place;  // sort key in its list
    LeafLink link;
  };

  static bool is_id(std::uint32_t value) noexcept {
    return value >= kLeafBit && value < kOutsideSlot;
  }
  static bool is_walkable_slot(std::uint32_t value) noexcept {
    return is_id(value) || value == kNewSlot;
  }

  [[nodiscard]] std::optional<std::uint32_t> find_uniform(const TileRect& tiles) const noexcept;
  [[nodiscard]] std::uint32_t add_node();
  [[nodiscard]] LeafId add_leaf(int x, int y, int log);
  void remove_leaves(const Node& values, const Node& kept);
  void release_node(std::uint32_t node, int x, int y, int log);
  void release_tree(std::uint32_t node, int x, int y, int log);
  [[nodiscard]] std::uint32_t derive(std::uint32_t old, int x, int y, int log,
                                     const TileRect& tiles);
  std::uint32_t derive_node(std::uint32_t node, int x, int y, int log, const TileRect& tiles,
                            std::optional<std::uint32_t> filling);
  std::uint32_t cut(std::uint32_t node, int x, int y);
  // Updates the tree for the tiles of a rectangle inside the map, and lists the leaves that it
  // removed and added.
  void update(const TileRect& tiles);
  void update_links();
  void relink(LeafId id, std::span<const NewLink> added);

  Quadtree& tree_;
  std::vector<LeafId> removed_;
  std::vector<LeafId> added_;
  std::vector<LeafId> beside_;
  std::vector<LeafLink> found_links_;
  std::vector<NewLink> new_links_;
};

}  // namespace taut
