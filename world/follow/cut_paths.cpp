// Many followers at once, and what their status is called.
#include <taut/path_follower.hpp>

namespace taut {

const char* to_string(FollowStatus status) noexcept {
  switch (status) {
    case FollowStatus::on_path:
      return "on_path";
    case FollowStatus::maybe_shorter:
      return "maybe_shorter";
    case FollowStatus::arrived:
      return "arrived";
    case FollowStatus::no_path:
      return "no_path";
    case FollowStatus::off_path:
      return "off_path";
    case FollowStatus::goal_lost:
      return "goal_lost";
    case FollowStatus::cut:
      return "cut";
  }
  return "unknown";
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

}  // namespace taut
