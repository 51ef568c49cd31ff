// A file of its own: tests compile it with assertions in every build.
#include <taut/detail/use_check.hpp>

#include <cassert>

namespace taut::detail {

void UseCheck::enter() const noexcept {
#ifndef NDEBUG
  [[maybe_unused]] const bool was_used = flag_.is_used_.exchange(true);
  assert(!was_used && "this object is used from two threads at once");
#endif
}

void UseCheck::leave() const noexcept {
#ifndef NDEBUG
  flag_.is_used_.set(false);
#endif
}

void check_world_exists([[maybe_unused]] bool exists) noexcept {
  assert(exists && "the World of this Finder was destroyed");
}

void check_path_is_valid([[maybe_unused]] bool is_valid) noexcept {
  assert(is_valid &&
         "this FoundPath outlived its query: its finder was called again, or destroyed");
}

}  // namespace taut::detail
