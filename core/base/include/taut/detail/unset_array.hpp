// An array whose elements have no values before they are set.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut::detail {

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

}  // namespace taut::detail
TAUT_API_END
