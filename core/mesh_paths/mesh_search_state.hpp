// A* over cells: its memory, its query and its elementary steps (internal).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <taut/detail/memory.hpp>
#include <taut/detail/open_heap.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/vectors.hpp>

#include "funnel_steps.hpp"
#include "landmark_bounds.hpp"
#include "query_end.hpp"

namespace taut {

struct MeshScratch::Memory {
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // The part of an edge that is visible from the last corner of a path.
  struct Funnel {
    float cost;   // length of the path from the start to the root
    Point root;   // the last corner of the path
    Point right;  // from the root to the corners that limit the view; both 0 where nothing does
    Point left;
  };

  // The best path known that enters a cell by an edge.
  struct Node {
    float f;
    EdgeId edge;
    std::uint32_t before;  // the node of the cell before, kNone at the start
    Funnel funnel;
  };

  // The node of an edge, apart from the edge's data: most marks are read only to reject a path.
  struct Mark {
    std::uint32_t query;  // that of this memory: a path is known; plus 1: the node is expanded
    std::uint32_t node;
  };

  // The state of a query between calls.
  struct Query {
    QueryEnd start;
    QueryEnd goal;
    MeshSearchOptions options;
    std::size_t expanded = 0;
    std::size_t improvements = 0;
    std::size_t reopened = 0;     // edges expanded, to be expanded again
    std::size_t hurry_at = 0;     // the number of expansions at which the greed may grow
    float greed = 0.0F;           // kGreed, or more
    detail::LandmarkTrial trial;  // of the landmarks
    MeshState state;              // of the mesh
    const Landmarks* landmarks = nullptr;
    Status status = Status::no_path;
    bool is_running = false;            // begun, and unfinished
    bool is_done = true;                // the status is final
    bool is_guided = false;             // whether nodes are ranked by landmarks now
    bool is_connected = false;          // whether the goal can be reached
    bool has_marked_dead_ends = false;  // some lead to the goal
    CellId start_cell = 0;              // one that holds the start, and the goal where one does
    std::uint32_t node_count = 0;
    std::uint32_t last = kNone;     // the best node known in a cell of the goal; kNone: start_cell
    float last_f = 0.0F;            // infinite until there is one
    float cost = 0.0F;              // of the path to the goal by `last`
    std::uint32_t nearest = kNone;  // the node whose edge is nearest to the goal
    float nearest_square = 0.0F;    // its distance from the goal, squared
    float nearest_cost = 0.0F;
  };

  Memory(std::size_t cell_ids, std::size_t edge_ids);

  // How many nodes in the open list may get a better path; later improvements, which are hardly
  // shorter, are ignored. So the open list, which keeps the old entries too, is never full.
  [[nodiscard]] static constexpr std::size_t max_improvements(std::size_t edge_ids) noexcept {
    return edge_ids / 4 + 64;
  }

  // How many edges are expanded again because a better path came: with landmarks.
  [[nodiscard]] static constexpr std::size_t max_reopened(std::size_t edge_ids) noexcept {
    return edge_ids / 16 + 64;
  }

  std::vector<Mark> edge_marks;
  detail::UnsetArray<Node> nodes;         // by age; one per edge, and those of edges expanded again
  OpenHeap<detail::OpenByFloat> open;     // of equal ones the oldest node is first
  std::vector<std::uint32_t> cell_marks;  // GoalMarks by the number `query`, which plus 1 is in the
                                          // corridor
  std::uint32_t query = 0;                // a multiple of GoalMarks::kStep
  Query state;
  detail::LandmarkBounds bounds;  // if there are landmarks
};

// A query on a mesh. What it keeps between calls is in the scratch. mesh_search.cpp says how it
// works.
class MeshSearch {
 public:
  MeshSearch(const ConvexMesh& mesh, MeshScratch& scratch) noexcept
      : mesh_(mesh), scratch_(scratch), s_(*scratch.memory_), q_(s_.state) {}

