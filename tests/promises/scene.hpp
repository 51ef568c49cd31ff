// Maps and queries that the tests of promises run every kind of query on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/space.hpp>
#include <taut/grid.hpp>
#include <taut/world.hpp>

#include "support/random.hpp"

namespace taut::test {

// A ground of the world of each scene, to which class 1 costs more.
inline constexpr std::uint8_t kSlowGround = 1;

// The same tiles as each of the library's maps.
struct Maps {
  explicit Maps(const Grid& tiles);

  // Edits all of them.
  void set(const TileRect& tiles, TileState state);

  Grid grid;
  Quadtree tree;
  ConvexMesh mesh;
  ConvexMesh leaf_mesh;
  World world;
};

// What the stages of a pipeline take from the stages before them. Empty where there is no path.
struct Corridor {
  std::vector<std::uint32_t> cells;
  std::vector<Portal> portals;
  std::vector<Point> path;  // pulled through the portals
};

struct Query {
  std::size_t index = 0;   // in its scene
  std::uint64_t salt = 0;  // chooses among options
  Point start{0.0F, 0.0F};
  Point goal{0.0F, 0.0F};
  Corridor tiles;
  Corridor leaves;  // with the edges between leaves as portals
  Corridor cells;   // of the mesh
  // A corridor of random cells, of no map.
  Point row_start{0.0F, 0.0F};
  Point row_goal{0.0F, 0.0F};
  std::vector<Portal> row;

  // One of a list of options: another choice for each `digit` from 0 to 7.
  template <class T, std::size_t N>
  [[nodiscard]] const T& pick(unsigned digit, const std::array<T, N>& options) const {
    return options[(salt >> (8U * digit) & 0xffU) % N];
  }
};

// A map, edited before the queries, and its queries.
struct Scene {
  Scene(std::string scene_name, Random& random, const Grid& tiles, std::size_t edits,
        std::size_t query_count);
  // The queries of a scene on new maps of its tiles and classes.
  static std::unique_ptr<Scene> make_again(const Scene& scene);
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  [[nodiscard]] bool is_small() const noexcept { return maps.grid.tile_count() <= 64 * 64; }

  std::string name;
  Maps maps;
  ConvexMesh rectangle_mesh;
  Space narrow_discs;
  Space large_discs;
  Space narrow_squares;
  Space opened_squares;  // is_opened()
  std::vector<Query> queries;

 private:
  Scene(std::string scene_name, Maps scene_maps);
};

// The committed maps and random ones; always the same.
const std::deque<Scene>& scenes();

// All of them, or in a small share of the random suites a third of as many random maps or less.
const std::deque<Scene>& scenes_in_share();

}  // namespace taut::test
