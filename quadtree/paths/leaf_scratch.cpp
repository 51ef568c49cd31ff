#include <taut/engine/quadtree_search.hpp>

#include <algorithm>
#include <span>

#include <taut/detail/require.hpp>

namespace taut {

LeafScratch::LeafScratch(std::size_t leaf_ids)
    : count_(detail::require_within("LeafScratch: leaf ids", leaf_ids, 0, kNoNode - 1)),
      records_(std::make_unique<Record[]>(leaf_ids)),
      open_(leaf_ids + leaf_ids / 4 + 16) {}

void LeafScratch::forget_queries() noexcept {
  for (std::size_t i = 0; i < count_; ++i) records_[i].stamp = 0;
  query_ = 2;
}

// Only the first entry of each leaf counts, so at least a fifth of the places become free.
void LeafScratch::make_room() noexcept {
  const std::span<OpenLeaf> all = open_.entries();
  std::sort(all.begin(), all.end(), [](const OpenLeaf& a, const OpenLeaf& b) {
    return a.node() != b.node() ? a.node() < b.node() : a.is_before(b);
  });
  const auto end = std::unique(all.begin(), all.end(), [](const OpenLeaf& a, const OpenLeaf& b) {
    return a.node() == b.node();
  });
  open_.keep(static_cast<std::size_t>(end - all.begin()));
}

}  // namespace taut
