#include <algorithm>
#include <bit>

#include <taut/detail/component_edits.hpp>
#include <taut/detail/require.hpp>

#include "core/tile/tile_rect.hpp"

#include "quadtree_edit_state.hpp"

// Edits: first the tiles, then the tree, its links and its components.
namespace taut {

namespace {

// The sort key of the links of a leaf: by side, then along it.
std::uint32_t place_in_list(const TileRect& own, const LeafLink& link) noexcept {
  if (link.twice_x == 2 * own.x1) return link.twice_y;
  if (link.twice_y == 2 * own.y1) return 1U << 16 | link.twice_x;
  if (link.twice_x == 2 * own.x0) return 2U << 16 | link.twice_y;
  return 3U << 16 | link.twice_x;
}

// The leaves as the graph of ComponentLabels, each in the block of its corner.
struct ComponentLeaves {
  const LeafLinks& links;
  const detail::GrowingArray<std::uint32_t>& corners;

  [[nodiscard]] std::size_t index(LeafId leaf) const noexcept { return leaf; }
  [[nodiscard]] std::uint32_t block(LeafId leaf) const noexcept {
    constexpr std::uint32_t kBlocks = kMaxMapSide / kComponentBlock - 1;
    constexpr std::uint32_t kMask = (kBlocks << 14 | kBlocks)
                                    << std::bit_width(unsigned{kComponentBlock - 1});
    return corners[leaf] & kMask;
  }
  template <class Visit>
  void for_each_neighbor(LeafId leaf, const Visit& visit) const {
    for (const LeafLink& link : links.of(leaf)) visit(link.to);
  }
};

}  // namespace

void Quadtree::set(const TileRect& tiles, TileState state) {
  const TileRect inside = detail::intersect(tiles, {0, 0, width(), height()});
  if (bits_.put(inside, state == TileState::walkable) == 0) return;
  ++revision_;
  QuadtreeEdit(*this).rederive(inside);
}

void Quadtree::set(Tile tile, TileState state) {
  if (is_inside(tile)) set(TileRect{tile.x, tile.y, tile.x + 1, tile.y + 1}, state);
}

void QuadtreeEdit::update_links() {
  for (const LeafId id : removed_) {
    for (const LeafLink& link : tree_.links_.of(id)) beside_.push_back(link.to);
  }
  for (const LeafId id : removed_) tree_.links_.clear(id);
  const bool is_fresh = added_.size() == tree_.corners_.size();
  for (const LeafId id : added_) {
    found_links_.clear();
    tree_.visit_neighbors(id, [&](const LeafLink& link) { found_links_.push_back(link); });
    tree_.links_.set(id, found_links_);
    if (is_fresh) continue;
    for (const LeafLink& link : found_links_) {
      const LeafLink back{id, link.twice_x, link.twice_y};
      new_links_.push_back({link.to, place_in_list(tree_.rect(link.to), back), back});
      beside_.push_back(link.to);
    }
  }
  if (is_fresh) return;
  // Each leaf beside the change once, without those that changed.
  for (std::vector<LeafId>* ids : {&beside_, &removed_, &added_})
    std::sort(ids->begin(), ids->end());
  beside_.erase(std::unique(beside_.begin(), beside_.end()), beside_.end());
  std::sort(new_links_.begin(), new_links_.end(), [](const NewLink& a, const NewLink& b) {
    return std::pair(a.from, a.place) < std::pair(b.from, b.place);
  });
  auto next = new_links_.begin();
  for (const LeafId id : beside_) {
    const auto first = next;
    while (next != new_links_.end() && next->from == id) ++next;
    if (std::binary_search(removed_.begin(), removed_.end(), id) ||
        std::binary_search(added_.begin(), added_.end(), id)) {
      continue;
    }
    relink(id, {first, next});
  }
}

// Updates the list of a leaf that remains: links to removed leaves are dropped.
void QuadtreeEdit::relink(LeafId id, std::span<const NewLink> added) {
  const TileRect own = tree_.rect(id);
  found_links_.clear();
  std::size_t next = 0;
  for (const LeafLink& link : tree_.links_.of(id)) {
    if (tree_.links_.of(link.to).empty()) continue;
    const std::uint32_t place = place_in_list(own, link);
    for (; next < added.size() && added[next].place < place; ++next) {
      found_links_.push_back(added[next].link);
    }
    found_links_.push_back(link);
  }
  for (; next < added.size(); ++next) found_links_.push_back(added[next].link);
  tree_.links_.set(id, found_links_);
}

void QuadtreeEdit::rederive(const TileRect& area) {
  update(area);
  const ComponentLeaves graph{tree_.links_, tree_.corners_};
  std::vector<LeafId> beside;  // for the removed leaves
  beside.reserve(64);
  for (const LeafId id : removed_) {
    for (const LeafLink& link : tree_.links_.of(id)) beside.push_back(link.to);
  }
  for (const LeafId id : removed_) tree_.components_.remove(graph, id);
  std::erase_if(beside, [&](LeafId id) { return !tree_.components_.has(id); });
  update_links();
  for (const LeafId id : added_) tree_.components_.add(graph, id);
  tree_.components_.split(graph, beside);
  tree_.nodes_.advance();
  tree_.corners_.advance();
  tree_.links_.advance(removed_.size() + added_.size());
  // Only now, so that an edit does not recycle the ids of the leaves that it removes.
  tree_.free_leaves_.insert(tree_.free_leaves_.end(), removed_.rbegin(), removed_.rend());
}

void QuadtreeEdit::build() {
  update({0, 0, tree_.width(), tree_.height()});
  update_links();
  tree_.components_.build(ComponentLeaves{tree_.links_, tree_.corners_}, [&](const auto& visit) {
    for (const LeafId id : added_) visit(id);
  });
}

}  // namespace taut
