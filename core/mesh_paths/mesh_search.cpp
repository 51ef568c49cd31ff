#include <taut/mesh_search.hpp>

#include <algorithm>
#include <cmath>

#include <taut/detail/require.hpp>
#include <taut/funnel.hpp>

namespace taut {
namespace {

// In float: nothing is decided on lengths but which corridor is tried first.
float length_between(const Point& a, const Point& b) noexcept {
  const float x = b.x() - a.x();
  const float y = b.y() - a.y();
  return std::sqrt(x * x + y * y);
}

// The place on an edge by which the way from `at`, left of the edge, to the goal is shortest if
// nothing else stood in the way. Rounded.
Point find_entry(const Point& at, const Point& right, const Point& left,
                 const Point& goal) noexcept {
  const float along_x = left.x() - right.x();
  const float along_y = left.y() - right.y();
  float goal_x = goal.x();
  float goal_y = goal.y();
  // A goal before the edge is as far as its mirror image behind it.
  const float before = along_x * (goal_y - right.y()) - along_y * (goal_x - right.x());
  if (before > 0.0F) {
    const float k = 2.0F * before / (along_x * along_x + along_y * along_y);
    goal_x += k * along_y;
    goal_y -= k * along_x;
  }
  const float way_x = goal_x - at.x();
  const float way_y = goal_y - at.y();
  const float to_right = way_x * (right.y() - at.y()) - way_y * (right.x() - at.x());
  const float to_left = way_x * (left.y() - at.y()) - way_y * (left.x() - at.x());
  if (to_right >= 0.0F) return right;
  if (to_left <= 0.0F) return left;
  const float t = to_right / (to_right - to_left);
  return {right.x() + t * along_x, right.y() + t * along_y};
}

}  // namespace

// A mesh as find_cheapest() wants it. Besides the cells there is a node for the start and one for
// the goal, each of which may lie in several cells.
class CellGraph {
 public:
  CellGraph(const ConvexMesh& mesh, MeshScratch& scratch, const Point& start,
            const Point& goal) noexcept
      : mesh_(mesh),
        scratch_(scratch),
        start_(start),
        goal_(goal),
        start_node_(static_cast<NodeId>(mesh.cell_ids())),
        goal_node_(start_node_ + 1) {
    mesh.for_each_cell_at(goal, [&](CellId cell) {
      goal_cell_ = cell;
      ++goal_cells_;
    });
    mesh.for_each_cell_at(start, [&](CellId first) {
      has_start_ = true;
      mesh.for_each_cell_at(goal, [&](CellId last) {
        is_connected_ = is_connected_ || mesh.is_connected(first, last);
      });
    });
    if (++scratch_.query_ == 0) {
      std::fill(scratch_.marks_.begin(), scratch_.marks_.end(), 0U);
      scratch_.query_ = 1;
    }
  }

  [[nodiscard]] bool has_start() const noexcept { return has_start_; }
  [[nodiscard]] bool has_goal() const noexcept { return goal_cells_ > 0; }
  [[nodiscard]] bool is_connected() const noexcept { return is_connected_; }
  [[nodiscard]] NodeId start_node() const noexcept { return start_node_; }
  [[nodiscard]] NodeId goal_node() const noexcept { return goal_node_; }

  // Keeps the search out of dead ends but for those that lead to the goal.
  void close_dead_ends() noexcept {
    has_closed_dead_ends_ = true;
    mesh_.for_each_cell_at(goal_, [&](CellId cell) {
      while (mesh_.is_dead_end(cell) && !is_marked(cell)) {
        scratch_.marks_[cell] = scratch_.query_;
        cell = mesh_.cell_of(mesh_.edge(mesh_.toward_exit(cell)).twin());
      }
    });
  }

  // The loop asks for a cell's estimate when it takes down a way to it: that is when the cell's
  // entry is set.
  [[nodiscard]] double heuristic(NodeId node) const noexcept {
    if (node == goal_node_) return 0.0;
    if (node == start_node_) return static_cast<double>(length_between(start_, goal_));
    if (node == shown_) scratch_.entries_[node] = shown_entry_;
    return static_cast<double>(length_between(scratch_.entries_[node], goal_));
  }

  template <class Visit>
  void for_each_step(NodeId node, NodeId parent, const Visit& visit) const noexcept {
    if (node == start_node_) {
      mesh_.for_each_cell_at(start_, [&](CellId cell) { show(cell, start_, 0.0F, visit); });
    } else if (is_goal_cell(node)) {
      visit(goal_node_, static_cast<double>(length_between(scratch_.entries_[node], goal_)));
    } else {
      const Point at = scratch_.entries_[node];
      const std::span<const MeshEdge> ring = mesh_.edges(node);
      for (std::size_t i = 0; i < ring.size(); ++i) {
        if (ring[i].is_wall()) continue;
        const CellId to = mesh_.cell_of(ring[i].twin());
        // Entries are guesses, so a cell may be found again cheaper. The second way is hardly
        // shorter, and costs all that was built on the first.
        if (to == parent || scratch_.search.is_expanded(to)) continue;
        if (has_closed_dead_ends_ && ring[i].leads_to_dead_end() && !is_marked(to)) continue;
        const Point entry =
            find_entry(at, ring[i].start(), ring[i + 1 == ring.size() ? 0 : i + 1].start(), goal_);
        show(to, entry, length_between(at, entry), visit);
      }
    }
    shown_ = kNoNode;
  }

