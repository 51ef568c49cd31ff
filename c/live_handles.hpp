// Which handles live: builds with assertions know it, so that one that was destroyed, or is of
// another kind, is refused as NULL is (internal).
#pragma once

#include <taut.h>

#ifndef NDEBUG
#include <type_traits>
#endif

namespace taut::c {

#ifdef NDEBUG

template <class Handle>
struct Listed {};

template <class Handle>
[[nodiscard]] bool is_live(const Handle* handle) noexcept {
  return handle != nullptr;
}

#else

// An entry of the list of live handles.
struct LiveHandle {
  LiveHandle* next = nullptr;
  const void* at = nullptr;
  const void* kind = nullptr;
};

void list(LiveHandle& handle) noexcept;
void unlist(const LiveHandle& handle) noexcept;
[[nodiscard]] bool is_listed(const void* at, const void* kind) noexcept;

// The base of each handle. All functions hold a lock while they look.
template <class Handle>
struct Listed {
  Listed() noexcept : entry_{nullptr, this, &kKind} { list(entry_); }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;
  ~Listed() { unlist(entry_); }

  static constexpr char kKind = 0;  // its address tells the kinds apart

 private:
  LiveHandle entry_;
};

// Does not read what the pointer points to.
template <class Handle>
[[nodiscard]] bool is_live(const Handle* handle) noexcept {
  static_assert(std::is_base_of_v<Listed<Handle>, Handle>);
  return handle != nullptr &&
         is_listed(static_cast<const Listed<Handle>*>(handle), &Listed<Handle>::kKind);
}

#endif

// Writes "taut: world is NULL", or that it is no live handle.
taut_status refuse_handle(taut_error* error, const void* handle, const char* name) noexcept;

}  // namespace taut::c
