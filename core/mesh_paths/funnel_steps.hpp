// How a funnel leaves a cell: the steps that all searches with funnels share (internal).
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/vectors.hpp>

namespace taut::detail {

// The part of the cell that is visible from the root.
enum class View : std::uint16_t {
  cone,    // the part between its rays; the root is outside the cell
  start,   // all; the root is a point in the cell where the search starts
  right,   // all; the root is the right end of the entry edge, and the path turns right there
  left,    // all; the root is the left end
  arrived  // the goal: no cell is entered
};

// The part of an edge inside the funnel; relative to the root.
struct Interval {
  Vector right;  // its ends
  Vector left;
  Vector right_ray;
  Vector left_ray;
  bool is_right_cut;  // whether the ray cuts the edge, rather than going to its end
  bool is_left_cut;
};

// Order of the open list: least f first; ties: the newest node first.
struct OpenFunnel {
  std::uint64_t f_bits;  // costs are not negative, so the bits have their order
  std::uint64_t node;
  [[nodiscard]] bool is_before(const OpenFunnel& other) const noexcept {
    return f_bits != other.f_bits ? f_bits < other.f_bits : node > other.node;
  }
  [[nodiscard]] static OpenFunnel last() noexcept { return {~std::uint64_t{0}, 0}; }
};

// The same with f as a float, and ties by a number: the least one first.
struct OpenByFloat {
  std::uint64_t bits;
  [[nodiscard]] static OpenByFloat make(float f, std::uint32_t number) noexcept {
    return {std::uint64_t{std::bit_cast<std::uint32_t>(f)} << 32U | number};
  }
  [[nodiscard]] static OpenByFloat last() noexcept { return {~std::uint64_t{0}}; }
  [[nodiscard]] bool is_before(const OpenByFloat& other) const noexcept {
    return bits < other.bits;
  }
  [[nodiscard]] float f() const noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32U));
  }
  [[nodiscard]] std::uint32_t number() const noexcept { return static_cast<std::uint32_t>(bits); }
};

// Where the ray in direction `ray` meets the line through a and b; rounded.
[[nodiscard]] inline Vector meet(const Vector& ray, const Vector& a, const Vector& b) noexcept {
  const Vector along = b - a;
  return cross(a, along) / cross(ray, along) * ray;
}

// Calls visit(i) for the edges of a cell whose bits are set; where the bits do not tell, or the
// cell has more edges, for those that are open by is_open(edge).
template <class IsOpen, class Visit>
void for_each_edge(std::span<const MeshEdge> ring, bool has_bits, std::uint32_t bits,
                   const IsOpen& is_open, const Visit& visit) {
  if (has_bits && ring.size() <= ConvexMesh::kExitBits) {
    for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
  } else {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (is_open(ring[i])) visit(i);
    }
  }
}

// Calls visit(i) for each edge of a cell that leads to another cell.
template <class Visit>
void for_each_link(const ConvexMesh& mesh, CellId cell, std::span<const MeshEdge> ring,
                   const Visit& visit) {
  for_each_edge(
      ring, true, mesh.links(cell), [](const MeshEdge& edge) { return !edge.is_wall(); }, visit);
}

// A node is a funnel: what its root (the last corner that the path turned at) sees through the edge
// by which the node enters a cell. Its rays are directions from the root to vertices, never to the
// points that they cut out of edges: so every left or right is the sign of a cross product of
// differences of lattice points, exact in double (geometry.hpp). A difference of two places of a
// mesh, which is at most 2^24 lattice steps wide, is exact in float too, and is kept as such.
//
// Only edges that lead on are looked at, each by the signs of its two ends against the two rays. By
// convexity the edges of the cell entered lie, counter-clockwise from the right end of the edge
// entered by to its left end, first right of the funnel, then in it, then left of it:
//
// - Edges that reach between the rays are seen by the same root.
// - Edges right of the right ray are reached by turning right at the right end of the edge entered
//   by, when that is on the ray and an obstacle corner; then the wedge of the obstacle lies on the
//   right, because the left is walkable on both sides of the edge. That corner sees all of the
//   cell. Where the end is on the ray but no corner, and the outline goes on along the ray, it may
//   reach an edge that is seen end-on.
// - The same on the left.
//
// Funnels are closed, rays included. What lies beyond a ray that a corner limits is seen by the
// node that turns at that corner, ray included; so a funnel that has shrunk to a single ray is
// dropped, and so is an edge that touches a funnel in a point only.
//
// An edge in line with its root, but not touching it, is seen end-on: the path can only turn at the
// nearer end, if that is a corner. An edge that touches its root lets it see all of the next cell:
// such nodes (View::right, View::left) walk round a corner, cell by cell, until they meet a wall.
//
// A search derives from FunnelSteps<Search> and has, visible to it:
//   mesh(), at_, root_                     the mesh; the root in use, its place and its index
//   for_each_exit(cell, ring, visit)       calls visit(i) for each edge where a path may go on
//   turn_at(corner), turn_back(root)       makes a corner the root, unless a shorter way to it is
//                                          known; goes back to an earlier root
//   emit_view(from, to, view), emit_cone(from, to, interval)   make a node beyond the edge of the
//                                          cell that starts at `from` and ends at `to`
template <class Search, class Node>
class FunnelSteps {
 protected:
  // The root lies in the cell.
  void expand_view(const Node& node, CellId cell) {
    Search& s = self();
    const std::span<const MeshEdge> ring = s.mesh().edges(cell);
    const std::size_t entry = node.edge - s.mesh().first_edge(cell);
    const std::size_t last = ring.size() - 1;
    if (node.view == View::start) {
      s.for_each_exit(cell, ring,
                      [&](std::size_t i) { emit_whole(ring[i], ring[i == last ? 0 : i + 1]); });
      return;
    }
    const std::size_t touching = node.view == View::right ? (entry == last ? 0 : entry + 1)
                                                          : (entry == 0 ? last : entry - 1);
    s.for_each_exit(cell, ring, [&](std::size_t i) {
      if (i == touching) {
        s.emit_view(ring[i], ring[i == last ? 0 : i + 1], node.view);
      } else if (i != entry) {
        emit_whole(ring[i], ring[i == last ? 0 : i + 1]);
      }
    });
  }

