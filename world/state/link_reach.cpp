#include "link_reach.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/lists.hpp"

namespace taut::detail {

LinkReach::LinkReach(std::span<const Step> steps) {
  for (const Step& step : steps) {
    areas_.push_back(step.from);
    areas_.push_back(step.to);
  }
  std::sort(areas_.begin(), areas_.end());
  areas_.erase(std::unique(areas_.begin(), areas_.end()), areas_.end());
  const std::uint32_t groups = join_areas(steps);
  std::vector<OneWay> one_way;
  for (const Step& step : steps) {
    if (!step.leads_back) one_way.emplace_back(group_of(step.from), group_of(step.to));
  }
  if (one_way.empty()) return;
  std::sort(one_way.begin(), one_way.end());
  rows_.assign(groups, kNone);
  words_ = groups / 64 + 1;
  std::uint32_t count = 0;
  for (const OneWay& step : one_way) {
    if (rows_[step.first] == kNone) rows_[step.first] = count++;
  }
  reached_.resize(count * words_);
  for (std::uint32_t group = 0; group < groups; ++group) {
    if (rows_[group] != kNone) follow(one_way, group);
  }
}

// Returns the number of groups.
std::uint32_t LinkReach::join_areas(std::span<const Step> steps) {
  groups_.resize(areas_.size());
  for (std::uint32_t i = 0; i < groups_.size(); ++i) groups_[i] = i;
  const auto first_of = [&](std::uint32_t i) {
    while (groups_[i] != i) i = groups_[i] = groups_[groups_[i]];
    return i;
  };
  const auto index_of = [&](std::uint64_t area) {
    return static_cast<std::uint32_t>(std::lower_bound(areas_.begin(), areas_.end(), area) -
                                      areas_.begin());
  };
  for (const Step& step : steps) {
    if (!step.leads_back) continue;
    const auto [low, high] =
        std::minmax({first_of(index_of(step.from)), first_of(index_of(step.to))});
    groups_[high] = low;
  }
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    const std::uint32_t before = groups_[i];
    groups_[i] = before == i ? count++ : groups_[before];
  }
  return count;
}

void LinkReach::follow(std::span<const OneWay> sorted, std::uint32_t group) {
  std::uint64_t* const row = reached_.data() + rows_[group] * words_;
  std::vector<std::uint32_t> open{group};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (auto step = std::lower_bound(sorted.begin(), sorted.end(), OneWay{at, 0});
         step != sorted.end() && step->first == at; ++step) {
      std::uint64_t& word = row[step->second / 64];
      const std::uint64_t bit = std::uint64_t{1} << (step->second % 64);
      if ((word & bit) != 0) continue;
      word |= bit;
      open.push_back(step->second);
    }
  }
}

std::uint32_t LinkReach::group_of(std::uint64_t area) const noexcept {
  const auto at = std::lower_bound(areas_.begin(), areas_.end(), area);
  if (at == areas_.end() || *at != area) return kNone;
  return groups_[static_cast<std::size_t>(at - areas_.begin())];
}

bool LinkReach::joins(std::uint64_t from, std::uint64_t to) const noexcept {
  if (from == to) return true;
  const std::uint32_t first = group_of(from);
  const std::uint32_t last = group_of(to);
  if (first == kNone || last == kNone) return false;
  if (first == last) return true;
  if (words_ == 0 || rows_[first] == kNone) return false;
  const std::uint64_t word = reached_[rows_[first] * words_ + last / 64];
  return (word >> (last % 64) & 1) != 0;
}

std::size_t LinkReach::memory_bytes() const noexcept {
  return bytes_of(areas_, reached_, groups_, rows_);
}

const SpaceReach* ReachCache::find(const Space& space) const noexcept {
  const SpaceReach* at = first_.get();
  while (at != nullptr && at->space != &space) at = at->next;
  return at;
}

const SpaceReach& ReachCache::add(std::unique_ptr<SpaceReach> made) const noexcept {
  made->next = first_.get();
  while (!first_.replace(made->next, made.get())) {
  }
  return *made.release();
}

std::size_t ReachCache::memory_bytes() const noexcept {
  std::size_t bytes = 0;
  for (const SpaceReach* at = first_.get(); at != nullptr; at = at->next) {
    bytes += sizeof(SpaceReach) + bytes_of(at->lanes) + at->reach.memory_bytes();
  }
  return bytes;
}

void ReachCache::clear() noexcept {
  for (std::unique_ptr<SpaceReach> at(first_.exchange(nullptr)); at != nullptr;) {
    at.reset(at->next);
  }
}

}  // namespace taut::detail
