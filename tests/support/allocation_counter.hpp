// Counts the heap allocations of a piece of code. Linking allocation_counter.cpp replaces the
// global operators new and delete of the whole program.
#pragma once

#include <cstddef>

namespace taut::test {

// Counts the calls of operator new on this thread since it was made.
class AllocationCounter {
 public:
  AllocationCounter() noexcept;
  [[nodiscard]] std::size_t count() const noexcept;

 private:
  std::size_t before_;
};

}  // namespace taut::test
