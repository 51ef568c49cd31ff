#include <taut/field.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>

#include "core/base/lists.hpp"
#include "core/field/reached_tiles.hpp"

#include "finder_memory.hpp"

namespace taut {

WorldField::WorldField(const Agent& agent) : agent_(detail::require_valid("WorldField", agent)) {}

void WorldField::set_goals(std::span<const FieldGoal> goals, const FieldOptions& options) {
  const detail::UseCheck check(use_flag_);
  // First what may throw: then nothing has changed.
  goals_.reserve(goals.size());
  targets_.reserve(options.targets.size());
  reason_ = Reason::stale;
  left_out_ = 0;
  expanded_ = 0;
  goals_.assign(goals.begin(), goals.end());
  targets_.assign(options.targets.begin(), options.targets.end());
  options_ = options;
  options_.targets = {};
}

bool WorldField::is_usable(const World& world, const FieldGoal& goal) const noexcept {
  return detail::can_snap(goal.at) && world.has_room(agent_, snap(goal.at));
}

// The goals where the agent can be; a reason when there is none.
Reason WorldField::choose_goals(const World& world) {
  usable_.clear();
  indices_.clear();
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    if (!is_usable(world, goals_[i])) continue;
    usable_.push_back(goals_[i]);
    indices_.push_back(i);
  }
  if (goals_.empty() || !usable_.empty()) return Reason::none;
  const Point& first = goals_.front().at;
  const bool is_on_tile =
      detail::can_snap(first) && world.grid(agent_.ground).locate(snap(first)).has_value();
  return is_on_tile ? Reason::goal_too_near : Reason::goal_blocked;
}

bool WorldField::is_mesh_current() const noexcept {
  return is_priced_ ? priced_.is_current() : field_.is_current();
}

Result extract_reached_tiles(const WorldField& field, double limit,
                             std::span<ReachedTile> out) noexcept {
  if (!field.is_current()) return {Status::ok, 0};
  Result reached = field.is_priced_ ? extract_reached_tiles(field.priced_, limit, out)
                                    : extract_reached_tiles(field.field_, limit, out);
  if (field.is_exact()) return reached;
  // The mesh also has centres where the agent has no room.
  if (reached.status == Status::truncated) {
    return write_reached_tiles(
        field.space()->mesh(), limit, [](CellId) { return true; },
        [&](const Point& place) { return field.distance(place); }, out);
  }
  const auto end =
      std::remove_if(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(reached.count),
                     [&](const ReachedTile& tile) { return !field.can_answer(center(tile.tile)); });
  reached.count = static_cast<std::size_t>(end - out.begin());
  return reached;
}

Reason WorldField::build(const World& world, FieldScratch& scratch) {
  if (world.is_broken()) return Reason::broken;
  const Space* const space = world.find_space(agent_);
  if (space == nullptr) return Reason::not_prepared;
  const Reason reason = choose_goals(world);
  if (reason != Reason::none) return reason;
  FieldOptions options = options_;
  options.targets = targets_;
  is_priced_ = space->has_costs() || space->least_cost() != 1.0F;
  const FieldResult built = build_over_links(world, *space, options, scratch);
  if (built.status == Status::out_of_nodes) return Reason::limit;
  if (!built) return Reason::bad_options;
  ref_ = detail::WorldRef(world);
  space_ = space;
  left_out_ = goals_.size() - usable_.size();
  expanded_ = built.expanded;
  return Reason::none;
}

// Whether only the revision has changed: an edit may give or take the room at a goal and leave the
// mesh of a disc as it is, since the mesh is that of a shape inside the disc.
bool WorldField::is_as_built(const World& world) const noexcept {
  if (world.is_broken() || this->world() != &world || reason_ != Reason::none || !is_mesh_current())
    return false;
  if (revision_ == world.revision()) return true;
  if (!links_.empty() || !world.links().empty()) return false;
  if (space_ != world.find_space(agent_)) return false;  // its ground got spaces of its own
  if (is_priced_ || world.has_costs(agent_.ground)) return false;
  std::size_t next = 0;
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    const bool was_usable = next < indices_.size() && indices_[next] == i;
    if (is_usable(world, goals_[i]) != was_usable) return false;
    next += was_usable ? 1 : 0;
  }
  return true;
}

