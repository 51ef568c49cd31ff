// What leads a path past units that stand: ways round, between two places of it where nobody is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <taut/disc_path.hpp>
#include <taut/engine/constants.hpp>
#include <taut/finder.hpp>

#include "detour_map.hpp"
#include "exact_moves.hpp"

namespace taut::crowds {

// A place on a path, on the leg to one of its turns.
struct PathPlace {
  Steps at;
  std::size_t turn = 0;
};

// How a path is led past obstacles.
struct LeadOptions {
  static constexpr std::int32_t kCoarsest = 2;

  const Grid* tiles = nullptr;
  std::int32_t radius = 0;
  // So many parts of the path are led past; behind them it is as it was.
  std::size_t most_ways = (std::numeric_limits<std::size_t>::max)();
  // The spacing of the lattice: 256 steps, doubled so often.
  std::int32_t finest = 0;
  std::int32_t coarsest = kCoarsest;
  // Where the goal is taken: no path, or one that ends before it.
  EndRule goal = EndRule::exact;
};

// A turn in open space.
[[nodiscard]] inline DiscTurn make_bend(const Steps& place) noexcept {
  constexpr float kStep = 1.0F / static_cast<float>(kLatticePerTile);
  DiscTurn bend;
  bend.center = {static_cast<float>(place.x) * kStep, static_cast<float>(place.y) * kStep};
  bend.entry = bend.exit = widen(bend.center);
  return bend;
}

// For the time of one query.
struct WayRound {
  DetourMap map;
  std::vector<Standing> standing;  // near the part that is led past
  std::vector<PathPlace> samples;  // behind what blocks it
  std::vector<Steps> way;
  std::vector<DiscTurn> turns;  // the answer
  std::vector<PassedLink> links;
};

// The part of the leg from a place to a turn, and of the turn's arc, on which a disc is nearer to
// what stands than it may be: in tiles from the beginning of the leg. Of an arc all from the end of
// the leg. Empty, and infinite, where there is none. Rounded, on the safe side.
struct BlockedPart {
  double begin = std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();
};
[[nodiscard]] BlockedPart find_blocked(const DiscPoint& from, const DiscTurn& turn, double radius,
                                       const Standing& standing) noexcept;

}  // namespace taut::crowds
