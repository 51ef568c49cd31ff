// Lower bounds of the distance to a goal, from landmarks (internal).
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>

#include <taut/convex_mesh.hpp>
#include <taut/geometry.hpp>
#include <taut/landmarks.hpp>

namespace taut::detail {

// The goal of a query as the landmarks see it. Its distance to each lies between two bounds, from
// the vertices of its cell, all of which it sees. So a corner's distance to the goal is at least
// what lies between the corner's own distance and the nearer one of the two (ALT: Goldberg and
// Harrelson 2005).
//
// Proof of the slack: let D be the largest distance to a landmark. A bound above 0 has no line from
// the goal to a vertex longer than D. A distance in float is wrong by at most 2^-24 D; so are, at
// most, the length of the line and each of the two sums. A bound takes part in two of each kind,
// together at most 2^-21 D: the slack is twice that.
class LandmarkBounds {
 public:
  // Rows are multiples of it, so that compilers use vectors.
  static constexpr std::size_t kLanes = 4;

  // Every cell that contains the goal is considered, since those on the other side of a corner may
  // be far away.
  void begin(const ConvexMesh& mesh, const Landmarks& landmarks, const Point& goal) noexcept {
    stride_ = landmarks.distances(0).size();
    low_.fill(kFar);
    high_.fill(0.0F);
    mesh.for_each_cell_at(goal, [&](CellId cell) { add_cell(mesh, landmarks, goal, cell); });
  }

  // No path from the corner to the goal is shorter.
  [[nodiscard]] double least_distance(const Landmarks& landmarks, VertexId corner) const noexcept {
    const std::span<const float> row = landmarks.distances(corner);
    std::array<float, kLanes> best{};
    // A comparison with NaN is false.
    for (std::size_t i = 0; i < stride_; i += kLanes) {
      for (std::size_t k = 0; k < kLanes; ++k) {
        const float before = low_[i + k] - row[i + k];
        const float behind = row[i + k] - high_[i + k];
        best[k] = before > best[k] ? before : best[k];
        best[k] = behind > best[k] ? behind : best[k];
      }
    }
    float most = best[0];
    for (const float bound : best) most = bound > most ? bound : most;
    return static_cast<double>(most - landmarks.slack());
  }

 private:
  static constexpr float kFar = std::numeric_limits<float>::infinity();

  void add_cell(const ConvexMesh& mesh, const Landmarks& landmarks, const Point& goal,
                CellId cell) noexcept {
    std::array<float, Landmarks::kMaxCount> low;
    std::array<float, Landmarks::kMaxCount> high;
    low.fill(0.0F);
    high.fill(kFar);
    for (const MeshEdge& edge : mesh.edges(cell)) {
      const std::span<const float> row = landmarks.distances(edge.vertex());
      const auto line = static_cast<float>(distance(goal, edge.start()));
      for (std::size_t i = 0; i < stride_; ++i) {
        const float least = row[i] - line;
        const float most = row[i] + line;
        low[i] = least > low[i] ? least : low[i];
        high[i] = most < high[i] ? most : high[i];
      }
    }
    for (std::size_t i = 0; i < stride_; ++i) {
      low_[i] = low[i] < low_[i] ? low[i] : low_[i];
      high_[i] = high[i] > high_[i] ? high[i] : high_[i];
    }
  }

  std::size_t stride_ = 0;
  std::array<float, Landmarks::kMaxCount> low_;
  std::array<float, Landmarks::kMaxCount> high_;
};

}  // namespace taut::detail
