#include <taut/tile_portals.hpp>

#include <cstdint>
#include <optional>

namespace taut {
namespace {

bool is_diagonal(const Tile& step) noexcept { return step.x != 0 && step.y != 0; }

// A portal of the walk in direction `step` (length 1 or a diagonal) with its middle at `middle`. A
// quarter turn to the left of (x, y) is (-y, x).
Portal portal_across(const Point& middle, const Tile& step) noexcept {
  const Point to_left(-0.5F * static_cast<float>(step.y), 0.5F * static_cast<float>(step.x));
  return {middle + to_left, middle - to_left};
}

Portal edge_portal(const Tile& from, const Tile& step) noexcept {
  const Point half(0.5F * static_cast<float>(step.x), 0.5F * static_cast<float>(step.y));
  return portal_across(center(from) + half, step);
}

// Whether a step before or after a diagonal one goes the same way or along one of its two sides, so
// that it meets the 2x2 block of the diagonal step at the block's border. No step (0, 0) is fine
// too.
bool suits(const Tile& step, const Tile& diagonal) noexcept {
  return (step.x == 0 || step.x == diagonal.x) && (step.y == 0 || step.y == diagonal.y);
}

bool is_reverse(const Tile& a, const Tile& b) noexcept { return a.x == -b.x && a.y == -b.y; }

class PortalWriter {
 public:
  explicit PortalWriter(std::span<Portal> out) noexcept : out_(out) {}
  void write(const Portal& portal) noexcept {
    if (count_ < out_.size()) out_[count_] = portal;
    ++count_;
  }
  [[nodiscard]] Result result() const noexcept {
    if (count_ > out_.size()) return {Status::truncated, out_.size()};
    return {Status::ok, count_};
  }

 private:
  std::span<Portal> out_;
  std::size_t count_ = 0;
};

// Walks along a corridor without dividing ids: only the first tile is looked up.
class CorridorWalk {
 public:
  // Requires corridor not empty and its first id on the grid.
  CorridorWalk(const Grid& grid, std::span<const TileId> corridor) noexcept
      : grid_(grid), corridor_(corridor), tile_(grid.tile(corridor[0])) {}

  // The step to the next tile; (0, 0) after the last tile, nothing when the next id is no walkable
  // neighbour.
  [[nodiscard]] std::optional<Tile> advance() noexcept {
    if (++place_ >= corridor_.size()) return Tile{0, 0};
    const auto difference = static_cast<std::int32_t>(corridor_[place_] - corridor_[place_ - 1]);
    for (const int dy : {0, 1, -1}) {
      const int dx = difference - dy * grid_.width();
      if (dx < -1 || dx > 1) continue;
      const Tile next{tile_.x + dx, tile_.y + dy};
      // In maps one or two tiles wide the difference alone does not tell the rows apart.
      if (next == tile_ || !grid_.is_walkable(next)) continue;
      tile_ = next;
      return Tile{dx, dy};
    }
    return std::nullopt;
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
  Tile last_leg{0, 0};  // the way through the last portal
  Tile before{0, 0};
  std::optional<Tile> following = walk.advance();
  for (std::size_t i = 0; i + 1 < corridor.size(); ++i) {
    if (!following) return kInvalid;
    const Tile step = *following;
    following = walk.advance();
    const Tile after = following.value_or(Tile{0, 0});

    if (!is_diagonal(step)) {
      portals.write(edge_portal(from, step));
      last_leg = step;
    } else {
      const Tile along_x{step.x, 0};
      const Tile along_y{0, step.y};
      const Tile beside_x{from.x + step.x, from.y};
      const Tile beside_y{from.x, from.y + step.y};
      if (!grid.is_walkable(beside_x) || !grid.is_walkable(beside_y)) return kInvalid;
      if (suits(before, step) && suits(after, step)) {
        if (after == step) {
          // The narrow place between two blocks: their common tile's diagonal across the walk.
          portals.write(portal_across(center({from.x + step.x, from.y + step.y}), step));
          last_leg = step;
        }
      } else if (is_reverse(last_leg, along_x) || is_reverse(after, along_y)) {
        // Round the corner by the side that does not go straight back through the portal before or
        // after.
        portals.write(edge_portal(from, along_y));
        portals.write(edge_portal(beside_y, along_x));
        last_leg = along_x;
      } else {
        portals.write(edge_portal(from, along_x));
        portals.write(edge_portal(beside_x, along_y));
        last_leg = along_y;
      }
    }
    before = step;
    from = {from.x + step.x, from.y + step.y};
  }
  return portals.result();
}

}  // namespace taut
