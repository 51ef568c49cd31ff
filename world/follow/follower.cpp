#include <taut/follower.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <taut/detail/require.hpp>
#include <taut/detail/use_check.hpp>
#include <taut/engine/vectors.hpp>

#include "core/base/words.hpp"

#include "path_shapes.hpp"
#include "path_sight.hpp"
#include "spot.hpp"

namespace taut {
namespace {

using detail::Box;
using detail::box_of;
using detail::is_arc;
using detail::kDetourRoom;
using detail::kMostAddedLegs;
using detail::make_place;
using detail::nearest_on;
using detail::nearest_on_arc;
using detail::point_on_arc;
using detail::to_lattice_point;

std::optional<Point> to_place(const World& world, const Point& p) noexcept {
  const Grid& grid = world.grid();
  const bool is_inside = p.x >= 0.0F && p.x <= static_cast<float>(grid.width()) && p.y >= 0.0F &&
                         p.y <= static_cast<float>(grid.height());
  return is_inside ? std::optional(snap(p)) : std::nullopt;  // false for NaN
}

}  // namespace

PathFollower::PathFollower(const Agent& agent, double max_detour)
    : agent_(detail::require_valid("PathFollower", agent)),
      max_detour_(
          detail::require_within("PathFollower: max_detour", max_detour, 0.0, kMaxMapSide)) {}

void PathFollower::reserve(std::size_t points) {
  const std::size_t room = kDetourRoom + std::max<std::size_t>(points, 2) + kMostAddedLegs;
  turns_.reserve(room);
  blocks_.reserve(room / kBlockTurns + 1);
  rest_.reserve(room);
}

FollowStatus PathFollower::set(const World& world, const FoundPath& path) {
  detail::check_path_is_valid(path.is_valid());
  const std::size_t count = agent_.shape == AgentShape::disc ? path.turns.size()  //
                                                             : path.points.size();
  const bool has_path = path && count > 0;
  const std::size_t first = path.links.empty() ? count : path.links[0].exit;
  if (has_path) {  // first, as it may throw
    reserve(count);
    later_.reserve(count - first);
    links_.reserve(path.links.size());
  }
  turns_.clear();
  later_.clear();
  links_.clear();
  rest_.clear();
  next_ = 0;
  length_ = 0.0;
  is_cut_ = false;
  may_be_shorter_ = false;
  revision_ = std::min(path.revision, world.revision());
  if (!has_path) return status_ = FollowStatus::no_path;
  turns_.resize(kDetourRoom);
  append_turns(path, 0, first, turns_);
  append_turns(path, first, count - first, later_);
  links_.assign(path.links.begin(), path.links.end());
  next_link_ = 0;
  begin_leg();
  first_length_ = length_;
  cost_ = path.cost;
  // One of a later world may lead through what is a wall here: then update() looks at all of it.
  if (path.revision != FoundPath().revision) revision_ = path.revision;
  return update(world);
}

Point PathFollower::find_start(const World& world, const Point& place) const noexcept {
  Point at = snap(place);
  if (world.has_room(agent_, at)) return at;
  Point best = at;
  int least = std::numeric_limits<int>::max();
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      const Point step{static_cast<float>(dx), static_cast<float>(dy)};
      const Point start = at + step / static_cast<float>(kLatticePerTile);
      if (dx * dx + dy * dy >= least) continue;
      if (!world.has_room(agent_, start)) continue;
      least = dx * dx + dy * dy;
      best = start;
    }
  }
  return best;
}

DiscPoint PathFollower::leg_start(std::size_t turn) const noexcept {
  return turn == next_ ? place_ : turns_[turn - 1].exit;
}

double PathFollower::arc_length(std::size_t turn) const noexcept {
  return is_arc(turns_[turn]) ? agent_.radius * arc_angle(turns_[turn]) : 0.0;
}

// Recomputes the remaining lengths of the turns up to `last`.
void PathFollower::measure(std::size_t last) noexcept {
  if (last + 1 == turns_.size()) rest_[last--] = later_length_;
  for (std::size_t i = last + 1; i-- > next_;) {
    rest_[i] = arc_length(i) + norm(turns_[i + 1].entry - turns_[i].exit) + rest_[i + 1];
  }
  goal_ = turns_.back().entry;
}

