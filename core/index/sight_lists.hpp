// The sights of a CornerIndex, cell by cell, with the bits by which queries choose (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/corner_index.hpp>
#include <taut/engine/geometry.hpp>

namespace taut {

class SightLists {
 public:
  using Sight = CornerIndex::Sight;
  using PartBits = CornerIndex::PartBits;

  // Fills the lists of an index. They have that many sights and words of bits.
  SightLists(CornerIndex& index, std::size_t cell_ids, std::size_t sights, std::size_t words);

  // The sights of a cell, and the parts of the map toward which each is needed. Once for each cell.
  void add(const ConvexMesh& mesh, CellId cell, std::span<const Sight> sights,
           std::span<const PartBits> parts);

 private:
  using Vector = detail::Vector;
  using Coordinate = double Vector::*;
  static constexpr std::size_t kBands = CornerIndex::kBands;

  struct Box {
    Vector low;
    Vector high;
  };

  [[nodiscard]] static Box find_box(std::span<const MeshEdge> ring) noexcept;
  [[nodiscard]] static double find_width(double extent) noexcept;
  [[nodiscard]] static std::uint32_t find_bands(const Sight& sight, const Box& box, double width,
                                                Coordinate along, Coordinate across) noexcept;

  CornerIndex& index_;
  std::vector<std::uint32_t> order_;  // of the sights of a cell
};

}  // namespace taut