  void expand_cone(const Node& node, CellId cell) {
    Search& s = self();
    const std::span<const MeshEdge> ring = s.mesh().edges(cell);
    const std::size_t entry = node.edge - s.mesh().first_edge(cell);
    const Vector right_ray = to_vector(node.rays.right);
    const Vector left_ray = to_vector(node.rays.left);
    bool has_right = false;
    bool has_left = false;
    s.for_each_exit(cell, ring, [&](std::size_t i) {
      if (i == entry) return;
      const MeshEdge& edge = ring[i];
      const Vector a = between(s.at_, edge.start());
      const MeshEdge& end = ring[i + 1 == ring.size() ? 0 : i + 1];
      const Vector b = between(s.at_, end.start());
      const bool is_right_cut = cross(right_ray, a) < 0.0;
      const bool is_left_cut = cross(left_ray, b) > 0.0;
      if (cross(right_ray, b) <= 0.0) {
        has_right = true;
      } else if (cross(left_ray, a) >= 0.0) {
        has_left = true;
      } else {
        has_right |= is_right_cut;
        has_left |= is_left_cut;
        s.emit_cone(edge, end,
                    {a, b, is_right_cut ? right_ray : a, is_left_cut ? left_ray : b, is_right_cut,
                     is_left_cut});
      }
    });
    if (has_right) turn<View::right>(node, cell);
    if (has_left) turn<View::left>(node, cell);
  }

 private:
  [[nodiscard]] Search& self() noexcept { return static_cast<Search&>(*this); }

  // Handles the part of the cell on one side of the funnel, right or left, and what its ray cuts
  // off an edge there.
  template <View kSide>
  void turn(const Node& node, CellId cell) {
    constexpr bool kIsRight = kSide == View::right;
    Search& s = self();
    const std::span<const MeshEdge> ring = s.mesh().edges(cell);
    const std::size_t entry = node.edge - s.mesh().first_edge(cell);
    const std::size_t touching = kIsRight ? (entry + 1 == ring.size() ? 0 : entry + 1)
                                          : (entry == 0 ? ring.size() - 1 : entry - 1);
    const MeshEdge& end = ring[kIsRight ? touching : entry];
    const Vector ray = to_vector(kIsRight ? node.rays.right : node.rays.left);
    if (cross(ray, between(s.at_, end.start())) != 0.0) return;
    const Point before = s.at_;
    const std::uint32_t root = s.root_;
    const bool is_corner = end.is_corner();
    if (is_corner && !s.turn_at(end)) return;
    s.for_each_exit(cell, ring, [&](std::size_t i) {
      if (i == entry) return;
      const MeshEdge& from = ring[i];
      const MeshEdge& to = ring[i + 1 == ring.size() ? 0 : i + 1];
      const double a = cross(ray, between(before, from.start()));
      const double b = cross(ray, between(before, to.start()));
      // Positive on the inner side of the ray.
      const double inner = kIsRight ? b : -a;
      const double outer = kIsRight ? a : -b;
      if (inner > 0.0 && outer >= 0.0) return;
      if (!is_corner) {
        // The outline may go on along the ray: walls, and edges that are seen end-on.
        if (inner == 0.0 && outer == 0.0 && i != touching) emit_end_on(from, to, kSide);
      } else if (i == touching) {
        s.emit_view(from, to, kSide);
      } else if (inner <= 0.0) {
        emit_whole(from, to);
      } else {
        const Vector right = between(s.at_, from.start());
        const Vector left = between(s.at_, to.start());
        s.emit_cone(
            from, to,
            {right, left, kIsRight ? right : ray, kIsRight ? ray : left, !kIsRight, kIsRight});
      }
    });
    s.turn_back(root);
  }

  // Emits a whole edge from a root that sees all of its cell.
  void emit_whole(const MeshEdge& from, const MeshEdge& to) {
    Search& s = self();
    const Vector a = between(s.at_, from.start());
    const Vector b = between(s.at_, to.start());
    if (cross(a, b) != 0.0) {
      s.emit_cone(from, to, {a, b, a, b, false, false});
    } else if (dot(a, b) > 0.0) {
      emit_end_on(from, to, dot(a, a) < dot(b, b) ? View::right : View::left);
    }
  }

  // Handles an edge seen end-on: only a turn at its nearer end, the right or the left one, leads
  // through it.
  void emit_end_on(const MeshEdge& from, const MeshEdge& to, View nearer) {
    Search& s = self();
    const MeshEdge& corner = nearer == View::right ? from : to;
    const std::uint32_t root = s.root_;
    if (!corner.is_corner() || !s.turn_at(corner)) return;
    s.emit_view(from, to, nearer);
    s.turn_back(root);
  }
};

}  // namespace taut::detail
