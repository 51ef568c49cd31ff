#include "world_distances.hpp"

#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

class WorldDistances final : public DistanceMap {
 public:
  WorldDistances(LoadedMap map, const QuerySettings& settings, const std::vector<PlaceToGo>& goals,
                 double limit)
      : world_(map.world ? std::move(*map.world) : World(std::move(map.map.grid))),
        floors_(floors_of(world_)),
        links_(std::move(map.links)),
        goals_(goals),
        limit_(limit),
        finder_(world_),
        of_tiles_(world_.grid().tile_count(), std::numeric_limits<double>::quiet_NaN()) {
    Agent agent = settings.agent;
    if (settings.terrain) {
      world_.set_ground(kTerrainGround, map.map.ground);
      agent.ground = kTerrainGround;
    }
    world_.prepare(agent);
    std::vector<FieldGoal> field_goals;
    field_goals.reserve(goals.size());
    for (const PlaceToGo& goal : goals) {
      if (!world_.has_room(agent, snap(goal.at))) {
        fail("goal {}: nearer to a wall than the radius {}", floors_.text(goal.at, ","),
             agent.radius);
      }
      field_goals.push_back({goal.at, goal.cost});
    }
    FieldOptions options;
    options.length_limit = limit;
    FieldScratch scratch;
    measure([&] {
      field_ = WorldField(agent);
      field_.set_goals(field_goals, options);
      if (!field_.update(world_, scratch)) {
        fail("a field over a mesh: {}", taut::to_string(field_.reason()));
      }
    });
  }

  std::optional<DistanceAnswer> run_query(const Point& point) const override {
    const std::optional<std::size_t> goal = field_.nearest_goal(point);
    if (!goal) return std::nullopt;
    const double distance = this->distance(point);
    if (distance > limit_) return std::nullopt;
    DistanceAnswer answer{distance, *goal, field_.next_corner(point).value_or(point)};
    if (links_.empty()) return answer;
    if (const std::optional<LinkStep> step = field_.link_at(point)) {
      answer.next = step->exit;
      answer.link = find_link(links_, step->link).id;
    }
    return answer;
  }
  // A field bounds the distances of discs, and rounds those by costs: their paths are measured.
  double distance(const Point& point) const override {
    const Agent& agent = field_.agent();
    const bool is_disc = agent.shape == AgentShape::disc && agent.radius > 0.0;
    if (!is_disc && agent.ground == 0) return field_.distance(point);
    const std::optional<Tile> tile = world_.grid().locate(point);
    if (!tile || center(*tile) != point) return measure_path(point);
    double& known = of_tiles_[world_.grid().id(*tile)];
    if (std::isnan(known)) known = measure_path(point);
    return known;
  }

 private:
  double measure_path(const Point& point) const {
    const FoundPath path = finder_.find(point, field_);
    const std::optional<std::size_t> goal = field_.nearest_goal(point);
    return path && goal ? path.cost + goals_[*goal].cost : std::numeric_limits<double>::infinity();
  }

  World world_;
  Floors floors_;
  std::vector<MapLink> links_;
  std::vector<PlaceToGo> goals_;
  double limit_;
  WorldField field_;
  mutable Finder finder_;
  mutable std::vector<double> of_tiles_;  // from their centres; NaN where not measured yet
};

}  // namespace

std::unique_ptr<DistanceMap> build_world_distances(LoadedMap map, const QuerySettings& settings,
                                                   const std::vector<PlaceToGo>& goals,
                                                   double limit) {
  return std::make_unique<WorldDistances>(std::move(map), settings, goals, limit);
}

}  // namespace taut::tools
