// Landmarks by cost: they bound costs, through edits too, and change no answer.
#include <taut/engine/priced_field.hpp>
#include <taut/engine/space.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::uint8_t kNumber = 1;  // of the ground

Ground make_ground(Random& random) {
  constexpr std::array<float, 6> kFactors{0.5F, 2.0F, 3.0F, 6.0F, 10.0F, 0.25F};
  Ground ground;
  for (std::uint8_t id = 1; id <= 3; ++id) {
    ground.set(id, kFactors[static_cast<std::size_t>(random.between(0, 5))]);
  }
  return ground;
}

Grid make_patches(Random& random, int side) {
  Grid grid(side, side, TileState::walkable);
  for (int i = side * side / 12; i > 0; --i) {
    const int x = random.between(0, side - 1);
    const int y = random.between(0, side - 1);
    const TileRect tiles{x, y, x + random.between(1, 6), y + random.between(1, 6)};
    if (random.chance(25)) {
      grid.set(tiles, TileState::blocked);
    } else {
      grid.set_class(tiles, static_cast<std::uint8_t>(random.between(0, 3)));
    }
  }
  return grid;
}

struct Vertex {
  VertexId id;
  Point at;
};

// Without those where obstacles touch at a point: a query starts on both sides of it.
std::vector<Vertex> list_vertices(const ConvexMesh& mesh) {
  std::vector<Vertex> vertices;
  mesh.for_each_cell([&](CellId cell) {
    for (const MeshEdge& edge : mesh.edges(cell)) vertices.push_back({edge.vertex(), edge.start()});
  });
  const auto is_shared = [&](const Vertex& vertex) {
    return std::any_of(vertices.begin(), vertices.end(), [&](const Vertex& other) {
      return other.at == vertex.at && other.id != vertex.id;
    });
  };
  std::vector<Vertex> alone;
  std::copy_if(vertices.begin(), vertices.end(), std::back_inserter(alone),
               [&](const Vertex& vertex) { return !is_shared(vertex); });
  return alone;
}

// By how much rows of landmarks differ more than ways cost, at most.
double find_excess(Random& random, const Space& space, const Landmarks& landmarks, int pairs) {
  PricedScratch scratch(space.mesh());
  std::vector<Point> path(4000);
  const std::vector<Vertex> vertices = list_vertices(space.mesh());
  const auto choose = [&] {
    return vertices[static_cast<std::size_t>(
        random.between(0, static_cast<int>(vertices.size()) - 1))];
  };
  double excess = -1e9;
  if (vertices.empty()) return excess;
  for (int i = 0; i < pairs; ++i) {
    const Vertex from = choose();
    const Vertex to = choose();
    const PathResult found =
        find_priced_path(space.priced_mesh(), from.at, to.at, {}, scratch, path);
    if (!found) continue;
    const std::span<const float> first = landmarks.distances(from.id);
    const std::span<const float> last = landmarks.distances(to.id);
    for (std::size_t k = 0; k < landmarks.count(); ++k) {
      if (std::isnan(first[k]) || std::isnan(last[k])) continue;
      const double difference = std::abs(static_cast<double>(first[k] - last[k]));
      excess = std::max(excess, difference - found.cost - static_cast<double>(landmarks.slack()));
    }
  }
  return excess;
}

void edit_at_random(Random& random, World& first, World& second) {
  const TileRect tiles = random_rect(random, first.grid().width(), first.grid().height());
  const int kind = random.between(0, 9);
  const auto on_both = [&](const auto& edit) {
    edit(first);
    edit(second);
  };
  if (kind == 0) {
    const Ground ground = make_ground(random);
    on_both([&](World& world) { world.set_ground(kNumber, ground); });
  } else if (kind < 5) {
    const auto terrain_class = static_cast<std::uint8_t>(random.between(0, 3));
    on_both([&](World& world) { world.set_class(tiles, terrain_class); });
  } else {
    const TileState state = random.chance(50) ? TileState::walkable : TileState::blocked;
    on_both([&](World& world) { world.set(tiles, state); });
  }
}

}  // namespace

