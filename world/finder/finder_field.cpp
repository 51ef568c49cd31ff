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

FoundPath Finder::Memory::find_in(const WorldField& field, const Point& start) {
  query.is_running = false;
  const Reason reason = field.reason_at(start);
  if (reason != Reason::none) return make_failure(status_of(reason), reason);
  const SquareMap* const map = field.square_map();
  const bool is_opened = map != nullptr && map->is_opened();
  const World& asked = *field.world();
  make_room(max_path_points(map != nullptr ? map->mesh() : asked.mesh()));
  if (is_opened) make_work(points.size());
  PathResult found = field.field().extract_path(start, is_opened ? work : points);
  if (field.agent().shape == AgentShape::disc) {
    return pull_to_disc(asked.grid().bits(), found.count, field.agent().radius);
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
  path.length = found.length;
  return path;
}

FoundPath Finder::find(const Point& start, const WorldField& field) {
  FoundPath found = memory_->find_in(field, start);
  found.method = Method::optimal;
  found.revision = field.revision();
  return found;
}

}  // namespace taut
