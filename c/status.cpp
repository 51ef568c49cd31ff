// Version, and the words for status and reason.
#include <taut.h>

#include <iterator>
#include <limits>

#include <taut/status.hpp>

namespace {

template <class Table>
const char* find_text(const Table& table, int32_t value, const char* unknown) noexcept {
  const bool is_known = value >= 0 && value < static_cast<int32_t>(std::size(table));
  return is_known ? table[value] : unknown;
}

}  // namespace

extern "C" {

const char* taut_version(void) { return TAUT_VERSION; }

const char* taut_status_text(taut_status status) {
  static constexpr const char* kTexts[] = {"ok",           "truncated",     "no_path",
                                           "out_of_nodes", "invalid_input", "unfinished",
                                           "bad_argument", "out_of_memory", "failure"};
  static_assert(std::size(kTexts) == TAUT_FAILURE + 1);
  return find_text(kTexts, status, "unknown status");
}

const char* taut_reason_text(taut_reason reason) {
  if (reason < TAUT_REASON_NONE || reason > TAUT_REASON_BROKEN) return "unknown reason";
  return taut::to_string(static_cast<taut::Reason>(reason));
}

void taut_find_options_init(taut_find_options* options) {
  if (options == nullptr) return;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  *options = {{0.0, TAUT_AGENT_POINT, 0},
              kInfinity,
              kInfinity,
              TAUT_NO_LIMIT,
              TAUT_NO_LIMIT,
              TAUT_METHOD_BEST,
              TAUT_GOAL_EXACT,
              TAUT_START_EXACT,
              0};
}

}  // extern "C"