TEST_CASE("priced landmarks: no two rows differ by more than the way costs", "[priced_landmarks]") {
  for (Random& random : random_generators("priced landmark rows")) {
    for (std::size_t i = random_count(6, 300); i > 0; --i) {
      Grid grid = make_patches(random, random.between(10, 30));
      const Ground ground = make_ground(random);
      Space space(grid, Agent{}, ground);
      space.use_landmarks(std::make_shared<Landmarks>(build_landmarks(space.priced_mesh(), 3)));
      CHECK(find_excess(random, space, *space.landmarks(), 40) <= 0.0);
      for (int edits = 3; edits > 0; --edits) {
        const TileRect tiles = random_rect(random, grid.width(), grid.height());
        if (random.chance(50)) {
          grid.set_class(tiles, static_cast<std::uint8_t>(random.between(0, 3)));
        } else {
          grid.set(tiles, random.chance(50) ? TileState::walkable : TileState::blocked);
        }
        space.update(grid, tiles);
        REQUIRE(space.landmarks()->is_current(space.mesh()));
        CHECK(find_excess(random, space, *space.landmarks(), 40) <= 0.0);
      }
    }
  }
}

TEST_CASE("priced landmarks: the paths of every agent cost the same, through edits",
          "[priced_landmarks]") {
  const std::array<Agent, 5> agents{Agent::point(kNumber), Agent::disc(0.4, kNumber),
                                    Agent::disc(1.3, kNumber), Agent::square(0.5, kNumber),
                                    Agent::square(0.75, kNumber)};
  std::size_t expanded = 0;
  std::size_t guided_expanded = 0;
  for (Random& random : random_generators("priced landmark worlds")) {
    for (std::size_t i = random_count(4, 200); i > 0; --i) {
      const Grid grid = make_patches(random, random.between(16, 32));
      const Agent& agent = agents[static_cast<std::size_t>(random.between(0, 4))];
      World plain(grid);
      plain.set_ground(kNumber, make_ground(random));
      plain.prepare(agent);
      World guided = plain;
      guided.keep_landmarks(4);
      Finder of_plain(plain);
      Finder of_guided(guided);
      for (int edits = 0; edits < 8; ++edits) {
        if (edits > 0) edit_at_random(random, plain, guided);
        if (random.chance(30)) (void)guided.refresh_landmarks(2);
        for (int queries = 6; queries > 0; --queries) {
          const Point start = to_map_point(random_place(random, grid));
          const Point goal = to_map_point(random_place(random, grid));
          const FindOptions options{.agent = agent};
          const FoundPath by_plain = of_plain.find(start, goal, options);
          const FoundPath by_guided = of_guided.find(start, goal, options);
          REQUIRE(by_plain.reason == by_guided.reason);
          if (!by_plain) continue;
          CHECK(std::abs(by_guided.cost - by_plain.cost) <= 1e-3 * by_plain.cost);
          expanded += by_plain.expanded;
          guided_expanded += by_guided.expanded;
        }
      }
    }
  }
  std::printf("priced landmarks: %zu nodes expanded, %zu without\n", guided_expanded, expanded);
  CHECK(guided_expanded < expanded);
}

namespace {

// The walkable tiles of a rectangle, those of a building to be.
std::vector<Tile> list_walkable(const Grid& grid, const TileRect& rect) {
  std::vector<Tile> tiles;
  for (int y = rect.y0; y < rect.y1; ++y) {
    for (int x = rect.x0; x < rect.x1; ++x) {
      if (grid.is_walkable(x, y)) tiles.push_back({x, y});
    }
  }
  return tiles;
}

}  // namespace

