#include <taut/follower.hpp>

namespace taut {

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
