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

}  // namespace taut
