// The search for a way round units: A* over tangents of circles (internal).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "corner_sight.hpp"
#include "crowd_memory.hpp"

namespace taut {

// From a turn of a path past obstacles to one of some later turns, along legs that touch circles
// around units and corners. From each node it tries the legs to the targets. A unit that is in the
// way of a leg is tried too, on both sides, and what is in the way of these legs; where a wall is
// in the way, the corners that are seen from there. So only what is in the way is looked at; and
// all that may have to be gone round is.
//
// Legs enter the open list unchecked, with the cost that they would have: most of them are never
// looked at again. A leg is checked when it is the best one.
class Crowd::Memory::WaySearch {
 public:
  using Ring = crowds::Ring;
  using WayNode = crowds::WayNode;

  // In tiles: the distance that ways keep from units beside what they must, so that a bend may be
  // rounded to the lattice; and that which legs must keep.
  static constexpr double kStep = 1.0 / kLatticePerTile;
  static constexpr double kRingSlack = 2.0 * kStep;
  static constexpr double kLegSlack = kStep;
  // More than what doubles are wrong by.
  static constexpr double kRounding = 1.0 / (1 << 20);

  WaySearch(Memory& memory, const crowds::LeadOptions& options)
      : memory_(memory),
        round_(memory.around),
        options_(options),
        radius_(static_cast<double>(options.radius) * kStep),
        farthest_(options.radius + memory.most_radius()) {}

  // Forgets what was searched for.
  void begin(const crowds::WayLimits& limits);
  void add_target(crowds::WayTarget target, const DiscTurn& turn);
  // Where ways begin, after the targets: at any turn of a path that is free. `along` is the
  // direction in which it arrives at the first one, zero at its begin.
  void set_sources(std::span<const DiscTurn> path, const DiscPoint& along);
  // Writes WayRound::way.
  [[nodiscard]] bool find();

  // The first unit that is nearer to a leg than the sum of the radii and `more`.
  [[nodiscard]] crowds::WayHit find_hit(const DiscPoint& from, const DiscPoint& to,
                                        double more) const;
  // One that is nearer to the arc of a turn around a corner.
  [[nodiscard]] crowds::WayHit find_arc_hit(const DiscTurn& turn) const;

  // The length of the arc of a circle between two places on it, at most 180 degrees.
  [[nodiscard]] static double arc_length(double radius, const DiscPoint& from,
                                         const DiscPoint& to) noexcept;
  // Appends where lines that touch a circle meet, between two places on it that a way goes round
  // by less than 180 degrees.
  void add_bends(const Ring& ring, double side, const DiscPoint& from, const DiscPoint& to,
                 bool is_fine);
  // Whether the arc of a way around a ring is free: by coarse bends, or fine ones.
  [[nodiscard]] bool is_arc_free(std::uint32_t ring, double side, const DiscPoint& from,
                                 const DiscPoint& to, bool is_fine, crowds::WayHit& hit);

 private:
  struct Leg {
    DiscPoint from;
    DiscPoint to;
    DiscPoint along;
    double far;
  };

  // way_hits.cpp
  [[nodiscard]] static Leg make_leg(const DiscPoint& from, const DiscPoint& to) noexcept;
  [[nodiscard]] std::optional<double> find_entry(const Leg& leg, const Steps& at, std::int32_t sum,
                                                 double more) const noexcept;
  // Whether a unit is nearer to the arc of a turn than the sum of the radii.
  [[nodiscard]] bool is_on_arc(const DiscTurn& turn, const Steps& at,
                               std::int32_t sum) const noexcept;
  [[nodiscard]] bool is_walled(const DiscPoint& from, const DiscPoint& to, double radius) const;
  [[nodiscard]] double slack_of(const Steps& at, double wanted) const noexcept;
  void note_close(const DiscPoint& place);
  void learn_near(std::uint32_t ring);
  [[nodiscard]] bool is_corner_arc_free(const Ring& ring, double side, const DiscPoint& from,
                                        const DiscPoint& to, crowds::WayHit& hit) const;

  // way_search.cpp
  void add_source(const DiscTurn& turn, WayNode node);
  std::uint32_t name_ring(const Steps& center, double radius, bool is_arc);
  void add_try(std::uint32_t node, std::uint32_t ring);
  void add_blocker(std::uint32_t node, const crowds::WayHit& hit, std::uint32_t behind);
  void add_corners(std::uint32_t node);
  void learn_corners(std::uint32_t ring);
  void add_corner(std::uint32_t ring, const MeshEdge& seen);
  void name_corners(const Point& seen);
  void try_all();
  void expand(std::uint32_t node);
  void push_targets(std::uint32_t node, std::size_t first);
  [[nodiscard]] bool push_leg(std::uint32_t node, std::uint32_t to, double side,
                              std::uint32_t target);
  [[nodiscard]] bool arrives(const crowds::WayBound& at);
  [[nodiscard]] bool is_leg_free(const crowds::WayBound& at);
  [[nodiscard]] bool is_known(const WayNode& node);
  void push(const WayNode& node);

  Memory& memory_;
  crowds::WayRound& round_;
  const crowds::LeadOptions& options_;
  double radius_;          // of the agent, in tiles
  std::int32_t farthest_;  // the largest sum of two radii, in steps
  crowds::WayLimits limits_;
  std::size_t next_to_try_ = 0;  // of the expanded nodes
};

}  // namespace taut
