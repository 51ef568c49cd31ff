// Queries past units, and which of them are obstacles.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

// Whether a query, or the unit that goes round, takes a unit as an obstacle.
bool Crowd::Memory::is_obstacle(const Placed& unit) const noexcept {
  if (std::binary_search(excepted.begin(), excepted.end(), unit.id)) return false;
  const auto& ignored = around.ignored;
  if (!ignored.empty() && std::find(ignored.begin(), ignored.end(), unit.at) != ignored.end()) {
    return false;
  }
  switch (obstacles) {
    case Obstacles::all:
      return true;
    case Obstacles::at_rest:
      return is_at_rest(unit_of(unit.id));
    case Obstacles::standing:
      return stands(unit_of(unit.id));
  }
  return false;
}

namespace {

constexpr std::size_t kMostDetours = 32;

// The sum of value(turns) over the parts of a path between links.
template <class Value>
double sum_of_parts(std::span<const DiscTurn> turns, std::span<const PassedLink> links,
                    const Value& value) {
  double sum = 0.0;
  std::size_t begin = 0;
  for (const PassedLink& link : links) {
    sum += value(turns.subspan(begin, link.exit - begin));
    begin = link.exit;
  }
  return sum + value(turns.subspan(begin));
}

void fail(Reason reason, FoundPath& path) noexcept {
  path.status = Status::no_path;
  path.reason = reason;
  path.turns = {};
  path.links = {};
  path.length = path.cost = std::numeric_limits<double>::infinity();
}

// Whether a path that was led past units still keeps the limits of the query.
Reason check_limits(const FoundPath& path, const Point& goal, const FindOptions& options) noexcept {
  if (path.length > options.length_limit) return Reason::limit;
  const double off = norm(path.turns.back().entry - widen(snap(goal)));
  const bool is_far = options.goal == EndRule::nearest && off > options.max_goal_distance;
  return is_far ? Reason::goal_too_far : Reason::none;
}

}  // namespace

FoundPath Crowd::find_around(const Point& start, const Point& goal, const FindOptions& options,
                             Obstacles obstacles, std::span<const UnitId> except) {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  m.clock.begin_call();
  m.read_world();
  if (options.agent.shape != AgentShape::disc) {
    return {.status = Status::invalid_input, .reason = Reason::bad_options};
  }
  if (m.world->is_broken()) return {.status = Status::invalid_input, .reason = Reason::broken};
  FoundPath path = m.finder_of(m.around_finder).find(start, goal, options);
  if (!path || m.units.empty()) return path;
  m.obstacles = obstacles;
  m.excepted.assign(except.begin(), except.end());
  std::sort(m.excepted.begin(), m.excepted.end());
  LeadOptions lead;
  const std::uint8_t number = path.agent.ground;
  lead.tiles = number == 0 ? &m.world->grid() : &m.world->grid(number);
  lead.space = m.world->find_space(path.agent);
  lead.radius = static_cast<std::int32_t>(path.agent.radius * kLatticePerTile);
  lead.goal = options.goal;
  lead.most_detours = kMostDetours;
  std::optional<std::size_t> ways = m.lead_past(path, lead);
  if (ways && !m.around.ignored.empty()) {
    if (m.end_before_units(lead)) {
      ++*ways;
    } else {
      ways.reset();
    }
  }
  if (!ways) fail(Reason::not_connected, path);
  if (!ways || *ways == 0) return path;
  const auto length_of = [&](std::span<const DiscTurn> turns) {
    return disc_path_length(turns, path.agent.radius);
  };
  const Ground* const ground = m.world->find_ground(number);
  const auto cost_of = [&](std::span<const DiscTurn> turns) {
    return ground == nullptr ? length_of(turns)
                             : disc_path_cost(*lead.tiles, *ground, turns, path.agent.radius);
  };
  double of_links = 0.0;
  if (!path.links.empty()) of_links = path.cost - sum_of_parts(path.turns, path.links, cost_of);
  path.turns = m.around.turns;
  path.links = m.around.links;
  path.stamp = m.clock.stamp();
  path.length = sum_of_parts(path.turns, path.links, length_of);
  path.cost = ground == nullptr ? path.length : sum_of_parts(path.turns, path.links, cost_of);
  path.cost += of_links;
  const Reason reason = check_limits(path, goal, options);
  if (reason != Reason::none) fail(reason, path);
  return path;
}

}  // namespace taut
