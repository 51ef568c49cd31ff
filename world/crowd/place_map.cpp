#include "place_map.hpp"

#include <algorithm>
#include <bit>

namespace taut::crowds {

void PlaceMap::reserve(std::size_t ids) {
  std::vector<Entry> entries(ids);
  first_.assign(std::bit_ceil(ids + 1), kNone);
  entries_.swap(entries);
}

void PlaceMap::clear() noexcept { std::fill(first_.begin(), first_.end(), kNone); }

void PlaceMap::add(std::uint32_t id, const Steps& at, std::int32_t radius) noexcept {
  std::uint32_t& first = first_[bucket_of(square_of(at.x), square_of(at.y))];
  entries_[id] = {at, radius, first};
  first = id;
}

void PlaceMap::remove(std::uint32_t id, const Steps& at) noexcept {
  std::uint32_t* link = &first_[bucket_of(square_of(at.x), square_of(at.y))];
  while (*link != id) link = &entries_[*link].next;
  *link = entries_[id].next;
}

}  // namespace taut::crowds
