#include "distance_map.hpp"

#include <taut/field.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/tile_field.hpp>
#include <taut/tile_steps.hpp>

#include <algorithm>
#include <limits>
#include <numbers>
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

// The library's numbers are floats, of sums with a rounded root of 2. They say in which order the
// tiles are reached; distances are computed once more, exactly but for the rounding of two sums.
class TileDistances final : public DistanceMap {
 public:
  TileDistances(const Grid& grid, DiagonalRule rule, const std::vector<PlaceToGo>& goals,
                double limit)
      : grid_(grid), ways_(grid.tile_count()) {
    steps_.diagonal = rule;
    const std::vector<TileId> order = flood(goals, limit);
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const TileId tile = grid.id(*grid.locate(goals[i].at));
      take({goals[i].cost, 0.0, i, tile}, ways_[tile]);
    }
    // One pass finds all and the next sees it, but where rounding changed the order.
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (const TileId tile : order) is_changed |= lower(tile);
    }
    for (TileWay& way : ways_) {
      if (way.length() > limit) way = {};
    }
  }

  std::optional<DistanceAnswer> ask(const Point& point) const override {
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
  // How much less than its number a distance may be: more than a float is rounded by.
  static constexpr double kRounding = 1e-6;

  // From a tile to a goal.
  struct TileWay {
    double straight = kUnreached;  // the factors of the straight steps, and the goal's cost
    double diagonal = 0.0;         // the factors of the diagonal steps
    std::size_t goal = 0;
    TileId next = 0;  // the tile itself at a goal

    [[nodiscard]] bool is_known() const noexcept { return straight != kUnreached; }
    [[nodiscard]] double length() const noexcept {
      return straight + diagonal * std::numbers::sqrt2;
    }
  };

  // The tiles in the order in which they are reached, some beyond the limit included.
  std::vector<TileId> flood(const std::vector<PlaceToGo>& goals, double limit) {
    std::vector<TileGoal> tile_goals;
    tile_goals.reserve(goals.size());
    for (const PlaceToGo& goal : goals) {
      tile_goals.push_back({*grid_.locate(goal.at), static_cast<float>(goal.cost)});
    }
    const TileFieldOptions options{steps_, limit * (1.0 + kRounding) + kRounding};
    std::vector<float> numbers(grid_.tile_count());
    TileFieldScratch scratch(grid_);
    build_us_ = fastest_us(
        [&] { (void)find_tile_distances(grid_, tile_goals, options, scratch, numbers); });
    std::vector<TileId> order;
    for (TileId tile = 0; tile < numbers.size(); ++tile) {
      if (numbers[tile] != kUnreachedTile) order.push_back(tile);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](TileId a, TileId b) { return numbers[a] < numbers[b]; });
    return order;
  }

  // Takes a way that is shorter; of equal ones that to the first goal.
  static bool take(const TileWay& found, TileWay& way) noexcept {
    const double length = found.length();
    const bool is_better =
        length < way.length() || (length == way.length() && found.goal < way.goal);
    if (is_better) way = found;
    return is_better;
  }

  // Looks for a shorter way from a tile, by its neighbours.
  bool lower(TileId id) {
    bool is_changed = false;
    const Tile tile = grid_.tile(id);
    for_each_neighbor(grid_, tile, steps_, [&](Tile next, double) {
      TileWay way = ways_[grid_.id(next)];
      if (!way.is_known()) return;
      const double factor = 0.5 * (static_cast<double>(grid_.cost(id)) +
                                   static_cast<double>(grid_.cost(grid_.id(next))));
      (tile.x != next.x && tile.y != next.y ? way.diagonal : way.straight) += factor;
      way.next = grid_.id(next);
      is_changed |= take(way, ways_[id]);
    });
    return is_changed;
  }

  const Grid& grid_;
  TileSteps steps_;
  std::vector<TileWay> ways_;  // by tile
};

}  // namespace

std::unique_ptr<DistanceMap> build_distances(const Grid& grid, const QuerySettings& settings,
                                             const std::vector<PlaceToGo>& goals, double limit) {
  if (settings.map == MapKind::mesh) return std::make_unique<MeshDistances>(grid, goals, limit);
  return std::make_unique<TileDistances>(grid, settings.diagonal, goals, limit);
}

}  // namespace taut::tools
