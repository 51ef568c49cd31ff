// Corridors of tiles with terrain costs, whose steps are orthogonal (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>

#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/point.hpp>

namespace taut::detail {

// The tiles around a corner, in order, relative to that to its right and below; and the directions
// of the edges between each and the next.
inline constexpr std::array<Tile, 4> kTerrainRing{{{-1, -1}, {0, -1}, {0, 0}, {-1, 0}}};
inline constexpr std::array<Vector, 4> kTerrainEdges{
    {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}}};

// What moving must gain, relative to the costs: far above rounding.
inline constexpr double kLeastGain = 1e-5;

// Crossings so near to the end of an edge are at it.
inline constexpr double kNearCorner = 0.5 / static_cast<double>(kLatticePerTile);

// The corner of tiles at a point, if it is at one.
inline std::optional<Tile> find_tile_corner(const Vector& point) noexcept {
  // Places on a map are not negative.
  const Tile nearest{static_cast<int>(std::floor(point.x + 0.5)),
                     static_cast<int>(std::floor(point.y + 0.5))};
  if (std::abs(point.x - nearest.x) > kNearCorner || std::abs(point.y - nearest.y) > kNearCorner) {
    return std::nullopt;
  }
  return nearest;
}

inline std::size_t place_on_ring(const Tile& tile, const Tile& corner) noexcept {
  if (tile.y < corner.y) return tile.x < corner.x ? 0 : 1;
  return tile.x < corner.x ? 3 : 2;
}

// The direction from a corner to a point, times a cost; 0 when they are the same.
inline Vector pull_from(const Tile& corner, const Vector& to, float cost) noexcept {
  const Vector way{to.x - corner.x, to.y - corner.y};
  const double length = std::sqrt(dot(way, way));
  if (length == 0.0) return {};
  const double factor = static_cast<double>(cost) / length;
  return {factor * way.x, factor * way.y};
}

// Calls visit(tile) for the tiles that a line passes, from tile `from` to tile `to`, as long as it
// returns true. Returns whether it always did.
template <class Visit>
bool walk_line(const Vector& a, const Vector& b, Tile from, const Tile& to,
               const Visit& visit) noexcept {
  const Tile step{to.x > from.x ? 1 : -1, to.y > from.y ? 1 : -1};
  // The parts of the line at which it leaves a column, and a row.
  const Vector way{b.x - a.x, b.y - a.y};
  const auto part = [](double line, double begin, double length) {
    return length == 0.0 ? 0.0 : (line - begin) / length;
  };
  while (from != to) {
    bool is_along_x = from.y == to.y;
    if (!is_along_x && from.x != to.x) {
      const double to_column = part(step.x > 0 ? from.x + 1 : from.x, a.x, way.x);
      const double to_row = part(step.y > 0 ? from.y + 1 : from.y, a.y, way.y);
      is_along_x = to_column <= to_row;
    }
    (is_along_x ? from.x : from.y) += is_along_x ? step.x : step.y;
    if (!visit(from)) return false;
  }
  return true;
}

// The tiles must have is_walkable(Tile), for any tile, and for those inside the map
// id(Tile), tile(id) and cost(id).
template <class Tiles>
class TerrainCorridor {
 public:
  explicit TerrainCorridor(const Tiles& tiles) noexcept : tiles_(tiles) {}

  // Writes the tiles of steps: two orthogonal ones for each diagonal one, past the cheaper of the
  // two tiles beside it, and the three below each long one of TerrainGraph. Returns the length of
  // the corridor; 0 when `out` is too small.
  [[nodiscard]] std::size_t join(std::span<const TileId> steps,
                                 std::span<TileId> out) const noexcept;

