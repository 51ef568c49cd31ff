#include <taut/group.hpp>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include <taut/engine/geometry.hpp>

#include "core/base/lists.hpp"
#include "core/base/words.hpp"

#include "finder_memory.hpp"
#include "group_memory.hpp"

namespace taut {

GroupPaths::GroupPaths() : memory_(detail::make_hidden<Memory>()) {}

std::size_t GroupPaths::size() const noexcept { return memory_->count; }

const OwnedPath& GroupPaths::path(std::size_t unit) const noexcept {
  static const OwnedPath kNone{};
  return unit < size() ? memory_->answers[unit] : kNone;
}

const Point& GroupPaths::end(std::size_t unit) const noexcept {
  static constexpr Point kNone{0.0F, 0.0F};
  return unit < size() ? memory_->ends[unit] : kNone;
}

std::size_t GroupPaths::search_count() const noexcept { return memory_->searches; }

std::size_t GroupPaths::field_count() const noexcept { return memory_->fields_built; }

std::size_t GroupPaths::memory_bytes() const noexcept {
  using detail::bytes_of;
  const Memory& m = *memory_;
  std::size_t bytes = m.scratch.memory_bytes() +
                      bytes_of(m.answers, m.starts, m.ends, m.targets, m.has_end, m.is_answered,
                               m.size_of, m.order, m.query.units, m.sizes, m.rasters);
  for (const OwnedPath& answer : m.answers) {
    bytes += bytes_of(answer.points, answer.turns, answer.links);
  }
  for (const Memory::Size& size : m.sizes) bytes += bytes_of(size.units);
  for (const Memory::Raster& raster : m.rasters) {
    bytes += bytes_of(raster.places, raster.ranks, raster.rooms);
  }
  for (const WorldField& field : m.fields) bytes += sizeof(WorldField) + field.memory_bytes();
  return bytes;
}

namespace {

// A unit nearer to the goal than this many times the way from there to its place is searched for.
constexpr double kNearShare = 4.0;

// NaN is as NaN.
bool is_same(double a, double b) noexcept { return a == b || (a != a && b != b); }
bool is_same(const Point& a, const Point& b) noexcept {
  return is_same(a.x, b.x) && is_same(a.y, b.y);
}
bool is_same(const Agent& a, const Agent& b) noexcept {
  return a.shape == b.shape && is_same(a.radius, b.radius) && a.ground == b.ground;
}
bool is_same(const GroupUnit& a, const GroupUnit& b) noexcept {
  return is_same(a.start, b.start) && is_same(a.agent, b.agent);
}
// But for the budget.
bool is_same(const GroupOptions& a, const GroupOptions& b) noexcept {
  const FindOptions& own = a.find;
  const FindOptions& other = b.find;
  return a.spreads == b.spreads && a.method == b.method && own.method == other.method &&
         own.goal == other.goal && is_same(own.max_goal_distance, other.max_goal_distance) &&
         own.expansion_limit == other.expansion_limit &&
         is_same(own.length_limit, other.length_limit) && own.start == other.start;
}

// Sizes in an order in which those of one goal, ground and shape stand together, by their radii.
std::tuple<AgentShape, std::uint8_t, float, float, double> key_of(const Point& goal,
                                                                  const Agent& agent) noexcept {
  return {agent.shape, agent.ground, goal.y, goal.x, snap_radius(agent.radius)};
}

}  // namespace

// The search for one group, from where its memory stands.
class GroupSearch {
 public:
  GroupSearch(Finder::Memory& finder, GroupPaths::Memory& group, std::size_t budget) noexcept
      : finder_(finder), group_(group), world_(*finder.world), budget_(budget) {}

  // Whether the memory's group is this one, on the finder's world as it is.
  [[nodiscard]] bool is_running(std::span<const GroupUnit> units, const Point& goal,
                                const GroupOptions& options) const {
    const Memory::Query& query = group_.query;
    return group_.is_running && query.ref.find_unassigned() == &world_ &&
           query.revision == world_.revision() && is_same(query.goal, goal) &&
           is_same(query.options, options) &&
           std::equal(units.begin(), units.end(), query.units.begin(), query.units.end(),
                      [](const GroupUnit& a, const GroupUnit& b) { return is_same(a, b); });
  }

  void begin(std::span<const GroupUnit> units, const Point& goal, const GroupOptions& options) {
    static_cast<detail::GroupProgress&>(group_) = {};
    Memory::Query& query = group_.query;
    query.units.assign(units.begin(), units.end());
    query.goal = goal;
    query.options = options;
    query.kept = finder_.kept;
    query.ref = finder_.ref;
    query.revision = world_.revision();
    place_units();
    sort_units();
    if (options.spreads) spread();
    group_.count = units.size();  // not before, in case an allocation throws
    group_.is_running = true;
  }

