#include "place_bounds.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/float_lanes.hpp"

namespace taut::detail {
namespace {

constexpr float kNoBound = std::numeric_limits<float>::infinity();

// More than lines are rounded.
constexpr float kRoundUp = 1.0F + 0x1p-20F;

}  // namespace

void PlaceBounds::begin(const ConvexMesh& mesh, std::shared_ptr<const Landmarks> landmarks) {
  mesh_ = &mesh;
  landmarks_ = std::move(landmarks);
  const bool is_known = landmarks_ != nullptr && landmarks_->is_current(mesh);
  stride_ = is_known ? landmarks_->stride() : 0;
  ranges_.clear();
}

// What is not known is NaN: a comparison with it is false.
std::size_t PlaceBounds::add(const Point& place, std::uint32_t component) {
  if (stride_ == 0) return 0;
  const std::size_t first = ranges_.size();
  ranges_.resize(first + 2 * stride_);
  float* const low = ranges_.data() + first;
  float* const high = low + stride_;
  std::fill(low, high, 0.0F);
  std::fill(high, high + stride_, kNoBound);
  mesh_->for_each_cell_at(place, [&](CellId cell) {
    if (mesh_->component(cell) != component) return;
    for (const MeshEdge& edge : mesh_->edges(cell)) {
      const float line = kRoundUp * static_cast<float>(distance(place, edge.start()));
      const std::span<const float> row = landmarks_->distances(edge.vertex());
      for (std::size_t i = 0; i < stride_; ++i) {
        if (row[i] - line > low[i]) low[i] = row[i] - line;
        if (row[i] + line < high[i]) high[i] = row[i] + line;
      }
    }
  });
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

float PlaceBounds::least_distance_from(VertexId vertex, std::size_t place) const noexcept {
  const float* const row = landmarks_->distances(vertex).data();
  const float* const low = ranges_.data() + place * 2 * stride_;
  FloatLanes most = fill_lanes(0.0F);
  for (std::size_t i = 0; i < stride_; i += kFloatLanes) {
    const FloatLanes known = load_lanes(row + i);
    most = larger(load_lanes(low + i) - known, most);
    most = larger(known - load_lanes(low + stride_ + i), most);
  }
  return largest(most) - 2.0F * landmarks_->slack();
}

}  // namespace taut::detail
