// The landmarks and the index of a space (internal).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/priced_field.hpp>
#include <taut/engine/space.hpp>

#include "core/base/run_threads.hpp"

namespace taut::detail {

// An empty one where it would take more than max_bytes, or the space has costs: searches by cost
// use none.
[[nodiscard]] inline std::shared_ptr<const CornerIndex> build_index_of(const Space& space,
                                                                       std::size_t max_bytes,
                                                                       std::size_t threads) {
  if (space.has_ground()) max_bytes = 0;
  return std::make_shared<const CornerIndex>(build_corner_index(space.mesh(), max_bytes, threads));
}

// Null for a count of 0; without a count as many as make searches faster.
[[nodiscard]] inline std::shared_ptr<Landmarks> build_landmarks_of(
    const Space& space, std::optional<std::size_t> count) {
  if (count == std::size_t{0}) return nullptr;
  const auto build = [&](const auto& mesh) {
    return std::make_shared<Landmarks>(build_landmarks(mesh, count));
  };
  return space.has_ground() ? build(space.priced_mesh()) : build(space.mesh());
}

// At most `fields` of them.
[[nodiscard]] inline std::shared_ptr<Landmarks> refresh_landmarks_of(const Space& space,
                                                                     std::size_t fields) {
  auto landmarks = std::make_shared<Landmarks>(*space.landmarks());
  if (space.has_ground()) {
    refresh_landmarks(space.priced_mesh(), fields, *landmarks);
  } else {
    refresh_landmarks(space.mesh(), fields, *landmarks);
  }
  return landmarks;
}

}  // namespace taut::detail
