#include <taut/engine/mesh_search.hpp>

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

#include <taut/detail/path_writer.hpp>
#include <taut/detail/require.hpp>
#include <taut/engine/baselines.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/vectors.hpp>

#include "core/base/lists.hpp"

#include "mesh_search_state.hpp"

// A node is an edge by which a cell is entered, with the best path known to it as a funnel: the
// last corner of the path (its root) and the two corners that limit the view from there through the
// edge. Unlike the optimal search, which keeps every funnel, a node keeps the one of least f and is
// expanded once, with landmarks sometimes again. Where the next edge lies beside the funnel, the
// path turns at the corner that limits it on that side, even if that corner is not an end of the
// entry edge. So a path continues through every edge, and a corridor is found whenever there is
// one.
//
// All numbers are floats and rounded: they decide only which corridor is pulled.
namespace taut {

MeshScratch::Memory::Memory(std::size_t cell_ids, std::size_t edge_ids)
    : edge_marks(detail::require_within("MeshScratch: edge ids", edge_ids, 0, kNoEdge)),
      nodes(edge_ids + max_reopened(edge_ids)),
      open(edge_ids + max_improvements(edge_ids)),
      cell_marks(cell_ids, 0) {}

MeshScratch::MeshScratch(std::size_t cell_ids, std::size_t edge_ids)
    : corridor(detail::require_within("MeshScratch: cell ids", cell_ids, 0, kNoNode - 1)),
      portals(cell_ids),
      memory_(detail::make_hidden<Memory>(cell_ids, edge_ids)) {}

void MeshScratch::fit(const ConvexMesh& mesh) {
  memory_->state = {};
  if (mesh.cell_ids() <= memory_->cell_marks.size() &&
      mesh.edge_ids() <= memory_->edge_marks.size()) {
    return;
  }
  *this = MeshScratch(mesh.cell_ids() + mesh.cell_ids() / 4, mesh.edge_ids() + mesh.edge_ids() / 4);
}

std::size_t MeshScratch::memory_bytes() const noexcept {
  return detail::bytes_of(corridor, portals, memory_->cell_marks, memory_->edge_marks) +
         memory_->nodes.memory_bytes() + memory_->open.memory_bytes();
}

bool MeshScratch::is_expanded(EdgeId edge) const noexcept {
  return memory_->edge_marks[edge].query == memory_->query + 1;
}

void MeshSearch::begin_marks() noexcept {
  s_.query += GoalMarks::kStep;
  if (s_.query != 0) return;
  std::fill(s_.edge_marks.begin(), s_.edge_marks.end(), Scratch::Mark{});
  std::fill(s_.cell_marks.begin(), s_.cell_marks.end(), 0U);
  s_.query = GoalMarks::kStep;
}

void MeshSearch::begin(const Point& start, const Point& goal,
                       const MeshSearchOptions& options) noexcept {
  q_ = {};
  q_.start = QueryEnd(start);
  q_.goal = QueryEnd(goal);
  q_.state = mesh_.state();
  q_.options = options;
  q_.hurry_at = kPatience;
  q_.greed = kGreed;
  q_.status = Status::out_of_nodes;
  if (mesh_.cell_ids() > s_.cell_marks.size() || mesh_.edge_ids() > s_.edge_marks.size()) return;
  begin_marks();
  s_.open.keep(0);
  q_.status = locate_ends(mesh_, q_.start, q_.goal);
  if (q_.status == Status::invalid_input) return;
  q_.start_cell = q_.start.first_cell();
  q_.is_connected = q_.status == Status::ok;
  q_.status = Status::no_path;
  if (!q_.is_connected && !is_partial()) return;
  if (q_.is_connected) {
    q_.has_marked_dead_ends = GoalMarks::mark(mesh_, q_.start, q_.goal, s_.query, s_.cell_marks);
  }
  q_.last_f = std::numeric_limits<float>::infinity();
  q_.is_done = false;
  if (q_.is_connected) q_.landmarks = if_current(options.landmarks, mesh_);
}

bool MeshSearch::goes_on(const Point& start, const Point& goal,
                         const MeshSearchOptions& options) const noexcept {
  return q_.is_running && is_of_mesh() && start == q_.start.at() && goal == q_.goal.at() &&
         are_of_query(options, q_.options);
}

void MeshSearch::run(const Point& start, const Point& goal,
                     const MeshSearchOptions& options) noexcept {
  if (!goes_on(start, goal, options)) begin(start, goal, options);
  q_.is_running = !q_.is_done && !search(options.budget);
}

void MeshSearch::run_past(const Point& start, const Point& goal,
                          std::span<const EdgeId> closed) noexcept {
  begin(start, goal, {});
  if (q_.is_done) return;
  // As edges that were expanded: no better path to them is looked for.
  for (const EdgeId edge : closed) {
    s_.edge_marks[edge].query = s_.query + 1;
    if (!mesh_.edge(edge).is_wall()) s_.edge_marks[mesh_.edge(edge).twin()].query = s_.query + 1;
  }
  q_.is_running = !search(q_.options.budget);
}

bool MeshSearch::search(std::size_t expansions) noexcept {
  const std::size_t stop =
      q_.expanded + std::min(expansions, q_.options.expansion_limit - q_.expanded);
  const auto pause = [&] {
    q_.is_done = q_.expanded == q_.options.expansion_limit;
    if (q_.is_done) q_.status = Status::out_of_nodes;
    return q_.is_done;
  };
  best_ = OpenEntry::last();
  if (q_.expanded == 0) {
    if (stop == 0) return pause();
    expand_start();
  }
  for (;;) {
    OpenEntry next = best_;
    best_ = OpenEntry::last();
    if (s_.open.top().is_before(next)) {
      if (next.is_before(OpenEntry::last())) s_.open.push(next);
      next = s_.open.pop();
      prefetch(s_.open.top());
    }
    if (!next.is_before(OpenEntry::make(q_.last_f, 0))) break;
    if (is_stale(next)) continue;
    if (q_.expanded == stop) {
      s_.open.push(next);
      return pause();
    }
    s_.edge_marks[s_.nodes[next.number()].edge].query = s_.query + 1;
    ++q_.expanded;
    if (q_.expanded >= q_.hurry_at) hurry(next.f());
    if (q_.landmarks != nullptr && !q_.is_guided && s_.open.size() >= kFewNodes) {
      guide();
    }
    if (q_.is_guided && q_.trial.has_failed()) {
      q_.landmarks = nullptr;
      q_.is_guided = false;
    }
    expand(next.number());
  }
  q_.is_done = true;
  const bool is_found = q_.last_f < std::numeric_limits<float>::infinity();
  q_.status = is_found ? Status::ok : Status::no_path;
  return true;
}

// Gives each open node its f by `find_f`, a function of the node and the gap that it leads through.
template <class FindF>
void MeshSearch::rank_again(const FindF& find_f) noexcept {
  std::size_t count = 0;
  const std::span<OpenEntry> open = s_.open.entries();
  for (const OpenEntry& entry : open) {
    if (is_stale(entry)) continue;
    Node& node = s_.nodes[entry.number()];
    const CellId cell = mesh_.cell_of(node.edge);
    const Gap inside = gap_of(mesh_.edges(cell), node.edge - mesh_.first_edge(cell));
    node.f = find_f(node, Gap{inside.left, inside.right});
    open[count++] = OpenEntry::make(node.f, entry.number());
  }
  s_.open.keep(count);
}

// From now on nodes are ranked by landmarks too, those that are open first.
void MeshSearch::guide() noexcept {
  s_.bounds.begin(mesh_, *q_.landmarks, q_.goal);
  q_.is_guided = true;
  rank_again([&](const Node& node, const Gap& gap) {
    return std::max(node.f, estimate_by_landmarks(node.funnel, gap, node.edge));
  });
}

// Makes the greed grow, and ranks the open nodes by it. `f` is the least of them.
void MeshSearch::hurry(float f) noexcept {
  q_.hurry_at *= 2;
  const float straight = norm(q_.goal.at() - q_.start.at());
  const bool has_goal = q_.last_f < std::numeric_limits<float>::infinity();
  if (q_.is_guided || !q_.is_connected || has_goal || f > kNearlyStraight * straight) return;
  q_.greed = std::min(1.0F + 2.0F * (q_.greed - 1.0F), kMostGreed);
  rank_again([&](const Node& node, const Gap& gap) { return estimate(node.funnel, gap); });
}

void MeshSearch::expand_start() noexcept {
  ++q_.expanded;
  const Point start = q_.start.at();
  const Gap entry{start, start};
  q_.nearest_square = squared_norm(q_.goal.at() - start);
  q_.start.for_each_cell(mesh_, [&](CellId cell) {
    if (!q_.goal.is_in(mesh_, cell)) return;
    q_.start_cell = cell;
    q_.last_f = 0.0F;
    q_.cost = std::sqrt(q_.nearest_square);
  });
  if (q_.last_f == 0.0F) return;
  f_ = 0.0F;
  has_choice_ = true;
  const Funnel funnel{0.0F, start, {0.0F, 0.0F}, {0.0F, 0.0F}};
  const auto leave = [&](CellId cell) {
    const std::span<const MeshEdge> ring = mesh_.edges(cell);
    for_each_exit(cell, ring, [&](std::size_t i) {
      step(funnel, entry, gap_of(ring, i), ring[i].twin(), Scratch::kNone);
    });
  };
  if (q_.is_connected) {
    q_.start.for_each_cell_toward(q_.goal, mesh_, leave);
  } else {
    q_.start.for_each_cell(mesh_, leave);
  }
}

void MeshSearch::expand(std::uint32_t node) noexcept {
  const Funnel funnel = s_.nodes[node].funnel;
  const EdgeId edge = s_.nodes[node].edge;
  const CellId cell = mesh_.cell_of(edge);
  const std::span<const MeshEdge> ring = mesh_.edges(cell);
  const EdgeId first = mesh_.first_edge(cell);
  const std::size_t from = edge - first;
  const Gap inside = gap_of(ring, from);
  const Gap entry{inside.left, inside.right};  // seen entering the cell
  if (is_partial()) keep_nearest(node, entry);
  if (q_.goal.is_in(mesh_, cell)) {
    arrive(node, entry);
    return;
  }
  f_ = s_.nodes[node].f;
  if (has_plain_exits(cell, ring.size())) {
    const std::uint32_t others = mesh_.exits(cell) & ~(std::uint32_t{1} << from);
    has_choice_ = (others & (others - 1)) != 0;
  } else {
    std::size_t others = 0;
    for_each_exit(cell, ring, [&](std::size_t i) { others += i != from ? 1U : 0U; });
    has_choice_ = others > 1;
  }
  for_each_exit(cell, ring, [&](std::size_t i) {
    // No path leads back through an edge by which a better one came.
    if (i == from || is_closed(first + static_cast<EdgeId>(i))) return;
    step(funnel, entry, gap_of(ring, i), ring[i].twin(), node);
  });
}

// The goal is in the cell.
void MeshSearch::arrive(std::uint32_t node, const Gap& entry) noexcept {
  const Point goal = q_.goal.at();
  const Funnel last = pass(s_.nodes[node].funnel, entry, {goal, goal});
  const float rest = norm(goal - last.root);
  const float f = last.cost + q_.greed * rest;
  if (f >= q_.last_f) return;
  q_.last = node;
  q_.last_f = f;
  q_.cost = last.cost + rest;
}

// Keeps the node for a partial path if its edge is nearer to the goal than all before.
void MeshSearch::keep_nearest(std::uint32_t node, const Gap& entry) noexcept {
  const Funnel& funnel = s_.nodes[node].funnel;
  const Point along = entry.left - entry.right;
  const Point to_goal = q_.goal.at() - entry.right;
  const float t = std::clamp(dot(to_goal, along) / dot(along, along), 0.0F, 1.0F);
  const Point at = entry.right + t * along;
  const Point rest = q_.goal.at() - at;
  if (dot(rest, rest) >= q_.nearest_square) return;
  q_.nearest = node;
  q_.nearest_square = dot(rest, rest);
  q_.nearest_cost = funnel.cost + norm(at - funnel.root);
}

// Writes the cells of the path by the node to scratch.corridor. Where the path enters a cell twice,
// the cells between are left out.
std::size_t MeshSearch::extract_cells(std::uint32_t last) noexcept {
  const std::uint32_t mark = s_.query + 1;
  std::size_t count = 0;
  const auto add = [&](CellId cell) {
    if (s_.cell_marks[cell] == mark) {
      while (scratch_.corridor[count - 1] != cell) s_.cell_marks[scratch_.corridor[--count]] = 0;
    } else {
      s_.cell_marks[cell] = mark;
      scratch_.corridor[count++] = cell;
    }
  };
  CellId first = q_.start_cell;
  for (std::uint32_t node = last; node != Scratch::kNone; node = s_.nodes[node].before) {
    const EdgeId edge = s_.nodes[node].edge;
    add(mesh_.cell_of(edge));
    first = mesh_.cell_of(mesh_.edge(edge).twin());
  }
  add(first);
  const std::span<CellId> cells = std::span<CellId>(scratch_.corridor).first(count);
  for (const CellId cell : cells) s_.cell_marks[cell] = 0;
  std::reverse(cells.begin(), cells.end());
  return count;
}

CorridorResult MeshSearch::write_corridor(std::span<CellId> out) noexcept {
  CorridorResult result;
  result.status = q_.is_running ? Status::unfinished : q_.status;
  result.expanded = q_.expanded;
  if (q_.is_running) return result;
  const bool is_found = q_.status == Status::ok;
  if (q_.expanded == 0 || (!is_found && !is_partial())) return result;
  result.cost = static_cast<double>(is_found ? q_.cost : q_.nearest_cost);
  const std::size_t cells = extract_cells(is_found ? q_.last : q_.nearest);
  result.count = std::min(cells, out.size());
  if (out.data() != scratch_.corridor.data()) {
    std::copy_n(scratch_.corridor.begin(), result.count, out.begin());
  }
  if (cells > out.size() && is_found) result.status = Status::truncated;
  return result;
}

CorridorResult find_corridor(const ConvexMesh& mesh, const Point& start, const Point& goal,
                             const MeshSearchOptions& options, MeshScratch& scratch,
                             std::span<CellId> out) noexcept {
  MeshSearch search(mesh, scratch);
  search.run(start, goal, options);
  return search.write_corridor(out);
}

PathResult MeshSearch::write_path(std::span<Point> out) noexcept {
  PathResult result;
  const CorridorResult found = write_corridor(scratch_.corridor);
  result.status = found.status;
  result.expanded = found.expanded;
  if (found.count == 0) return result;
  const std::span<const CellId> corridor(scratch_.corridor.data(), found.count);
  Point to = q_.goal.at();
  if (found.status != Status::ok) {
    const std::span<const MeshEdge> ring = mesh_.edges(corridor.back());
    to = std::min_element(ring.begin(), ring.end(), [&](const MeshEdge& a, const MeshEdge& b) {
           return distance(a.start(), to) < distance(b.start(), to);
         })->start();
  }
  const Result portals = extract_portals(mesh_, corridor, scratch_.portals);
  const Result path = string_pull(q_.start.at(), to, {scratch_.portals.data(), portals.count}, out);
  result.count = path.count;
  result.length = path_length(out.first(path.count));
  result.cost = result.length;
  if (result.status == Status::ok) result.status = path.status;
  return result;
}

PathResult find_path(const ConvexMesh& mesh, const Point& start, const Point& goal,
                     const MeshSearchOptions& options, MeshScratch& scratch,
                     std::span<Point> out) noexcept {
  MeshSearch search(mesh, scratch);
  search.run(snap(start), snap(goal), options);
  return search.write_path(out);
}

PathResult detail::find_path_past(const ConvexMesh& mesh, const Point& start, const Point& goal,
                                  std::span<const EdgeId> closed, MeshScratch& scratch,
                                  std::span<Point> out) noexcept {
  MeshSearch search(mesh, scratch);
  search.run_past(snap(start), snap(goal), closed);
  return search.write_path(out);
}

Result extract_corridor(const ConvexMesh& mesh, MeshScratch& scratch,
                        std::span<CellId> out) noexcept {
  MeshSearch search(mesh, scratch);
  if (!search.has_ended()) return {Status::invalid_input, 0};
  const CorridorResult found = search.write_corridor(out);
  const bool is_path = found.status == Status::ok || found.status == Status::truncated;
  return is_path ? Result{found.status, found.count} : Result{};
}

Point center(const ConvexMesh& mesh, CellId cell) noexcept {
  const std::span<const MeshEdge> ring = mesh.edges(cell);
  // Weights are whole and add up to the steps of the lattice in a tile. All but a few vertices have
  // the same; of a ring longer than that, some have none.
  constexpr std::size_t kSum = kLatticePerTile;
  double x = 0.0;
  double y = 0.0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const std::size_t share = (i + 1) * kSum / ring.size() - i * kSum / ring.size();
    const auto weight = static_cast<double>(share);
    x += weight * static_cast<double>(ring[i].start().x);
    y += weight * static_cast<double>(ring[i].start().y);
  }
  return {static_cast<float>(x / static_cast<double>(kSum)),
          static_cast<float>(y / static_cast<double>(kSum))};
}

Result join_centers(const ConvexMesh& mesh, const Point& start, const Point& goal,
                    std::span<const CellId> corridor, std::span<const Portal> portals,
                    std::span<Point> out) noexcept {
  assert(portals.size() == max_edge_portals(corridor.size()));
  PathWriter path(out);
  bool fits = path.append(start);
  for (std::size_t i = 0; fits && i < portals.size(); ++i) {
    fits = path.append(midpoint(portals[i]));
    if (fits && i + 2 < corridor.size()) fits = path.append(center(mesh, corridor[i + 1]));
  }
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

}  // namespace taut
