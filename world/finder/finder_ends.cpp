// What a Finder decides without a search: options, start and goal, and where rules move them.
#include <taut/engine/geometry.hpp>
#include <taut/engine/space.hpp>

#include "core/base/words.hpp"
#include "core/tile/tile_walk.hpp"

#include "finder_memory.hpp"

namespace taut {

using detail::make_failure;
using detail::SearchKind;

bool detail::are_valid(const FindOptions& options) noexcept {
  if (!is_valid(options.agent)) return false;
  return options.length_limit >= 0.0 && options.max_goal_distance >= 0.0;
}

FoundPath Finder::Memory::check() {
  const FindOptions& options = query.options;
  if (!detail::are_valid(options)) return make_failure(Status::invalid_input, Reason::bad_options);
  query.space = world->find_space(options.agent);
  if (query.space == nullptr) return make_failure(Status::invalid_input, Reason::not_prepared);
  const Point nowhere{-1.0F, -1.0F};
  query.from = detail::can_snap(query.start) ? snap(query.start) : nowhere;
  query.to = detail::can_snap(query.goal) ? snap(query.goal) : nowhere;
  if (!search_decides()) {
    const FoundPath failure = check_ends();
    if (failure.reason != Reason::none) return failure;
  }
  const bool is_too_long = distance(query.from, query.to) > options.length_limit;
  if (is_too_long && find_passages() == nullptr) {
    return make_failure(Status::no_path, Reason::limit);
  }
  return {};
}

// Whether the search over the mesh locates the ends of the query and sees whether they are
// connected, as check_ends() does: that is called when it has failed.
bool Finder::Memory::search_decides() const noexcept {
  const FindOptions& options = query.options;
  return world->links().empty() && options.agent.shape == AgentShape::point &&
         options.goal == EndRule::exact && options.start == EndRule::exact &&
         options.length_limit == kNoLengthLimit;
}

FoundPath Finder::Memory::check_ends() {
  const FindOptions& options = query.options;
  if (options.start == EndRule::nearest && detail::can_snap(query.start)) move_start();
  const std::optional<Tile> first = grid().locate(query.from);
  if (!first) return make_failure(Status::invalid_input, Reason::start_blocked);
  const std::optional<Tile> last = grid().locate(query.to);
  if (options.goal == EndRule::exact || !detail::can_snap(query.goal)) {
    return check_goal(*first, last);
  }
  if (!query.space->has_room(query.from)) {
    return make_failure(Status::invalid_input, Reason::start_too_near);
  }
  if (!move_goal(*first, last)) return make_failure(Status::no_path, Reason::goal_too_far);
  return {};
}

// On the floor that the start is on.
void Finder::Memory::move_start() {
  const int floor = world->floors().size() == 1 ? -1 : world->find_floor(query.from);
  const std::optional<Point> place =
      floor < 0 ? find_nearest_place(*query.space, query.from)
                : find_nearest_place(*query.space, query.from,
                                     world->floors()[static_cast<std::size_t>(floor)].tiles);
  if (place) query.from = *place;
}

// Whether the goal can be reached, as far as components tell.
FoundPath Finder::Memory::check_goal(Tile first, std::optional<Tile> last) {
  if (!last) return make_failure(Status::invalid_input, Reason::goal_blocked);
  if (!query.space->has_room(query.from))
    return make_failure(Status::invalid_input, Reason::start_too_near);
  if (!query.space->has_room(query.to))
    return make_failure(Status::invalid_input, Reason::goal_too_near);
  const bool is_square = query.options.agent.shape == AgentShape::square;
  // A square passes slits that no tile is connected by: its space knows. So it does of a point that
  // stands where two tiles touch at a corner.
  const bool is_joined = is_square || grid().is_connected(first, *last) ||
                         query.space->is_connected(query.from, query.to);
  if (is_joined || is_linked()) return {};
  return make_failure(Status::no_path, Reason::not_connected);
}

// Moves the end of the search to the nearest place that can be reached. Returns whether there is
// one.
bool Finder::Memory::move_goal(Tile first, std::optional<Tile> last) {
  if (last && query.space->has_room(query.to)) {
    // The components of tiles know it sooner.
    const bool is_small = query.options.agent.radius == 0.0;
    const bool is_reached = (is_small && grid().is_connected(first, *last)) ||
                            query.space->is_connected(query.from, query.to);
    if (is_reached || is_linked()) return true;
  }
  return move_goal_over(find_passages());
}

// Whether links lead from the one end to the other, as far as components tell.
bool Finder::Memory::is_linked() {
  const detail::PassageList* const passages = find_passages();
  return passages != nullptr && find_sides(*passages).has_value();
}

Reason Finder::Memory::explain_failure(Status status) const {
  if (status == Status::out_of_nodes) return Reason::limit;
  const bool is_limited = query.options.length_limit < kNoLengthLimit;
  const bool is_joined = query.is_routed || query.space->is_connected(query.from, query.to);
  if (is_limited && is_joined) return Reason::limit;
  const bool is_point = query.options.agent.shape == AgentShape::point;
  return is_point ? Reason::not_connected : Reason::too_narrow;
}

const char* to_string(EndRule rule) noexcept {
  return detail::word_of<EndRule::nearest>(rule, {"exact", "nearest"});
}

}  // namespace taut