void PathFollower::fill_boxes() noexcept {
  blocks_.resize((turns_.size() + kBlockTurns - 1) / kBlockTurns);
  for (std::size_t i = next_ / kBlockTurns; i < blocks_.size(); ++i) fill_block(i);
  box_ = blocks_[next_ / kBlockTurns];
  for (std::size_t i = next_ / kBlockTurns + 1; i < blocks_.size(); ++i) box_.add(blocks_[i]);
}

void PathFollower::fill_block(std::size_t block) noexcept {
  const std::size_t first = std::max(block * kBlockTurns, next_);
  const std::size_t end = std::min((block + 1) * kBlockTurns, turns_.size());
  DiscPoint low = turns_[first].entry;
  DiscPoint high = low;
  for (std::size_t i = first; i < end; ++i) {
    const double around = is_arc(turns_[i]) ? agent_.radius : 0.0;
    const DiscPoint center = widen(turns_[i].center);
    low = component_min(component_min(low, turns_[i - 1].exit), center - DiscPoint{around, around});
    high =
        component_max(component_max(high, turns_[i - 1].exit), center + DiscPoint{around, around});
  }
  blocks_[block] = block_of(low, high);
}

void PathFollower::Block::add(const Block& other) noexcept {
  x0 = std::min(x0, other.x0);
  y0 = std::min(y0, other.y0);
  x1 = std::max(x1, other.x1);
  y1 = std::max(y1, other.y1);
}

PathFollower::Block PathFollower::block_of(const DiscPoint& low, const DiscPoint& high) noexcept {
  const auto down = [](double v) { return static_cast<std::int16_t>(std::floor(v)); };
  const auto up = [](double v) { return static_cast<std::int16_t>(std::ceil(v)); };
  return {down(low.x), down(low.y), up(high.x), up(high.y)};
}

// The status of a path that is up to date.
FollowStatus PathFollower::settle() noexcept {
  const bool is_at_end = length_ - later_length_ <= kOnPath;
  const bool has_link = next_link_ < links_.size();
  status_ = is_cut_           ? FollowStatus::cut
            : is_at_end       ? (has_link ? FollowStatus::at_link : FollowStatus::arrived)
            : may_be_shorter_ ? FollowStatus::maybe_shorter
                              : FollowStatus::on_path;
  return status_;
}

FollowStatus PathFollower::settle_place() noexcept {
  length_ = norm(turns_[next_].entry - place_) + rest_[next_];
  return settle();
}

double PathFollower::progress() const noexcept {
  if (turns_.empty()) return 0.0;
  return first_length_ > 0.0 ? std::clamp(1.0 - length_ / first_length_, 0.0, 1.0) : 1.0;
}

DiscPoint PathFollower::place_ahead(double tiles) const noexcept {
  double left = std::max(tiles, 0.0);
  for (std::size_t i = next_; i < turns_.size(); ++i) {
    const DiscPoint from = leg_start(i);
    const double leg = norm(turns_[i].entry - from);
    if (left < leg) return from + left / leg * (turns_[i].entry - from);
    left -= leg;
    const double arc = arc_length(i);
    if (left < arc) return point_on_arc(turns_[i], left / agent_.radius);
    left -= arc;
  }
  return turns_.empty() ? DiscPoint{0.0, 0.0} : turns_.back().entry;
}

// ---- edits ----

std::optional<std::size_t> PathFollower::find_touched(const TileRect& tiles) const noexcept {
  const std::optional<std::size_t> found = find_touched(tiles, next_);
  return found ? std::optional(*found - next_) : std::nullopt;
}

