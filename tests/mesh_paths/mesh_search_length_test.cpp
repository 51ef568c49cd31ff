// A* over mesh cells: how much longer than the optimum its paths are.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/optima.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Searches on one mesh, and what came of them over the optimum.
class Comparison {
 public:
  // With so many landmarks.
  explicit Comparison(const Grid& grid, std::size_t landmarks = 0)
      : grid_(grid),
        mesh_(build_mesh(grid)),
        scratch_(mesh_),
        optimal_scratch_(mesh_, 16 * mesh_.edge_count() + 65'536),
        room_(max_path_points(mesh_)) {
    if (landmarks == 0) return;
    landmarks_ = build_landmarks(mesh_, landmarks);
    options_.landmarks = &landmarks_;
  }
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  // With the known optimum.
  void add(const Point& start, const Point& goal, double optimum) {
    const PathResult found = find_path(mesh_, start, goal, options_, scratch_, room_);
    INFO(start.x << " " << start.y << " to " << goal.x << " " << goal.y);
    REQUIRE(found.status == Status::ok);
    const PathCheck check = validate_path(grid_, start, goal, std::span(room_).first(found.count));
    REQUIRE(check.fault == PathFault::none);
    REQUIRE(check.open_corners == 0);
    REQUIRE(found.length >= optimum - 1e-6);
    if (optimum <= 0.0) return;
    expanded_ += found.expanded;
    const double ratio = found.length / optimum;
    sum_ += ratio;
    worst_ = std::max(worst_, ratio);
    ++count_;
  }
  void add(const Point& start, const Point& goal) {
    const PathResult best = find_optimal_path(mesh_, start, goal, {}, optimal_scratch_, room_);
    REQUIRE(best.status == Status::ok);
    add(start, goal, best.length);
  }

  [[nodiscard]] double worst() const noexcept { return worst_; }
  [[nodiscard]] double mean() const noexcept { return sum_ / static_cast<double>(count_); }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t expanded() const noexcept { return expanded_; }

 private:
  const Grid& grid_;
  ConvexMesh mesh_;
  MeshScratch scratch_;
  OptimalScratch optimal_scratch_;
  std::vector<Point> room_;
  Landmarks landmarks_;
  MeshSearchOptions options_;
  std::size_t expanded_ = 0;
  double sum_ = 0.0;
  double worst_ = 0.0;
  std::size_t count_ = 0;
};

// Single blocked tiles, one in each square of `step` tiles a side.
Grid make_pillars(int side, int step, Tile first) {
  Grid grid(side, side, TileState::walkable);
  for (int y = first.y; y < side; y += step) {
    for (int x = first.x; x < side; x += step) grid.set(Tile{x, y}, TileState::blocked);
  }
  return grid;
}

}  // namespace

TEST_CASE("mesh search: sparse pillars, within a twentieth of the optimum", "[mesh]") {
  for (Random& random : random_generators("mesh search pillars")) {
    for (const int side : {40, 64, 100, 128, 192}) {
      for (int round = 0; round < static_cast<int>(random_count(6, 40)); ++round) {
        const Tile first{static_cast<int>(random.below(8)), static_cast<int>(random.below(8))};
        const Grid grid = make_pillars(side, 8, first);
        Comparison paths(grid);
        const float far = static_cast<float>(side) - 0.25F;
        const std::array<Point, 4> corners{Point{0.25F, 0.25F}, Point{far, 0.25F}, Point{far, far},
                                           Point{0.25F, far}};
        for (const Point& start : corners) {
          if (!grid.locate(start)) continue;
          for (const Point& goal : corners) {
            if (goal != start && grid.locate(goal)) paths.add(start, goal);
          }
        }
        for (int i = 0; i < 20; ++i) {
          paths.add(center(random_walkable_tile(random, grid)),
                    center(random_walkable_tile(random, grid)));
        }
        INFO("side " << side << ", first pillar " << first.x << " " << first.y);
        CHECK(paths.worst() <= 1.05);
        CHECK(paths.mean() <= 1.003);
      }
    }
  }
}

TEST_CASE("mesh search: dense pillars, expansions grow no faster than distances", "[mesh]") {
  std::size_t before = 0;
  const int most = is_long() ? 2048 : 1024;
  for (int side = 512; side <= most; side *= 2) {
    const Grid grid = make_pillars(side, 2, {1, 1});
    Comparison paths(grid);
    for (int i = 0; i < 8; ++i) {
      const Point start = center(Tile{0, side / 8 * i});
      const Point goal = center(Tile{side - 2, side / 8 * ((3 * i + 1) % 8)});
      paths.add(start, goal, distance(start, goal));
    }
    INFO("side " << side << ": " << paths.expanded() << " expansions, " << paths.mean());
    CHECK(paths.worst() <= 1.032);
    CHECK((before == 0 || 2 * paths.expanded() < 3 * before));
    before = paths.expanded();
  }
}

TEST_CASE("mesh search: our maps, near the optimum, by landmarks as near", "[mesh]") {
  for (const char* name : {"arena", "caves", "city", "coast", "dungeon"}) {
    INFO(name);
    const Loaded<Grid> grid = load_map(own_map(std::string(name) + ".map"));
    REQUIRE(grid.value.has_value());
    Comparison paths(*grid.value);
    Comparison guided(*grid.value, 8);
    for (const Optimum& query : load_optima(own_map(std::string(name) + ".optimal.csv"))) {
      paths.add(center(query.start), center(query.goal), query.any_angle);
      guided.add(center(query.start), center(query.goal), query.any_angle);
    }
    CHECK(paths.count() > 100);
    CHECK(paths.worst() < 1.06);
    CHECK(paths.mean() < 1.003);
    CHECK(guided.worst() < 1.06);
    CHECK(guided.mean() <= paths.mean() + (is_small_share() ? 0.001 : 0.0001));
    CHECK(guided.expanded() <= paths.expanded());
  }
}

TEST_CASE("mesh search: MovingAI maps, near the optimum", "[movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const std::filesystem::path& file : find_maps(*folder)) {
    const std::string name = file.stem().string();
    INFO(name);
    const Loaded<Grid> grid = load_map(file.string());
    REQUIRE(grid.value.has_value());
    Comparison paths(*grid.value);
    Comparison guided(*grid.value, 8);
    const std::vector<Optimum> optima = load_optima(*folder / (name + ".optimal.csv"));
    for (std::size_t i = 0; i < optima.size(); i += query_stride()) {
      paths.add(center(optima[i].start), center(optima[i].goal), optima[i].any_angle);
      guided.add(center(optima[i].start), center(optima[i].goal), optima[i].any_angle);
    }
    CHECK(paths.worst() < 1.10);
    CHECK(paths.mean() < 1.002);
    CHECK(guided.worst() < 1.10);
    CHECK(guided.mean() <= paths.mean() + (is_small_share() ? 0.001 : 0.0001));
  }
}
