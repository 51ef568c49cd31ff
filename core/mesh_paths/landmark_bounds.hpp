// Lower bounds of the distance to a goal, from landmarks (internal).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/landmarks.hpp>
#include <taut/engine/vectors.hpp>

#include "core/base/float_lanes.hpp"

#include "funnel_steps.hpp"
#include "query_end.hpp"

namespace taut::detail {

// Whether landmarks are worth their time in a query: how often they know more than the straight
// line. Where obstacles are small and everywhere they hardly ever do.
class LandmarkTrial {
 public:
  void count(bool is_more) noexcept {
    ++looks_;
    gains_ += is_more ? 1U : 0U;
  }
  [[nodiscard]] bool has_failed() const noexcept {
    return looks_ >= kLooks && gains_ * kLooksPerGain < looks_;
  }

 private:
  static constexpr std::uint32_t kLooks = 64;
  static constexpr std::uint32_t kLooksPerGain = 8;

  std::uint32_t looks_ = 0;
  std::uint32_t gains_ = 0;
};

// No path from the root of a funnel through its interval is shorter, where the ends of the edge are
// at least so far from the goal, 0 where nothing is known. A place at a distance t from the right
// end is at least from_right - t away, and from_left - (length - t). The way from the root grows no
// faster than t: so the least sum is where the two are equal, or at the end of the interval that is
// next to it. Rounded.
[[nodiscard]] inline double least_through(const Interval& interval, double from_right,
                                          double from_left) noexcept {
  const Vector along = interval.left - interval.right;
  const double length = norm(along);
  double place = 0.5 + (from_right - from_left) * (0.5 / length);
  const Vector way = interval.right + place * along;
  const auto cut = [&](const Vector& ray) {
    return cross(interval.right, ray) / cross(ray, along);
  };
  if (cross(interval.right_ray, way) < 0.0) {
    place = interval.is_right_cut ? cut(interval.right_ray) : 0.0;
  } else if (cross(interval.left_ray, way) > 0.0) {
    place = interval.is_left_cut ? cut(interval.left_ray) : 1.0;
  }
  const double rest = std::max(from_right - place * length, from_left - (1.0 - place) * length);
  return norm(interval.right + place * along) + rest;
}

// The goal of a query as the landmarks see it. Let phi be the distances to a landmark, or what is
// left of them after edits: along a path phi changes by no more than its length. A path from a
// corner c enters the goal's cell at a place x of a link, and goes straight on. So it is at least
// as long as |x goal| + |phi(x) - phi(c)| (ALT: Goldberg and Harrelson 2005), and none is shorter
// than
//
//   low - phi(c)    where low is the least |x goal| + phi(x) of all x,
//   phi(c) - high   where high is the largest phi(x) - |x goal|.
//
// phi is known at the ends p and q of a link. At a distance t from p it is at least phi(p) - t, and
// phi(q) - (length - t). Along the link |x goal| grows no faster than t, so the least sum is where
// the two are equal; the same holds for high. A corner of the cell is an end of a link itself.
// phi(goal) may do for low and high too, and the goal sees all vertices of its cell: of the bounds
// by links and by vertices the narrower ones count.
//
// Proof of the slack: let D be the largest distance to a landmark, R the longest line from the goal
// to a vertex of its cell, and u = 2^-24. A distance in float is wrong by at most u D. The two
// distances make an error of 5 u D in low or high, the lengths one of 15 u R; making room, the
// difference to a row and taking off the slack round by 4 u D + 3 u R together. Landmarks::slack()
// is 16 u D, and low and high make room for 32 u R.
class LandmarkBounds {
 public:
  // Every cell that contains the goal is considered, since those on the other side of a corner may
  // be far away. A unit of length costs cost_of(cell).
  template <class CostOf>
  void begin(const ConvexMesh& mesh, const Landmarks& landmarks, const QueryEnd& goal,
             const CostOf& cost_of) noexcept {
    groups_ = landmarks.stride() / kFloatLanes;
    for (std::size_t i = 0; i < groups_; ++i) {
      range_.low[i] = fill_lanes(kFar);
      range_.high[i] = fill_lanes(-kFar);
    }
    reach_ = 0.0;
    goal.for_each_cell(
        mesh, [&](CellId cell) { add_cell(mesh, landmarks, goal.at(), cell, cost_of(cell)); });
    const FloatLanes room = fill_lanes(static_cast<float>(std::ldexp(reach_, -19)));
    for (std::size_t i = 0; i < groups_; ++i) {
      range_.low[i] -= room;
      range_.high[i] += room;
    }
  }

  void begin(const ConvexMesh& mesh, const Landmarks& landmarks, const QueryEnd& goal) noexcept {
    begin(mesh, landmarks, goal, [](CellId) { return 1.0; });
  }

