// Counts the heap allocations of a piece of code, or lets one of them fail. Linking
// allocation_counter.cpp replaces the global operators new and delete of the whole program.
#pragma once

#include <cstddef>
#include <new>

namespace taut::test {

// Counts the calls of operator new on this thread since it was made, those that threw included.
class AllocationCounter {
 public:
  AllocationCounter() noexcept;
  [[nodiscard]] std::size_t count() const noexcept;

 private:
  std::size_t before_;
};

// While it lives, one call of operator new on this thread throws std::bad_alloc: the one after
// `before` others. Those with std::nothrow do not count: sorting uses them, and goes on without.
class AllocationFailure {
 public:
  explicit AllocationFailure(std::size_t before) noexcept;
  AllocationFailure(const AllocationFailure&) = delete;
  AllocationFailure& operator=(const AllocationFailure&) = delete;
  ~AllocationFailure();
};

// The blocks that are allocated now, by all threads.
long live_blocks() noexcept;

// For code whose threads allocate, and that catches std::bad_alloc: the same on any thread. One at
// a time.
class SharedFailure {
 public:
  SharedFailure() = default;
  SharedFailure(const SharedFailure&) = delete;
  SharedFailure& operator=(const SharedFailure&) = delete;
  ~SharedFailure() { disarm(); }

  // From now on the call of operator new after `before` others throws, once.
  void arm(std::size_t before) noexcept;
  void disarm() noexcept;
  // Whether it has thrown since the last call of arm() or disarm().
  [[nodiscard]] bool has_failed() const noexcept;
};

// The memory that is allocated on this thread while it lives, and how much of it is touched: the
// rest costs nothing where systems give memory page by page. Fills each block with a pattern. One
// at a time.
class TouchedMemory {
 public:
  TouchedMemory() noexcept;
  TouchedMemory(const TouchedMemory&) = delete;
  TouchedMemory& operator=(const TouchedMemory&) = delete;
  ~TouchedMemory();

  // Small blocks as a whole; in large ones the pieces of 4 KB, from the beginning of the block,
  // that hold more than the pattern. Released blocks count too.
  [[nodiscard]] std::size_t bytes() const noexcept;
};

// Runs the call and lets one of its allocations fail, the one after `before` others. Returns
// whether it threw std::bad_alloc.
template <class Call>
bool runs_out_of_memory(std::size_t before, const Call& call) {
  try {
    const AllocationFailure failure(before);
    call();
  } catch (const std::bad_alloc&) {
    return true;
  }
  return false;
}

}  // namespace taut::test
