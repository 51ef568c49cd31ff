// The state of the optimal search and its elementary steps (internal).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <taut/engine/geometry.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/vectors.hpp>

#include "funnel_steps.hpp"
#include "optimal_memory.hpp"

namespace taut {

// A query, or the part that one call runs. optimal_search.cpp says how it works.
class OptimalSearch : private OptimalScratch::Memory::State,
                      private detail::FunnelSteps<OptimalSearch, OptimalScratch::Memory::Node> {
 public:
  using Scratch = OptimalScratch::Memory;
  using Node = Scratch::Node;
  using Root = Scratch::Root;
  using View = detail::View;
  using OpenEntry = detail::OpenFunnel;
  using Interval = detail::Interval;
  using State = Scratch::State;
  static constexpr std::uint32_t kNone = Scratch::kNone;
  // With fewer open nodes there is little to choose from, and landmarks take more time than they
  // save: so it is in short queries and in mazes.
  static constexpr std::size_t kFewNodes = 10;

  // Makes a new query.
  OptimalSearch(const ConvexMesh& mesh, OptimalScratch& scratch, const Point& start,
                const Point& goal, const OptimalOptions& options) noexcept
      : mesh_(mesh), s_(*scratch.memory_) {
    start_ = QueryEnd(start);
    goal_ = QueryEnd(goal);
    expansion_limit_ = options.expansion_limit;
    length_limit_ = options.length_limit;
    // Estimates are rounded; the exact comparison is that of the path found.
    limit_bits_ = std::bit_cast<std::uint64_t>(std::max(options.length_limit, 0.0) * (1.0 + 1e-9));
    if (options.landmarks != nullptr && options.landmarks->is_current(mesh)) {
      landmarks_ = options.landmarks;
    }
    if (options.index != nullptr && options.index->is_current(mesh)) index_ = options.index;
  }
  // Continues the query saved in the scratch.
  OptimalSearch(const ConvexMesh& mesh, OptimalScratch& scratch) noexcept
      : State(scratch.memory_->state), mesh_(mesh), s_(*scratch.memory_) {}

  void save() noexcept {
    s_.state = *this;
    s_.node_count = static_cast<std::uint32_t>(node_count_);
  }
  // Instead of save(), for a query that has ended.
  void end() noexcept {
    s_.state.is_running_ = false;
    s_.node_count = static_cast<std::uint32_t>(node_count_);
  }

  void begin() noexcept {
    s_.last = kNone;
    s_.node_count = 0;
    is_running_ = true;
    if (mesh_.cell_ids() > s_.cell_count || mesh_.vertex_ids() > s_.vertex_count) {
      status_ = Status::invalid_input;
      return;
    }
    s_.searched = {mesh_.revision(), mesh_.edge_ids()};
    number_query();
    s_.open.keep(0);
    status_ = find_ends();
    if (status_ == Status::ok && index_ == nullptr) open_start();
  }

  // Nothing while the search is unfinished; then what find_optimal_path() returns and writes.
  [[nodiscard]] std::optional<PathResult> advance(std::size_t expansions,
                                                  std::span<Point> out) noexcept;

  // find_distance(), after begin() with an index.
  [[nodiscard]] DistanceResult measure() noexcept;

  static Result write_corridor(const ConvexMesh& mesh, const OptimalScratch& scratch,
                               std::span<CellId> out) noexcept;
  static Result write_cones(const ConvexMesh& mesh, const OptimalScratch& scratch,
                            std::span<Cone> out) noexcept;

 private:
  using Steps = detail::FunnelSteps<OptimalSearch, Node>;
  friend Steps;
  using Vector = detail::Vector;

  void number_query() noexcept {
    if (++s_.query != 0) return;
    std::fill_n(s_.vertex_marks.get(), s_.vertex_count, VertexMark{0.0, 0, 0});
    std::fill_n(s_.cell_marks.get(), s_.cell_count, 0U);
    s_.query = 1;
  }

  Result write_path(std::span<Point> out) noexcept;
  [[nodiscard]] CornerQuery ask_index() noexcept;
  [[nodiscard]] std::optional<Result> write_by_index(std::span<Point> out) noexcept;

  // ok: there is a path.
  Status find_ends() noexcept {
    start_.locate(mesh_);
    goal_.locate(mesh_);
    if (!start_.has_cell() || !goal_.has_cell()) return Status::invalid_input;
    return start_.is_connected_to(goal_, mesh_) ? Status::ok : Status::no_path;
  }

  void open_start() noexcept {
    goal_.for_each_cell(mesh_, [&](CellId cell) { open_dead_ends(cell); });
    s_.roots[root_count_++] = {0.0, start_.at(), kNone, kNone, 0.0};
    use_root(0);
    start_.for_each_cell(mesh_,
                         [&](CellId cell) { emit_view(mesh_.first_edge(cell), View::start); });
    put_aside();
  }

  // Marks the dead ends that lead to the goal, and the cell they are attached to: they may be
  // entered.
  void open_dead_ends(CellId cell) noexcept {
    while (mesh_.is_dead_end(cell) && s_.cell_marks[cell] != s_.query) {
      has_open_dead_ends_ = true;
      s_.cell_marks[cell] = s_.query;
      cell = mesh_.cell_of(mesh_.edge(mesh_.toward_exit(cell)).twin());
    }
    s_.cell_marks[cell] = s_.query;
  }

  // Whether the edge leads to a cell where a shortest path may go.
  [[nodiscard]] bool is_open(const MeshEdge& edge) const noexcept {
    if (edge.is_wall()) return false;
    return !edge.leads_to_dead_end() || s_.cell_marks[mesh_.cell_of(edge.twin())] == s_.query;
  }

  // Calls visit(i) for each edge through which a shortest path may leave a cell.
  template <class Visit>
  void for_each_exit(CellId cell, std::span<const MeshEdge> ring, const Visit& visit) noexcept {
    const bool is_marked = has_open_dead_ends_ && s_.cell_marks[cell] == s_.query;
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

  // Expands up to `pause` nodes in total. Returns whether the search is done, with status_.
  [[nodiscard]] bool search(std::size_t pause) noexcept;
  [[nodiscard]] bool expand_nodes(std::size_t pause, std::size_t most_open) noexcept;
  void expand(std::uint32_t index) noexcept;
  void arrive(const Node& node) noexcept;

  // ---- roots ----

  // Makes a root the one of the nodes emitted next.
  void use_root(std::uint32_t root) noexcept {
    root_ = root;
    at_ = s_.roots[root].at;
    cost_ = s_.roots[root].cost;
    least_length_ = s_.roots[root].least_length;
    goal_way_ = detail::between(at_, goal_.at());
  }

  // Turns at a corner, which becomes the root. False when a shorter path to it is known, or an
  // equally long one from another root: a shortest path that continues from here exists through
  // that root too, because it would still bend around the corner, or could be shortened. Without
  // this, equally long paths around rows of obstacles would multiply from row to row.
  [[nodiscard]] bool turn_at(const MeshEdge& corner) noexcept {
    const double cost = cost_ + norm(detail::between(at_, corner.start()));
    VertexMark& mark = s_.vertex_marks[corner.vertex()];
    if (mark.query == s_.query && mark.cost <= cost) {
      const bool is_same = mark.cost == cost && s_.roots[mark.root].before == root_;
      if (!is_same) return false;
      settle();
      use_root(mark.root);
      return true;
    }
    if (root_count_ == s_.places) {
      is_full_ = true;
      return false;
    }
    settle();
    const auto root = static_cast<std::uint32_t>(root_count_++);
    mark = {cost, s_.query, root};
    s_.roots[root] = {cost, corner.start(), corner.vertex(), root_, Root::kNotAsked};
    use_root(root);
    return true;
  }

  // Goes back from turns to an earlier root.
  void turn_back(std::uint32_t root) noexcept {
    if (root == root_) return;
    settle();
    use_root(root);
  }

  // ---- successors ----

  // Adds a successor of the current node. Returns false when there is no place for it.
  [[nodiscard]] bool add(const Node& node) noexcept {
    if (node_count_ == s_.places) {
      is_full_ = true;
      return false;
    }
    s_.nodes[node_count_++] = node;
    return true;
  }

  // Ranks the newest successor. The most promising one is kept for expansion, the others are added
  // to the open list.
  void rank(double f) noexcept {
    const OpenEntry entry{std::bit_cast<std::uint64_t>(f), node_count_ - 1};
    if (!has_best_) {
      best_ = entry;
      has_best_ = true;
      return;
    }
    is_lone_ = false;
    if (entry.is_before(best_)) {
      s_.open.push(best_);
      best_ = entry;
    } else {
      s_.open.push(entry);
    }
  }

  // Emits a node that sees the whole next cell, or the goal.
  void emit_view(EdgeId entry, View view) noexcept {
    settle();
    if (!add({entry, root_, node_, view, 0, 0.0F, 0.0F, 0.0F, 0.0F})) return;
    const double f = cost_ + norm(goal_way_);
    rank(is_guided_ ? std::max(f, bound_root()) : f);
  }

  void emit_view(const MeshEdge& from, const MeshEdge& /*to*/, View view) noexcept {
    emit_view(from.twin(), view);
  }

  // Emits a funnel through an edge. Most cells have one exit that matters, which is followed
  // whatever its f; so f is computed only when a second successor is emitted.
  void emit_cone(const MeshEdge& from, const MeshEdge& to, const Interval& interval) noexcept {
    const EdgeId entry = from.twin();
    mesh_.prefetch(entry);
    if (is_guided_) {
      detail::prefetch(landmarks_->distances(from.vertex()).data());
      detail::prefetch(landmarks_->distances(to.vertex()).data());
    }
    settle();
    if (!add({entry, root_, node_, View::cone, 0, static_cast<float>(interval.right_ray.x),
              static_cast<float>(interval.right_ray.y), static_cast<float>(interval.left_ray.x),
              static_cast<float>(interval.left_ray.y)})) {
      return;
    }
    if (has_best_) {
      rank_cone(interval, from.vertex(), to.vertex());
    } else {
      unranked_ = interval;
      unranked_ends_ = {from.vertex(), to.vertex()};
      is_unranked_ = true;
    }
  }

  void settle() noexcept {
    if (!is_unranked_) return;
    is_unranked_ = false;
    rank_cone(unranked_, unranked_ends_[0], unranked_ends_[1]);
  }

  void rank_cone(const Interval& interval, VertexId right, VertexId left) noexcept;
  [[nodiscard]] double least_length(const Interval& interval) const noexcept;

  void put_aside() noexcept {
    if (has_best_) s_.open.push(best_);
    has_best_ = false;
  }

  // ---- landmarks ----

  void guide() noexcept;
  void ask_root() noexcept;
  // No path through the current root to the goal is shorter.
  [[nodiscard]] double bound_root() noexcept {
    if (least_length_ == Root::kNotAsked) ask_root();
    return least_length_;
  }
  [[nodiscard]] double bound_edge(const Vector& right, const Vector& left, VertexId right_end,
                                  VertexId left_end) noexcept;
  [[nodiscard]] double bound_node(const Node& node) noexcept;

  const ConvexMesh& mesh_;
  Scratch& s_;
};

}  // namespace taut
