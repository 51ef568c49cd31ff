#include "optimal_search_state.hpp"

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
namespace taut {

bool OptimalSearch::search(std::size_t pause) noexcept {
  const auto stop = [this](Status status) {
    status_ = status;
    return true;
  };
  for (;;) {
    if (is_full_) return stop(Status::out_of_nodes);
    if (expanded_ == pause) return false;
    OpenEntry next{};
    bool is_least = true;  // of all that is open
    if (has_best_ && (is_lone_ || best_.is_before(s_.open.top()))) {
      next = best_;
      has_best_ = false;
      is_least = !is_lone_;
    } else {
      put_aside();
      if (s_.open.is_empty()) return stop(Status::no_path);
      next = s_.open.pop();
      detail::prefetch(&s_.nodes[s_.open.top().node]);  // the one that is likely to be next
    }
    if (next.f_bits > limit_bits_ && is_least) return stop(Status::no_path);
    const auto index = static_cast<std::uint32_t>(next.node);
    const Node& node = s_.nodes[index];
    if (node.view == View::arrived) {
      // A lone successor may have come before its turn.
      if (s_.open.top().is_before(next)) {
        s_.open.push(next);
        continue;
      }
      s_.last = index;
      return stop(Status::ok);
    }
    const Root& root = s_.roots[node.root];
    if (root.vertex != kNone && s_.vertex_marks[root.vertex].cost < root.cost) continue;
    if (expanded_ == expansion_limit_) return stop(Status::out_of_nodes);
    ++expanded_;
    is_lone_ = true;
    expand(index);
  }
}

void OptimalSearch::expand(std::uint32_t index) noexcept {
  Node& node = s_.nodes[index];
  node.is_expanded = 1;
  node_ = index;
  if (root_ != node.root) use_root(node.root);
  const CellId cell = mesh_.cell_of(node.edge);
  if (is_goal_cell(cell)) {
    arrive(node);
  } else if (node.view == View::cone) {
    expand_cone(node, cell);
  } else {
    expand_view(node, cell);
  }
  if (is_unranked_) {
    is_unranked_ = false;
    rank(0.0);
  }
}

// The goal is in the cell: what the node can do for it is go straight there, or by a turn at an end
// of the edge.
void OptimalSearch::arrive(const Node& node) noexcept {
  if (node.view == View::cone) {
    const MeshEdge& left = mesh_.edge(node.edge);
    const MeshEdge& right = mesh_.edge(mesh_.next(node.edge));
    const Vector right_ray{node.right_x, node.right_y};
    const Vector left_ray{node.left_x, node.left_y};
    if (cross(right_ray, goal_way_) < 0.0) {
      if (!right.is_corner() || cross(right_ray, detail::between(at_, right.start())) != 0.0)
        return;
      if (!turn_at(right)) return;
    } else if (cross(left_ray, goal_way_) > 0.0) {
      if (!left.is_corner() || cross(left_ray, detail::between(at_, left.start())) != 0.0) return;
      if (!turn_at(left)) return;
    }
  }
  emit_view(node.edge, View::arrived);
}

// The root lies in the cell.
void OptimalSearch::expand_view(const Node& node, CellId cell) noexcept {
  const std::span<const MeshEdge> ring = mesh_.edges(cell);
  const std::size_t entry = node.edge - mesh_.first_edge(cell);
  const std::size_t last = ring.size() - 1;
  if (node.view == View::start) {
    for_each_exit(cell, ring,
                  [&](std::size_t i) { emit_whole(ring[i], ring[i == last ? 0 : i + 1]); });
    return;
  }
  const std::size_t touching =
      node.view == View::right ? (entry == last ? 0 : entry + 1) : (entry == 0 ? last : entry - 1);
  for_each_exit(cell, ring, [&](std::size_t i) {
    if (i == touching) {
      emit_view(ring[i].twin(), node.view);
    } else if (i != entry) {
      emit_whole(ring[i], ring[i == last ? 0 : i + 1]);
    }
  });
}

void OptimalSearch::expand_cone(const Node& node, CellId cell) noexcept {
  const std::span<const MeshEdge> ring = mesh_.edges(cell);
  const std::size_t entry = node.edge - mesh_.first_edge(cell);
  const Vector right_ray{node.right_x, node.right_y};
  const Vector left_ray{node.left_x, node.left_y};
  // A turn reads the mark of the corner.
  detail::prefetch(&s_.vertex_marks[ring[entry].vertex()]);
  detail::prefetch(&s_.vertex_marks[ring[entry + 1 == ring.size() ? 0 : entry + 1].vertex()]);
  bool has_right = false;
  bool has_left = false;
  for_each_exit(cell, ring, [&](std::size_t i) {
    if (i == entry) return;
    const MeshEdge& edge = ring[i];
    const Vector a = detail::between(at_, edge.start());
    const Vector b = detail::between(at_, ring[i + 1 == ring.size() ? 0 : i + 1].start());
    const bool is_right_cut = cross(right_ray, a) < 0.0;
    const bool is_left_cut = cross(left_ray, b) > 0.0;
    if (cross(right_ray, b) <= 0.0) {
      has_right = true;
    } else if (cross(left_ray, a) >= 0.0) {
      has_left = true;
    } else {
      has_right |= is_right_cut;
      has_left |= is_left_cut;
      emit_cone(edge.twin(), {a, b, is_right_cut ? right_ray : a, is_left_cut ? left_ray : b,
                              is_right_cut, is_left_cut});
    }
  });
  if (has_right) turn_right(node, cell);
  if (has_left) turn_left(node, cell);
}

// Handles the part of the cell right of the funnel, and what a ray cuts off an edge there.
void OptimalSearch::turn_right(const Node& node, CellId cell) noexcept {
  const std::span<const MeshEdge> ring = mesh_.edges(cell);
  const std::size_t entry = node.edge - mesh_.first_edge(cell);
  const std::size_t touching = entry + 1 == ring.size() ? 0 : entry + 1;
  const MeshEdge& end = ring[touching];
  const Vector ray{node.right_x, node.right_y};
  if (cross(ray, detail::between(at_, end.start())) != 0.0) return;
  const Point before = at_;
  const std::uint32_t root = root_;
  const bool is_corner = end.is_corner();
  if (is_corner && !turn_at(end)) return;
  for_each_exit(cell, ring, [&](std::size_t i) {
    if (i == entry) return;
    const MeshEdge& from = ring[i];
    const MeshEdge& to = ring[i + 1 == ring.size() ? 0 : i + 1];
    const double a = cross(ray, detail::between(before, from.start()));
    const double b = cross(ray, detail::between(before, to.start()));
    if (b > 0.0 && a >= 0.0) return;
    if (!is_corner) {
      // The outline may go on along the ray: walls, and edges that are seen end-on.
      if (a == 0.0 && b == 0.0 && i != touching) emit_end_on(from, to, View::right);
    } else if (i == touching) {
      emit_view(from.twin(), View::right);
    } else if (b <= 0.0) {
      emit_whole(from, to);
    } else {
      const Vector right = detail::between(at_, from.start());
      emit_cone(from.twin(), {right, detail::between(at_, to.start()), right, ray, false, true});
    }
  });
  turn_back(root);
}

void OptimalSearch::turn_left(const Node& node, CellId cell) noexcept {
  const std::span<const MeshEdge> ring = mesh_.edges(cell);
  const std::size_t entry = node.edge - mesh_.first_edge(cell);
  const std::size_t touching = entry == 0 ? ring.size() - 1 : entry - 1;
  const MeshEdge& end = ring[entry];
  const Vector ray{node.left_x, node.left_y};
  if (cross(ray, detail::between(at_, end.start())) != 0.0) return;
  const Point before = at_;
  const std::uint32_t root = root_;
  const bool is_corner = end.is_corner();
  if (is_corner && !turn_at(end)) return;
  for_each_exit(cell, ring, [&](std::size_t i) {
    if (i == entry) return;
    const MeshEdge& from = ring[i];
    const MeshEdge& to = ring[i + 1 == ring.size() ? 0 : i + 1];
    const double a = cross(ray, detail::between(before, from.start()));
    const double b = cross(ray, detail::between(before, to.start()));
    if (a < 0.0 && b <= 0.0) return;
    if (!is_corner) {
      if (a == 0.0 && b == 0.0 && i != touching) emit_end_on(from, to, View::left);
    } else if (i == touching) {
      emit_view(from.twin(), View::left);
    } else if (a >= 0.0) {
      emit_whole(from, to);
    } else {
      const Vector left = detail::between(at_, to.start());
      emit_cone(from.twin(), {detail::between(at_, from.start()), left, ray, left, true, false});
    }
  });
  turn_back(root);
}

}  // namespace taut
