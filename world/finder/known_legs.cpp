#include "known_legs.hpp"

#include <algorithm>
#include <bit>

namespace taut::detail {
namespace {

constexpr std::size_t kLeastSlots = 256;
constexpr std::size_t kMostSlots = 16'384;
constexpr std::size_t kPointsPerSlot = 8;

// Spreads keys over slots: multiplicative hashing, as in Knuth's "The Art of Computer Programming".
constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15U;

}  // namespace

void KnownLegs::clear() noexcept {
  std::fill(slots_.begin(), slots_.end(), Leg{});
  points_.clear();
  count_ = 0;
  is_full_ = false;
}

void KnownLegs::make_room(std::size_t passages) {
  const std::size_t side = (std::min)(passages, kMostSlots);
  const std::size_t slots = std::bit_ceil(std::clamp(side * side, kLeastSlots, kMostSlots));
  if (is_full_) clear();
  if (slots_.size() >= slots) return;
  points_.reserve(slots * kPointsPerSlot);
  slots_.assign(slots, Leg{});
  points_.clear();
  count_ = 0;
}

// Where the key is, or would be: by linear probing.
std::size_t KnownLegs::slot_of(Key key) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>((key * kSpread) >> 32U) & mask;
  while (slots_[slot].key != key && slots_[slot].key != kNoKey) slot = (slot + 1) & mask;
  return slot;
}

const KnownLegs::Leg* KnownLegs::find(Key key) const noexcept {
  const Leg& leg = slots_[slot_of(key)];
  return leg.key == key ? &leg : nullptr;
}

void KnownLegs::add(const Leg& leg, std::span<const Point> points) {
  if (find(leg.key) != nullptr) return;
  const bool has_room =
      4 * (count_ + 1) <= 3 * slots_.size() && points_.size() + points.size() <= points_.capacity();
  if (!has_room) {
    is_full_ = true;
    return;
  }
  ++count_;
  Leg& known = slots_[slot_of(leg.key)];
  known = leg;
  known.first = static_cast<std::uint32_t>(points_.size());
  known.count = static_cast<std::uint32_t>(points.size());
  points_.insert(points_.end(), points.begin(), points.end());
}

}  // namespace taut::detail
