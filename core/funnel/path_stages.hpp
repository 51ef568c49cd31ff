// find_path() for maps whose search finds a corridor: the stages after the search, that is portals,
// pull and smoothing; and corridors of paths, leg by leg (internal).
#pragma once

#include <cstddef>
#include <span>

#include <taut/engine/funnel.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

namespace taut::detail {

// Runs the stages after the search of a query from `from` to `to`, both on the lattice. `found` is
// the result of the search, and scratch.corridor holds its corridor. Requirements on the map:
//
//   stages.map, stages.scratch
//     The map, with overloads of smooth_corridor() and pull_corridor(), and what the query works
//     in: `corridor`, `portals` and `points`.
//   stages.end_of_partial(cell, goal)
//     Where a partial path ends whose last cell is `cell`.
//   stages.extract_portals(corridor, pull)
//     The portals of a corridor that a method of pulling needs. Writes to scratch.portals.
//   stages.smoothed()
//     Where the smoothed corridor is written; it may be the room of the one that was found.
//   stages.unsmoothed(last, count)
//     The corridor that the search found, of `count` cells up to `last`, once more.
//
// A smoothed corridor that is too long for the scratch is dropped: the path is then that of the
// corridor found. out_of_nodes when the scratch has no room for that one either.
template <class Stages>
[[nodiscard]] PathResult run_path_stages(const Stages& stages, const Point& from, Point to,
                                         const CorridorResult& found, Pull pull,
                                         Smoothing smoothing, std::span<Point> out) noexcept {
  PathResult result;
  result.expanded = found.expanded;
  // A corridor buffer that is too small is not a truncated `out`.
  result.status = found.status == Status::truncated ? Status::out_of_nodes : found.status;
  if (found.status == Status::truncated || found.count == 0) return result;
  std::span<const CellId> corridor(stages.scratch.corridor.data(), found.count);
  if (found.status != Status::ok) to = stages.end_of_partial(corridor.back(), to);

  std::span<const Portal> portals;
  const auto extract = [&](Pull method) {
    if (method == Pull::none) return true;
    const Result extracted = stages.extract_portals(corridor, method);
    portals = {stages.scratch.portals.data(), extracted.count};
    return extracted.status == Status::ok;
  };
  bool has_portals = false;
  if (smoothing == Smoothing::raycast && extract(Pull::funnel)) {
    const CellId last = corridor.back();
    const std::span<Point> points(stages.scratch.points);
    const std::size_t pulled = string_pull(from, to, portals, points).count;
    const Result smoothed =
        smooth_corridor(stages.map, points.first(pulled), points, stages.smoothed());
    if (smoothed.status == Status::ok) {
      corridor = stages.smoothed().first(smoothed.count);
      has_portals = extract(pull);
    }
    if (!has_portals) corridor = stages.unsmoothed(last, found.count);
  }
  if (!has_portals && !extract(pull)) {
    result.status = Status::out_of_nodes;
    return result;
  }
  const Result path = pull_corridor(stages.map, from, to, corridor, portals, pull, out);
  result.count = path.count;
  result.length = path_length(out.first(path.count));
  result.cost = result.length;
  if (result.status == Status::ok) result.status = path.status;
  return result;
}

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
//
// Writes the corridor of a path to `out`. A path of one point is a leg without length. A path with
// a leg that is not walkable gives no corridor.
template <class Corridor>
[[nodiscard]] Result append_legs(std::span<const Point> path, std::span<CellId> out,
                                 Corridor& corridor) noexcept {
  const auto append_leg = [&](const Point& from, const Point& to) {
    // Room for a cell that may be needed to join this leg to the last one.
    const std::size_t place = corridor.count() > 0 ? corridor.count() + 1 : 0;
    if (place >= out.size()) return Status::truncated;
    const auto ray = corridor.trace(from, to, out.subspan(place));
    if (ray.status == Status::invalid_input || !ray.is_visible) return Status::invalid_input;
    const std::span<const CellId> cells = out.subspan(place, ray.count);
    if (corridor.count() > 0 && !corridor.join(from, cells[0])) return Status::invalid_input;
    corridor.append(cells);
    return ray.status;
  };
  Status status = path.size() == 1 ? append_leg(path[0], path[0]) : Status::ok;
  for (std::size_t i = 1; status == Status::ok && i < path.size(); ++i) {
    status = append_leg(path[i - 1], path[i]);
  }
  return {status, status == Status::invalid_input ? 0 : corridor.count()};
}

}  // namespace taut::detail
