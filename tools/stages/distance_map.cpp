#include "distance_map.hpp"

#include <taut/engine/distance_map.hpp>
#include <taut/engine/tile_steps.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <queue>
#include <tuple>
#include <utility>

#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

// The library's numbers over tiles are floats: it is timed, the distances are found in double.
class TileDistances final : public DistanceMap {
 public:
  TileDistances(PricedMap map, DiagonalRule rule, const std::vector<PlaceToGo>& goals, double limit)
      : map_(std::move(map)), ways_(map_.grid.tile_count()) {
    steps_.diagonal = rule;
    steps_.costs = &map_.ground;
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
    measure([&] {
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
      const double cost = cost_of(id);
      for_each_neighbor(grid_, tile, steps_, [&, at = id](Tile next, double) {
        const TileId next_id = grid_.id(next);
        TileWay way = from;
        const double factor = 0.5 * (cost + cost_of(next_id));
        (tile.x != next.x && tile.y != next.y ? way.diagonal : way.straight) += factor;
        way.next = at;
        take(next_id, way);
      });
    }
  }

  [[nodiscard]] double cost_of(TileId id) const noexcept {
    return static_cast<double>(map_.ground[grid_.terrain_class(id)]);
  }

  PricedMap map_;
  const Grid& grid_ = map_.grid;
  TileSteps steps_;
  std::vector<TileWay> ways_;  // by tile
};

}  // namespace

std::unique_ptr<DistanceMap> build_tile_distances(const PricedMap& map, DiagonalRule rule,
                                                  const std::vector<PlaceToGo>& goals,
                                                  double limit) {
  return std::make_unique<TileDistances>(map, rule, goals, limit);
}

}  // namespace taut::tools
