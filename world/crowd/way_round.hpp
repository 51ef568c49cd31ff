// What leads a path past units that stand: ways round, by tangents of circles around them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <taut/engine/constants.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/space.hpp>
#include <taut/finder.hpp>

#include "place_map.hpp"

namespace taut::crowds {

// What a way goes round, at a distance: a unit, a corner of tiles, or with no radius a place.
struct Ring {
  Steps center;
  double radius = 0.0;  // in tiles
  // A way keeps the arc, of the agent's radius around a corner. Else it bends in lattice points, on
  // lines that touch the circle.
  bool is_arc = false;
  unsigned outer_tiles = 0;  // of a corner that was seen: the blocked ones that are alone, by bits
  std::uint32_t next_in_bucket = kNone;
  std::uint32_t last_node = kNone;    // that arrives at it
  std::uint32_t last_behind = kNone;  // in WayRound::behind
  std::uint32_t seen_from = kNone;    // a corner: the last ring that it was seen from
  // What may be in the way of arcs around it, once one was looked at: obstacles in WayRound::near,
  // and walls.
  bool knows_near = false;
  bool is_near_wall = false;
  std::uint32_t near_begin = 0;
  std::uint32_t near_end = 0;
  // Corners that are seen from it, once they were looked for: in WayRound::corners.
  bool knows_corners = false;
  std::uint32_t corners_begin = 0;
  std::uint32_t corners_end = 0;
};

// A leg of a way, and the ring at which it arrives. It is free once the node was expanded.
struct WayNode {
  std::uint32_t ring = 0;
  double side = 0.0;            // of the ring: 1 left, -1 right
  DiscPoint at;                 // where it arrives
  DiscPoint along{0.0, 0.0};    // in this direction
  DiscPoint left_at{0.0, 0.0};  // where it left the ring before
  double cost = 0.0;
  std::uint32_t from = kNone;
  std::uint32_t before_at_ring = kNone;
  std::uint32_t target = kNone;  // where it ends at one
  bool has_looked = false;       // for corners
  bool is_free = false;          // the leg to a target, which was checked
  // Whether a wall in the way of its leg lets the node before look for corners: not where it would
  // only pass over a target to which there is a leg.
  bool may_look = true;
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

// The corners of tiles that a corner of the mesh stands for, in WayRound::vertex_rings: where it
// was seen in this search.
struct WayVertex {
  std::uint32_t search = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// An obstacle near a ring.
struct WayNear {
  Steps at;
  std::int32_t sum = 0;  // of the radii
};

// A ring to which another one was in the way.
struct WayBehind {
  std::uint32_t ring = 0;
  std::uint32_t before = kNone;
};

// A set of pairs of ids.
class PairSet {
 public:
  void clear() noexcept {
    for (const std::uint32_t slot : used_) keys_[slot] = kFree;
    used_.clear();
  }
  // Whether it was not in it.
  bool insert(std::uint32_t a, std::uint32_t b) {
    if (2 * (used_.size() + 1) > keys_.size()) grow();
    const std::uint64_t key = std::uint64_t{a} << 32U | b;
    const std::uint32_t slot = find(key);
    if (keys_[slot] == key) return false;
    used_.push_back(slot);
    keys_[slot] = key;
    return true;
  }

 private:
  static constexpr std::uint64_t kFree = (std::numeric_limits<std::uint64_t>::max)();

  [[nodiscard]] std::uint32_t find(std::uint64_t key) const noexcept {
    std::size_t slot = (key * 0x9e3779b97f4a7c15U) >> 32U;
    while (keys_[slot &= keys_.size() - 1] != kFree && keys_[slot] != key) ++slot;
    return static_cast<std::uint32_t>(slot);
  }
  void grow() {
    std::vector<std::uint64_t> old(std::max<std::size_t>(2 * keys_.size(), 256), kFree);
    old.swap(keys_);
    for (std::uint32_t& slot : used_) {
      const std::uint64_t key = old[slot];
      slot = find(key);
      keys_[slot] = key;
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> used_;  // slots
};

// What the search does next: checks the leg of a node and goes on from it, or lets a node look for
// corners.
struct WayBound {
  double bound = 0.0;
  std::uint32_t node = 0;
  bool is_look = false;
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
  std::size_t far_expansions = 1U << 16U;
  // So often a part of the path is replaced by one through other passages.
  std::size_t most_detours = 0;
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
  [[nodiscard]] static std::array<std::uint32_t, kBuckets> make_empty() noexcept {
    std::array<std::uint32_t, kBuckets> none{};
    none.fill(kNone);
    return none;
  }

  std::vector<Ring> rings;
  std::array<std::uint32_t, kBuckets> first_ring = make_empty();
  std::vector<WayNode> nodes;
  std::vector<std::uint32_t> expanded;  // nodes
  std::vector<WayBound> open;
  std::vector<WayTarget> targets;
  PairSet tried;   // nodes, and the rings that they may go to
  PairSet hidden;  // rings, and those behind them
  std::vector<WayBehind> behind;
  std::vector<WayClose> close;
  std::vector<WayNear> near;
  std::vector<std::uint32_t> corners;  // rings
  std::vector<WayVertex> vertices;     // of the mesh
  std::vector<std::uint32_t> vertex_rings;
  std::uint32_t search = 0;
  std::vector<Steps> ignored;      // those on the goal
  std::vector<std::uint32_t> way;  // nodes, from the begin to a target
  std::vector<DiscPoint> bends;
  std::vector<DiscTurn> parts;
  std::vector<DiscTurn> turns;  // the answer
  std::vector<PassedLink> links;

  // The path that is led past: parts of it may be detours.
  std::vector<DiscTurn> path;
  std::vector<PassedLink> path_links;
  std::vector<Placed> bar;            // units from wall to wall
  std::vector<EdgeId> closed;         // of the mesh, which detours do not cross
  std::vector<Point> points;          // of a detour, and more
  std::size_t point_count = 0;        // of the detour
  std::optional<MeshScratch> cells;   // of the search for it, and its corridor
  std::size_t corridor_count = 0;     // of the detour
  std::optional<SpaceScratch> pulls;  // of its pull
};

}  // namespace taut::crowds
