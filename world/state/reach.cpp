// What a World knows of ways without a search.
#include <cstdint>
#include <optional>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/world.hpp>

#include "core/base/can_snap.hpp"

#include "link_lanes.hpp"

namespace taut {

bool World::is_reachable(const Agent& agent, const Point& from, const Point& to) const {
  if (is_broken_ || !detail::can_snap(from) || !detail::can_snap(to)) return false;
  const Space* const space = find_space(agent);
  if (space == nullptr) return false;
  const Point start = snap(from);
  const Point goal = snap(to);
  if (!space->has_room(start) || !space->has_room(goal)) return false;
  return space->is_connected(start, goal) || is_linked(*space, agent, start, goal);
}

namespace {

struct ComponentStep {
  std::uint32_t from;
  std::uint32_t to;
  friend bool operator==(const ComponentStep&, const ComponentStep&) = default;
};

// From which components an open lane of a link leads into which.
void add_steps(const Space& space, const Link& link, std::vector<ComponentStep>& steps) {
  const detail::LinkLanes lanes(link);
  std::optional<ComponentStep> last;
  for (std::int32_t i = 0; i < lanes.sample_count(); ++i) {
    const std::int32_t lane = lanes.sample(i);
    if (!lanes.is_open(space, lane)) continue;
    const std::optional<std::uint32_t> from = space.find_component(lanes.from(lane));
    const std::optional<std::uint32_t> to = space.find_component(lanes.to(lane));
    if (!from || !to || *from == *to || last == ComponentStep{*from, *to}) continue;
    last = ComponentStep{*from, *to};
    steps.push_back(*last);
    if (link.options.ways == LinkWays::both_ways) steps.push_back({*to, *from});
  }
}

}  // namespace

// Whether links lead from one place to another, and what lies between them can be walked.
bool World::is_linked(const Space& space, const Agent& agent, const Point& start,
                      const Point& goal) const {
  const std::optional<std::uint32_t> from = space.find_component(start);
  const std::optional<std::uint32_t> to = space.find_component(goal);
  if (!from || !to) return false;
  std::vector<ComponentStep> steps;  // that were not taken
  for (const Link& link : links_) {
    if (admits(link, agent)) add_steps(space, link, steps);
  }
  std::vector<std::uint32_t> reached{*from};
  while (!reached.empty()) {
    const std::uint32_t at = reached.back();
    reached.pop_back();
    if (at == *to) return true;
    for (std::size_t i = 0; i < steps.size();) {
      if (steps[i].from != at) {
        ++i;
        continue;
      }
      reached.push_back(steps[i].to);
      steps[i] = steps.back();
      steps.pop_back();
    }
  }
  return false;
}

bool World::would_cut(std::span<const TileRect> rectangles, std::span<const Point> starts,
                      std::span<const Point> goals, const Agent& agent) const {
  const Space* const space = is_broken_ ? nullptr : find_space(agent);
  return space != nullptr && taut::would_cut(*space, rectangles, starts, goals);
}

}  // namespace taut
