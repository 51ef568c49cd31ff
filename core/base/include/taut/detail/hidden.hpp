// Hidden: what an object owns of a type that its header does not define.
#pragma once

#include <memory>
#include <utility>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut::detail {

template <class T>
struct HiddenDelete {
  void (*destroy)(T*) noexcept = nullptr;
  void operator()(T* object) const noexcept { destroy(object); }
};

// A std::unique_ptr that only make_hidden() needs to know the type of: its owner is moved and
// destroyed as the compiler does it.
template <class T>
using Hidden = std::unique_ptr<T, HiddenDelete<T>>;

template <class T, class... Arguments>
[[nodiscard]] Hidden<T> make_hidden(Arguments&&... arguments) {
  return {new T(std::forward<Arguments>(arguments)...),
          HiddenDelete<T>{[](T* object) noexcept { delete object; }}};
}

}  // namespace taut::detail
TAUT_API_END
