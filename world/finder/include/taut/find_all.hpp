// Many queries at once, on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/finder.hpp>

TAUT_API_BEGIN
namespace taut {

struct Request {
  Point start{0.0F, 0.0F};
  Point goal{0.0F, 0.0F};
  FindOptions options{};
};

// A FoundPath that owns its memory.
struct OwnedPath {
  Status status = Status::no_path;
  Reason reason = Reason::none;
  std::vector<Point> points{};
  std::vector<DiscTurn> turns{};
  Method method = Method::best;
  double length = std::numeric_limits<double>::infinity();
  double cost = std::numeric_limits<double>::infinity();
  std::size_t expanded = 0;
  std::uint64_t revision = 0;
  const TerrainCosts* costs = nullptr;

  // Copies an answer. Allocates only if the present memory is too small.
  void assign(const FoundPath& found);
  // The answer as a view of this memory.
  [[nodiscard]] FoundPath view() const noexcept;

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// Answers requests in their order, each as one Finder::find() would, on `finders.size()` threads:
// one for each finder; on the caller's alone where the standard library has no threads. Requires
// one finder or more, all of one world, which is not edited meanwhile. Allocates. What a thread
// throws (std::bad_alloc) is thrown once all have ended; std::system_error when one cannot be
// started.
[[nodiscard]] std::vector<OwnedPath> find_all(std::span<const Request> requests,
                                              std::span<Finder> finders);

}  // namespace taut
TAUT_API_END
