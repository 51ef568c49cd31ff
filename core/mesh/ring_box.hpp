// Convex outlines and boxes (internal).
#pragma once

#include <algorithm>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>

namespace taut::detail {

// Whether a cell contains a point of the box, sides included. Exact for corners on the lattice.
inline bool touches(std::span<const MeshEdge> ring, const Point& low, const Point& high) noexcept {
  // Convex shapes are disjoint when all of one lies beyond a side of the other.
  const auto are_all = [&](const auto& is_beyond) {
    return std::all_of(ring.begin(), ring.end(),
                       [&](const MeshEdge& edge) { return is_beyond(edge.start()); });
  };
  if (are_all([&](const Point& p) { return p.x < low.x; }) ||
      are_all([&](const Point& p) { return p.x > high.x; }) ||
      are_all([&](const Point& p) { return p.y < low.y; }) ||
      are_all([&](const Point& p) { return p.y > high.y; })) {
    return false;
  }
  const MeshEdge* from = &ring.back();
  for (const MeshEdge& to : ring) {
    // The corner of the box that is farthest to the left of the edge.
    const Point way = to.start() - from->start();
    const Point corner{way.y > 0.0F ? low.x : high.x, way.x > 0.0F ? high.y : low.y};
    if (orient(from->start(), to.start(), corner) < 0.0) return false;
    from = &to;
  }
  return true;
}

}  // namespace taut::detail
