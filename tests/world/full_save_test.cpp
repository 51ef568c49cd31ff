// Saves of the full form: the loaded world is as the saved one, with meshes, landmarks and indexes.
// A forged save is refused, or does no harm.
#include <taut/save.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/engine/space.hpp>
#include <taut/finder.hpp>

#include "support/catch.hpp"
#include "support/mixed_worlds.hpp"
#include "support/random_maps.hpp"
#include "support/same_answers.hpp"
#include "support/save_bytes.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

Bytes save_full(const World& world) { return save(world, SaveForm::full); }

// Loads a saved world, and checks that it is saved as before.
World load_again(const World& world) {
  const Bytes bytes = save_full(world);
  Loaded<World> loaded = read_save(bytes, "game");
  INFO(loaded.error.message());
  REQUIRE(loaded);
  REQUIRE(save_full(*loaded.value) == bytes);
  REQUIRE(world.outdated_landmarks() == loaded.value->outdated_landmarks());
  REQUIRE(world.outdated_indexes() == loaded.value->outdated_indexes());
  return std::move(*loaded.value);
}

// A world with landmarks and indexes that edits and refreshes have left in every state.
World make_kept_world(Random& random) {
  World world = make_mixed_world(random, 16);
  if (random.chance(70)) {
    const bool is_by_map = random.chance(25);
    is_by_map ? world.keep_landmarks()
              : world.keep_landmarks(static_cast<std::size_t>(random.between(1, 6)));
  }
  // Some limits are too low for the indexes of large spaces.
  if (random.chance(50)) world.keep_index(std::size_t{1} << (10U + random.below(12)));
  for (int k = random.between(0, 12); k > 0; --k) {
    edit_mixed(random, world);
    if (random.chance(20)) world.refresh_landmarks(random.below(30));
    if (random.chance(10)) world.refresh_index(random.below(30));
  }
  if (random.chance(50)) add_links(random, world);
  return world;
}

TEST_CASE("full save: what comes back is the world", "[world][save]") {
  for (Random& random : random_generators("full save")) {
    std::size_t solved = 0;
    for (std::size_t i = random_count(25, 1500); i > 0; --i) {
      World world = make_kept_world(random);
      World loaded = load_again(world);
      compare_state(world, loaded);
      for (const Agent& agent : all_agents()) {
        REQUIRE(world.has_index(agent) == loaded.has_index(agent));
      }
      solved += compare_answers(random, world, loaded);
      for (int k = 0; k < 4; ++k) {
        Random edits = random;
        edit_mixed(edits, world);
        edit_mixed(random, loaded);
        solved += compare_answers(random, world, loaded);
        REQUIRE(world.outdated_landmarks() == loaded.outdated_landmarks());
        REQUIRE(world.outdated_indexes() == loaded.outdated_indexes());
        const std::size_t fields = random.below(40);
        REQUIRE(world.refresh_landmarks(fields) == loaded.refresh_landmarks(fields));
        REQUIRE(world.refresh_index(k == 2 ? 40 : 0) == loaded.refresh_index(k == 2 ? 40 : 0));
        solved += compare_answers(random, world, loaded);
      }
      loaded = load_again(loaded);
      solved += compare_answers(random, world, loaded);
    }
    CHECK((is_small_share() || solved > 200));
  }
}

TEST_CASE("full save: indexes of all cores and of one thread are the same bytes", "[world][save]") {
  for (Random& random : random_generators("index of all cores")) {
    for (std::size_t i = random_count(4, 100); i > 0; --i) {
      World of_all_cores(make_noise_map(random, 48, 48, random.between(5, 20)));
      World of_one = of_all_cores;
      of_all_cores.keep_index();
      of_one.use_index(of_one.build_index());
      CHECK(save_full(of_all_cores) == save_full(of_one));
    }
  }
}

