#include "path_sight.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>

#include "core/tile/lattice_ray.hpp"

namespace taut::detail {
namespace {

bool is_point_path_walkable(const World& world, std::uint8_t ground,
                            std::span<const DiscTurn> turns) noexcept {
  std::array<Point, kMaxSight> points;
  std::size_t count = 0;
  for (const DiscTurn& turn : turns) {
    if (count == 0 || points[count - 1] != turn.center) points[count++] = turn.center;
  }
  return world.is_walkable(std::span<const Point>(points).first(count), ground);
}

}  // namespace

// The square overlaps the row of tiles y while the y of its centre lies strictly between the lines
// of the row, each moved outwards by the half-width. Meanwhile it covers an interval of x, whose
// ends are fractions over the height of the leg.
bool is_square_leg_free(const TileBits& walkable, const Point& from, const Point& to,
                        std::int64_t half_width) noexcept {
  LatticePoint a = to_lattice(from);
  LatticePoint b = to_lattice(to);
  if (a.y > b.y) std::swap(a, b);
  const auto is_inside = [&](const LatticePoint& p) {
    return p.x >= half_width && p.x <= walkable.width() * kTile - half_width && p.y >= half_width &&
           p.y <= walkable.height() * kTile - half_width;
  };
  if (!is_inside(a) || !is_inside(b)) return false;
  const std::int64_t height = b.y - a.y;
  const std::int64_t parts = std::max<std::int64_t>(height, 1);
  const std::int64_t width = b.x - a.x;
  const std::int64_t last = (b.y + half_width - 1) / kTile;
  for (std::int64_t y = (a.y - half_width) / kTile; y <= last; ++y) {
    const std::int64_t enters = std::max(y * kTile - half_width - a.y, std::int64_t{0});
    const std::int64_t leaves = std::min((y + 1) * kTile + half_width - a.y, height);
    std::int64_t low = a.x * parts + (height > 0 ? width * enters : 0);
    std::int64_t high = a.x * parts + (height > 0 ? width * leaves : width);
    if (low > high) std::swap(low, high);
    const std::int64_t tile = kTile * parts;
    const auto first_tile = static_cast<int>((low - half_width * parts) / tile);
    const auto last_tile = static_cast<int>((high + half_width * parts - 1) / tile);
    const auto row = static_cast<int>(y);
    if (walkable.has({first_tile, row, last_tile + 1, row + 1}, TileState::blocked)) return false;
  }
  return true;
}

bool is_walkable(const World& world, const Agent& agent, std::span<const DiscTurn> turns) noexcept {
  if (agent.shape == AgentShape::point) return is_point_path_walkable(world, agent.ground, turns);
  const TileBits& bits = world.grid(agent.ground).bits();
  if (agent.shape == AgentShape::disc) return has_clearance(bits, turns, agent.radius);
  // Rounded up as sizes are.
  const auto half_width =
      static_cast<std::int64_t>(std::ceil(agent.radius * static_cast<double>(kTile)));
  for (std::size_t i = 1; i < turns.size(); ++i) {
    if (!is_square_leg_free(bits, turns[i - 1].center, turns[i].center, half_width)) return false;
  }
  return true;
}

double find_cost(const World& world, const Agent& agent, const DiscTurn& from,
                 const DiscTurn& to) noexcept {
  const Ground& ground = *world.find_ground(agent.ground);
  if (agent.shape == AgentShape::disc) {
    return disc_path_cost(world.grid(), ground, std::array<DiscTurn, 2>{from, to}, agent.radius);
  }
  const std::array<Point, 2> leg{snap(narrow(from.exit)), snap(narrow(to.entry))};
  return path_cost(world.grid(), ground, leg);
}

}  // namespace taut::detail
