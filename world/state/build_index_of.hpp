// The corner index of a space (internal).
#pragma once

#include <cstddef>
#include <memory>

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/space.hpp>

namespace taut::detail {

// An empty one where it would take more than max_bytes.
[[nodiscard]] inline std::shared_ptr<const CornerIndex> build_index_of(const Space& space,
                                                                       std::size_t max_bytes) {
  return std::make_shared<const CornerIndex>(build_corner_index(space.mesh(), max_bytes));
}

}  // namespace taut::detail
