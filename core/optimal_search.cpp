#include <taut/optimal_search.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include <taut/path_writer.hpp>

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
//   right, because the left is walkable on both sides of the edge. That corner sees all of the cell.
//   Where the end is on the ray but no corner, and the outline goes on along the ray, it may reach
//   an edge that is seen end-on.
// - The same on the left.
//
// Funnels are closed, rays included. What lies beyond a ray that a corner limits is seen by the node
// that turns at that corner, ray included; so a funnel that has shrunk to a single ray is dropped,
// and so is an edge that touches a funnel in a point only.
//
// An edge in line with its root, but not touching it, is seen end-on: the path can only turn at the
// nearer end, if that is a corner. An edge that touches its root lets it see all of the next cell:
// such nodes (View::right, View::left) walk round a corner, cell by cell, until they meet a wall.
namespace taut {
namespace {

struct Vector {
  double x = 0.0;
  double y = 0.0;
};

double cross(const Vector& a, const Vector& b) noexcept { return a.x * b.y - a.y * b.x; }
double inner(const Vector& a, const Vector& b) noexcept { return a.x * b.x + a.y * b.y; }
double norm(const Vector& a) noexcept { return std::sqrt(a.x * a.x + a.y * a.y); }

Vector between(const Point& from, const Point& to) noexcept {
  return {static_cast<double>(to.x()) - static_cast<double>(from.x()),
          static_cast<double>(to.y()) - static_cast<double>(from.y())};
}

// Where the ray in direction `ray` meets the line through a and b; rounded.
Vector meet(const Vector& ray, const Vector& a, const Vector& b) noexcept {
  const Vector along{b.x - a.x, b.y - a.y};
  const double t = cross(a, along) / cross(ray, along);
  return {t * ray.x, t * ray.y};
}

}  // namespace

class OptimalSearch {
 public:
  using Scratch = OptimalScratch;
  using Node = Scratch::Node;
  using Root = Scratch::Root;
  using View = Scratch::View;
  using OpenEntry = Scratch::OpenEntry;
  static constexpr std::uint32_t kNone = Scratch::kNone;

  OptimalSearch(const ConvexMesh& mesh, Scratch& scratch, const Point& start, const Point& goal,
                std::size_t expansion_limit) noexcept
      : mesh_(mesh), s_(scratch), start_(start), goal_(goal), expansion_limit_(expansion_limit) {}

  Status run() noexcept {
    assert(mesh_.cell_count() <= s_.cell_count_ && mesh_.vertex_count() <= s_.vertex_count_);
    s_.last_ = kNone;
    if (++s_.query_ == 0) restart_marks();
    Status status = begin();
    if (status == Status::ok) status = search();
    s_.node_count_ = static_cast<std::uint32_t>(node_count_);
    return status;
  }

  [[nodiscard]] std::size_t expanded() const noexcept { return expanded_; }

  static Result write_path(Scratch& s, const Point& goal, std::span<Point> out) noexcept;
  static Result write_corridor(const ConvexMesh& mesh, const Scratch& s,
                               std::span<CellId> out) noexcept;
  static Result write_cones(const ConvexMesh& mesh, const Scratch& s, std::span<Cone> out) noexcept;

 private:
  void restart_marks() noexcept {
    std::fill_n(s_.vertex_marks_.get(), s_.vertex_count_, Scratch::VertexMark{0.0, 0});
    std::fill_n(s_.cell_marks_.get(), s_.cell_count_, 0U);
    s_.query_ = 1;
  }

  Status begin() noexcept {
    bool has_start = false;
    bool has_goal = false;
    bool is_connected = false;
    mesh_.for_each_cell_at(goal_, [&](CellId cell) {
      has_goal = true;
      goal_cell_ = cell;
      ++goal_cells_;
    });
    mesh_.for_each_cell_at(start_, [&](CellId first) {
      has_start = true;
      mesh_.for_each_cell_at(goal_, [&](CellId last) {
        is_connected = is_connected || mesh_.is_connected(first, last);
      });
    });
    if (!has_start || !has_goal) return Status::invalid_input;
    if (!is_connected) return Status::no_path;

    mesh_.for_each_cell_at(goal_, [&](CellId cell) { open_dead_ends(cell); });
    s_.roots_[root_count_++] = {0.0, start_, kNone, kNone};
    use_root(0);
    mesh_.for_each_cell_at(start_,
                           [&](CellId cell) { emit_view(mesh_.first_edge(cell), View::start); });
    put_aside();
    return Status::ok;
  }

