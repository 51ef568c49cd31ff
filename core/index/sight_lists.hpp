// The sights of a CornerIndex, cell by cell, with the bits by which queries choose (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/corner_index.hpp>
#include <taut/engine/geometry.hpp>

namespace taut {

class SightLists {
 public:
  using Sight = CornerIndex::Sight;
  using PartBits = CornerIndex::PartBits;

  // The box around a cell.
  struct Box {
    Point low;
    Point high;

    explicit Box(std::span<const MeshEdge> ring) noexcept;
  };

  // Makes room in an index. `first` has the first sight of each cell id, and the end of the last
  // one.
  SightLists(CornerIndex& index, const ConvexMesh& mesh, std::span<const std::uint32_t> first);

  // Sets the sights of a cell, and the parts of the map toward which each is needed. Once for each
  // cell, of any threads.
  void set(const ConvexMesh& mesh, CellId cell, std::span<const Sight> sights,
           std::span<const PartBits> parts) const;

 private:
  using Vector = detail::Vector;
  using Coordinate = double Vector::*;
  static constexpr std::size_t kBands = CornerIndex::kBands;

  [[nodiscard]] static double find_width(double extent) noexcept;
  [[nodiscard]] static std::uint32_t find_bands(const Sight& sight, const Vector& low,
                                                const Vector& high, double width, Coordinate along,
                                                Coordinate across) noexcept;

  CornerIndex& index_;
};

}  // namespace taut
