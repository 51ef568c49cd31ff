// Portals of runs of equal steps over tiles (internal).
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/point.hpp>

#include "core/base/portal_writer.hpp"

namespace taut::detail {

// The portal of a step (length 1 or a diagonal) with its midpoint at `middle`. A quarter turn to
// the left of (x, y) is (-y, x).
inline Portal portal_across(const Point& middle, const Tile& step) noexcept {
  const Point to_left{-0.5F * static_cast<float>(step.y), 0.5F * static_cast<float>(step.x)};
  return {middle + to_left, middle - to_left};
}

inline Portal edge_portal(const Tile& from, const Tile& step) noexcept {
  const Point half{0.5F * static_cast<float>(step.x), 0.5F * static_cast<float>(step.y)};
  return portal_across(center(from) + half, step);
}

// `length` equal steps to a neighbour.
struct TileRun {
  Tile step;
  std::int32_t length = 0;
};

// The run from one tile to another; std::nullopt when they lie on no common row, column or diagonal
// or are the same.
[[nodiscard]] inline std::optional<TileRun> find_run(const Tile& from, const Tile& to) noexcept {
  const std::int32_t dx = to.x - from.x;
  const std::int32_t dy = to.y - from.y;
  const std::int32_t length = std::abs(dx) > std::abs(dy) ? std::abs(dx) : std::abs(dy);
  if (length == 0 || (dx != 0 && dy != 0 && std::abs(dx) != std::abs(dy))) return std::nullopt;
  return TileRun{{dx / length, dy / length}, length};
}

inline constexpr Tile kNoStep{0, 0};

inline bool is_diagonal(const Tile& step) noexcept { return step.x != 0 && step.y != 0; }

inline Tile shifted(const Tile& from, const Tile& step, std::int32_t steps) noexcept {
  return {from.x + steps * step.x, from.y + steps * step.y};
}

// Whether a step before or after a diagonal one has the same direction or that of one of its two
// components, so that it meets the 2x2 block of the diagonal step at the block's border. True for
// no step (0, 0).
inline bool suits(const Tile& step, const Tile& diagonal) noexcept {
  return (step.x == 0 || step.x == diagonal.x) && (step.y == 0 || step.y == diagonal.y);
}

inline bool is_reverse(const Tile& a, const Tile& b) noexcept { return a.x == -b.x && a.y == -b.y; }

// The two orthogonal steps that replace a diagonal one, on the side that does not lead straight
// back through the portal before or after.
inline std::array<Tile, 2> legs_round_corner(const Tile& diagonal, const Tile& last_leg,
                                             const Tile& after) noexcept {
  const Tile along_x{diagonal.x, 0};
  const Tile along_y{0, diagonal.y};
  if (is_reverse(last_leg, along_x) || is_reverse(after, along_y)) return {along_y, along_x};
  return {along_x, along_y};
}

// Writes the portals between maximal convex pieces of the corridor.
//
// The convex hull of the first and last tile of a run of equal steps is walkable: the row of tiles,
// or for a diagonal run the strip between, which lies in the blocks of its steps. Every portal
// inside the run cuts across this hull. So a piece is a run, and one portal leads from run to run:
// the edge before the first tile of a diagonal run or after its last; between two rows the edge
// after the tile at the turn, so that a next row of a single tile can join the row after it.
class CompressedPortals {
 public:
  explicit CompressedPortals(std::span<Portal> out) noexcept : portals_(out) {}

  // Takes `length` orthogonal steps from tile `from`.
  void walk_straight(const Tile& from, const Tile& step, std::int32_t length) noexcept {
    if (piece_ != Piece::tile && !(piece_ == Piece::row && row_ == step)) {
      portals_.write(edge_portal(from, step));
      piece_ = Piece::tile;
      --length;
    }
    if (length > 0) {
      piece_ = Piece::row;
      row_ = step;
    }
  }

  // Takes diagonal steps from tile `from` that meet the steps before and after at their blocks'
  // border.
  void walk_diagonally(const Tile& from) noexcept {
    if (piece_ == Piece::row) portals_.write(edge_portal(shifted(from, row_, -1), row_));
    piece_ = Piece::strip;
  }

  [[nodiscard]] Result result() const noexcept { return portals_.result(); }

 private:
  enum class Piece : std::uint8_t {
    tile,   // the last tile, entered through the last portal or containing the start
    row,    // a row of tiles that ends with the last one
    strip,  // the strip of a diagonal run that ends with the last tile
  };

  PortalWriter portals_;
  Piece piece_ = Piece::tile;
  Tile row_{0, 0};  // the direction of the row
};

// extract_compressed_portals() for the runs of a corridor. runs.start() is its first tile.
// runs.next() gives one run after the other, then one of length 0. A run that is not valid has
// kNoStep for its step: then the status is invalid_input.
template <class Runs>
[[nodiscard]] Result write_compressed_portals(Runs& runs, std::span<Portal> out) noexcept {
  CompressedPortals portals(out);
  Tile from = runs.start();
  Tile before = kNoStep;
  Tile last_leg = kNoStep;  // the direction through the last portal of extract_portals()
  TileRun next = runs.next();
  while (next.length > 0) {
    const Tile step = next.step;
    std::int32_t length = next.length;
    next = runs.next();
    const Tile after = next.step;
    if (step == kNoStep || (next.length > 0 && after == kNoStep)) return {Status::invalid_input, 0};
    if (!is_diagonal(step)) {
      portals.walk_straight(from, step, length);
      from = shifted(from, step, length);
      last_leg = step;
    } else {
      const auto walk_round = [&](const Tile& following) {
        for (const Tile& leg : legs_round_corner(step, last_leg, following)) {
          portals.walk_straight(from, leg, 1);
          from = shifted(from, leg, 1);
          last_leg = leg;
        }
        --length;
      };
      const bool is_last_sharp = !suits(after, step) && (length > 1 || suits(before, step));
      if (!suits(before, step)) walk_round(length > 1 ? step : after);
      const std::int32_t blocks = length - (is_last_sharp ? 1 : 0);
      if (blocks > 0) {
        portals.walk_diagonally(from);
        from = shifted(from, step, blocks);
        if (length > 1) last_leg = step;  // a single block has no portal inside
      }
      if (is_last_sharp) walk_round(after);
    }
    before = step;
  }
  return portals.result();
}

}  // namespace taut::detail
