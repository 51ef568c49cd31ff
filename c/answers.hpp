// Answers of queries: kept by a finder, told to the caller (internal).
#pragma once

#include <taut.h>

#include "checks.hpp"
#include "handles.hpp"

namespace taut::c {

[[nodiscard]] inline FoundPath make_failure(Reason reason) noexcept {
  FoundPath found;
  found.status = Status::invalid_input;
  found.reason = reason;
  return found;
}

// Keeps an answer and reports it.
inline taut_status tell(taut_finder& finder, const FoundPath& found, taut_path* path) noexcept {
  finder.found = found;
  *path = to_path(found);
  return path->status;
}

// The answer to a query that was not run.
inline taut_status tell_failure(taut_finder& finder, taut_status status, taut_path* path) noexcept {
  finder.found = make_failure(Reason::none);
  if (path == nullptr) return status;
  *path = to_path(finder.found);
  path->status = status;
  if (status == TAUT_BAD_ARGUMENT) path->reason = TAUT_REASON_BAD_OPTIONS;
  path->revision = finder.source.read()->revision();
  return status;
}

// Runs a query. Running out of memory is reported in the answer, too.
template <class Query>
taut_status answer(taut_finder& finder, taut_path* path, const Query& run_query) noexcept {
  finder.found = make_failure(Reason::none);
  const taut_status status = guard(nullptr, run_query);
  return status > TAUT_UNFINISHED ? tell_failure(finder, status, path) : status;
}

// Keeps a copy of an answer that is in the memory of another handle, and reports it.
inline taut_status hand_over(taut_finder& finder, const FoundPath& found,
                             taut_path* path) noexcept {
  return answer(finder, path, [&] {
    finder.kept.assign(found);
    return tell(finder, finder.kept.view(), path);
  });
}

}  // namespace taut::c
