// What leads a path past units that stand: ways round, by tangents of circles around them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <taut/disc_path.hpp>
#include <taut/engine/constants.hpp>
#include <taut/finder.hpp>

#include "exact_moves.hpp"

namespace taut {
class Space;
}

namespace taut::crowds {

inline constexpr std::uint32_t kNoRing = (std::numeric_limits<std::uint32_t>::max)();
inline constexpr std::uint32_t kNoWayNode = (std::numeric_limits<std::uint32_t>::max)();

// What a way goes round, at a distance: a unit, a corner of tiles, or with no radius a place.
struct Ring {
  Steps center;
  double radius = 0.0;  // in tiles
  // A way keeps the arc, of the agent's radius around a corner. Else it bends in lattice points, on
  // lines that touch the circle.
  bool is_arc = false;
  unsigned outer_tiles = 0;  // of a corner that was seen: the blocked ones that are alone, by bits
  std::uint32_t next_in_bucket = kNoRing;
  std::uint32_t last_node = kNoWayNode;  // that arrives at it
  std::uint32_t seen_by = kNoWayNode;    // the last node that tried it
  std::uint32_t last_behind = kNoRing;   // in WayRound::behind
};

// A leg of a way, and the ring at which it arrives.
struct WayNode {
  std::uint32_t ring = 0;
  double side = 0.0;            // of the ring: 1 left, -1 right
  DiscPoint at;                 // where it arrives
  DiscPoint along{0.0, 0.0};    // in this direction
  DiscPoint left_at{0.0, 0.0};  // where it left the ring before
  double cost = 0.0;
  std::uint32_t from = kNoWayNode;
  std::uint32_t before_at_ring = kNoWayNode;
  std::uint32_t target = kNoWayNode;  // where it ends at one
  bool is_expanded = false;
};

// A turn of the path behind what is in the way, at which a way may come back to it.
struct WayTarget {
  std::uint32_t ring = 0;
  double side = 0.0;
  std::size_t turn = 0;
  DiscPoint exit;
  DiscPoint along{0.0, 0.0};  // of the leg behind; none at an end
  double rest = 0.0;          // of the path from its exit, in tiles
};

// A unit that the begin or the end of a way nearly touches.
struct WayClose {
  Steps at;
  double slack = 0.0;  // tiles between
};

// A ring that a node may go to.
struct WayTry {
  std::uint32_t node = 0;
  std::uint32_t ring = 0;
};

// A ring to which another one was in the way.
struct WayBehind {
  std::uint32_t ring = 0;
  std::uint32_t before = kNoRing;
};

// A set of pairs of ids.
class PairSet {
 public:
  void clear() noexcept {
    std::fill(keys_.begin(), keys_.end(), kFree);
    count_ = 0;
  }
  // Whether it was not in it.
  bool insert(std::uint32_t a, std::uint32_t b) {
    if (2 * (count_ + 1) > keys_.size()) grow();
    const std::uint64_t key = std::uint64_t{a} << 32U | b;
    std::uint64_t& at = keys_[find(key)];
    if (at == key) return false;
    at = key;
    ++count_;
    return true;
  }

 private:
  static constexpr std::uint64_t kFree = (std::numeric_limits<std::uint64_t>::max)();

  [[nodiscard]] std::size_t find(std::uint64_t key) const noexcept {
    std::size_t at = (key * 0x9e3779b97f4a7c15U) >> 32U;
    while (keys_[at &= keys_.size() - 1] != kFree && keys_[at] != key) ++at;
    return at;
  }
  void grow() {
    std::vector<std::uint64_t> old(std::max<std::size_t>(2 * keys_.size(), 256), kFree);
    old.swap(keys_);
    for (const std::uint64_t key : old) {
      if (key != kFree) keys_[find(key)] = key;
    }
  }

  std::vector<std::uint64_t> keys_;
  std::size_t count_ = 0;
};

struct WayBound {
  double bound = 0.0;
  std::uint32_t node = 0;
};

// The first unit that a leg meets.
struct WayHit {
  double begin = std::numeric_limits<double>::infinity();  // tiles from the begin of the leg
  Steps at;
  std::int32_t reach = 0;
};

// How far a search for a way goes.
struct WayLimits {
  double weight = 1.0;                                     // of the distance that is left
  double sight = std::numeric_limits<double>::infinity();  // of corners, in tiles
  std::size_t expansions = 0;
  bool sees_all_corners = false;  // else where a wall is in the way
  bool keeps_arcs = true;         // around corners
  bool is_thorough = false;       // tries all legs before it gives up
};

// How a path is led past obstacles.
struct LeadOptions {
  const Grid* tiles = nullptr;
  const Space* space = nullptr;  // of the agent; without it no corners of walls are seen
  std::int32_t radius = 0;
  double margin = 0.0;  // that ways keep from units, in tiles, where they can
  // So many parts of the path are led past; behind them it is as it was.
  std::size_t most_ways = (std::numeric_limits<std::size_t>::max)();
  std::size_t near_expansions = 64;
  std::size_t far_expansions = 1U << 16U;
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
  static constexpr std::size_t kBuckets = 1024;

  std::vector<Ring> rings;
  std::array<std::uint32_t, kBuckets> first_ring{};
  std::vector<WayNode> nodes;
  std::vector<WayBound> open;
  std::vector<WayTarget> targets;
  std::vector<WayTry> tries;
  PairSet tried;
  PairSet hidden;  // rings, and those behind them
  std::vector<WayBehind> behind;
  std::vector<WayClose> close;
  std::vector<Steps> ignored;      // those on the goal
  std::vector<std::uint32_t> way;  // nodes, from the begin to a target
  std::vector<DiscPoint> bends;
  std::vector<DiscTurn> parts;
  std::vector<DiscTurn> turns;  // the answer
  std::vector<PassedLink> links;
};

}  // namespace taut::crowds
