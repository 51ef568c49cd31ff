// The landmarks and the index of a space (internal).
#pragma once

#include <cstddef>
#include <memory>

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/space.hpp>

namespace taut::detail {

// An empty one where it would take more than max_bytes, or the space has costs: searches by cost
// use none.
[[nodiscard]] inline std::shared_ptr<const CornerIndex> build_index_of(const Space& space,
                                                                       std::size_t max_bytes) {
  if (!space.cell_costs().empty()) max_bytes = 0;
  return std::make_shared<const CornerIndex>(build_corner_index(space.mesh(), max_bytes));
}

// Null for a count of 0, and where the space has costs.
[[nodiscard]] inline std::shared_ptr<const Landmarks> build_landmarks_of(const Space& space,
                                                                         std::size_t count) {
  if (count == 0 || !space.cell_costs().empty()) return nullptr;
  return std::make_shared<const Landmarks>(build_landmarks(space.mesh(), count));
}

}  // namespace taut::detail
