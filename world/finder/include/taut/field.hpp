// WorldField: the ways of one agent from everywhere in a World to the nearest of some goals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <taut/agent.hpp>
#include <taut/detail/api.hpp>
#include <taut/detail/use_check.hpp>
#include <taut/detail/world_ref.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/priced_field.hpp>
#include <taut/status.hpp>
#include <taut/world.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL GroupSearch;
struct TAUT_LOCAL SaveAccess;

// A Field that follows a world: a game holds one for each set of goals and size of agent, and calls
// update() after edits. All units of that size query it, from any number of threads, each for its
// next corner here or for its whole path by Finder::find().
//
// Agents    all that the world is prepared for: the field of the mesh of their space.
//           Finder::find() makes its paths the agent's.
//           Where the agent's ground has costs, distances are costs (PricedField).
// Links     count: distances are with what they cost, and an agent is led to their entries. Then
//           FieldOptions::targets do not end the build, and it takes as many builds of the mesh's
//           field as the ways to the goals pass links, and one.
// Queries   are const and do not allocate. Points are snapped. An edit of the world, set_goals()
//           and a failed update() leave a field without any answer until the next successful
//           update(). They require that nobody edits the world meanwhile.
// Memory    that of Field, and the goals and targets.
class WorldField {
 public:
  // Errors    std::invalid_argument for an agent that is not valid, as World::prepare().
  explicit WorldField(const Agent& agent = {});

  // Replaces goals and options, which are copied. Until the next update() there are no answers.
  // Nothing changes where it throws std::bad_alloc; an update() that does leaves a stale field.
  void set_goals(std::span<const FieldGoal> goals, const FieldOptions& options = {});

  // Builds the field unless it is current for this world. Goals where the agent cannot be are left
  // out, as long as it can be at one. Returns whether the field answers now.
  //
  // Errors    false, with the reason(): not_prepared for the agent; goal_blocked or goal_too_near,
  //           when it can be at no goal, for the first one; bad_options for the errors of
  //           build_field(); limit: the memory of a search by cost.
  //
  // The field follows a world that is moved. Once the world was assigned to or destroyed it is
  // stale, and field() must not be queried.
  // Cost      build_field(); some ns if the field is current; World::has_room() of each goal if
  //           edits since the last update() changed neither the agent's mesh nor that room.
  //           Allocates what the field or the scratch lacks.
  bool update(const World& world, FieldScratch& scratch);
  // The same for SharedWorld::read(): the field keeps this world until another update().
  // Errors    also std::invalid_argument when it is null.
  bool update(std::shared_ptr<const World> world, FieldScratch& scratch);

  // Results of the last update(): why it failed, how many goals were left out, and how many funnels
  // were expanded, 0 if nothing was built.
  [[nodiscard]] Reason reason() const noexcept { return reason_; }
  [[nodiscard]] std::size_t left_out() const noexcept { return left_out_; }
  [[nodiscard]] std::size_t expanded() const noexcept { return expanded_; }

  // How often update() has built the field, or failed to.
  [[nodiscard]] std::uint64_t builds() const noexcept { return builds_; }

