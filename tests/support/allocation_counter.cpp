#include "support/allocation_counter.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "support/aligned_memory.hpp"

namespace {

thread_local std::size_t allocations = 0;
thread_local std::size_t allocations_to_failure = 0;  // 0: none fails
std::atomic<long> shared_to_failure{0};               // the same, of all threads
std::atomic<bool> has_shared_failed{false};
std::atomic<long> blocks{0};

// A block that TouchedMemory has filled.
struct Filled {
  const unsigned char* first;
  std::size_t size;

  [[nodiscard]] std::size_t touched() const noexcept {
    std::size_t bytes = 0;
    for (std::size_t at = 0; at < size; at += kPiece) {
      const std::size_t count = std::min(size - at, kPiece);
      const auto is_kept = [](unsigned char byte) { return byte == kPattern; };
      if (!std::all_of(first + at, first + at + count, is_kept)) bytes += count;
    }
    return bytes;
  }

  static constexpr unsigned char kPattern = 0xA5;
  static constexpr std::size_t kPiece = 4096;
};

// What TouchedMemory counts; it may not allocate.
struct FilledBlocks {
  bool is_on = false;
  std::size_t other = 0;  // bytes of small blocks, of those released and of those without a place
  std::size_t count = 0;
  std::array<Filled, 256> blocks;

  void add(void* room, std::size_t size) noexcept {
    if (room == nullptr) return;
    if (size < Filled::kPiece || count == blocks.size()) {
      other += size;
      return;
    }
    std::memset(room, Filled::kPattern, size);
    blocks[count++] = {static_cast<const unsigned char*>(room), size};
  }

  void remove(const void* room) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      if (blocks[i].first != room) continue;
      other += blocks[i].touched();
      blocks[i] = blocks[--count];
      return;
    }
  }
};

thread_local FilledBlocks filled;

void* take(std::size_t size) noexcept {
  ++allocations;
  void* const room = std::malloc(size == 0 ? 1 : size);
  if (room != nullptr) ++blocks;
  if (filled.is_on) filled.add(room, size);
  return room;
}

void* take_aligned(std::size_t size, std::align_val_t alignment) noexcept {
  ++allocations;
  void* const room = taut::test::take_aligned(size, static_cast<std::size_t>(alignment));
  if (room != nullptr) ++blocks;
  if (filled.is_on) filled.add(room, size);
  return room;
}

void release(void* room) noexcept {
  if (filled.is_on) filled.remove(room);
  if (room != nullptr) --blocks;
  std::free(room);
}

void release(void* room, std::align_val_t) noexcept {
  if (filled.is_on) filled.remove(room);
  if (room != nullptr) --blocks;
  taut::test::release_aligned(room);
}

void fail_if_due() {
  if (shared_to_failure > 0 && --shared_to_failure == 0) {
    has_shared_failed = true;
  } else if (allocations_to_failure == 0 || --allocations_to_failure > 0) {
    return;
  }
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

long live_blocks() noexcept { return blocks; }

void SharedFailure::arm(std::size_t before) noexcept {
  has_shared_failed = false;
  shared_to_failure = static_cast<long>(before) + 1;
}
void SharedFailure::disarm() noexcept {
  has_shared_failed = false;
  shared_to_failure = 0;
}
bool SharedFailure::has_failed() const noexcept { return has_shared_failed; }

TouchedMemory::TouchedMemory() noexcept {
  filled.other = filled.count = 0;
  filled.is_on = true;
}
TouchedMemory::~TouchedMemory() { filled.is_on = false; }
std::size_t TouchedMemory::bytes() const noexcept {
  std::size_t bytes = filled.other;
  for (std::size_t i = 0; i < filled.count; ++i) bytes += filled.blocks[i].touched();
  return bytes;
}

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

void operator delete(void* room) noexcept { release(room); }
void operator delete[](void* room) noexcept { release(room); }
void operator delete(void* room, std::size_t) noexcept { release(room); }
void operator delete[](void* room, std::size_t) noexcept { release(room); }
void operator delete(void* room, const std::nothrow_t&) noexcept { release(room); }
void operator delete[](void* room, const std::nothrow_t&) noexcept { release(room); }
void operator delete(void* room, std::align_val_t a) noexcept { release(room, a); }
void operator delete[](void* room, std::align_val_t a) noexcept { release(room, a); }
void operator delete(void* room, std::size_t, std::align_val_t a) noexcept { release(room, a); }
void operator delete[](void* room, std::size_t, std::align_val_t a) noexcept { release(room, a); }
void operator delete(void* room, std::align_val_t a, const std::nothrow_t&) noexcept {
  release(room, a);
}
void operator delete[](void* room, std::align_val_t a, const std::nothrow_t&) noexcept {
  release(room, a);
}
