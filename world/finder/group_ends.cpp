// Free places around the goal of a group.
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <taut/constants.hpp>
#include <taut/tile_disc.hpp>

#include "finder_memory.hpp"
#include "group_memory.hpp"

namespace taut {
namespace {

using Memory = GroupPaths::Memory;

// Between places, in tiles.
constexpr double kLeastStep = 1.0 / 16.0;

double gap(float a, float b) noexcept {
  return std::abs(static_cast<double>(a) - static_cast<double>(b));
}

// Whether two discs or squares share more than a border.
bool do_overlap(const Memory::Placed& a, const Memory::Placed& b) noexcept {
  double dx = gap(a.at.x(), b.at.x());
  double dy = gap(a.at.y(), b.at.y());
  double reach = a.radius + b.radius;
  if (a.shape == AgentShape::square && b.shape == AgentShape::square) {
    return dx < reach && dy < reach;
  }
  if (a.shape != b.shape) {
    const Memory::Placed& square = a.shape == AgentShape::square ? a : b;
    reach -= square.radius;
    dx = std::max(dx - square.radius, 0.0);
    dy = std::max(dy - square.radius, 0.0);
  }
  return dx * dx + dy * dy < reach * reach;
}

class EndChoice {
 public:
  EndChoice(const World& world, const Point& goal, Memory& group) noexcept
      : world_(world), goal_(goal), group_(group) {}

  void run() {
    double reach = first_reach();
    std::size_t places_before = 0;
    for (;;) {
      std::size_t places = 0;
      for (Memory::Size& size : group_.sizes) places += collect(size, reach);
      // What lies farther away is wanted only while there is more of it.
      if (place_all() || places == places_before) return;
      places_before = places;
      reach *= 2.0;
    }
  }

 private:
  // Within it there is room for all units on open ground.
  [[nodiscard]] double first_reach() const noexcept {
    double area = 0.0;
    double most = 0.0;
    for (const Memory::Size& size : group_.sizes) {
      area += 4.0 * size.radius() * size.radius() * static_cast<double>(size.units.size());
      most = std::max(most, size.units.empty() ? 0.0 : size.radius());
    }
    return std::sqrt(area) + 2.0 * most;
  }

  // Points take no room. Where the goal is no place, or terrain is not used, there is no path.
  [[nodiscard]] bool needs_place(const Memory::Size& size) const noexcept {
    const bool has_terrain = world_.grid().has_costs();
    if (has_terrain && !detail::may_use_terrain(size.field.agent())) return false;
    return size.radius() > 0.0 && world_.has_room(size.field.agent(), goal_);
  }

  // The places of a size within reach, the nearest first. Returns their number.
  std::size_t collect(Memory::Size& size, double reach) {
    size.places.clear();
    size.next = 0;
    if (size.units.empty() || !needs_place(size)) return 0;
    if (!world_.grid().has_costs()) {
      size.field.set_goals(std::array{FieldGoal{goal_}}, {reach});
      if (!size.field.update(world_, group_.scratch)) return 0;
    }
    // On the lattice, so that two steps are never less than the size.
    constexpr double kLattice = kLatticePerTile;
    const double step = std::ceil(std::max(size.radius(), kLeastStep) * kLattice) / kLattice;
    const auto most = static_cast<int>(reach / step);
    const auto low = [&](float at) {
      return std::max(-most, -static_cast<int>(static_cast<double>(at) / step));
    };
    const auto high = [&](float at, int side) {
      return std::min(most, static_cast<int>((side - static_cast<double>(at)) / step));
    };
    const int last_x = high(goal_.x(), world_.grid().width());
    const int last_y = high(goal_.y(), world_.grid().height());
    for (int y = low(goal_.y()); y <= last_y; ++y) {
      for (int x = low(goal_.x()); x <= last_x; ++x) {
        const Point at = goal_ + Point(static_cast<float>(x * step), static_cast<float>(y * step));
        const double away = find_distance(size, at);
        if (away <= reach) size.places.push_back({away, at});
      }
    }
    std::sort(size.places.begin(), size.places.end(),
              [](const Memory::Place& a, const Memory::Place& b) {
                return std::make_tuple(a.distance, a.at.y(), a.at.x()) <
                       std::make_tuple(b.distance, b.at.y(), b.at.x());
              });
    return size.places.size();
  }

  // From the goal; infinite where the agent does not come from there.
  [[nodiscard]] double find_distance(const Memory::Size& size, const Point& at) const noexcept {
    const Agent& agent = size.field.agent();
    if (!world_.grid().has_costs()) return size.field.distance(at);
    const TileBits& tiles = world_.grid().bits();
    const bool is_clear = has_clearance(tiles, at, agent.radius) &&
                          (at == goal_ || has_clearance(tiles, goal_, at, agent.radius));
    return is_clear ? distance(goal_, at) : Field::kUnreached;
  }

  // Whether every unit has an end whose goal is a place for it.
  bool place_all() {
    group_.placed.clear();
    bool has_all = true;
    for (std::size_t unit = 0; unit < group_.size_of.size(); ++unit) {
      if (group_.size_of[unit] == Memory::kNoSize) continue;
      Memory::Size& size = group_.sizes[group_.size_of[unit]];
      if (!needs_place(size)) continue;
      group_.has_end[unit] = place(size, unit) ? 1 : 0;
      has_all = has_all && group_.has_end[unit] != 0;
    }
    return has_all;
  }

  bool place(Memory::Size& size, std::size_t unit) {
    while (size.next < size.places.size()) {
      const Point& at = size.places[size.next++].at;
      const Memory::Placed own{at, size.field.agent().shape, size.radius()};
      // The last ones are the most likely.
      const bool is_taken =
          std::any_of(group_.placed.rbegin(), group_.placed.rend(),
                      [&](const Memory::Placed& other) { return do_overlap(own, other); });
      if (is_taken) continue;
      group_.placed.push_back(own);
      group_.ends[unit] = at;
      return true;
    }
    return false;
  }

  const World& world_;
  Point goal_;
  Memory& group_;
};

}  // namespace

void spread_ends(const World& world, const Point& goal, GroupPaths::Memory& group) {
  EndChoice(world, goal, group).run();
}

}  // namespace taut
