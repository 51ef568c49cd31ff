#include <taut/build_landmarks.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <taut/detail/require.hpp>
#include <taut/field.hpp>

#include "core/mesh_paths/landmark_bounds.hpp"

#include "field_memory.hpp"
#include "field_sight.hpp"

namespace taut {

class LandmarkBuild {
 public:
  LandmarkBuild(const ConvexMesh& mesh, std::size_t count) : mesh_(mesh) {
    constexpr std::size_t kLanes = detail::LandmarkBounds::kLanes;
    result_.count_ = count;
    result_.stride_ = (count + kLanes - 1) / kLanes * kLanes;
    result_.revision_ = mesh.revision();
    result_.edge_ids_ = mesh.edge_ids();
    result_.distances_.assign(mesh.vertex_ids() * result_.stride_,
                              std::numeric_limits<float>::quiet_NaN());
    find_corners();
  }

  [[nodiscard]] Landmarks run() {
    // The first landmarks are far from any corner.
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      if (i == 0 || corners_[i].component != corners_[i - 1].component) {
        corners_[i].nearest = kFar;
      }
    }
    measure(choose());
    for (Corner& corner : corners_) corner.nearest = corner.distance;
    for (std::size_t i = 0; i < result_.count_; ++i) {
      measure(choose());
      for (Corner& corner : corners_) {
        corner.nearest = i == 0 ? corner.distance : std::min(corner.nearest, corner.distance);
        if (corner.distance == kFar) continue;
        result_.distances_[corner.vertex * result_.stride_ + i] =
            static_cast<float>(corner.distance);
        most_ = std::max(most_, corner.distance);
      }
    }
    result_.slack_ = static_cast<float>(std::ldexp(most_, -20));
    return std::move(result_);
  }

 private:
  static constexpr double kFar = Field::kUnreached;

  struct Corner {
    std::uint32_t component;
    VertexId vertex;
    Point at;
    double distance = 0.0;  // to the landmark of its component that was chosen last
    double nearest = 0.0;   // to the nearest landmark so far
  };
  // A corner of a cell.
  struct CellCorner {
    CellId cell;
    VertexId vertex;
  };

  void find_corners() {
    std::vector<Corner> corners;
    mesh_.for_each_cell([&](CellId cell) {
      for (const MeshEdge& edge : mesh_.edges(cell)) {
        if (!edge.is_corner()) continue;
        corners.push_back({mesh_.component(cell), edge.vertex(), edge.start()});
        cell_corners_.push_back({cell, edge.vertex()});
      }
    });
    const auto key = [](const Corner& corner) {
      return std::pair(corner.component, corner.vertex);
    };
    std::sort(corners.begin(), corners.end(),
              [&](const Corner& a, const Corner& b) { return key(a) < key(b); });
    corners.erase(std::unique(corners.begin(), corners.end(),
                              [&](const Corner& a, const Corner& b) { return key(a) == key(b); }),
                  corners.end());
    corners_ = std::move(corners);
    place_.resize(mesh_.vertex_ids());
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      place_[corners_[i].vertex] = static_cast<std::uint32_t>(i);
    }
  }

  // Of each component the corner that is farthest from its landmarks, unless it is one.
  [[nodiscard]] std::vector<FieldGoal> choose() const {
    std::vector<FieldGoal> goals;
    for (std::size_t i = 0; i < corners_.size();) {
      std::size_t best = i;
      const std::uint32_t component = corners_[i].component;
      for (; i < corners_.size() && corners_[i].component == component; ++i) {
        if (corners_[i].nearest > corners_[best].nearest) best = i;
      }
      if (corners_[best].nearest > 0.0) goals.push_back({corners_[best].at, 0.0});
    }
    return goals;
  }

  // Sets the distances of all corners to the goals: to that of their component. Each cell knows
  // the distances of its own corners; those of a corner are the least of its cells'.
  void measure(const std::vector<FieldGoal>& goals) {
    (void)build_field(mesh_, goals, {}, scratch_, field_);
    for (Corner& corner : corners_) corner.distance = kFar;
    for (const CellCorner& in : cell_corners_) {
      Corner& corner = corners_[place_[in.vertex]];
      FieldSight sight(corner.at);
      sight.consider_cell(*field_.memory_, in.cell);
      corner.distance = std::min(corner.distance, sight.distance());
    }
  }

  const ConvexMesh& mesh_;
  Landmarks result_;
  std::vector<Corner> corners_;       // by component and vertex
  std::vector<std::uint32_t> place_;  // of each corner in corners_, by vertex
  std::vector<CellCorner> cell_corners_;
  FieldScratch scratch_;
  Field field_;
  double most_ = 0.0;
};

Landmarks build_landmarks(const ConvexMesh& mesh, std::size_t count) {
  detail::require_within("build_landmarks: the number of landmarks", count, 1,
                         Landmarks::kMaxCount);
  return LandmarkBuild(mesh, count).run();
}

}  // namespace taut
