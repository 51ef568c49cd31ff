#include <taut/leaf_links.hpp>

#include <algorithm>
#include <utility>

#include "core/base/trim.hpp"

namespace taut {

void LeafLinks::set(LeafId leaf, std::span<const LeafLink> links) {
  List& list = lists_[leaf];
  if (list.count != links.size()) {
    clear(leaf);
    list.count = static_cast<std::uint32_t>(links.size());
    if (links.empty()) return;
    if (links.size() <= kPooledLength && pools_[links.size()] != kNoList) {
      list.begin = pools_[links.size()];
      pools_[links.size()] = links_[list.begin].to;
      given_up_ -= links.size();
    } else {
      list.begin = static_cast<std::uint32_t>(links_.size());
      links_.resize(links_.size() + links.size());
    }
  }
  std::copy(links.begin(), links.end(), links_.begin() + list.begin);
  if (given_up_ > 1024 + links_.size() / 4) compact();
}

void LeafLinks::clear(LeafId leaf) noexcept {
  List& list = lists_[leaf];
  given_up_ += list.count;
  if (list.count > 0 && list.count <= kPooledLength) {
    links_[list.begin].to = pools_[list.count];
    pools_[list.count] = list.begin;
  }
  list = {};
}

void LeafLinks::compact() {
  std::vector<LeafLink> links;
  links.reserve(links_.size() - given_up_);
  for (List& list : lists_) {
    const auto first = links_.begin() + list.begin;
    list.begin = static_cast<std::uint32_t>(links.size());
    links.insert(links.end(), first, first + list.count);
  }
  links_ = std::move(links);
  pools_ = make_pools();
  given_up_ = 0;
}

void LeafLinks::trim() {
  detail::trim(links_);
  detail::trim(lists_);
}

std::size_t LeafLinks::memory_bytes() const noexcept {
  return links_.capacity() * sizeof(LeafLink) + lists_.capacity() * sizeof(List);
}

}  // namespace taut
