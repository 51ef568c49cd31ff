// The optimal search: its memory, its query and its elementary steps (internal).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <taut/detail/memory.hpp>
#include <taut/detail/open_heap.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/vectors.hpp>

#include "corner_query.hpp"
#include "funnel_steps.hpp"
#include "landmark_bounds.hpp"
#include "passage_search.hpp"
#include "query_end.hpp"

namespace taut {

// A point where paths turn, and the path to it.
struct OptimalRoot {
  double cost;  // length from the start
  Point at{0.0F, 0.0F};
  // kNone at the start; at the exit of a passage its number, counted on from the ids of vertices
  VertexId vertex;
  std::uint32_t before;  // the root before, kNone at the start
  double least_length;   // no path through it to the goal is shorter; or kNotBounded

  static constexpr double kNotBounded = -1.0;  // of the landmarks
};

// A funnel that enters a cell.
struct OptimalNode {
  EdgeId edge;  // the entry edge, as an edge of the cell entered
  std::uint32_t root;
  std::uint32_t before;
  detail::View view;
  std::uint16_t is_expanded;
  detail::Rays rays;  // from the root; exact (see funnel_steps.hpp)
};

// What a query knows between two calls.
struct OptimalQuery {
  static constexpr std::uint32_t kNone = 0xffffffffU;

  bool is_running_ = false;     // begun, and unfinished
  Status status_ = Status::ok;  // ok: the search goes on, or has reached the goal
  OptimalOptions options_;
  MeshState state_;  // of the mesh
  QueryEnd start_;
  QueryEnd goal_;
  std::uint64_t limit_bits_ = 0;          // of the f that no node may exceed
  const Landmarks* landmarks_ = nullptr;  // those of the options, if they are current
  const CornerIndex* index_ = nullptr;    // the same; null once it knew no path
  bool is_guided_ = false;                // whether nodes are ranked by landmarks now
  detail::LandmarkTrial trial_;           // of the landmarks
  bool has_open_dead_ends_ = false;
  detail::PassageQuery over_;    // its passages are null where the query passes none
  VertexId first_exit_ = 0;      // that of the first passage: its mark is one of a vertex
  std::uint32_t component_ = 0;  // of the current node, where passages may be passed

  std::size_t node_count_ = 0;
  std::size_t root_count_ = 0;
  std::size_t expanded_ = 0;
  bool is_full_ = false;
  std::uint32_t last_ = kNone;  // the node that reached the goal

  // The current node, and the root of what it emits.
  std::uint32_t node_ = kNone;
  std::uint32_t root_ = kNone;
  Point at_{0.0F, 0.0F};
  double cost_ = 0.0;
  double least_length_ = 0.0;
  detail::Vector goal_way_;