bool WorldField::update(const World& world, FieldScratch& scratch) {
  const detail::UseCheck check(use_flag_);
  const bool is_built = is_as_built(world);
  revision_ = world.revision();
  expanded_ = 0;
  if (is_built) return true;
  ++builds_;
  ref_ = {};
  space_ = nullptr;
  left_out_ = 0;
  reason_ = Reason::stale;  // in case an allocation throws
  reason_ = build(world, scratch);
  if (kept_.get() != &world) kept_.reset();
  return reason_ == Reason::none;
}

bool WorldField::update(std::shared_ptr<const World> world, FieldScratch& scratch) {
  if (world == nullptr) detail::reject("WorldField::update: the world is null");
  const bool is_built = update(*world, scratch);
  kept_ = std::move(world);
  return is_built;
}

bool WorldField::is_current() const noexcept {
  if (reason_ != Reason::none) return false;
  const World* const world = this->world();
  return world != nullptr && !world->is_broken() && revision_ == world->revision() &&
         is_mesh_current();
}

bool WorldField::is_exact() const noexcept {
  const Space* const own = space();
  return own != nullptr && own->is_exact();
}

Reason WorldField::reason_at(const Point& place) const noexcept {
  if (reason_ != Reason::none) return reason_;
  const World* const world = this->world();
  if (world == nullptr) return Reason::stale;
  if (world->is_broken()) return Reason::broken;
  if (!is_current()) return Reason::stale;
  if (!detail::can_snap(place)) return Reason::start_blocked;
  const Point from = snap(place);
  if (!world->grid(agent_.ground).locate(from)) return Reason::start_blocked;
  if (!world->has_room(agent_, from)) return Reason::start_too_near;
  const double distance = is_priced_ ? priced_.cost(from) : field_.distance(from);
  if (distance < Field::kUnreached) return Reason::none;
  const double known = is_priced_ ? priced_.known_cost() : field_.known_distance();
  if (known < Field::kUnreached) return Reason::limit;
  return agent_.shape == AgentShape::point ? Reason::not_connected : Reason::too_narrow;
}

// Whether the field's answer for a place counts; the mesh knows where a point and most squares are.
bool WorldField::can_answer(const Point& place) const noexcept {
  if (!is_current() || !detail::can_snap(place)) return false;
  return is_exact() || world()->has_room(agent_, snap(place));
}

double WorldField::distance(const Point& place) const noexcept {
  if (!can_answer(place)) return Field::kUnreached;
  return is_priced_ ? priced_.cost(place) : field_.distance(place);
}

std::optional<Point> WorldField::next_corner(const Point& place) const noexcept {
  if (!is_exact()) return find_step(place);
  if (!can_answer(place)) return std::nullopt;
  return is_priced_ ? priced_.next_place(place) : field_.next_corner(place);
}

std::optional<Point> WorldField::next_corner(const Point& place, CellId& cell) const noexcept {
  if (!is_exact() || is_priced_) return next_corner(place);
  return can_answer(place) ? field_.next_corner(place, cell) : std::nullopt;
}

// Along the front of the path on the mesh.
std::optional<Point> WorldField::find_step(const Point& place) const noexcept {
  const std::optional<Point> from = find_room(place);
  if (!from) return std::nullopt;
  std::array<Point, kMaxStepPoints> path;
  std::size_t count = 0;
  if (is_priced_) {
    constexpr std::size_t kBends = 5;  // a bend in open space is where a step ends
    for (std::optional<Point> at = from; at && count < kBends; at = priced_.next_place(*at)) {
      if (count > 0 && path[count - 1] == *at) break;
      path[count++] = *at;
    }
    if (count == 1 && !priced_.next_place(*from)) return std::nullopt;
  } else {
    count = field_.extract_path(*from, path).count;
  }
  if (count < 2) return count == 0 ? std::nullopt : std::optional(path[0]);
  const auto step = taut::find_step(*space_, std::span<const Point>(path).first(count));
  // Each step shortens the way on the mesh: so no agent ever walks in a circle.
  if (step && distance_on_mesh(*step) < distance_on_mesh(*from)) return step;
  const std::optional<Point> nearer = find_nearer(*from);
  return nearer ? nearer : step;
}

