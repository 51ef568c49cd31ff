// The steps of an agent from tile to tile.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>

TAUT_API_BEGIN
namespace taut {

// When a step from a tile to a diagonal neighbour is allowed; both tiles must be walkable in any
// case.
enum class DiagonalRule : std::uint8_t {
  never,                  // orthogonal steps only
  only_if_no_obstacles,   // when both orthogonal neighbours of the step are walkable: what a point
                          // agent can walk
  at_least_one_walkable,  // when one of them is. Tile paths only: the corridor may cut corners
  always,                 // even between two blocked tiles. Tile paths only
};

// The length of a diagonal step, where an orthogonal one has length 1.
enum class DiagonalLength : std::uint8_t {
  sqrt2,  // kDiagonalCost
  one,    // as a king moves in chess
};

struct TileSteps {
  DiagonalRule diagonal = DiagonalRule::only_if_no_obstacles;
  DiagonalLength length = DiagonalLength::sqrt2;
  // What each class of terrain costs, and which are blocked; nullptr: all cost 1.
  const Ground* costs = nullptr;
};

// A way from one tile to another that is no step: stairs, a jump, a teleporter. It goes one way.
struct TileLink {
  Tile from{};
  Tile to{};
  double cost = 0.0;

  friend bool operator==(const TileLink&, const TileLink&) = default;
};

namespace detail {

// Bit i: step i can be made from `from`. Requires a tile inside the map.
[[nodiscard]] std::uint32_t allowed_steps(const Grid& grid, Tile from,
                                          const TileSteps& steps) noexcept;

// Where step i leads, and its cost.
[[nodiscard]] Tile step_target(Tile from, std::size_t i) noexcept;
[[nodiscard]] double step_cost(const Grid& grid, Tile from, Tile to,
                               const TileSteps& steps) noexcept;

}  // namespace detail

// Calls visit(Tile to, double cost) for each step that can be made from a tile: first right, down,
// left, up, then right down, left down, left up, right up (down: where y grows). The cost is the
// step's length times the mean factor of its two tiles; out of a tile of a blocked class
// that of the other one.
//
// Requires  grid.is_inside(from), and an enumerator in each of `steps`. Whether `from` is walkable
//           does not matter.
// Cost      some ns per step. Does not allocate.
template <class Visit>
void for_each_neighbor(const Grid& grid, Tile from, const TileSteps& steps, const Visit& visit) {
  for (std::uint32_t left = detail::allowed_steps(grid, from, steps); left != 0; left &= left - 1) {
    const Tile to = detail::step_target(from, static_cast<std::size_t>(std::countr_zero(left)));
    visit(to, detail::step_cost(grid, from, to, steps));
  }
}

}  // namespace taut
TAUT_API_END
