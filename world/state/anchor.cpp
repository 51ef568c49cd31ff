// A file of its own: a test compiles it with assertions in every build.
#include <taut/detail/anchor.hpp>

#include <cassert>

namespace taut::detail {

void AnchorWatch::check() const noexcept {
  assert(place_->at == seen_ && "the World of this Finder was moved or destroyed");
}

}  // namespace taut::detail
