#include <taut/finder.hpp>

#include <limits>

#include <taut/detail/require.hpp>
#include <taut/detail/use_check.hpp>

#include "core/base/run_threads.hpp"

namespace taut {

void OwnedPath::assign(const FoundPath& found) {
  detail::check_path_is_valid(found.is_valid());
  status = found.status;
  reason = found.reason;
  points.assign(found.points.begin(), found.points.end());
  turns.assign(found.turns.begin(), found.turns.end());
  links.assign(found.links.begin(), found.links.end());
  method = found.method;
  length = found.length;
  cost = found.cost;
  expanded = found.expanded;
  revision = found.revision;
  agent = found.agent;
}

FoundPath OwnedPath::view() const noexcept {
  return {status, reason, points, turns, links, method, length, cost, expanded, revision, agent};
}

std::vector<OwnedPath> find_all(std::span<const Request> requests, std::span<Finder> finders) {
  detail::require_within("find_all: the number of finders", finders.size(), 1,
                         std::numeric_limits<std::size_t>::max());
  std::vector<OwnedPath> paths(requests.size());
  detail::run_blocks(
      requests.size(), finders.size(),
      [&](std::size_t thread) -> Finder& { return finders[thread]; },
      [&](Finder& finder, std::size_t i) {
        FindOptions options = requests[i].options;
        options.budget = kNoExpansionLimit;
        paths[i].assign(finder.find(requests[i].start, requests[i].goal, options));
      });
  return paths;
}

}  // namespace taut