std::optional<std::size_t> PathFollower::find_touched(const TileRect& tiles,
                                                      std::size_t from) const noexcept {
  // Rounded places lie beside the path by less than kOnPath.
  const Box box = box_of(tiles, agent_.radius + kOnPath);
  const auto touches = [&](const Block& block) {
    return box.touches(box_of({block.x0, block.y0, block.x1, block.y1}, 0.0));
  };
  if (!touches(box_)) return std::nullopt;
  const DiscPoint around{agent_.radius, agent_.radius};
  for (std::size_t i = from; i < turns_.size(); ++i) {
    if ((i == from || i % kBlockTurns == 0) && !touches(blocks_[i / kBlockTurns])) {
      i |= kBlockTurns - 1;
      continue;
    }
    if (box.meets(leg_start(i), turns_[i].entry)) return i;
    if (!is_arc(turns_[i])) continue;
    const DiscPoint center = widen(turns_[i].center);
    if (box.touches(center - around, center + around)) return i;
  }
  return std::nullopt;
}

// Whether the leg to a turn, its arc and its bend are walkable.
bool PathFollower::is_turn_walkable(const World& world, std::size_t turn) noexcept {
  if (agent_.shape == AgentShape::disc) {
    const std::array<DiscTurn, 2> leg{make_place(leg_start(turn), CornerKind::start), turns_[turn]};
    return detail::is_walkable(world, agent_, leg);
  }
  const std::size_t count = turn + 1 < turns_.size() ? 3 : 2;
  const std::span<const DiscTurn> all(turns_);
  if (detail::is_walkable(world, agent_, all.subspan(turn - 1, count))) return true;
  if (turn != next_) return false;
  const Point at = to_lattice_point(place_);
  if (!sees(world, at, turn)) return false;
  restart(turn, at);
  settle_place();
  return true;
}

bool PathFollower::can_be_shorter(const World& world, const TileRect& edited) const noexcept {
  const Grid& grid = world.grid(agent_.ground);
  // An edit of walls changes what tiles within the margin cost.
  const Ground* const ground = world.find_ground(agent_.ground);
  const int margin = ground != nullptr ? ground->margin() : 0;
  const TileRect tiles{std::max(edited.x0, 0) - margin, std::max(edited.y0, 0) - margin,
                       std::min(edited.x1, grid.width()) + margin,
                       std::min(edited.y1, grid.height()) + margin};
  if (!grid.bits().has(tiles, TileState::walkable)) return false;
  if (!world.links().empty() || next_link_ < links_.size()) return true;
  const Box box = box_of(tiles, agent_.radius);
  const double around = box.distance_to(place_) + box.distance_to(goal_);
  if (!world.has_costs(agent_.ground)) return around < length_;
  // Where the path itself became more expensive, another one may be cheaper.
  const float least = grid.least_cost(*ground);
  return static_cast<double>(least) * around < cost_ || find_touched(tiles, next_).has_value();
}

FollowStatus PathFollower::update(const World& world) noexcept {
  if (revision_ == world.revision() || turns_.empty()) return status_;
  const std::optional<std::span<const TileRect>> changes = world.changes_since(revision_);
  revision_ = world.revision();
  if (is_cut_) return status_;
  if (!changes) {
    for (std::size_t i = next_; !is_cut_ && i < turns_.size(); ++i) {
      is_cut_ = !is_turn_walkable(world, i);
    }
    is_cut_ = is_cut_ || !is_later_walkable(world, nullptr);
    may_be_shorter_ = true;
    return settle();
  }
  for (const TileRect& tiles : *changes) {
    std::optional<std::size_t> turn = find_touched(tiles, next_);
    for (; turn && !is_cut_; turn = find_touched(tiles, *turn + 1)) {
      is_cut_ = !is_turn_walkable(world, *turn);
    }
    is_cut_ = is_cut_ || !is_later_walkable(world, &tiles);
    if (is_cut_) break;
    may_be_shorter_ = may_be_shorter_ || can_be_shorter(world, tiles);
  }
  return settle();
}

// ---- the unit ----

