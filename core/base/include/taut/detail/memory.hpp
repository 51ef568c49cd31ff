// Memory: hidden objects, arrays whose elements are not set, and prefetching.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// Owns an object of a type that only make_hidden() needs to know: its owner is moved and destroyed
// as the compiler does it. A std::unique_ptr with such a deleter would do, but takes much longer to
// compile, and many public classes hold one.
template <class T>
class Hidden {
 public:
  Hidden() noexcept = default;
  Hidden(T* object, void (*destroy)(T*) noexcept) noexcept : object_(object), destroy_(destroy) {}
  Hidden(Hidden&& other) noexcept : object_(other.object_), destroy_(other.destroy_) {
    other.object_ = nullptr;
  }
  Hidden& operator=(Hidden&& other) noexcept {
    T* const object = other.object_;
    other.object_ = nullptr;  // before the next line: `other` may be this
    const Hidden old(object_, destroy_);
    object_ = object;
    destroy_ = other.destroy_;
    return *this;
  }
  ~Hidden() {
    if (object_ != nullptr) destroy_(object_);
  }

  [[nodiscard]] T& operator*() const noexcept { return *object_; }
  [[nodiscard]] T* operator->() const noexcept { return object_; }
  [[nodiscard]] T* get() const noexcept { return object_; }
  [[nodiscard]] explicit operator bool() const noexcept { return object_ != nullptr; }
  friend bool operator==(const Hidden& a, std::nullptr_t) noexcept { return a.object_ == nullptr; }

 private:
  T* object_ = nullptr;
  void (*destroy_)(T*) noexcept = nullptr;
};

template <class T, class... Arguments>
[[nodiscard]] Hidden<T> make_hidden(Arguments&&... arguments) {
  return {new T(std::forward<Arguments>(arguments)...), [](T* object) noexcept { delete object; }};
}

// A number of elements that are not constructed: the memory is not touched before an element is
// assigned. Systems give a process no pages for memory that it has not touched, so that a large
// array costs what of it is used. Does not grow.
template <class T>
class UnsetArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  UnsetArray() = default;
  explicit UnsetArray(std::size_t size) : elements_(std::allocator<T>().allocate(size), {size}) {}

  [[nodiscard]] std::size_t size() const noexcept {
    return elements_ ? elements_.get_deleter().size : 0;
  }
  [[nodiscard]] T* data() noexcept { return elements_.get(); }
  [[nodiscard]] const T* data() const noexcept { return elements_.get(); }
  [[nodiscard]] T* begin() noexcept { return data(); }
  [[nodiscard]] T* end() noexcept { return data() + size(); }
  [[nodiscard]] const T* begin() const noexcept { return data(); }
  [[nodiscard]] const T* end() const noexcept { return data() + size(); }
  [[nodiscard]] T& operator[](std::size_t at) noexcept { return data()[at]; }
  [[nodiscard]] const T& operator[](std::size_t at) const noexcept { return data()[at]; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return size() * sizeof(T); }

 private:
  struct Release {
    std::size_t size = 0;
    void operator()(T* elements) const noexcept { std::allocator<T>().deallocate(elements, size); }
  };
  std::unique_ptr<T[], Release> elements_;
};

// Hints that memory will be read soon; nothing where the compiler offers no such hint.
inline void prefetch([[maybe_unused]] const void* place) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(place);
#endif
}

}  // namespace taut::detail
TAUT_API_END
