// A competition entry: a shared library with the entry points.
#pragma once

#include <memory>
#include <string>

#include "entry_points.hpp"

namespace taut::bench {

class EntryLibrary {
 public:
  // Throws Failure with the loader's message.
  explicit EntryLibrary(const std::string& file);

  decltype(&gppc_preprocess_init_map) preprocess;
  decltype(&gppc_search_init) begin;
  decltype(&gppc_map_change) change;
  decltype(&gppc_get_path) find;
  decltype(&gppc_free_data) end;
  decltype(&gppc_get_name) name;

 private:
  struct Closer {
    void operator()(void* library) const noexcept;
  };
  std::unique_ptr<void, Closer> library_;

  template <class Function>
  void load(Function& function, const char* symbol) const;
};

}  // namespace taut::bench
