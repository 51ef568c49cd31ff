// Landmarks: exact rows of distances, and searches with the same lengths as without.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/guided_pair.hpp"
#include "support/map_families.hpp"
#include "support/mesh_check.hpp"
#include "support/mesh_makers.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// The vertices of a mesh, each once.
std::vector<MeshEdge> list_vertices(const ConvexMesh& mesh) {
  std::vector<MeshEdge> corners;
  mesh.for_each_cell([&](CellId cell) {
    const std::span<const MeshEdge> ring = mesh.edges(cell);
    corners.insert(corners.end(), ring.begin(), ring.end());
  });
  std::sort(corners.begin(), corners.end(),
            [](const MeshEdge& a, const MeshEdge& b) { return a.vertex() < b.vertex(); });
  corners.erase(
      std::unique(corners.begin(), corners.end(),
                  [](const MeshEdge& a, const MeshEdge& b) { return a.vertex() == b.vertex(); }),
      corners.end());
  return corners;
}

// How many entries differ from the lengths of paths by more than their rounding.
std::size_t count_wrong_rows(const ConvexMesh& mesh, const Landmarks& landmarks, GuidedPair& pair) {
  std::vector<MeshEdge> vertices = list_vertices(mesh);
  std::erase_if(vertices, [&](const MeshEdge& edge) { return is_shared_place(mesh, edge); });
  const double rounding = std::ldexp(static_cast<double>(landmarks.slack()), -4) * (1.0 + 1e-6);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < landmarks.count(); ++i) {
    for (const MeshEdge& landmark : vertices) {
      if (landmarks.distances(landmark.vertex())[i] != 0.0F) continue;
      std::size_t zeros = 0;
      std::size_t others = 0;
      std::size_t differ = 0;
      for (const MeshEdge& vertex : vertices) {
        const PathResult path = pair.find(landmark.start(), vertex.start());
        if (!path) continue;  // of another component
        const float known = landmarks.distances(vertex.vertex())[i];
        (known == 0.0F ? zeros : others) += 1;
        differ += std::abs(static_cast<double>(known) - path.length) <= rounding ? 0U : 1U;
      }
      // A component without this landmark has zeros only.
      wrong += others == 0 && zeros > 1 ? 0U : differ;
    }
  }
  return wrong;
}

// Compares all rows with the fields of their landmarks. Where obstacles touch at a point, the field
// is that of the nearer side.
void compare_with_fields(const ConvexMesh& mesh, const Landmarks& landmarks, std::size_t& wrong,
                         std::size_t& compared) {
  const std::vector<MeshEdge> vertices = list_vertices(mesh);
  std::vector<CellId> cells(mesh.vertex_ids());
  mesh.for_each_cell([&](CellId cell) {
    for (const MeshEdge& edge : mesh.edges(cell)) cells[edge.vertex()] = cell;
  });
  const double rounding = std::ldexp(static_cast<double>(landmarks.slack()), -4) * (1.0 + 1e-6);
  FieldScratch scratch;
  Field field;
  for (std::size_t i = 0; i < landmarks.count(); ++i) {
    for (const MeshEdge& landmark : vertices) {
      if (landmarks.distances(landmark.vertex())[i] != 0.0F || !landmark.is_corner()) continue;
      if (is_shared_place(mesh, landmark)) continue;
      const FieldGoal goal{landmark.start()};
      REQUIRE(build_field(mesh, {&goal, 1}, {}, scratch, field).status == Status::ok);
      const CellId home = cells[landmark.vertex()];
      const bool has_landmark = std::any_of(vertices.begin(), vertices.end(), [&](const auto& v) {
        return mesh.is_connected(home, cells[v.vertex()]) && landmarks.distances(v.vertex())[i] > 0;
      });
      if (!has_landmark) continue;
      for (const MeshEdge& vertex : vertices) {
        if (!mesh.is_connected(home, cells[vertex.vertex()])) continue;
        const auto known = static_cast<double>(landmarks.distances(vertex.vertex())[i]);
        const double off = known - field.distance(vertex.start());
        ++compared;
        wrong += off >= -rounding && (off <= rounding || is_shared_place(mesh, vertex)) ? 0U : 1U;
      }
    }
  }
}

// A hall of pillars with a room, and a way from there to the farthest landmark that is longer than
// 2^21 tiles: roundings of bounds are as large as the first steps of a path.
struct LongWay {
  static constexpr int kHall = 61;

  explicit LongWay(Random& random) {
    fill(random, {0, 0, kHall, kHall}, 6);
    const TileRect room{door.x - random.between(8, 18), door.y - random.between(2, 5), door.x + 1,
                        door.y + random.between(7, 15)};
    grid.set({room.x0 - 1, room.y0 - 1, room.x1 + 1, room.y1 + 1}, TileState::blocked);
    fill(random, room, random.between(2, 20));
    grid.set({door.x - 2, door.y - 1, door.x + 2, door.y + 3}, TileState::walkable);
    grid.set({door.x + 1, room.y0, door.x + 2, door.y}, TileState::blocked);
    grid.set({door.x + 1, door.y + 1, door.x + 2, room.y1}, TileState::blocked);
    for (int i = 0; i < kTurns; ++i) {
      const int x = kHall + 1 + 2 * i;
      const int y = i == 0 ? kHall / 2 : i % 2 == 0 ? 0 : kHeight - 1;
      grid.set({x, 0, x + 1, kHeight}, TileState::walkable);
      grid.set({x - 1, y, x, y + 1}, TileState::walkable);
    }
  }

