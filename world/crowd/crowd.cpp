#include <taut/crowd.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/geometry.hpp>

#include "core/base/words.hpp"
#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr std::size_t kPathTurns = 16;  // that a follower has room for from the beginning

Steps snap_steps(const Point& place) noexcept { return to_steps(Vec{place.x, place.y}); }

// Up to kMostBaseRight, without an order that could be seen. Knuth's multiplicative hash.
std::int32_t hash_of(UnitId id) noexcept {
  return kLeastBaseRight +
         static_cast<std::int32_t>((id * std::uint32_t{2654435761U} >> 12U) & 0xFFFFU);
}

// Throws for an agent or options that no unit has; returns the agent with its size snapped.
Agent require_unit(const Agent& agent, const UnitOptions& options) {
  const Agent disc = detail::require_valid("Crowd::add", agent);
  if (disc.shape != AgentShape::disc) detail::reject("Crowd::add: the agent is not a disc");
  detail::require_within("Crowd::add: radius", disc.radius, Crowd::kLeastRadius, kMaxDiscRadius);
  detail::require_within("Crowd::add: speed", options.speed, Crowd::kLeastSpeed, Crowd::kMostSpeed);
  if (!(options.acceleration > 0.0)) {
    detail::reject("Crowd::add: acceleration " + detail::to_text(options.acceleration) +
                   " is not above 0");
  }
  if (options.acceleration < Crowd::kLeastAcceleration) {
    detail::reject("Crowd::add: acceleration " + detail::to_text(options.acceleration) +
                   " is below " + detail::to_text(Crowd::kLeastAcceleration));
  }
  return disc;
}

}  // namespace

const char* to_string(UnitState state) noexcept {
  return detail::word_of<UnitState::at_link>(
      state, {"idle", "waiting", "walking", "blocked", "yielding", "arrived", "no_way", "at_link"});
}

Crowd::Memory::Memory(World& of, const CrowdOptions& with)
    : own(&of),
      own_ref(of),
      world(&of),
      options(with),
      queue(of),
      revision(of.revision()),
      flow(of.grid().width(), of.grid().height()) {
  check_options();
}

Crowd::Memory::Memory(const SharedWorld& worlds, const CrowdOptions& with)
    : shared(&worlds),
      held(worlds.read()),
      world(held.get()),
      options(with),
      queue(worlds),
      revision(world->revision()),
      flow(world->grid().width(), world->grid().height()) {
  check_options();
}

void Crowd::Memory::check_options() const {
  const CrowdOptions& with = options;
  detail::require_within<std::size_t>("Crowd: expansions", with.expansions, 1, kNoExpansionLimit);
  detail::require_within<std::int64_t>("Crowd: budget in microseconds", with.budget.count(), 0,
                                       (std::numeric_limits<std::int64_t>::max)());
}

// The own world may have been moved, or assigned to.
void Crowd::Memory::follow_own() noexcept {
  if (shared != nullptr) return;
  own = own_ref.find();
  detail::check_world_exists(own != nullptr);
  world = own;
  is_replaced = own_ref.see_assignment() || is_replaced;
}

// The newest world that is published, or the own one.
void Crowd::Memory::read_world() {
  follow_own();
  if (shared == nullptr) return;
  held = shared->read();
  world = held.get();
}

void Crowd::Memory::prepare(const Agent& agent) {
  read_world();
  if (own != nullptr) {
    own->prepare(agent);
    return;
  }
  if (world->is_prepared(agent)) return;
  detail::reject("Crowd::add: the published world is not prepared for the agent");
}

// Makes a finder of the present world, where there is none, or has it use this world.
Finder& Crowd::Memory::finder_of(std::optional<Finder>& finder) {
  if (!finder && shared == nullptr) finder.emplace(*world);
  if (!finder) finder.emplace(held);
  if (shared != nullptr && &finder->world() != world) finder->use(held);
  return *finder;
}

// Allocates for ids below `room` before anything is changed. A crowd that is read has as many as
// it needs: a file can name many ids that no unit has.
void Crowd::Memory::reserve_ids(std::size_t room) {
  if (slots.capacity() >= room) return;
  const std::size_t more = slots.empty() ? room : 2 * room;
  followers.reserve(more);
  tickets.reserve(more);
  fields.reserve(more);
  free_ids.reserve(more);
  places.reserve(more);
  knows_places = false;
  slots.reserve(more);
}