  // Dead ends that lead to the goal may be entered: marks them, and the cell that they hang on.
  void open_dead_ends(CellId cell) noexcept {
    while (mesh_.is_dead_end(cell) && s_.cell_marks_[cell] != s_.query_) {
      has_open_dead_ends_ = true;
      s_.cell_marks_[cell] = s_.query_;
      cell = mesh_.cell_of(mesh_.edge(mesh_.toward_exit(cell)).twin());
    }
    s_.cell_marks_[cell] = s_.query_;
  }

  [[nodiscard]] bool is_goal_cell(CellId cell) const noexcept {
    if (goal_cells_ == 1) return cell == goal_cell_;
    return mesh_.holds(cell, goal_);
  }

  // Whether the edge leads to a cell where a shortest path may go.
  [[nodiscard]] bool is_open(const MeshEdge& edge) const noexcept {
    if (edge.is_wall()) return false;
    return !edge.leads_to_dead_end() || s_.cell_marks_[mesh_.cell_of(edge.twin())] == s_.query_;
  }

  // Calls visit(i) for each edge by which a shortest path may leave a cell.
  template <class Visit>
  void for_each_exit(CellId cell, std::span<const MeshEdge> ring, const Visit& visit) noexcept {
    const bool is_marked = has_open_dead_ends_ && s_.cell_marks_[cell] == s_.query_;
    if (ring.size() <= ConvexMesh::kExitBits && !is_marked) {
      for (std::uint32_t exits = mesh_.exits(cell); exits != 0; exits &= exits - 1) {
        visit(static_cast<std::size_t>(std::countr_zero(exits)));
      }
    } else {
      for (std::size_t i = 0; i < ring.size(); ++i) {
        if (is_open(ring[i])) visit(i);
      }
    }
  }

  Status search() noexcept;
  void expand(std::uint32_t index) noexcept;
  void expand_cone(const Node& node, CellId cell) noexcept;
  void expand_view(const Node& node, CellId cell) noexcept;
  void turn_right(const Node& node, CellId cell) noexcept;
  void turn_left(const Node& node, CellId cell) noexcept;
  void arrive(const Node& node) noexcept;

  // ---- roots ----

  // Makes a root the one that emitted nodes look from.
  void use_root(std::uint32_t root) noexcept {
    root_ = root;
    at_ = s_.roots_[root].at;
    cost_ = s_.roots_[root].cost;
    goal_way_ = between(at_, goal_);
  }

  // Turns at a corner, which becomes the root. False when a shorter way to it is known.
  [[nodiscard]] bool turn_at(const MeshEdge& corner) noexcept {
    const double cost = cost_ + norm(between(at_, corner.start()));
    Scratch::VertexMark& mark = s_.vertex_marks_[corner.vertex()];
    if (mark.query == s_.query_ && mark.cost < cost) return false;
    if (root_count_ == s_.places_) {
      is_full_ = true;
      return false;
    }
    settle();
    mark = {cost, s_.query_};
    s_.roots_[root_count_] = {cost, corner.start(), corner.vertex(), root_};
    use_root(static_cast<std::uint32_t>(root_count_++));
    return true;
  }

  // Back from turns to a root before them.
  void turn_back(std::uint32_t root) noexcept {
    if (root == root_) return;
    settle();
    use_root(root);
  }

  // ---- successors ----

  // A successor of the node in hand. Returns false when there is no place for it.
  [[nodiscard]] bool add(const Node& node) noexcept {
    if (node_count_ == s_.places_) {
      is_full_ = true;
      return false;
    }
    s_.nodes_[node_count_++] = node;
    return true;
  }

  // Ranks the successor made last. The most promising is kept in hand, the others go to the open
  // list.
  void rank(double f) noexcept {
    const OpenEntry entry{std::bit_cast<std::uint64_t>(f), node_count_ - 1};
    if (!has_best_) {
      best_ = entry;
      has_best_ = true;
      return;
    }
    is_lone_ = false;
    if (entry.is_before(best_)) {
      push(best_);
      best_ = entry;
    } else {
      push(entry);
    }
  }

  // The whole of the next cell is seen, or the goal.
  void emit_view(EdgeId entry, View view) noexcept {
    settle();
    if (add({entry, root_, node_, view, 0, 0.0F, 0.0F, 0.0F, 0.0F})) rank(cost_ + norm(goal_way_));
  }

  // An edge and what rays cut off it; relative to the root.
  struct Gate {
    Vector right;  // its ends
    Vector left;
    Vector right_ray;
    Vector left_ray;
    bool is_right_cut;  // whether the ray cuts the edge, rather than going to its end
    bool is_left_cut;
  };

