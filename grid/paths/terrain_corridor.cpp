#include "grid/paths/terrain_corridor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <taut/constants.hpp>

namespace taut {
namespace {

using detail::Vector;

// The tiles around a corner, in order, relative to that to its right and below; and the directions
// of the edges between each and the next.
constexpr std::array<Tile, 4> kRing{{{-1, -1}, {0, -1}, {0, 0}, {-1, 0}}};
constexpr std::array<Vector, 4> kEdges{{{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}}};

// What moving must gain, relative to the costs: far above rounding.
constexpr double kLeastGain = 1e-5;

// Crossings so near to the end of an edge are at it.
constexpr double kNear = 0.5 / static_cast<double>(kLatticePerTile);

// The corner of tiles at a point, if it is at one.
std::optional<Tile> find_corner(const Vector& point) noexcept {
  // Places on a map are not negative.
  const Tile nearest{static_cast<int>(std::floor(point.x + 0.5)),
                     static_cast<int>(std::floor(point.y + 0.5))};
  if (std::abs(point.x - nearest.x) > kNear || std::abs(point.y - nearest.y) > kNear) {
    return std::nullopt;
  }
  return nearest;
}

std::size_t place_on_ring(const Tile& tile, const Tile& corner) noexcept {
  if (tile.y < corner.y) return tile.x < corner.x ? 0 : 1;
  return tile.x < corner.x ? 3 : 2;
}

// The direction from a corner to a point, times a cost; 0 when they are the same.
Vector pull(const Tile& corner, const Vector& to, float cost) noexcept {
  const Vector way{to.x - corner.x, to.y - corner.y};
  const double length = std::sqrt(detail::dot(way, way));
  if (length == 0.0) return {};
  const double factor = static_cast<double>(cost) / length;
  return {factor * way.x, factor * way.y};
}

}  // namespace

// Appends tiles. A tile between two visits of the same tile is removed, unless it is cheaper: along
// its border a path may gain.
class TerrainCorridor::Writer {
 public:
  Writer(const detail::MoverTiles& tiles, std::span<TileId> out) noexcept
      : tiles_(tiles), out_(out) {}

  void append(TileId tile) noexcept {
    if (count_ > 0 && out_[count_ - 1] == tile) return;
    if (count_ > 1 && out_[count_ - 2] == tile &&
        tiles_.cost(out_[count_ - 1]) >= tiles_.cost(tile)) {
      --count_;
      return;
    }
    is_full_ = is_full_ || count_ == out_.size();
    if (!is_full_) out_[count_++] = tile;
  }

  [[nodiscard]] std::size_t count() const noexcept { return is_full_ ? 0 : count_; }

 private:
  const detail::MoverTiles& tiles_;
  std::span<TileId> out_;
  std::size_t count_ = 0;
  bool is_full_ = false;
};

// The way round the other side of a corner.
struct TerrainCorridor::Turn {
  bool is_cheaper = false;
  std::size_t count = 0;
  std::array<TileId, 2> tiles{};  // between the first and the last
};

std::size_t TerrainCorridor::join(std::span<const TileId> steps,
                                  std::span<TileId> out) const noexcept {
  Writer writer(tiles_, out);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) {
      const Tile from = tiles_.tile(steps[i - 1]);
      const Tile to = tiles_.tile(steps[i]);
      const Tile way{to.x - from.x, to.y - from.y};
      if (std::abs(way.x) == 2) {
        writer.append(tiles_.id({from.x + way.x / 2, from.y}));
        writer.append(tiles_.id({from.x + way.x / 2, to.y}));
      } else if (std::abs(way.y) == 2) {
        writer.append(tiles_.id({from.x, from.y + way.y / 2}));
        writer.append(tiles_.id({to.x, from.y + way.y / 2}));
      } else if (way.x != 0 && way.y != 0) {
        const TileId a = tiles_.id({to.x, from.y});
        const TileId b = tiles_.id({from.x, to.y});
        writer.append(tiles_.cost(b) < tiles_.cost(a) ? b : a);
      }
    }
    writer.append(steps[i]);
  }
  return writer.count();
}

// Tiles corridor[first] to corridor[last] lie around the corner.
TerrainCorridor::Turn TerrainCorridor::find_turn(std::span<const TileId> corridor,
                                                 std::span<const Vector> points, const Tile& corner,
                                                 std::size_t first,
                                                 std::size_t last) const noexcept {
  const Vector before = pull(corner, points[first], tiles_.cost(corridor[first]));
  const Vector after = pull(corner, points[last + 1], tiles_.cost(corridor[last]));
  const std::size_t begin = place_on_ring(tiles_.tile(corridor[first]), corner);
  const std::size_t second = place_on_ring(tiles_.tile(corridor[first + 1]), corner);
  const bool is_forward = second == (begin + 1) % 4;
  Turn turn;
  const std::size_t edges = 4 - (last - first) % 4;
  turn.count = edges - 1;
  if (edges == 4) return turn;
  const auto edge = [&](std::size_t i) {
    return kEdges[is_forward ? (begin + 3 - i) % 4 : (begin + i) % 4];
  };
  std::array<double, 2> costs{};
  for (std::size_t i = 0; i < turn.count; ++i) {
    const Tile& offset = kRing[is_forward ? (begin + 3 - i) % 4 : (begin + 1 + i) % 4];
    const Tile tile{corner.x + offset.x, corner.y + offset.y};
    if (!tiles_.is_walkable(tile)) return turn;
    turn.tiles[i] = tiles_.id(tile);
    costs[i] = static_cast<double>(tiles_.cost(turn.tiles[i]));
  }
  // What the two legs gain for each unit along the first and along the last edge. Between two edges
  // the path crosses a tile from one to the other.
  const Vector gains{detail::dot(before, edge(0)), detail::dot(after, edge(edges - 1))};
  constexpr double kFactor = 1.0 + kLeastGain;
  if (edges == 1) {
    turn.is_cheaper =
        gains.x + gains.y > kLeastGain * static_cast<double>(tiles_.cost(corridor[first]));
  } else if (edges == 2) {
    const Vector both{std::max(gains.x, 0.0), std::max(gains.y, 0.0)};
    turn.is_cheaper = std::sqrt(detail::dot(both, both)) > costs[0] * kFactor;
  } else {
    turn.is_cheaper = gains.x > costs[0] * kFactor || gains.y > costs[1] * kFactor;
  }
  return turn;
}

std::size_t TerrainCorridor::move(std::span<const TileId> corridor, std::span<const Vector> points,
                                  std::span<TileId> out) const noexcept {
  Writer writer(tiles_, out);
  bool is_moved = false;
  for (std::size_t i = 0; i < corridor.size();) {
    writer.append(corridor[i]);
    // points[i + 1] is the crossing from tile i to tile i + 1.
    std::size_t last = i;
    std::optional<Tile> corner;
    if (i + 1 < corridor.size()) corner = find_corner(points[i + 1]);
    while (corner && last + 1 < corridor.size() && find_corner(points[last + 1]) == corner) ++last;
    if (last == i) {
      ++i;
      continue;
    }
    const Turn turn = find_turn(corridor, points, *corner, i, last);
    if (turn.is_cheaper) {
      is_moved = true;
      for (std::size_t k = 0; k < turn.count; ++k) writer.append(turn.tiles[k]);
    } else {
      for (std::size_t k = i + 1; k < last; ++k) writer.append(corridor[k]);
    }
    i = last;
  }
  return is_moved ? writer.count() : 0;
}

}  // namespace taut
