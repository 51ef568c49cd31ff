// Landmarks from distances of any kind (internal).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/landmarks.hpp>

namespace taut {

// How far vertices are from landmarks, by length or by cost.
class LandmarkMeasure {
 public:
  virtual ~LandmarkMeasure() = default;

  // Sets the distance of each vertex, by id, from the goal of its component, of which each has one
  // at most: infinite or NaN where it has none, NaN where nothing is known.
  virtual void measure(std::span<const FieldGoal> goals, std::span<double> distances) = 0;
  // Whether the start of an edge of a cell may be a landmark.
  [[nodiscard]] virtual bool is_candidate(CellId cell, const MeshEdge& edge) const = 0;
  // How many nodes the search from one point to another expands: with the landmarks, or without
  // where there are none. 0 where no path leads there.
  [[nodiscard]] virtual std::size_t expand(const Point& start, const Point& goal,
                                           const Landmarks& landmarks) = 0;
  // What distances err by, beside their rounding.
  [[nodiscard]] virtual double error() const = 0;
};

// build_landmarks() and refresh_landmarks() by a measure.
[[nodiscard]] Landmarks build_landmarks_by(const ConvexMesh& mesh, LandmarkMeasure& by,
                                           std::optional<std::size_t> count);
// Requires  can_refresh().
void refresh_landmarks_by(const ConvexMesh& mesh, LandmarkMeasure& by, std::size_t fields,
                          Landmarks& landmarks);
// Whether refresh_landmarks() has anything to do.
[[nodiscard]] bool can_refresh(const ConvexMesh& mesh, std::size_t fields,
                               const Landmarks& landmarks) noexcept;

}  // namespace taut
