// The legs of a path behind its next link.
#include <algorithm>
#include <array>

#include <taut/engine/vectors.hpp>
#include <taut/follower.hpp>

#include "path_shapes.hpp"
#include "path_sight.hpp"
#include "spot.hpp"

namespace taut {

using detail::kDetourRoom;
using detail::make_place;

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

}  // namespace taut
