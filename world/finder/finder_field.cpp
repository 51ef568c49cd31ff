// The paths of a WorldField: those of its mesh, made the agent's.
#include <taut/field.hpp>

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
  abandon();
  query.found_by = detail::SearchKind::none;
  query.options.agent = field.agent();
  const Reason reason = field.reason_at(start);
  return make_failure(reason == Reason::none ? Status::ok : status_of(reason), reason);
}

FoundPath Finder::Memory::find_in(const WorldField& field, const Point& start) {
  const FoundPath failure = check(field, start);
  if (!failure) return failure;
  return find_over(field, start, [&](const Point& from) { return find_leg(field, from); });
}

// Over links to where `find_last` finds the last leg.
template <class FindLast>
FoundPath Finder::Memory::find_over(const WorldField& field, const Point& start,
                                    const FindLast& find_last) {
  if (field.first_link(start) == nullptr) return find_last(start);
  FoundPath path = begin_linked();
  Point from = start;
  while (const LinkStep* const link = field.first_link(from)) {
    if (passed.size() > field.links_.size()) break;
    const FoundPath leg = find_leg(field, from);
    if (!leg) return leg;
    add_leg(leg, path);
    const World& map = *field.world();
    add_link(link->link, map.link_cost(*map.find_link(link->link), field.agent()), path);
    from = link->exit;
  }
  const FoundPath last = find_last(from);
  if (!last) return last;
  add_leg(last, path);
  end_linked(path);
  return path;
}

// Without links.
FoundPath Finder::Memory::find_leg(const WorldField& field, const Point& start) {
  const Space& space = *field.space();
  make_room(max_path_points(space));
  const PathResult found = field.is_priced_ ? extract_priced_path(field, start)
                                            : field.field().extract_path(start, points);
  if (found.status != Status::ok) return make_failure(Status::no_path, Reason::not_connected);
  FoundPath path;
  if (space.is_exact()) {
    path.status = Status::ok;
    path.points = std::span<const Point>(points).first(found.count);
    path.length = path.cost = found.length;
  } else {
    path = pull_in(space, search_in(space).scratch, found.count);
  }
  if (path) measure_cost(path, *field.world(), field.agent());
  return path;
}

PathResult Finder::Memory::extract_priced_path(const WorldField& field, const Point& start) {
  SpaceSearch& search = search_in(*field.space());
  if (!search.priced) search.priced.emplace(field.space()->mesh());
  for (;;) {
    const PathResult found = field.priced_.extract_path(start, *search.priced, points);
    if (found.status != Status::truncated) return found;
    make_room(2 * points.size());
  }
}

FoundPath Finder::Memory::find_past(const WorldField& field, const Point& start, const Point& end) {
  for (const Point& place : {start, end}) {
    const FoundPath failure = check(field, place);
    if (!failure) return failure;
  }
  return find_over(field, start,
                   [&](const Point& from) { return find_leg_past(field, from, end); });
}

FoundPath Finder::Memory::find_leg_past(const WorldField& field, const Point& start,
                                        const Point& end) {
  const Space& space = *field.space();
  const std::size_t most = max_path_points(space);
  make_room(2 * most);
  if (work.size() < most) work.resize(most);
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
  return pull_in(space, search_in(space).scratch, count);
}

FoundPath Finder::find(const Point& start, const WorldField& field) {
  const detail::UseCheck check(memory_->use_flag);
  memory_->clock.begin_call();
  FoundPath found = memory_->find_in(field, start);
  found.method = Method::optimal;
  found.agent = field.agent();
  found.revision = field.revision();
  found.stamp = memory_->clock.stamp();
  return found;
}

}  // namespace taut