  // A funnel through an edge. Most cells have one way out that matters, which is followed whatever
  // its f; so that is left open until a second successor comes.
  void emit_cone(EdgeId entry, const Gate& gate) noexcept {
    settle();
    if (!add({entry, root_, node_, View::cone, 0, static_cast<float>(gate.right_ray.x),
              static_cast<float>(gate.right_ray.y), static_cast<float>(gate.left_ray.x),
              static_cast<float>(gate.left_ray.y)})) {
      return;
    }
    if (has_best_) {
      rank(least_length(gate));
    } else {
      unranked_ = gate;
      is_unranked_ = true;
    }
  }

  void settle() noexcept {
    if (!is_unranked_) return;
    is_unranked_ = false;
    rank(least_length(unranked_));
  }

  // The length of a path from the start over the root through the gate, and from there to the goal
  // as if nothing stood in the way. Rounded.
  [[nodiscard]] double least_length(const Gate& gate) const noexcept {
    // A goal before the edge is as far as its mirror image behind it.
    Vector way = goal_way_;
    const Vector along{gate.left.x - gate.right.x, gate.left.y - gate.right.y};
    const double before = cross(along, {way.x - gate.right.x, way.y - gate.right.y});
    if (before > 0.0) {
      const double k = 2.0 * before / inner(along, along);
      way = {way.x + k * along.y, way.y - k * along.x};
    }
    Vector by{0.0, 0.0};
    if (cross(gate.right_ray, way) < 0.0) {
      by = gate.is_right_cut ? meet(gate.right_ray, gate.right, gate.left) : gate.right;
    } else if (cross(gate.left_ray, way) > 0.0) {
      by = gate.is_left_cut ? meet(gate.left_ray, gate.right, gate.left) : gate.left;
    } else {
      return cost_ + norm(way);
    }
    return cost_ + norm(by) + norm({way.x - by.x, way.y - by.y});
  }

  // All of an edge from a root that sees all of its cell.
  void emit_whole(const MeshEdge& from, const MeshEdge& to) noexcept {
    const Vector a = between(at_, from.start());
    const Vector b = between(at_, to.start());
    if (cross(a, b) != 0.0) {
      emit_cone(from.twin(), {a, b, a, b, false, false});
    } else if (inner(a, b) > 0.0) {
      emit_end_on(from, to, inner(a, a) < inner(b, b) ? View::right : View::left);
    }
  }

  // An edge that is seen end-on: only a turn at the end that is nearer, the right or the left one,
  // leads through it.
  void emit_end_on(const MeshEdge& from, const MeshEdge& to, View nearer) noexcept {
    const MeshEdge& corner = nearer == View::right ? from : to;
    const std::uint32_t root = root_;
    if (!corner.is_corner() || !turn_at(corner)) return;
    emit_view(from.twin(), nearer);
    turn_back(root);
  }

  // ---- the open list: a heap of four children a node ----

  void push(const OpenEntry& entry) noexcept {
    std::size_t place = open_count_++;
    OpenEntry* open = s_.open_.get();
    while (place > 0) {
      const std::size_t above = (place - 1) / 4;
      if (!entry.is_before(open[above])) break;
      open[place] = open[above];
      place = above;
    }
    open[place] = entry;
  }

  OpenEntry pop() noexcept {
    OpenEntry* open = s_.open_.get();
    const OpenEntry top = open[0];
    const OpenEntry last = open[--open_count_];
    std::size_t hole = 0;
    for (;;) {
      const std::size_t child = hole * 4 + 1;
      if (child >= open_count_) break;
      std::size_t first = child;
      const std::size_t end = std::min(child + 4, open_count_);
      for (std::size_t i = child + 1; i < end; ++i) {
        if (open[i].is_before(open[first])) first = i;
      }
      if (!open[first].is_before(last)) break;
      open[hole] = open[first];
      hole = first;
    }
    open[hole] = last;
    return top;
  }

  void put_aside() noexcept {
    if (has_best_) push(best_);
    has_best_ = false;
  }

  const ConvexMesh& mesh_;
  Scratch& s_;
  const Point start_;
  const Point goal_;
  const std::size_t expansion_limit_;
  CellId goal_cell_ = 0;
  std::size_t goal_cells_ = 0;
  bool has_open_dead_ends_ = false;

  std::size_t node_count_ = 0;
  std::size_t root_count_ = 0;
  std::size_t open_count_ = 0;
  std::size_t expanded_ = 0;
  bool is_full_ = false;

  // The node in hand, and the root of what it emits.
  std::uint32_t node_ = kNone;
  std::uint32_t root_ = kNone;
  Point at_{0.0F, 0.0F};
  double cost_ = 0.0;
  Vector goal_way_;

