#include "distance_map.hpp"

#include <taut/field.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/tile_field.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "failure.hpp"
#include "query.hpp"

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

  std::optional<DistanceAnswer> ask(const Point& point) const override {
    const std::optional<Point> next = field_.next_corner(point);
    if (!next) return std::nullopt;
    return DistanceAnswer{field_.distance(point), *field_.nearest_goal(point), *next};
  }
  double distance(const Point& point) const override { return field_.distance(point); }

 private:
  ConvexMesh mesh_;
  Field field_;
};

class TileDistances final : public DistanceMap {
 public:
  TileDistances(const Grid& grid, DiagonalRule rule, const std::vector<PlaceToGo>& goals,
                double limit)
      : grid_(grid), numbers_(grid.tile_count()), goals_(grid.tile_count(), kNoGoal) {
    options_.steps.diagonal = rule;
    options_.limit = limit;
    std::vector<TileGoal> tile_goals;
    tile_goals.reserve(goals.size());
    for (const PlaceToGo& goal : goals) {
      tile_goals.push_back({*grid.locate(goal.at), static_cast<float>(goal.cost)});
    }
    TileFieldScratch scratch(grid);
    build_us_ = fastest_us(
        [&] { (void)find_tile_distances(grid, tile_goals, options_, scratch, numbers_); });
    for (std::size_t i = tile_goals.size(); i-- > 0;) {
      const TileId tile = grid.id(tile_goals[i].at);
      if (std::abs(numbers_[tile] - tile_goals[i].value) < kRounding) goals_[tile] = i;
    }
    spread_goals();
  }

  std::optional<DistanceAnswer> ask(const Point& point) const override {
    const std::optional<Tile> tile = grid_.locate(point);
    if (!tile || numbers_[grid_.id(*tile)] == kUnreachedTile) return std::nullopt;
    const TileId id = grid_.id(*tile);
    return DistanceAnswer{static_cast<double>(numbers_[id]), goals_[id], center(next(*tile))};
  }
  double distance(const Point& point) const override {
    const std::optional<Tile> tile = grid_.locate(point);
    return tile ? static_cast<double>(numbers_[grid_.id(*tile)]) : kUnreached;
  }

 private:
  static constexpr std::size_t kNoGoal = std::numeric_limits<std::size_t>::max();
  static constexpr float kRounding = 1e-6F;  // of initial values
  static constexpr double kUnreached = std::numeric_limits<double>::infinity();

  // The tile after `tile`: itself at a goal.
  [[nodiscard]] Tile next(Tile tile) const {
    if (is_goal_[grid_.id(tile)]) return tile;
    return find_downhill_step(grid_, numbers_, tile, options_.steps).value_or(tile);
  }

  // Gives each tile the goal of the tile after it, the nearest first.
  void spread_goals() {
    std::vector<TileId> reached;
    for (TileId id = 0; id < numbers_.size(); ++id) {
      is_goal_.push_back(goals_[id] != kNoGoal);
      if (numbers_[id] != kUnreachedTile) reached.push_back(id);
    }
    std::stable_sort(reached.begin(), reached.end(),
                     [&](TileId a, TileId b) { return numbers_[a] < numbers_[b]; });
    for (const TileId id : reached) {
      if (!is_goal_[id]) goals_[id] = goals_[grid_.id(next(grid_.tile(id)))];
    }
  }

  const Grid& grid_;
  TileFieldOptions options_;
  std::vector<float> numbers_;
  std::vector<std::size_t> goals_;  // by tile
  std::vector<bool> is_goal_;
};

}  // namespace

std::unique_ptr<DistanceMap> build_distances(const Grid& grid, const QuerySettings& settings,
                                             const std::vector<PlaceToGo>& goals, double limit) {
  if (settings.map == MapKind::mesh) return std::make_unique<MeshDistances>(grid, goals, limit);
  return std::make_unique<TileDistances>(grid, settings.diagonal, goals, limit);
}

}  // namespace taut::tools