// The first point within kOnPath of `at`, or else the nearest, on the part of the path that the
// unit can have reached since the last call.
PathFollower::Spot PathFollower::find_spot(const DiscPoint& at) const noexcept {
  const double farthest = max_detour_ + 2.0 * norm(at - place_);
  Spot best;
  const auto is_on = [&](std::size_t turn, bool is_on_arc, const DiscPoint& place) {
    const double far = norm(at - place);
    if (far < best.distance) best = {turn, is_on_arc, place, far};
    return far <= kOnPath;
  };
  for (std::size_t i = next_; i < turns_.size(); ++i) {
    const DiscPoint from = leg_start(i);
    if (i > next_ && length_ - norm(turns_[i].entry - from) - rest_[i] > farthest) break;
    if (is_on(i, false, nearest_on(from, turns_[i].entry, at))) break;
    if (!is_arc(turns_[i])) continue;
    // Most arcs are too far away, which is cheaper to tell than the nearest point.
    const double least = std::abs(norm(at - widen(turns_[i].center)) - agent_.radius);
    if (least >= best.distance) continue;
    if (is_on(i, true, nearest_on_arc(turns_[i], agent_.radius, at))) break;
  }
  return best;
}

void PathFollower::go_to(const Spot& spot) noexcept {
  next_ = spot.turn;
  place_ = spot.place;
  if (!spot.is_on_arc) return;
  turns_[next_].entry = place_;
  rest_[next_] =
      arc_length(next_) + norm(turns_[next_ + 1].entry - turns_[next_].exit) + rest_[next_ + 1];
}

// Whether a point or square at a lattice point may go straight to a turn and through its bend.
bool PathFollower::sees(const World& world, const Point& from, std::size_t turn) const noexcept {
  std::array<DiscTurn, 3> turns{make_place(widen(from), CornerKind::start), turns_[turn]};
  std::size_t count = 2;
  if (turn + 1 < turns_.size()) turns[count++] = turns_[turn + 1];
  return detail::is_walkable(world, agent_, std::span<const DiscTurn>(turns).first(count));
}

// The path now goes from the unit's lattice point straight to a turn. Boxes only grow: to shrink
// them takes longer than the tests that it would save.
void PathFollower::restart(std::size_t next, const Point& at) noexcept {
  next_ = next;
  place_ = widen(at);
  turns_[next - 1] = make_place(place_, CornerKind::start);
  const DiscPoint turn = widen(turns_[next].center);
  const Block leg = block_of(component_min(place_, turn), component_max(place_, turn));
  blocks_[next / kBlockTurns].add(leg);
  box_.add(leg);
}

FollowStatus PathFollower::move(const World& world, const Point& place) noexcept {
  update(world);
  if (turns_.empty() || is_cut_) return status_;
  const std::optional<Point> at = to_place(world, place);
  if (!at) return status_ = FollowStatus::off_path;
  const Spot spot = find_spot(widen(*at));
  if (spot.distance <= kOnPath) {
    go_to(spot);
    return settle_place();
  }
  const bool is_back = spot.distance <= max_detour_ &&
                       (agent_.shape == AgentShape::disc ? rejoin_as_disc(world, *at, spot)
                                                         : rejoin(world, *at, spot));
  if (!is_back) return status_ = FollowStatus::off_path;
  cost_ = kUnknownCost;
  return settle_place();
}

FollowStatus PathFollower::move_goal(const World& world, const Point& goal) noexcept {
  update(world);
  if (turns_.empty() || is_cut_) return status_;
  const std::optional<Point> to = to_place(world, goal);
  const bool is_near =
      to && next_link_ == links_.size() && norm(widen(*to) - turns_.back().entry) <= max_detour_;
  const bool is_led = is_near && (agent_.shape == AgentShape::disc ? lead_disc_to(world, *to)  //
                                                                   : lead_to(world, *to));
  if (!is_led) return status_ = FollowStatus::goal_lost;
  measure(turns_.size() - 1);
  fill_boxes();
  cost_ = kUnknownCost;
  return settle_place();
}

Result find_cut_paths(const World& world, std::span<PathFollower* const> followers,
                      std::span<std::uint32_t> cut) noexcept {
  Result result;
  for (std::size_t i = 0; i < followers.size(); ++i) {
    PathFollower* const follower = followers[i];
    if (follower == nullptr || follower->status() == FollowStatus::cut ||
        follower->update(world) != FollowStatus::cut) {
      continue;
    }
    if (result.count == cut.size()) {
      result.status = Status::truncated;
      continue;
    }
    cut[result.count++] = static_cast<std::uint32_t>(i);
  }
  return result;
}