  // Goes on until the budget is spent.
  Result advance() {
    group_.is_running = false;  // in case an allocation throws
    const std::size_t count = group_.query.units.size();
    group_.count = 0;
    while (group_.next_single < count && budget_ > 0) {
      const std::size_t unit = group_.next_single;
      const bool is_single = group_.size_of[unit] == detail::kNone;
      if (is_single && group_.is_answered[unit] == 0 && !search(unit)) break;
      ++group_.next_single;
    }
    while (group_.next_single == count && group_.next_size < group_.size_count && budget_ > 0) {
      if (!advance_size(group_.sizes[group_.next_size])) break;
      ++group_.next_size;
      group_.next_unit = 0;
      group_.expanded = 0;
      group_.has_field = false;
    }
    const bool is_done = group_.next_single == count && group_.next_size == group_.size_count;
    group_.result.status = is_done ? Status::ok : Status::unfinished;
    group_.is_running = !is_done;
    finder_.query.found_by = detail::SearchKind::none;  // a picture of one of its searches misleads
    if (is_done) group_.query.kept.reset();
    group_.count = count;
    return group_.result;
  }

 private:
  using Memory = GroupPaths::Memory;

  [[nodiscard]] FindOptions options_of(std::size_t unit) const noexcept {
    FindOptions options = group_.query.options.find;
    options.agent = group_.query.units[unit].agent;
    if (options.method == Method::best) options.method = Method::optimal;
    return options;
  }

  // Starts and ends: the units' own, or where rules move them to.
  void place_units() {
    const Memory::Query& query = group_.query;
    const std::size_t count = query.units.size();
    if (group_.answers.size() < count) group_.answers.resize(count);
    group_.starts.resize(count);
    group_.ends.assign(count, detail::can_snap(query.goal) ? snap(query.goal) : query.goal);
    group_.has_end.assign(count, 1);
    group_.is_answered.assign(count, 0);
    const FindOptions& rules = query.options.find;
    const bool is_moved = rules.goal == EndRule::nearest || rules.start == EndRule::nearest;
    for (std::size_t unit = 0; unit < count; ++unit) {
      keep(unit, detail::make_failure(Status::unfinished, Reason::none));
      group_.starts[unit] = query.units[unit].start;
      if (is_moved) move(unit);
    }
  }

  void move(std::size_t unit) {
    finder_.begin(group_.query.units[unit].start, group_.query.goal, options_of(unit));
    const Finder::Memory::Query& query = finder_.query;
    if (query.early.reason != Reason::none) {
      answer(unit, query.early);
      return;
    }
    group_.starts[unit] = query.first;
    group_.ends[unit] = query.last;
  }

  // Whether a unit is treated with others of its size.
  [[nodiscard]] bool has_size(std::size_t unit) const noexcept {
    return group_.is_answered[unit] == 0 && detail::are_valid(options_of(unit)) &&
           world_.is_prepared(group_.query.units[unit].agent);
  }

