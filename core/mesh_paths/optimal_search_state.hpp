// The optimal search at work (internal): its state and the small steps of it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/geometry.hpp>
#include <taut/optimal_search.hpp>

namespace taut {

// One query. optimal_search.cpp says how it works.
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
    s_.last_ = kNone;
    s_.node_count_ = 0;
    if (mesh_.cell_ids() > s_.cell_count_ || mesh_.vertex_ids() > s_.vertex_count_) {
      return Status::invalid_input;
    }
    s_.searched_ = {mesh_.revision(), mesh_.edge_ids()};
    if (++s_.query_ == 0) restart_marks();
    s_.open_.keep(0);
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
  using Vector = detail::Vector;

  static double norm(const Vector& a) noexcept { return std::sqrt(dot(a, a)); }

  // Where the ray in direction `ray` meets the line through a and b; rounded.
  static Vector meet(const Vector& ray, const Vector& a, const Vector& b) noexcept {
    const Vector along{b.x - a.x, b.y - a.y};
    const double t = cross(a, along) / cross(ray, along);
    return {t * ray.x, t * ray.y};
  }

  void restart_marks() noexcept {
    std::fill_n(s_.vertex_marks_.get(), s_.vertex_count_, Scratch::VertexMark{0.0, 0, 0});
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
    goal_way_ = detail::between(at_, goal_);
  }

  // Turns at a corner, which becomes the root. False when a way to it is known that is shorter, or
  // just as long from another root: a shortest path that goes on from here may come that way too,
  // for it would still bend round the corner, or it could be shortened. Without this, equal ways
  // round rows of obstacles would multiply from row to row.
  [[nodiscard]] bool turn_at(const MeshEdge& corner) noexcept {
    const double cost = cost_ + norm(detail::between(at_, corner.start()));
    Scratch::VertexMark& mark = s_.vertex_marks_[corner.vertex()];
    if (mark.query == s_.query_ && mark.cost <= cost) {
      const bool is_same = mark.cost == cost && s_.roots_[mark.root].before == root_;
      if (!is_same) return false;
      settle();
      use_root(mark.root);
      return true;
    }
    if (root_count_ == s_.places_) {
      is_full_ = true;
      return false;
    }
    settle();
    const auto root = static_cast<std::uint32_t>(root_count_++);
    mark = {cost, s_.query_, root};
    s_.roots_[root] = {cost, corner.start(), corner.vertex(), root_};
    use_root(root);
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
      s_.open_.push(best_);
      best_ = entry;
    } else {
      s_.open_.push(entry);
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
    mesh_.prefetch(entry);
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
      const double k = 2.0 * before / dot(along, along);
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
    const Vector a = detail::between(at_, from.start());
    const Vector b = detail::between(at_, to.start());
    if (cross(a, b) != 0.0) {
      emit_cone(from.twin(), {a, b, a, b, false, false});
    } else if (dot(a, b) > 0.0) {
      emit_end_on(from, to, dot(a, a) < dot(b, b) ? View::right : View::left);
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

  void put_aside() noexcept {
    if (has_best_) s_.open_.push(best_);
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

}  // namespace taut
