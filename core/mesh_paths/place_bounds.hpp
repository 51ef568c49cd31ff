// Lower bounds of the distances between places, from landmarks (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/landmarks.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// A place sees the vertices of its cells, whose distances to each landmark are known. So its own
// distance lies within a range, and two places are at least as far apart as their ranges.
class PlaceBounds {
 public:
  // Forgets all places. Bounds nothing where the landmarks are null, or not current for the mesh.
  // Both have to stay as they are.
  void begin(const ConvexMesh& mesh, std::shared_ptr<const Landmarks> landmarks);
  [[nodiscard]] const Landmarks* landmarks() const noexcept { return landmarks_.get(); }
  // Adds a place in a component of the mesh; its index.
  std::size_t add(const Point& place, std::uint32_t component);
  // Bounds nothing from now on.
  void leave() noexcept { stride_ = 0; }
  // Forgets the places behind the first `count`.
  void keep(std::size_t count) { ranges_.resize(count * 2 * stride_); }

  [[nodiscard]] bool is_empty() const noexcept { return stride_ == 0; }
  // No way from one place to another of its component is shorter.
  [[nodiscard]] double least_distance(std::size_t a, std::size_t b) const noexcept;
  // The same from a vertex of the mesh.
  [[nodiscard]] float least_distance_from(VertexId vertex, std::size_t place) const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return ranges_.capacity() * sizeof(float);
  }

 private:
  const ConvexMesh* mesh_ = nullptr;
  std::shared_ptr<const Landmarks> landmarks_;
  std::size_t stride_ = 0;     // landmarks
  std::vector<float> ranges_;  // of each place, least distances and then largest ones
};

}  // namespace taut::detail
TAUT_API_END
