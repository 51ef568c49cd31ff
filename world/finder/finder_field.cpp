// The paths of a WorldField: those of its mesh, made the agent's.
#include <taut/funnel.hpp>
#include <taut/square_pull.hpp>
#include <taut/world_field.hpp>

#include "finder_memory.hpp"

namespace taut {

using detail::make_failure;

namespace {

Status status_of(Reason reason) noexcept {
  const bool has_places =
      reason == Reason::limit || reason == Reason::not_connected || reason == Reason::too_narrow;
  return has_places ? Status::no_path : Status::invalid_input;
}

}  // namespace

FoundPath Finder::Memory::check(const WorldField& field, const Point& start) {
  query.is_running = false;
  query.found_by = detail::SearchKind::none;
  const Reason reason = field.reason_at(start);
  return make_failure(reason == Reason::none ? Status::ok : status_of(reason), reason);
}

FoundPath Finder::Memory::find_in(const WorldField& field, const Point& start) {
  const FoundPath failure = check(field, start);
  if (!failure) return failure;
  const SquareMap* const map = field.square_map();
  const bool is_opened = map != nullptr && map->is_opened();
  const World& asked = *field.world();
  make_room(max_path_points(field.mesh_of(asked)));
  if (is_opened) make_work(points.size());
  PathResult found = field.field().extract_path(start, is_opened ? work : points);
  if (field.agent().shape == AgentShape::disc) {
    return pull_to_disc(asked.grid().bits(), found.count, field.agent().radius, field.disc_map());
  }
  if (is_opened) {
    SquareScratch& scratch = square_of(field.agent().radius, *map).scratch;
    scratch.fit(*map);
    const Result pulled =
        pull_square_path(*map, std::span<const Point>(work).first(found.count), scratch, points);
    if (pulled.status != Status::ok) return make_failure(pulled.status, Reason::limit);
    found.count = pulled.count;
    found.length = path_length(std::span<const Point>(points).first(pulled.count));
  }
  FoundPath path;
  path.status = Status::ok;
  path.points = std::span<const Point>(points).first(found.count);
  path.length = path.cost = found.length;
  return path;
}

FoundPath Finder::Memory::find_past(const WorldField& field, const Point& start, const Point& end) {
  for (const Point& place : {start, end}) {
    const FoundPath failure = check(field, place);
    if (!failure) return failure;
  }
  const std::size_t most = max_path_points(field.mesh_of(*field.world()));
  make_room(2 * most);
  make_work(most);
  // Both ways to the goal, up to where they meet.
  std::size_t count = field.field().extract_path(start, points).count;
  std::size_t back = field.field().extract_path(end, work).count;
  while (count > 1 && back > 1 && points[count - 2] == work[back - 2]) {
    --count;
    --back;
  }
  --back;
  // On one line with the points before and after it: straight on, or back the same way.
  const bool is_in_line =
      count > 1 && back > 0 && orient(points[count - 2], points[count - 1], work[back - 1]) == 0.0;
  if (is_in_line) --count;
  while (back > 0) points[count++] = work[--back];
  return pull_to_disc(field.world()->grid().bits(), count, field.agent().radius, field.disc_map());
}

FoundPath Finder::find(const Point& start, const WorldField& field) {
  FoundPath found = memory_->find_in(field, start);
  found.method = detail::is_wide(field.agent()) ? Method::best : Method::optimal;
  found.revision = field.revision();
  return found;
}

}  // namespace taut
