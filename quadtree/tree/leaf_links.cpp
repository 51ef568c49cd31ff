#include <taut/engine/quadtree.hpp>

#include <algorithm>
#include <utility>

namespace taut {

void LinkLists::set(LeafId leaf, std::span<const LeafLink> links) {
  if (lists_[leaf].count != links.size()) {
    clear(leaf);
    if (links.empty()) return;
    List list{static_cast<std::uint32_t>(links_.size()), static_cast<std::uint32_t>(links.size())};
    if (links.size() <= kPooledLength && pools_[links.size()] != kNoList) {
      list.begin = pools_[links.size()];
      pools_[links.size()] = std::as_const(links_)[list.begin].to;
      given_up_ -= links.size();
    } else {
      links_.resize(links_.size() + links.size());
    }
    lists_[leaf] = list;
  }
  const std::uint32_t begin = std::as_const(lists_)[leaf].begin;
  for (std::size_t i = 0; i < links.size(); ++i) links_[begin + i] = links[i];
}

void LinkLists::clear(LeafId leaf) {
  List& list = lists_[leaf];
  given_up_ += list.count;
  if (list.count > 0 && list.count <= kPooledLength) {
    links_[list.begin].to = pools_[list.count];
    pools_[list.count] = list.begin;
  }
  list = {};
}

void LinkLists::advance() {
  links_.advance();
  lists_.advance();
}

void LinkLists::trim() {
  links_.trim();
  lists_.trim();
}

std::size_t LinkLists::memory_bytes() const noexcept {
  return links_.memory_bytes() + lists_.memory_bytes();
}

void LeafLinks::set(LeafId leaf, std::span<const LeafLink> links) {
  lists_.set(leaf, links);
  if (packed_ && leaf < packed_leaves_) packed_->set(leaf, links);
}

void LeafLinks::clear(LeafId leaf) {
  lists_.clear(leaf);
  if (packed_ && leaf < packed_leaves_) packed_->clear(leaf);
}

void LeafLinks::advance(std::size_t leaves) {
  lists_.advance();
  if (!packed_) {
    if (4 * lists_.used() + 4096 > 3 * lists_.places()) return;
    packed_.emplace();
    packed_->reserve(lists_.used() + lists_.used() / 16 + 64);
    packed_leaves_ = 0;
  }
  const std::size_t end = std::min(lists_.leaves(), packed_leaves_ + 64 + 16 * leaves);
  packed_->resize(end);
  for (; packed_leaves_ < end; ++packed_leaves_) {
    packed_->set(packed_leaves_, lists_.of(packed_leaves_));
  }
  packed_->advance();
  if (packed_leaves_ < lists_.leaves()) return;
  lists_ = std::move(*packed_);
  packed_.reset();
}

std::size_t LeafLinks::memory_bytes() const noexcept {
  return lists_.memory_bytes() + (packed_ ? packed_->memory_bytes() : 0);
}

}  // namespace taut
