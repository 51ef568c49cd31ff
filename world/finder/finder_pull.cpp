// From what a search found to the path of the agent.
#include <taut/engine/path_cost.hpp>
#include <taut/engine/tile_disc.hpp>

#include "finder_memory.hpp"

namespace taut {

using detail::make_failure;

// Calls pull() until its memory is large enough, for a path of `count` points.
template <class PullDisc>
FoundPath Finder::Memory::write_disc_path(std::size_t count, double radius,
                                          std::vector<Point>& work_of, const PullDisc& pull) {
  std::size_t room = max_smoothing_points(count + 2);
  Result pulled;
  for (;;) {
    if (turns.size() < max_disc_turns(room)) turns.resize(max_disc_turns(room));
    if (work_of.size() < room) work_of.resize(room);
    pulled = pull();
    if (pulled.status != Status::out_of_nodes && pulled.status != Status::truncated) break;
    room = 2 * work_of.size();
  }
  if (pulled.status != Status::ok) return make_failure(pulled.status, Reason::too_narrow);
  FoundPath disc;
  disc.status = Status::ok;
  disc.turns = std::span<const DiscTurn>(turns).first(pulled.count);
  disc.length = disc.cost = disc_path_length(disc.turns, radius);
  return disc;
}

FoundPath Finder::Memory::pull_in(const Space& space, SpaceScratch& scratch, std::size_t count) {
  const std::span<const Point> path = std::span<const Point>(points).first(count);
  if (space.has_costs() && scratch.bends.size() < count) scratch.bends.resize(count);
  if (space.agent().shape == AgentShape::disc) {
    return write_disc_path(count, space.agent().radius, scratch.work,
                           [&] { return pull_path(space, path, scratch, {.turns = turns}); });
  }
  if (work.size() < max_path_points(space)) work.resize(max_path_points(space));
  const Result pulled = pull_path(space, path, scratch, {.points = work});
  if (pulled.status != Status::ok) return make_failure(pulled.status, Reason::limit);
  FoundPath found;
  found.status = Status::ok;
  found.points = std::span<const Point>(work).first(pulled.count);
  found.length = found.cost = path_length(found.points);
  return found;
}

void Finder::Memory::measure_cost(FoundPath& path, const World& map, const Agent& agent) {
  const Ground* const ground = map.find_ground(agent.ground);
  if (ground == nullptr || !ground->has_factors()) return;
  path.cost = path.turns.empty()
                  ? path_cost(map.grid(agent.ground), *ground, path.points)
                  : disc_path_cost(map.grid(agent.ground), *ground, path.turns, agent.radius);
}

}  // namespace taut
