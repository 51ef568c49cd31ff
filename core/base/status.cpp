#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

#include "core/base/words.hpp"

namespace taut {

const char* to_string(Status status) noexcept {
  return detail::word_of<Status::unfinished>(
      status, {"ok", "truncated", "no_path", "out_of_nodes", "invalid_input", "unfinished"});
}

const char* to_string(Reason reason) noexcept {
  return detail::word_of<Reason::broken>(
      reason, {"none", "start_blocked", "goal_blocked", "start_too_near", "goal_too_near",
               "not_connected", "too_narrow", "limit", "not_prepared", "bad_options", "unknown",
               "goal_too_far", "unknown", "stale", "broken"});
}

const char* to_string(CornerKind kind) noexcept {
  return detail::word_of<CornerKind::goal>(kind, {"start", "left", "right", "goal"});
}

}  // namespace taut
