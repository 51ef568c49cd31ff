#include <taut/tile_portals.hpp>

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

}  // namespace

Result extract_portals(const Grid& grid, std::span<const TileId> corridor,
                       std::span<Portal> out) noexcept {
  constexpr Result kInvalid{Status::invalid_input, 0};
  PortalWriter portals(out);
  for (const TileId id : corridor) {
    if (id >= grid.tile_count() || !grid.is_walkable(grid.tile(id))) return kInvalid;
  }
  const auto step_from = [&](std::size_t i) -> Tile {
    if (i + 1 >= corridor.size()) return {0, 0};
    const Tile a = grid.tile(corridor[i]);
    const Tile b = grid.tile(corridor[i + 1]);
    return {b.x - a.x, b.y - a.y};
  };

  Tile last_leg{0, 0};  // the way through the last portal
  Tile before{0, 0};
  Tile step = step_from(0);
  for (std::size_t i = 0; i + 1 < corridor.size(); ++i) {
    const Tile from = grid.tile(corridor[i]);
    const Tile after = step_from(i + 1);
    if (step.x * step.x > 1 || step.y * step.y > 1 || step == Tile{0, 0}) return kInvalid;

    if (!is_diagonal(step)) {
      portals.write(edge_portal(from, step));
      last_leg = step;
    } else {
      const Tile along_x{step.x, 0};
      const Tile along_y{0, step.y};
      const Tile beside_x{from.x + step.x, from.y};
      const Tile beside_y{from.x, from.y + step.y};
      if (!grid.is_walkable(beside_x) || !grid.is_walkable(beside_y)) return kInvalid;
      if (!suits(before, step) || !suits(after, step)) {
        // Round the corner by whichever side does not go straight back through the portal before or
        // after.
        if (is_reverse(last_leg, along_x) || is_reverse(after, along_y)) {
          portals.write(edge_portal(from, along_y));
          portals.write(edge_portal(beside_y, along_x));
          last_leg = along_x;
        } else {
          portals.write(edge_portal(from, along_x));
          portals.write(edge_portal(beside_x, along_y));
          last_leg = along_y;
        }
      }
      if (after == step) {
        // The narrow place between two blocks: their common tile's diagonal across the walk.
        portals.write(portal_across(center({from.x + step.x, from.y + step.y}), step));
        last_leg = step;
      }
    }
    before = step;
    step = after;
  }
  return portals.result();
}

}  // namespace taut
