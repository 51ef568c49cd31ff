// DetourCrowd: the units of a crowd scenario (docs/formats.md), ticked and written down.
#include <recastnavigation/DetourCrowd.h>
#include <recastnavigation/DetourNavMeshQuery.h>

#include <cmath>

#include "adapter.hpp"
#include "detour_mesh.hpp"

namespace {

constexpr int kVoxelsPerTile = 5;
constexpr float kHeight = 2.0F;

struct Unit {
  float at[3];
  float goal[3];
  float radius = 0.0F;
  float speed = 0.0F;
};

struct Scenario {
  peers::Map map;
  std::vector<Unit> units;
  float seconds = 0.05F;
  int ticks = 0;
};

Scenario read_scenario(const char* file) {
  Scenario scenario;
  std::ifstream in(file);
  std::string line;
  std::string word;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    words >> word;
    if (word == "dt") words >> scenario.seconds;
    if (word == "ticks") words >> scenario.ticks;
    int count = 0;
    if (word == "map") {
      words >> count >> count;
      for (; count > 0 && std::getline(in, line); --count) scenario.map.add_row(line);
    }
    if (word != "units") continue;
    words >> count;
    for (; count > 0 && std::getline(in, line); --count) {
      std::istringstream numbers(line);
      Unit unit{{0, 1, 0}, {0, 1, 0}};
      int goals = 0;
      numbers >> unit.at[0] >> unit.at[2] >> unit.radius >> unit.speed >> goals;
      numbers >> unit.goal[0] >> unit.goal[2];
      scenario.units.push_back(unit);
    }
  }
  return scenario;
}

dtCrowdAgentParams params_of(const Unit& unit) {
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s SCENARIO POSITIONS\n", argv[0]);
    return 2;
  }
  const Scenario scenario = read_scenario(argv[1]);
  if (scenario.units.empty()) return 2;
  const int radius = static_cast<int>(std::ceil(scenario.units.front().radius * kVoxelsPerTile));
  peers::DetourMesh mesh(scenario.map, kVoxelsPerTile, radius);
  dtCrowd* const crowd = dtAllocCrowd();
  const int count = static_cast<int>(scenario.units.size());
  crowd->init(count, scenario.units.front().radius, &mesh.mesh());
  const float reach[3] = {1.0F, kHeight, 1.0F};
  for (const Unit& unit : scenario.units) {
    const dtCrowdAgentParams params = params_of(unit);
    const int id = crowd->addAgent(unit.at, &params);
    dtPolyRef goal = 0;
    float nearest[3];
    crowd->getNavMeshQuery()->findNearestPoly(unit.goal, reach, crowd->getFilter(0), &goal,
                                              nearest);
    if (goal != 0) crowd->requestMoveTarget(id, goal, nearest);
  }
  std::FILE* const out = std::fopen(argv[2], "w");
  if (out == nullptr) return 2;
  double us = 0.0;
  for (int tick = 0; tick < scenario.ticks; ++tick) {
    const double begin = peers::now_us();
    crowd->update(scenario.seconds, nullptr);
    us += peers::now_us() - begin;
    for (int i = 0; i < count; ++i) {
      const float* const at = crowd->getAgent(i)->npos;
      std::fprintf(out, "%s%.9g %.9g", i == 0 ? "" : " ", at[0], at[2]);
    }
    std::fprintf(out, "\n");
  }
  std::fprintf(out, "us %.6g\n", us / scenario.ticks / count);
  dtFreeCrowd(crowd);
  return std::fclose(out) == 0 ? 0 : 2;
}
