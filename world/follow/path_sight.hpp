// Whether a part of a path is walkable, for each kind of agent (internal).
#pragma once

#include <cstdint>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/world.hpp>

namespace taut::detail {

// A corner of a path of a point or a square, or an end of a path.
[[nodiscard]] inline DiscTurn make_place(const DiscPoint& place, CornerKind kind) noexcept {
  DiscTurn turn;
  turn.center = narrow(place);
  turn.entry = place;
  turn.exit = place;
  turn.kind = kind;
  return turn;
}

// Whether the agent may go along the turns: for a point each leg and each bend, for a square each
// leg, for a disc each leg and each arc, those of the first and last turn included. Exact for
// points and squares, whose turns are lattice points; has_clearance() for discs.
//
// Requires  at most kMaxSight turns of a point.
// Cost      the tiles around the legs. Does not allocate.
inline constexpr std::size_t kMaxSight = 3;
[[nodiscard]] bool is_walkable(const World& world, const Agent& agent,
                               std::span<const DiscTurn> turns) noexcept;

// What the leg from one turn to the next costs, and the next one's arc, by the agent's ground.
// Requires a ground that was set.
[[nodiscard]] double find_cost(const World& world, const Agent& agent, const DiscTurn& from,
                               const DiscTurn& to) noexcept;

// Whether the open square of this half-width, in steps of the lattice, overlaps no blocked tile and
// stays within the map between two lattice points. Exact. Of the C interface too.
TAUT_API_BEGIN
[[nodiscard]] bool is_square_leg_free(const TileBits& walkable, const Point& from, const Point& to,
                                      std::int64_t half_width) noexcept;
TAUT_API_END

}  // namespace taut::detail
