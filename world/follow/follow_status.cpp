#include <taut/follower.hpp>

namespace taut {

const char* to_string(FollowStatus status) noexcept {
  switch (status) {
    case FollowStatus::on_path:
      return "on_path";
    case FollowStatus::maybe_shorter:
      return "maybe_shorter";
    case FollowStatus::arrived:
      return "arrived";
    case FollowStatus::at_link:
      return "at_link";
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

}  // namespace taut
