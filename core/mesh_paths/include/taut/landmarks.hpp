// Landmarks: bounds of distances, which guide the searches over a ConvexMesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/convex_mesh.hpp>
#include <taut/detail/api.hpp>
#include <taut/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL LandmarkBuild;

// Corners whose distances to all corners of their component are known: build_landmarks() makes
// them. A shortest path is at least as long as the distances of its ends to a landmark differ. That
// is often much more than the straight line, so a search with landmarks expands fewer nodes.
//
// Landmarks belong to the mesh that they were built on, until it is edited. Searches ignore those
// of another mesh or of an earlier revision: their answers are the same without. Any number of
// threads may use them.
//
// Memory    4 bytes per vertex id and landmark; their number is rounded up to a multiple of 4.
class Landmarks {
 public:
  static constexpr std::size_t kMaxCount = 64;

  // None: they bound nothing.
  Landmarks() = default;

  // Landmarks per component.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  // Whether searches on the mesh use them: it is the mesh of the build as far as revision and
  // number of ids tell.
  [[nodiscard]] bool is_current(const ConvexMesh& mesh) const noexcept {
    return count_ != 0 && mesh.revision() == revision_ && mesh.edge_ids() == edge_ids_;
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return distances_.capacity() * sizeof(float);
  }

  // A row of distances, one per landmark of the vertex's component. NaN where none is known: for
  // vertices that are no corners, and where a component has fewer corners than landmarks.
  // Requires count() > 0 and a vertex id of the mesh.
  [[nodiscard]] std::span<const float> distances(VertexId vertex) const noexcept {
    return std::span(distances_).subspan(vertex * stride_, stride_);
  }
  // Distances are rounded: no difference of two rows exceeds a distance by more than this.
  [[nodiscard]] float slack() const noexcept { return slack_; }

 private:
  friend class LandmarkBuild;

  std::size_t count_ = 0;
  std::size_t stride_ = 0;
  std::uint64_t revision_ = 0;
  std::size_t edge_ids_ = 0;
  float slack_ = 0.0F;
  std::vector<float> distances_;
};

}  // namespace taut
TAUT_API_END
