// Ways round units that stand in the way and do not give it.
#include <algorithm>
#include <cmath>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

// Ticks.
constexpr std::int32_t kHeldBeforeDetour = 20;
constexpr std::int32_t kCalmBeforeObstacle = 60;
constexpr std::int32_t kBetweenDetours = 60;
// What units are kept apart by in a tick, twice, in tiles.
constexpr double kMargin = 1.0 / 32.0;
constexpr std::size_t kFarExpansions = 64;

// Raises a flag until the end of a scope, also where it ends by an exception.
class Raised {
 public:
  explicit Raised(bool& flag) noexcept : flag_(flag) { flag_ = true; }
  ~Raised() { flag_ = false; }
  Raised(const Raised&) = delete;
  Raised& operator=(const Raised&) = delete;

 private:
  bool& flag_;
};

}  // namespace

bool Crowd::Memory::is_at_rest(const Unit& unit) noexcept {
  return unit.kind == OrderKind::none || unit.has_arrived || unit.reason != Reason::none ||
         unit.is_buried;
}

// Whether a unit stays where it is.
bool Crowd::Memory::stands(const Unit& unit) noexcept {
  return is_at_rest(unit) && (!unit.gives_way || unit.calm_ticks > kCalmBeforeObstacle);
}

// Whether one that stands is in the unit's way. Those of its own group it settles beside.
bool Crowd::Memory::is_stopped(std::size_t b) const {
  const Unit& unit = units[b];
  for (const std::uint32_t slot : neighbours(b)) {
    const Unit& other = units[slot];
    if (!stands(other) || are_of_one_order(unit, other)) continue;
    const Vec to = to_vec(other.at - unit.at);
    const float far = length(to);
    const bool is_ahead = dot(to, unit.last_wish) > 0.2F * far;
    if (is_ahead && far - unit.radius - other.radius < 0.5F * unit.radius) return true;
  }
  return false;
}

// One a tick: that which has been held up for longest.
void Crowd::Memory::find_detours() {
  std::size_t next = units.size();
  for (std::size_t b = 0; b < units.size(); ++b) {
    Unit& unit = units[b];
    if (unit.detour_in > 0) {
      --unit.detour_in;
      continue;
    }
    const bool is_on_path =
        unit.follows == FollowStatus::on_path || unit.follows == FollowStatus::maybe_shorter;
    if (unit.held_ticks <= kHeldBeforeDetour || !walks_path(unit) || !is_on_path || unit.has_link ||
        unit.has_arrived || unit.is_buried) {
      continue;
    }
    if (next < units.size() &&
        (units[next].held_ticks > unit.held_ticks ||
         (units[next].held_ticks == unit.held_ticks && units[next].id < unit.id))) {
      continue;
    }
    if (is_stopped(b)) next = b;
  }
  if (next == units.size()) return;
  const Raised raised(has_bins);
  go_round(units[next]);
}

// Looks for a way from the unit past those that stand to its path behind them. First near by; after
// a failure, the next time, farther.
void Crowd::Memory::go_round(Unit& unit) {
  unit.detour_in = kBetweenDetours << unit.failures;
  const std::span<const DiscTurn> ahead = followers[unit.id].ahead();
  turns_ahead.assign(1, make_bend(unit.at));
  turns_ahead.insert(turns_ahead.end(), ahead.begin(), ahead.end());
  FoundPath path;
  path.status = Status::ok;
  path.turns = turns_ahead;
  path.agent = followers[unit.id].agent();
  path.revision = revision;
  obstacles = Obstacles::standing;
  excepted.assign(1, unit.id);
  LeadOptions lead;
  lead.tiles = &tiles_of(unit);
  lead.radius = unit.radius_steps;
  lead.margin = unit.failures < kMostFailures ? kMargin : 0.0;
  lead.most_ways = 1;
  lead.space = world->find_space(path.agent);
  lead.goal = EndRule::nearest;
  lead.far_expansions = kFarExpansions << unit.failures;
  const std::optional<std::size_t> ways = lead_past(path, lead);
  if (ways && *ways == 0) return;
  unit.failures = std::min(unit.failures + 1, kMostFailures);
  if (!ways) return;
  path.turns = around.turns;
  set_path(unit, path);
  unit.held_ticks = 0;
  unit.failures = 0;
}

}  // namespace taut
