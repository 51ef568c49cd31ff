// Corridors of paths, leg by leg, for smoothing of every map (internal).
#pragma once

#include <cstddef>
#include <span>

#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

namespace taut::detail {

// A corridor that is written leg by leg into a span. Its requirements on a map:
//
//   corridor.count()
//     Cells written so far.
//   corridor.trace(from, to, out)
//     The cells of a leg, as a raycast gives them: status, is_visible, count.
//   corridor.join(place, first)
//     Makes the corridor end at a neighbour of `first`, or there, by one more cell at the most;
//     both the last cell and `first` hold `place`. False when it cannot.
//   corridor.append(cells)
//     Appends the cells of a leg, the first of which may be the last one already. They lie further
//     back in the span that is written: appending never overtakes them.
template <class Corridor>
[[nodiscard]] Status append_leg(const Point& from, const Point& to, std::span<CellId> out,
                                Corridor& corridor) noexcept {
  // Room for a cell that may be needed to join this leg to the last one.
  const std::size_t place = corridor.count() > 0 ? corridor.count() + 1 : 0;
  if (place >= out.size()) return Status::truncated;
  const auto ray = corridor.trace(from, to, out.subspan(place));
  if (ray.status == Status::invalid_input || !ray.is_visible) return Status::invalid_input;
  const std::span<const CellId> cells = out.subspan(place, ray.count);
  if (corridor.count() > 0 && !corridor.join(from, cells[0])) return Status::invalid_input;
  corridor.append(cells);
  return ray.status;
}

// Writes the corridor of a path to `out`. A path of one point is a leg without length. A path with
// a leg that is not walkable gives no corridor.
template <class Corridor>
[[nodiscard]] Result append_legs(std::span<const Point> path, std::span<CellId> out,
                                 Corridor& corridor) noexcept {
  Status status = path.size() == 1 ? append_leg(path[0], path[0], out, corridor) : Status::ok;
  for (std::size_t i = 1; status == Status::ok && i < path.size(); ++i) {
    status = append_leg(path[i - 1], path[i], out, corridor);
  }
  return {status, status == Status::invalid_input ? 0 : corridor.count()};
}

}  // namespace taut::detail
