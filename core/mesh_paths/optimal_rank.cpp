// How the optimal search ranks its nodes: by the straight line, and by landmarks. Not inline: it is
// faster so, as the steps that emit nodes remain small.
#include <algorithm>
#include <bit>

#include "optimal_search_state.hpp"

#include <taut/engine/vectors.hpp>

namespace taut {

// The length of a path from the start over the root through the interval, and straight on to the
// goal. Rounded.
double OptimalSearch::least_length(const Interval& interval) const noexcept {
  // A goal before the edge is as far away as its mirror image behind it.
  Vector way = goal_way_;
  const Vector along{interval.left.x - interval.right.x, interval.left.y - interval.right.y};
  const double before = cross(along, {way.x - interval.right.x, way.y - interval.right.y});
  if (before > 0.0) {
    const double k = 2.0 * before / dot(along, along);
    way = {way.x + k * along.y, way.y - k * along.x};
  }
  Vector by{0.0, 0.0};
  if (cross(interval.right_ray, way) < 0.0) {
    by = interval.is_right_cut ? meet(interval.right_ray, interval.right, interval.left)
                               : interval.right;
  } else if (cross(interval.left_ray, way) > 0.0) {
    by = interval.is_left_cut ? meet(interval.left_ray, interval.right, interval.left)
                              : interval.left;
  } else {
    return cost_ + norm(way);
  }
  return cost_ + norm(by) + detail::norm({way.x - by.x, way.y - by.y});
}

// The straight line is one lower bound of the path's length, landmarks may know larger ones.
// `right` and `left` are the ends of the edge.
void OptimalSearch::rank_cone(const Interval& interval, VertexId right, VertexId left) noexcept {
  const double f = least_length(interval);
  rank(is_guided_ ? std::max(f, bound_edge(interval.right, interval.left, right, left)) : f);
}

// From now on nodes are ranked by landmarks too, those that are open first.
void OptimalSearch::guide() noexcept {
  s_.bounds.begin(mesh_, *landmarks_, goal_);
  is_guided_ = true;
  const std::span<OpenEntry> open = s_.open.entries();
  for (OpenEntry& entry : open) {
    // As numbers: the bits of a bound below 0 come after all others.
    const double f = std::bit_cast<double>(entry.f_bits);
    entry.f_bits = std::bit_cast<std::uint64_t>(std::max(f, bound_node(s_.nodes[entry.node])));
  }
  s_.open.keep(open.size());
}

void OptimalSearch::ask_root() noexcept {
  const double rest = s_.bounds.least_distance(*landmarks_, s_.roots[root_].vertex);
  least_length_ = cost_ + std::max(rest, 0.0);
  s_.roots[root_].least_length = least_length_;
}

// The bound of the root, and that of an edge that it sees, with its ends relative to the root.
double OptimalSearch::bound_edge(const Vector& right, const Vector& left, VertexId right_end,
                                 VertexId left_end) noexcept {
  const double rest = s_.bounds.least_distance(*landmarks_, right, left, right_end, left_end);
  return std::max(bound_root(), cost_ + rest);
}

// The same for a node, whose root becomes the current one.
double OptimalSearch::bound_node(const Node& node) noexcept {
  if (root_ != node.root) use_root(node.root);
  if (node.view != View::cone) return bound_root();
  const MeshEdge& left = mesh_.edge(node.edge);
  const MeshEdge& right = mesh_.edge(mesh_.next(node.edge));
  return bound_edge(detail::between(at_, right.start()), detail::between(at_, left.start()),
                    right.vertex(), left.vertex());
}

}  // namespace taut
