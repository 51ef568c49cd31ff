#include "grid/sight/sight_memory.hpp"

#include <taut/detail/require.hpp>

namespace taut {

SightMemory::SightMemory(double most)
    : radius(detail::require_within("SightScratch: radius", most, 0.0,
                                    static_cast<double>(kMaxMapSide))) {
  const auto rows = static_cast<std::size_t>(detail::sight_rows(radius));
  const std::size_t side = 2 * rows + 1;
  frames.resize(rows + 2);
  marks.resize((side + 63) / 64 * side);
}

SightScratch::SightScratch(double radius) : memory_(detail::make_hidden<SightMemory>(radius)) {}

std::size_t SightScratch::memory_bytes() const noexcept {
  if (!memory_) return 0;
  return sizeof(SightMemory) + memory_->frames.size() * sizeof(detail::SightFrame) +
         memory_->marks.size() * sizeof(std::uint64_t);
}

}  // namespace taut
