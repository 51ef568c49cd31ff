// A hint to the processor that memory will be read soon.
#pragma once

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// Does nothing where the compiler offers no such hint.
inline void prefetch([[maybe_unused]] const void* place) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(place);
#endif
}

}  // namespace taut::detail
TAUT_API_END