// The same for `room` units.
void Crowd::Memory::reserve_units(std::size_t room) {
  constexpr std::size_t kTouching = 24;
  if (units_room >= room) return;
  const std::size_t more = units.empty() ? room : 2 * room;
  units.reserve(more);
  sorted_units.reserve(more);
  order.reserve(more);
  asking.reserve(more);
  bodies.reserve(more);
  spots.reserve(more);
  touching.reserve(kTouching * more);
  touches.reserve(kTouching / 2 * more);
  nearest.reserve(kNeighbours * more);
  rest_units.reserve(more);
  rest_places.reserve(5 * more + 64);
  rest_pairs.reserve(kNeighbours * more);
  units_room = more;
}

void Crowd::Memory::forget_order(UnitId id) noexcept {
  Unit& unit = unit_of(id);
  queue.release(tickets[id]);
  tickets[id] = {};
  fields[id].reset();
  unit.kind = OrderKind::none;
  unit.state = UnitState::idle;
  unit.reason = Reason::none;
  unit.has_arrived = false;
  unit.is_settled = false;
  unit.last_wish = {};
  unit.search_in = 0;
  unit.held_ticks = 0;
  unit.calm_ticks = 0;
  unit.pack = 0.0F;
  unit.is_mixed = unit.has_rest_place = false;
  unit.rim_way = 0.0F;
  unit.away_ticks = 0;
  unit.boost_ticks = 0;
  unit.detour_in = unit.failures = 0;
  unit.yields_to = kNoUnit;
}

void Crowd::Memory::send(UnitId id, const Steps& goal, OrderKind kind, std::uint32_t number) {
  forget_order(id);
  Unit& unit = unit_of(id);
  unit.kind = kind;
  unit.state = UnitState::waiting;
  unit.group = number;
  unit.goal = unit.end = goal;
  unit.calm_at = unit.at;
  drop_path(unit);
}

// Two swap where that makes the sum of the squares of their distances smaller, so that their ways
// do not cross for nothing.
void Crowd::Memory::swap_places(std::span<const UnitId> sent, std::span<Steps> goals) const {
  constexpr int kSweeps = 32;
  bool has_swapped = true;
  for (int sweep = 0; sweep < kSweeps && has_swapped; ++sweep) {
    has_swapped = false;
    for (std::size_t i = 1; i < sent.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (dot(unit_of(sent[i]).at - unit_of(sent[j]).at, goals[i] - goals[j]) >= 0) continue;
        std::swap(goals[i], goals[j]);
        has_swapped = true;
      }
    }
  }
}

bool Crowd::Memory::is_at_link(const Unit& unit) const noexcept {
  if (!unit.has_link || needs_search(unit.follows) || !walks_path(unit)) return false;
  const std::optional<LinkStep> link = followers[unit.id].next_link();
  if (!link) return false;
  const Steps to = snap_steps(link->entry) - unit.at;
  return dot(to, to) <= std::int64_t{unit.radius_steps} * unit.radius_steps;
}

void Crowd::Memory::name_states() noexcept {
  constexpr std::int32_t kBlocked = 10;  // ticks
  for (Unit& unit : units) {
    if (unit.yields_to != kNoUnit) {
      unit.state = UnitState::yielding;
    } else if (unit.kind == OrderKind::none) {
      unit.state = UnitState::idle;
    } else if (unit.reason != Reason::none) {
      unit.state = UnitState::no_way;
    } else if (unit.has_arrived) {
      unit.state = UnitState::arrived;
    } else if (is_at_link(unit)) {
      unit.state = UnitState::at_link;
    } else if (unit.held_ticks > kBlocked) {
      unit.state = UnitState::blocked;
    } else {
      const bool has_way = unit.kind == OrderKind::velocity || !needs_search(unit.follows);
      unit.state = has_way ? UnitState::walking : UnitState::waiting;
    }
  }
}

Crowd::Crowd(World& world, const CrowdOptions& options)
    : memory_(detail::make_hidden<Memory>(world, options)) {}
Crowd::Crowd(const SharedWorld& worlds, const CrowdOptions& options)
    : memory_(detail::make_hidden<Memory>(worlds, options)) {}

