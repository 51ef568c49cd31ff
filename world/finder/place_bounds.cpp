#include "place_bounds.hpp"

#include <algorithm>
#include <limits>

#include "core/base/float_lanes.hpp"

namespace taut::detail {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

// More than lines are rounded.
constexpr float kRoom = 1.0F + 0x1p-20F;

// Those of a space with a ground are by cost.
std::shared_ptr<const Landmarks> landmarks_of(const Space& space) {
  return space.has_ground() ? nullptr : space.landmarks();
}

}  // namespace

void PlaceBounds::begin(const Space& space) {
  space_ = &space;
  landmarks_ = landmarks_of(space);
  const bool is_known = landmarks_ != nullptr && landmarks_->is_current(space.mesh());
  stride_ = is_known ? landmarks_->distances(0).size() : 0;
  ranges_.clear();
}

bool PlaceBounds::is_of(const Space& space) const { return landmarks_ == landmarks_of(space); }

// What is not known is NaN: a comparison with it is false.
std::size_t PlaceBounds::add(const Point& place) {
  if (stride_ == 0) return 0;
  const std::size_t first = ranges_.size();
  ranges_.resize(first + 2 * stride_);
  float* const low = ranges_.data() + first;
  float* const high = low + stride_;
  std::fill(low, high, 0.0F);
  std::fill(high, high + stride_, kFar);
  const ConvexMesh& mesh = space_->mesh();
  const std::optional<CellId> cell = space_->find_cell(place);
  if (cell) {
    for (const MeshEdge& edge : mesh.edges(*cell)) {
      const float line = kRoom * static_cast<float>(distance(place, edge.start()));
      const std::span<const float> row = landmarks_->distances(edge.vertex());
      for (std::size_t i = 0; i < stride_; ++i) {
        if (row[i] - line > low[i]) low[i] = row[i] - line;
        if (row[i] + line < high[i]) high[i] = row[i] + line;
      }
    }
  }
  return first / (2 * stride_);
}

// The slack of the landmarks is for differences of two rows; lines are rounded as they are.
double PlaceBounds::least_distance(std::size_t a, std::size_t b) const noexcept {
  const float* const low_a = ranges_.data() + a * 2 * stride_;
  const float* const low_b = ranges_.data() + b * 2 * stride_;
  FloatLanes most = fill_lanes(0.0F);
  for (std::size_t i = 0; i < stride_; i += kFloatLanes) {
    most = larger(load_lanes(low_a + i) - load_lanes(low_b + stride_ + i), most);
    most = larger(load_lanes(low_b + i) - load_lanes(low_a + stride_ + i), most);
  }
  return static_cast<double>(largest(most) - 2.0F * landmarks_->slack());
}

}  // namespace taut::detail
