// The edge between two tiles as a portal (internal).
#pragma once

#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/point.hpp>

namespace taut::detail {

// The portal of a step (length 1 or a diagonal) with its midpoint at `middle`. A quarter turn to
// the left of (x, y) is (-y, x).
inline Portal portal_across(const Point& middle, const Tile& step) noexcept {
  const Point to_left{-0.5F * static_cast<float>(step.y), 0.5F * static_cast<float>(step.x)};
  return {middle + to_left, middle - to_left};
}

inline Portal edge_portal(const Tile& from, const Tile& step) noexcept {
  const Point half{0.5F * static_cast<float>(step.x), 0.5F * static_cast<float>(step.y)};
  return portal_across(center(from) + half, step);
}

}  // namespace taut::detail
