#include "sight_lists.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <taut/engine/constants.hpp>
#include <taut/engine/vectors.hpp>

namespace taut {

SightLists::Box::Box(std::span<const MeshEdge> ring) noexcept
    : low(ring.front().start()), high(low) {
  for (const MeshEdge& edge : ring) {
    low = component_min(low, edge.start());
    high = component_max(high, edge.start());
  }
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
std::uint32_t SightLists::find_bands(const Sight& sight, const Vector& low, const Vector& high,
                                     double width, Coordinate along, Coordinate across) noexcept {
  const Vector at = detail::to_vector(sight.at);
  const Vector right = detail::to_vector(sight.rays.right);
  const Vector left = detail::to_vector(sight.rays.left);
  // A bit for each side of a band: whether an end of it lies so.
  std::uint32_t left_of_right = 0;
  std::uint32_t right_of_left = 0;
  for (const double end : {low.*across, high.*across}) {
    for (std::size_t i = 0; i <= kBands; ++i) {
      Vector line;
      line.*along = low.*along + static_cast<double>(i) * width - at.*along;
      line.*across = end - at.*across;
      left_of_right |= std::uint32_t{cross(right, line) >= 0.0} << i;
      right_of_left |= std::uint32_t{cross(left, line) <= 0.0} << i;
    }
  }
  constexpr std::uint32_t kAllBands = (1U << kBands) - 1;
  return (left_of_right | left_of_right >> 1U) & (right_of_left | right_of_left >> 1U) & kAllBands;
}

SightLists::SightLists(CornerIndex& index, const ConvexMesh& mesh,
                       std::span<const std::uint32_t> first)
    : index_(index) {
  index_.lists_.resize(mesh.cell_ids());
  std::size_t words = 0;
  mesh.for_each_cell([&](CellId cell) {
    const Box box(mesh.edges(cell));
    index_.lists_[cell] = {box.low,
                           static_cast<float>(1.0 / find_width(double{box.high.x} - box.low.x)),
                           static_cast<float>(1.0 / find_width(double{box.high.y} - box.low.y)),
                           first[cell],
                           first[cell + 1],
                           static_cast<std::uint32_t>(words)};
    words += CornerIndex::kBitRows * CornerIndex::words_of(first[cell + 1] - first[cell]);
  });
  index_.sights_.resize(first.back());
  index_.bits_.resize(words, 0);
}

void SightLists::set(const ConvexMesh& mesh, CellId cell, std::span<const Sight> sights,
                     std::span<const PartBits> parts) const {
  const Box box(mesh.edges(cell));
  const Vector low = detail::to_vector(box.low);
  const Vector high = detail::to_vector(box.high);
  const Vector width{find_width(high.x - low.x), find_width(high.y - low.y)};
  const CornerIndex::SightList& list = index_.lists_[cell];
  // Those needed toward the same parts stand together: a query reads fewer lines of memory.
  std::vector<std::uint32_t> order(sights.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return parts[a] < parts[b]; });
  const std::size_t words = CornerIndex::words_of(sights.size());
  const auto set_bits = [&](std::size_t row, std::uint32_t bits, std::size_t place) {
    for (; bits != 0; bits >>= 1U, ++row) {
      const std::uint32_t bit = bits & 1U;
      index_.bits_[list.first_word + row * words + place / 32] |= bit << (place % 32);
    }
  };
  for (std::size_t place = 0; place < order.size(); ++place) {
    const Sight& sight = sights[order[place]];
    index_.sights_[list.first + place] = sight;
    set_bits(0, parts[order[place]], place);
    set_bits(CornerIndex::kParts, find_bands(sight, low, high, width.x, &Vector::x, &Vector::y),
             place);
    set_bits(CornerIndex::kParts + kBands,
             find_bands(sight, low, high, width.y, &Vector::y, &Vector::x), place);
  }
}

}  // namespace taut