std::optional<UnitId> Crowd::add(const Agent& agent, const Point& place,
                                 const UnitOptions& options) {
  const Agent disc = require_unit(agent, options);
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  m.prepare(disc);
  if (!detail::can_snap(place)) return std::nullopt;
  Unit unit;
  unit.at = unit.goal = unit.end = unit.rest_at = unit.calm_at = snap_steps(place);
  unit.radius = static_cast<float>(disc.radius);
  unit.radius_steps = static_cast<std::int32_t>(disc.radius * kLatticePerTile);
  unit.speed = static_cast<float>(options.speed);
  unit.acceleration = static_cast<float>(
      std::min(options.acceleration, static_cast<double>((std::numeric_limits<float>::max)())));
  unit.ground = disc.ground;
  unit.rank = options.rank;
  unit.gives_way = options.gives_way;
  if (!m.is_free(unit, unit.at, kNoUnit)) return std::nullopt;
  PathFollower follower(disc);
  follower.reserve(kPathTurns);
  m.reserve_units(m.units.size() + 1);
  if (m.free_ids.empty()) {
    m.reserve_ids(m.slots.size() + 1);
    m.free_ids.push_back(static_cast<UnitId>(m.slots.size()));
    m.slots.push_back(kNoUnit);
    m.followers.emplace_back();
    m.tickets.emplace_back();
    m.fields.emplace_back();
  }
  const UnitId id = m.free_ids.back();
  m.free_ids.pop_back();
  unit.id = id;
  unit.base_right = hash_of(id);
  m.slots[id] = static_cast<std::uint32_t>(m.units.size());
  m.units.push_back(unit);
  m.enter(unit);
  m.followers[id] = std::move(follower);
  m.tickets[id] = {};
  return id;
}

void Crowd::remove(UnitId unit) noexcept {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  if (!m.has(unit)) return;
  m.forget_order(unit);
  m.leave(m.unit_of(unit));
  m.units[m.slots[unit]] = m.units.back();
  m.slots[m.units.back().id] = m.slots[unit];
  m.slots[unit] = kNoUnit;
  m.units.pop_back();
  m.free_ids.push_back(unit);
  for (Unit& other : m.units) {
    if (other.yields_to == unit) other.yields_to = kNoUnit;
  }
}

bool Crowd::order(UnitId unit, const Point& goal) {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  if (!m.has(unit) || !detail::can_snap(goal)) return false;
  m.send(unit, snap_steps(goal), OrderKind::place, 0);
  m.ask_for_path(unit);
  return true;
}

std::size_t Crowd::order(std::span<const UnitId> units, const Point& goal) {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  if (!detail::can_snap(goal)) return 0;
  const std::vector<UnitId> sent = m.list_units(units);
  ++m.groups;
  float squares = 0.0F;
  std::int32_t narrowest = (std::numeric_limits<std::int32_t>::max)();
  std::int32_t widest = 0;
  for (const UnitId unit : sent) {
    const Memory::Unit& one = m.unit_of(unit);
    squares += one.radius * one.radius;
    narrowest = std::min(narrowest, one.radius_steps);
    widest = std::max(widest, one.radius_steps);
  }
  for (const UnitId unit : sent) {
    m.send(unit, snap_steps(goal), OrderKind::group, m.groups);
    m.unit_of(unit).pack = std::sqrt(squares / kPacking);
    m.unit_of(unit).is_mixed = narrowest != widest;
    m.ask_for_path(unit);
  }
  return sent.size();
}

std::size_t Crowd::order(std::span<const UnitId> units, std::span<const Point> places) {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  std::vector<UnitId> sent = m.list_units(units);
  std::vector<Steps> goals;
  for (const Point& place : places) {
    if (detail::can_snap(place)) goals.push_back(snap_steps(place));
  }
  sent.resize(std::min(sent.size(), goals.size()));
  goals.resize(sent.size());
  m.swap_places(sent, goals);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    m.send(sent[i], goals[i], OrderKind::place, 0);
    m.ask_for_path(sent[i]);
  }
  return sent.size();
}

std::size_t Crowd::order(std::span<const UnitId> units, const std::shared_ptr<WorldField>& field) {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  if (field == nullptr) return 0;
  m.follow_own();
  if (m.world->is_broken()) return 0;
  (void)m.finder_of(m.field_finder);
  const auto same = std::find(m.fields.begin(), m.fields.end(), field);
  const std::uint32_t group = same == m.fields.end()
                                  ? ++m.groups
                                  : m.unit_of(static_cast<UnitId>(same - m.fields.begin())).group;
  std::size_t sent = 0;
  for (const UnitId unit : m.list_units(units)) {
    if (m.followers[unit].agent() != field->agent()) continue;
    m.send(unit, m.unit_of(unit).at, OrderKind::group, group);
    m.fields[unit] = field;
    ++sent;
  }
  return sent;
}