  Tile door{40, 12};
  Grid grid{kHall + 2 * kTurns, kHeight, TileState::blocked};

 private:
  static constexpr int kTurns = 1050;
  static constexpr int kHeight = 2100;

  void fill(Random& random, const TileRect& tiles, int percent) {
    grid.set(tiles, TileState::walkable);
    for (int y = tiles.y0; y < tiles.y1; ++y) {
      for (int x = tiles.x0; x < tiles.x1; ++x) {
        if (random.chance(percent)) grid.set(Tile{x, y}, TileState::blocked);
      }
    }
  }
};

}  // namespace

TEST_CASE("landmarks: random maps, the same lengths as without", "[landmarks]") {
  std::size_t queried = 0;
  std::size_t guided = 0;
  for (Random& random : random_generators("landmarks")) {
    for (std::size_t i = 0; i < random_count(600, 20'000); ++i) {
      const MapFamily family = kMapFamilies[static_cast<std::size_t>(random.between(0, 7))];
      const Grid grid = make_family_map(random, family, random.chance(50) ? 20 : 40);
      if (grid.walkable_count() == 0) continue;
      const ConvexMesh mesh = random.chance(50) ? build_mesh(grid) : build_leaf_mesh(grid);
      const auto count = static_cast<std::size_t>(random.between(1, 9));
      const Landmarks landmarks = build_landmarks(mesh, count);
      GuidedPair pair(mesh, landmarks);
      for (int k = 0; k < 20; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        const bool agrees = pair.agree(start, goal);
        if (!agrees) FAIL(start << " to " << goal << to_drawing(grid));
        ++queried;
        guided += pair.is_guided() ? 1U : 0U;
      }
    }
  }
  CHECK((is_small_share() || guided > queried / 50));
}

TEST_CASE("landmarks: a long way, and starts beside a door", "[landmarks]") {
  for (Random& random : random_generators("long way")) {
    for (std::size_t i = 0; i < random_count(8, 200); ++i) {
      const LongWay way(random);
      const ConvexMesh mesh = build_mesh(way.grid);
      const Landmarks landmarks = build_landmarks(mesh, 1);
      REQUIRE(landmarks.slack() > 1.0F);
      GuidedPair pair(mesh, landmarks);
      for (int k = 0; k < 50; ++k) {
        const auto part = [&] { return static_cast<float>(random.between(1, 1023)) / 1024.0F; };
        const Point start{static_cast<float>(way.door.x + 1) - part(),
                          static_cast<float>(way.door.y + 1) + part()};
        const Point goal{static_cast<float>(random.below(LongWay::kHall)) + part(),
                         static_cast<float>(random.below(LongWay::kHall)) + part()};
        const bool agrees = pair.agree(start, goal);
        if (!agrees) FAIL(start << " to " << goal);
      }
    }
  }
}

TEST_CASE("landmarks: rows are the lengths of paths, to half a place of float", "[landmarks]") {
  std::size_t wrong = 0;
  for (Random& random : random_generators("landmark rows")) {
    for (std::size_t i = 0; i < random_count(60, 2000); ++i) {
      const Grid grid = make_random_map(random, 14);
      const ConvexMesh mesh = build_mesh(grid);
      const Landmarks landmarks = build_landmarks(mesh, 3);
      GuidedPair pair(mesh, landmarks);
      wrong += count_wrong_rows(mesh, landmarks, pair);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("landmarks: rows are the distances of fields", "[landmarks]") {
  std::size_t wrong = 0;
  std::size_t compared = 0;
  for (Random& random : random_generators("landmark fields")) {
    for (std::size_t i = 0; i < random_count(800, 50'000); ++i) {
      const MapFamily family = kMapFamilies[static_cast<std::size_t>(random.between(0, 7))];
      const Grid grid = make_family_map(random, family, random.between(4, 32));
      if (grid.walkable_count() == 0) continue;
      const ConvexMesh mesh = random.chance(60) ? build_mesh(grid) : build_leaf_mesh(grid);
      const Landmarks landmarks = build_landmarks(mesh, 4);
      const std::size_t before = wrong;
      compare_with_fields(mesh, landmarks, wrong, compared);
      if (before == 0 && wrong != 0) FAIL(to_drawing(grid));
    }
  }
  CHECK(wrong == 0);
  CHECK(compared > 0);
}

TEST_CASE("landmarks: each corner of a component has as many as it can", "[landmarks]") {
  // Two rooms; the second has fewer corners than landmarks.
  const Grid grid = draw_map(
      ".....@....\n"
      ".@.@.@.@..\n"
      ".....@....\n"
      ".@.@.@@@@@\n"
      ".....@....\n");
  const ConvexMesh mesh = build_mesh(grid);
  const Landmarks landmarks = build_landmarks(mesh, 5);
  CHECK(landmarks.count() == 5);
  CHECK(landmarks.memory_bytes() >= mesh.vertex_ids() * 8 * sizeof(float));
  std::array<double, 2> last{};
  for (const MeshEdge& vertex : list_vertices(mesh)) {
    const std::span<const float> row = landmarks.distances(vertex.vertex());
    REQUIRE(row.size() == 8);
    CHECK(std::all_of(row.begin(), row.end(), [](float d) { return d >= 0.0F; }));
    CHECK(std::all_of(row.begin() + 5, row.end(), [](float d) { return d == 0.0F; }));
    const std::size_t room = vertex.start().x < 5.5F ? 0 : 1;
    last[room] = std::max(last[room], static_cast<double>(row[4]));
  }
  CHECK(last[0] > 0.0);
  CHECK(last[1] == 0.0);
}

TEST_CASE("landmarks: bad counts, none, and those of another mesh", "[landmarks]") {
  Grid grid = draw_map(
      ".......\n"
      ".@.@.@.\n"
      ".......\n");
  ConvexMesh mesh = build_mesh(grid);
  CHECK_THROWS_AS(build_landmarks(mesh, 0), std::invalid_argument);
  CHECK_THROWS_AS(build_landmarks(mesh, Landmarks::kMaxCount + 1), std::invalid_argument);
  CHECK(build_landmarks(mesh, Landmarks::kMaxCount).count() == Landmarks::kMaxCount);
  CHECK_FALSE(Landmarks().is_current(mesh));

  const Landmarks landmarks = build_landmarks(mesh, 4);
  REQUIRE(landmarks.is_current(mesh));
  // After an edit they are ignored: the path is the one of the mesh as it is now.
  const TileRect wall{2, 0, 3, 2};
  grid.set(wall, TileState::blocked);
  edit_mesh(grid, wall, mesh);
  CHECK_FALSE(landmarks.is_current(mesh));
  GuidedPair pair(mesh, landmarks);
  CHECK(pair.agree({0.5F, 0.5F}, {6.5F, 0.5F}));
  CHECK(pair.expanded() == pair.guided_expanded());

  const ConvexMesh blocked = build_mesh(draw_map("@@\n@@\n"));
  CHECK(build_landmarks(blocked, 2).count() == 2);
}

TEST_CASE("landmarks: a search in slices gives the same bits", "[landmarks]") {
  std::size_t guided = 0;
  for (Random& random : random_generators("landmarks in slices")) {
    for (std::size_t i = 0; i < random_count(20, 1000); ++i) {
      const Grid grid = make_family_map(random, MapFamily::islands, 60);
      const ConvexMesh mesh = build_mesh(grid);
      const Landmarks landmarks = build_landmarks(mesh, 4);
      GuidedPair pair(mesh, landmarks);
      OptimalOptions options;
      options.landmarks = &landmarks;
      OptimalScratch scratch(mesh);
      std::vector<Point> whole(max_path_points(mesh), Point{});
      std::vector<Point> sliced(max_path_points(mesh), Point{});
      const Point start = center(random_walkable_tile(random, grid));
      const Point goal = center(random_walkable_tile(random, grid));
      CHECK(pair.agree(start, goal));
      guided += pair.is_guided() ? 1U : 0U;
      const PathResult found = find_optimal_path(mesh, start, goal, options, scratch, whole);
      options.budget = 1;
      PathResult ended;
      do {
        ended = find_optimal_path(mesh, start, goal, options, scratch, sliced);
      } while (ended.status == Status::unfinished);
      CHECK(ended.status == found.status);
      CHECK(ended.length == found.length);
      CHECK(ended.expanded == found.expanded);
      CHECK(sliced == whole);
    }
  }
  CHECK((is_small_share() || guided > 0));
}

TEST_CASE("landmarks: MovingAI maps, the same lengths and fewer expansions",
          "[movingai][landmarks]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const char* name : {"den520d", "brc202d", "32room_000"}) {
    INFO(name);
    const Loaded<Grid> grid = load_map((*folder / (std::string(name) + ".map")).string());
    REQUIRE(grid.value.has_value());
    const ConvexMesh mesh = build_mesh(*grid.value);
    const Landmarks landmarks = build_landmarks(mesh, 8);
    GuidedPair pair(mesh, landmarks);
    std::size_t wrong = 0;
    for (Random& random : random_generators(name)) {
      for (std::size_t i = 0; i < random_count(300, 10'000); ++i) {
        const Point start = center(random_walkable_tile(random, *grid.value));
        const Point goal = center(random_walkable_tile(random, *grid.value));
        wrong += pair.agree(start, goal) ? 0U : 1U;
      }
    }
    CHECK(wrong == 0);
    CHECK(pair.guided_expanded() < pair.expanded());
  }
}
