// The number of landmarks that a map needs.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/priced_field.hpp>
#include <taut/engine/space.hpp>
#include <taut/map_file.hpp>
#include <taut/save.hpp>
#include <taut/shared_world.hpp>
#include <taut/world.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

struct Row {
  Point at{0.0F, 0.0F};
  std::vector<float> distances{};

  friend bool operator==(const Row&, const Row&) = default;
};

// By place, as ids depend on edits.
std::vector<Row> list_rows(const ConvexMesh& mesh, const Landmarks& landmarks) {
  std::vector<Row> rows;
  if (landmarks.count() == 0) return rows;
  mesh.for_each_cell([&](CellId cell) {
    for (const MeshEdge& edge : mesh.edges(cell)) {
      const std::span<const float> row = landmarks.distances(edge.vertex());
      rows.push_back({edge.start(), {row.begin(), row.end()}});
    }
  });
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(a.at.y, a.at.x, a.distances) < std::tie(b.at.y, b.at.x, b.distances);
  });
  return rows;
}

// Whether they are those that are made when their number is given.
bool are_as_given(const ConvexMesh& mesh, const Landmarks& chosen) {
  if (chosen.count() == 0) return true;
  const Landmarks given = build_landmarks(mesh, chosen.count());
  return chosen.slack() == given.slack() && chosen.memory_bytes() == given.memory_bytes() &&
         list_rows(mesh, chosen) == list_rows(mesh, given);
}

ConvexMesh load_mesh(const char* name) { return build_mesh(load_map(own_map(name)).value.value()); }

// Pillars everywhere: what lies between a place and a landmark says nothing about the way.
Grid make_pillars(int side) {
  return Grid::from_predicate(side, side, [](int x, int y) { return x % 3 != 1 || y % 3 != 1; });
}

}  // namespace

TEST_CASE("landmark count: by the map", "[landmarks]") {
  const auto count = [](const ConvexMesh& mesh) {
    const Landmarks landmarks = build_landmarks(mesh);
    CHECK(are_as_given(mesh, landmarks));
    CHECK(landmarks.is_current(mesh) == (landmarks.count() > 0));
    return landmarks.count();
  };
  CHECK(count(load_mesh("arena.map")) == 0);
  CHECK(count(build_mesh(make_pillars(48))) == 0);
  CHECK(count(load_mesh("dungeon.map")) == 8);
  CHECK(count(load_mesh("coast.map")) == 16);
  CHECK(count(load_mesh("city.map")) == 32);
  CHECK(count(build_mesh(Grid(3, 3, TileState::blocked))) == 0);
  CHECK(count(build_mesh(Grid(3, 3, TileState::walkable))) == 0);
}

TEST_CASE("landmark count: more than 8 take at most 32 MiB", "[landmarks]") {
  if (!is_long()) return;
  const Grid city = load_map(own_map("city.map")).value.value();
  const int side = 9 * city.width();
  const ConvexMesh mesh = build_mesh(Grid::from_predicate(side, side, [&](int x, int y) {
    return city.is_walkable(x % city.width(), y % city.height());
  }));
  const std::size_t bytes_of_one = mesh.vertex_ids() * sizeof(float);
  REQUIRE(32 * bytes_of_one > std::size_t{32} << 20U);
  const Landmarks landmarks = build_landmarks(mesh);
  CHECK(landmarks.count() == 16);
  CHECK(landmarks.memory_bytes() <= std::size_t{32} << 20U);
}