TEST_CASE("full save: floors, a map without room, a crowd", "[world][save]") {
  const std::vector<FloorMap> maps{{draw_map("...\n.@.\n"), {-4, 7}}, {draw_map("....\n"), {2, 3}}};
  World world(maps);
  (void)world.link({0, {-3.5F, 7.5F}}, {1, {3.5F, 3.5F}}, {.cost = 2.5});
  world.prepare(Agent::disc(3.5));
  world.prepare(Agent::square(8.0));
  world.keep_landmarks(2);
  world.keep_index();
  World loaded = load_again(world);
  REQUIRE(loaded.floors().size() == 2);
  Finder one(world);
  Finder other(loaded);
  const Point start = world.to_point({0, {-1.5F, 8.5F}});
  const Point goal = world.to_point({1, {5.5F, 3.5F}});
  CHECK(describe(one.find(start, goal)) == describe(other.find(start, goal)));
  CHECK(one.find(start, goal));

  const World blocked(draw_map("@@@\n@@@\n"));
  CHECK(load_again(blocked).mesh().cell_count() == 0);

  world.prepare(Agent::disc(0.25));
  Crowd crowd(world);
  REQUIRE(crowd.add(Agent::disc(0.25), start));
  crowd.advance(0.1);
  const Bytes bytes = save(world, crowd, SaveForm::full);
  Loaded<World> with_crowd = read_save(bytes, "game");
  REQUIRE(with_crowd);
  const Loaded<Crowd> same = read_crowd(bytes, "game", *with_crowd.value);
  REQUIRE(same);
  CHECK(save(*with_crowd.value, *same.value, SaveForm::full) == bytes);
}

// When a building is removed, landmarks know as much as before it was placed.
TEST_CASE("full save: landmarks go on where they were", "[world][save]") {
  World world(draw_map("........\n........\n........\n........\n"));
  world.keep_landmarks(2);
  world.set({3, 0, 4, 3}, TileState::blocked);
  World loaded = load_again(world);
  const auto list = [](const World& of) {
    std::vector<std::array<std::uint32_t, 4>> rows;
    of.mesh().for_each_cell([&](CellId cell) {
      for (const MeshEdge& edge : of.mesh().edges(cell)) {
        const std::span<const float> row = of.landmarks()->distances(edge.vertex());
        rows.push_back({std::bit_cast<std::uint32_t>(edge.start().x),
                        std::bit_cast<std::uint32_t>(edge.start().y),
                        std::bit_cast<std::uint32_t>(row[0]),
                        std::bit_cast<std::uint32_t>(row[1])});
      }
    });
    std::sort(rows.begin(), rows.end());
    return rows;
  };
  const auto before = list(world);
  for (World* const each : {&world, &loaded}) each->set({3, 0, 4, 1}, TileState::walkable);
  CHECK(list(world) == list(loaded));
  CHECK(list(world) != before);
}

// ---- forged ----

// A world with one space, that of a point, and with landmarks and an index.
World make_point_world() {
  World world(draw_map("......\n.@@.@.\n......\n.@..@.\n......\n"));
  world.keep_landmarks(2);
  world.set(Tile{5, 1}, TileState::blocked);
  world.keep_index();
  return world;
}

// Calls whatever reads the meshes, landmarks and indexes of a save.
void use(World& world) {
  Finder finder(world);
  const auto ask = [&] {
    for (const Space& space : world.spaces()) {
      for (const Method method : {Method::best, Method::optimal, Method::fast}) {
        for (TileId from = 0; from < world.grid().tile_count(); from += 4) {
          for (TileId to = 1; to < world.grid().tile_count(); to += 3) {
            (void)finder.find(center(world.grid().tile(from)), center(world.grid().tile(to)),
                              {space.agent(), method});
          }
        }
      }
    }
  };
  ask();
  world.set({1, 0, 3, 2}, TileState::walkable);
  ask();
  world.set({2, 1, 4, 3}, TileState::blocked);
  world.refresh_landmarks(1);
  ask();
}

TEST_CASE("full save: forged bytes are refused, or harm nothing", "[world][save]") {
  World squares(draw_map(".....\n..@..\n.....\n.@...\n"));
  Ground swamp;
  swamp.set(1, 3.0F);
  squares.set_class({3, 0, 5, 2}, 1);
  squares.set_ground(1, swamp);
  squares.prepare(Agent::square(0.5));
  squares.prepare(Agent::square(0.5, 1));
  squares.prepare(Agent::disc(0.25));
  squares.keep_landmarks(1);
  squares.keep_index();
  for (const World& world : {make_point_world(), squares}) {
    const Bytes bytes = save_full(world);
    const std::size_t section = find_section(bytes, "mesh");
    const std::size_t size = number_at(bytes, section + 8, 8);
    std::size_t refused = 0;
    std::size_t loaded = 0;
    const std::size_t step = 2 * query_stride() - 1;  // odd, so that every byte of a number comes
    for (std::size_t at = 0; at < size; at += step) {
      const auto byte = number_at(bytes, section + 16 + at, 1);
      for (const std::uint64_t forged :
           {std::uint64_t{0}, std::uint64_t{255}, byte ^ 128U, byte + 1, byte - 1, byte ^ 2U}) {
        Loaded<World> of = read_save(with(bytes, "mesh", at, 1, forged & 255U), "game");
        if (!of) {
          REQUIRE(of.error.message().rfind("game: byte ", 0) == 0);
          REQUIRE(std::stoull(of.error.message().substr(11)) >= section + 16);
          ++refused;
        } else if (++loaded % 16 == 0) {
          use(*of.value);
        }
      }
    }
    CHECK(refused > size / step);
  }
}

