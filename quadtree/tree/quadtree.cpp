#include <taut/engine/quadtree.hpp>

#include <algorithm>
#include <bit>
#include <string>

#include <taut/detail/require.hpp>

#include "core/base/lists.hpp"
#include "core/tile/tile_walk.hpp"

#include "quadtree_edit_state.hpp"

namespace taut {
namespace {

// The log of the side of the smallest square that contains the map and that nodes of 4 x 4 slots
// can divide.
int choose_root_log(int width, int height) noexcept {
  int log = 2;
  while ((1 << log) < std::max(width, height)) log += 2;
  return log;
}

}  // namespace

void Quadtree::require_valid(int width, int height) {
  detail::require_within("Quadtree: width", width, 1, kMaxMapSide);
  detail::require_within("Quadtree: height", height, 1, kMaxMapSide);
}

Quadtree::Quadtree(TileBits walkable)
    : bits_((require_valid(walkable.width(), walkable.height()), std::move(walkable))),
      root_log_(choose_root_log(bits_.width(), bits_.height())),
      entry_stride_((static_cast<std::size_t>(bits_.width()) >> kEntryLog) + 1) {
  entries_.assign(entry_stride_ * ((static_cast<std::size_t>(height()) >> kEntryLog) + 1), 0);
  Node root;
  const int step = root_log_ - kNodeLog;
  for (unsigned k = 0; k < root.size(); ++k) {
    const bool is_inside =
        static_cast<int>(k % 4) << step < width() && static_cast<int>(k / 4) << step < height();
    root[k] = is_inside ? kBlockedSlot : kOutsideSlot;
  }
  nodes_.push_back(root);
  QuadtreeEdit(*this).build();
  nodes_.trim();
  corners_.trim();
  links_.trim();
  components_.trim();
}

std::optional<Tile> Quadtree::locate(const Point& point) const noexcept {
  return taut::locate(bits_, point);
}

std::span<const LeafLink> Quadtree::neighbors(LeafId id, LeafSide side) const noexcept {
  const TileRect own = rect(id);
  const auto is_on_side = [&](const LeafLink& link) {
    switch (side) {
      case LeafSide::high_x:
        return link.twice_x == 2 * own.x1;
      case LeafSide::high_y:
        return link.twice_y == 2 * own.y1;
      case LeafSide::low_x:
        return link.twice_x == 2 * own.x0;
      case LeafSide::low_y:
        break;
    }
    return link.twice_y == 2 * own.y0;
  };
  const std::span<const LeafLink> all = neighbors(id);
  const auto first = std::find_if(all.begin(), all.end(), is_on_side);
  const auto last = std::find_if_not(first, all.end(), is_on_side);
  return {first, last};
}

LeafCounts Quadtree::count_leaves() const noexcept {
  LeafCounts counts;
  for_each_leaf([&](LeafId id) { ++counts.walkable[corners_[id] >> 28]; });
  // Blocked leaves have no id: they are counted by their slots.
  const auto count_node = [&](const auto& self, std::uint32_t index, int log) -> void {
    const Node& node = nodes_[index];
    const int step = log - kNodeLog;
    const auto is_blocked = [&](unsigned k) {
      return node[k] == kBlockedSlot || node[k] == kOutsideSlot;
    };
    if (std::all_of(QuadtreeEdit::kWhole.begin(), QuadtreeEdit::kWhole.end(), is_blocked)) {
      ++counts.blocked[static_cast<std::size_t>(log)];
      return;
    }
    for (const std::array<unsigned, 4>& quarter : QuadtreeEdit::kQuarters) {
      const auto blocked = static_cast<std::size_t>(std::count_if(
          quarter.begin(), quarter.end(), [&](unsigned k) { return node[k] == kBlockedSlot; }));
      if (blocked > 0 && std::all_of(quarter.begin(), quarter.end(), is_blocked)) {
        ++counts.blocked[static_cast<std::size_t>(step + 1)];
      } else {
        counts.blocked[static_cast<std::size_t>(step)] += blocked;
      }
    }
    for (unsigned k = 0; k < node.size(); ++k) {
      if (node[k] >= kLeafBit) continue;
      self(self, node[k], step);
    }
  };
  count_node(count_node, 0, root_log_);
  return counts;
}

std::size_t Quadtree::memory_bytes() const noexcept {
  return sizeof(Quadtree) + bits_.memory_bytes() + nodes_.memory_bytes() + corners_.memory_bytes() +
         links_.memory_bytes() + components_.memory_bytes() +
         detail::bytes_of(entries_, free_nodes_, free_leaves_);
}

}  // namespace taut