TEST_CASE("landmark count: depends on the map alone", "[landmarks]") {
  std::size_t guided = 0;
  for (Random& random : random_generators("landmark count")) {
    for (std::size_t i = 0; i < random_count(6, 200); ++i) {
      Grid grid = random.chance(50) ? make_random_map(random, 60)
                                    : load_map(own_map("dungeon.map")).value.value();
      ConvexMesh edited = build_mesh(grid);
      for (int edits = random.between(1, 6); edits > 0; --edits) {
        const TileRect tiles = random_rect(random, grid.width(), grid.height());
        grid.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
        edit_mesh(grid, tiles, edited);
      }
      const ConvexMesh fresh = build_mesh(grid);
      const Landmarks of_edited = build_landmarks(edited);
      const Landmarks of_fresh = build_landmarks(fresh);
      REQUIRE(of_edited.count() == of_fresh.count());
      REQUIRE(list_rows(edited, of_edited) == list_rows(fresh, of_fresh));
      REQUIRE(are_as_given(edited, of_edited));
      guided += of_fresh.count() > 0 ? 1U : 0U;
    }
  }
  CHECK((guided > 0 || is_small_share()));
}

TEST_CASE("landmark count: each space of a world chooses its own", "[landmarks][world]") {
  constexpr std::uint8_t kNumber = 3;
  World world(load_map(own_map("city.map")).value.value());
  world.keep_landmarks();
  CHECK(world.landmarks()->count() == 32);

  // Also spaces made later, and those with costs.
  world.prepare(Agent::disc(0.4));
  const Space wide(world.grid(), Agent::disc(0.4));
  const Landmarks of_wide = build_landmarks(wide.mesh());
  REQUIRE(of_wide.count() > 0);
  Ground ground;
  ground.set(1, 3.0F);
  world.set_class({10, 10, 40, 40}, 1);
  world.set_ground(kNumber, ground);
  world.prepare(Agent::point(kNumber));
  const Space priced(world.grid(), Agent::point(kNumber), ground);
  const Landmarks by_cost = build_landmarks(priced.priced_mesh());
  REQUIRE(by_cost.count() > 0);
  CHECK(list_rows(priced.mesh(), by_cost) ==
        list_rows(priced.mesh(), build_landmarks(priced.priced_mesh(), by_cost.count())));
  const World before = world;
  world.set(TileRect{0, 0, world.grid().width(), world.grid().height()}, TileState::blocked);
  CHECK(world.outdated_landmarks() == 32 + of_wide.count() + by_cost.count());

  SharedWorld shared{World(before.grid())};
  shared.keep_landmarks();
  shared.publish();
  CHECK(shared.read()->landmarks()->count() == 32);
  shared.keep_landmarks(4);
  shared.publish();
  CHECK(shared.read()->landmarks()->count() == 4);
}

TEST_CASE("landmark count: none where they save nothing, through edits", "[landmarks][world]") {
  World world(make_pillars(24));
  world.keep_landmarks();
  CHECK(world.landmarks()->count() == 0);
  CHECK(world.outdated_landmarks() == 0);
  world.set(TileRect{3, 3, 9, 9}, TileState::walkable);
  world.set(Tile{4, 4}, TileState::blocked);
  World edited(make_pillars(24));
  edited.set(TileRect{3, 3, 9, 9}, TileState::walkable);
  edited.set(Tile{4, 4}, TileState::blocked);
  CHECK(world.refresh_landmarks(8) == 0);
  CHECK(world.memory_bytes() == edited.memory_bytes());
}

TEST_CASE("landmark count: saves know that the map chose it", "[landmarks][save]") {
  for (const SaveForm form : {SaveForm::light, SaveForm::full}) {
    World world(make_pillars(24));
    world.keep_landmarks();
    const Loaded<World> loaded = read_save(save(world, form), "game");
    REQUIRE(loaded);
    CHECK(loaded.value->landmarks()->count() == 0);
    CHECK(save(*loaded.value, form) == save(world, form));

    World city(load_map(own_map("city.map")).value.value());
    city.keep_landmarks();
    Loaded<World> again = read_save(save(city, form), "game");
    REQUIRE(again);
    CHECK(again.value->landmarks()->count() == 32);
    CHECK(list_rows(again.value->mesh(), *again.value->landmarks()) ==
          list_rows(city.mesh(), *city.landmarks()));
    // Spaces made after loading choose theirs too.
    again.value->prepare(Agent::square(0.75));
    city.prepare(Agent::square(0.75));
    CHECK(again.value->memory_bytes() == city.memory_bytes());
  }
}
