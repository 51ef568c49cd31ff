#include <taut/find_all.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>
#include <utility>

#include <taut/detail/require.hpp>

namespace taut {
namespace {

constexpr std::size_t kMaxBlock = 16;

}  // namespace

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
  detail::require_within("find_all: the number of finders", finders.size(), 1,
                         std::numeric_limits<std::size_t>::max());
  std::vector<OwnedPath> paths(requests.size());
  // A thread takes neighbours, since answers side by side share cache lines; and the fewer the less
  // is left, since costs differ by orders of magnitude.
  std::atomic<std::size_t> next{0};
  const auto take = [&] {
    std::size_t first = next.load();
    std::size_t end = first;
    do {
      const std::size_t left = requests.size() - first;
      end = first +
            std::min(left, std::clamp<std::size_t>(left / (16 * finders.size()), 1, kMaxBlock));
    } while (!next.compare_exchange_weak(first, end));
    return std::pair(first, end);
  };
  const auto work = [&](Finder& finder) {
    for (;;) {
      const std::pair<std::size_t, std::size_t> block = take();
      if (block.first == block.second) break;
      for (std::size_t i = block.first; i < block.second; ++i) {
        paths[i].assign(finder.find(requests[i].start, requests[i].goal, requests[i].options));
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < finders.size(); ++i) {
    threads.emplace_back([&work, &finders, i] { work(finders[i]); });
  }
  work(finders.front());
  for (std::thread& thread : threads) thread.join();
  return paths;
}

}  // namespace taut
