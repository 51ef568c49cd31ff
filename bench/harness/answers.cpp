#include "answers.hpp"

#include <fmt/format.h>

#include <taut/engine/validate.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace taut::bench {

std::string find_fault(const Grid& grid, const BenchQuery& query, std::span<const Point> path) {
  const PathCheck check = validate_path(grid, center(query.start), center(query.goal), path);
  if (check.fault != PathFault::none) return to_string(check.fault);
  // The files give nine digits after the point.
  if (query.optimum && path_length(path) < *query.optimum - 1e-8) return "shorter_than_optimum";
  return {};
}

bool is_octile_length(const BenchQuery& query, double length) {
  return std::abs(length - query.octile) <= 1e-6 * query.octile;
}

bool is_same(const FoundPath& a, const FoundPath& b) {
  return a.status == b.status && a.length == b.length && a.expanded == b.expanded &&
         std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end()) &&
         a.turns.size() == b.turns.size();
}

Faults::Faults(const BenchMap& map, std::string method)
    : map_(map), method_(std::move(method)), is_wrong_(map.queries.size(), false) {}

void Faults::note(std::size_t query, const std::string& fault) {
  if (is_wrong_[query]) return;
  is_wrong_[query] = true;
  if (count_++ > 0) return;
  const BenchQuery& queried = map_.queries[query];
  fmt::print(stderr, "taut_bench: {}: {}: {},{} to {},{}: {}\n", map_.name, method_,
             queried.start.x, queried.start.y, queried.goal.x, queried.goal.y, fault);
}

void flood(const Grid& grid, Tile from, std::span<int> distance) {
  std::vector<Tile> reached{from};
  distance[grid.id(from)] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Tile tile = reached[i];
    for (const Tile step : {Tile{1, 0}, Tile{-1, 0}, Tile{0, 1}, Tile{0, -1}}) {
      const Tile next{tile.x + step.x, tile.y + step.y};
      if (!grid.is_walkable(next) || distance[grid.id(next)] >= 0) continue;
      distance[grid.id(next)] = distance[grid.id(tile)] + 1;
      reached.push_back(next);
    }
  }
}

std::vector<int> find_distances(const Grid& grid, Tile from) {
  std::vector<int> distance(grid.tile_count(), -1);
  flood(grid, from, distance);
  return distance;
}

std::size_t count_components(const Grid& grid) {
  std::vector<int> distance(grid.tile_count(), -1);
  std::size_t count = 0;
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    if (distance[id] >= 0 || !grid.is_walkable(grid.tile(id))) continue;
    flood(grid, grid.tile(id), distance);
    ++count;
  }
  return count;
}

}  // namespace taut::bench