  // `points` are the start, the crossings of the corridor's edges and the goal, of the cheapest
  // path inside the corridor. Where it is held at a corner of tiles, and to leave the corner on the
  // other side is cheaper, the corridor is moved to that side: past the corner, or farther, to a
  // line over tiles of the same cost. Returns the length of the corridor
  // written; 0 when there is no such corner or `out` is too small.
  [[nodiscard]] std::size_t move(std::span<const TileId> corridor, std::span<const Vector> points,
                                 std::span<TileId> out) const noexcept;

 private:
  class Writer;
  struct Turn;

  // Tiles of a corridor at a corner, from the one before it to the one after it.
  struct Stretch {
    std::size_t first;
    std::size_t last;
    Tile corner;
  };

  // The next corner at which the path is held, from tile i on; without one, first == last.
  [[nodiscard]] Stretch find_bend(std::span<const TileId> corridor, std::span<const Vector> points,
                                  std::size_t i) const noexcept;
  // The longest stretch around a bend, not before tile `first`, that a line over tiles of the same
  // cost may replace, of those tried: all tiles of this cost, half of them on each side, and so on.
  // The bend if there is none.
  [[nodiscard]] Stretch find_cut(std::span<const TileId> corridor, std::span<const Vector> points,
                                 const Stretch& bend, std::size_t first) const noexcept;

  [[nodiscard]] Turn find_turn(std::span<const TileId> corridor, std::span<const Vector> points,
                               const Tile& corner, std::size_t first,
                               std::size_t last) const noexcept;

  const Tiles& tiles_;
};

// Appends tiles. A tile between two visits of the same tile is removed, unless it is cheaper: along
// its border a path may gain.
template <class Tiles>
class TerrainCorridor<Tiles>::Writer {
 public:
  Writer(const Tiles& tiles, std::span<TileId> out) noexcept : tiles_(tiles), out_(out) {}

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
  const Tiles& tiles_;
  std::span<TileId> out_;
  std::size_t count_ = 0;
  bool is_full_ = false;
};

// The way round the other side of a corner.
template <class Tiles>
struct TerrainCorridor<Tiles>::Turn {
  bool is_cheaper = false;
  std::size_t count = 0;
  TileId tile = 0;  // between the first and the last, if count is 1
};

