#include <taut/engine/search.hpp>

#include <taut/detail/require.hpp>

namespace taut {

SearchScratch::SearchScratch(std::size_t node_count, std::size_t open_places)
    : node_count_(detail::require_within("SearchScratch: node count", node_count, 0, kNoNode - 1)),
      page_count_((node_count + kSearchPageNodes - 1) / kSearchPageNodes),
      cost_(std::make_unique_for_overwrite<double[]>(page_count_ * kSearchPageNodes)),
      parent_(std::make_unique_for_overwrite<std::uint32_t[]>(page_count_ * kSearchPageNodes)),
      page_query_(std::make_unique<std::uint32_t[]>(page_count_)),
      open_(static_cast<std::size_t>(detail::require_within<std::uint64_t>(
          "SearchScratch: open places", open_places, 16, std::uint64_t{1} << 32U))) {}

std::size_t SearchScratch::memory_bytes() const noexcept {
  return page_count_ * kSearchPageNodes * (sizeof(double) + sizeof(std::uint32_t)) +
         page_count_ * sizeof(std::uint32_t) + open_.memory_bytes();
}

void SearchScratch::make_room() noexcept {
  const std::span<OpenNode> all = open_.entries();
  // Entries of expanded nodes belong to more expensive paths to them.
  auto end = std::remove_if(all.begin(), all.end(),
                            [this](const OpenNode& open) { return is_closed(open.node()); });
  const auto half = all.begin() + static_cast<std::ptrdiff_t>(open_.places() / 2);
  if (end > half) {
    std::nth_element(all.begin(), half, end,
                     [](const OpenNode& a, const OpenNode& b) { return a.is_before(b); });
    if (half->is_before(least_dropped_)) least_dropped_ = *half;
    end = half;
  }
  open_.keep(static_cast<std::size_t>(end - all.begin()));
}

}  // namespace taut
