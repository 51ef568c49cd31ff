// What an edit would leave of a space, without the edit (internal).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/space.hpp>

#include "grid/mesh/hole_parts.hpp"

#include "cut_search.hpp"

TAUT_API_BEGIN
namespace taut {

// The rectangles blocked, all tiles of them.
class SpaceCut {
 public:
  // Equal for two places when a way over tiles will join them.
  struct Area {
    std::uint32_t component;
    std::uint32_t part;
    friend bool operator==(const Area&, const Area&) = default;
  };

  SpaceCut(const Space& space, std::span<const TileRect> rectangles);

  // Whether the agent would lose no room: rectangles without tiles.
  [[nodiscard]] bool is_empty() const noexcept { return rectangles_.empty(); }
  // The bitmap's cell of a lattice point where the agent has room now; nothing where it would have
  // none.
  [[nodiscard]] std::optional<Tile> find_cell(const Point& place) const noexcept;
  // The component of a cell now.
  [[nodiscard]] std::uint32_t component_of(const Tile& cell) const noexcept {
    return space_.mesh_.component(mesh_cell_of(cell));
  }
  // Searches the components of which matters(component) is true, which are all that are asked for
  // then.
  template <class Matters>
  void search(const Matters& matters) {
    make_holes();
    search_.emplace(space_.mesh_, holes_).run(matters);
  }

  // After search(). Whether something may have fallen apart.
  [[nodiscard]] bool has_parts() const noexcept { return search_->has_parts(); }
  [[nodiscard]] Area area_of(const Tile& cell) const noexcept;

 private:
  [[nodiscard]] bool is_under(const Tile& tile) const noexcept;
  [[nodiscard]] bool overlaps(const Point& place, const TileRect& tiles) const noexcept;
  [[nodiscard]] bool holds(int x, int y, const Point& place) const noexcept;
  [[nodiscard]] bool is_covered(int x, int y) const noexcept;
  [[nodiscard]] TileRect covered_by(const TileRect& tiles, std::size_t k) const noexcept;
  [[nodiscard]] int find_stretch(const std::vector<std::int32_t>& lines,
                                 float place) const noexcept;
  // The place of a line of the bitmap, in steps.
  [[nodiscard]] std::int32_t line(const std::vector<std::int32_t>& lines, int i) const noexcept {
    return space_.is_grown() ? lines[static_cast<std::size_t>(i)] : i;
  }
  [[nodiscard]] CellId mesh_cell_of(const Tile& cell) const noexcept;
  void make_holes();
  void add_hole(const TileRect& box);
  [[nodiscard]] std::vector<TileRect> find_boxes();
  [[nodiscard]] bool merge(std::vector<TileRect>& boxes) const;

  const Space& space_;
  std::vector<TileRect> rectangles_;
  std::vector<std::int32_t> extents_;  // a point has one, of 0
  std::vector<TileRect> covered_;      // cells of the bitmap
  std::vector<HoleParts> holes_;
  std::optional<CutSearch> search_;
};

}  // namespace taut
TAUT_API_END