  // Whether the field answers.
  [[nodiscard]] bool is_current() const noexcept;
  // That of the world at the last update().
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }
  // With its snap_radius().
  [[nodiscard]] const Agent& agent() const noexcept { return agent_; }
  // The goals of the last set_goals(), valid until the next call of it.
  [[nodiscard]] std::span<const FieldGoal> goals() const noexcept { return goals_; }

  // Space::is_exact(): a disc needs room at corners, a square in slits moves beside the mesh. False
  // before the first update().
  [[nodiscard]] bool is_exact() const noexcept;

  // The length of the shortest path to a goal, plus its cost; Field::kUnreached where reason_at()
  // is not Reason::none. On a ground with costs, about what a cheap path costs (PricedField). Where
  // is_exact() is false, it is that of the path on the mesh, and the agent's path may be longer;
  // that of a disc may also be shorter, by a lattice step or two, and that of a square is at most
  // 1 + 2 / (steps_per_tile() - 2) times as long.
  [[nodiscard]] double distance(const Point& place) const noexcept;
  // The point to which the agent may walk straight from `place` on its way to a goal; `place`
  // itself, snapped, at a goal. Nothing where distance() is kUnreached. An agent that walks from
  // answer to answer keeps clear of walls, and reaches the goal. The point is on the lattice, and
  // the agent has room there:
  // - where is_exact(), the next corner of the path; on a ground with costs it may be one where the
  //   path crosses the border of two cells, rounded to the lattice;
  // - for a disc, the end of the path's first leg. An arc is walked round on its outside, from
  //   tangent to tangent, at most 22.5 degrees at a time. Of a place where snapping took the room,
  //   as on the way to an answer, the nearest lattice point with room counts;
  // - for a square in slits, the next corner of its path, or one on a line with it.
  [[nodiscard]] std::optional<Point> next_corner(const Point& place) const noexcept;
  // The same answer, faster for a unit that queries again and again: Field::next_corner() says how.
  // Where is_exact() is false, or by cost, `cell` is not used.
  [[nodiscard]] std::optional<Point> next_corner(const Point& place, CellId& cell) const noexcept;
  // The link that a unit at `place` takes now: next_corner() is the place itself, an entry.
  [[nodiscard]] std::optional<LinkStep> link_at(const Point& place) const noexcept;
  // The index of its goal, as in set_goals().
  [[nodiscard]] std::optional<std::size_t> nearest_goal(const Point& place) const noexcept;

  // Reason::none where there is a path from a place. broken: the world is. stale: the field is not
  // current. limit: none within Field::known_distance(). start_blocked, start_too_near,
  // not_connected, too_narrow; or the reason of the failed update(). explain() says it in words.
  [[nodiscard]] Reason reason_at(const Point& place) const noexcept;

  // The field over the mesh of the space, where the agent's ground has no costs. It numbers the
  // goals without those that were left out, and then entries of links. Requires is_current().
  [[nodiscard]] const Field& field() const noexcept { return field_; }
  // That of the last update(), wherever it was moved; null if it failed, and once the world was
  // assigned to or destroyed.
  [[nodiscard]] const World* world() const noexcept { return ref_.find_unassigned(); }
  [[nodiscard]] const Space* space() const noexcept {
    return world() == nullptr ? nullptr : space_;
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class Finder;
  friend class GroupSearch;
  friend struct SaveAccess;
  friend Result extract_reached_tiles(const WorldField& field, double limit,
                                      std::span<ReachedTile> out) noexcept;

  [[nodiscard]] bool is_mesh_current() const noexcept;
  [[nodiscard]] Reason build(const World& world, FieldScratch& scratch);
  [[nodiscard]] Reason choose_goals(const World& world);
  FieldResult build_on(const Space& space, std::span<const FieldGoal> goals,
                       const FieldOptions& options, FieldScratch& scratch);
  FieldResult build_over_links(const World& world, const Space& space, const FieldOptions& options,
                               FieldScratch& scratch);
  // The first link on the way from a place; null where it passes none.
  [[nodiscard]] const LinkStep* first_link(const Point& place) const noexcept;
  [[nodiscard]] bool is_usable(const World& world, const FieldGoal& goal) const noexcept;
  [[nodiscard]] bool is_as_built(const World& world) const noexcept;
  [[nodiscard]] bool can_answer(const Point& place) const noexcept;
  [[nodiscard]] std::optional<Point> find_step(const Point& place) const noexcept;
  [[nodiscard]] double distance_on_mesh(const Point& place) const noexcept;
  [[nodiscard]] std::optional<Point> find_nearer(const Point& place) const noexcept;
  [[nodiscard]] std::optional<Point> find_room(const Point& place) const noexcept;

  Agent agent_;
  std::vector<FieldGoal> goals_;
  std::vector<Point> targets_;
  FieldOptions options_;

  // What the last update() left.
  std::shared_ptr<const World> kept_;  // the world, where it is shared
  detail::WorldRef ref_;               // to the world
  const Space* space_ = nullptr;
  std::uint64_t revision_ = 0;
  std::uint64_t builds_ = 0;
  Reason reason_ = Reason::stale;
  std::size_t left_out_ = 0;
  std::size_t expanded_ = 0;
  std::vector<FieldGoal> usable_;     // goals that are not left out
  std::vector<std::size_t> indices_;  // of these, in goals_
  std::vector<LinkStep> links_;       // whose entries are goals of the field, after those
  bool is_priced_ = false;
  Field field_;
  PricedField priced_;  // in its place, where the agent's ground has costs
  detail::UseFlag use_flag_;
};

// extract_reached_tiles() of its field, by costs where the agent's ground has any: tiles at whose
// centres the agent has room. None when the field is not current.
[[nodiscard]] Result extract_reached_tiles(const WorldField& field, double limit,
                                           std::span<ReachedTile> out) noexcept;

}  // namespace taut
TAUT_API_END
