// Spaces whose tiles cost differently: what their meshes promise, new and after edits.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <taut/engine/constants.hpp>
#include <taut/engine/space.hpp>

#include "support/catch.hpp"
#include "support/mesh_check.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

const std::array<Agent, 9> kAgents{
    Agent{},           Agent::disc(0.3),    Agent::disc(0.5),   Agent::disc(1.0),
    Agent::disc(1.6),  Agent::square(0.35), Agent::square(0.5), Agent::square(1.0),
    Agent::square(1.5)};

// Classes 0 and 3 cost the same.
Ground make_ground(float first, float second) {
  Ground ground;
  ground.set(1, first);
  ground.set(2, second);
  return ground;
}

void set_classes_at_random(Random& random, Grid& grid) {
  for (int i = random.between(0, 12); i > 0; --i) {
    grid.set_class(random_rect(random, grid.width(), grid.height()),
                   static_cast<std::uint8_t>(random.between(0, 3)));
  }
}

using Ring = std::vector<DiscPoint>;

// The part of a convex ring on one side of a line parallel to an axis.
Ring clip(const Ring& ring, double DiscPoint::*axis, double line, double hand) {
  Ring left;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const DiscPoint& a = ring[i];
    const DiscPoint& b = ring[(i + 1) % ring.size()];
    const double from = hand * (a.*axis - line);
    const double to = hand * (b.*axis - line);
    if (from >= 0.0) left.push_back(a);
    if ((from < 0.0) == (to < 0.0)) continue;
    const double part = from / (from - to);
    left.push_back({a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)});
  }
  return left;
}

double area_of(const Ring& ring) {
  double area = 0.0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const DiscPoint& a = ring[i];
    const DiscPoint& b = ring[(i + 1) % ring.size()];
    area += 0.5 * (a.x * b.y - b.x * a.y);
  }
  return area;
}

double area_on_tile(const Ring& ring, int x, int y) {
  Ring part = clip(ring, &DiscPoint::x, x, 1.0);
  part = clip(part, &DiscPoint::x, x + 1, -1.0);
  part = clip(part, &DiscPoint::y, y, 1.0);
  return area_of(clip(part, &DiscPoint::y, y + 1, -1.0));
}

Ring ring_of(const ConvexMesh& mesh, CellId cell) {
  Ring ring;
  for (const MeshEdge& edge : mesh.edges(cell)) {
    ring.push_back({static_cast<double>(edge.start().x), static_cast<double>(edge.start().y)});
  }
  return ring;
}

double area_of(const ConvexMesh& mesh) {
  double area = 0.0;
  mesh.for_each_cell([&](CellId cell) { area += area_of(ring_of(mesh, cell)); });
  return area;
}

// What a place between tiles is made of: walls, and costs of walkable tiles.
bool is_flat(const Grid& grid, const Ground& ground, int x, int y) {
  const auto cost = [&](int dx, int dy) {
    const Tile tile{x + dx, y + dy};
    return grid.is_walkable(tile) ? ground[grid.terrain_class(grid.id(tile))] : 0.0F;
  };
  const float a = cost(-1, -1);
  const float b = cost(0, -1);
  const float c = cost(0, 0);
  const float d = cost(-1, 0);
  return (a == b && c == d) || (a == d && b == c);
}

std::string find_fault_of_costs(const Grid& grid, const Ground& ground, const Space& space) {
  std::string fault;
  const ConvexMesh& mesh = space.mesh();
  mesh.for_each_cell([&](CellId cell) {
    const Ring ring = ring_of(mesh, cell);
    const float cost = space.cell_costs()[cell];
    for (TileId id = 0; id < grid.tile_count(); ++id) {
      const Tile tile = grid.tile(id);
      if (ground[grid.terrain_class(id)] == cost) continue;
      if (area_on_tile(ring, tile.x, tile.y) > 1e-9) fault = "a cell on tiles of another cost";
    }
    if (space.agent().radius > 0.0) return;
    for (const MeshEdge& edge : mesh.edges(cell)) {
      const Point& at = edge.start();
      if (is_flat(grid, ground, static_cast<int>(at.x), static_cast<int>(at.y))) {
        fault = "a vertex inside a side";
      }
    }
  });
  return fault;
}

std::string find_fault_of(const Grid& grid, const Ground& ground, const Space& space) {
  std::string fault = space.is_opened() ? "" : find_fault(space.mesh());
  if (fault.empty()) fault = find_fault_of_costs(grid, ground, space);
  const Space plain(grid, space.agent());
  // The lattice of an opened mesh is coarser where there is a ground.
  const double tolerance = space.is_opened() ? 0.01 * static_cast<double>(grid.tile_count()) : 1e-6;
  if (fault.empty() && std::abs(area_of(space.mesh()) - area_of(plain.mesh())) > tolerance) {
    fault = "another area";
  }
  if (fault.empty() && space.mesh().component_count() != plain.mesh().component_count()) {
    fault = "other components";
  }
  return fault;
}

