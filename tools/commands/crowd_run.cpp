#include "crowd_run.hpp"

#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

constexpr std::int32_t kRestTicks = 60;
constexpr double kStuckSeconds = 3.0;
constexpr double kSlow = 0.05;  // of the speed: has no direction

// Differences are those of doubles: this check shares nothing with the crowd.
double far_between(const Point& a, const Point& b) {
  return std::hypot(static_cast<double>(a.x) - static_cast<double>(b.x),
                    static_cast<double>(a.y) - static_cast<double>(b.y));
}

void judge_overlaps(std::vector<CrowdDisc>& discs, CrowdDepths& worst) {
  std::sort(discs.begin(), discs.end(),
            [](const CrowdDisc& a, const CrowdDisc& b) { return a.at.x < b.at.x; });
  double widest = 0.0;
  for (const CrowdDisc& disc : discs) widest = std::max(widest, disc.radius);
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const CrowdDisc& disc = discs[i];
    for (std::size_t j = i + 1; j < discs.size(); ++j) {
      const CrowdDisc& other = discs[j];
      if (static_cast<double>(other.at.x - disc.at.x) >= disc.radius + widest) break;
      const double depth = disc.radius + other.radius - far_between(disc.at, other.at);
      if (depth <= 0.0) continue;
      worst.overlap = std::max(worst.overlap, depth);
      worst.overlap_share =
          std::max(worst.overlap_share, depth / std::min(disc.radius, other.radius));
    }
  }
}

void judge_walls(const Grid& tiles, const CrowdDisc& disc, CrowdDepths& worst) {
  const double px = static_cast<double>(disc.at.x);
  const double py = static_cast<double>(disc.at.y);
  const auto below = [](double v) { return static_cast<int>(std::floor(v)); };
  for (int y = below(py - disc.radius); y <= below(py + disc.radius); ++y) {
    for (int x = below(px - disc.radius); x <= below(px + disc.radius); ++x) {
      if (tiles.is_walkable(x, y)) continue;
      const double dx = std::max({x - px, 0.0, px - (x + 1)});
      const double dy = std::max({y - py, 0.0, py - (y + 1)});
      worst.wall = std::max(worst.wall, disc.radius - std::hypot(dx, dy));
    }
  }
}

struct TickTimes {
  std::clock_t sum = 0;
  std::int32_t ticks = 0;

  void add(std::clock_t time) {
    sum += time;
    ++ticks;
  }
  [[nodiscard]] double mean_us() const {
    return static_cast<double>(sum) * 1e6 / CLOCKS_PER_SEC / ticks;
  }
};

