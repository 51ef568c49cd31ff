// The shared MovingAI maps for agents with a radius, on every kind of map.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <taut/disc_funnel.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/grid_path.hpp>
#include <taut/map_file.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree_path.hpp>
#include <taut/tile_disc.hpp>
#include <taut/validate_disc.hpp>
#include <taut/wide_search.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/optima.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("MovingAI maps: discs of seven radii meet nothing", "[disc][movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  constexpr std::array<double, 7> kRadii{0.1, 0.25, 0.4, 0.5, 0.9, 1.5, 3.2};
  for (const char* const name : {"den520d", "AR0011SR", "brc202d", "Aurora", "32room_000"}) {
    INFO(name);
    const Loaded<Grid> loaded = load_map((*folder / (std::string(name) + ".map")).string());
    REQUIRE(loaded.value.has_value());
    const Grid& grid = *loaded.value;
    const std::vector<Optimum> optima = load_optima(*folder / (std::string(name) + ".optimal.csv"));
    const Quadtree tree(grid.bits());
    const ConvexMesh mesh = build_mesh(grid);
    const Clearance clearance(grid.bits());
    GridScratch grid_scratch(grid);
    QuadtreeScratch tree_scratch(tree);
    OptimalScratch mesh_scratch(mesh);
    WideScratch wide_scratch(clearance);
    std::vector<Point> path(clearance.point_count() + 2);
    std::vector<Point> work(max_repair_points(path.size()));
    std::vector<DiscTurn> turns(max_disc_turns(work.size()));
    const std::size_t every =
        std::max<std::size_t>(1, optima.size() / random_count(12, optima.size()));
    std::size_t solved = 0;
    for (std::size_t i = 0; i < optima.size(); i += every) {
      const Point start = center(optima[i].start);
      const Point goal = center(optima[i].goal);
      const auto judge = [&](std::size_t count, double radius) {
        const Result result =
            pull_disc(grid.bits(), std::span(path).first(count), radius, work, turns);
        REQUIRE(result.status == Status::ok);
        const DiscCheck check =
            validate_disc_path(grid, start, goal, std::span(turns).first(result.count), radius);
        INFO("query " << i << ", radius " << radius << ", clearance " << check.clearance);
        REQUIRE(check.fault == DiscFault::none);
        REQUIRE(check.length >= optima[i].any_angle * (1.0 - 1e-9));
        ++solved;
      };
      const auto judge_narrow = [&](const auto& found) {
        REQUIRE(found.status == Status::ok);
        const std::vector<Point> copy(path.begin(),
                                      path.begin() + static_cast<std::ptrdiff_t>(found.count));
        for (const double radius : kRadii) {
          if (radius > 0.5) continue;
          std::copy(copy.begin(), copy.end(), path.begin());
          judge(copy.size(), radius);
        }
      };
      judge_narrow(find_path(grid, start, goal, {}, grid_scratch, path));
      judge_narrow(find_path(tree, start, goal, {}, tree_scratch, path));
      judge_narrow(find_path(mesh, start, goal, {}, mesh_scratch, path));
      for (const double radius : kRadii) {
        if (radius <= 0.5) continue;
        const WideResult found =
            find_wide_path(grid.bits(), clearance, start, goal, radius, wide_scratch, path);
        if (found.status == Status::ok) judge(found.count, radius);
      }
    }
    CHECK(solved >= 12);
  }
}
