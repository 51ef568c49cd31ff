#include "place_map.hpp"

#include <algorithm>
#include <bit>

namespace taut::crowds {

void PlaceMap::reserve(std::size_t ids) {
  std::vector<std::uint32_t> next(ids);
  first_.assign(std::bit_ceil(ids + 1), kNone);
  next_.swap(next);
}

void PlaceMap::clear() noexcept { std::fill(first_.begin(), first_.end(), kNone); }

void PlaceMap::add(std::uint32_t id, const Steps& at) noexcept {
  std::uint32_t& first = first_[bucket_of(square_of(at.x), square_of(at.y))];
  next_[id] = first;
  first = id;
}

void PlaceMap::remove(std::uint32_t id, const Steps& at) noexcept {
  std::uint32_t* link = &first_[bucket_of(square_of(at.x), square_of(at.y))];
  while (*link != id) link = &next_[*link];
  *link = next_[id];
}

}  // namespace taut::crowds
