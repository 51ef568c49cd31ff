// Corridor following on maps whose corridors pass from cell to cell through shared edges only: most
// of HasCells (path_corridor.hpp) follows from the neighbours of a cell.
#pragma once

#include <concepts>
#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/portal.hpp>

TAUT_API_BEGIN
namespace taut {

// What such a map supplies. The calls accept ids that are not cells of the map.
//
//   holds(map, cell, place)
//     Whether the cell is walkable and `place` lies in it or on its edge. False for NaN.
//   has_neighbor(map, cell, accept)
//     Whether accept(CellId) is true for one of the walkable cells that share an edge with `cell`.
//     Stops at the first one. The order is the map's. False when `cell` is not a cell.
template <class Map>
concept HasLinkedCells = requires(const Map& map, CellId cell, const Point& place,
                                  bool (*accept)(CellId)) {
  { holds(map, cell, place) } -> std::same_as<bool>;
  { has_neighbor(map, cell, accept) } -> std::same_as<bool>;
};

// HasCells and HasRayCorridors, except revision() and extract_step_portals().
template <HasLinkedCells Map>
[[nodiscard]] bool is_step_walkable(const Map& map, CellId from, CellId to) noexcept {
  return has_neighbor(map, from, [to](CellId cell) { return cell == to; });
}

template <HasLinkedCells Map>
[[nodiscard]] std::optional<CellId> find_cell_beside(const Map& map, CellId cell,
                                                     const Point& place) noexcept {
  std::optional<CellId> found;
  has_neighbor(map, cell, [&](CellId neighbor) {
    if (holds(map, neighbor, place)) found = neighbor;
    return found.has_value();
  });
  return found;
}

template <HasLinkedCells Map>
[[nodiscard]] bool is_spur(const Map& /*map*/, CellId before, CellId /*cell*/,
                           CellId after) noexcept {
  return before == after;
}

template <HasLinkedCells Map>
[[nodiscard]] auto extract_ray_corridor(const Map& map, const Point& from, const Point& to,
                                        std::span<CellId> out) noexcept {
  return raycast(map, from, to, out);
}

}  // namespace taut
TAUT_API_END