class CrowdRun {
 public:
  explicit CrowdRun(const CrowdScenario& scenario)
      : scenario_(scenario),
        ground_(scenario.map.ground == Ground() ? std::uint8_t{0} : kTerrainGround),
        world_(scenario.map.grid),
        crowd_(world_) {
    if (ground_ != 0) world_.set_ground(ground_, scenario.map.ground);
    for (std::size_t i = 0; i < scenario.units.size(); ++i) {
      const CrowdScenario::Unit& unit = scenario.units[i];
      UnitOptions options;
      options.speed = unit.speed;
      const std::optional<UnitId> id =
          crowd_.add(Agent::disc(unit.radius, ground_), unit.at, options);
      if (!id) {
        fail_at(scenario.file, unit.line, "a unit of radius {} at {} {} has no room", unit.radius,
                unit.at.x, unit.at.y);
      }
      ids_.push_back(*id);
      units_.push_back({unit.at, {}, unit.at, 0, 0, std::nullopt});
    }
    if (scenario.arrival == CrowdArrival::disc) {
      crowd_.order(ids_, scenario.units[0].goals[0]);
    } else {
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        crowd_.order(ids_[i], scenario.units[i].goals[0]);
      }
    }
  }

  CrowdMeasures run(const std::function<void(std::int32_t, const Crowd&)>& after_tick) {
    for (std::int32_t tick = 0; tick < scenario_.ticks; ++tick) {
      for (const CrowdScenario::Edit& edit : scenario_.edits) {
        if (edit.tick == tick) world_.set(edit.tiles, TileState::blocked);
      }
      advance();
      measures_.worst.keep_worst(find_depths(world_, crowd_));
      for (std::size_t i = 0; i < units_.size(); ++i) judge_unit(i, tick);
      after_tick(tick, crowd_);
    }
    return sum_up();
  }

 private:
  struct Unit {
    Point at;
    Point velocity;  // tiles a tick
    Point mark;      // where it was at tick `marked`
    std::int32_t marked = 0;
    std::size_t goal = 0;
    std::optional<std::int32_t> arrived_tick;
  };

  // CPU time of the process, where the system has it.
  void advance() {
    const bool has_searches = crowd_.searches_waiting() > 0;
    const std::clock_t begin = std::clock();
    crowd_.advance(scenario_.tick_seconds);
    if (!is_95()) times_[has_searches ? 1 : 0].add(std::clock() - begin);
  }

  [[nodiscard]] bool is_95() const { return is_95_percent(arrived_, units_.size()); }

  void judge_unit(std::size_t i, std::int32_t tick) {
    const CrowdScenario::Unit& told = scenario_.units[i];
    Unit& unit = units_[i];
    const Point at = crowd_.place(ids_[i]);
    const Point before = unit.velocity;
    unit.velocity = {at.x - unit.at.x, at.y - unit.at.y};
    unit.at = at;
    const double full = told.speed * scenario_.tick_seconds;
    const double speed = far_between(unit.velocity, {});
    if (!unit.arrived_tick && tick > 0 && speed > kSlow * full &&
        far_between(before, {}) > kSlow * full) {
      const double ax = static_cast<double>(before.x);
      const double ay = static_cast<double>(before.y);
      const double bx = static_cast<double>(unit.velocity.x);
      const double by = static_cast<double>(unit.velocity.y);
      turn_ += std::fabs(std::atan2(ax * by - ay * bx, ax * bx + ay * by));
      ++turns_;
    }
    if (unit.arrived_tick && tick >= scenario_.ticks - kRestTicks) {
      rest_ += speed / full;
      ++rests_;
    }
    if (far_between(at, unit.mark) >= 0.5) {
      unit.mark = at;
      unit.marked = tick;
    }
    if (!unit.arrived_tick) arrive(i, tick);
  }

  void arrive(std::size_t i, std::int32_t tick) {
    const std::vector<Point>& goals = scenario_.units[i].goals;
    Unit& unit = units_[i];
    if (!is_at_goal(scenario_, i, unit.goal, unit.at)) return;
    const bool is_last = unit.goal + 1 == goals.size();
    if (scenario_.arrival == CrowdArrival::disc ||
        (is_last && scenario_.arrival == CrowdArrival::point)) {
      unit.arrived_tick = tick;
      ++arrived_;
      if (is_95() && !measures_.t95) measures_.t95 = (tick + 1) * scenario_.tick_seconds;
      return;
    }
    unit.goal = is_last ? 0 : unit.goal + 1;
    crowd_.order(ids_[i], goals[unit.goal]);
  }

  CrowdMeasures sum_up() {
    measures_.arrived = arrived_;
    measures_.turn =
        turns_ > 0 ? turn_ / static_cast<double>(turns_) * 180.0 / std::numbers::pi : 0.0;
    measures_.rest = rests_ > 0 ? rest_ / static_cast<double>(rests_) : 0.0;
    for (const Unit& unit : units_) {
      const double still = (scenario_.ticks - unit.marked) * scenario_.tick_seconds;
      if (!unit.arrived_tick && still > kStuckSeconds) ++measures_.stuck;
    }
    const TickTimes& times = times_[times_[0].ticks > 0 ? 0 : 1];
    measures_.us = times.mean_us() / static_cast<double>(units_.size());
    return measures_;
  }

  const CrowdScenario& scenario_;
  std::uint8_t ground_;
  World world_;
  Crowd crowd_;
  std::vector<UnitId> ids_;
  std::vector<Unit> units_;
  std::size_t arrived_ = 0;
  double turn_ = 0.0;
  std::size_t turns_ = 0;
  double rest_ = 0.0;
  std::size_t rests_ = 0;
  std::array<TickTimes, 2> times_;  // without searches, with some
  CrowdMeasures measures_;
};

}  // namespace

void CrowdDepths::keep_worst(const CrowdDepths& other) noexcept {
  overlap = std::max(overlap, other.overlap);
  overlap_share = std::max(overlap_share, other.overlap_share);
  wall = std::max(wall, other.wall);
}

bool is_at_goal(const CrowdScenario& scenario, std::size_t unit, std::size_t goal,
                const Point& at) {
  const bool is_disc = scenario.arrival == CrowdArrival::disc;
  const Point& place = is_disc ? scenario.center : scenario.units[unit].goals[goal];
  return far_between(at, place) <= scenario.tolerance;
}

bool is_95_percent(std::size_t arrived, std::size_t units) noexcept {
  return arrived >= (units * 95 + 99) / 100;
}

CrowdDepths judge_discs(const Grid& tiles, std::vector<CrowdDisc> discs) {
  CrowdDepths worst;
  for (const CrowdDisc& disc : discs) judge_walls(tiles, disc, worst);
  judge_overlaps(discs, worst);
  return worst;
}

CrowdDepths find_depths(const World& world, const Crowd& crowd) {
  CrowdDepths worst;
  std::vector<CrowdDisc> discs;
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    if (!crowd.contains(unit)) continue;
    discs.push_back({crowd.place(unit), crowd.agent(unit).radius});
    judge_walls(world.grid(crowd.agent(unit).ground), discs.back(), worst);
  }
  judge_overlaps(discs, worst);
  return worst;
}

CrowdMeasures run_crowd(const CrowdScenario& scenario,
                        const std::function<void(std::int32_t, const Crowd&)>& after_tick) {
  return CrowdRun(scenario).run(after_tick);
}

}  // namespace taut::tools
