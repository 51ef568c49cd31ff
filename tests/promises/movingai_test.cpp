// The shared MovingAI maps: costs and lengths against the known optima.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/tile_portals.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

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

// All pulling methods on the queries of one map.
class MapRun {
 public:
  explicit MapRun(const Grid& grid)
      : grid_(grid),
        scratch_(grid),
        tiles_(grid.tile_count()),
        portals_(max_portals(tiles_.size())),
        compressed_(portals_.size()),
        out_(max_path_points(portals_.size())),
        through_compressed_(out_.size()) {}

  void run_query(const Optimum& query) {
    ++count_;
    const Point start = center(query.start);
    const Point goal = center(query.goal);
    const CorridorResult corridor = find_corridor(grid_, start, goal, {}, scratch_.search, tiles_);
    REQUIRE(corridor.status == Status::ok);
    REQUIRE(std::abs(corridor.cost - query.octile) <= 1e-6 * query.octile);
    const std::span<const TileId> ids = std::span(tiles_).first(corridor.count);
    const Result made = extract_portals(grid_, ids, portals_);
    REQUIRE(made.status == Status::ok);
    const std::span<const Portal> portals = std::span(portals_).first(made.count);
    const auto pull = [&](Pull method, Sum& sum) {
      const Result found = pull_corridor(grid_, start, goal, ids, portals, method, out_);
      REQUIRE(found.status == Status::ok);
      check(query, method, found.count, sum);
    };
    pull(Pull::none, none);
    pull(Pull::raycast, raycast);
    pull(Pull::funnel, funnel);
    compare_compressed(query, ids, portals);
    const PathResult found = find_path(grid_, start, goal, {}, scratch_, out_);
    REQUIRE(found.status == Status::ok);
    check(query, Pull::funnel, found.count, smoothed);
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] double mean(const Sum& sum) const {
    return sum.ratio / static_cast<double>(count_);
  }

  Sum none, funnel, smoothed, raycast;

 private:
  [[noreturn]] void fail(const Optimum& query, const std::string& fault) const {
    FAIL(fault << ": " << query.start.x << " " << query.start.y << " to " << query.goal.x << " "
               << query.goal.y);
    std::abort();
  }
  void check(const Optimum& query, Pull pull, std::size_t count, Sum& sum) {
    const std::string fault = find_fault(grid_, query, pull, std::span(out_).first(count), sum);
    if (fault.empty()) return;
    fail(query, fault + ", pull " + std::to_string(static_cast<int>(pull)) +
                    (&sum == &smoothed ? ", smoothed" : ""));
  }
  void compare_compressed(const Optimum& query, std::span<const TileId> ids,
                          std::span<const Portal> portals) {
    const Point start = center(query.start);
    const Point goal = center(query.goal);
    const Result all = string_pull(start, goal, portals, out_);
    const Result few = extract_compressed_portals(grid_, ids, compressed_);
    REQUIRE(few.status == Status::ok);
    const Result again =
        string_pull(start, goal, std::span(compressed_).first(few.count), through_compressed_);
    if (!std::ranges::equal(std::span(out_).first(all.count),
                            std::span(through_compressed_).first(again.count))) {
      fail(query, "another path through compressed portals");
    }
  }

  const Grid& grid_;
  GridScratch scratch_;
  std::vector<TileId> tiles_;
  std::vector<Portal> portals_;
  std::vector<Portal> compressed_;
  std::vector<Point> out_;
  std::vector<Point> through_compressed_;
  std::size_t count_ = 0;
};

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
    // den520d is small enough for all of its queries.
    const std::size_t wanted = random_count(name == "den520d" ? optima.size() : 40, optima.size());
    const std::size_t every = std::max<std::size_t>(1, optima.size() / wanted);
    MapRun run(*grid.value);
    for (std::size_t i = 0; i < optima.size(); i += every) run.run_query(optima[i]);
    std::printf(
        "%-20s %5zu queries, length / optimum: tiles %.4f  funnel %.4f  smoothed %.4f  raycast "
        "%.4f; open corners: funnel %.1f %%  smoothed %.1f %%\n",
        name.c_str(), run.count(), run.mean(run.none), run.mean(run.funnel), run.mean(run.smoothed),
        run.mean(run.raycast), percent_open(run.funnel), percent_open(run.smoothed));
    CHECK(run.mean(run.smoothed) <= run.mean(run.funnel));
    // A part of a map's queries may be unlucky; all of them are not.
    if (run.count() < optima.size()) continue;
    CHECK(run.mean(run.smoothed) <= run.mean(run.raycast));
    CHECK(percent_open(run.smoothed) < 10.0);
    if (name == "den520d" || name == "AR0011SR") CHECK(run.mean(run.funnel) <= 1.035);
    if (name == "den520d") CHECK(std::abs(run.mean(run.raycast) - 1.015) <= 0.01);
  }
}
