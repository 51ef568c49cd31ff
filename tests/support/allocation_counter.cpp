#include "support/allocation_counter.hpp"

#include <cstdlib>
#include <new>

#include "support/aligned_memory.hpp"

namespace {

using taut::test::release_aligned;

thread_local std::size_t allocations = 0;
thread_local std::size_t allocations_to_failure = 0;  // 0: none fails

void* take(std::size_t size) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}

void* take_aligned(std::size_t size, std::align_val_t alignment) noexcept {
  ++allocations;
  return taut::test::take_aligned(size, static_cast<std::size_t>(alignment));
}

void fail_if_due() {
  if (allocations_to_failure == 0 || --allocations_to_failure > 0) return;
  ++allocations;
  throw std::bad_alloc();
}

void* take_or_throw(std::size_t size) {
  fail_if_due();
  void* const room = take(size);
  if (room == nullptr) throw std::bad_alloc();
  return room;
}

void* take_or_throw(std::size_t size, std::align_val_t alignment) {
  fail_if_due();
  void* const room = take_aligned(size, alignment);
  if (room == nullptr) throw std::bad_alloc();
  return room;
}

}  // namespace

namespace taut::test {

AllocationCounter::AllocationCounter() noexcept : before_(allocations) {}
std::size_t AllocationCounter::count() const noexcept { return allocations - before_; }

AllocationFailure::AllocationFailure(std::size_t before) noexcept {
  allocations_to_failure = before + 1;
}
AllocationFailure::~AllocationFailure() { allocations_to_failure = 0; }

}  // namespace taut::test

void* operator new(std::size_t size) { return take_or_throw(size); }
void* operator new[](std::size_t size) { return take_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
void* operator new(std::size_t size, std::align_val_t a) { return take_or_throw(size, a); }
void* operator new[](std::size_t size, std::align_val_t a) { return take_or_throw(size, a); }
void* operator new(std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return take_aligned(size, a);
}
void* operator new[](std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return take_aligned(size, a);
}

void operator delete(void* room) noexcept { std::free(room); }
void operator delete[](void* room) noexcept { std::free(room); }
void operator delete(void* room, std::size_t) noexcept { std::free(room); }
void operator delete[](void* room, std::size_t) noexcept { std::free(room); }
void operator delete(void* room, const std::nothrow_t&) noexcept { std::free(room); }
void operator delete[](void* room, const std::nothrow_t&) noexcept { std::free(room); }
void operator delete(void* room, std::align_val_t) noexcept { release_aligned(room); }
void operator delete[](void* room, std::align_val_t) noexcept { release_aligned(room); }
void operator delete(void* room, std::size_t, std::align_val_t) noexcept { release_aligned(room); }
void operator delete[](void* room, std::size_t, std::align_val_t) noexcept {
  release_aligned(room);
}
void operator delete(void* room, std::align_val_t, const std::nothrow_t&) noexcept {
  release_aligned(room);
}
void operator delete[](void* room, std::align_val_t, const std::nothrow_t&) noexcept {
  release_aligned(room);
}
