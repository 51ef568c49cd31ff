// Cheap paths over tiles with terrain costs, from a corridor of tiles (internal).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <taut/detail/path_writer.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/weighted_pull.hpp>

#include "core/funnel/weighted_solver.hpp"
#include "core/terrain/leg_cost.hpp"
#include "core/terrain/terrain_corridor.hpp"
#include "core/terrain/terrain_memory.hpp"
#include "core/tile/edge_portal.hpp"

namespace taut::detail {

inline constexpr int kMostTerrainRounds = 64;

// A round of smoothing must save this part of the cost.
inline constexpr double kLeastSaving = 1e-8;

// Crossings of smoothing may cost this part more than the cheapest ones.
inline constexpr double kSmoothingTolerance = 1e-7;

// Requirements on the tiles: those of TerrainCorridor and measure_path_cost().
template <class Tiles>
class TerrainPath {
 public:
  TerrainPath(const Tiles& tiles, const Point& start, const Point& goal, TerrainMemory& memory)
      : tiles_(tiles), start_(start), goal_(goal), memory_(memory) {}

  // Writes the path of the corridor in memory.corridors[0], of `length` tiles; none if that is 0.
  // With Smoothing::raycast it moves the corridor to where the path is cheaper first. `other` is a
  // path that is written instead if it is cheaper.
  [[nodiscard]] PathResult find(std::size_t length, Smoothing smoothing,
                                std::span<const Point> other, std::span<Point> out) noexcept {
    if (length > 0) {
      if (smoothing == Smoothing::raycast) length = smooth_by_cost(length);
      measure(length);
      const std::span<Point> room(memory_.pulled.data(), max_path_points(length));
      const WeightedResult pulled =
          string_pull_weighted(start_, goal_, portals(), costs(), memory_.weighted, room);
      const std::span<const Point> path = room.first(pulled.count);
      if (pulled && measure_path_cost(tiles_, path) <= measure_path_cost(tiles_, other)) {
        return write(path, out);
      }
    }
    return write(other, out);
  }

 private:
  // Portals and costs of the corridor in corridors[0]. Tiles in a row that cost the same are one
  // convex cell.
  void measure(std::size_t length) noexcept {
    const TileId* tiles = memory_.corridors[0].data();
    portal_count_ = 0;
    memory_.costs[0] = tiles_.cost(tiles[0]);
    Tile row_step{0, 0};
    for (std::size_t i = 1; i < length; ++i) {
      const Tile from = tiles_.tile(tiles[i - 1]);
      const Tile to = tiles_.tile(tiles[i]);
      const Tile step{to.x - from.x, to.y - from.y};
      const float cost = tiles_.cost(tiles[i]);
      const bool is_in_row = row_step == Tile{0, 0} || row_step == step;
      if (is_in_row && cost == memory_.costs[portal_count_]) {
        row_step = step;
        continue;
      }
      memory_.portals[portal_count_] = edge_portal(from, step);
      memory_.portal_tiles[portal_count_] = static_cast<std::uint32_t>(i);
      memory_.costs[++portal_count_] = cost;
      row_step = {0, 0};
    }
  }

  [[nodiscard]] std::span<const Portal> portals() const noexcept {
    return {memory_.portals.data(), portal_count_};
  }
  [[nodiscard]] std::span<const float> costs() const noexcept {
    return {memory_.costs.data(), portal_count_ + 1};
  }

  // Where the path crosses each edge of the corridor, with start and goal.
  [[nodiscard]] std::span<const Vector> take_crossings(std::size_t length) noexcept {
    const WeightedMemory& solved = *memory_.weighted.memory();
    const std::span<Vector> points(memory_.crossings.data(), length + 1);
    points[0] = to_vector(start_);
    points[length] = to_vector(goal_);
    std::size_t first = 1;
    for (std::size_t i = 0; i <= portal_count_; ++i) {
      std::size_t end = length;
      if (i < portal_count_) {
        const Crossing& crossing = solved.crossings[i];
        end = memory_.portal_tiles[i];
        points[end] = {crossing.left.x + crossing.place * crossing.along.x,
                       crossing.left.y + crossing.place * crossing.along.y};
      }
      const Vector from = points[first - 1];
      for (std::size_t k = first; k < end; ++k) points[k] = cross_edge(k, from, points[end]);
      first = end + 1;
    }
    return points;
  }

  // Where the segment crosses the edge between tiles k - 1 and k of the corridor.
  [[nodiscard]] Vector cross_edge(std::size_t k, const Vector& from,
                                  const Vector& to) const noexcept {
    const Tile before = tiles_.tile(memory_.corridors[0][k - 1]);
    const Tile after = tiles_.tile(memory_.corridors[0][k]);
    const auto clamped = [](double value, int low) {
      return value > low ? std::min(value, low + 1.0) : low;
    };
    if (before.y == after.y) {
      const double x = std::max(before.x, after.x);
      const double part = to.x == from.x ? 0.0 : (x - from.x) / (to.x - from.x);
      return {x, clamped(from.y + part * (to.y - from.y), before.y)};
    }
    const double y = std::max(before.y, after.y);
    const double part = to.y == from.y ? 0.0 : (y - from.y) / (to.y - from.y);
    return {clamped(from.x + part * (to.x - from.x), before.x), y};
  }

  // Moves the corridor in corridors[0] past corners at which its path is held, as long as that
  // makes the path cheaper. Returns its length.
  std::size_t smooth_by_cost(std::size_t length) noexcept {
    const TerrainCorridor<Tiles> terrain(tiles_);
    double last = std::numeric_limits<double>::infinity();
    std::size_t last_length = length;
    for (int round = 1;; ++round) {
      measure(length);
      const double cost = find_crossings(start_, goal_, portals(), costs(), kSmoothingTolerance,
                                         CrossingsOf::all_portals, *memory_.weighted.memory())
                              .cost;
      if (!(cost < last * (1.0 - kLeastSaving))) {
        std::swap(memory_.corridors[0], memory_.corridors[1]);
        return last_length;
      }
      last = cost;
      // A corridor that nobody measures may be more expensive.
      if (round == kMostTerrainRounds) return length;
      const std::size_t moved =
          terrain.move({memory_.corridors[0].data(), length}, take_crossings(length),
                       {memory_.corridors[1].data(), memory_.tiles()});
      if (moved == 0) return length;
      std::swap(memory_.corridors[0], memory_.corridors[1]);
      last_length = length;
      length = moved;
    }
  }

  [[nodiscard]] PathResult write(std::span<const Point> points,
                                 std::span<Point> out) const noexcept {
    PathWriter path(out);
    Status status = Status::ok;
    for (const Point& point : points) {
      if (!path.append(point)) {
        status = Status::truncated;
        break;
      }
    }
    const std::span<const Point> written = out.first(path.count());
    PathResult result{status, written.size(), path_length(written)};
    result.cost = measure_path_cost(tiles_, written);
    return result;
  }

  const Tiles& tiles_;
  Point start_;
  Point goal_;
  TerrainMemory& memory_;
  std::size_t portal_count_ = 0;
};

}  // namespace taut::detail
