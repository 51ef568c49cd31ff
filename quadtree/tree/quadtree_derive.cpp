#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "core/tile/tile_rect.hpp"

#include "quadtree_edit_state.hpp"

// Derives the tree, from the leaves up, where tiles have changed: a build is an edit of the whole
// map.
namespace taut {

using detail::intersect;
using detail::is_empty;

namespace {

enum class Fill : std::uint8_t { blocked, walkable, mixed };

Fill fill_of(const TileBits& bits, const TileRect& tiles) noexcept {
  bool is_any = false;
  bool is_all = true;
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; x += 64) {
      const int count = std::min(64, tiles.x1 - x);
      const std::uint64_t wanted = detail::first_bits(count);
      const std::uint64_t found = bits.window(x, y) & wanted;
      is_any |= found != 0;
      is_all &= found == wanted;
      if (is_any && !is_all) return Fill::mixed;
    }
  }
  return is_all ? Fill::walkable : Fill::blocked;
}

// Where slot k of a node lies that begins at x or y and has slots of 2^step tiles a side.
int x_of(unsigned k, int x, int step) noexcept { return x + (static_cast<int>(k % 4) << step); }
int y_of(unsigned k, int y, int step) noexcept { return y + (static_cast<int>(k / 4) << step); }

}  // namespace

// The common kind of tiles; std::nullopt when they differ.
std::optional<std::uint32_t> QuadtreeEdit::find_uniform(const TileRect& tiles) const noexcept {
  switch (fill_of(tree_.bits_, tiles)) {
    case Fill::blocked:
      return kBlockedSlot;
    case Fill::walkable:
      return kNewSlot;
    case Fill::mixed:
      break;
  }
  return std::nullopt;
}

std::uint32_t QuadtreeEdit::add_node() {
  if (tree_.free_nodes_.empty()) {
    tree_.nodes_.push_back({});
    return static_cast<std::uint32_t>(tree_.nodes_.size() - 1);
  }
  const std::uint32_t node = tree_.free_nodes_.back();
  tree_.free_nodes_.pop_back();
  return node;
}

LeafId QuadtreeEdit::add_leaf(int x, int y, int log) {
  LeafId id = static_cast<LeafId>(tree_.corners_.size());
  if (tree_.free_leaves_.empty()) {
    tree_.corners_.push_back(0);
    tree_.links_.resize(tree_.corners_.size());
    tree_.components_.resize(tree_.corners_.size());
  } else {
    id = tree_.free_leaves_.back();
    tree_.free_leaves_.pop_back();
  }
  const int mask = ~((1 << log) - 1);
  tree_.corners_[id] = static_cast<std::uint32_t>(x & mask) |
                       static_cast<std::uint32_t>(y & mask) << 14 |
                       static_cast<std::uint32_t>(log) << 28;
  added_.push_back(id);
  return id;
}

// Removes the leaves among `values`, each of which may occur several times, except those that
// `kept` has in the same slot.
void QuadtreeEdit::remove_leaves(const Node& values, const Node& kept) {
  const std::size_t first = removed_.size();
  for (unsigned k = 0; k < values.size(); ++k) {
    if (!is_id(values[k]) || values[k] == kept[k]) continue;
    const LeafId id = values[k] & ~kLeafBit;
    if (std::find(removed_.begin() + static_cast<std::ptrdiff_t>(first), removed_.end(), id) ==
        removed_.end()) {
      removed_.push_back(id);
    }
  }
}

void QuadtreeEdit::release_node(std::uint32_t node, int x, int y, int log) {
  tree_.free_nodes_.push_back(node);
  if (log == kEntryLog) tree_.entries_[tree_.entry_of(x, y)] = 0;
}

void QuadtreeEdit::release_tree(std::uint32_t node, int x, int y, int log) {
  const int step = log - kNodeLog;
  const Node values = tree_.nodes_[node];
  Node none;
  none.fill(kBlockedSlot);
  remove_leaves(values, none);
  for (unsigned k = 0; k < values.size(); ++k) {
    if (values[k] < kLeafBit) release_tree(values[k], x_of(k, x, step), y_of(k, y, step), step);
  }
  release_node(node, x, y, log);
}

