#include <taut/find_group.hpp>

#include <algorithm>
#include <array>

#include "core/base/can_snap.hpp"

#include "finder_memory.hpp"
#include "group_memory.hpp"

namespace taut {

GroupPaths::GroupPaths() : memory_(std::make_unique<Memory>()) {}
GroupPaths::GroupPaths(GroupPaths&&) noexcept = default;
GroupPaths& GroupPaths::operator=(GroupPaths&&) noexcept = default;
GroupPaths::~GroupPaths() = default;

std::size_t GroupPaths::size() const noexcept { return memory_->count; }

const OwnedPath& GroupPaths::path(std::size_t unit) const noexcept {
  return memory_->answers[unit];
}

const Point& GroupPaths::end(std::size_t unit) const noexcept { return memory_->ends[unit]; }

std::size_t GroupPaths::memory_bytes() const noexcept {
  const Memory& m = *memory_;
  std::size_t bytes = m.scratch.memory_bytes() + m.answers.capacity() * sizeof(OwnedPath) +
                      (m.ends.capacity() + m.targets.capacity()) * sizeof(Point) +
                      m.has_end.capacity() + m.size_of.capacity() * sizeof(std::uint32_t) +
                      m.placed.capacity() * sizeof(Memory::Placed) +
                      m.sizes.capacity() * sizeof(Memory::Size);
  for (const OwnedPath& answer : m.answers) {
    bytes += answer.points.capacity() * sizeof(Point) + answer.turns.capacity() * sizeof(DiscTurn);
  }
  for (const Memory::Size& size : m.sizes) {
    bytes += size.field.memory_bytes() + size.units.capacity() * sizeof(std::uint32_t) +
             size.places.capacity() * sizeof(Memory::Place);
  }
  return bytes;
}

namespace {

// A unit nearer to the goal than this many times the way from there to its place is searched for.
constexpr double kNearShare = 4.0;

}  // namespace

// The search for one group.
class GroupSearch {
 public:
  GroupSearch(Finder::Memory& finder, GroupPaths::Memory& group, std::span<const GroupUnit> units,
              const Point& goal, const GroupOptions& options) noexcept
      : finder_(finder),
        group_(group),
        units_(units),
        goal_(goal),
        options_(options),
        world_(*finder.world) {}

  GroupResult run() {
    finder_.watch.check();
    sort_units();
    if (options_.ends == GroupEnds::spread && detail::can_snap(goal_)) {
      spread_ends(world_, snap(goal_), group_);
    }
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
      if (group_.size_of[unit] == Memory::kNoSize) (void)search(unit);
    }
    for (Memory::Size& size : group_.sizes) find_paths(size);
    group_.count = units_.size();  // not before, in case an allocation throws
    return result_;
  }

 private:
  using Memory = GroupPaths::Memory;

  // Sorts the units by their sizes.
  void sort_units() {
    const std::size_t count = units_.size();
    group_.count = 0;
    if (group_.answers.size() < count) group_.answers.resize(count);
    group_.ends.assign(count, detail::can_snap(goal_) ? snap(goal_) : goal_);
    group_.has_end.assign(count, 1);
    group_.size_of.assign(count, Memory::kNoSize);
    for (Memory::Size& size : group_.sizes) size.units.clear();
    for (std::size_t unit = 0; unit < count; ++unit) {
      const Agent& asked = units_[unit].agent;
      if (!world_.is_prepared(asked)) continue;
      const Agent agent{asked.shape, snap_radius(asked.radius)};
      const auto same = [&](const Memory::Size& size) { return size.field.agent() == agent; };
      auto at = std::find_if(group_.sizes.begin(), group_.sizes.end(), same);
      if (at == group_.sizes.end()) {
        group_.sizes.push_back({WorldField(agent), {}, {}, 0});
        at = group_.sizes.end() - 1;
      }
      at->units.push_back(static_cast<std::uint32_t>(unit));
      group_.size_of[unit] = static_cast<std::uint32_t>(at - group_.sizes.begin());
    }
  }

