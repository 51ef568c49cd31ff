// Landmarks: bounds of distances, which guide the searches over a ConvexMesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL LandmarkBuild;
class TAUT_LOCAL LandmarkEdit;
struct TAUT_LOCAL SaveAccess;

// What an edit does to walkable space.
enum class SpaceChange : std::uint8_t { shrinks, grows };

// What a unit of length costs in cells that an edit adds, at least, and in those it removes, at
// most.
struct CostRange {
  double least = 1.0;
  double most = 1.0;
};

// Corners whose distances to all vertices of their component are known: build_landmarks() makes
// them. A shortest path is at least as long as the distances of its ends to a landmark differ. That
// is often much more than the straight line, so a search with landmarks expands fewer nodes.
// Distances are lengths, or costs where cells cost differently (priced_field.hpp): the searches by
// the one take no landmarks by the other.
//
// Landmarks belong to one state of the mesh; follow() takes them through an edit. Searches ignore
// those of another mesh or of an earlier revision: their answers are the same without. Any number
// of threads may use them; follow() and refresh_landmarks() require exclusive access.
//
// Memory    4 bytes per vertex id and landmark; their number is rounded up to a multiple of 4.
class Landmarks {
 public:
  static constexpr std::size_t kMaxCount = 64;

  // None: they bound nothing.
  Landmarks() = default;

  // Landmarks per component.
  [[nodiscard]] std::size_t count() const noexcept { return made_.size(); }
  // Whether searches on the mesh use them: it is the mesh of the build, or of the edit that was
  // followed last, as far as revision and number of ids tell.
  [[nodiscard]] bool is_current(const ConvexMesh& mesh) const noexcept {
    return count() != 0 && mesh.state() == state_;
  }
  // The number of landmarks that were made before the last edit: what refresh_landmarks() makes
  // again.
  [[nodiscard]] std::size_t outdated_count() const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return distances_.capacity() * sizeof(float);
  }

  // Takes the landmarks through an edit, so that they remain current and no bound exceeds a
  // distance. Where space shrinks paths become longer: bounds remain, and new vertices have none.
  // Where it grows no bound may count on what lay between the places around the change: distances
  // from the nearest to the farthest of them become equal; around a corner only as far as the way
  // is shorter now. Beside one wall nothing changes.
  //
  // A cell that became cheaper counts as space that grows, one that became more expensive as space
  // that shrinks.
  //
  // Requires  a box that contains all changed space, and each cell removed that touches it. What
  //           edit_mesh() of a grid does: its tiles are the box.
  // Errors    none. Landmarks that were not current before the edit, or a journal of another edit:
  //           they are not current afterwards. After std::bad_alloc they may only be assigned to or
  //           destroyed.
  // Cost      the vertices of the cells changed; all distances where paths may be shorter than
  //           before. Allocates.
  void follow(const ConvexMesh& mesh, const MeshJournal& journal, SpaceChange change,
              const Point& low, const Point& high, const CostRange& costs = {});

  // Makes them bound nothing on the mesh as it is: all are outdated. Allocates.
  void forget(const ConvexMesh& mesh);

  // A row of distances, one per landmark of the vertex's component, 0 where that has fewer corners
  // than landmarks. After an edit they are not distances any more, but bounds all the same: no two
  // rows differ by more than the distance of their vertices. NaN where nothing is known.
  // Requires count() > 0 and a vertex id of the mesh.
  [[nodiscard]] std::span<const float> distances(VertexId vertex) const noexcept {
    return std::span(distances_).subspan(vertex * stride_, stride_);
  }
  // The length of a row.
  [[nodiscard]] std::size_t stride() const noexcept { return stride_; }
  // Distances are rounded: no difference of two rows exceeds a distance by more than this.
  [[nodiscard]] float slack() const noexcept { return slack_; }

 private:
  friend class LandmarkBuild;
  friend class LandmarkEdit;
  friend struct SaveAccess;

  std::size_t stride_ = 0;
  MeshState state_;
  double most_ = 0.0;     // the largest distance so far
  double quantum_ = 1.0;  // a power of two above 2^-24 most_: distances are multiples of it
  float slack_ = 0.0F;
  std::vector<float> distances_;
  std::vector<std::uint64_t> made_;  // per landmark: 1 + the revision that it was made for, 0: none
};

}  // namespace taut
TAUT_API_END
