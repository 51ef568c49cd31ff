#include <taut/find_all.hpp>

#include <atomic>
#include <cassert>
#include <thread>

namespace taut {

void OwnedPath::assign(const FoundPath& found) {
  status = found.status;
  reason = found.reason;
  points.assign(found.points.begin(), found.points.end());
  turns.assign(found.turns.begin(), found.turns.end());
  method = found.method;
  length = found.length;
  expanded = found.expanded;
  revision = found.revision;
}

FoundPath OwnedPath::view() const noexcept {
  return {status, reason, points, turns, method, length, expanded, revision};
}

std::vector<OwnedPath> find_all(std::span<const Request> requests, std::span<Finder> finders) {
  assert(!finders.empty());
  std::vector<OwnedPath> paths(requests.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&](Finder& finder) {
    // Requests are taken one by one: their costs differ by orders of magnitude.
    for (std::size_t i = next++; i < requests.size(); i = next++) {
      paths[i].assign(finder.find(requests[i].start, requests[i].goal, requests[i].options));
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < finders.size(); ++i) {
    threads.emplace_back([&work, &finders, i] { work(finders[i]); });
  }
  if (!finders.empty()) work(finders.front());
  for (std::thread& thread : threads) thread.join();
  return paths;
}

}  // namespace taut