// Where the lists of a point's space begin, in the contents of the section.
struct Places {
  std::size_t starts;  // of edges
  std::size_t edges;
  std::size_t twins;
  std::size_t landmarks;
  std::size_t distances;

  explicit Places(const Bytes& bytes) {
    const std::size_t begin = find_section(bytes, "mesh") + 16;
    const auto count_at = [&](std::size_t at) { return number_at(bytes, begin + at, 4); };
    starts = 8 + 4 + 4 * count_at(8) + 4;
    edges = count_at(starts - 4);
    twins = starts + 8 * edges + 4;
    landmarks = twins + 4 * edges;
    distances = landmarks + 20 + 4 + 8 * count_at(landmarks + 20);
  }
};

TEST_CASE("full save: errors of meshes and landmarks have the byte and the reason",
          "[world][save]") {
  const World world = make_point_world();
  const Bytes bytes = save_full(world);
  const Places places(bytes);
  const std::size_t begin = find_section(bytes, "mesh") + 16;
  const auto change = [&](std::size_t at, std::size_t count, std::uint64_t number) {
    return refusal(with(bytes, "mesh", at, count, number));
  };
  const auto at = [&](std::size_t place, const std::string& what) {
    return "game: byte " + std::to_string(begin + place) + ": " + what;
  };
  const auto bits = [](float number) { return std::bit_cast<std::uint32_t>(number); };
  CHECK(change(8, 4, 0xFFFFFFFFU) == at(12, "a list is cut off"));
  CHECK(change(16, 4, 1) == at(places.starts, "cell 0 has less than 3 edges"));
  CHECK(change(12, 4, 1) == at(places.starts, "cell_begin must go from 0 to the number of edges, " +
                                                  std::to_string(places.edges)));
  CHECK(change(places.starts, 4, 0x7FC00000U) == at(places.starts + 4, "a number is not valid"));
  std::size_t inner = 0;
  while (number_at(bytes, begin + places.twins + 4 * inner, 4) == kNoEdge) ++inner;
  CHECK(change(places.twins + 4 * inner, 4, places.edges) ==
        at(places.starts + 8 * inner, "edge " + std::to_string(inner) +
                                          " is not the twin of its twin " +
                                          std::to_string(places.edges)));
  CHECK(change(places.landmarks, 8, std::bit_cast<std::uint64_t>(-1.0))
            .find("the distances of landmarks are not valid") != std::string::npos);
  CHECK(change(places.landmarks + 20, 4, 1) ==
        at(places.landmarks + 32, "the number of landmarks is not valid"));
  CHECK(change(places.distances, 4, bits(-1.0F)) ==
        at(places.distances + 4, "a distance of a landmark is not valid"));
}

TEST_CASE("full save: cells that are not those of the tiles are refused", "[world][save]") {
  // The mesh of one map beside the tiles of another.
  const auto refuse = [](const char* drawn, const char* other) {
    const Bytes mesh = save_full(World(draw_map(drawn)));
    Bytes tiles = save_full(World(draw_map(other)));
    const std::size_t from = find_section(mesh, "mesh");
    tiles.resize(find_section(tiles, "mesh"));
    tiles.insert(tiles.end(), mesh.begin() + static_cast<std::ptrdiff_t>(from), mesh.end());
    return refusal(tiles);
  };
  const auto has = [](const std::string& message, const char* what) {
    return message.find(what) != std::string::npos;
  };
  CHECK(refuse("....\n", "....\n").empty());
  CHECK(has(refuse("...\n", "....\n"), "a border does not lie along the tiles"));
  CHECK(has(refuse("..@..\n", "..@.@\n"), "a border does not lie along the tiles"));
  CHECK(has(refuse("..@@@\n", "..@..\n"), "the cells do not fill the tiles"));
  CHECK(has(refuse("@@@\n", "...\n"), "the cells do not fill the tiles"));
  CHECK(has(refuse("....\n....\n", "....\n"), "a corner of a cell is not on the map"));
}