  Gate unranked_{};  // of the successor made last, while it is the only one
  bool is_unranked_ = false;
  OpenEntry best_{};
  bool has_best_ = false;
  bool is_lone_ = true;
};

Status OptimalSearch::search() noexcept {
  for (;;) {
    if (is_full_) return Status::out_of_nodes;
    OpenEntry next{};
    if (has_best_ && (is_lone_ || open_count_ == 0 || best_.is_before(s_.open_[0]))) {
      next = best_;
      has_best_ = false;
    } else {
      put_aside();
      if (open_count_ == 0) return Status::no_path;
      next = pop();
    }
    const auto index = static_cast<std::uint32_t>(next.node);
    const Node& node = s_.nodes_[index];
    if (node.view == View::arrived) {
      // A lone successor may have come before its turn.
      if (open_count_ > 0 && s_.open_[0].is_before(next)) {
        push(next);
        continue;
      }
      s_.last_ = index;
      return Status::ok;
    }
    const Root& root = s_.roots_[node.root];
    if (root.vertex != kNone && s_.vertex_marks_[root.vertex].cost < root.cost) continue;
    if (expanded_ == expansion_limit_) return Status::out_of_nodes;
    ++expanded_;
    is_lone_ = true;
    expand(index);
  }
}

void OptimalSearch::expand(std::uint32_t index) noexcept {
  Node& node = s_.nodes_[index];
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
      if (!right.is_corner() || cross(right_ray, between(at_, right.start())) != 0.0) return;
      if (!turn_at(right)) return;
    } else if (cross(left_ray, goal_way_) > 0.0) {
      if (!left.is_corner() || cross(left_ray, between(at_, left.start())) != 0.0) return;
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
  bool has_right = false;
  bool has_left = false;
  for_each_exit(cell, ring, [&](std::size_t i) {
    if (i == entry) return;
    const MeshEdge& edge = ring[i];
    const Vector a = between(at_, edge.start());
    const Vector b = between(at_, ring[i + 1 == ring.size() ? 0 : i + 1].start());
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

// What of the cell lies right of the funnel, and what a ray cut off an edge there.
void OptimalSearch::turn_right(const Node& node, CellId cell) noexcept {
  const std::span<const MeshEdge> ring = mesh_.edges(cell);
  const std::size_t entry = node.edge - mesh_.first_edge(cell);
  const std::size_t touching = entry + 1 == ring.size() ? 0 : entry + 1;
  const MeshEdge& end = ring[touching];
  const Vector ray{node.right_x, node.right_y};
  if (cross(ray, between(at_, end.start())) != 0.0) return;
  const Point before = at_;
  const std::uint32_t root = root_;
  const bool is_corner = end.is_corner();
  if (is_corner && !turn_at(end)) return;
  for_each_exit(cell, ring, [&](std::size_t i) {
    if (i == entry) return;
    const MeshEdge& from = ring[i];
    const MeshEdge& to = ring[i + 1 == ring.size() ? 0 : i + 1];
    const double a = cross(ray, between(before, from.start()));
    const double b = cross(ray, between(before, to.start()));
    if (b > 0.0 && a >= 0.0) return;
    if (!is_corner) {
      // The outline may go on along the ray: walls, and edges that are seen end-on.
      if (a == 0.0 && b == 0.0 && i != touching) emit_end_on(from, to, View::right);
    } else if (i == touching) {
      emit_view(from.twin(), View::right);
    } else if (b <= 0.0) {
      emit_whole(from, to);
    } else {
      const Vector right = between(at_, from.start());
      emit_cone(from.twin(), {right, between(at_, to.start()), right, ray, false, true});
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
  if (cross(ray, between(at_, end.start())) != 0.0) return;
  const Point before = at_;
  const std::uint32_t root = root_;
  const bool is_corner = end.is_corner();
  if (is_corner && !turn_at(end)) return;
  for_each_exit(cell, ring, [&](std::size_t i) {
    if (i == entry) return;
    const MeshEdge& from = ring[i];
    const MeshEdge& to = ring[i + 1 == ring.size() ? 0 : i + 1];
    const double a = cross(ray, between(before, from.start()));
    const double b = cross(ray, between(before, to.start()));
    if (a < 0.0 && b <= 0.0) return;
    if (!is_corner) {
      if (a == 0.0 && b == 0.0 && i != touching) emit_end_on(from, to, View::left);
    } else if (i == touching) {
      emit_view(from.twin(), View::left);
    } else if (a >= 0.0) {
      emit_whole(from, to);
    } else {
      const Vector left = between(at_, to.start());
      emit_cone(from.twin(), {between(at_, from.start()), left, ray, left, true, false});
    }
  });
  turn_back(root);
}

Result OptimalSearch::write_path(Scratch& s, const Point& goal, std::span<Point> out) noexcept {
  // The chain of roots leads from the goal to the start: turn it round.
  std::uint32_t at = s.nodes_[s.last_].root;
  std::uint32_t after = kNone;
  while (at != kNone) {
    const std::uint32_t before = s.roots_[at].before;
    s.roots_[at].before = after;
    after = at;
    at = before;
  }
  PathWriter path(out);
  bool fits = true;
  for (std::uint32_t i = after; fits && i != kNone; i = s.roots_[i].before) {
    fits = path.append(s.roots_[i].at);
  }
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

Result OptimalSearch::write_corridor(const ConvexMesh& mesh, const Scratch& s,
                                     std::span<CellId> out) noexcept {
  if (s.last_ == kNone) return {Status::ok, 0};
  // The node that arrived stands for no step.
  const std::uint32_t end = s.nodes_[s.last_].before;
  std::size_t count = 0;
  for (std::uint32_t i = end; i != kNone; i = s.nodes_[i].before) ++count;
  std::size_t place = count;
  for (std::uint32_t i = end; i != kNone; i = s.nodes_[i].before) {
    if (--place < out.size()) out[place] = mesh.cell_of(s.nodes_[i].edge);
  }
  if (count > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, count};
}

Result OptimalSearch::write_cones(const ConvexMesh& mesh, const Scratch& s,
                                  std::span<Cone> out) noexcept {
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < s.node_count_; ++i) {
    const Node& node = s.nodes_[i];
    if (node.is_expanded == 0 || node.view != View::cone) continue;
    if (count == out.size()) return {Status::truncated, count};
    const Point& apex = s.roots_[node.root].at;
    const Vector left = between(apex, mesh.edge(node.edge).start());
    const Vector right = between(apex, mesh.edge(mesh.next(node.edge)).start());
    // Where the ray does not go to the end of the edge, it cuts it.
    const auto place = [&](const Vector& ray, const Vector& end) -> Point {
      const Vector by = cross(ray, end) == 0.0 ? end : meet(ray, right, left);
      return {apex.x() + static_cast<float>(by.x), apex.y() + static_cast<float>(by.y)};
    };
    out[count++] = {apex, place({node.right_x, node.right_y}, right),
                    place({node.left_x, node.left_y}, left)};
  }
  return {Status::ok, count};
}

OptimalScratch::OptimalScratch(const ConvexMesh& mesh)
    : OptimalScratch(mesh, 4 * mesh.edge_count() + 8192) {}

OptimalScratch::OptimalScratch(const ConvexMesh& mesh, std::size_t node_places)
    : places_(node_places),
      cell_count_(mesh.cell_count()),
      vertex_count_(mesh.vertex_count()),
      nodes_(std::make_unique_for_overwrite<Node[]>(places_)),
      roots_(std::make_unique_for_overwrite<Root[]>(places_)),
      open_(std::make_unique_for_overwrite<OpenEntry[]>(places_)),
      vertex_marks_(std::make_unique<VertexMark[]>(vertex_count_)),
      cell_marks_(std::make_unique<std::uint32_t[]>(cell_count_)) {
  assert(places_ >= 16 && places_ < (std::size_t{1} << 31));
}

std::size_t OptimalScratch::memory_bytes() const noexcept {
  return places_ * (sizeof(Node) + sizeof(Root) + sizeof(OpenEntry)) +
         vertex_count_ * sizeof(VertexMark) + cell_count_ * sizeof(std::uint32_t);
}

MeshPathResult find_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                         const OptimalOptions& options, OptimalScratch& scratch,
                         std::span<Point> out) noexcept {
  MeshPathResult result;
  const Point from = snap(start);
  const Point to = snap(goal);
  OptimalSearch search(mesh, scratch, from, to, options.expansion_limit);
  result.status = search.run();
  result.expanded = search.expanded();
  if (result.status != Status::ok) return result;
  const Result path = OptimalSearch::write_path(scratch, to, out);
  result.status = path.status;
  result.count = path.count;
  result.length = path_length(out.first(path.count));
  return result;
}

Result extract_corridor(const ConvexMesh& mesh, const OptimalScratch& scratch,
                        std::span<CellId> out) noexcept {
  return OptimalSearch::write_corridor(mesh, scratch, out);
}

Result extract_cones(const ConvexMesh& mesh, const OptimalScratch& scratch,
                     std::span<Cone> out) noexcept {
  return OptimalSearch::write_cones(mesh, scratch, out);
}

}  // namespace taut
