#include "grid/paths/terrain_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <taut/detail/path_writer.hpp>
#include <taut/geometry.hpp>

#include "core/funnel/weighted_solver.hpp"
#include "grid/paths/compressed_portals.hpp"
#include "grid/paths/mover_repair.hpp"
#include "grid/paths/terrain_corridor.hpp"

namespace taut {
namespace {

constexpr int kMostRounds = 64;

// A round of repair must save this part of the cost.
constexpr double kLeastSaving = 1e-8;

// Crossings of repair may cost this part more than the cheapest ones.
constexpr double kRepairTolerance = 1e-7;

using detail::to_vector;
using detail::Vector;

class TerrainPath {
 public:
  TerrainPath(const detail::MoverTiles& tiles, const Point& start, const Point& goal,
              TerrainMemory& memory)
      : tiles_(tiles), start_(start), goal_(goal), memory_(memory) {}

  [[nodiscard]] PathResult find(std::span<const TileId> steps, Repair repair,
                                std::span<Point> out) noexcept {
    const std::span<Point> room(memory_.points.get(), max_terrain_points(memory_.tiles()));
    const Result written = write_steps(tiles_.grid(), start_, goal_, steps, repair, room);
    const std::span<const Point> points = room.first(written.count);
    const double cost = path_cost(tiles_, points);
    const TerrainCorridor terrain(tiles_);
    std::size_t length = terrain.join(steps, {memory_.corridors[0].get(), memory_.tiles()});
    if (length > 0) {
      if (repair == Repair::raycast) length = repair_by_cost(length);
      measure(length);
      const std::span<Point> room_for_path(memory_.pulled.get(), max_terrain_points(length));
      const WeightedResult pulled =
          string_pull_weighted(start_, goal_, portals(), costs(), memory_.weighted, room_for_path);
      const std::span<const Point> path = room_for_path.first(pulled.count);
      if (pulled && path_cost(tiles_, path) <= cost) return write(path, out);
    }
    return write(points, out);
  }

 private:
  // Portals and costs of the corridor in corridors[0]. Tiles in a row that cost the same are one
  // convex cell.
  void measure(std::size_t length) noexcept {
    const TileId* tiles = memory_.corridors[0].get();
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
      memory_.portals[portal_count_] = detail::edge_portal(from, step);
      memory_.portal_tiles[portal_count_] = static_cast<std::uint32_t>(i);
      memory_.costs[++portal_count_] = cost;
      row_step = {0, 0};
    }
  }

  [[nodiscard]] std::span<const Portal> portals() const noexcept {
    return {memory_.portals.get(), portal_count_};
  }
  [[nodiscard]] std::span<const float> costs() const noexcept {
    return {memory_.costs.get(), portal_count_ + 1};
  }

  // Where the path crosses each edge of the corridor, with start and goal.
  [[nodiscard]] std::span<const Vector> take_crossings(std::size_t length) noexcept {
    const detail::WeightedMemory& solved = *memory_.weighted.memory();
    const std::span<Vector> points(memory_.crossings.get(), length + 1);
    points[0] = to_vector(start_);
    points[length] = to_vector(goal_);
    std::size_t first = 1;
    for (std::size_t i = 0; i <= portal_count_; ++i) {
      std::size_t end = length;
      if (i < portal_count_) {
        const detail::Crossing& crossing = solved.crossings[i];
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
  std::size_t repair_by_cost(std::size_t length) noexcept {
    const TerrainCorridor terrain(tiles_);
    double last = std::numeric_limits<double>::infinity();
    std::size_t last_length = length;
    for (int round = 0; round < kMostRounds; ++round) {
      measure(length);
      const double cost =
          detail::find_crossings(start_, goal_, portals(), costs(), kRepairTolerance,
                                 detail::CrossingsOf::all_portals, *memory_.weighted.memory())
              .cost;
      if (!(cost < last * (1.0 - kLeastSaving))) {
        memory_.corridors[0].swap(memory_.corridors[1]);
        return last_length;
      }
      last = cost;
      const std::size_t moved =
          terrain.move({memory_.corridors[0].get(), length}, take_crossings(length),
                       {memory_.corridors[1].get(), memory_.tiles()});
      if (moved == 0) return length;
      memory_.corridors[0].swap(memory_.corridors[1]);
      last_length = length;
      length = moved;
    }
    return length;
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
    result.cost = path_cost(tiles_, written);
    return result;
  }

  const detail::MoverTiles& tiles_;
  Point start_;
  Point goal_;
  TerrainMemory& memory_;
  std::size_t portal_count_ = 0;
};

}  // namespace

TerrainMemory::TerrainMemory(std::size_t tiles)
    : points(std::make_unique<Point[]>(max_terrain_points(tiles))),
      pulled(std::make_unique<Point[]>(max_terrain_points(tiles))),
      crossings(std::make_unique_for_overwrite<detail::Vector[]>(tiles + 1)),
      corridors{std::make_unique_for_overwrite<TileId[]>(tiles),
                std::make_unique_for_overwrite<TileId[]>(tiles)},
      portals(std::make_unique_for_overwrite<Portal[]>(tiles)),
      portal_tiles(std::make_unique_for_overwrite<std::uint32_t[]>(tiles)),
      costs(std::make_unique_for_overwrite<float[]>(tiles)),
      weighted(tiles),
      tiles_(tiles) {}

std::size_t TerrainMemory::memory_bytes() const noexcept {
  return weighted.memory_bytes() + 2 * max_terrain_points(tiles_) * sizeof(Point) +
         (tiles_ + 1) * sizeof(Vector) +
         tiles_ * (2 * sizeof(TileId) + sizeof(Portal) + sizeof(std::uint32_t) + sizeof(float));
}

std::size_t max_terrain_points(std::size_t tiles) noexcept { return max_path_points(tiles); }

Result write_steps(const Grid& grid, const Point& start, const Point& goal,
                   std::span<const TileId> steps, Repair repair, std::span<Point> out) noexcept {
  const std::size_t ends = repair == Repair::raycast ? 0 : 1;
  PathWriter path(out);
  bool fits = path.append(start);
  for (std::size_t i = ends; fits && i + ends < steps.size(); ++i) {
    fits = path.append(center(grid.tile(steps[i])));
  }
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

PathResult find_terrain_path(const detail::MoverTiles& tiles, const Point& start, const Point& goal,
                             std::span<const TileId> steps, Repair repair, TerrainMemory& memory,
                             std::span<Point> out) noexcept {
  if (steps.empty() || steps.size() > memory.tiles()) return {Status::out_of_nodes};
  return TerrainPath(tiles, start, goal, memory).find(steps, repair, out);
}

}  // namespace taut
