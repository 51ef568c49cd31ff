// Why a query stopped, and how much it wrote.
#pragma once

#include <cstddef>
#include <cstdint>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

enum class Status : std::uint8_t {
  ok,            // the whole answer is in `out`; an exact fit is ok
  truncated,     // `out` was too small: it holds the first elements of the answer, final and usable
  no_path,       // the goal cannot be reached
  out_of_nodes,  // a limit of the search or the size of its scratch was met first
  invalid_input,  // the input contradicts itself or the map: nothing was written
  unfinished,     // the budget of this call is spent: the same call goes on
};

// The enumerator's name, as `taut` prints it: "ok", "truncated", ...
[[nodiscard]] const char* to_string(Status status) noexcept;

// What every writer returns: `count` elements of `out` are written.
//
// A result with a status, this one and all others of the library, is true when the status is ok: if
// (const PathResult found = find_path(...)) the whole answer is there.
struct Result {
  Status status = Status::ok;
  std::size_t count = 0;

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

}  // namespace taut
TAUT_API_END