TEST_CASE("priced landmarks: buildings that come and go", "[priced_landmarks]") {
  const std::array<Agent, 5> agents{Agent::point(kNumber), Agent::disc(0.4, kNumber),
                                    Agent::disc(1.3, kNumber), Agent::square(0.5, kNumber),
                                    Agent::square(0.75, kNumber)};
  for (Random& random : random_generators("priced landmarks and buildings")) {
    for (std::size_t i = random_count(10, 400); i > 0; --i) {
      World world(make_patches(random, random.between(10, 24)));
      world.set_ground(kNumber, make_ground(random));
      const Agent& agent = agents[static_cast<std::size_t>(random.between(0, 4))];
      world.prepare(agent);
      world.keep_landmarks(3);
      const Space& space = *world.find_space(agent);
      std::vector<std::vector<Tile>> buildings;
      for (int edits = 10; edits > 0; --edits) {
        const TileRect rect = random_rect(random, world.grid().width(), world.grid().height());
        const int kind = random.between(0, 19);
        if (kind == 0) {
          world.set(rect, TileState::walkable);  // walls, and parts of buildings
        } else if (kind == 1) {
          world.set_class(rect, static_cast<std::uint8_t>(random.between(0, 3)));
        } else if (kind == 2) {
          (void)world.refresh_landmarks(1);
        } else if (kind < 12 || buildings.empty()) {
          buildings.push_back(list_walkable(world.grid(), rect));
          for (const Tile& tile : buildings.back()) world.set(tile, TileState::blocked);
        } else {
          const std::size_t at = random.below(buildings.size());
          for (const Tile& tile : buildings[at]) world.set(tile, TileState::walkable);
          buildings.erase(buildings.begin() + static_cast<std::ptrdiff_t>(at));
        }
        REQUIRE(space.landmarks()->is_current(space.mesh()));
        REQUIRE(find_excess(random, space, *space.landmarks(), 20) <= 0.0);
      }
    }
  }
}

TEST_CASE("priced landmarks: what is below a building gets cheaper while it stands",
          "[priced_landmarks]") {
  Random random(5);
  Ground ground(10.0F);
  ground.set(1, 0.25F);
  for (const Agent& agent :
       {Agent::point(kNumber), Agent::disc(0.4, kNumber), Agent::square(0.75, kNumber)}) {
    World world(Grid(30, 20, TileState::walkable));
    world.set({7, 9, 8, 11}, TileState::blocked);
    world.set({22, 9, 23, 11}, TileState::blocked);
    world.set_ground(kNumber, ground);
    world.prepare(agent);
    world.keep_landmarks(4);
    const Space& space = *world.find_space(agent);
    const TileRect building{10, 2, 20, 18};
    world.set(building, TileState::blocked);
    world.set_class({11, 3, 19, 17}, 1);
    world.set(building, TileState::walkable);
    CHECK(find_excess(random, space, *space.landmarks(), 400) <= 0.0);
  }
}

TEST_CASE("priced landmarks: buildings that are removed again weaken bounds little",
          "[priced_landmarks]") {
  Random random(11);
  const Agent agent = Agent::disc(0.4, kNumber);
  Grid land(96, 96, TileState::walkable);
  for (int i = 0; i < 60; ++i) {
    const TileRect patch = random_rect(random, 90, 90);
    land.set_class(patch, static_cast<std::uint8_t>(random.between(1, 3)));
    if (i < 40) land.set(random_rect(random, 90, 90), TileState::blocked);
  }
  World world(land);
  world.set_ground(kNumber, make_ground(random));
  world.prepare(agent);
  world.keep_landmarks(8);
  const World fresh(world);
  for (int i = 0; i < 20; ++i) {
    const int x = random.between(0, 90);
    const int y = random.between(0, 90);
    const std::vector<Tile> tiles = list_walkable(world.grid(), {x, y, x + 4, y + 3});
    for (const Tile& tile : tiles) world.set(tile, TileState::blocked);
    for (const Tile& tile : tiles) world.set(tile, TileState::walkable);
  }
  Finder of_world(world);
  Finder of_fresh(fresh);
  std::size_t expanded = 0;
  std::size_t fresh_expanded = 0;
  for (int i = 0; i < 100; ++i) {
    const Point start = to_map_point(random_place(random, world.grid()));
    const Point goal = to_map_point(random_place(random, world.grid()));
    expanded += of_world.find(start, goal, {agent}).expanded;
    fresh_expanded += of_fresh.find(start, goal, {agent}).expanded;
  }
  std::printf("priced landmarks: %zu nodes expanded, %zu before buildings\n", expanded,
              fresh_expanded);
  CHECK(fresh_expanded > 0);
  CHECK(10 * expanded <= 13 * fresh_expanded);
}