// The new value of a slot at (x, y) with a square of 2^log tiles a side after an edit of the tiles
// of a rectangle.
std::uint32_t QuadtreeEdit::derive(std::uint32_t old, int x, int y, int log,
                                   const TileRect& tiles) {
  if (x >= tree_.width() || y >= tree_.height()) return kOutsideSlot;
  if (log == 0) {  // most of the work of a build
    const bool is_changed = x >= tiles.x0 && x < tiles.x1 && y >= tiles.y0 && y < tiles.y1;
    const bool is_free = tree_.bits_.is_set_near(x, y);
    if (!is_changed || is_free == is_walkable_slot(old)) return old;
    return is_free ? kNewSlot : kBlockedSlot;
  }
  const TileRect square = tree_.clipped_square(x, y, log);
  const TileRect changed = intersect(square, tiles);
  if (is_empty(changed)) return old;
  const bool is_covered = changed == square;
  if (old < kLeafBit) {
    if (is_covered) {
      if (const std::optional<std::uint32_t> uniform = find_uniform(square)) {
        release_tree(old, x, y, log);
        return *uniform;
      }
    }
    return derive_node(old, x, y, log, tiles, std::nullopt);
  }
  if (const std::optional<std::uint32_t> uniform = find_uniform(changed)) {
    if (is_walkable_slot(old) == is_walkable_slot(*uniform)) return old;
    if (is_covered) return *uniform;
  }
  const std::uint32_t node = add_node();
  if (log == kEntryLog) tree_.entries_[tree_.entry_of(x, y)] = node;
  const bool is_whole = square.x1 - square.x0 == 1 << log && square.y1 - square.y0 == 1 << log;
  if (log == kNodeLog && is_covered && is_whole) return cut(node, x, y);
  return derive_node(node, x, y, log, tiles, is_walkable_slot(old) ? kNewSlot : kBlockedSlot);
}

// derive_node() for a new node of single tiles inside the map, not all alike. Takes half the time
// of a build.
std::uint32_t QuadtreeEdit::cut(std::uint32_t node, int x, int y) {
  std::array<unsigned, 16> is_free;
  for (unsigned k = 0; k < is_free.size(); ++k) {
    is_free[k] =
        static_cast<unsigned>(tree_.bits_.window(x, y + static_cast<int>(k / 4)) >> (k % 4) & 1);
  }
  Node slots;
  slots.fill(kBlockedSlot);
  for (const std::array<unsigned, 4>& quarter : kQuarters) {
    unsigned count = 0;
    for (const unsigned k : quarter) count += is_free[k];
    const int leaf_log = count == quarter.size() ? 1 : 0;
    for (const unsigned k : quarter) {
      if (is_free[k] == 0) continue;
      const bool is_first = leaf_log == 0 || k == quarter.front();
      slots[k] = is_first ? kLeafBit | add_leaf(x_of(k, x, 0), y_of(k, y, 0), leaf_log)
                          : slots[quarter.front()];
    }
  }
  tree_.nodes_[node] = slots;
  return node;
}

// An edit of one node: derives its slots, and merges those that have become alike into leaves.
class QuadtreeEdit::NodeEdit {
 public:
  NodeEdit(QuadtreeEdit& edit, std::uint32_t node, int x, int y, int log) noexcept
      : edit_(edit), tree_(edit.tree_), node_(node), x_(x), y_(y), log_(log) {}

  // Derives the slots near the changed tiles; false when none of them changed. A new node holds
  // `filling` everywhere before the edit.
  [[nodiscard]] bool derive_slots(const TileRect& tiles, std::optional<std::uint32_t> filling) {
    bool is_changed = filling.has_value();
    for (unsigned k = 0; k < now_.size(); ++k) {
      now_[k] = filling ? *filling : tree_.nodes_[node_][k];
      before_[k] = now_[k];
      const int left = x_of(k, x_, step());
      const int top = y_of(k, y_, step());
      const bool is_near = left < tiles.x1 && left + (1 << step()) > tiles.x0 && top < tiles.y1 &&
                           top + (1 << step()) > tiles.y0;
      if (!is_near && !filling) continue;
      now_[k] = edit_.derive(now_[k], left, top, step(), tiles);
      is_changed |= now_[k] != before_[k];
    }
    return is_changed;
  }