// ---- links ----

// The path's turns from `first` on, as those of the agent.
void PathFollower::append_turns(const FoundPath& path, std::size_t first, std::size_t count,
                                std::vector<DiscTurn>& turns) const {
  if (agent_.shape == AgentShape::disc) {
    const std::span<const DiscTurn> part = path.turns.subspan(first, count);
    turns.insert(turns.end(), part.begin(), part.end());
    return;
  }
  for (const Point& point : path.points.subspan(first, count)) {
    turns.push_back(make_place(widen(point), CornerKind::start));
  }
}

// Begins with the leg that is in turns_, behind the room for detours.
void PathFollower::begin_leg() noexcept {
  later_length_ = 0.0;
  for (std::size_t i = next_link_; i < links_.size(); ++i) {
    later_length_ += disc_path_length(later_leg(i), agent_.radius);
  }
  if (turns_.size() == kDetourRoom + 1) turns_.push_back(turns_.back());
  turns_.back().kind = CornerKind::goal;
  rest_.assign(turns_.size(), 0.0);
  added_legs_ = 0;
  next_ = kDetourRoom + 1;
  place_ = turns_[kDetourRoom].exit;
  measure(turns_.size() - 1);
  fill_boxes();
  settle_place();
}

// The turns behind a link, up to the next one. later_ has those behind the first link of set().
std::span<const DiscTurn> PathFollower::later_leg(std::size_t link) const noexcept {
  const std::size_t first = links_[link].exit - links_[0].exit;
  const std::size_t end =
      link + 1 < links_.size() ? links_[link + 1].exit - links_[0].exit : later_.size();
  return std::span<const DiscTurn>(later_).subspan(first, end - first);
}

std::optional<LinkStep> PathFollower::next_link() const noexcept {
  if (turns_.empty() || next_link_ >= links_.size()) return std::nullopt;
  return LinkStep{links_[next_link_].link, turns_.back().center, later_leg(next_link_)[0].center};
}

FollowStatus PathFollower::pass_link(const World& world) noexcept {
  if (turns_.empty() || next_link_ >= links_.size()) return status_;
  const std::span<const DiscTurn> leg = later_leg(next_link_++);
  turns_.resize(kDetourRoom);
  turns_.insert(turns_.end(), leg.begin(), leg.end());
  begin_leg();
  return update(world);
}

namespace {

bool touches(const TileRect& edited, double around, const DiscTurn& from, const DiscTurn& to) {
  const DiscPoint center = widen(to.center);
  const DiscPoint grown{around, around};
  return detail::box_of(edited, around)
      .touches(component_min(component_min(from.exit, to.entry), center - grown),
               component_max(component_max(from.exit, to.entry), center + grown));
}

}  // namespace

// Whether what lies behind the next link, and all links ahead, may be passed: as far as an edit
// touches it, or all of it.
bool PathFollower::is_later_walkable(const World& world, const TileRect* edited) const noexcept {
  Point entry = links_.empty() ? Point{} : turns_.back().center;
  for (std::size_t i = next_link_; i < links_.size(); ++i) {
    const std::span<const DiscTurn> leg = later_leg(i);
    const LinkStep step{links_[i].link, entry, leg[0].center};
    if (!world.is_passable(step, agent_)) return false;
    for (std::size_t k = 1; k < leg.size(); ++k) {
      const double around = agent_.radius + kOnPath;
      if (edited != nullptr && !touches(*edited, around, leg[k - 1], leg[k])) continue;
      const std::size_t bend = agent_.shape != AgentShape::disc && k + 1 < leg.size() ? 3 : 2;
      if (!detail::is_walkable(world, agent_, leg.subspan(k - 1, bend))) return false;
    }
    entry = leg.back().center;
  }
  return true;
}

const char* to_string(FollowStatus status) noexcept {
  return detail::word_of<FollowStatus::cut>(
      status, {"on_path", "maybe_shorter", "arrived", "at_link", "no_path", "off_path", "goal_lost",
               "cut"});
}

}  // namespace taut
