// What a World remembers of its links between edits.
#pragma once

#include <cstddef>
#include <memory>

#include <taut/detail/api.hpp>
#include <taut/detail/threads.hpp>

TAUT_API_BEGIN
namespace taut {

class Space;

namespace detail {

struct SpaceReach;

// Keeps where the links lead, for each space of a query. Const calls are safe from any number of
// threads. Copies begin empty.
class ReachCache {
 public:
  ReachCache() noexcept = default;
  ReachCache(const ReachCache&) noexcept {}
  ReachCache& operator=(const ReachCache&) noexcept {
    clear();
    return *this;
  }
  ~ReachCache() { clear(); }

  // Null unless one was added. Valid until clear().
  [[nodiscard]] const SpaceReach* find(const Space& space) const noexcept;
  const SpaceReach& add(std::unique_ptr<SpaceReach> made) const noexcept;
  void clear() noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  mutable Shared<SpaceReach*> first_{nullptr};  // a list
};

}  // namespace detail
}  // namespace taut
TAUT_API_END
