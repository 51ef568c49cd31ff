#include "field_build.hpp"

#include <algorithm>
#include <cmath>

#include "field_sight.hpp"

// The optimal search (core/mesh_paths) without a goal: every funnel is expanded, in the order of
// the least distance of its interval, and dead ends are entered. A field keeps for each cell the
// funnels that entered it. A shortest path to a point of a cell comes through one of them, straight
// or with a turn at an end of the entry edge.
//
// Funnels that enter by the same edge are compared at once (edge_contest.hpp). What is farther
// everywhere is dropped. What is farther on one side of its interval gets a new ray there, through
// a lattice point a little outside the part that it keeps: so all rays stay exact, intervals
// overlap a little, and a cell keeps about as many funnels as are nearest somewhere in it.
namespace taut {

FieldResult FieldBuild::run(std::span<const FieldGoal> goals, const FieldOptions& options) {
  fit();
  m_.reach = options.length_limit;
  limit(m_.reach);
  if (!(options.length_limit >= 0.0) || !open_goals(goals)) {
    m_.mesh = nullptr;
    m_.reach = 0.0;
    return {Status::invalid_input, 0};
  }
  FieldTargets targets(m_, options);
  if (options.end != FieldEnd::whole) {
    targets_ = &targets;
    for (const Node& node : m_.nodes) targets.update(node);
    limit(std::min(m_.reach, targets.bound()));
  }
  search();
  seal();
  m_.reach = std::min(m_.reach, targets.bound());
  return {Status::ok, expanded_};
}

// Estimates are rounded; queries compare the distances themselves.
void FieldBuild::limit(double length) noexcept { limit_ = length * (1.0 + 1e-9); }

void FieldBuild::fit() {
  m_.mesh = &mesh_;
  m_.revision = mesh_.revision();
  m_.edge_ids = mesh_.edge_ids();
  m_.nodes.clear();
  m_.roots.clear();
  m_.spans.clear();
  m_.sights.clear();
  m_.open.clear();
  m_.first.assign(mesh_.edge_ids(), kNone);
  if (++m_.build == 0 || m_.vertex_marks.size() < mesh_.vertex_ids()) {
    m_.vertex_marks.assign(mesh_.vertex_ids(), {0.0, 0, 0});
    m_.build = 1;
  }
}

bool FieldBuild::open_goals(std::span<const FieldGoal> goals) {
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Point at = snap(goals[i].at);
    if (!(goals[i].cost >= 0.0 && goals[i].cost < kNoLengthLimit)) return false;
    const auto root = static_cast<std::uint32_t>(m_.roots.size());
    m_.roots.push_back({goals[i].cost, at, kNone, kNone, static_cast<std::uint32_t>(i)});
    use_root(root);
    bool is_inside = false;
    mesh_.for_each_cell_at(at, [&](CellId cell) {
      is_inside = true;
      add(mesh_.first_edge(cell), View::start, Rival{}, cost_);
    });
    if (!is_inside) return false;
  }
  return true;
}

void FieldBuild::search() {
  for (;;) {
    const std::uint32_t index = m_.open.pop(limit_);
    if (index == kNone) return;
    Node& node = m_.nodes[index];
    if (node.fate != Fate::open) continue;
    if (is_stale(node)) {
      node.fate = Fate::dropped;
      continue;
    }
    node.fate = Fate::expanded;
    ++expanded_;
    expand(index);
  }
}

// Whether a shorter path to the root is known; of a goal, by the funnels that enter the same cell.
bool FieldBuild::is_stale(const Node& node) const noexcept {
  const Root& root = m_.roots[node.root];
  if (root.vertex != kNone) return m_.vertex_marks[root.vertex].cost < root.cost;
  if (node.view != View::start) return false;
  FieldSight sight(m_, root.at);
  const CellId cell = mesh_.cell_of(node.edge);
  for (EdgeId edge = mesh_.first_edge(cell);;) {
    const EdgeId next = mesh_.next(edge);
    for (std::uint32_t at = m_.first[edge]; at != kNone; at = m_.nodes[at].next) {
      sight.consider(m_.sight(m_.nodes[at], 0), mesh_.edge(edge), mesh_.edge(next));
    }
    if (next == mesh_.first_edge(cell)) break;
    edge = next;
  }
  return sight.distance() < root.cost;
}

// Puts the funnels that remain in the order of the cells, for queries.
void FieldBuild::seal() {
  m_.first_sight.resize(mesh_.cell_ids() + 1);
  for (CellId cell = 0; cell < mesh_.cell_ids(); ++cell) {
    m_.first_sight[cell] = static_cast<std::uint32_t>(m_.sights.size());
    if (!mesh_.is_cell(cell)) continue;
    const EdgeId first = mesh_.first_edge(cell);
    for (std::size_t i = 0; i < mesh_.edges(cell).size(); ++i) {
      for (std::uint32_t at = m_.first[first + i]; at != kNone; at = m_.nodes[at].next) {
        if (m_.nodes[at].fate != Fate::dropped) m_.sights.push_back(m_.sight(m_.nodes[at], i));
      }
    }
  }
  m_.first_sight[mesh_.cell_ids()] = static_cast<std::uint32_t>(m_.sights.size());
}

