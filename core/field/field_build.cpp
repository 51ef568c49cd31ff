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

namespace {

// A funnel that enters by an edge whose right end and direction are given.
Rival to_rival(const FieldScratch::Memory::Node& node, const Point& right,
               const detail::Vector& along) noexcept {
  return {node.cost,
          detail::between(node.at, right),
          along,
          node.span,
          node.view == detail::View::cone,
          {node.right_x, node.right_y},
          {node.left_x, node.left_y},
          node.turns_right == 0,
          node.turns_left == 0};
}

void keep(const Rival& rival, FieldScratch::Memory::Node& node) noexcept {
  node.span = rival.span;
  node.turns_right = rival.is_right_cut ? 0 : 1;
  node.turns_left = rival.is_left_cut ? 0 : 1;
  node.right_x = static_cast<float>(rival.right_ray.x);
  node.right_y = static_cast<float>(rival.right_ray.y);
  node.left_x = static_cast<float>(rival.left_ray.x);
  node.left_y = static_cast<float>(rival.left_ray.y);
}

}  // namespace

FieldResult FieldBuild::run(std::span<const FieldGoal> goals, const FieldOptions& options) {
  fit();
  field_.reach = options.length_limit;
  limit(field_.reach);
  if (!(options.length_limit >= 0.0) || !open_goals(goals)) {
    field_.mesh = nullptr;
    field_.reach = 0.0;
    return {Status::invalid_input, 0};
  }
  FieldTargets targets(field_, options, s_);
  if (options.end != FieldEnd::whole) {
    targets_ = &targets;
    for (const Node& node : s_.nodes) targets.update(node);
    limit(std::min(field_.reach, targets.bound()));
  }
  search();
  seal();
  field_.reach = std::min(field_.reach, targets.bound());
  return {Status::ok, expanded_};
}

// Estimates are rounded; queries compare the distances themselves.
void FieldBuild::limit(double length) noexcept { limit_ = length * (1.0 + 1e-9); }

void FieldBuild::fit() {
  field_.mesh = &mesh_;
  field_.revision = mesh_.revision();
  field_.edge_ids = mesh_.edge_ids();
  field_.roots.clear();
  field_.sights.clear();
  s_.nodes.clear();
  s_.bounds.clear();
  s_.open.clear();
  s_.first.assign(mesh_.edge_ids(), kNone);
  if (++s_.build == 0 || s_.vertex_marks.size() < mesh_.vertex_ids()) {
    s_.vertex_marks.assign(mesh_.vertex_ids(), {0.0, 0, 0});
    s_.build = 1;
  }
}

bool FieldBuild::open_goals(std::span<const FieldGoal> goals) {
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Point at = snap(goals[i].at);
    if (!(goals[i].cost >= 0.0 && goals[i].cost < kNoLengthLimit)) return false;
    const auto root = static_cast<std::uint32_t>(field_.roots.size());
    field_.roots.push_back({goals[i].cost, at, kNone, static_cast<std::uint32_t>(i), 0});
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
    const std::uint32_t index = s_.open.pop(limit_);
    if (index == kNone) return;
    if (s_.open.likely_next() != kNone) detail::prefetch(&s_.nodes[s_.open.likely_next()]);
    Node& node = s_.nodes[index];
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
  if (node.view != View::start) return field_.roots[node.root].is_stale != 0;
  FieldSight sight(node.at);
  const CellId cell = mesh_.cell_of(node.edge);
  for (EdgeId edge = mesh_.first_edge(cell);;) {
    for (std::uint32_t at = s_.first[edge]; at != kNone; at = s_.nodes[at].next) {
      sight.consider(to_sight(s_.nodes[at]));
    }
    edge = mesh_.next(edge);
    if (edge == mesh_.first_edge(cell)) break;
  }
  return sight.distance() < node.cost;
}

// Puts the funnels that remain in the order of the cells, for queries; those of a cell by their
// bounds, and equal ones in the order in which they were found.
void FieldBuild::seal() {
  std::vector<std::uint32_t>& first = field_.first_sight;
  first.assign(mesh_.cell_ids() + 1, 0);
  for (const Node& node : s_.nodes) {
    if (node.fate != Fate::dropped) ++first[mesh_.cell_of(node.edge)];
  }
  std::uint32_t count = 0;
  for (std::uint32_t& end : first) {
    count += end;
    end = count;
  }
  field_.sights.resize(count);
  for (std::size_t i = s_.nodes.size(); i-- > 0;) {
    const Node& node = s_.nodes[i];
    if (node.fate == Fate::dropped) continue;
    FieldMemory::Sight& sight = field_.sights[--first[mesh_.cell_of(node.edge)]];
    sight = to_sight(node);
    sight.bound = s_.bounds[i];
  }
  for (CellId cell = 0; cell < mesh_.cell_ids(); ++cell)
    sort_by_bound(first[cell], first[cell + 1]);
}