  // Whether one field has the paths to the ends of all units of an agent.
  [[nodiscard]] bool has_field(const Agent& agent) const noexcept {
    if (world_.grid().has_costs()) return false;
    return options_.ends == GroupEnds::goal || agent.shape != AgentShape::square;
  }

  void find_paths(Memory::Size& size) {
    std::size_t done = 0;
    std::size_t expanded = 0;
    while (done < size.units.size() && !begins_field(size, done, expanded)) {
      expanded += search(size.units[done]).expanded;
      ++done;
    }
    if (done == size.units.size()) return;
    const std::span<const std::uint32_t> rest = std::span(size.units).subspan(done);
    const bool is_built = build_field_of(size, rest);
    for (const std::uint32_t unit : rest) {
      if (!is_built || !ask_field(size, unit)) (void)search(unit);
    }
  }

  [[nodiscard]] bool begins_field(const Memory::Size& size, std::size_t done,
                                  std::size_t expanded) const noexcept {
    const Agent& agent = size.field.agent();
    if (options_.method == GroupMethod::searches || !has_field(agent)) return false;
    if (options_.method == GroupMethod::field) return true;
    return (size.units.size() - done) * expanded >
           done * kFieldExpansionsPerEdge * world_.find_space(agent)->mesh().edge_count();
  }

  bool build_field_of(Memory::Size& size, std::span<const std::uint32_t> rest) {
    group_.targets.clear();
    for (const std::uint32_t unit : rest) {
      group_.targets.push_back(units_[unit].start);
      if (options_.ends == GroupEnds::spread) group_.targets.push_back(group_.ends[unit]);
    }
    FieldOptions options;
    options.end = FieldEnd::all_targets;
    options.targets = group_.targets;
    size.field.set_goals(std::array{FieldGoal{goal_}}, options);
    if (!size.field.update(world_, group_.scratch)) return false;
    ++result_.fields;
    return true;
  }

  // Whether the way over the goal may be much longer than the shortest one.
  [[nodiscard]] static bool is_near(const WorldField& field, const Point& start,
                                    const Point& end) noexcept {
    return field.distance(start) < kNearShare * field.distance(end);
  }

  // Whether the field has a path; else a search finds it, or tells why there is none.
  bool ask_field(const Memory::Size& size, std::uint32_t unit) {
    if (group_.has_end[unit] == 0) return false;
    const Point& start = units_[unit].start;
    const Point& end = group_.ends[unit];
    const bool is_past = end != snap(goal_);
    if (is_past && is_near(size.field, start, end)) return false;
    FoundPath found =
        is_past ? finder_.find_past(size.field, start, end) : finder_.find_in(size.field, start);
    if (!found) return false;
    found.method = Method::optimal;
    found.revision = world_.revision();
    answer(unit, found);
    return true;
  }

  FoundPath search(std::size_t unit) {
    FoundPath found = detail::make_failure(Status::no_path, Reason::goal_too_far);
    if (group_.has_end[unit] != 0) {
      FindOptions options;
      options.agent = units_[unit].agent;
      options.method = world_.grid().has_costs() ? Method::over_tiles : Method::optimal;
      found = finder_.find(units_[unit].start, group_.ends[unit], options);
      ++result_.searches;
    }
    answer(unit, found);
    return found;
  }

  void answer(std::size_t unit, const FoundPath& found) {
    group_.answers[unit].assign(found);
    result_.found += found ? 1 : 0;
  }

  Finder::Memory& finder_;
  GroupPaths::Memory& group_;
  std::span<const GroupUnit> units_;
  Point goal_;
  GroupOptions options_;
  const World& world_;
  GroupResult result_;
};

GroupResult Finder::find_group(std::span<const GroupUnit> units, const Point& goal,
                               const GroupOptions& options, GroupPaths& paths) {
  if (memory_->worlds != nullptr) memory_->use(memory_->worlds->read());
  return GroupSearch(*memory_, *paths.memory_, units, goal, options).run();
}

}  // namespace taut
