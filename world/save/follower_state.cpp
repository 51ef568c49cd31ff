// The state of a PathFollower between two calls.
#include <algorithm>

#include <taut/engine/vectors.hpp>
#include <taut/follower.hpp>

#include "part_states.hpp"
#include "world/follow/spot.hpp"

namespace taut {

template <class Archive, class Object>
void SaveAccess::describe_follower(Archive& archive, Object& follower) {
  auto& [revision, box, status, is_cut, may_be_shorter, added_legs, agent, next, place, goal,
         length, blocks, turns, rest, later, links, next_link, later_length, max_detour,
         first_length, cost] = follower;
  archive(revision);
  archive.choice(status, FollowStatus::cut, "the status of a follower is not valid");
  archive(is_cut, may_be_shorter);
  archive.within(added_legs, 0, detail::kMostAddedLegs, "a number of legs is not valid");
  archive(agent);
  archive.size(next);
  archive(place, goal, length);
  archive.list(turns, detail::kTurnBytes);
  archive.list(rest, 8);
  archive.list(later, detail::kTurnBytes);
  archive.list(links, detail::kPassedLinkBytes);
  archive.size(next_link);
  archive(later_length);
  archive.within(max_detour, 0.0, kMaxMapSide, "a detour is not valid");
  archive(first_length);
  archive.any(cost);
  // Boxes hold more than the path ahead: what lies there when they were filled.
  constexpr std::size_t kTurns = PathFollower::kBlockTurns;
  const std::size_t used = (turns.size() + kTurns - 1) / kTurns;
  if constexpr (Archive::kReads) blocks.resize(used);
  const auto describe_box = [&](auto& one) {
    auto& [x0, y0, x1, y1] = one;
    archive(x0, y0, x1, y1);
  };
  describe_box(box);
  for (std::size_t i = 0; i < used; ++i) describe_box(blocks[i]);
}

void SaveAccess::check(detail::StateReader& reader, const PathFollower& follower,
                       const World& world) {
  if (!reader.ok()) return;
  const PathFollower& f = follower;
  reader.require(is_valid(f.agent_), "the agent of a follower is not valid");
  reader.require(f.revision_ <= world.revision(), "a path is of a later world");
  reader.require(detail::are_on_map(f.turns_, world) && detail::are_on_map(f.later_, world),
                 "a path is not on the map");
  reader.require(detail::is_on_map(f.place_, world) && detail::is_on_map(f.goal_, world),
                 "a follower is not on the map");
  reader.require(f.rest_.size() == f.turns_.size(), "a path has other lengths than turns");
  if (f.turns_.empty()) {
    const bool is_none =
        f.status_ == FollowStatus::no_path && f.next_ == 0 && f.later_.empty() && f.links_.empty();
    reader.require(is_none, "a follower without a path has a part of one");
    return;
  }
  reader.require(
      f.turns_.size() >= detail::kDetourRoom + 2 && f.next_ >= 1 && f.next_ < f.turns_.size(),
      "the next turn of a path is not valid");
  const DiscTurn& goal = f.turns_.back();
  reader.require(goal.kind == CornerKind::goal && goal.entry == goal.exit,
                 "a path does not end with its goal");
  reader.require(f.next_link_ <= f.links_.size(), "the next link of a path is not valid");
  const std::size_t first = f.links_.empty() ? 0 : f.links_[0].exit;
  reader.require(detail::are_exits(f.links_, first, first + f.later_.size()),
                 "the links of a path are not valid");
}

void SaveAccess::write(detail::StateWriter& writer, const PathFollower& follower) {
  describe_follower(writer, follower);
}

void SaveAccess::read(detail::StateReader& reader, PathFollower& follower, const World& world) {
  describe_follower(reader, follower);
  check(reader, follower, world);
  // For moves of the goal, and for the legs behind links.
  if (reader.ok()) follower.reserve(follower.turns_.size() + follower.later_.size());
}

namespace detail {

bool is_on_map(const DiscPoint& p, const World& world) noexcept {
  const Grid& grid = world.grid();
  return p.x >= 0.0 && p.y >= 0.0 && p.x <= grid.width() && p.y <= grid.height();
}

bool are_on_map(std::span<const DiscTurn> turns, const World& world) noexcept {
  return std::all_of(turns.begin(), turns.end(), [&](const DiscTurn& turn) {
    return is_on_map(widen(turn.center), world) && is_on_map(turn.entry, world) &&
           is_on_map(turn.exit, world) && snap(turn.center) == turn.center;
  });
}

bool are_exits(std::span<const PassedLink> links, std::size_t first, std::size_t count) noexcept {
  if (links.empty()) return count == first;
  bool are = links[0].exit == first;
  for (std::size_t i = 1; i < links.size(); ++i) are = are && links[i - 1].exit < links[i].exit;
  return are && links.back().exit < count;
}

}  // namespace detail
}  // namespace taut
