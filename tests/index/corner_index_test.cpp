// CornerIndex: paths and distances without a search, as short as those of the search.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "bench/mesh_paths/greedy_rectangles.hpp"
#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/map_families.hpp"
#include "support/mesh_makers.hpp"
#include "support/optima.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr std::size_t kNoLimit = std::size_t{1} << 32U;

// Queries by an index.
class Indexed {
 public:
  explicit Indexed(const ConvexMesh& mesh, std::size_t max_bytes = kNoLimit,
                   std::size_t threads = 1)
      : mesh_(mesh),
        index_(build_corner_index(mesh, max_bytes, threads)),
        out_(max_path_points(mesh)) {}

  [[nodiscard]] const CornerIndex& index() const { return index_; }
  [[nodiscard]] PathResult find(const Point& start, const Point& goal) {
    OptimalOptions options;
    options.index = &index_;
    return find_optimal_path(mesh_, start, goal, options, scratch_, out_);
  }
  [[nodiscard]] DistanceResult measure(const Point& start, const Point& goal) {
    return find_distance(mesh_, start, goal, index_, scratch_);
  }
  [[nodiscard]] std::span<const Point> path(const PathResult& found) const {
    return std::span(out_).first(found.count);
  }

 private:
  const ConvexMesh& mesh_;
  CornerIndex index_;
  OptimalScratch scratch_{mesh_};
  std::vector<Point> out_;
};

// Compares it with the search.
class Pair {
 public:
  Pair(const Grid& grid, const ConvexMesh& mesh, std::size_t max_bytes = kNoLimit)
      : grid_(grid), mesh_(mesh), indexed_(mesh, max_bytes), out_(max_path_points(mesh)) {}

  // What is wrong with the answers by the index, if anything.
  [[nodiscard]] std::string find_fault(const Point& start, const Point& goal) {
    const PathResult search = find_optimal_path(mesh_, start, goal, {}, scratch_, out_);
    const PathResult found = indexed_.find(start, goal);
    const DistanceResult distance = indexed_.measure(start, goal);
    if (found.status != search.status) return to_string(found.status);
    if (distance.status != search.status) return "distance: another status";
    if (!search) return std::isinf(distance.length) ? "" : "a distance without a path";
    const double room = 1e-11 * (1.0 + search.length);
    if (std::abs(found.length - search.length) > room) return "another length";
    if (std::abs(distance.length - search.length) > room) return "another distance";
    if (found.expanded != 0) return "a search was needed";
    const PathCheck check = validate_path(grid_, start, goal, indexed_.path(found));
    if (check.fault != PathFault::none) return to_string(check.fault);
    return check.open_corners == 0 ? "" : "not taut";
  }
  [[nodiscard]] const CornerIndex& index() const { return indexed_.index(); }

 private:
  const Grid& grid_;
  const ConvexMesh& mesh_;
  Indexed indexed_;
  OptimalScratch scratch_{mesh_};
  std::vector<Point> out_;
};

}  // namespace