  detail::Interval unranked_{};              // of the successor made last, while it is the only one
  std::array<VertexId, 2> unranked_ends_{};  // of its edge: right and left
  bool is_unranked_ = false;
  detail::OpenFunnel best_{};
  bool has_best_ = false;
  bool is_lone_ = true;
};

// One per OptimalScratch: its memory, and its query. optimal_search.cpp says how it works.
class OptimalSearch : private OptimalQuery,
                      private detail::FunnelSteps<OptimalSearch, OptimalNode> {
 public:
  // With fewer open nodes there is little to choose from, and landmarks take more time than they
  // save: so it is in short queries and in mazes.
  static constexpr std::size_t kFewNodes = 10;

  OptimalSearch(const ConvexMesh& mesh, std::size_t node_places);
  template <class Scratch>
  [[nodiscard]] static auto& of(Scratch& scratch) noexcept {
    return *scratch.search_;
  }

  void fit(const ConvexMesh& mesh);
  [[nodiscard]] bool grow();
  [[nodiscard]] std::size_t places() const noexcept { return places_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  [[nodiscard]] PathResult find(const ConvexMesh& mesh, const Point& start, const Point& goal,
                                const OptimalOptions& options, std::span<Point> out) noexcept;
  [[nodiscard]] DistanceResult find_distance(const ConvexMesh& mesh, const Point& start,
                                             const Point& goal, const CornerIndex& index) noexcept;

  // ---- passage_search.cpp: the same over passages ----

  void fit(const ConvexMesh& mesh, const detail::MeshPassages& passages);
  [[nodiscard]] PathResult find_over(const ConvexMesh& mesh, const Point& start, const Point& goal,
                                     const detail::PassageQuery& over,
                                     const OptimalOptions& options) noexcept;

  void write_route(detail::MeshRoute& route);

  [[nodiscard]] Result write_corridor(const ConvexMesh& mesh, std::span<CellId> out) const noexcept;
  [[nodiscard]] Result write_cones(const ConvexMesh& mesh, std::span<Cone> out) const noexcept;

 private:
  using Steps = detail::FunnelSteps<OptimalSearch, OptimalNode>;
  friend Steps;
  using Query = OptimalQuery;
  using Node = OptimalNode;
  using Root = OptimalRoot;
  using View = detail::View;
  using OpenEntry = detail::OpenFunnel;
  using Interval = detail::Interval;
  using Vector = detail::Vector;

  // ---- a query ----

  // As far as revision and number of ids tell.
  [[nodiscard]] bool is_of(const ConvexMesh& mesh) const noexcept { return mesh.state() == state_; }
  // Whether it is the query that is running.
  [[nodiscard]] bool goes_on(const Point& start, const Point& goal,
                             const OptimalOptions& options) const noexcept;
  void begin(const Point& start, const Point& goal, const OptimalOptions& options) noexcept;
  void begin_query(const Point& start, const Point& goal, const OptimalOptions& options) noexcept;

  void number_query() noexcept {
    number_ += GoalMarks::kStep;
    if (number_ != 0) return;
    std::fill(vertex_marks_.begin(), vertex_marks_.end(), VertexMark{0.0, 0, 0});
    std::fill(cell_marks_.begin(), cell_marks_.end(), 0U);
    number_ = GoalMarks::kStep;
  }

  [[nodiscard]] std::uint32_t reverse_roots() noexcept;
  Result write_path(std::span<Point> out) noexcept;
  [[nodiscard]] CornerQuery query_index() noexcept;
  [[nodiscard]] std::optional<Result> write_by_index(std::span<Point> out) noexcept;

  void open_start() noexcept {
    has_open_dead_ends_ = GoalMarks::mark(mesh(), start_, goal_, number_, cell_marks_);
    roots_[root_count_++] = {0.0, start_.at(), kNone, kNone, 0.0};
    use_root(0);
    start_.for_each_cell_toward(
        goal_, mesh(), [&](CellId cell) { emit_view(mesh().first_edge(cell), View::start); });
    put_aside();
  }

  // Calls visit(i) for each edge through which a shortest path may leave a cell.
  template <class Visit>
  void for_each_exit(CellId cell, std::span<const MeshEdge> ring, const Visit& visit) noexcept {
    const bool is_plain = !has_open_dead_ends_ || !GoalMarks::is_marked(cell_marks_[cell], number_);
    detail::for_each_edge(
        ring, is_plain, mesh().exits(cell),
        [&](const MeshEdge& edge) {
          return GoalMarks::is_open(mesh(), cell, edge, number_, cell_marks_);
        },
        visit);
  }

  [[nodiscard]] bool search_within(const OptimalOptions& options) noexcept;
  // Expands up to `pause` nodes in total. Returns whether the search is done, with status_.
  [[nodiscard]] bool search(std::size_t pause) noexcept;
  [[nodiscard]] bool expand_nodes(std::size_t pause, std::size_t most_open) noexcept;
  void expand(std::uint32_t index) noexcept;
  void go_on(const Node& node, CellId cell) noexcept;
  void arrive(const Node& node) noexcept;
  [[nodiscard]] bool turn_toward(const Node& node, const Vector& way) noexcept;

  // ---- roots ----

  // Makes a root the one of the nodes emitted next.
  void use_root(std::uint32_t root) noexcept {
    root_ = root;
    at_ = roots_[root].at;
    cost_ = roots_[root].cost;
    least_length_ = roots_[root].least_length;
    goal_way_ = detail::between(at_, goal_.at());
  }
  [[nodiscard]] bool is_over_passages() const noexcept { return over_.passages != nullptr; }

  // Turns at a corner, which becomes the root. False when a shorter path to it is known, or an
  // equally long one from another root: a shortest path that continues from here exists through
  // that root too, because it would still bend around the corner, or could be shortened. Without
  // this, equally long paths around rows of obstacles would multiply from row to row.
  [[nodiscard]] bool turn_at(const MeshEdge& corner) noexcept {
    const double cost = cost_ + norm(detail::between(at_, corner.start()));
    VertexMark& mark = vertex_marks_[corner.vertex()];
    if (mark.query == number_ && mark.cost <= cost) {
      const bool is_same = mark.cost == cost && roots_[mark.root].before == root_;
      if (!is_same) return false;
      settle();
      use_root(mark.root);
      return true;
    }
    if (root_count_ == places_) {
      is_full_ = true;
      return false;
    }
    settle();
    const auto root = static_cast<std::uint32_t>(root_count_++);
    mark = {cost, number_, root};
    roots_[root] = {cost, corner.start(), corner.vertex(), root_, Root::kNotBounded};
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
    if (node_count_ == places_) {
      is_full_ = true;
      return false;
    }
    nodes_[node_count_++] = node;
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
      open_.push(best_);
      best_ = entry;
    } else {
      open_.push(entry);
    }
  }

  // Emits a node that sees the whole next cell, or the goal.
  void emit_view(EdgeId entry, View view) noexcept {
    settle();
    if (!add({entry, root_, node_, view, 0, {}})) return;
    if (is_over_passages()) return rank(bound_root());
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
    mesh().prefetch(entry);
    if (is_guided_) {
      detail::prefetch(landmarks_->distances(from.vertex()).data());
      detail::prefetch(landmarks_->distances(to.vertex()).data());
    }
    settle();
    const detail::Rays rays = detail::to_rays(interval.right_ray, interval.left_ray);
    if (!add({entry, root_, node_, View::cone, 0, rays})) return;
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

  // ---- passages ----

  void begin_over(const Point& start, const Point& goal, const detail::PassageQuery& over,
                  const OptimalOptions& options) noexcept;
  void mark_targets() noexcept;
  void open_in_cells(const Point& place, std::uint32_t component) noexcept;
  // Targets are numbered as passages are, by their entries, and the goal is the last one.
  [[nodiscard]] std::uint32_t goal_target() const noexcept {
    return static_cast<std::uint32_t>(over_.passages->all().size());
  }
  // How long a way costs as much.
  [[nodiscard]] double length_of(const detail::Passage& passage) const noexcept {
    return passage.cost / over_.cost_of_length;
  }
  void arrive_at_targets(const Node& node, CellId cell) noexcept;
  void arrive_at(const Node& node, const Point& place, std::uint32_t target) noexcept;
  void emit_arrival(const Point& place, std::uint32_t target) noexcept;
  [[nodiscard]] bool pass(std::uint32_t index) noexcept;
  [[nodiscard]] double bound_over(const Interval& interval, VertexId right, VertexId left) noexcept;

  void rank_cone(const Interval& interval, VertexId right, VertexId left) noexcept;
  [[nodiscard]] double least_length(const Interval& interval) const noexcept;

  void put_aside() noexcept {
    if (has_best_) open_.push(best_);
    has_best_ = false;
  }

  // ---- landmarks ----

  void guide() noexcept;
  void leave_landmarks() noexcept;
  void measure_root() noexcept;
  // No path through the current root to the goal is shorter.
  [[nodiscard]] double bound_root() noexcept {
    if (least_length_ == Root::kNotBounded) measure_root();
    return least_length_;
  }
  [[nodiscard]] double bound_cone(const Interval& interval, VertexId right, VertexId left) noexcept;
  [[nodiscard]] double bound_node(const Node& node) noexcept;

  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return *mesh_; }

  const ConvexMesh* mesh_ = nullptr;  // of the present call

  std::size_t places_;
  // docs/architecture.md: "the optimal search: 80 per place of a node"
  static_assert(sizeof(Node) + sizeof(Root) + sizeof(OpenEntry) == 80);
  detail::UnsetArray<Node> nodes_;
  detail::UnsetArray<Root> roots_;
  OpenHeap<OpenEntry> open_;
  std::vector<VertexMark> vertex_marks_;
  std::vector<std::uint32_t> cell_marks_;  // number of the query in which a dead end leads to the
                                           // goal
  std::uint32_t number_ = 0;               // of the query
  detail::LandmarkBounds bounds_;          // if there are landmarks
  detail::TargetBounds targets_;           // where passages may be passed
};

}  // namespace taut
