#include <taut/tile_portals.hpp>

#include <array>
#include <cstdint>

#include "core/base/portal_writer.hpp"

namespace taut {
namespace {

using detail::PortalWriter;

constexpr Tile kNoStep{0, 0};

bool is_diagonal(const Tile& step) noexcept { return step.x != 0 && step.y != 0; }

// The portal of a step (length 1 or a diagonal) with its midpoint at `middle`. A quarter turn to
// the left of (x, y) is (-y, x).
Portal portal_across(const Point& middle, const Tile& step) noexcept {
  const Point to_left(-0.5F * static_cast<float>(step.y), 0.5F * static_cast<float>(step.x));
  return {middle + to_left, middle - to_left};
}

Portal edge_portal(const Tile& from, const Tile& step) noexcept {
  const Point half(0.5F * static_cast<float>(step.x), 0.5F * static_cast<float>(step.y));
  return portal_across(center(from) + half, step);
}

Tile shifted(const Tile& from, const Tile& step, std::int32_t steps) noexcept {
  return {from.x + steps * step.x, from.y + steps * step.y};
}

// Whether a step before or after a diagonal one has the same direction or that of one of its two
// components, so that it meets the 2x2 block of the diagonal step at the block's border. True for
// no step (0, 0).
bool suits(const Tile& step, const Tile& diagonal) noexcept {
  return (step.x == 0 || step.x == diagonal.x) && (step.y == 0 || step.y == diagonal.y);
}

bool is_reverse(const Tile& a, const Tile& b) noexcept { return a.x == -b.x && a.y == -b.y; }

// The two orthogonal steps that replace a diagonal one, on the side that does not lead straight
// back through the portal before or after.
std::array<Tile, 2> legs_round_corner(const Tile& diagonal, const Tile& last_leg,
                                      const Tile& after) noexcept {
  const Tile along_x{diagonal.x, 0};
  const Tile along_y{0, diagonal.y};
  if (is_reverse(last_leg, along_x) || is_reverse(after, along_y)) return {along_y, along_x};
  return {along_x, along_y};
}

// Whether `length` such steps lead from one tile of the grid to another.
bool is_step(const Grid& grid, const Tile& from, const Tile& step, std::int32_t length) noexcept {
  return step.x >= -1 && step.x <= 1 && step != kNoStep &&
         grid.is_inside(shifted(from, step, length));
}

// In maps one or two tiles wide the difference of two ids alone does not tell the rows apart.
Tile find_step_on_narrow_grid(const Grid& grid, const Tile& from, std::int32_t difference,
                              std::int32_t length) noexcept {
  for (const std::int32_t rows : {0, 1, -1}) {
    const Tile step{difference - rows * grid.width(), rows};
    if (is_step(grid, from, step, length)) return step;
  }
  return kNoStep;
}

// The step between two tiles whose ids differ by `difference`; kNoStep when they are not neighbours
// or `length` such steps leave the grid. (std::optional would be returned through memory.)
inline Tile find_step(const Grid& grid, const Tile& from, std::int32_t difference,
                      std::int32_t length) noexcept {
  const std::int32_t rows = static_cast<int>(difference > 1) - static_cast<int>(difference < -1);
  const Tile step{difference - rows * grid.width(), rows};
  if (is_step(grid, from, step, length)) return step;
  return find_step_on_narrow_grid(grid, from, difference, length);
}

// Walks along a corridor without dividing ids: only the first tile is looked up.
class CorridorWalk {
 public:
  // Requires corridor not empty and its first id on the grid.
  CorridorWalk(const Grid& grid, std::span<const TileId> corridor) noexcept
      : grid_(grid), corridor_(corridor), tile_(grid.tile(corridor[0])) {}

  // The step to the next tile; kNoStep after the last tile and when the next id is not a neighbour.
  [[nodiscard]] Tile advance() noexcept {
    if (++place_ >= corridor_.size()) return kNoStep;
    const auto difference = static_cast<std::int32_t>(corridor_[place_] - corridor_[place_ - 1]);
    const Tile step = find_step(grid_, tile_, difference, 1);
    tile_ = shifted(tile_, step, 1);
    return step;
  }

 private:
  const Grid& grid_;
  std::span<const TileId> corridor_;
  std::size_t place_ = 0;
  Tile tile_;
};

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

}  // namespace

Result extract_portals(const Grid& grid, std::span<const TileId> corridor,
                       std::span<Portal> out) noexcept {
  constexpr Result kInvalid{Status::invalid_input, 0};
  if (corridor.empty()) return {Status::ok, 0};
  if (corridor[0] >= grid.tile_count()) return kInvalid;
  Tile from = grid.tile(corridor[0]);
  if (!grid.is_walkable(from)) return kInvalid;

  PortalWriter portals(out);
  CorridorWalk walk(grid, corridor);
  Tile last_leg = kNoStep;  // the direction through the last portal
  Tile before = kNoStep;
  Tile after = walk.advance();
  for (std::size_t i = 0; i + 1 < corridor.size(); ++i) {
    const Tile step = after;
    if (step == kNoStep || !grid.is_walkable(shifted(from, step, 1))) return kInvalid;
    after = walk.advance();

    if (!is_diagonal(step)) {
      portals.write(edge_portal(from, step));
      last_leg = step;
    } else {
      if (!grid.is_walkable(from.x + step.x, from.y) ||
          !grid.is_walkable(from.x, from.y + step.y)) {
        return kInvalid;
      }
      if (suits(before, step) && suits(after, step)) {
        if (after == step) {
          // The portal between two blocks: the diagonal of their common tile across the walk.
          portals.write(portal_across(center(shifted(from, step, 1)), step));
          last_leg = step;
        }
      } else {
        const std::array<Tile, 2> legs = legs_round_corner(step, last_leg, after);
        portals.write(edge_portal(from, legs[0]));
        portals.write(edge_portal(shifted(from, legs[0], 1), legs[1]));
        last_leg = legs[1];
      }
    }
    before = step;
    from = shifted(from, step, 1);
  }
  return portals.result();
}

Result extract_compressed_portals(const Grid& grid, std::span<const TileId> corridor,
                                  std::span<Portal> out) noexcept {
  constexpr Result kInvalid{Status::invalid_input, 0};
  if (corridor.empty()) return {Status::ok, 0};
  if (corridor[0] >= grid.tile_count()) return kInvalid;

  CompressedPortals portals(out);
  Tile from = grid.tile(corridor[0]);
  Tile before = kNoStep;
  Tile last_leg = kNoStep;  // the direction through the last portal of extract_portals()
  const std::size_t last = corridor.size() - 1;
  // In maps one or two tiles wide equal differences may be different steps.
  const bool has_runs = grid.width() > 2;
  for (std::size_t i = 0; i < last;) {
    const TileId difference = corridor[i + 1] - corridor[i];
    std::size_t end = i + 1;
    if (has_runs) {
      while (end < last && corridor[end + 1] - corridor[end] == difference) ++end;
    }
    auto length = static_cast<std::int32_t>(end - i);
    const Tile step = find_step(grid, from, static_cast<std::int32_t>(difference), length);
    if (step == kNoStep) return kInvalid;
    if (!is_diagonal(step)) {
      portals.walk_straight(from, step, length);
      from = shifted(from, step, length);
      last_leg = step;
    } else {
      Tile after = kNoStep;
      if (end < last) {
        after = find_step(grid, shifted(from, step, length),
                          static_cast<std::int32_t>(corridor[end + 1] - corridor[end]), 1);
        if (after == kNoStep) return kInvalid;
      }
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
    i = end;
  }
  return portals.result();
}

}  // namespace taut