std::string draw_classes(const Grid& grid) {
  std::string text;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const char terrain = static_cast<char>('0' + grid.terrain_class(grid.id({x, y})));
      text += grid.is_walkable(x, y) ? terrain : '#';
    }
    text += '\n';
  }
  return text;
}

bool has_two_costs(const Grid& grid, const Ground& ground) {
  for (TileId id = 1; id < grid.tile_count(); ++id) {
    if (ground[grid.terrain_class(id)] != ground[grid.terrain_class(0)]) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("priced space: no cell lies on tiles of two costs", "[priced_space]") {
  const Ground ground = make_ground(2.0F, 0.5F);
  for (Random& random : random_generators("priced spaces")) {
    for (std::size_t i = 0; i < random_count(60, 2000); ++i) {
      Grid grid = make_random_map(random, 12);
      set_classes_at_random(random, grid);
      const Agent agent = kAgents[static_cast<std::size_t>(random.between(0, 8))];
      const Space space(grid, agent, ground);
      CHECK(space.has_costs() == has_two_costs(grid, ground));
      const std::string fault = find_fault_of(grid, ground, space);
      if (!fault.empty()) {
        FAIL(fault << ", radius " << agent.radius << "\n" << draw_classes(grid));
      }
    }
  }
}

TEST_CASE("priced space: the same after edits of tiles, classes and grounds", "[priced_space]") {
  for (Random& random : random_generators("priced space edits")) {
    for (std::size_t i = 0; i < random_count(25, 800); ++i) {
      Grid grid = make_random_map(random, 12);
      Ground ground = make_ground(2.0F, 0.5F);
      set_classes_at_random(random, grid);
      const Agent agent = kAgents[static_cast<std::size_t>(random.between(0, 8))];
      Space space(grid, agent, ground);
      for (int k = 0; k < 12; ++k) {
        const std::string before = draw_classes(grid);
        if (random.chance(10)) {
          ground = make_ground(random.chance(50) ? 1.0F : 3.0F, random.chance(50) ? 3.0F : 0.25F);
          space.use_ground(grid, ground);
        } else if (random.chance(50)) {
          const TileRect rect = random_rect(random, grid.width(), grid.height());
          grid.set_class(rect, static_cast<std::uint8_t>(random.between(0, 3)));
          space.update(grid, rect);
        } else {
          const TileRect rect = edit_at_random(random, grid);
          space.update(grid, rect);
        }
        const std::string fault = find_fault_of(grid, ground, space);
        if (!fault.empty()) {
          FAIL(fault << ", edit " << k << ", radius " << agent.radius << "\n"
                     << before << "\n"
                     << draw_classes(grid));
        }
        CHECK(space.has_costs() == has_two_costs(grid, ground));
      }
    }
  }
}

TEST_CASE("priced space: where all tiles cost the same the mesh is the plain one",
          "[priced_space]") {
  for (Random& random : random_generators("priced spaces of one cost")) {
    for (std::size_t i = 0; i < random_count(30, 300); ++i) {
      Grid grid = make_random_map(random, 20);
      grid.set_class({0, 0, grid.width(), grid.height()}, 1);
      const Space priced(grid, {}, make_ground(2.0F, 0.5F));
      const Space plain(grid);
      CHECK_FALSE(priced.has_costs());
      CHECK(priced.least_cost() == 2.0F);
      CHECK(priced.mesh().cell_count() == plain.mesh().cell_count());
      CHECK(priced.mesh().edge_count() == plain.mesh().edge_count());
    }
  }
}

TEST_CASE("priced space: maps of the longest side", "[priced_space]") {
  Grid grid(kMaxMapSide, 5, TileState::walkable);
  grid.set({100, 2, 200, 3}, TileState::blocked);
  grid.set_class({5000, 1, 9000, 4}, 1);
  for (const Agent& agent : kAgents) {
    const Space space(grid, agent, make_ground(2.0F, 0.5F));
    CHECK(space.has_costs());
    CHECK(space.mesh().component_count() == Space(grid, agent).mesh().component_count());
  }
}

TEST_CASE("priced space: only one that has a ground takes another", "[priced_space]") {
  const Grid grid(3, 3, TileState::walkable);
  Space plain(grid);
  CHECK_THROWS_WITH(plain.use_ground(grid, Ground{}),
                    "taut: Space::use_ground: the space was made without a ground");
}