std::shared_ptr<WorldField> Crowd::field(UnitId unit) const noexcept {
  return memory_->has(unit) ? memory_->fields[unit] : nullptr;
}

bool Crowd::steer(UnitId unit, const Point& velocity) {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  if (!m.has(unit) || !std::isfinite(velocity.x) || !std::isfinite(velocity.y)) return false;
  Unit& one = m.unit_of(unit);
  if (one.kind != OrderKind::velocity) {
    m.forget_order(unit);
    one.state = UnitState::walking;
  }
  one.kind = OrderKind::velocity;
  Vec wished{velocity.x, velocity.y};
  // Its square must be finite.
  const float most = static_cast<float>(kMostSpeed);
  const float larger = std::max(std::fabs(velocity.x), std::fabs(velocity.y));
  if (larger > most) wished = wished * (most / larger);
  one.steered = at_most(wished, one.speed);
  return true;
}

void Crowd::stop(UnitId unit) noexcept {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  if (m.has(unit)) m.forget_order(unit);
}

std::optional<LinkStep> Crowd::link(UnitId unit) const noexcept {
  const Memory& m = *memory_;
  const bool is_at = m.has(unit) && m.unit_of(unit).state == UnitState::at_link;
  return is_at ? m.followers[unit].next_link() : std::nullopt;
}

bool Crowd::pass_link(UnitId unit) noexcept {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  const std::optional<LinkStep> taken = link(unit);
  m.read_world();
  // Where the world was replaced the path is one of the world before.
  if (!taken || m.is_replaced || needs_search(m.followers[unit].update(*m.world))) return false;
  Unit& one = m.unit_of(unit);
  const Steps exit = snap_steps(taken->exit);
  if (!m.is_free(one, exit, unit)) return false;
  m.leave(one);
  one.at = one.rest_at = one.calm_at = exit;
  m.enter(one);
  one.velocity = one.last_wish = {};
  one.held_ticks = one.calm_ticks = 0;
  m.followers[unit].pass_link(*m.world);
  m.note_path(one);
  one.state = UnitState::walking;
  return true;
}

void Crowd::advance(double seconds) {
  Memory& m = *memory_;
  const detail::UseCheck check(m.use_flag);
  if (!(seconds > 0.0 && seconds <= kMostTick)) {
    detail::reject("Crowd::advance: " + detail::to_text(seconds) + " seconds are not within 0 to " +
                   detail::to_text(kMostTick));
  }
  m.read_world();
  if (m.world->is_broken()) return;
  m.dt = static_cast<float>(std::max(seconds, kLeastTick));
  ++m.ticks;
  m.follow_edits();
  m.find_paths();
  m.knows_places = false;
  if (m.units.empty()) return;
  m.sort_units();
  m.make_bodies();
  m.find_neighbours();
  m.find_detours();
  m.make_flow();
  m.guide();
  m.give_places();
  m.choose_ways();
  m.choose_velocities();
  m.project();
  m.commit();
  m.name_states();
}

std::size_t Crowd::size() const noexcept { return memory_->units.size(); }
bool Crowd::contains(UnitId unit) const noexcept { return memory_->has(unit); }
UnitId Crowd::id_end() const noexcept { return static_cast<UnitId>(memory_->slots.size()); }

Point Crowd::place(UnitId unit) const noexcept { return to_point(memory_->find_unit(unit).at); }
Point Crowd::velocity(UnitId unit) const noexcept {
  const Vec& v = memory_->find_unit(unit).velocity;
  return {v.x, v.y};
}
UnitState Crowd::state(UnitId unit) const noexcept { return memory_->find_unit(unit).state; }
Reason Crowd::reason(UnitId unit) const noexcept { return memory_->find_unit(unit).reason; }
Agent Crowd::agent(UnitId unit) const noexcept {
  return contains(unit) ? memory_->followers[unit].agent() : Agent{};
}

bool Crowd::is_occupied(const TileRect& tiles) const noexcept {
  return std::any_of(memory_->units.begin(), memory_->units.end(),
                     [&](const Unit& unit) { return overlaps(tiles, unit.at, unit.radius_steps); });
}

std::size_t Crowd::searches_waiting() const noexcept { return memory_->queue.waiting(); }

}  // namespace taut
