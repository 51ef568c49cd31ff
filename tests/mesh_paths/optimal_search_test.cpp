// find_optimal_path() on meshes: the optimum, against oracles that know nothing of meshes.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/mesh_makers.hpp"
#include "support/mesh_shapes.hpp"
#include "support/optima.hpp"
#include "support/optimal_querier.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("optimal search: the answer does not depend on how the space is cut", "[optimal]") {
  for (Random& random : random_generators("optimal cuts")) {
    std::size_t cuts = 0;
    for (std::size_t i = 0; i < random_count(600, 20000); ++i) {
      const Grid grid = make_random_map(random, 12);
      const VisibilityGraph oracle(grid);
      MeshShape shape = to_shape(kMeshMakers[i % kMeshMakers.size()](grid));
      const std::size_t before = shape.polygons.size();
      for (int round = random.between(1, 3); round > 0; --round) {
        shape = cut_at_random(random, shape);
      }
      if (random.chance(50)) shape = split_sides_at_random(random, shape);
      cuts += shape.polygons.size() - before;
      const MeshBuild build = build_mesh(shape.vertices, shape.polygons);
      INFO(build.error.message());
      REQUIRE(build);
      Querier querier(*build.mesh);
      for (int k = 0; k < 12; ++k) {
        // Vertices inside the space too.
        LatticePoint start = random_place(random, grid);
        if (!shape.vertices.empty() && random.chance(30)) {
          start = to_lattice(shape.vertices[random.below(shape.vertices.size())]);
        }
        const LatticePoint goal = random_place(random, grid);
        const std::string fault = querier.check_answer(
            grid, to_map_point(start), to_map_point(goal), oracle.find_length(start, goal));
        if (!fault.empty()) FAIL(fault);
      }
    }
    if (!is_small_share()) CHECK(cuts > 0);
  }
}

TEST_CASE("optimal search: between corners that touch, start and goal look both ways",
          "[optimal]") {
  const Grid grid = draw_map(
      ".@\n"
      "@.");
  const ConvexMesh mesh = build_mesh(grid);
  Querier querier(mesh);
  CHECK(querier.run_query({0.5F, 0.5F}, {1.5F, 1.5F}).result.status == Status::no_path);
  CHECK(querier.run_query({1.0F, 1.0F}, {1.5F, 1.5F}).path.size() == 2);
  CHECK(querier.run_query({1.0F, 1.0F}, {0.5F, 0.5F}).path.size() == 2);
  CHECK(querier.run_query({0.5F, 0.5F}, {1.0F, 1.0F}).path.size() == 2);
}

TEST_CASE("optimal search: negative coordinates and the width of a map", "[optimal]") {
  // A corridor round a wall, as wide as a mesh may be, about the origin.
  const std::vector<Point> vertices{{-8192, -2}, {8192, -2}, {8192, 0}, {-8191, 0},
                                    {-8191, 1},  {8192, 1},  {8192, 3}, {-8192, 3}};
  const std::vector<std::vector<std::uint32_t>> polygons{{0, 1, 2, 3}, {0, 3, 4, 7}, {7, 4, 5, 6}};
  const MeshBuild build = build_mesh(vertices, polygons);
  INFO(build.error.message());
  REQUIRE(build);
  OptimalScratch scratch(*build.mesh);
  std::vector<Point> out(max_path_points(*build.mesh));
  const PathResult found = find_optimal_path(*build.mesh, {8192, 0}, {8192, 1}, {}, scratch, out);
  REQUIRE(found.status == Status::ok);
  REQUIRE(found.count == 4);
  CHECK(out[1] == Point{-8191, 0});
  CHECK(out[2] == Point{-8191, 1});
  CHECK(found.length == 2.0 * 16383.0 + 1.0);
}

TEST_CASE("optimal search: MovingAI maps", "[movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const std::filesystem::path& file : find_maps(*folder)) {
    const std::string name = file.stem().string();
    const Loaded<Grid> grid = load_map(file.string());
    REQUIRE(grid.value.has_value());
    const std::vector<Optimum> optima = load_optima(*folder / (name + ".optimal.csv"));
    for (const MeshMaker make : kMeshMakers) {
      const ConvexMesh mesh = make(*grid.value);
      OptimalScratch scratch(mesh);
      std::vector<Point> out(max_path_points(mesh));
      std::size_t wrong = 0;
      // The others are slower and run fewer queries.
      const std::size_t share = make != kMeshMakers[0] && !is_long() ? 10 : 1;
      const std::size_t every = share * query_stride();
      for (std::size_t i = 0; i < optima.size(); i += every) {
        const Optimum& query = optima[i];
        const PathResult found =
            find_optimal_path(mesh, center(query.start), center(query.goal), {}, scratch, out);
        const PathCheck check = validate_path(*grid.value, center(query.start), center(query.goal),
                                              std::span(out).first(found.count));
        const bool is_right =
            found.status == Status::ok && check.fault == PathFault::none &&
            check.open_corners == 0 &&
            std::abs(found.length - query.any_angle) <= 1e-9 * (1.0 + query.any_angle);
        if (is_right) continue;
        if (wrong++ == 0) {
          std::printf("%s query %zu: %s %.12f for %.12f, %s\n", name.c_str(), i,
                      to_string(found.status), found.length, query.any_angle,
                      to_string(check.fault));
        }
      }
      INFO(name);
      CHECK(wrong == 0);
    }
  }
}
