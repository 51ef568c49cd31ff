#include <taut/search_scratch.hpp>

namespace taut {

SearchScratch::SearchScratch(std::size_t node_count, std::size_t open_places)
    : node_count_(node_count),
      page_count_((node_count + kSearchPageNodes - 1) / kSearchPageNodes),
      open_places_(open_places),
      cost_(std::make_unique_for_overwrite<double[]>(page_count_ * kSearchPageNodes)),
      parent_(std::make_unique_for_overwrite<std::uint32_t[]>(page_count_ * kSearchPageNodes)),
      page_query_(std::make_unique<std::uint32_t[]>(page_count_)),
      open_(std::make_unique_for_overwrite<OpenNode[]>(open_places + kChildren)) {
  clear_open();
  assert(node_count < kNoNode);
  assert(open_places >= 16);
}

std::size_t SearchScratch::memory_bytes() const noexcept {
  return page_count_ * kSearchPageNodes * (sizeof(double) + sizeof(std::uint32_t)) +
         page_count_ * sizeof(std::uint32_t) + (open_places_ + kChildren) * sizeof(OpenNode);
}

void SearchScratch::make_room() noexcept {
  OpenNode* const begin = open_.get();
  // Entries of expanded nodes are leftovers of dearer paths to them.
  OpenNode* end = std::remove_if(begin, begin + open_count_,
                                 [this](const OpenNode& open) { return is_closed(open.node()); });
  const auto is_before = [](const OpenNode& a, const OpenNode& b) { return a.is_before(b); };
  const std::size_t half = open_places_ / 2;
  if (static_cast<std::size_t>(end - begin) > half) {
    std::nth_element(begin, begin + half, end, is_before);
    if (begin[half].is_before(least_dropped_)) least_dropped_ = begin[half];
    end = begin + half;
  }
  open_count_ = static_cast<std::size_t>(end - begin);
  std::fill_n(end, kChildren, kLast);
  // An ascending row is a heap.
  std::sort(begin, end, is_before);
}

}  // namespace taut