TEST_CASE("priced landmarks: fewer expansions, also in slices", "[priced_landmarks]") {
  Random random(7);
  World world(make_patches(random, 60));
  const Agent agent = Agent::point(kNumber);
  world.set_ground(kNumber, make_ground(random));
  world.prepare(agent);
  Finder finder(world);
  const auto count = [&](std::size_t budget) {
    std::size_t expanded = 0;
    Random places(8);
    for (int i = 0; i < 30; ++i) {
      const Tile first = random_walkable_tile(places, world.grid());
      const Tile last = random_walkable_tile(places, world.grid());
      const FindOptions options{.agent = agent, .budget = budget};
      FoundPath found = finder.find(center(first), center(last), options);
      while (found.status == Status::unfinished) {
        found = finder.find(center(first), center(last), options);
      }
      expanded += found.expanded;
    }
    return expanded;
  };
  const std::size_t without = count(kNoExpansionLimit);
  world.keep_landmarks(8);
  CHECK(world.outdated_landmarks() == 0);
  const std::size_t with = count(kNoExpansionLimit);
  CHECK(with < 2 * without / 3);
  CHECK(count(5) == with);
  // A change of factors outdates those of the ground's space, and no others.
  Ground ground = *world.find_ground(kNumber);
  ground.set(1, 2.5F);
  world.set_ground(kNumber, ground);
  CHECK(world.outdated_landmarks() == 8);
  CHECK(world.refresh_landmarks(3) == 5);
  CHECK(world.refresh_landmarks(100) == 0);
  CHECK(count(kNoExpansionLimit) < 2 * without / 3);
}

TEST_CASE("priced landmarks: those of another state of the mesh are not used",
          "[priced_landmarks]") {
  Random random(11);
  Grid grid = make_patches(random, 30);
  grid.set({0, 0, 3, 3}, TileState::walkable);
  grid.set({27, 27, 30, 30}, TileState::walkable);
  const Ground ground = make_ground(random);
  Space space(grid, Agent{}, ground);
  const Landmarks before = build_landmarks(space.priced_mesh(), 4);
  grid.set({14, 2, 16, 4}, TileState::walkable);
  grid.set({14, 2, 15, 3}, TileState::blocked);
  space.update(grid, {14, 2, 16, 4});
  REQUIRE_FALSE(before.is_current(space.mesh()));
  const auto count = [&](const Landmarks* landmarks) {
    PricedScratch scratch(space.mesh());
    std::vector<Point> path(4000);
    return find_priced_path(space.priced_mesh(), {1.5F, 1.5F}, {28.5F, 28.5F},
                            {.landmarks = landmarks}, scratch, path)
        .expanded;
  };
  const Landmarks current = build_landmarks(space.priced_mesh(), 4);
  CHECK(count(&before) == count(nullptr));
  CHECK(count(&current) < count(nullptr));
}

TEST_CASE("priced landmarks: bad counts", "[priced_landmarks]") {
  const Grid grid(4, 4, TileState::walkable);
  const Space space(grid, Agent{}, Ground{});
  CHECK_THROWS_AS(build_landmarks(space.priced_mesh(), 0), std::invalid_argument);
  CHECK_THROWS_AS(build_landmarks(space.priced_mesh(), Landmarks::kMaxCount + 1),
                  std::invalid_argument);
}
