// Lower bounds of the distances between places, from landmarks (internal).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <taut/engine/landmarks.hpp>
#include <taut/engine/space.hpp>

namespace taut::detail {

// A place sees the vertices of its cell, whose distances to each landmark are known. So its own
// distance lies within a range, and two places are at least as far apart as their ranges.
class PlaceBounds {
 public:
  // Forgets all places. Bounds nothing where the space has no landmarks by length.
  void begin(const Space& space);
  // Whether these are the space's landmarks now.
  [[nodiscard]] bool is_of(const Space& space) const;
  // Adds a place on the mesh of the space; its index.
  std::size_t add(const Point& place);
  // Bounds nothing from now on.
  void leave() noexcept { stride_ = 0; }
  // Forgets the places behind the first `count`.
  void keep(std::size_t count) { ranges_.resize(count * 2 * stride_); }

  [[nodiscard]] bool is_empty() const noexcept { return stride_ == 0; }
  // No way from one place to another of its component is shorter.
  [[nodiscard]] double least_distance(std::size_t a, std::size_t b) const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return ranges_.capacity() * sizeof(float);
  }

 private:
  const Space* space_ = nullptr;
  std::shared_ptr<const Landmarks> landmarks_;
  std::size_t stride_ = 0;     // landmarks
  std::vector<float> ranges_;  // of each place, least distances and then largest ones
};

}  // namespace taut::detail
