// What an edit would leave of a space, without the edit (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
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

// A space after all tiles of some rectangles were blocked.
class SpaceCut {
 public:
  // Equal for two places when a way over tiles will join them.
  struct Area {
    std::uint32_t component;
    std::uint32_t part;
    friend bool operator==(const Area&, const Area&) = default;
  };
  // Elements on the stack.
  template <class T>
  struct Few {
    std::array<T, 4> elements{};
    std::size_t count = 0;

    [[nodiscard]] const T* begin() const noexcept { return elements.data(); }
    [[nodiscard]] const T* end() const noexcept { return elements.data() + count; }
    void add(const T& element) noexcept {
      if (std::find(begin(), end(), element) == end()) elements[count++] = element;
    }
  };
  // A start or a goal where the agent has room now. A point may leave a corner where two blocked
  // tiles touch on both sides.
  struct Place {
    PlaceComponents before;  // the edit
    Few<Tile> cells;         // after the edit; none where the agent would have no room
    bool matters = false;    // whether it is now joined with a place of the other kind
    Few<Area> later{};       // set by find_later()
  };

  SpaceCut(const Space& space, std::span<const TileRect> rectangles);

  // Whether the agent would lose no room, because the rectangles have no tiles.
  [[nodiscard]] bool is_empty() const noexcept { return rectangles_.empty(); }
  // The bitmap's cells of a lattice point where the agent has room now: one, or of a point all that
  // it touches; none if the edit would take the room.
  [[nodiscard]] Few<Tile> find_cells(const Point& place) const noexcept;
  // Leaves out places where the agent has no room now.
  [[nodiscard]] std::vector<Place> look_at(std::span<const Point> places) const;
  // The component of a cell before the edit.
  [[nodiscard]] std::uint32_t component_of(const Tile& cell) const noexcept {
    return space_.mesh_.component(mesh_cell_of(cell));
  }
  // Searches the components for which matters(component) is true. Later calls may ask about these
  // only.
  template <class Matters>
  void search(const Matters& matters) {
    make_holes();
    search_.emplace(space_.mesh_, holes_).run(matters);
  }

  // Whether a component may have fallen apart. Requires search(), as the calls below.
  [[nodiscard]] bool has_parts() const noexcept { return search_->has_parts(); }
  [[nodiscard]] Area area_of(const Tile& cell) const noexcept;
  void find_later(std::vector<Place>& places) const noexcept {
    for (Place& place : places) {
      for (const Tile& cell : place.cells) place.later.add(area_of(cell));
    }
  }

 private:
  [[nodiscard]] std::optional<Tile> find_grown_cell(const Point& place) const noexcept;
  [[nodiscard]] bool is_under(const Tile& tile) const noexcept;
  [[nodiscard]] bool overlaps(const Point& place, const TileRect& tiles) const noexcept;
  [[nodiscard]] bool holds(int x, int y, const Point& place) const noexcept;
  [[nodiscard]] bool is_covered(int x, int y) const noexcept;
  [[nodiscard]] TileRect covered_by(const TileRect& tiles, std::size_t k) const noexcept;
  [[nodiscard]] int find_stretch(const std::vector<std::int32_t>& lines,
                                 float place) const noexcept;
  [[nodiscard]] CellId mesh_cell_of(const Tile& cell) const noexcept;
  void make_holes();
  void add_hole(const TileRect& box);
  [[nodiscard]] std::vector<TileRect> find_boxes();
  [[nodiscard]] bool merge(std::vector<TileRect>& boxes) const;

  const Space& space_;
  LineTiles lines_;  // of its bitmap
  std::vector<TileRect> rectangles_;
  std::vector<std::int32_t> extents_;  // a point has one, of 0
  std::vector<TileRect> covered_;      // cells of the bitmap
  std::vector<HoleParts> holes_;
  std::optional<CutSearch> search_;
};

// Whether one of some areas, or components, is joined with one of others.
template <class Areas, class Joins>
[[nodiscard]] bool are_joined(const Areas& from, const Areas& to, const Joins& joins) {
  return std::any_of(from.begin(), from.end(), [&](const auto& a) {
    return std::any_of(to.begin(), to.end(), [&](const auto& b) { return joins(a, b); });
  });
}

// Removes starts and goals that joins(component, component) joins with none of the others. Returns
// whether the agent would have no room at an end of a joined pair; then all are kept.
template <class Joins>
[[nodiscard]] bool keep_pairs(std::vector<SpaceCut::Place>& starts,
                              std::vector<SpaceCut::Place>& goals, const Joins& joins) {
  for (SpaceCut::Place& start : starts) {
    for (SpaceCut::Place& goal : goals) {
      if (!are_joined(start.before, goal.before, joins)) continue;
      if (start.cells.count == 0 || goal.cells.count == 0) return true;
      start.matters = goal.matters = true;
    }
  }
  for (std::vector<SpaceCut::Place>* const places : {&starts, &goals}) {
    std::erase_if(*places, [](const SpaceCut::Place& place) { return !place.matters; });
  }
  return false;
}

// Whether a pair is joined now, by joins(component, component), and would not be joined after the
// edit, by joins_later(Area, Area).
template <class Joins, class JoinsLater>
[[nodiscard]] bool parts_pair(std::span<const SpaceCut::Place> starts,
                              std::span<const SpaceCut::Place> goals, const Joins& joins,
                              const JoinsLater& joins_later) {
  for (const SpaceCut::Place& start : starts) {
    for (const SpaceCut::Place& goal : goals) {
      if (are_joined(start.before, goal.before, joins) &&
          !are_joined(start.later, goal.later, joins_later)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace taut
TAUT_API_END