  // Goes on with the query that is running, if it is this one, or begins it; until it ends or the
  // budget is spent. Requires points on the lattice.
  void run(const Point& start, const Point& goal, const MeshSearchOptions& options) noexcept;
  // Begins another query, which crosses none of these edges, and ends it.
  void run_past(const Point& start, const Point& goal, std::span<const EdgeId> closed) noexcept;

  // Write what it found, as find_corridor() and find_path() promise.
  [[nodiscard]] CorridorResult write_corridor(std::span<CellId> out) noexcept;
  [[nodiscard]] PathResult write_path(std::span<Point> out) noexcept;

  // Whether the last query has ended on this mesh as it is.
  [[nodiscard]] bool has_ended() const noexcept {
    return !q_.is_running && q_.is_done && is_of_mesh();
  }

 private:
  using Scratch = MeshScratch::Memory;
  using Funnel = Scratch::Funnel;
  using Node = Scratch::Node;
  using OpenEntry = detail::OpenByFloat;

  // Factor on the estimated rest of a path. Among the many nearly equal paths through rows of
  // obstacles it prefers those that are nearly complete.
  static constexpr float kGreed = 1.005F;

  // The same on what landmarks know, which is nearer to the truth.
  static constexpr float kGreedByLandmarks = 1.002F;

  // After so many expansions, and whenever they have doubled, what the factor has above 1 doubles,
  // up to kMostGreed. Without it the time grows with the square of the distance there. Where paths
  // are longer than kNearlyStraight times the straight line, as in mazes, it saves little.
  static constexpr std::size_t kPatience = 2048;
  static constexpr float kMostGreed = 1.04F;
  static constexpr float kNearlyStraight = 1.06F;

  // An edge is expanded again for a path that is shorter by more than rounding.
  static constexpr float kReopen = 0.9999F;

  // With fewer open nodes there is little to choose from, and landmarks are not queried.
  static constexpr std::size_t kFewNodes = 3;

  // A path that turns before its entry edge may have to turn again before the next edge.
  static constexpr int kMaxTurns = 2;

  // The ends of an edge, seen walking through it.
  struct Gap {
    Point right;
    Point left;
  };

  static float cross(const Point& a, const Point& b) noexcept { return a.x * b.y - a.y * b.x; }

  // An edge seen leaving the cell.
  static Gap gap_of(std::span<const MeshEdge> ring, std::size_t i) noexcept {
    return {ring[i].start(), ring[i + 1 == ring.size() ? 0 : i + 1].start()};
  }

  static void walk(Funnel& funnel, const Point& by) noexcept {
    funnel.cost += norm(by);
    funnel.root = funnel.root + by;
  }

  // Limits the funnel to the gap. A gap seen end-on is walked to; one that contains the root limits
  // nothing.
  static void open(Funnel& funnel, const Gap& gap) noexcept {
    funnel.right = gap.right - funnel.root;
    funnel.left = gap.left - funnel.root;
    if (cross(funnel.right, funnel.left) > 0.0F) return;
    if (dot(funnel.right, funnel.right) < dot(funnel.left, funnel.left)) {
      walk(funnel, funnel.right);
    } else {
      walk(funnel, funnel.left);
    }
    funnel.right = funnel.left = {0.0F, 0.0F};
  }

  // The funnel through the exit of a cell that it entered by `entry`.
  static Funnel pass(Funnel funnel, const Gap& entry, const Gap& exit) noexcept {
    for (int turns = 1;; ++turns) {
      const Point right = exit.right - funnel.root;
      const Point left = exit.left - funnel.root;
      const bool is_right = cross(funnel.right, left) <= 0.0F;
      if (!is_right && cross(funnel.left, right) < 0.0F) {
        if (cross(funnel.right, right) > 0.0F) funnel.right = right;
        if (cross(funnel.left, left) < 0.0F) funnel.left = left;
        return funnel;
      }
      if (is_right) {
        walk(funnel, funnel.right);
      } else {
        walk(funnel, funnel.left);
      }
      const bool is_at_entry = funnel.root == entry.right || funnel.root == entry.left;
      if (turns == kMaxTurns || is_at_entry) break;
      funnel.right = entry.right - funnel.root;
      funnel.left = entry.left - funnel.root;
      if (cross(funnel.right, funnel.left) <= 0.0F) break;
    }
    open(funnel, exit);
    return funnel;
  }