TEST_CASE("corner index: random maps, the lengths of the search", "[index]") {
  for (Random& random : random_generators("corner index")) {
    for (std::size_t i = 0; i < random_count(1500, 100'000); ++i) {
      const Grid grid = random.chance(50) ? make_family_map(random, random.chance(90) ? 20 : 40)
                                          : make_random_map(random, 24);
      if (grid.walkable_count() == 0) continue;
      const ConvexMesh mesh = random.chance(50)   ? build_mesh(grid)
                              : random.chance(50) ? build_leaf_mesh(grid)
                                                  : bench::build_rectangle_mesh(grid);
      Pair pair(grid, mesh);
      for (int k = 0; k < 30; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        const std::string fault = pair.find_fault(start, goal);
        if (fault.empty()) continue;
        FAIL(fault << ": " << start << " to " << goal << to_drawing(grid));
      }
    }
  }
}

TEST_CASE("corner index: all pairs of corners and of middles of edges", "[index]") {
  for (Random& random : random_generators("corner index pairs")) {
    for (std::size_t i = 0; i < random_count(40, 2000); ++i) {
      const Grid grid = make_family_map(random, 9);
      const ConvexMesh mesh = build_mesh(grid);
      Pair pair(grid, mesh);
      std::vector<Point> places;
      for (int y = 0; y <= 2 * grid.height(); ++y) {
        for (int x = 0; x <= 2 * grid.width(); ++x) {
          const Point at{0.5F * static_cast<float>(x), 0.5F * static_cast<float>(y)};
          if (mesh.locate(at)) places.push_back(at);
        }
      }
      for (const Point& start : places) {
        for (const Point& goal : places) {
          const std::string fault = pair.find_fault(start, goal);
          if (fault.empty()) continue;
          FAIL(fault << ": " << start << " to " << goal << to_drawing(grid));
        }
      }
    }
  }
}

// Ways much longer than those to the hubs: what flags compare.
TEST_CASE("corner index: rooms in a row, seen from all parts of the map", "[index]") {
  for (Random& random : random_generators("corner index rooms")) {
    for (std::size_t i = 0; i < random_count(60, 3000); ++i) {
      Grid grid(random.between(30, 120), random.between(6, 25), TileState::walkable);
      for (int x = random.between(2, 6); x < grid.width(); x += random.between(3, 8)) {
        grid.set({x, 0, x + 1, grid.height()}, TileState::blocked);
        for (int doors = random.between(1, 2); doors > 0; --doors) {
          const int y = random.between(0, grid.height() - 1);
          grid.set({x, y, x + 1, y + 1}, TileState::walkable);
        }
      }
      const ConvexMesh mesh = build_mesh(grid);
      Pair pair(grid, mesh);
      for (int k = 0; k < 100; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        const std::string fault = pair.find_fault(start, goal);
        if (fault.empty()) continue;
        FAIL(fault << ": " << start << " to " << goal << to_drawing(grid));
      }
    }
  }
}

TEST_CASE("corner index: what it holds, and its limit of bytes", "[index]") {
  const Grid grid = draw_map(
      ".......\n"
      ".@.@.@.\n"
      ".......\n");
  const ConvexMesh mesh = build_mesh(grid);
  const CornerIndex index = build_corner_index(mesh, kNoLimit);
  REQUIRE(index.is_current(mesh));
  CHECK(index.corner_count() == 12);
  CHECK(index.label_count() >= 24);
  CHECK(index.sight_count() >= 24);
  CHECK(index.memory_bytes() >= index.sight_count() * 44 + index.label_count() * 24);
  CHECK(build_corner_index(mesh, index.memory_bytes()).is_current(mesh));
  for (std::size_t share = 0; share < 8; ++share) {
    const CornerIndex none = build_corner_index(mesh, share * (index.memory_bytes() - 1) / 7);
    CHECK(none.is_empty());
    CHECK_FALSE(none.is_current(mesh));
    CHECK(none.memory_bytes() == 0);
  }
  CHECK(CornerIndex().is_empty());
}

TEST_CASE("corner index: one that fits exactly is built", "[index]") {
  for (Random& random : random_generators("corner index that fits")) {
    for (std::size_t i = random_count(100, 10'000); i > 0; --i) {
      const Grid grid = random.chance(50) ? make_family_map(random, random.chance(80) ? 20 : 40)
                                          : make_noise_map(random, 24, 24, random.between(5, 40));
      const ConvexMesh mesh = build_mesh(grid);
      const CornerIndex index = build_corner_index(mesh, kNoLimit);
      const CornerIndex same = build_corner_index(mesh, index.memory_bytes());
      INFO(index.memory_bytes() << " bytes" << to_drawing(grid));
      REQUIRE(same.is_current(mesh));
      CHECK(same.label_count() == index.label_count());
      CHECK(same.sight_count() == index.sight_count());
      CHECK(same.memory_bytes() == index.memory_bytes());
    }
  }
}

TEST_CASE("corner index: any number of threads builds the same one", "[index]") {
  for (Random& random : random_generators("corner index of threads")) {
    for (std::size_t i = random_count(10, 300); i > 0; --i) {
      const Grid grid = random.chance(50) ? make_family_map(random, 64)
                                          : make_noise_map(random, 48, 48, random.between(5, 25));
      const ConvexMesh mesh = build_mesh(grid);
      Indexed one(mesh);
      INFO(one.index().corner_count() << " corners" << to_drawing(grid));
      for (const std::size_t threads : {2U, 3U, 8U}) {
        // The bytes suffice exactly.
        Indexed many(mesh, one.index().memory_bytes(), threads);
        REQUIRE(many.index().is_current(mesh));
        REQUIRE(many.index().memory_bytes() == one.index().memory_bytes());
        REQUIRE(many.index().label_count() == one.index().label_count());
        for (int k = 0; k < 50; ++k) {
          const Point start = to_map_point(random_place(random, grid));
          const Point goal = to_map_point(random_place(random, grid));
          const PathResult found = one.find(start, goal);
          const PathResult same = many.find(start, goal);
          REQUIRE(same.length == found.length);
          REQUIRE(same.count == found.count);
          const std::span<const Point> path = one.path(found);
          REQUIRE(std::equal(path.begin(), path.end(), many.path(same).begin()));
        }
        if (one.index().memory_bytes() > 0) {
          CHECK(build_corner_index(mesh, one.index().memory_bytes() - 1, threads).is_empty());
        }
      }
    }
  }
}

TEST_CASE("corner index: points between columns and rows of a cell", "[index]") {
  // A hall between rows of pillars, which its points see.
  const int side = 40;
  Grid grid(side, side, TileState::walkable);
  for (int i = 1; i < side - 1; i += 2) {
    for (const int row : {1, side - 2}) {
      grid.set({i, row, i + 1, row + 1}, TileState::blocked);
      grid.set({row, i, row + 1, i + 1}, TileState::blocked);
    }
  }
  const ConvexMesh mesh = build_mesh(grid);
  Pair pair(grid, mesh);
  Random random(7);
  // Sides of columns lie on halves of tiles, and on the least steps of points beside them.
  const auto place = [&] {
    const int half = random.between(0, 2 * side) * kLatticePerTile / 2;
    return static_cast<float>(half + random.between(-1, 1)) / static_cast<float>(kLatticePerTile);
  };
  for (std::size_t i = random_count(10'000, 10'000); i > 0; --i) {
    const Point start{place(), place()};
    const Point goal{place(), place()};
    if (!mesh.locate(start) || !mesh.locate(goal)) continue;
    INFO(start << " to " << goal);
    REQUIRE(pair.find_fault(start, goal) == "");
  }
}

TEST_CASE("corner index: maps without corners, and without a cell", "[index]") {
  const Grid open = draw_map("...\n...\n");
  const ConvexMesh mesh = build_mesh(open);
  Pair pair(open, mesh);
  CHECK(pair.index().is_current(mesh));
  CHECK(pair.index().corner_count() == 0);
  CHECK(pair.find_fault({0.5F, 0.5F}, {2.5F, 1.5F}) == "");
  CHECK(pair.find_fault({0.5F, 0.5F}, {0.5F, 0.5F}) == "");
  CHECK(pair.find_fault({0.5F, 0.5F}, {5.5F, 0.5F}) == "");

  const ConvexMesh blocked = build_mesh(draw_map("@@\n@@\n"));
  Indexed none(blocked);
  CHECK(none.find({0.5F, 0.5F}, {1.5F, 0.5F}).status == Status::invalid_input);
  CHECK(none.measure({0.5F, 0.5F}, {1.5F, 0.5F}).status == Status::invalid_input);
}

TEST_CASE("corner index: after an edit the search answers", "[index]") {
  Grid grid = draw_map(
      ".......\n"
      ".@.@.@.\n"
      ".......\n");
  ConvexMesh mesh = build_mesh(grid);
  Indexed indexed(mesh);
  const Point start{0.5F, 0.5F};
  const Point goal{6.5F, 1.5F};
  const PathResult before = indexed.find(start, goal);
  REQUIRE(before);
  CHECK(before.expanded == 0);
  const TileRect wall{2, 0, 3, 2};
  grid.set(wall, TileState::blocked);
  edit_mesh(grid, wall, mesh);
  CHECK_FALSE(indexed.index().is_current(mesh));
  OptimalScratch scratch(mesh);
  std::vector<Point> out(max_path_points(mesh));
  OptimalOptions options;
  options.index = &indexed.index();
  const PathResult after = find_optimal_path(mesh, start, goal, options, scratch, out);
  REQUIRE(after);
  CHECK(after.length > before.length);
  CHECK(after.expanded > 0);
  CHECK(find_distance(mesh, start, goal, indexed.index(), scratch).status == Status::invalid_input);
}

TEST_CASE("corner index: options, slices and results of the search", "[index]") {
  const Grid grid = draw_map(
      "..........\n"
      ".@@@@@@@@.\n"
      "........@.\n"
      "@@@@@@@.@.\n"
      "..........\n");
  const ConvexMesh mesh = build_mesh(grid);
  const CornerIndex index = build_corner_index(mesh, kNoLimit);
  OptimalOptions options;
  options.index = &index;
  OptimalScratch scratch(mesh);
  std::vector<Point> whole(max_path_points(mesh), Point{});
  std::vector<Point> sliced(max_path_points(mesh), Point{});
  const Point start{0.5F, 2.5F};
  const Point goal{0.5F, 4.5F};
  const PathResult found = find_optimal_path(mesh, start, goal, options, scratch, whole);
  REQUIRE(found);
  CHECK(extract_corridor(mesh, scratch, {}).status == Status::ok);
  CHECK(extract_cones(mesh, scratch, {}).count == 0);
  options.budget = 1;
  CHECK(find_optimal_path(mesh, start, goal, options, scratch, sliced).length == found.length);
  CHECK(sliced == whole);

  options.length_limit = found.length;
  CHECK(find_optimal_path(mesh, start, goal, options, scratch, whole));
  options.length_limit = std::nextafter(found.length, 0.0);
  CHECK(find_optimal_path(mesh, start, goal, options, scratch, whole).status == Status::no_path);
  // The whole path counts, whatever there is room for.
  for (std::size_t room = 0; room < found.count; ++room) {
    const std::span<Point> out = std::span(whole).first(room);
    options.length_limit = 0.5 * found.length;
    const PathResult beyond = find_optimal_path(mesh, start, goal, options, scratch, out);
    CHECK(beyond.status == Status::no_path);
    CHECK(beyond.count == 0);
    options.length_limit = found.length;
    const PathResult within = find_optimal_path(mesh, start, goal, options, scratch, out);
    CHECK(within.status == Status::truncated);
    CHECK(within.count == room);
  }
  OptimalScratch small(build_mesh(draw_map("..\n..\n")));
  CHECK(find_distance(mesh, start, goal, index, small).status == Status::invalid_input);
}

TEST_CASE("corner index: polygons of no tiles", "[index]") {
  // A ring of four trapezoids around a slanted hole.
  const std::vector<Point> vertices{{0, 0}, {9, 1}, {8, 9}, {1, 8}, {3, 3}, {6, 3}, {6, 6}, {3, 5}};
  const std::vector<std::vector<std::uint32_t>> polygons{
      {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  const MeshBuild built = build_mesh(vertices, polygons);
  INFO(built.error.message());
  REQUIRE(built.mesh.has_value());
  const ConvexMesh& mesh = *built.mesh;
  Indexed indexed(mesh);
  CHECK(indexed.index().corner_count() == 4);
  OptimalScratch scratch(mesh);
  std::vector<Point> out(max_path_points(mesh));
  std::size_t compared = 0;
  for (int a = 0; a < 81; ++a) {
    for (int b = 0; b < 81; ++b) {
      const Point start{static_cast<float>(a % 9) + 0.25F, static_cast<float>(a) / 9.0F};
      const Point goal{static_cast<float>(b % 9) + 0.5F, static_cast<float>(b) / 9.0F};
      const PathResult search = find_optimal_path(mesh, start, goal, {}, scratch, out);
      const PathResult found = indexed.find(start, goal);
      REQUIRE(found.status == search.status);
      REQUIRE(std::abs(found.length - search.length) <= 1e-12);
      compared += found ? 1 : 0;
    }
  }
  CHECK(compared > 1000);
}

TEST_CASE("corner index: the optima of the shared maps", "[movingai][index]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const std::filesystem::path& file : find_maps(*folder)) {
    // These take seconds to index.
    const std::string name = file.stem().string();
    if (!is_long() && (name == "Aurora" || name == "Berlin_0_1024" || name == "maze512-1-0" ||
                       name == "random512-10-0")) {
      continue;
    }
    const Loaded<Grid> grid = load_map(file.string());
    REQUIRE(grid.value.has_value());
    const ConvexMesh mesh = build_mesh(*grid.value);
    Pair pair(*grid.value, mesh, std::size_t{256} << 20U);
    INFO(name);
    // Thousands of small obstacles that all see each other: too much, which is soon known.
    CHECK(pair.index().is_empty() == (name == "random512-10-0"));
    if (pair.index().is_empty()) continue;
    std::filesystem::path optima = file;
    optima.replace_extension(".optimal.csv");
    const std::vector<Optimum> queries = load_optima(optima);
    const std::size_t stride = query_stride() * (is_long() ? 1 : 20);
    for (std::size_t i = 0; i < queries.size(); i += stride) {
      const std::string fault = pair.find_fault(center(queries[i].start), center(queries[i].goal));
      if (!fault.empty()) FAIL("query " << i << ": " << fault);
    }
  }
}
