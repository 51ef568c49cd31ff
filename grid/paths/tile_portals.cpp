#include <taut/engine/tile_portals.hpp>

#include <array>
#include <cstdint>

#include "core/base/portal_writer.hpp"
#include "grid/paths/compressed_portals.hpp"

namespace taut {
namespace {

using detail::edge_portal;
using detail::is_diagonal;
using detail::kNoStep;
using detail::legs_round_corner;
using detail::portal_across;
using detail::PortalWriter;
using detail::shifted;
using detail::suits;
using detail::TileRun;

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

// The runs of a corridor, for write_compressed_portals().
class CorridorRuns {
 public:
  // Requires corridor not empty and its first id on the grid.
  CorridorRuns(const Grid& grid, std::span<const TileId> corridor) noexcept
      : grid_(grid), corridor_(corridor), tile_(grid.tile(corridor[0])) {}

  [[nodiscard]] Tile start() const noexcept { return tile_; }

  [[nodiscard]] TileRun next() noexcept {
    const std::size_t last = corridor_.size() - 1;
    if (place_ >= last) return {};
    const TileId difference = corridor_[place_ + 1] - corridor_[place_];
    std::size_t end = place_ + 1;
    // In maps one or two tiles wide equal differences may be different steps.
    if (grid_.width() > 2) {
      while (end < last && corridor_[end + 1] - corridor_[end] == difference) ++end;
    }
    const auto length = static_cast<std::int32_t>(end - place_);
    const Tile step = find_step(grid_, tile_, static_cast<std::int32_t>(difference), length);
    tile_ = shifted(tile_, step, length);
    place_ = end;
    return {step, length};
  }

 private:
  const Grid& grid_;
  std::span<const TileId> corridor_;
  std::size_t place_ = 0;
  Tile tile_;
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
  if (corridor.empty()) return {Status::ok, 0};
  if (corridor[0] >= grid.tile_count()) return {Status::invalid_input, 0};
  CorridorRuns runs(grid, corridor);
  return detail::write_compressed_portals(runs, out);
}

}  // namespace taut
