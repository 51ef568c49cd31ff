// The shared MovingAI maps: costs and lengths against the known optima.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <taut/funnel.hpp>
#include <taut/grid_path.hpp>
#include <taut/map_file.hpp>
#include <taut/tile_portals.hpp>
#include <taut/validate.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/optima.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Sums over the queries of a map, by method.
struct Sum {
  double ratio = 0.0;  // length over any-angle optimum
  std::size_t corners = 0;
  std::size_t open_corners = 0;
};

// What is wrong with a path of one method, or empty; adds it to the sum.
std::string find_fault(const Grid& grid, const Optimum& query, Pull pull,
                       std::span<const Point> path, Sum& sum) {
  const PathCheck check = validate_path(grid, center(query.start), center(query.goal), path);
  if (check.fault != PathFault::none) return to_string(check.fault);
  const double length = path_length(path);
  if (length < query.any_angle * (1.0 - 1e-9)) return "shorter than the optimum";
  if (pull == Pull::none && std::abs(length - query.octile) > 1e-6 * query.octile)
    return "not the octile length";
  if (pull == Pull::funnel && length > query.octile * (1.0 + 1e-6))
    return "longer than the tile path";
  sum.ratio += query.any_angle > 0.0 ? length / query.any_angle : 1.0;
  sum.corners += check.corners;
  sum.open_corners += check.open_corners;
  return {};
}

double percent_open(const Sum& sum) {
  return 100.0 * static_cast<double>(sum.open_corners) /
         static_cast<double>(std::max<std::size_t>(1, sum.corners));
}

}  // namespace

TEST_CASE("MovingAI maps: octile costs, valid paths, lengths over the optimum", "[movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  const std::vector<std::filesystem::path> maps = find_maps(*folder);
  REQUIRE_FALSE(maps.empty());
  for (const std::filesystem::path& file : maps) {
    const std::string name = file.stem().string();
    INFO(name);
    const Loaded<Grid> grid = load_map(file.string());
    REQUIRE(grid.value.has_value());
    const std::vector<Optimum> optima = load_optima(*folder / (name + ".optimal.csv"));
    GridScratch scratch(*grid.value);
    std::vector<TileId> tiles(grid.value->tile_count());
    std::vector<Portal> portals(max_portals(tiles.size()));
    std::vector<Point> out(max_path_points(portals.size()));
    std::vector<Portal> compressed(portals.size());
    std::vector<Point> through_few(out.size());
    // den520d is small enough for all of its queries.
    const std::size_t wanted = random_count(name == "den520d" ? optima.size() : 40, optima.size());
    const std::size_t every = std::max<std::size_t>(1, optima.size() / wanted);
    std::size_t count = 0;
    Sum none, funnel, repaired, raycast;
    for (std::size_t i = 0; i < optima.size(); i += every) {
      const Optimum& query = optima[i];
      ++count;
      const CorridorResult corridor = find_corridor(*grid.value, center(query.start),
                                                    center(query.goal), {}, scratch.search, tiles);
      REQUIRE(corridor.status == Status::ok);
      REQUIRE(std::abs(corridor.cost - query.octile) <= 1e-6 * query.octile);
      const std::span<const TileId> ids = std::span(tiles).first(corridor.count);
      const Result made = extract_portals(*grid.value, ids, portals);
      REQUIRE(made.status == Status::ok);
      const auto check = [&](Pull pull, std::span<const Point> path, Sum& sum) {
        const std::string fault = find_fault(*grid.value, query, pull, path, sum);
        if (!fault.empty()) {
          FAIL(fault << ": " << query.start.x << " " << query.start.y << " to " << query.goal.x
                     << " " << query.goal.y << ", pull " << static_cast<int>(pull)
                     << (&sum == &repaired ? ", repaired" : ""));
        }
      };
      const auto pull = [&](Pull method, Sum& sum) {
        const Result found = pull_corridor(*grid.value, center(query.start), center(query.goal),
                                           ids, std::span(portals).first(made.count), method, out);
        REQUIRE(found.status == Status::ok);
        check(method, std::span(out).first(found.count), sum);
      };
      pull(Pull::none, none);
      pull(Pull::raycast, raycast);
      pull(Pull::funnel, funnel);
      const std::span<const Point> path =
          std::span(out).first(string_pull(center(query.start), center(query.goal),
                                           std::span(portals).first(made.count), out)
                                   .count);
      const Result few = extract_compressed_portals(*grid.value, ids, compressed);
      REQUIRE(few.status == Status::ok);
      const Result again = string_pull(center(query.start), center(query.goal),
                                       std::span(compressed).first(few.count), through_few);
      if (!std::ranges::equal(path, std::span(through_few).first(again.count))) {
        FAIL("another path through compressed portals: " << query.start.x << " " << query.start.y
                                                         << " to " << query.goal.x << " "
                                                         << query.goal.y);
      }
      const PathResult found =
          find_path(*grid.value, center(query.start), center(query.goal), {}, scratch, out);
      REQUIRE(found.status == Status::ok);
      check(Pull::funnel, std::span(out).first(found.count), repaired);
    }
    const auto mean = [&](const Sum& sum) { return sum.ratio / static_cast<double>(count); };
    std::printf(
        "%-20s %5zu queries, length / optimum: tiles %.4f  funnel %.4f  repaired %.4f  raycast "
        "%.4f; "
        "open corners: funnel %.1f %%  repaired %.1f %%\n",
        name.c_str(), count, mean(none), mean(funnel), mean(repaired), mean(raycast),
        percent_open(funnel), percent_open(repaired));
    CHECK(mean(repaired) <= mean(funnel));
    // A part of a map's queries may be unlucky; all of them are not.
    if (count < optima.size()) continue;
    CHECK(mean(repaired) <= mean(raycast));
    CHECK(percent_open(repaired) < 10.0);
    if (name == "den520d" || name == "AR0011SR") CHECK(mean(funnel) <= 1.035);
    if (name == "den520d") CHECK(std::abs(mean(raycast) - 1.015) <= 0.01);
  }
}
