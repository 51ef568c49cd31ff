// The stages from two tiles to a path, for tests that look between them.
#pragma once

#include <algorithm>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_search.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/validate.hpp>

#include "support/funnel_oracle.hpp"
#include "support/random_maps.hpp"

namespace taut::test {

struct GridCorridor {
  std::vector<TileId> tiles;
  std::vector<Portal> portals;
  Point start{0, 0};  // in the first tile
  Point goal{0, 0};   // in the last tile
};

// A place in or on the edge of a tile; half of the time its centre.
inline Point random_place_in(Random& random, Tile tile) {
  if (random.chance(50)) return center(tile);
  const auto along = [&](int low) {
    const int steps[] = {0, 1024, 512, random.between(0, 1024)};
    return static_cast<std::int64_t>(low) * 1024 + steps[random.below(4)];
  };
  return to_map_point({along(tile.x), along(tile.y)});
}

// The corridor that the search finds between two tiles; no tiles when there is none.
inline GridCorridor search_corridor(const Grid& grid, Tile start, Tile goal, DiagonalRule rule) {
  SearchScratch scratch(grid.tile_count());
  GridCorridor out;
  out.tiles.resize(grid.tile_count());
  GridSearchOptions options;
  options.diagonal = rule;
  out.tiles.resize(
      find_corridor(grid, center(start), center(goal), options, scratch, out.tiles).count);
  return out;
}

// A random walk over walkable tiles that neither steps straight back nor steps to a neighbour of
// the tile before. It may cross itself.
inline GridCorridor walk_corridor(Random& random, const Grid& grid, std::size_t steps,
                                  bool has_diagonals) {
  GridCorridor out;
  const auto is_neighbour = [](Tile a, Tile b) {
    return std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1;
  };
  Tile at = random_walkable_tile(random, grid);
  out.tiles.push_back(grid.id(at));
  Tile last{0, 0};
  for (std::size_t tries = 0; tries < 20 * steps && out.tiles.size() <= steps; ++tries) {
    const Tile step = last != Tile{} && random.chance(40)
                          ? last
                          : Tile{random.between(-1, 1), random.between(-1, 1)};
    const Tile next{at.x + step.x, at.y + step.y};
    const bool is_diagonal = step.x != 0 && step.y != 0;
    if (step == Tile{} || step == Tile{-last.x, -last.y} || (is_diagonal && !has_diagonals))
      continue;
    if (!grid.is_walkable(next)) continue;
    if (is_diagonal && !(grid.is_walkable(next.x, at.y) && grid.is_walkable(at.x, next.y)))
      continue;
    const std::size_t count = out.tiles.size();
    if (count >= 2 && is_neighbour(grid.tile(out.tiles[count - 2]), next)) continue;
    at = next;
    last = step;
    out.tiles.push_back(grid.id(at));
  }
  return out;
}

// Fills in portals, start and goal. False when extract_portals() refuses the corridor.
inline bool make_portals(Random& random, const Grid& grid, GridCorridor& corridor) {
  corridor.portals.resize(max_portals(corridor.tiles.size()));
  const Result made = extract_portals(grid, corridor.tiles, corridor.portals);
  corridor.portals.resize(made.count);
  corridor.start = random_place_in(random, grid.tile(corridor.tiles.front()));
  corridor.goal = random_place_in(random, grid.tile(corridor.tiles.back()));
  return made.status == Status::ok;
}

inline std::vector<Point> pull(const GridCorridor& corridor) {
  std::vector<Point> path(max_path_points(corridor.portals.size()));
  path.resize(string_pull(corridor.start, corridor.goal, corridor.portals, path).count);
  return path;
}

// From the start over the centres of the tiles between to the goal.
inline double tile_path_length(const Grid& grid, const GridCorridor& corridor) {
  std::vector<Point> path{corridor.start};
  for (std::size_t i = 1; i + 1 < corridor.tiles.size(); ++i)
    path.push_back(center(grid.tile(corridor.tiles[i])));
  path.push_back(corridor.goal);
  return path_length(path);
}

// Whether the path begins with these points.
inline bool is_front(std::span<const Point> front, std::span<const Point> path) {
  return front.size() <= path.size() && std::equal(front.begin(), front.end(), path.begin());
}

inline LatticeCorridor to_lattice(const GridCorridor& corridor) {
  LatticeCorridor out{to_lattice(corridor.start), to_lattice(corridor.goal), {}};
  for (const Portal& portal : corridor.portals) {
    out.portals.push_back({to_lattice(portal.left), to_lattice(portal.right)});
  }
  return out;
}

inline std::string describe(const Grid& grid, const GridCorridor& corridor,
                            const std::vector<Point>& path) {
  std::ostringstream text;
  text << to_drawing(grid) << "tiles:";
  for (const TileId id : corridor.tiles) text << "  " << grid.tile(id).x << "," << grid.tile(id).y;
  text << "\nportals:";
  for (const Portal& portal : corridor.portals) {
    text << "  " << portal.left.x << " " << portal.left.y << " / " << portal.right.x << " "
         << portal.right.y;
  }
  text << "\nstart " << corridor.start.x << " " << corridor.start.y << ", goal " << corridor.goal.x
       << " " << corridor.goal.y << "\npath:";
  for (const Point& point : path) text << "  " << point.x << " " << point.y;
  return text.str();
}

}  // namespace taut::test
