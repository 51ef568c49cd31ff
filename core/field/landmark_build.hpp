// Landmarks from distances of any kind (internal).
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/landmarks.hpp>

namespace taut {

// How far vertices are from landmarks.
struct LandmarkMeasure {
  // Sets the distance of each vertex, by id, from the goal of its component, of which each has one
  // at most: infinite or NaN where it has none, NaN where nothing is known.
  std::function<void(std::span<const FieldGoal>, std::span<double>)> measure;
  // Whether the start of an edge of a cell may be a landmark.
  std::function<bool(CellId, const MeshEdge&)> is_candidate;
  // How many nodes the search from one point to another expands: with the landmarks, or without
  // where there are none. 0 where no path leads there.
  std::function<std::size_t(const Point&, const Point&, const Landmarks&)> expand;
  // What distances err by, beside their rounding.
  double error = 0.0;
};

// build_landmarks() and refresh_landmarks() by a measure.
// Errors    std::invalid_argument for a count outside 1 to Landmarks::kMaxCount.
[[nodiscard]] Landmarks build_landmarks_by(const ConvexMesh& mesh, const LandmarkMeasure& by,
                                           std::size_t count);
// As many as make searches faster.
[[nodiscard]] Landmarks build_landmarks_by(const ConvexMesh& mesh, const LandmarkMeasure& by);
// Requires  can_refresh().
void refresh_landmarks_by(const ConvexMesh& mesh, const LandmarkMeasure& by, std::size_t fields,
                          Landmarks& landmarks);
// Whether refresh_landmarks() has anything to do.
[[nodiscard]] bool can_refresh(const ConvexMesh& mesh, std::size_t fields,
                               const Landmarks& landmarks) noexcept;

}  // namespace taut