  // No path from the vertex, the end of a link, to the goal is shorter.
  [[nodiscard]] double least_distance(const Landmarks& landmarks, VertexId vertex) const noexcept {
    const float* row = landmarks.distances(vertex).data();
    FloatLanes best = fill_lanes(0.0F);
    // A comparison with NaN is false.
    for (std::size_t i = 0; i < groups_; ++i, row += kFloatLanes) {
      const FloatLanes known = load_lanes(row);
      best = larger(range_.low[i] - known, best);
      best = larger(known - range_.high[i], best);
    }
    return static_cast<double>(largest(best) - landmarks.slack());
  }

  // No path from a root through an interval to the goal is shorter. `right` and `left` are the ends
  // of its edge. Rounded.
  [[nodiscard]] double least_distance(const Landmarks& landmarks, const Interval& interval,
                                      VertexId right, VertexId left) const noexcept {
    return least_through(interval, least_distance(landmarks, right),
                         least_distance(landmarks, left));
  }

 private:
  static constexpr float kFar = std::numeric_limits<float>::infinity();

  // A link of a cell with the goal. Its lengths are multiplied by what a unit of length costs in
  // the cell.
  struct PortalView {
    Vector right;  // relative to the goal
    Vector along;
    double length;
  };

  // Per landmark.
  struct Range {
    std::array<FloatLanes, Landmarks::kMaxCount / kFloatLanes> low;
    std::array<FloatLanes, Landmarks::kMaxCount / kFloatLanes> high;
  };

  void add_cell(const ConvexMesh& mesh, const Landmarks& landmarks, const Point& goal, CellId cell,
                double cost) noexcept {
    const auto scaled = [&](const Point& from, const Point& to) {
      return cost * between(from, to);
    };
    Range all;
    Range out;
    for (std::size_t i = 0; i < groups_; ++i) {
      all.low[i] = out.high[i] = fill_lanes(-kFar);
      all.high[i] = out.low[i] = fill_lanes(kFar);
    }
    const std::span<const MeshEdge> ring = mesh.edges(cell);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const MeshEdge& from = ring[i];
      const MeshEdge& to = ring[i + 1 == ring.size() ? 0 : i + 1];
      const Vector right = scaled(goal, from.start());
      const double line = norm(right);
      reach_ = std::max(reach_, line);
      const float* const row = landmarks.distances(from.vertex()).data();
      add_vertex(static_cast<float>(line), row, all);
      if (from.is_wall()) continue;
      const Vector along = scaled(from.start(), to.start());
      add_link({right, along, norm(along)}, row, landmarks.distances(to.vertex()).data(), out);
    }
    for (std::size_t i = 0; i < groups_; ++i) {
      range_.low[i] = smaller(larger(out.low[i], all.low[i]), range_.low[i]);
      range_.high[i] = larger(smaller(out.high[i], all.high[i]), range_.high[i]);
    }
  }

  void add_vertex(float line, const float* row, Range& range) const noexcept {
    const FloatLanes lines = fill_lanes(line);
    for (std::size_t i = 0; i < groups_; ++i) {
      const FloatLanes known = load_lanes(row + i * kFloatLanes);
      range.low[i] = larger(known - lines, range.low[i]);
      range.high[i] = smaller(known + lines, range.high[i]);
    }
  }

  void add_link(const PortalView& view, const float* right_row, const float* left_row,
                Range& range) const noexcept {
    const FloatLanes length = fill_lanes(static_cast<float>(view.length));
    const auto scale = static_cast<float>(0.5 / view.length);
    for (std::size_t i = 0; i < groups_; ++i) {
      const FloatLanes at_right = load_lanes(right_row + i * kFloatLanes);
      const FloatLanes at_left = load_lanes(left_row + i * kFloatLanes);
      // Where one is not known: the least that the other one allows for, for high the most.
      const FloatLanes low_right = known_or(at_right, at_left - length);
      const FloatLanes low_left = known_or(at_left, at_right - length);
      const FloatLanes high_right = known_or(at_right, at_left + length);
      const FloatLanes high_left = known_or(at_left, at_right + length);
      const FloatLanes low = (low_right + low_left - length) * 0.5F +
                             to_goal(view, (low_right - low_left) * scale + 0.5F);
      const FloatLanes high = (high_right + high_left + length) * 0.5F -
                              to_goal(view, (high_left - high_right) * scale + 0.5F);
      range.low[i] = smaller(known_or(low, fill_lanes(-kFar)), range.low[i]);
      range.high[i] = larger(known_or(high, fill_lanes(kFar)), range.high[i]);
    }
  }

  // The lengths of the lines from the goal to places on a view, numbers from 0 at its right end to
  // 1 at its left end.
  [[nodiscard]] static FloatLanes to_goal(const PortalView& view,
                                          const FloatLanes& places) noexcept {
    const FloatLanes x =
        places * static_cast<float>(view.along.x) + static_cast<float>(view.right.x);
    const FloatLanes y =
        places * static_cast<float>(view.along.y) + static_cast<float>(view.right.y);
    return square_root(x * x + y * y);
  }

  std::size_t groups_ = 0;  // of lanes, in a row
  double reach_ = 0.0;      // of the goal to the vertices of its cells
  Range range_;
};

}  // namespace taut::detail