// By insertion: they are almost in order.
void FieldBuild::sort_by_bound(std::size_t begin, std::size_t end) noexcept {
  for (std::size_t i = begin + 1; i < end; ++i) {
    const FieldMemory::Sight sight = field_.sights[i];
    std::size_t k = i;
    for (; k > begin && sight.bound < field_.sights[k - 1].bound; --k) {
      field_.sights[k] = field_.sights[k - 1];
    }
    field_.sights[k] = sight;
  }
}

void FieldBuild::expand(std::uint32_t index) {
  const Node node = s_.nodes[index];
  root_ = node.root;
  at_ = node.at;
  cost_ = node.cost;
  const CellId cell = mesh_.cell_of(node.edge);
  if (node.view == View::cone) {
    expand_cone(node, cell);
  } else {
    expand_view(node, cell);
  }
}

bool FieldBuild::turn_at(const MeshEdge& corner) {
  const double cost = cost_ + detail::norm(detail::between(at_, corner.start()));
  Scratch::VertexMark& mark = s_.vertex_marks[corner.vertex()];
  if (mark.build == s_.build) {
    if (mark.cost <= cost) {
      if (mark.cost < cost || field_.roots[mark.root].before != root_) return false;
      use_root(mark.root);
      return true;
    }
    field_.roots[mark.root].is_stale = 1;
  }
  const auto root = static_cast<std::uint32_t>(field_.roots.size());
  mark = {cost, s_.build, root};
  field_.roots.push_back({cost, corner.start(), root_, field_.roots[root_].goal, 0});
  use_root(root);
  return true;
}

void FieldBuild::emit_view(const MeshEdge& from, const MeshEdge& to, View view) {
  const Vector right = detail::between(at_, from.start());
  const Vector left = detail::between(at_, to.start());
  Rival own;
  own.cost = cost_;
  own.right = right;
  own.along = {left.x - right.x, left.y - right.y};
  if (!is_contested(from) || contest(from, to, own)) add(from.twin(), view, own, cost_);
}

void FieldBuild::emit_cone(const MeshEdge& from, const MeshEdge& to,
                           const detail::Interval& interval) {
  Rival own{cost_,
            interval.right,
            {interval.left.x - interval.right.x, interval.left.y - interval.right.y},
            {0.0, 1.0},
            true,
            interval.right_ray,
            interval.left_ray,
            interval.is_right_cut,
            interval.is_left_cut};
  if (interval.is_right_cut) own.span.from = own.cut(interval.right_ray);
  if (interval.is_left_cut) own.span.to = own.cut(interval.left_ray);
  if (is_contested(from) && !contest(from, to, own)) return;
  own.is_right_cut |= !from.is_corner();
  own.is_left_cut |= !to.is_corner();
  add(from.twin(), View::cone, own, own.least_distance());
}

void FieldBuild::add(EdgeId entry, View view, const Rival& rival, double f) {
  if (f > limit_) return;
  mesh_.prefetch(entry);
  const auto index = static_cast<std::uint32_t>(s_.nodes.size());
  Node& node = s_.nodes.emplace_back();
  node.edge = entry;
  node.root = root_;
  node.next = s_.first[entry];
  node.view = view;
  node.fate = Fate::open;
  node.cost = cost_;
  node.at = at_;
  keep(rival, node);
  s_.first[entry] = index;
  if (targets_ != nullptr) {
    targets_->update(node);
    limit(std::min(field_.reach, targets_->bound()));
  }
  s_.bounds.push_back(static_cast<float>(f * (1.0 - 2e-7)));  // rounded, but down
  s_.open.push(f, index);
}

// Compares what is to be emitted with the funnels that pass the same edge already. What is nowhere
// nearer is dropped, what is nearer in a part only is trimmed, if it has not been expanded. Returns
// false when nothing remains to be emitted.
//
// A tie counts as not nearer, except at a corner. There the two funnels turn at the same length,
// and turn_at() has let only one of them: that one must stay.
bool FieldBuild::contest(const MeshEdge& from, const MeshEdge& to, Rival& own) {
  for (std::uint32_t* link = &s_.first[from.twin()]; *link != kNone;) {
    Node& node = s_.nodes[*link];
    const double begin = std::max(own.span.from, node.span.from);
    const double end = std::min(own.span.to, node.span.to);
    if (node.view != View::start && begin < end) {
      Rival other = to_rival(node, from.start(), own.along);
      const bool is_same = node.root == root_;
      const Contest contest(own, other, begin, end, !is_same && from.is_corner() && begin == 0.0,
                            !is_same && to.is_corner() && end == 1.0);
      if (contest.trim(own, other) == Trimmed::away) return false;
      if (node.fate == Fate::open && !contest.is_lost()) {
        const Trimmed trimmed = contest.swapped().trim(other, own);
        if (trimmed == Trimmed::away) {
          node.fate = Fate::dropped;
          *link = node.next;
          continue;
        }
        if (trimmed == Trimmed::partly) keep(other, node);
      }
    }
    link = &node.next;
  }
  return true;
}

FieldResult build_field(const ConvexMesh& mesh, std::span<const FieldGoal> goals,
                        const FieldOptions& options, FieldScratch& scratch, Field& field) {
  return FieldBuild(mesh, *scratch.memory_, *field.memory_).run(goals, options);
}

}  // namespace taut
