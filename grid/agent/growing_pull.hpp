// The pull of a disc's path into memory that grows (internal).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <taut/engine/disc_path.hpp>
#include <taut/engine/path_smoothing.hpp>
#include <taut/engine/space.hpp>

namespace taut::detail {

// pull_path() of a disc. `turns` and the memory of the scratch become as large as it needs; they
// never shrink.
inline Result pull_turns(const Space& space, std::span<const Point> path, SpaceScratch& scratch,
                         std::vector<DiscTurn>& turns) {
  if (space.has_costs() && scratch.bends.size() < path.size()) scratch.bends.resize(path.size());
  for (std::size_t room = max_smoothing_points(path.size() + 2);; room = 2 * scratch.work.size()) {
    if (turns.size() < max_disc_turns(room)) turns.resize(max_disc_turns(room));
    if (scratch.work.size() < room) scratch.work.resize(room);
    const Result pulled = pull_path(space, path, scratch, {.turns = turns});
    if (pulled.status != Status::out_of_nodes && pulled.status != Status::truncated) return pulled;
  }
}

}  // namespace taut::detail