double WorldField::distance_on_mesh(const Point& place) const noexcept {
  return is_priced_ ? priced_.cost(place) : field_.distance(place);
}

// A little on: where a disc bends beside the bend of its path, or the next corner of an opened mesh
// rounds to the place itself. Slits lie along the axes, and obstacles grown by a square that has
// slits are 2 tiles wide or more: none lies between two places on an axis. Costs are rounded, so
// one lattice step comes late; where no beam entered a slit, it takes a tile, or the goal is in
// sight.
std::optional<Point> WorldField::find_nearer(const Point& place) const noexcept {
  const bool is_disc = agent_.shape == AgentShape::disc;
  const TileBits& tiles = world()->grid(agent_.ground).bits();
  for (const float by : {0.0625F, 0.0078125F, 0.0009765625F, 0.25F, 1.0F}) {
    std::optional<Point> best;
    double least = distance_on_mesh(place);
    for (int i = 0; i < 9; ++i) {
      const int column = i % 3 - 1;
      const int row = i / 3 - 1;
      const Point at{place.x + static_cast<float>(column) * by,
                     place.y + static_cast<float>(row) * by};
      const bool is_walkable =
          world()->has_room(agent_, at) &&
          (is_disc ? has_clearance(tiles, place, at, agent_.radius) : i % 2 == 1);
      const double distance = is_walkable ? distance_on_mesh(at) : least;
      if (distance >= least) continue;
      least = distance;
      best = at;
    }
    if (best) return best;
  }
  const LinkStep* const link = first_link(place);
  const std::optional<std::size_t> goal = nearest_goal(place);
  if (!goal) return std::nullopt;
  const std::array<Point, 2> straight{place,
                                      link != nullptr ? link->entry : snap(goals_[*goal].at)};
  const bool is_seen = raycast(space_->mesh(), straight[0], straight[1]).is_visible;
  return is_seen ? taut::find_step(*space_, straight) : std::nullopt;
}

// The place, snapped; for a disc whose room that takes, the nearest lattice point with room. Where
// two corners are just as far apart as the disc is wide, such points lie up to 2 r / 1024 apart.
std::optional<Point> WorldField::find_room(const Point& place) const noexcept {
  if (!is_current() || !detail::can_snap(place)) return std::nullopt;
  const Point from = snap(place);
  if (world()->has_room(agent_, from)) return from;
  if (agent_.shape != AgentShape::disc) return std::nullopt;
  return find_clear_point(world()->grid(agent_.ground).bits(), from, agent_.radius,
                          (agent_.radius + 2.0) / kLatticePerTile);
}

std::optional<std::size_t> WorldField::nearest_goal(const Point& place) const noexcept {
  if (!can_answer(place)) return std::nullopt;
  Point from = place;
  for (std::size_t passed = 0; passed <= links_.size(); ++passed) {
    const std::optional<std::size_t> goal =
        is_priced_ ? priced_.nearest_goal(from) : field_.nearest_goal(from);
    if (!goal) return std::nullopt;
    if (*goal < indices_.size()) return indices_[*goal];
    from = links_[*goal - indices_.size()].exit;
  }
  return std::nullopt;
}

std::size_t WorldField::memory_bytes() const noexcept {
  return field_.memory_bytes() + priced_.memory_bytes() +
         detail::bytes_of(goals_, usable_, targets_, links_, indices_);
}

}  // namespace taut
