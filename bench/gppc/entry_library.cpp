#include "entry_library.hpp"

#include <dlfcn.h>

#include "tools/output/failure.hpp"

namespace taut::bench {
namespace {

void* open_library(const std::string& file) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) tools::fail("{}", dlerror());
  return library;
}

}  // namespace

void EntryLibrary::Closer::operator()(void* library) const noexcept { dlclose(library); }

template <class Function>
void EntryLibrary::load(Function& function, const char* symbol) const {
  void* const found = dlsym(library_.get(), symbol);
  if (found == nullptr) tools::fail("{}", dlerror());
  function = reinterpret_cast<Function>(found);
}

EntryLibrary::EntryLibrary(const std::string& file) : library_(open_library(file)) {
  load(preprocess, "gppc_preprocess_init_map");
  load(begin, "gppc_search_init");
  load(change, "gppc_map_change");
  load(find, "gppc_get_path");
  load(end, "gppc_free_data");
  load(name, "gppc_get_name");
}

}  // namespace taut::bench
