#include <taut/find_all.hpp>

#include <atomic>
#include <cassert>
#include <thread>

namespace taut {
namespace {

OwnedPath own(const FoundPath& found) {
  OwnedPath path;
  path.status = found.status;
  path.reason = found.reason;
  path.points.assign(found.points.begin(), found.points.end());
  path.turns.assign(found.turns.begin(), found.turns.end());
  path.length = found.length;
  path.expanded = found.expanded;
  return path;
}

}  // namespace

std::vector<OwnedPath> find_all(std::span<const Request> requests, std::span<Finder> finders) {
  assert(!finders.empty());
  std::vector<OwnedPath> paths(requests.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&](Finder& finder) {
    // Requests are taken one by one: their costs differ by orders of magnitude.
    for (std::size_t i = next++; i < requests.size(); i = next++) {
      paths[i] = own(finder.find(requests[i].start, requests[i].goal, requests[i].options));
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
