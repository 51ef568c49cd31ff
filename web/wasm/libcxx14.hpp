// Included before every source of the WebAssembly build: what libc++ 14 lacks of C++20.
#pragma once

#include <cstddef>
#include <memory>

#ifndef __cpp_lib_smart_ptr_for_overwrite
namespace std {

template <class Array>
unique_ptr<Array> make_unique_for_overwrite(size_t count) {
  return unique_ptr<Array>(new remove_extent_t<Array>[count]);
}

}  // namespace std
#endif
