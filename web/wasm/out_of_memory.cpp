// Where memory runs out the module stops. Without exceptions, operator new of libc++ would return a
// null pointer, which is a place like any other in WebAssembly: what stands there would be lost.
#include <new>

namespace {

struct StopWhenFull {
  StopWhenFull() noexcept {
    std::set_new_handler([] { __builtin_trap(); });
  }
};

const StopWhenFull stop_when_full;

}  // namespace
