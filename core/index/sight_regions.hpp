// The regions of a CornerIndex: parts of cells whose points have fewer sights (internal).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/corner_index.hpp>

namespace taut {

// Divides cells in two, and the parts again, as long as that saves looking at many sights. What
// lies in both parts is listed twice.
class SightRegions {
 public:
  using Region = CornerIndex::Region;
  using Sight = CornerIndex::Sight;

  // For that many sights of cells. Takes no more than `spare_bytes` above what they and the cells
  // take undivided.
  SightRegions(std::size_t cell_ids, std::size_t sights, std::size_t spare_bytes);

  void add(const ConvexMesh& mesh, CellId cell, std::span<const Sight> sights);

  // Both are taken at the end. Regions are the cells by id, and then the parts.
  [[nodiscard]] std::vector<Region> take_regions();
  [[nodiscard]] std::vector<Sight> take_sights();

 private:
  static constexpr std::array kAxes{&Point::x, &Point::y};

  struct Box {
    Point low;
    Point high;

    [[nodiscard]] std::array<Box, 2> divided(std::size_t axis, float at) const noexcept {
      std::array<Box, 2> parts{*this, *this};
      parts[0].high.*kAxes[axis] = parts[1].low.*kAxes[axis] = at;
      return parts;
    }
  };
  // A cell or a part of one, and how often it may be divided into how many more sights.
  struct Part {
    Box box;
    std::size_t more_sights;
    int divisions;
  };
  // Where a box is divided, and how many sights the two have together, and more than before.
  struct Division {
    std::size_t axis;
    float at;
    std::size_t sights;
    std::size_t more_sights;

    [[nodiscard]] std::size_t bytes() const noexcept {
      return more_sights * CornerIndex::kSightBytes + 2 * sizeof(Region);
    }
  };

  [[nodiscard]] static bool touches(const Box& box, const Sight& sight) noexcept;
  [[nodiscard]] static Division find_division(const Box& box,
                                              std::span<const Sight> sights) noexcept;
  [[nodiscard]] bool is_worth(const Division& division, const Part& part,
                              std::size_t sights) const noexcept;
  void divide(std::size_t region, const Part& part, std::span<const Sight> sights);
  void list(std::size_t region, std::span<const Sight> sights);

  std::size_t spare_bytes_;
  std::vector<Region> regions_;
  std::vector<Sight> sights_;
};

}  // namespace taut
