#include "live_handles.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <new>

#include <taut/detail/mutex.hpp>

#include "checks.hpp"

namespace taut::c {

taut_status refuse_handle(taut_error* error, const void* handle, const char* name) noexcept {
  if (handle == nullptr) return refuse_null(error, name);
  if (error != nullptr) {
    std::snprintf(error->text, sizeof error->text,
                  "taut: %s is no live taut_%s: it was destroyed, or is another handle", name,
                  name);
  }
  return TAUT_BAD_ARGUMENT;
}

#ifndef NDEBUG

namespace {

// Lists by address. They need no memory beyond the handles: a call that lists one cannot fail.
struct Table {
  taut::detail::Mutex mutex;
  LiveHandle* lists[1024] = {};

  [[nodiscard]] LiveHandle*& list_of(const void* at) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    return lists[(address >> 4U) * 2654435761U % std::size(lists)];
  }
};

// It is never destroyed: a program may destroy handles while its own statics are destroyed.
Table& table() noexcept {
  alignas(Table) static std::byte memory[sizeof(Table)];
  static Table* const made = new (memory) Table;
  return *made;
}

}  // namespace

void list(LiveHandle& handle) noexcept {
  Table& all = table();
  const taut::detail::MutexLock lock(all.mutex);
  LiveHandle*& first = all.list_of(handle.at);
  handle.next = first;
  first = &handle;
}

void unlist(const LiveHandle& handle) noexcept {
  Table& all = table();
  const taut::detail::MutexLock lock(all.mutex);
  LiveHandle** at = &all.list_of(handle.at);
  while (*at != &handle) at = &(*at)->next;
  *at = handle.next;
}

bool is_listed(const void* at, const void* kind) noexcept {
  Table& all = table();
  const taut::detail::MutexLock lock(all.mutex);
  for (const LiveHandle* entry = all.list_of(at); entry != nullptr; entry = entry->next) {
    if (entry->at == at) return entry->kind == kind;
  }
  return false;
}

#endif

}  // namespace taut::c