template <class Tiles>
std::size_t TerrainCorridor<Tiles>::join(std::span<const TileId> steps,
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
template <class Tiles>
typename TerrainCorridor<Tiles>::Turn TerrainCorridor<Tiles>::find_turn(
    std::span<const TileId> corridor, std::span<const Vector> points, const Tile& corner,
    std::size_t first, std::size_t last) const noexcept {
  const Vector before = pull_from(corner, points[first], tiles_.cost(corridor[first]));
  const Vector after = pull_from(corner, points[last + 1], tiles_.cost(corridor[last]));
  const std::size_t begin = place_on_ring(tiles_.tile(corridor[first]), corner);
  const std::size_t second = place_on_ring(tiles_.tile(corridor[first + 1]), corner);
  const bool is_forward = second == (begin + 1) % 4;
  Turn turn;
  const std::size_t edges = 4 - (last - first) % 4;
  turn.count = edges - 1;
  // Almost all round the corner nothing was ever gained.
  if (edges > 2) return turn;
  const auto edge = [&](std::size_t i) {
    return kTerrainEdges[is_forward ? (begin + 3 - i) % 4 : (begin + i) % 4];
  };
  double cost = 0.0;
  if (turn.count > 0) {
    const Tile& offset = kTerrainRing[is_forward ? (begin + 3) % 4 : (begin + 1) % 4];
    const Tile tile{corner.x + offset.x, corner.y + offset.y};
    if (!tiles_.is_walkable(tile)) return turn;
    turn.tile = tiles_.id(tile);
    cost = static_cast<double>(tiles_.cost(turn.tile));
  }
  // What the two legs gain for each unit along the first and along the last edge. Between two edges
  // the path crosses a tile from one to the other.
  const Vector gains{dot(before, edge(0)), dot(after, edge(edges - 1))};
  constexpr double kFactor = 1.0 + kLeastGain;
  if (edges == 1) {
    turn.is_cheaper =
        gains.x + gains.y > kLeastGain * static_cast<double>(tiles_.cost(corridor[first]));
  } else {
    const Vector both{std::max(gains.x, 0.0), std::max(gains.y, 0.0)};
    turn.is_cheaper = std::sqrt(dot(both, both)) > cost * kFactor;
  }
  return turn;
}

template <class Tiles>
typename TerrainCorridor<Tiles>::Stretch TerrainCorridor<Tiles>::find_bend(
    std::span<const TileId> corridor, std::span<const Vector> points,
    std::size_t i) const noexcept {
  // points[i + 1] is the crossing from tile i to tile i + 1.
  for (; i + 1 < corridor.size(); ++i) {
    const std::optional<Tile> corner = find_tile_corner(points[i + 1]);
    if (!corner) continue;
    std::size_t last = i + 1;
    while (last + 1 < corridor.size() && find_tile_corner(points[last + 1]) == corner) ++last;
    return {i, last, *corner};
  }
  return {i, i, {}};
}

template <class Tiles>
typename TerrainCorridor<Tiles>::Stretch TerrainCorridor<Tiles>::find_cut(
    std::span<const TileId> corridor, std::span<const Vector> points, const Stretch& bend,
    std::size_t first) const noexcept {
  const float cost = tiles_.cost(corridor[bend.first]);
  for (std::size_t i = bend.first + 1; i <= bend.last; ++i) {
    if (tiles_.cost(corridor[i]) != cost) return bend;
  }
  const auto is_alike = [&](const Tile& tile) {
    return tiles_.is_walkable(tile) && tiles_.cost(tiles_.id(tile)) == cost;
  };
  std::size_t before = 0;
  std::size_t after = 0;
  while (bend.first - before > first && tiles_.cost(corridor[bend.first - before - 1]) == cost) {
    ++before;
  }
  while (bend.last + after + 1 < corridor.size() &&
         tiles_.cost(corridor[bend.last + after + 1]) == cost) {
    ++after;
  }
  for (std::size_t extent = std::max(before, after); extent > 0; extent /= 2) {
    const Stretch cut{bend.first - std::min(before, extent), bend.last + std::min(after, extent),
                      bend.corner};
    if (walk_line(points[cut.first], points[cut.last + 1], tiles_.tile(corridor[cut.first]),
                  tiles_.tile(corridor[cut.last]), is_alike)) {
      return cut;
    }
  }
  return bend;
}

template <class Tiles>
std::size_t TerrainCorridor<Tiles>::move(std::span<const TileId> corridor,
                                         std::span<const Vector> points,
                                         std::span<TileId> out) const noexcept {
  Writer writer(tiles_, out);
  bool is_moved = false;
  std::size_t i = 0;
  const auto append_to = [&](std::size_t last) {
    while (i < last) writer.append(corridor[++i]);
  };
  writer.append(corridor[0]);
  while (i + 1 < corridor.size()) {
    const Stretch bend = find_bend(corridor, points, i);
    if (bend.first == bend.last) break;
    const Turn turn = find_turn(corridor, points, bend.corner, bend.first, bend.last);
    if (!turn.is_cheaper) {
      append_to(bend.last);
      continue;
    }
    is_moved = true;
    const Stretch cut = find_cut(corridor, points, bend, i);
    append_to(cut.first);
    i = cut.last;
    if (cut.first < bend.first || cut.last > bend.last) {
      (void)walk_line(points[cut.first], points[cut.last + 1], tiles_.tile(corridor[cut.first]),
                      tiles_.tile(corridor[cut.last]), [&](const Tile& tile) {
                        writer.append(tiles_.id(tile));
                        return true;
                      });
    } else {
      if (turn.count > 0) writer.append(turn.tile);
      writer.append(corridor[i]);
    }
  }
  append_to(corridor.size() - 1);
  return is_moved ? writer.count() : 0;
}

}  // namespace taut::detail
