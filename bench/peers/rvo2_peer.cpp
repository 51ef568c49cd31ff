// RVO2 (van den Berg, Guy, Lin, Manocha, 2011). It only avoids: so the units go along taut's paths
// of their discs, as those of a Crowd do. The searches of these paths are not timed.
#include <RVO.h>

#include <taut/follower.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "crowd_adapter.hpp"

namespace {

constexpr float kNear = 15.0F;  // tiles
constexpr std::size_t kNeighbours = 10;
constexpr float kHorizon = 2.0F;  // seconds
constexpr float kWallHorizon = 0.5F;
constexpr double kLook = 0.25;  // tiles ahead on the path

taut::Grid grid_of(const peers::Map& map) {
  taut::Grid grid(map.width, map.height, taut::TileState::blocked);
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      if (map.at(x, y)) grid.set(taut::Tile{x, y}, taut::TileState::walkable);
    }
  }
  return grid;
}

class Rvo2 {
 public:
  explicit Rvo2(const peers::Scenario& scenario)
      : scenario_(scenario), world_(grid_of(scenario.map)), finder_(world_) {
    simulator_.setTimeStep(scenario.seconds);
    for (const peers::Unit& unit : scenario.units) {
      const taut::Agent agent = taut::Agent::disc(static_cast<double>(unit.radius));
      world_.prepare(agent);
      followers_.emplace_back(agent);
      simulator_.addAgent({unit.x, unit.y}, kNear, kNeighbours, kHorizon, kWallHorizon, unit.radius,
                          unit.speed);
    }
    add_walls();
    simulator_.processObstacles();
  }

  // Paths for those that have none, or lost theirs.
  void prepare() {
    for (std::size_t i = 0; i < followers_.size(); ++i) {
      taut::PathFollower& follower = followers_[i];
      if (!taut::needs_search(follower.status())) continue;
      taut::FindOptions options;
      options.agent = follower.agent();
      options.goal = options.start = taut::EndRule::nearest;
      const peers::Unit& unit = scenario_.units[i];
      follower.set(world_, finder_.find(point(i), {unit.goal_x, unit.goal_y}, options));
    }
  }
  void tick() {
    for (std::size_t i = 0; i < followers_.size(); ++i) steer(i);
    simulator_.doStep();
  }
  [[nodiscard]] std::array<float, 2> place(std::size_t i) const {
    const RVO::Vector2& at = simulator_.getAgentPosition(i);
    return {at.x(), at.y()};
  }

 private:
  [[nodiscard]] taut::Point point(std::size_t i) const {
    const std::array<float, 2> at = place(i);
    return {at[0], at[1]};
  }

  void add_wall(int x0, int y0, int x1, int y1) {
    const auto corner = [](int x, int y) {
      return RVO::Vector2(static_cast<float>(x), static_cast<float>(y));
    };
    simulator_.addObstacle({corner(x0, y0), corner(x1, y0), corner(x1, y1), corner(x0, y1)});
  }
  // Rectangles of blocked tiles, and the four sides of the map.
  void add_walls() {
    const int width = scenario_.map.width;
    const int height = scenario_.map.height;
    add_wall(-2, -2, width + 2, 0);
    add_wall(-2, height, width + 2, height + 2);
    add_wall(-2, 0, 0, height);
    add_wall(width, 0, width + 2, height);
    peers::Map left = scenario_.map;  // a tile whose wall is there is open in it
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (!left.at(x, y)) add_wall_at(x, y, left);
      }
    }
  }
  void add_wall_at(int x, int y, peers::Map& left) {
    int x1 = x;
    while (x1 < left.width && !left.at(x1, y)) ++x1;
    int y1 = y;
    for (bool is_row = true; is_row;) {
      const auto row = left.is_open.begin() + y1 * left.width;
      std::fill(row + x, row + x1, 1);
      ++y1;
      is_row = y1 < left.height;
      for (int tile = x; is_row && tile < x1; ++tile) is_row = !left.at(tile, y1);
    }
    add_wall(x, y, x1, y1);
  }

  void steer(std::size_t i) {
    const taut::Point at = point(i);
    taut::PathFollower& follower = followers_[i];
    follower.move(world_, at);
    RVO::Vector2 wish(0.0F, 0.0F);
    if (!follower.ahead().empty()) {
      const taut::DiscPoint aim = follower.place_ahead(kLook);
      const double x = aim.x - static_cast<double>(at.x);
      const double y = aim.y - static_cast<double>(at.y);
      const double far = std::hypot(x, y);
      const double speed = std::min(static_cast<double>(scenario_.units[i].speed),
                                    far / static_cast<double>(scenario_.seconds));
      const double part = far > 0.0 ? speed / far : 0.0;
      wish = RVO::Vector2(static_cast<float>(x * part), static_cast<float>(y * part));
    }
    simulator_.setAgentPrefVelocity(i, wish);
  }

  const peers::Scenario& scenario_;
  taut::World world_;
  taut::Finder finder_;
  RVO::RVOSimulator simulator_;
  std::vector<taut::PathFollower> followers_;
};

}  // namespace

int main(int argc, char** argv) { return peers::run_crowd_adapter<Rvo2>(argc, argv); }