 private:
  template <class Visit>
  void show(CellId cell, const Point& entry, float cost, const Visit& visit) const noexcept {
    shown_ = cell;
    shown_entry_ = entry;
    visit(cell, static_cast<double>(cost));
  }
  [[nodiscard]] bool is_marked(CellId cell) const noexcept {
    return scratch_.marks_[cell] == scratch_.query_;
  }
  [[nodiscard]] bool is_goal_cell(CellId cell) const noexcept {
    return goal_cells_ == 1 ? cell == goal_cell_ : goal_cells_ > 1 && mesh_.holds(cell, goal_);
  }

  const ConvexMesh& mesh_;
  MeshScratch& scratch_;
  Point start_;
  Point goal_;
  NodeId start_node_;
  NodeId goal_node_;
  CellId goal_cell_ = 0;
  std::size_t goal_cells_ = 0;
  bool has_start_ = false;
  bool is_connected_ = false;
  bool has_closed_dead_ends_ = false;
  mutable NodeId shown_ = kNoNode;
  mutable Point shown_entry_{0.0F, 0.0F};
};

// Two nodes more than cells: see CellGraph.
MeshScratch::MeshScratch(std::size_t cell_ids)
    : search(detail::require_within("MeshScratch: cell ids", cell_ids, 0, kNoNode - 3) + 2),
      corridor(cell_ids + 2),
      portals(cell_ids),
      entries_(cell_ids, Point(0.0F, 0.0F)),
      marks_(cell_ids, 0) {}

void MeshScratch::fit(const ConvexMesh& mesh) {
  if (mesh.cell_ids() <= marks_.size()) return;
  *this = MeshScratch(mesh.cell_ids() + mesh.cell_ids() / 4);
}

std::size_t MeshScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + corridor.capacity() * sizeof(CellId) +
         portals.capacity() * sizeof(Portal) + entries_.capacity() * sizeof(Point) +
         marks_.capacity() * sizeof(std::uint32_t);
}

CorridorResult find_corridor(const ConvexMesh& mesh, const Point& start, const Point& goal,
                             const MeshSearchOptions& options, MeshScratch& scratch,
                             std::span<CellId> out) noexcept {
  CorridorResult result;
  if (mesh.cell_ids() + 2 > scratch.corridor.size()) {
    result.status = Status::out_of_nodes;
    return result;
  }
  CellGraph graph(mesh, scratch, start, goal);
  if (!graph.has_start() || !graph.has_goal()) {
    result.status = Status::invalid_input;
    return result;
  }
  const bool is_partial = options.partial == PartialPath::nearest;
  if (!graph.is_connected() && !is_partial) return result;
  // What is nearest to a goal out of reach may lie in any dead end.
  if (graph.is_connected()) graph.close_dead_ends();

  const SearchResult found = find_cheapest(graph, graph.start_node(), graph.goal_node(),
                                           options.expansion_limit, scratch.search);
  result.status = found.status;
  result.expanded = found.expanded;
  if (found.reached == kNoNode || (found.status != Status::ok && !is_partial)) return result;

  result.cost = found.cost;
  const std::size_t nodes = extract_nodes(scratch.search, found.reached, scratch.corridor).count;
  // Without the nodes of start and goal.
  std::span<const CellId> corridor =
      std::span<const CellId>(scratch.corridor).first(nodes).subspan(1);
  if (found.status == Status::ok) corridor = corridor.first(corridor.size() - 1);
  if (corridor.empty()) {
    // No cell was entered nearer to the goal than the start is.
    scratch.corridor[0] = *mesh.locate(start);
    corridor = std::span<const CellId>(scratch.corridor).first(1);
  }
  result.count = std::min(corridor.size(), out.size());
  std::copy_n(corridor.begin(), result.count, out.begin());
  if (corridor.size() > out.size() && found.status == Status::ok) {
    result.status = Status::truncated;
  }
  return result;
}

PathResult find_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                     const MeshSearchOptions& options, MeshScratch& scratch,
                     std::span<Point> out) noexcept {
  PathResult result;
  const Point from = snap(start);
  Point to = snap(goal);
  const CorridorResult found = find_corridor(mesh, from, to, options, scratch, scratch.corridor);
  result.status = found.status;
  result.expanded = found.expanded;
  if (found.count == 0) return result;
  const std::span<const CellId> corridor(scratch.corridor.data(), found.count);
  if (found.status != Status::ok) {
    const std::span<const MeshEdge> ring = mesh.edges(corridor.back());
    to = std::min_element(ring.begin(), ring.end(), [&](const MeshEdge& a, const MeshEdge& b) {
           return distance(a.start(), to) < distance(b.start(), to);
         })->start();
  }
  const Result portals = extract_portals(mesh, corridor, scratch.portals);
  const Result path = string_pull(from, to, {scratch.portals.data(), portals.count}, out);
  result.count = path.count;
  result.length = path_length(out.first(path.count));
  if (result.status == Status::ok) result.status = path.status;
  return result;
}

}  // namespace taut