// A save of a map with a mesh that the test writes.
struct Mesh {
  std::vector<std::uint32_t> begins;
  std::vector<std::array<float, 2>> starts;
  std::vector<std::uint32_t> twins;
};
Bytes save_with(const char* drawn, const Mesh& mesh) {
  Bytes bytes = save(World(draw_map(drawn)));
  const std::size_t section = find_section(bytes, "END ");
  const Bytes end(bytes.begin() + static_cast<std::ptrdiff_t>(section), bytes.end());
  bytes.resize(section);
  const auto add = [&](std::size_t count, std::uint64_t number) {
    bytes.resize(bytes.size() + count);
    put(bytes, bytes.size() - count, count, number);
  };
  for (const char c : {'m', 'e', 's', 'h'}) add(1, static_cast<std::uint64_t>(c));
  add(4, 0);  // the checksum and the size: written at the end
  add(8, 0);
  add(8, 0);  // the revision
  add(4, mesh.begins.size());
  for (const std::uint32_t begin : mesh.begins) add(4, begin);
  add(4, mesh.starts.size());
  for (const auto& start : mesh.starts) {
    for (const float number : start) add(4, std::bit_cast<std::uint32_t>(number));
  }
  add(4, mesh.twins.size());
  for (const std::uint32_t twin : mesh.twins) add(4, twin);
  put(bytes, section + 8, 8, bytes.size() - section - 16);
  sign(bytes, section);
  bytes.insert(bytes.end(), end.begin(), end.end());
  return bytes;
}

TEST_CASE("full save: cells that no mesh has are refused", "[world][save]") {
  const std::uint32_t wall = kNoEdge;
  const char* const square = "..\n..\n";
  const auto refuse = [&](const Mesh& mesh) {
    const std::string message = refusal(save_with(square, mesh));
    return message.empty() ? message : message.substr(message.rfind(": ") + 2);
  };
  const Mesh whole{{0, 4}, {{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {wall, wall, wall, wall}};
  CHECK(refuse(whole).empty());
  const auto refuse_corner = [&](float x) {
    Mesh moved = whole;
    moved.starts[0][0] = x;
    return refuse(moved);
  };
  CHECK(refuse_corner(-1.0F) == "a corner of a cell is not on the map");
  CHECK(refuse_corner(2.5F) == "a corner of a cell is not on the map");
  CHECK(refuse_corner(0.25F) == "a corner of a cell is not on the lattice");
  const Mesh bent{{0, 4}, {{0, 0}, {2, 0}, {1, 1}, {0, 2}}, {wall, wall, wall, wall}};
  CHECK(refuse(bent) == "a border does not lie along the tiles");
  const Mesh dented{
      {0, 5}, {{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}}, {wall, wall, wall, wall, wall}};
  CHECK(refuse(dented) == "a cell is not convex");
  const Mesh reversed{{0, 4}, {{0, 0}, {0, 2}, {2, 2}, {2, 0}}, {wall, wall, wall, wall}};
  CHECK(refuse(reversed) == "a cell is not convex");
  const Mesh twice{{0, 4, 8},
                   {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}, {2, 0}, {2, 2}, {0, 2}},
                   {wall, wall, wall, wall, wall, wall, wall, wall}};
  CHECK(refuse(twice) == "a border does not lie along the tiles");
  // Delaunay triangles have one of the two diagonals.
  const Mesh first{
      {0, 3, 6}, {{0, 0}, {2, 0}, {2, 2}, {0, 0}, {2, 2}, {0, 2}}, {wall, wall, 3, 2, wall, wall}};
  CHECK(refuse(first) == "an edge of a cell is not that of Delaunay triangles");
  const Mesh second{
      {0, 3, 6}, {{0, 0}, {2, 0}, {0, 2}, {2, 0}, {2, 2}, {0, 2}}, {wall, 5, wall, wall, wall, 1}};
  CHECK(refuse(second).empty());
  // Two cells that could be one are accepted, and edits then make those of a new mesh.
  Loaded<World> world = read_save(save_with(square, second), "game");
  REQUIRE(world);
  world.value->set(Tile{0, 0}, TileState::blocked);
  world.value->set(Tile{0, 0}, TileState::walkable);
  CHECK(world.value->mesh().cell_count() == 1);
}

}  // namespace
}  // namespace taut::test
