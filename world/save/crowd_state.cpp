// The state of a Crowd between two calls. What each tick rebuilds is left out.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/detail/require.hpp>

#include "part_states.hpp"
#include "world/crowd/crowd_memory.hpp"

namespace taut {

using namespace crowds;

namespace {

constexpr std::int32_t kMostSteps = 2 * kMaxMapSide * kLatticePerTile;
constexpr float kFar = 1e6F;  // tiles, and tiles a second
constexpr std::size_t kUnitBytes = 200;
constexpr std::size_t kFieldBytes = 40;

}  // namespace

namespace crowds {

template <class Archive>
void describe(Archive& archive, detail::SameAs<Steps> auto& steps) {
  archive.within(steps.x, -kMostSteps, kMostSteps, "a place is not valid");
  archive.within(steps.y, -kMostSteps, kMostSteps, "a place is not valid");
}
template <class Archive>
void describe_within(Archive& archive, float most, detail::SameAs<Vec> auto&... all) {
  const auto describe_one = [&](auto& vec) {
    archive.within(vec.x, -most, most, "a vector is too long");
    archive.within(vec.y, -most, most, "a vector is too long");
  };
  (describe_one(all), ...);
}
template <class Archive>
void describe(Archive& archive, detail::SameAs<Wish> auto& wish) {
  auto& [velocity, far, entry, corner, clear, left, has_turn] = wish;
  describe_within(archive, kFar, velocity, far, entry, corner);
  archive(clear, left, has_turn);
}

// Structured bindings name all members: one that is added is an error here.
template <class Archive>
void describe(Archive& archive, detail::SameAs<Unit> auto& unit) {
  auto& [id, at, goal, end, radius_steps, radius, speed, acceleration, steered, group, pack,
         is_mixed, ground, rank, gives_way, kind, state, reason, follows, has_link, is_buried,
         has_arrived, has_rest_place, rest_place, rim_way, away_ticks, is_settled, search_in,
         builds, base_right, velocity, heading, last_wish, carry, lean, right, lent_right,
         lent_ticks, held_ticks, calm_ticks, calm_at, rest_at, yields_to, yield_ticks, yield_at,
         boost_ticks, wish, wish_at, detour_in, failures, guide_in] = unit;
  archive(id, at, goal, end);
  archive.within(radius_steps, 1, static_cast<std::int32_t>(kMaxDiscRadius * kLatticePerTile),
                 "the radius of a unit is not valid");
  archive(radius);
  archive.within(speed, static_cast<float>(Crowd::kLeastSpeed),
                 static_cast<float>(Crowd::kMostSpeed), "the speed of a unit is not valid");
  archive.any(acceleration);
  describe_within(archive, static_cast<float>(Crowd::kMostSpeed), steered);
  archive(group, pack, is_mixed, ground, rank, gives_way);
  archive.choice(kind, OrderKind::velocity, "the order of a unit is not valid");
  archive.choice(state, UnitState::at_link, "the state of a unit is not valid");
  archive.choice(reason, Reason::broken, "a reason is not valid");
  archive.choice(follows, FollowStatus::cut, "the status of a follower is not valid");
  archive(has_link, is_buried, has_arrived, has_rest_place, rest_place, rim_way, is_settled,
          search_in, builds);
  archive.within(base_right, kLeastBaseRight, kMostBaseRight, "the right of a unit is not valid");
  archive.within(away_ticks, 0, kMostAway, "the ticks of a unit are not valid");
  describe_within(archive, kFar, velocity);
  describe_within(archive, 2.0F, heading, last_wish, carry);
  archive.within(lean, -64.0F, 64.0F, "the lean of a unit is not valid");
  archive.within(right, 0, kMostRight, "the right of a unit is not valid");
  archive.within(lent_right, 0, kMostRight, "the right of a unit is not valid");
  archive(lent_ticks, held_ticks, calm_ticks, calm_at, rest_at, yields_to, yield_ticks, yield_at,
          boost_ticks, wish, wish_at, detour_in);
  archive.within(failures, 0, kMostFailures, "the failures of a unit are not valid");
  archive.within(guide_in, 0, kMostGuideIn, "the ticks of a wish are not valid");
}

}  // namespace crowds

namespace {

// What depends on one unit and its parts alone.
void check_unit(detail::StateReader& reader, const Unit& unit, const PathFollower& follower,
                const World& world) {
  if (!reader.ok()) return;
  const Grid& grid = world.grid();
  reader.require(unit.at.x >= 0 && unit.at.x <= grid.width() * kLatticePerTile &&  //
                     unit.at.y >= 0 && unit.at.y <= grid.height() * kLatticePerTile,
                 "a unit is not on the map");
  const double radius = static_cast<double>(unit.radius_steps) / kLatticePerTile;
  const Agent agent = Agent::disc(radius, unit.ground);
  reader.require(unit.radius == static_cast<float>(radius) && radius >= Crowd::kLeastRadius,
                 "the radius of a unit is not valid");
  reader.require(unit.acceleration > 0.0F, "the acceleration of a unit is not valid");
  reader.require(follower.agent() == agent, "a unit has the path of another agent");
  if (reader.ok() && !world.is_prepared(agent)) {
    reader.fail("the world is not prepared for a unit");
  }
  const bool has_path = !follower.ahead().empty();
  reader.require(has_path == (unit.follows != FollowStatus::no_path) &&
                     unit.has_link == follower.next_link().has_value(),
                 "a unit and its path do not agree");
}

}  // namespace

// What is not one of its units, fields or requests.
template <class Archive, class Object>
void SaveAccess::describe_crowd(Archive& archive, Object& memory) {
  archive(memory.revision, memory.next_reader, memory.groups, memory.ticks);
  bool has_read_fields = memory.field_finder.has_value();
  archive(has_read_fields);
  if constexpr (Archive::kReads) {
    if (has_read_fields) (void)memory.finder_of(memory.field_finder);
  }
  archive.list(memory.free_ids, 4);
}

template <class Archive, class Object>
void SaveAccess::describe_field(Archive& archive, Object& field) {
  const auto describe_place = [&](auto& place) {
    archive.any(place.x);
    archive.any(place.y);
  };
  archive.each(field.goals_, 16, [&](auto& goal) {
    auto& [at, cost] = goal;
    describe_place(at);
    archive.any(cost);
  });
  archive.each(field.targets_, 8, describe_place);
  archive.any(field.options_.length_limit);
  archive.choice(field.options_.end, FieldEnd::all_targets, "the end of a field is not valid");
  archive(field.revision_, field.builds_);
  archive.size(field.left_out_);
  archive.size(field.expanded_);
}

void SaveAccess::write(detail::StateWriter& writer, const Crowd& crowd) {
  Crowd::Memory& m = *crowd.memory_;
  m.follow_own();
  // Paths of the world before might be those of a later one: what the next tick begins with is
  // done here.
  if (m.is_replaced) m.follow_edits();
  const Grid& grid = m.world->grid();
  writer(detail::MapState{grid.width(), grid.height(), m.world->revision()});
  writer.size(m.options.expansions);
  writer(static_cast<std::int64_t>(m.options.budget.count()));
  writer.choice(m.options.goal, EndRule::nearest, "");
  describe_crowd(writer, m);
  std::vector<const WorldField*> fields;
  for (const auto& field : m.fields) {
    if (field == nullptr) continue;
    if (std::find(fields.begin(), fields.end(), field.get()) == fields.end()) {
      fields.push_back(field.get());
    }
  }
  writer.each(fields, kFieldBytes, [&](const WorldField* field) {
    // One of another world is not kept: it answers nothing until its next update(), as before. Of a
    // SharedWorld it answers on its own world, published later or earlier than that of the tick.
    const World* const own = m.shared == nullptr ? m.world : field->world();
    const bool is_as_built = own != nullptr && field->is_as_built(*own);
    const bool is_outdated = !is_as_built && field->reason_ == Reason::none;
    writer(field->agent(), is_as_built);
    writer.choice(is_outdated ? Reason::stale : field->reason_, Reason::broken, "");
    describe_field(writer, *field);
  });
  writer.each(m.units, kUnitBytes, [&](const Unit& unit) {
    describe(writer, unit);
    write(writer, m.followers[unit.id]);
    writer(m.tickets[unit.id].number, m.tickets[unit.id].slot);
    const auto field = std::find(fields.begin(), fields.end(), m.fields[unit.id].get());
    writer(field == fields.end() ? kNone : static_cast<std::uint32_t>(field - fields.begin()));
  });
  write(writer, m.queue);
}

void SaveAccess::read_fields(detail::StateReader& reader, const World& world,
                             const std::shared_ptr<const World>& kept,
                             std::vector<std::shared_ptr<WorldField>>& fields) {
  FieldScratch scratch;
  reader.each(fields, kFieldBytes, [&](std::shared_ptr<WorldField>& made) {
    Agent agent;
    bool is_as_built = false;
    reader(agent, is_as_built);
    Reason reason = Reason::none;
    reader.choice(reason, Reason::broken, "a reason is not valid");
    reader.require(is_as_built == (reason == Reason::none), "the state of a field is not valid");
    reader.require(is_valid(agent), "the agent of a field is not valid");
    if (!reader.ok()) return;
    made = std::make_shared<WorldField>(agent);
    made->reason_ = reason;
    describe_field(reader, *made);
    if (!reader.ok() || !is_as_built) return;
    const std::uint64_t revision = made->revision_;
    const std::uint64_t builds = made->builds_;
    const std::size_t expanded = made->expanded_;
    if (kept == nullptr) {
      made->update(world, scratch);
      made->revision_ = revision;
    } else {
      made->update(kept, scratch);
    }
    // On another published world it is built again, and its units read it again.
    made->builds_ = made->revision_ == revision ? builds : builds + 1;
    made->expanded_ = expanded;
  });
}

// Places it among the units.
void SaveAccess::read_unit(detail::StateReader& reader, Crowd::Memory& m,
                           const std::vector<std::shared_ptr<WorldField>>& fields) {
  Unit unit;
  PathFollower follower;
  FindTicket ticket;
  std::uint32_t field = kNone;
  describe(reader, unit);
  read(reader, follower, *m.world);
  reader(ticket.number, ticket.slot, field);
  check_unit(reader, unit, follower, *m.world);
  reader.require(unit.id < m.slots.size() && !m.has(unit.id), "the number of a unit is not valid");
  reader.require(field == kNone || (field < fields.size() && unit.kind == OrderKind::group &&
                                    fields[field]->agent() == follower.agent()),
                 "the field of a unit is not valid");
  if (!reader.ok()) return;
  m.slots[unit.id] = static_cast<std::uint32_t>(m.units.size());
  m.tickets[unit.id] = ticket;
  if (field != kNone) m.fields[unit.id] = fields[field];
  m.followers[unit.id] = std::move(follower);
  m.units.push_back(unit);
}

void SaveAccess::check(detail::StateReader& reader, Crowd::Memory& m) {
  std::vector<bool> is_known(m.slots.size());
  for (const UnitId id : m.free_ids) {
    const bool is_free = id < m.slots.size() && m.slots[id] == kNoUnit && !is_known[id];
    reader.require(is_free, "a free number is not valid");
    if (is_free) is_known[id] = true;
  }
  std::vector<bool> is_asked(m.queue.slots_.size());
  for (const Unit& unit : m.units) {
    if (!reader.ok()) return;
    reader.require(unit.yields_to == kNoUnit || m.has(unit.yields_to),
                   "a unit yields to one that is not there");
    const FindTicket& ticket = m.tickets[unit.id];
    const FindQueue::Slot* const slot = m.queue.find_slot(ticket);
    reader.require(ticket.number == 0 || slot != nullptr, "the request of a unit is not there");
    if (slot != nullptr) {
      const bool is_own = slot->request.options.agent == m.followers[unit.id].agent();
      reader.require(is_own && (!slot->path || !slot->path.turns.empty()),
                     "the request of a unit is that of another agent");
      reader.require(!is_asked[ticket.slot], "two units have one request");
      is_asked[ticket.slot] = true;
    }
    const bool is_clear = has_room(m.tiles_of(unit), unit.at, unit.radius_steps);
    const bool may_be_buried = unit.is_buried || m.revision != m.world->revision();
    reader.require(is_clear ? m.is_free(unit, unit.at, unit.id) : may_be_buried,
                   "a unit overlaps a wall or another one");
  }
}

void SaveAccess::read(detail::StateReader& reader, Crowd& crowd, const detail::MapState& saved) {
  Crowd::Memory& m = *crowd.memory_;
  const Grid& grid = m.world->grid();
  reader.require(saved.width == grid.width() && saved.height == grid.height(),
                 "the crowd is of a world of another size");
  reader.require(saved.revision <= m.world->revision(), "the crowd is of a later world");
  describe_crowd(reader, m);
  reader.require(m.revision <= saved.revision, "the crowd is of a later world");
  std::vector<std::shared_ptr<WorldField>> fields;
  read_fields(reader, *m.world, m.held, fields);
  std::uint32_t count = 0;
  reader(count);
  // As many as there are numbers; followers of those that are free stay as they are.
  const std::size_t ids = m.free_ids.size() + std::size_t{count};
  reader.require(count <= reader.left() / kUnitBytes, "the list of units is cut off");
  if (!reader.ok()) return;
  m.reserve_ids(ids);
  m.reserve_units(count);
  m.slots.resize(ids, kNoUnit);
  m.followers.resize(ids);
  m.tickets.resize(ids);
  m.fields.resize(ids);
  for (std::uint32_t i = 0; reader.ok() && i < count; ++i) read_unit(reader, m, fields);
  if (!reader.ok()) return;
  read(reader, m.queue);
  check(reader, m);
}

void SaveAccess::require_on(const Crowd& crowd, const World& world) {
  Crowd::Memory& m = *crowd.memory_;
  m.follow_own();
  const bool is_on = m.world == &world || (m.shared != nullptr && m.shared->read().get() == &world);
  if (!is_on) detail::reject("save: the crowd is on another world");
}

template <class Worlds>
std::optional<Crowd> SaveAccess::read_crowd(detail::StateReader& reader, Worlds& worlds) {
  detail::MapState saved;
  CrowdOptions options;
  std::int64_t budget = 0;
  reader(saved);
  reader.size(options.expansions);
  reader.within(budget, 0, (std::numeric_limits<std::int64_t>::max)(), "a budget is not valid");
  options.budget = std::chrono::microseconds(budget);
  reader.choice(options.goal, EndRule::nearest, "a rule is not valid");
  reader.require(options.expansions > 0, "the number of expansions is not valid");
  if (!reader.ok()) return std::nullopt;
  Crowd crowd(worlds, options);
  read(reader, crowd, saved);
  if (!reader.ok()) return std::nullopt;
  return crowd;
}
template std::optional<Crowd> SaveAccess::read_crowd(detail::StateReader&, World&);
template std::optional<Crowd> SaveAccess::read_crowd(detail::StateReader&, const SharedWorld&);

}  // namespace taut