  // The length of the path through the gap to the goal if nothing else stood in the way.
  [[nodiscard]] float estimate(const Funnel& funnel, const Gap& gap) const noexcept {
    Point goal = q_.goal.at() - funnel.root;
    const Point right = gap.right - funnel.root;
    const Point along = gap.left - gap.right;
    // A goal before the gap is as far as its mirror image behind it.
    const float before = cross(along, goal - right);
    if (before > 0.0F) {
      const float k = 2.0F * before / dot(along, along);
      goal = {goal.x + k * along.y, goal.y - k * along.x};
    }
    // By a corner that limits the funnel, and by the end of the gap where the gap lies beside that.
    const auto turn = [&](const Point& corner, const Point& end, float side) {
      const Point on = end - corner;
      const Point rest = goal - corner;
      const bool is_beside = side * cross(on, rest) > 0.0F;
      return norm(corner) + (is_beside ? norm(on) + norm(goal - end) : norm(rest));
    };
    float rest = 0.0F;
    if (cross(funnel.right, goal) < 0.0F) {
      rest = turn(funnel.right, right, -1.0F);
    } else if (cross(funnel.left, goal) > 0.0F) {
      rest = turn(funnel.left, gap.left - funnel.root, 1.0F);
    } else {
      rest = norm(goal);
    }
    return funnel.cost + q_.greed * rest;
  }

  // The length of a path through the gap where landmarks allow for the shortest one.
  [[nodiscard]] float estimate_by_landmarks(const Funnel& funnel, const Gap& gap,
                                            EdgeId to) const noexcept {
    const auto rest_from = [&](EdgeId edge) {
      return static_cast<float>(s_.bounds.least_distance(*q_.landmarks, mesh_.edge(edge).vertex()));
    };
    const float right = rest_from(mesh_.next(to));
    const float left = rest_from(to);
    const Point along = gap.left - gap.right;
    const float width = norm(along);
    // From each end the rest may become shorter by the way along the gap.
    const float place = std::clamp(0.5F + (right - left) * 0.5F / width, 0.0F, 1.0F);
    const float rest = std::max(right - place * width, left - (1.0F - place) * width);
    const Point from = gap.right - funnel.root;
    const Point way = from + place * along;
    float by = norm(way);
    if (cross(funnel.right, way) < 0.0F) {
      by = norm(funnel.right) + norm(way - funnel.right);
    } else if (cross(funnel.left, way) > 0.0F) {
      by = norm(funnel.left) + norm(way - funnel.left);
    }
    return funnel.cost + kGreedByLandmarks * (by + rest);
  }

  [[nodiscard]] bool is_of_mesh() const noexcept { return mesh_.state() == q_.state; }
  [[nodiscard]] bool goes_on(const Point& start, const Point& goal,
                             const MeshSearchOptions& options) const noexcept;
  void begin(const Point& start, const Point& goal, const MeshSearchOptions& options) noexcept;
  [[nodiscard]] bool search(std::size_t expansions) noexcept;
  void begin_marks() noexcept;
  template <class FindF>
  void rank_again(const FindF& find_f) noexcept;
  void guide() noexcept;
  void hurry(float f) noexcept;
  void expand_start() noexcept;
  void expand(std::uint32_t node) noexcept;
  void arrive(std::uint32_t node, const Gap& entry) noexcept;
  void keep_nearest(std::uint32_t node, const Gap& entry) noexcept;
  [[nodiscard]] std::size_t extract_cells(std::uint32_t last) noexcept;

  [[nodiscard]] bool is_partial() const noexcept {
    return q_.options.partial == PartialPath::nearest;
  }

  // Requires the entry that is likely to be the next, or last().
  void prefetch(const OpenEntry& entry) const noexcept {
    if (!entry.is_before(OpenEntry::last())) return;
    mesh_.prefetch(s_.nodes[entry.number()].edge);
  }