  // Releases the node when all its slots have become alike; otherwise stores them, with ids for the
  // walkable leaves.
  [[nodiscard]] std::uint32_t finish() {
    const std::optional<std::uint32_t> whole = find_common(kWhole);
    if (whole && node_ != 0) {
      after_.fill(kBlockedSlot);
      edit_.remove_leaves(before_, after_);
      edit_.release_node(node_, x_, y_, log_);
      return is_walkable_slot(*whole) ? kNewSlot : kBlockedSlot;
    }
    after_ = now_;
    if (whole) {
      settle(kWhole, log_, *whole);
    } else {
      settle_quarters();
    }
    edit_.remove_leaves(before_, after_);
    for (std::size_t i = 0; i < new_leaf_count_; ++i) add_leaf(new_leaves_[i]);
    tree_.nodes_[node_] = after_;
    return node_;
  }

 private:
  struct NewLeaf {
    unsigned slot;  // the first one inside the map
    int log;
  };

  [[nodiscard]] int step() const noexcept { return log_ - kNodeLog; }

  // What the slots have in common when they form one leaf: all that lie in the map are alike.
  [[nodiscard]] std::optional<std::uint32_t> find_common(
      std::span<const unsigned> slots) const noexcept {
    std::optional<std::uint32_t> common;
    for (const unsigned k : slots) {
      if (now_[k] == kOutsideSlot) continue;
      if (now_[k] < kLeafBit) return std::nullopt;
      if (!common) common = now_[k];
      if (is_walkable_slot(*common) != is_walkable_slot(now_[k])) return std::nullopt;
    }
    return common;
  }

  // The id that names a leaf of that size in all of the slots; std::nullopt when there is none.
  [[nodiscard]] std::optional<LeafId> find_kept_leaf(std::span<const unsigned> slots,
                                                     int leaf_log) const noexcept {
    std::uint32_t value = kOutsideSlot;
    for (const unsigned k : slots) {
      if (now_[k] == kOutsideSlot) continue;
      if (value == kOutsideSlot) value = now_[k];
      if (!is_id(value) || now_[k] != value) return std::nullopt;
    }
    const LeafId id = value & ~kLeafBit;
    if (static_cast<int>(tree_.corners_[id] >> 28) != leaf_log) return std::nullopt;
    return id;
  }

  // Makes one leaf of the slots, unless they are blocked. It keeps its id if it has one already.
  void settle(std::span<const unsigned> slots, int leaf_log, std::uint32_t common) {
    if (!is_walkable_slot(common) || find_kept_leaf(slots, leaf_log)) return;
    unsigned first = slots.front();
    for (const unsigned k : slots) {
      if (now_[k] == kOutsideSlot) continue;
      if (now_[first] == kOutsideSlot) first = k;
      after_[k] = kNewSlot;
    }
    new_leaves_[new_leaf_count_++] = {first, leaf_log};
  }

  void settle_quarters() {
    for (const std::array<unsigned, 4>& quarter : kQuarters) {
      if (const std::optional<std::uint32_t> common = find_common(quarter)) {
        settle(quarter, step() + 1, *common);
        continue;
      }
      for (const unsigned& k : quarter) settle({&k, 1}, step(), now_[k]);
    }
  }

  // Gives a new leaf its id, in all of its slots.
  void add_leaf(const NewLeaf& leaf) {
    const LeafId id =
        edit_.add_leaf(x_of(leaf.slot, x_, step()), y_of(leaf.slot, y_, step()), leaf.log);
    const TileRect square = tree_.rect(id);
    for (unsigned k = 0; k < after_.size(); ++k) {
      const int left = x_of(k, x_, step());
      const int top = y_of(k, y_, step());
      if (after_[k] == kNewSlot && detail::holds(square, {left, top})) after_[k] = kLeafBit | id;
    }
  }

  QuadtreeEdit& edit_;
  Quadtree& tree_;
  std::uint32_t node_;
  int x_;
  int y_;
  int log_;
  std::size_t new_leaf_count_ = 0;
  Node before_;  // slots before the edit
  Node now_;     // slots after the edit, leaves not merged
  Node after_;   // slots to be stored
  std::array<NewLeaf, 16> new_leaves_;
};

// derive() for a node; a new one holds `filling` everywhere before the edit.
std::uint32_t QuadtreeEdit::derive_node(std::uint32_t node, int x, int y, int log,
                                        const TileRect& tiles,
                                        std::optional<std::uint32_t> filling) {
  NodeEdit edit(*this, node, x, y, log);
  // Most nodes on the way down only lead to changed ones.
  if (!edit.derive_slots(tiles, filling)) return node;
  return edit.finish();
}

void QuadtreeEdit::update(const TileRect& tiles) {
  derive_node(0, 0, 0, tree_.root_log_, tiles, std::nullopt);
}

}  // namespace taut
