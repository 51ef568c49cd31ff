#include <taut/finder.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/detail/threads.hpp>
#include <taut/detail/use_check.hpp>

#if TAUT_HAS_THREADS
#include <atomic>
#include <future>
#endif

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

#if TAUT_HAS_THREADS

namespace {

// A thread takes neighbours, since answers side by side share cache lines; and the fewer the less
// is left, since costs differ by orders of magnitude.
constexpr std::size_t kMaxBlock = 16;

// Requests that no thread has taken yet.
class RequestBlocks {
 public:
  RequestBlocks(std::size_t requests, std::size_t threads) noexcept
      : requests_(requests), threads_(threads) {}

  // The first one and the end of the next ones; empty when none is left.
  std::pair<std::size_t, std::size_t> take() noexcept {
    std::size_t first = next_.load();
    std::size_t end = first;
    do {
      const std::size_t left = requests_ - first;
      end = first + std::min(left, std::clamp<std::size_t>(left / (16 * threads_), 1, kMaxBlock));
    } while (!next_.compare_exchange_weak(first, end));
    return {first, end};
  }

 private:
  std::atomic<std::size_t> next_{0};
  std::size_t requests_;
  std::size_t threads_;
};

}  // namespace

#endif

std::vector<OwnedPath> find_all(std::span<const Request> requests, std::span<Finder> finders) {
  detail::require_within("find_all: the number of finders", finders.size(), 1,
                         std::numeric_limits<std::size_t>::max());
  std::vector<OwnedPath> paths(requests.size());
  const auto answer = [&](Finder& finder, std::size_t i) {
    FindOptions options = requests[i].options;
    options.budget = kNoExpansionLimit;
    paths[i].assign(finder.find(requests[i].start, requests[i].goal, options));
  };
#if TAUT_HAS_THREADS
  RequestBlocks blocks(requests.size(), finders.size());
  const auto work = [&](Finder& finder) {
    for (;;) {
      const std::pair<std::size_t, std::size_t> block = blocks.take();
      if (block.first == block.second) break;
      for (std::size_t i = block.first; i < block.second; ++i) answer(finder, i);
    }
  };
  // An exception of any thread reaches the caller when all threads have ended.
  std::vector<std::future<void>> threads;
  for (Finder& finder : finders.subspan(1)) {
    threads.push_back(std::async(std::launch::async, [&work, &finder] { work(finder); }));
  }
  work(finders.front());
  for (std::future<void>& thread : threads) thread.get();
#else
  for (std::size_t i = 0; i < requests.size(); ++i) answer(finders.front(), i);
#endif
  return paths;
}

}  // namespace taut
