#include "sight_lists.hpp"

#include <algorithm>
#include <numeric>

#include <taut/engine/constants.hpp>
#include <taut/engine/vectors.hpp>

namespace taut {

// The box around a cell.
SightLists::Box SightLists::find_box(std::span<const MeshEdge> ring) noexcept {
  Point low = ring.front().start();
  Point high = low;
  for (const MeshEdge& edge : ring) {
    low = component_min(low, edge.start());
    high = component_max(high, edge.start());
  }
  return {detail::to_vector(low), detail::to_vector(high)};
}

// The least power of two with which kBands bands have that extent. On the lattice bands are exact.
double SightLists::find_width(double extent) noexcept {
  double width = 1.0 / kLatticePerTile;
  while (width * kBands < extent) width *= 2.0;
  return width;
}

// A bit for each band of a box that a sight has points in. Bands divide it along one axis, and
// reach across all of it. None has points where all of it lies beyond a ray: exact, as its corners
// are on the lattice.
std::uint32_t SightLists::find_bands(const Sight& sight, const Box& box, double width,
                                     Coordinate along, Coordinate across) noexcept {
  const Vector at = detail::to_vector(sight.at);
  const Vector right{sight.right_x, sight.right_y};
  const Vector left{sight.left_x, sight.left_y};
  // A bit for each side of a band: whether an end of it lies so.
  std::uint32_t left_of_right = 0;
  std::uint32_t right_of_left = 0;
  for (const double end : {box.low.*across, box.high.*across}) {
    for (std::size_t i = 0; i <= kBands; ++i) {
      Vector line;
      line.*along = box.low.*along + static_cast<double>(i) * width - at.*along;
      line.*across = end - at.*across;
      left_of_right |= std::uint32_t{cross(right, line) >= 0.0} << i;
      right_of_left |= std::uint32_t{cross(left, line) <= 0.0} << i;
    }
  }
  constexpr std::uint32_t kAllBands = (1U << kBands) - 1;
  return (left_of_right | left_of_right >> 1U) & (right_of_left | right_of_left >> 1U) & kAllBands;
}

SightLists::SightLists(CornerIndex& index, std::size_t cell_ids, std::size_t sights,
                       std::size_t words)
    : index_(index) {
  index_.lists_.resize(cell_ids);
  index_.sights_.reserve(sights);
  index_.bits_.reserve(words);
}

void SightLists::add(const ConvexMesh& mesh, CellId cell, std::span<const Sight> sights,
                     std::span<const PartBits> parts) {
  const Box box = find_box(mesh.edges(cell));
  const Vector width{find_width(box.high.x - box.low.x), find_width(box.high.y - box.low.y)};
  const std::size_t first = index_.sights_.size();
  const std::size_t first_word = index_.bits_.size();
  index_.lists_[cell] = {{static_cast<float>(box.low.x), static_cast<float>(box.low.y)},
                         static_cast<float>(1.0 / width.x),
                         static_cast<float>(1.0 / width.y),
                         static_cast<std::uint32_t>(first),
                         static_cast<std::uint32_t>(first + sights.size()),
                         static_cast<std::uint32_t>(first_word)};
  // Those needed toward the same parts stand together: a query reads fewer lines of memory.
  order_.resize(sights.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return parts[a] < parts[b]; });
  const std::size_t words = CornerIndex::words_of(sights.size());
  index_.bits_.resize(first_word + CornerIndex::kBitRows * words, 0);
  const auto set_bits = [&](std::size_t row, std::uint32_t bits, std::size_t place) {
    for (; bits != 0; bits >>= 1U, ++row) {
      const std::uint32_t bit = bits & 1U;
      index_.bits_[first_word + row * words + place / 32] |= bit << (place % 32);
    }
  };
  for (std::size_t place = 0; place < order_.size(); ++place) {
    const Sight& sight = sights[order_[place]];
    index_.sights_.push_back(sight);
    set_bits(0, parts[order_[place]], place);
    set_bits(CornerIndex::kParts, find_bands(sight, box, width.x, &Vector::x, &Vector::y), place);
    set_bits(CornerIndex::kParts + kBands, find_bands(sight, box, width.y, &Vector::y, &Vector::x),
             place);
  }
}

}  // namespace taut
