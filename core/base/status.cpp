#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

namespace taut {

const char* to_string(Status status) noexcept {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::truncated:
      return "truncated";
    case Status::no_path:
      return "no_path";
    case Status::out_of_nodes:
      return "out_of_nodes";
    case Status::invalid_input:
      return "invalid_input";
    case Status::unfinished:
      return "unfinished";
  }
  return "unknown";
}

const char* to_string(Reason reason) noexcept {
  switch (reason) {
    case Reason::none:
      return "none";
    case Reason::start_blocked:
      return "start_blocked";
    case Reason::goal_blocked:
      return "goal_blocked";
    case Reason::start_too_near:
      return "start_too_near";
    case Reason::goal_too_near:
      return "goal_too_near";
    case Reason::not_connected:
      return "not_connected";
    case Reason::too_narrow:
      return "too_narrow";
    case Reason::limit:
      return "limit";
    case Reason::not_prepared:
      return "not_prepared";
    case Reason::bad_options:
      return "bad_options";
    case Reason::goal_too_far:
      return "goal_too_far";
    case Reason::stale:
      return "stale";
    case Reason::broken:
      return "broken";
  }
  return "unknown";
}

const char* to_string(CornerKind kind) noexcept {
  switch (kind) {
    case CornerKind::start:
      return "start";
    case CornerKind::left:
      return "left";
    case CornerKind::right:
      return "right";
    case CornerKind::goal:
      return "goal";
  }
  return "unknown";
}

}  // namespace taut
