#include "distance_map.hpp"

#include <taut/engine/distance_map.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/tile_steps.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <queue>
#include <tuple>
#include <utility>

#include "tools/output/answer.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

constexpr int kBuilds = 3;

template <class Build>
double fastest_us(const Build& build) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kBuilds; ++i) {
    const Clock::time_point begin = Clock::now();
    build();
    best = std::min(best, to_microseconds(Clock::now() - begin));
  }
  return best;
}

class MeshDistances final : public DistanceMap {
 public:
  MeshDistances(const Grid& grid, const std::vector<PlaceToGo>& goals, double limit)
      : mesh_(build_mesh(grid)) {
    std::vector<FieldGoal> field_goals;
    field_goals.reserve(goals.size());
    for (const PlaceToGo& goal : goals) field_goals.push_back({goal.at, goal.cost});
    FieldOptions options;
    options.length_limit = limit;
    FieldScratch scratch;
    build_us_ =
        fastest_us([&] { (void)build_field(mesh_, field_goals, options, scratch, field_); });
  }

  std::optional<DistanceAnswer> run_query(const Point& point) const override {
    const std::optional<Point> next = field_.next_corner(point);
    if (!next) return std::nullopt;
    return DistanceAnswer{field_.distance(point), *field_.nearest_goal(point), *next};
  }
  double distance(const Point& point) const override { return field_.distance(point); }

 private:
  ConvexMesh mesh_;
  Field field_;
};

// The library's numbers over tiles are floats: it is timed, the distances are found in double.
class TileDistances final : public DistanceMap {
 public:
  TileDistances(const Grid& grid, DiagonalRule rule, const std::vector<PlaceToGo>& goals,
                double limit)
      : grid_(grid), ways_(grid.tile_count()) {
    steps_.diagonal = rule;
    time_library(goals, limit);
    flood(goals, limit);
  }

  std::optional<DistanceAnswer> run_query(const Point& point) const override {
    const std::optional<Tile> tile = grid_.locate(point);
    if (!tile) return std::nullopt;
    const TileWay& way = ways_[grid_.id(*tile)];
    if (!way.is_known()) return std::nullopt;
    return DistanceAnswer{way.length(), way.goal, center(grid_.tile(way.next))};
  }
  double distance(const Point& point) const override {
    const std::optional<Tile> tile = grid_.locate(point);
    return tile ? ways_[grid_.id(*tile)].length() : kUnreached;
  }

 private:
  static constexpr double kUnreached = std::numeric_limits<double>::infinity();

  // From a tile to a goal. The two kinds of steps are added up on their own: so equal ways have
  // equal lengths, exact but for the rounding of two sums.
  struct TileWay {
    double straight = kUnreached;  // the factors of the straight steps, and the goal's cost
    double diagonal = 0.0;         // the factors of the diagonal steps
    std::uint32_t goal = 0;
    TileId next = 0;  // the tile itself at a goal

    [[nodiscard]] bool is_known() const noexcept { return straight != kUnreached; }
    [[nodiscard]] double length() const noexcept {
      return straight + diagonal * std::numbers::sqrt2;
    }
  };

  // A tile with the length of its way and its goal when it was found.
  using Found = std::tuple<double, std::uint32_t, TileId>;

  void time_library(const std::vector<PlaceToGo>& goals, double limit) {
    std::vector<TileGoal> tile_goals;
    tile_goals.reserve(goals.size());
    for (const PlaceToGo& goal : goals) {
      tile_goals.push_back({*grid_.locate(goal.at), static_cast<float>(goal.cost)});
    }
    std::vector<float> numbers(grid_.tile_count());
    DistanceMapScratch scratch(grid_);
    DistanceMapResult found;
    build_us_ = fastest_us([&] {
      found = find_tile_distances(grid_, tile_goals, {steps_, limit}, scratch, numbers);
    });
    if (!found) fail("a field over tiles: {}", taut::to_string(found.status));
  }

  // Dijkstra's algorithm.
  void flood(const std::vector<PlaceToGo>& goals, double limit) {
    std::priority_queue<Found, std::vector<Found>, std::greater<>> open;
    // Takes a way that is shorter; of equal ones that to the first goal.
    const auto take = [&](TileId id, const TileWay& found) {
      TileWay& way = ways_[id];
      const double length = found.length();
      if (!(length <= limit)) return;
      if (std::pair(length, found.goal) >= std::pair(way.length(), way.goal)) return;
      way = found;
      open.emplace(length, found.goal, id);
    };
    for (std::uint32_t i = 0; i < goals.size(); ++i) {
      const TileId id = grid_.id(*grid_.locate(goals[i].at));
      take(id, {goals[i].cost, 0.0, i, id});
    }
    while (!open.empty()) {
      const auto [length, goal, id] = open.top();
      open.pop();
      const TileWay from = ways_[id];
      if (std::pair(length, goal) != std::pair(from.length(), from.goal)) continue;
      const Tile tile = grid_.tile(id);
      const auto cost = static_cast<double>(grid_.cost(id));
      for_each_neighbor(grid_, tile, steps_, [&, at = id](Tile next, double) {
        const TileId next_id = grid_.id(next);
        TileWay way = from;
        const double factor = 0.5 * (cost + static_cast<double>(grid_.cost(next_id)));
        (tile.x != next.x && tile.y != next.y ? way.diagonal : way.straight) += factor;
        way.next = at;
        take(next_id, way);
      });
    }
  }

  const Grid& grid_;
  TileSteps steps_;
  std::vector<TileWay> ways_;  // by tile
};

}  // namespace

std::unique_ptr<DistanceMap> build_distances(const Grid& grid, const QuerySettings& settings,
                                             const std::vector<PlaceToGo>& goals, double limit) {
  if (settings.stages->map == MapKind::mesh)
    return std::make_unique<MeshDistances>(grid, goals, limit);
  return std::make_unique<TileDistances>(grid, settings.stages->diagonal, goals, limit);
}

}  // namespace taut::tools
