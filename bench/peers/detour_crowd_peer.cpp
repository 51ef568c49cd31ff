// DetourCrowd: units over a mesh by Recast.
#include <recastnavigation/DetourCrowd.h>
#include <recastnavigation/DetourNavMeshQuery.h>

#include <cmath>

#include "crowd_adapter.hpp"
#include "detour_mesh.hpp"

namespace {

constexpr int kVoxelsPerTile = 5;
constexpr float kHeight = 2.0F;

dtCrowdAgentParams params_of(const peers::Unit& unit) {
  dtCrowdAgentParams params{};
  params.radius = unit.radius;
  params.height = kHeight;
  params.maxSpeed = unit.speed;
  params.maxAcceleration = 4.0F * unit.speed;
  params.collisionQueryRange = 12.0F * unit.radius;
  params.pathOptimizationRange = 30.0F * unit.radius;
  params.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OBSTACLE_AVOIDANCE |
                       DT_CROWD_SEPARATION | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO;
  params.separationWeight = 2.0F;
  params.obstacleAvoidanceType = 3;
  return params;
}

class Detour {
 public:
  explicit Detour(const peers::Scenario& scenario)
      : mesh_(scenario.map, kVoxelsPerTile,
              static_cast<int>(std::ceil(scenario.units.front().radius * kVoxelsPerTile))),
        crowd_(dtAllocCrowd()),
        seconds_(scenario.seconds) {
    crowd_->init(static_cast<int>(scenario.units.size()), scenario.units.front().radius,
                 &mesh_.mesh());
    for (const peers::Unit& unit : scenario.units) add(unit);
  }
  Detour(const Detour&) = delete;
  Detour& operator=(const Detour&) = delete;
  ~Detour() { dtFreeCrowd(crowd_); }

  void prepare() {}
  void tick() { crowd_->update(seconds_, nullptr); }
  [[nodiscard]] std::array<float, 2> place(std::size_t i) const {
    const float* const at = crowd_->getAgent(static_cast<int>(i))->npos;
    return {at[0], at[2]};
  }

 private:
  void add(const peers::Unit& unit) {
    const dtCrowdAgentParams params = params_of(unit);
    const float at[3] = {unit.x, 1.0F, unit.y};
    const float wanted[3] = {unit.goal_x, 1.0F, unit.goal_y};
    const float reach[3] = {1.0F, kHeight, 1.0F};
    const int id = crowd_->addAgent(at, &params);
    dtPolyRef goal = 0;
    float nearest[3];
    crowd_->getNavMeshQuery()->findNearestPoly(wanted, reach, crowd_->getFilter(0), &goal, nearest);
    if (goal != 0) crowd_->requestMoveTarget(id, goal, nearest);
  }

  peers::DetourMesh mesh_;
  dtCrowd* crowd_;
  float seconds_;
};

}  // namespace

int main(int argc, char** argv) { return peers::run_crowd_adapter<Detour>(argc, argv); }