  // Whether the node got a better path since the entry was made.
  [[nodiscard]] bool is_stale(const OpenEntry& entry) const noexcept {
    return s_.nodes[entry.number()].f != entry.f();
  }
  [[nodiscard]] bool is_closed(EdgeId edge) const noexcept {
    return s_.edge_marks[edge].query == s_.query + 1;
  }
  // Whether the bits of exits() are the edges by which the cell may be left.
  [[nodiscard]] bool has_plain_exits(CellId cell, std::size_t edges) const noexcept {
    return edges <= ConvexMesh::kExitBits && q_.is_connected &&
           !(q_.has_marked_dead_ends && GoalMarks::is_marked(s_.cell_marks[cell], s_.query));
  }
  // Whether a path may leave the cell by the edge. The cell nearest to a goal that cannot be
  // reached may lie in any dead end.
  [[nodiscard]] bool is_open(CellId cell, const MeshEdge& edge) const noexcept {
    return q_.is_connected ? GoalMarks::is_open(mesh_, cell, edge, s_.query, s_.cell_marks)
                           : !edge.is_wall();
  }

  // Calls visit(i) for each edge by which the cell may be left.
  template <class Visit>
  void for_each_exit(CellId cell, std::span<const MeshEdge> ring, const Visit& visit) noexcept {
    detail::for_each_edge(
        ring, has_plain_exits(cell, ring.size()), mesh_.exits(cell),
        [&](const MeshEdge& edge) { return is_open(cell, edge); }, visit);
  }

  // Gives the edge beyond `exit` the path through it, if none better is known there.
  //
  // By the straight line f hardly ever falls along a path, so a path no better than one known is
  // seen early, and an expanded edge stays closed. What landmarks know of wide gaps is less than
  // what they know of narrow ones, so f does fall: then the better of two paths may come later.
  void step(const Funnel& funnel, const Gap& entry, const Gap& exit, EdgeId to,
            std::uint32_t before) noexcept {
    Scratch::Mark& mark = s_.edge_marks[to];
    const bool was_expanded = mark.query == s_.query + 1;
    const bool is_known = was_expanded || mark.query == s_.query;
    if (!q_.is_guided && (was_expanded || (is_known && s_.nodes[mark.node].f <= f_))) return;
    const Funnel next = pass(funnel, entry, exit);
    // Where nothing else leads on, the path is followed at once.
    float f = has_choice_ ? estimate(next, exit) : f_;
    if (is_known && s_.nodes[mark.node].f <= f) return;
    if (has_choice_ && q_.is_guided) {
      const float known = estimate_by_landmarks(next, exit, to);
      q_.trial.count(known > f);
      f = std::max(f, known);
    }
    if (!is_known) {
      mark = {s_.query, q_.node_count++};
    } else if (!replace(mark, f)) {
      return;
    }
    s_.nodes[mark.node] = {f, to, before, next};
    OpenEntry open = OpenEntry::make(f, mark.node);
    if (open.is_before(best_)) std::swap(open, best_);
    if (open.is_before(OpenEntry::last())) s_.open.push(open);
  }

  // Whether a path of this f takes the place of the one known. The node of an expanded edge is kept
  // for the paths that lead over it. The entry of the old path stays in the open list.
  [[nodiscard]] bool replace(Scratch::Mark& mark, float f) noexcept {
    const float known = s_.nodes[mark.node].f;
    if (known <= f || q_.improvements == Scratch::max_improvements(mesh_.edge_count()))
      return false;
    if (mark.query == s_.query + 1) {
      if (f >= kReopen * known) return false;
      if (q_.reopened == Scratch::max_reopened(mesh_.edge_count())) return false;
      ++q_.reopened;
      mark = {s_.query, q_.node_count++};
    }
    ++q_.improvements;
    return true;
  }

  const ConvexMesh& mesh_;
  MeshScratch& scratch_;
  Scratch& s_;
  Scratch::Query& q_;

  // While a node is expanded.
  float f_ = 0.0F;                      // of the node
  bool has_choice_ = true;              // whether more than one edge leads on
  OpenEntry best_ = OpenEntry::last();  // the best successor, kept out of the open list
};

}  // namespace taut