void FieldBuild::expand(std::uint32_t index) {
  const Node node = m_.nodes[index];
  if (root_ != node.root) use_root(node.root);
  const CellId cell = mesh_.cell_of(node.edge);
  if (node.view == View::cone) {
    expand_cone(node, cell);
  } else {
    expand_view(node, cell);
  }
}

bool FieldBuild::turn_at(const MeshEdge& corner) {
  const double cost = cost_ + detail::norm(detail::between(at_, corner.start()));
  Memory::VertexMark& mark = m_.vertex_marks[corner.vertex()];
  if (mark.build == m_.build && mark.cost <= cost) {
    if (mark.cost < cost || m_.roots[mark.root].before != root_) return false;
    use_root(mark.root);
    return true;
  }
  const auto root = static_cast<std::uint32_t>(m_.roots.size());
  mark = {cost, m_.build, root};
  m_.roots.push_back({cost, corner.start(), corner.vertex(), root_, m_.roots[root_].goal});
  use_root(root);
  return true;
}

void FieldBuild::emit_view(EdgeId entry, View view) {
  const Vector right = detail::between(at_, mesh_.edge(mesh_.next(entry)).start());
  const Vector left = detail::between(at_, mesh_.edge(entry).start());
  Rival own;
  own.cost = cost_;
  own.right = right;
  own.along = {left.x - right.x, left.y - right.y};
  if (contest(entry, own)) add(entry, view, own, cost_);
}

void FieldBuild::emit_cone(EdgeId entry, const detail::Interval& interval) {
  Rival own{cost_,
            interval.right,
            {interval.left.x - interval.right.x, interval.left.y - interval.right.y},
            {},
            true,
            interval.right_ray,
            interval.left_ray};
  if (interval.is_right_cut) own.span.from = own.cut(interval.right_ray);
  if (interval.is_left_cut) own.span.to = own.cut(interval.left_ray);
  if (contest(entry, own)) add(entry, View::cone, own, own.least_distance());
}

void FieldBuild::add(EdgeId entry, View view, const Rival& rival, double f) {
  if (f > limit_) return;
  const auto index = static_cast<std::uint32_t>(m_.nodes.size());
  m_.nodes.push_back({entry, root_, m_.first[entry], view, Fate::open,
                      static_cast<float>(rival.right_ray.x), static_cast<float>(rival.right_ray.y),
                      static_cast<float>(rival.left_ray.x), static_cast<float>(rival.left_ray.y)});
  m_.spans.push_back(rival.span);
  m_.first[entry] = index;
  if (targets_ != nullptr) {
    targets_->update(m_.nodes.back());
    limit(std::min(m_.reach, targets_->bound()));
  }
  m_.open.push(f, index);
}

Rival FieldBuild::rival(std::uint32_t index) const noexcept {
  const Node& node = m_.nodes[index];
  const Root& root = m_.roots[node.root];
  const Vector right = detail::between(root.at, mesh_.edge(mesh_.next(node.edge)).start());
  const Vector left = detail::between(root.at, mesh_.edge(node.edge).start());
  return {root.cost,
          right,
          {left.x - right.x, left.y - right.y},
          m_.spans[index],
          node.view == View::cone,
          {node.right_x, node.right_y},
          {node.left_x, node.left_y}};
}

// Compares what is to be emitted with the funnels that enter by the same edge already. What is
// nowhere nearer is dropped, what is nearer in a part only is trimmed, if it has not been expanded.
// Returns false when nothing remains to be emitted.
//
// A tie counts as not nearer, except at a corner. There the two funnels turn at the same length,
// and turn_at() has let only one of them: that one must stay.
bool FieldBuild::contest(EdgeId edge, Rival& own) {
  const bool is_right_corner = mesh_.edge(mesh_.next(edge)).is_corner();
  const bool is_left_corner = mesh_.edge(edge).is_corner();
  for (std::uint32_t* link = &m_.first[edge]; *link != kNone;) {
    const std::uint32_t index = *link;
    Node& node = m_.nodes[index];
    const double from = std::max(own.span.from, m_.spans[index].from);
    const double to = std::min(own.span.to, m_.spans[index].to);
    if (node.view != View::start && from < to) {
      Rival other = rival(index);
      const bool is_same = node.root == root_;
      const Contest contest(own, other, from, to, !is_same && is_right_corner && from == 0.0,
                            !is_same && is_left_corner && to == 1.0);
      if (contest.trim(own, other) == Trimmed::away) return false;
      if (node.fate == Fate::open && !contest.is_lost()) {
        const Trimmed trimmed = contest.swapped().trim(other, own);
        if (trimmed == Trimmed::away) {
          node.fate = Fate::dropped;
          *link = node.next;
          continue;
        }
        if (trimmed == Trimmed::partly) keep(other, index);
      }
    }
    link = &node.next;
  }
  return true;
}

void FieldBuild::keep(const Rival& rival, std::uint32_t index) noexcept {
  Node& node = m_.nodes[index];
  m_.spans[index] = rival.span;
  node.right_x = static_cast<float>(rival.right_ray.x);
  node.right_y = static_cast<float>(rival.right_ray.y);
  node.left_x = static_cast<float>(rival.left_ray.x);
  node.left_y = static_cast<float>(rival.left_ray.y);
}

FieldResult build_field(const ConvexMesh& mesh, std::span<const FieldGoal> goals,
                        const FieldOptions& options, Field& field) {
  return FieldBuild(mesh, *field.memory_).run(goals, options);
}

}  // namespace taut