  void sort_units() {
    const std::span<const GroupUnit> units = group_.query.units;
    group_.size_of.assign(units.size(), detail::kNone);
    group_.order.clear();
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      if (has_size(unit)) group_.order.push_back(static_cast<std::uint32_t>(unit));
    }
    const auto key = [&](std::uint32_t unit) {
      return key_of(group_.ends[unit], units[unit].agent);
    };
    std::sort(group_.order.begin(), group_.order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::make_pair(key(a), a) < std::make_pair(key(b), b);
    });
    for (std::size_t i = 0; i < group_.order.size(); ++i) {
      const std::uint32_t unit = group_.order[i];
      if (i == 0 || key(unit) != key(group_.order[i - 1])) add_size(unit);
      group_.sizes[group_.size_count - 1].units.push_back(unit);
      group_.size_of[unit] = static_cast<std::uint32_t>(group_.size_count - 1);
    }
  }

  void add_size(std::uint32_t unit) {
    const Agent agent = snap_size(group_.query.units[unit].agent);
    if (group_.size_count == group_.sizes.size()) group_.sizes.emplace_back();
    Memory::Size& size = group_.sizes[group_.size_count++];
    size.agent = agent;
    size.goal = group_.ends[unit];
    size.units.clear();
  }

  void spread() {
    if (!detail::can_snap(group_.query.goal)) return;
    spread_ends(world_, group_);
  }

  // Whether one field has the paths to the ends of all units of an agent.
  [[nodiscard]] bool has_field(const Agent& agent) const noexcept {
    if (!group_.query.options.spreads) return true;
    return agent.shape != AgentShape::square && !world_.has_costs(agent.ground);
  }

  // Whether all units of a size are done.
  bool advance_size(Memory::Size& size) {
    while (group_.next_unit < size.units.size()) {
      if (budget_ == 0) return false;
      if (!group_.has_field && !group_.is_searching && begins_field(size)) build_field_of(size);
      const std::uint32_t unit = size.units[group_.next_unit];
      const bool is_requested = group_.has_field && !group_.is_searching;
      if (!(is_requested && query_field(size, unit)) && !search(unit)) return false;
      ++group_.next_unit;
    }
    return true;
  }

  [[nodiscard]] bool begins_field(const Memory::Size& size) const noexcept {
    const Agent& agent = size.agent;
    const GroupMethod method = group_.query.options.method;
    if (method == GroupMethod::searches || !has_field(agent)) return false;
    if (method == GroupMethod::field) return group_.next_unit == 0;
    const std::size_t done = group_.next_unit;
    return (size.units.size() - done) * group_.expanded > done * edges_of(agent);
  }

  // A field takes as long as so many expansions.
  [[nodiscard]] std::size_t edges_of(const Agent& agent) const noexcept {
    return world_.find_space(agent)->mesh().edge_count();
  }

  // For the units that are not done.
  void build_field_of(Memory::Size& size) {
    group_.targets.clear();
    for (const std::uint32_t unit : std::span(size.units).subspan(group_.next_unit)) {
      group_.targets.push_back(group_.starts[unit]);
      if (group_.query.options.spreads) group_.targets.push_back(group_.ends[unit]);
    }
    FieldOptions options;
    options.end = FieldEnd::all_targets;
    options.targets = group_.targets;
    WorldField& field = group_.field_of(size.agent);
    field.set_goals(std::array{FieldGoal{size.goal}}, options);
    if (!field.update(world_, group_.scratch)) return;
    group_.has_field = true;
    ++group_.fields_built;
    spend(edges_of(size.agent));
  }

  void spend(std::size_t expansions) noexcept { budget_ -= std::min(budget_, expansions); }

  // Whether the way over the goal may be much longer than the shortest one.
  [[nodiscard]] static bool is_near(const WorldField& field, const Point& start,
                                    const Point& end) noexcept {
    return field.distance(start) < kNearShare * field.distance(end);
  }

  // Whether the field has a path; else a search finds it, or tells why there is none.
  bool query_field(const Memory::Size& size, std::uint32_t unit) {
    if (group_.has_end[unit] == 0) return false;
    const Point& start = group_.starts[unit];
    const Point& end = group_.ends[unit];
    const bool is_past = end != size.goal;
    const WorldField& field = group_.field_of(size.agent);
    if (is_past && (is_near(field, start, end) || field.first_link(end) != nullptr)) return false;
    FoundPath found =
        is_past ? finder_.find_past(field, start, end) : finder_.find_in(field, start);
    if (!found || found.length > group_.query.options.find.length_limit) return false;
    found.method = Method::optimal;
    found.revision = world_.revision();
    spend(1);
    answer(unit, found);
    return true;
  }

  // Whether the unit has its answer; else the budget is spent.
  bool search(std::size_t unit) {
    if (group_.has_end[unit] == 0) {
      answer(unit, detail::make_failure(Status::no_path, Reason::goal_too_far));
      return true;
    }
    const bool is_single = group_.size_of[unit] == detail::kNone;
    const Point& start = group_.starts[unit];
    const Point& goal = is_single ? group_.query.goal : group_.ends[unit];
    const FindOptions options = search_options(unit);
    // Another finder may have a query of its own.
    const bool goes_on = group_.is_searching && finder_.goes_on(start, goal, options);
    if (!goes_on) finder_.begin(start, goal, options);
    group_.is_searching = false;  // in case an allocation throws
    const std::size_t before = goes_on ? finder_.query.before + finder_.query.spent : 0;
    const FoundPath found = finder_.advance(budget_);
    if (found.status == Status::unfinished) {
      group_.is_searching = true;
      budget_ = 0;
      return false;
    }
    if (is_single && found) group_.ends[unit] = finder_.query.last;
    spend(std::max<std::size_t>(found.expanded - std::min(found.expanded, before), 1));
    group_.expanded += found.expanded;
    ++group_.searches;
    answer(unit, found);
    return true;
  }

  // Ends of units that have a size are where rules moved them to.
  [[nodiscard]] FindOptions search_options(std::size_t unit) const noexcept {
    FindOptions options = options_of(unit);
    if (group_.size_of[unit] != detail::kNone) options.goal = options.start = EndRule::exact;
    return options;
  }

  void keep(std::size_t unit, const FoundPath& found) {
    group_.answers[unit].assign(found);
    group_.answers[unit].agent = snap_size(group_.query.units[unit].agent);
  }

  void answer(std::size_t unit, const FoundPath& found) {
    keep(unit, found);
    group_.is_answered[unit] = 1;
    group_.result.count += found ? 1 : 0;
  }

  Finder::Memory& finder_;
  GroupPaths::Memory& group_;
  const World& world_;
  std::size_t budget_;
};

Result Finder::find_group(std::span<const GroupUnit> units, const Point& goal,
                          const GroupOptions& options, GroupPaths& paths) {
  const detail::UseCheck check(memory_->use_flag);
  memory_->clock.begin_call();
  memory_->follow_move();
  GroupPaths::Memory& group = *paths.memory_;
  if (memory_->world != nullptr) {
    GroupSearch running(*memory_, group, options.find.budget);
    if (running.is_running(units, goal, options)) return running.advance();
  }
  if (memory_->worlds != nullptr) memory_->use(memory_->worlds->read());
  if (memory_->world == nullptr) return {Status::invalid_input, 0};
  GroupSearch search(*memory_, group, options.find.budget);
  search.begin(units, goal, options);
  return search.advance();
}

const char* to_string(GroupMethod method) noexcept {
  return detail::word_of<GroupMethod::field>(method, {"best", "searches", "field"});
}

}  // namespace taut
