#include "field_build.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "field_sight.hpp"

#include <taut/engine/vectors.hpp>

// The optimal search (core/mesh_paths) without a goal: every funnel is expanded, in the order of
// the least distance of its interval, and dead ends are entered. A field keeps for each cell the
// funnels that entered it. A shortest path to a point of a cell comes through one of them, straight
// or with a turn at an end of the entry edge.
//
// Funnels that enter by the same edge are compared at once (edge_contest.hpp). What is farther
// everywhere is dropped. What is farther on one side of its interval gets a new ray there, through
// a lattice point a little outside the part that it keeps: so all rays stay exact, intervals
// overlap a little, and a cell keeps about as many funnels as are nearest somewhere in it.
//
// Before that, a funnel is compared with the shortest paths found so far to the ends of the edge,
// and on along the edge: that needs no other funnel by the same edge.
namespace taut {

namespace {

// Fields of about the same size take turns in one memory: so an eighth more than is needed, not
// twice as much.
template <class T>
void resize(std::vector<T>& elements, std::size_t count) {
  if (count > elements.capacity()) {
    elements.clear();
    elements.reserve(count + count / 8);
  }
  elements.resize(count);
}

}  // namespace

FieldResult FieldBuild::run(std::span<const FieldGoal> goals, const FieldOptions& options) {
  fit();
  field_.known_distance = options.length_limit;
  limit(field_.known_distance);
  if (!(options.length_limit >= 0.0) || !open_goals(goals)) {
    field_.mesh = nullptr;
    field_.sights.clear();
    field_.gates.clear();
    field_.goals.clear();
    field_.known_distance = 0.0;
    return {Status::invalid_input, 0};
  }
  FieldTargets targets(field_, options, s_);
  if (options.end != FieldEnd::whole) {
    targets_ = &targets;
    targets.update_from_goals();
    limit(std::min(field_.known_distance, targets.bound()));
  }
  search();
  seal();
  field_.state = mesh_.state();
  field_.known_distance = std::min(field_.known_distance, targets.bound());
  return {Status::ok, expanded_};
}

HiddenVertices::HiddenVertices(const ConvexMesh& mesh) {
  std::vector<std::uint8_t> links(mesh.vertex_ids());  // up to two
  mesh.for_each_cell([&](CellId cell) {
    for (const MeshEdge& edge : mesh.edges(cell)) {
      std::uint8_t& count = links[edge.vertex()];
      if (!edge.is_wall() && count < 2) ++count;
    }
  });
  first_.reserve(mesh.cell_ids() + 1);
  for (CellId cell = 0; cell < mesh.cell_ids(); ++cell) {
    first_.push_back(static_cast<std::uint32_t>(places_.size()));
    if (!mesh.is_cell(cell)) continue;
    for (const MeshEdge& edge : mesh.edges(cell)) {
      if (links[edge.vertex()] < 2) places_.push_back({edge.start(), edge.vertex()});
    }
  }
  first_.push_back(static_cast<std::uint32_t>(places_.size()));
}

// A vertex where two links meet is an end of a link that the shortest path to it crosses, or could
// cross next: the search has emitted a funnel through all of that link up to the vertex, and marked
// it with its distance. So only hidden vertices are queried as points are, and those around goals.
void FieldBuild::measure(std::span<const FieldGoal> goals, const HiddenVertices& hidden,
                         std::span<double> distances) {
  fit();
  limit(kNoLengthLimit);
  (void)open_goals(goals);
  hidden_ = &hidden;
  search();
  for (VertexId vertex = 0; vertex < distances.size(); ++vertex) {
    const Scratch::VertexMark& known = s_.vertex_marks[vertex];
    distances[vertex] = known.build == s_.build ? known.bound : kNoLengthLimit;
  }
}

void FieldBuild::measure_vertices(const Node& node, CellId cell) noexcept {
  if (node.view == View::start) {
    for (const MeshEdge& edge : mesh_.edges(cell)) {
      measure_vertex(node, edge.start(), edge.vertex());
    }
  } else {
    for (const auto& [at, vertex] : hidden_->of(cell)) measure_vertex(node, at, vertex);
  }
}

// By a funnel that enters the vertex' cell. Most are not nearer: that is told without a root.
void FieldBuild::measure_vertex(const Node& node, const Point& at, VertexId vertex) noexcept {
  double& bound = mark(vertex).bound;
  const Vector line = detail::between(node.at, at);
  const double most = bound - node.cost;
  if (!(most > 0.0 && dot(line, line) < most * most)) return;
  FieldSight sight(at);
  sight.consider(to_sight(node), to_gate(node));
  bound = std::min(bound, sight.distance());
}

// Estimates are rounded; queries compare the distances themselves.
void FieldBuild::limit(double length) noexcept {
  limit_ = length * (1.0 + 1e-9);
  s_.open.set_limit(limit_);
}

void FieldBuild::fit() {
  field_.mesh = &mesh_;
  field_.state = {mesh_.revision(), 0};  // not current until it is built
  field_.roots.clear();
  field_.goals.clear();
  room_ = s_.nodes.size();
  s_.open.clear();
  s_.first.assign(mesh_.edge_ids(), kNone);
  s_.edge_trees.clear();
  field_.first_sight.assign(mesh_.cell_ids() + 1, 0);
  if (++s_.build == 0 || s_.vertex_marks.size() < mesh_.vertex_ids()) {
    s_.vertex_marks.assign(mesh_.vertex_ids(), {0.0, 0, kNone});
    s_.build = 1;
  }
}

// Makes room for the funnels of an expansion: at most one straight on and one by a turn at either
// side for each edge of the cell.
void FieldBuild::make_room(std::size_t edges) {
  const std::size_t needed = count_ + 3 * edges;
  if (needed <= room_) return;
  const std::size_t places = std::max<std::size_t>(2 * s_.nodes.size(), needed + 1024);
  s_.bounds.resize(places);
  s_.open.fit(places);
  s_.nodes.resize(places);  // last: their number is the room of the next build, also after a throw
  room_ = places;
}

void FieldBuild::search() {
  for (;;) {
    const std::uint32_t index = s_.open.pop();
    if (index == kNone) return;
    detail::prefetch(&s_.nodes[std::min(s_.open.likely_next(), count_ - 1)]);
    Node& node = s_.nodes[index];
    if (node.fate != Fate::open) continue;
    if (is_stale(node)) {
      drop(node);
      continue;
    }
    node.fate = Fate::expanded;
    ++expanded_;
    const CellId cell = mesh_.cell_of(node.edge);
    ++field_.first_sight[cell + 1];
    make_room(mesh_.edges(cell).size());
    prefetch_exits(cell);
    if (hidden_ != nullptr) measure_vertices(s_.nodes[index], cell);
    expand(s_.nodes[index], cell);
  }
}

// What is read for each exit, at once.
void FieldBuild::prefetch_exits(CellId cell) const noexcept {
  const std::span<const MeshEdge> ring = mesh_.edges(cell);
  for_each_exit(cell, ring, [&](std::size_t i) {
    detail::prefetch(&s_.first[ring[i].twin()]);
    detail::prefetch(&s_.vertex_marks[ring[i].vertex()]);
  });
}

// Whether a path to the root is known that is shorter by more than rounding. By rounding alone the
// funnels of that path may have lost to those of this one.
bool FieldBuild::is_stale(const Node& node) const noexcept {
  if (node.view == View::start) return is_start_stale(node);
  const Root& root = field_.roots[node.root];
  return root.vertex != kNone && is_more(root.cost, s_.vertex_marks[root.vertex].bound);
}

// For a goal, by the funnels that have entered the same cell; not by those in trees, as that would
// cost more than to expand it. What is not found here loses at the edges of the cell.
bool FieldBuild::is_start_stale(const Node& node) const noexcept {
  if (node.cost == 0.0) return false;
  FieldSight sight(node.at);
  const CellId cell = mesh_.cell_of(node.edge);
  for (EdgeId edge = mesh_.first_edge(cell);;) {
    const std::uint32_t first = EdgeTrees::is_tree(s_.first[edge]) ? kNone : s_.first[edge];
    for (std::uint32_t at = first; at != kNone; at = s_.nodes[at].next) {
      sight.consider(to_sight(s_.nodes[at]), to_gate(s_.nodes[at]));
    }
    edge = mesh_.next(edge);
    if (edge == mesh_.first_edge(cell)) break;
  }
  return sight.distance() < node.cost;
}

// Puts the funnels that remain in the order of the cells, for queries; those of a cell by their
// bounds, and equal ones in the order in which they were found. They are almost in order, which is
// not near enough where many enter a cell. Those of each cell that were expanded have been counted;
// others remain where the search ended early.
void FieldBuild::seal() {
  std::vector<std::uint32_t>& first = field_.first_sight;
  if (expanded_ < count_ - dropped_) {
    for_each_kept([&](CellId cell, std::uint32_t index) {
      if (s_.nodes[index].fate == Fate::open) ++first[cell + 1];
    });
  }
  for (CellId cell = 0; cell < mesh_.cell_ids(); ++cell) first[cell + 1] += first[cell];
  s_.sight_ends.assign(first.begin(), first.end());
  resize(field_.sights, count_ - dropped_);
  resize(field_.gates, count_ - dropped_);
  FieldMemory::Sight* const sights = field_.sights.data();
  FieldMemory::Gate* const gates = field_.gates.data();
  const auto put = [&](CellId cell, std::uint32_t index) {
    const std::uint32_t begin = first[cell];
    std::uint32_t place = s_.sight_ends[cell]++;
    const float bound = s_.bounds[index];
    for (; place != begin && sights[place - 1].bound > bound; --place) {
      sights[place] = sights[place - 1];
      gates[place] = gates[place - 1];
    }
    sights[place] = to_sight(s_.nodes[index], bound);
    gates[place] = to_gate(s_.nodes[index]);
  };
  constexpr std::uint32_t kFew = 128;  // as fast without sorting
  s_.by_bounds.clear();
  for_each_kept([&](CellId cell, std::uint32_t index) {
    if (s_.nodes[index].view == View::start && is_crowded(cell)) return;
    if (first[cell + 1] - first[cell] <= kFew) {
      put(cell, index);
    } else {
      s_.by_bounds.push_back(index);
    }
  });
  std::sort(s_.by_bounds.begin(), s_.by_bounds.end(), [&](std::uint32_t a, std::uint32_t b) {
    return s_.bounds[a] != s_.bounds[b] ? s_.bounds[a] < s_.bounds[b] : a < b;
  });
  for (const std::uint32_t index : s_.by_bounds) put(mesh_.cell_of(s_.nodes[index].edge), index);
  seal_crowds();
}

// Room is made before: nodes stay where they are.
void FieldBuild::expand(const Node& node, CellId cell) {
  root_ = node.root;
  at_ = node.at;
  cost_ = node.cost;
  if (node.view == View::cone) {
    expand_cone(node, cell);
  } else {
    expand_view(node, cell);
  }
}

// Each of several equally long paths turns; contest() decides which of their funnels remain.
bool FieldBuild::turn_at(const MeshEdge& corner) {
  const double cost = cost_ + detail::norm(detail::between(at_, corner.start()));
  Scratch::VertexMark& known = mark(corner.vertex());
  if (is_more(cost, known.bound)) return false;
  if (known.root != kNone && field_.roots[known.root].before == root_) {
    use_root(known.root);
    return true;
  }
  const auto root = static_cast<std::uint32_t>(field_.roots.size());
  known.bound = std::min(known.bound, cost);
  known.root = root;
  const std::uint32_t goal = field_.roots[root_].goal;
  field_.roots.push_back({cost, corner.start(), root_, goal, corner.vertex()});
  use_root(root);
  return true;
}

void FieldBuild::emit_view(const MeshEdge& from, const MeshEdge& to, View view) {
  if (is_contested(from)) {
    const Vector right = detail::between(at_, from.start());
    const Vector left = detail::between(at_, to.start());
    Rival own;
    own.cost = cost_;
    own.right = right;
    own.along = left - right;
    if (!contest(from, own)) return;
  }
  add_view(from.twin(), view);
}

// Nothing is emitted when all of the interval is nearer by a path to one end of the edge and along
// it. Away from that end no length grows faster than that of the way along the edge: so what is
// farther at the other end of the interval is farther everywhere.
void FieldBuild::emit_cone(const MeshEdge& from, const MeshEdge& to, const Interval& interval) {
  const Vector& right = interval.right;
  const Vector along = interval.left - right;
  Scratch::Span span{0.0, 1.0};
  if (interval.is_right_cut) span.from = cut(right, along, interval.right_ray);
  if (interval.is_left_cut) span.to = cut(right, along, interval.left_ray);
  const double square = dot(along, along);
  const double length = std::sqrt(square);
  const double at_right = cost_ + length_to(right, along, span.from);
  const double at_left = cost_ + length_to(right, along, span.to);
  Scratch::VertexMark& right_mark = mark(from.vertex());
  Scratch::VertexMark& left_mark = mark(to.vertex());
  if (is_more(at_left, right_mark.bound + span.to * length) ||
      is_more(at_right, left_mark.bound + (1.0 - span.from) * length)) {
    return;
  }
  right_mark.bound = std::min(right_mark.bound, interval.is_right_cut ? kNoLengthLimit : at_right);
  left_mark.bound = std::min(left_mark.bound, interval.is_left_cut ? kNoLengthLimit : at_left);
  if (is_contested(from)) {
    emit_contested(from, to, interval, span, length);
    return;
  }
  const double foot = -dot(right, along);
  double f = cost_ + std::abs(cross(right, along)) / length;
  if (foot <= span.from * square) {
    f = at_right;
  } else if (foot >= span.to * square) {
    f = at_left;
  }
  if (f > limit_) return;
  Node& node = add(from.twin(), View::cone, span, span, f);
  node.turns_right = !interval.is_right_cut && from.is_corner();
  node.turns_left = !interval.is_left_cut && to.is_corner();
  node.rays = detail::to_rays(interval.right_ray, interval.left_ray);
  if (targets_ != nullptr) meet_targets(node);
}

void FieldBuild::emit_contested(const MeshEdge& from, const MeshEdge& to, const Interval& interval,
                                const Scratch::Span& span, double length) {
  const Vector& right = interval.right;
  Rival own{cost_,
            right,
            interval.left - right,
            span,
            true,
            interval.right_ray,
            interval.left_ray,
            interval.is_right_cut,
            interval.is_left_cut};
  if (!contest(from, own)) return;
  own.is_right_cut |= !from.is_corner();
  own.is_left_cut |= !to.is_corner();
  const double f = own.least_distance(length);
  if (f > limit_) return;
  Node& node = add(from.twin(), View::cone, own.span, span, f);
  keep(own, node);
  if (targets_ != nullptr) meet_targets(node);
}

void FieldBuild::add_view(EdgeId entry, View view) {
  if (cost_ > limit_) return;
  const Rival all;
  Node& node = add(entry, view, all.span, all.span, cost_);
  keep(all, node);
  if (targets_ != nullptr) meet_targets(node);
}

FieldScratch::Memory::Node& FieldBuild::add(EdgeId entry, View view, const Scratch::Span& span,
                                            const Scratch::Span& within, double f) {
  mesh_.prefetch(entry);
  const std::uint32_t index = count_++;
  Node& node = s_.nodes[index];
  node.edge = entry;
  node.root = root_;
  node.next = kNone;
  node.view = view;
  node.fate = Fate::open;
  node.cost = cost_;
  node.at = at_;
  node.span = span;
  if (view != View::start) {
    std::uint32_t& first = s_.first[entry];
    if (EdgeTrees::is_tree(first)) {
      first = s_.edge_trees.add(first, std::span<const Node>(s_.nodes), index, within);
    } else {
      node.next = std::exchange(first, index);
    }
  }
  s_.bounds[index] = static_cast<float>(f * (1.0 - 2e-7));  // rounded, but down
  s_.open.push(f, index);
  return node;
}

void FieldBuild::meet_targets(const Node& node) {
  targets_->update(node);
  limit(std::min(field_.known_distance, targets_->bound()));
}

FieldResult build_field(const ConvexMesh& mesh, std::span<const FieldGoal> goals,
                        const FieldOptions& options, FieldScratch& scratch, Field& field) {
  return FieldBuild(mesh, *scratch.memory_, *field.memory_).run(goals, options);
}

// ---- funnels that enter by the same edge ----

// What is emitted is compared with those before (edge_contest.hpp). A few are in a list, many in a
// tree. Returns false when nothing remains to be emitted.
bool FieldBuild::contest(const MeshEdge& from, Rival& own) {
  std::uint32_t& first = s_.first[from.twin()];
  if (EdgeTrees::is_tree(first)) return contest_tree(from, own, first);
  std::uint32_t count = 0;
  for (std::uint32_t* link = &first; *link != kNone;) {
    Node& node = s_.nodes[*link];
    const Compared compared = compare(from, own, node);
    if (compared == Compared::wins) return false;
    if (compared == Compared::leaves) {
      *link = node.next;
    } else {
      link = &node.next;
      ++count;
    }
  }
  constexpr std::uint32_t kFew = 128;  // more than ordinary maps have by an edge
  if (count >= kFew) plant(first);
  return true;
}

// What is nowhere nearer is dropped, what is nearer in a part only is trimmed, if it has not been
// expanded. A tie counts as not nearer.
Compared FieldBuild::compare(const MeshEdge& from, Rival& own, Node& node) {
  const double begin = std::max(own.span.from, node.span.from);
  const double end = std::min(own.span.to, node.span.to);
  if (!(begin < end)) return Compared::stays;
  Rival other = to_rival(node, from.start(), own.along);
  Contest contest(own, other, begin, end);
  if (contest.trim(own, other) == Trimmed::away) return Compared::wins;
  if (node.fate != Fate::open || contest.is_lost()) return Compared::stays;
  const Trimmed trimmed = contest.swapped().trim(other, own);
  if (trimmed == Trimmed::partly) keep(other, node);
  if (trimmed != Trimmed::away) return Compared::stays;
  drop(node);
  return Compared::leaves;
}

// Makes a tree of a list.
void FieldBuild::plant(std::uint32_t& first) {
  std::uint32_t tree = kNone;
  for (std::uint32_t at = first; at != kNone; at = s_.nodes[at].next) {
    tree = s_.edge_trees.add(tree, std::span<const Node>(s_.nodes), at, s_.nodes[at].span);
  }
  first = tree;
}

// From the place that is nearest to the root, where it is most likely to win.
bool FieldBuild::contest_tree(const MeshEdge& from, Rival& own, std::uint32_t& tree) {
  bool remains = true;
  const double foot = -dot(own.right, own.along) / dot(own.along, own.along);
  const auto visit = [&](std::uint32_t index, const Scratch::Span& within) {
    const Compared compared = compare(from, own, s_.nodes[index], within);
    remains = compared != Compared::wins;
    return compared;
  };
  const double place = std::clamp(foot, own.span.from, own.span.to);
  tree = s_.edge_trees.compare(tree, std::span<const Node>(s_.nodes), own.span, place, visit);
  return remains;
}

// The same in a tree, where a funnel that has been expanded is trimmed too: else each of many goals
// beside the edge, whose funnels are expanded one after the other, would be compared with all
// before. Points that lose it have the winner.
Compared FieldBuild::compare(const MeshEdge& from, Rival& own, Node& node,
                             const Scratch::Span& within) {
  Rival other = to_rival(node, from.start(), own.along);
  Contest all(own, other, std::max(own.span.from, within.from), std::min(own.span.to, within.to));
  if (all.trim(own, other) == Trimmed::away) return Compared::wins;
  if (node.fate == Fate::dropped || !own.span.overlaps(node.span)) return Compared::stays;
  Contest rest(other, own, std::max(own.span.from, node.span.from),
               std::min(own.span.to, node.span.to));
  if (rest.swapped().is_lost()) return Compared::stays;
  const Trimmed trimmed = rest.trim(other, own);
  if (trimmed == Trimmed::partly) keep(other, node);
  if (trimmed != Trimmed::away) return Compared::stays;
  if (node.fate == Fate::open) drop(node);
  return Compared::leaves;
}

}  // namespace taut
