#include <limits>

#include "optimal_search_state.hpp"

namespace taut {

bool OptimalSearch::search(std::size_t pause) noexcept {
  if (landmarks_ != nullptr && !is_guided_) {
    if (expand_nodes(pause, kFewNodes)) return true;
    if (s_.open.size() < kFewNodes) return false;
    guide();
  }
  return expand_nodes(pause, std::numeric_limits<std::size_t>::max());
}

// Returns true when the search is done; false after `pause` expansions in total, or with
// `most_open` open nodes.
bool OptimalSearch::expand_nodes(std::size_t pause, std::size_t most_open) noexcept {
  const auto stop = [this](Status status) {
    status_ = status;
    return true;
  };
  for (;;) {
    if (is_full_) return stop(Status::out_of_nodes);
    if (expanded_ == pause || s_.open.size() >= most_open) return false;
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
  if (goal_.is_in(mesh_, cell)) {
    arrive(node);
  } else if (node.view == View::cone) {
    // A turn reads the mark of the corner.
    detail::prefetch(&s_.vertex_marks[mesh_.edge(node.edge).vertex()]);
    detail::prefetch(&s_.vertex_marks[mesh_.edge(mesh_.next(node.edge)).vertex()]);
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

}  // namespace taut
