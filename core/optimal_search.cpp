#include <taut/optimal_search.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <taut/path_writer.hpp>

// A node is a funnel: what its root (the last corner that the path turned at) sees through the edge
// by which the node enters a cell. Its rays are directions from the root to vertices, never to the
// points that they cut out of edges: so every left or right is the sign of a cross product of
// differences of lattice points, exact in double (geometry.hpp). A difference of two places of a
// mesh, which is at most 2^24 lattice steps wide, is exact in float too, and is kept as such.
//
// Entering a cell, the vertices beyond are passed from the right end of the edge, counter-clockwise,
// to its left end. By convexity they lie first right of the right ray or on it, then between the
// rays, then left of the left ray or on it.
//
// - Edges that reach between the rays are seen by the same root.
// - Edges right of the right ray are reached by turning right at the edge's right end, when that is
//   on the ray and an obstacle corner; then the wedge of the obstacle lies on the right, because the
//   left is walkable on both sides of the edge. That corner sees all of the cell.
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
    s_.last_ = kNone;
    if (++s_.query_ == 0) restart_marks();
    const Status status = begin();
    return status == Status::ok ? search() : status;
  }

  [[nodiscard]] std::size_t expanded() const noexcept { return expanded_; }

  static Result write_path(Scratch& s, const Point& goal, std::span<Point> out) noexcept;
  static Result write_corridor(const ConvexMesh& mesh, Scratch& s, std::span<CellId> out) noexcept;

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
    mesh_.for_each_cell_at(start_, [&](CellId cell) {
      const Node node{mesh_.first_edge(cell), 0, kNone, View::start, 0.0F, 0.0F, 0.0F, 0.0F};
      emit(node, to_goal_);
    });
    put_aside();
    return Status::ok;
  }

  // Dead ends that lead to the goal may be entered.
  void open_dead_ends(CellId cell) noexcept {
    while (mesh_.is_dead_end(cell) && s_.cell_marks_[cell] != s_.query_) {
      s_.cell_marks_[cell] = s_.query_;
      cell = mesh_.cell_of(mesh_.edge(mesh_.toward_exit(cell)).twin());
    }
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

  Status search() noexcept;
  void expand(std::uint32_t index) noexcept;
  void expand_cone(const Node& node, std::span<const MeshEdge> ring, std::size_t entry) noexcept;
  void expand_view(const Node& node, std::span<const MeshEdge> ring, std::size_t entry) noexcept;
  void arrive(const Node& node, std::span<const MeshEdge> ring, std::size_t entry) noexcept;

  // ---- roots ----

  // Makes a root the one that emitted nodes look from.
  void use_root(std::uint32_t root) noexcept {
    root_ = root;
    at_ = s_.roots_[root].at;
    cost_ = s_.roots_[root].cost;
    goal_way_ = between(at_, goal_);
    to_goal_ = cost_ + norm(goal_way_);
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
    mark = {cost, s_.query_};
    s_.roots_[root_count_] = {cost, corner.start(), corner.vertex(), root_};
    use_root(static_cast<std::uint32_t>(root_count_++));
    return true;
  }

  // ---- successors ----

  enum class Nearer : std::uint8_t { right, left };

  // A successor of the node in hand. The most promising is kept in hand, the others go to the open
  // list.
  void emit(const Node& node, double f) noexcept {
    if (node_count_ == s_.places_) {
      is_full_ = true;
      return;
    }
    const OpenEntry entry{std::bit_cast<std::uint64_t>(f), node_count_};
    s_.nodes_[node_count_++] = node;
    if (!has_best_) {
      best_ = entry;
      has_best_ = true;
    } else if (entry.is_before(best_)) {
      push(best_);
      best_ = entry;
      is_lone_ = false;
    } else {
      push(entry);
      is_lone_ = false;
    }
  }

  // The funnel through an edge from right point a to left point b, seen between two rays; both are
  // relative to the root. `right` and `left` are where the rays meet the edge.
  void emit_cone(const MeshEdge& edge, const Vector& a, const Vector& b, const Vector& right_ray,
                 const Vector& left_ray, const Vector& right, const Vector& left) noexcept {
    // A goal before the edge is as far as its mirror image behind it.
    Vector way = goal_way_;
    const Vector along{b.x - a.x, b.y - a.y};
    const double before = cross(along, {way.x - a.x, way.y - a.y});
    if (before > 0.0) {
      const double k = 2.0 * before / inner(along, along);
      way = {way.x + k * along.y, way.y - k * along.x};
    }
    double f = cost_;
    if (cross(right, way) < 0.0) {
      f += norm(right) + norm({way.x - right.x, way.y - right.y});
    } else if (cross(left, way) > 0.0) {
      f += norm(left) + norm({way.x - left.x, way.y - left.y});
    } else {
      f += norm(way);
    }
    emit({edge.twin(), root_, node_, View::cone, static_cast<float>(right_ray.x),
          static_cast<float>(right_ray.y), static_cast<float>(left_ray.x),
          static_cast<float>(left_ray.y)},
         f);
  }

  // All of an edge from a root that sees all of its cell.
  void emit_whole(const MeshEdge& from, const MeshEdge& to) noexcept {
    if (!is_open(from)) return;
    const Vector a = between(at_, from.start());
    const Vector b = between(at_, to.start());
    if (cross(a, b) != 0.0) {
      emit_cone(from, a, b, a, b, a, b);
    } else if (inner(a, b) > 0.0) {
      emit_end_on(from, to, inner(a, a) < inner(b, b) ? Nearer::right : Nearer::left);
    }
  }

  // An edge that is seen end-on: only a turn at the end that is nearer leads through it.
  void emit_end_on(const MeshEdge& from, const MeshEdge& to, Nearer nearer) noexcept {
    const MeshEdge& corner = nearer == Nearer::right ? from : to;
    if (!corner.is_corner() || !is_open(from)) return;
    const std::uint32_t root = root_;
    if (turn_at(corner)) emit_round(from, nearer == Nearer::right ? View::right : View::left);
    if (root_ != root) use_root(root);
  }

  // Round the root, which is an end of the edge.
  void emit_round(const MeshEdge& edge, View view) noexcept {
    if (!is_open(edge)) return;
    emit({edge.twin(), root_, node_, view, 0.0F, 0.0F, 0.0F, 0.0F}, to_goal_);
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
  double to_goal_ = 0.0;  // cost_ and straight on to the goal

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
  const Node& node = s_.nodes_[index];
  node_ = index;
  if (root_ != node.root) use_root(node.root);
  const CellId cell = mesh_.cell_of(node.edge);
  const std::span<const MeshEdge> ring = mesh_.edges(cell);
  const std::size_t entry = node.edge - mesh_.first_edge(cell);
  if (is_goal_cell(cell)) {
    arrive(node, ring, entry);
  } else if (node.view == View::cone) {
    expand_cone(node, ring, entry);
  } else {
    expand_view(node, ring, entry);
  }
}

// The goal is in the cell: what the node can do for it is go straight there, or by a turn at an end
// of the edge.
void OptimalSearch::arrive(const Node& node, std::span<const MeshEdge> ring,
                           std::size_t entry) noexcept {
  if (node.view == View::cone) {
    const MeshEdge& left = ring[entry];
    const MeshEdge& right = ring[entry + 1 == ring.size() ? 0 : entry + 1];
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
  emit({node.edge, root_, node_, View::arrived, 0.0F, 0.0F, 0.0F, 0.0F}, to_goal_);
}

// The root lies in the cell.
void OptimalSearch::expand_view(const Node& node, std::span<const MeshEdge> ring,
                                std::size_t entry) noexcept {
  const std::size_t count = ring.size();
  const auto wrap = [&](std::size_t i) { return i >= count ? i - count : i; };
  if (node.view == View::start) {
    for (std::size_t i = 0; i < count; ++i) {
      const MeshEdge& from = ring[i];
      const MeshEdge& to = ring[wrap(i + 1)];
      emit_whole(from, to);
    }
    return;
  }
  const std::size_t touching = wrap(node.view == View::right ? entry + 1 : entry + count - 1);
  for (std::size_t k = 1; k < count; ++k) {
    const std::size_t i = wrap(entry + k);
    if (i == touching) {
      emit_round(ring[i], node.view);
    } else {
      emit_whole(ring[i], ring[wrap(i + 1)]);
    }
  }
}

void OptimalSearch::expand_cone(const Node& node, std::span<const MeshEdge> ring,
                                std::size_t entry) noexcept {
  const std::size_t count = ring.size();
  const auto wrap = [&](std::size_t i) { return i >= count ? i - count : i; };
  const Vector right_ray{node.right_x, node.right_y};
  const Vector left_ray{node.left_x, node.left_y};
  // Vertex k is the start of ring[wrap(entry + k)]: 1 is the right end of the edge entered by,
  // `count` its left end. Edge k goes from vertex k to vertex k + 1.
  const auto vertex = [&](std::size_t k) -> const MeshEdge& { return ring[wrap(entry + k)]; };
  const auto way = [&](std::size_t k) { return between(at_, vertex(k).start()); };

  // The edges that the rays leave by: the last that starts on or right of the right ray, and the
  // first that ends on or left of the left ray.
  std::size_t first = 1;
  Vector a = way(1);
  Vector b = way(2);
  while (cross(right_ray, b) <= 0.0) {
    ++first;
    a = b;
    b = way(first + 1);
  }
  const bool is_first_cut = cross(right_ray, a) < 0.0;
  std::size_t last = first;
  bool is_last_cut = false;
  for (;; ++last) {
    const double side = cross(left_ray, b);
    const bool is_at_end = side >= 0.0;
    is_last_cut = side > 0.0;
    const MeshEdge& edge = vertex(last);
    if (is_open(edge)) {
      const bool is_right_cut = last == first && is_first_cut;
      const Vector right = is_right_cut ? meet(right_ray, a, b) : a;
      const Vector left = is_last_cut ? meet(left_ray, a, b) : b;
      emit_cone(edge, a, b, is_right_cut ? right_ray : a, is_last_cut ? left_ray : b, right, left);
    }
    if (is_at_end) break;
    a = b;
    b = way(last + 2);
  }

  const std::uint32_t root = root_;
  const MeshEdge& right_end = vertex(1);
  const bool is_right_end_on_ray = first > 1 && cross(right_ray, way(1)) == 0.0;
  if (is_right_end_on_ray && !right_end.is_corner()) {
    // The outline may go on along the ray: walls, and edges that are seen end-on.
    for (std::size_t k = 2; k < first && cross(right_ray, way(k + 1)) == 0.0; ++k) {
      emit_end_on(vertex(k), vertex(k + 1), Nearer::right);
    }
  } else if (is_right_end_on_ray && turn_at(right_end)) {
    emit_round(vertex(1), View::right);
    for (std::size_t k = 2; k < first; ++k) emit_whole(vertex(k), vertex(k + 1));
    if (is_first_cut && is_open(vertex(first))) {
      const Vector c = way(first);
      const Vector d = way(first + 1);
      emit_cone(vertex(first), c, d, c, right_ray, c, meet(right_ray, c, d));
    }
    use_root(root);
  }
  const MeshEdge& left_end = vertex(count);
  const bool is_left_end_on_ray = last < count - 1 && cross(left_ray, way(count)) == 0.0;
  if (is_left_end_on_ray && !left_end.is_corner()) {
    for (std::size_t k = count - 2; k > last && cross(left_ray, way(k)) == 0.0; --k) {
      emit_end_on(vertex(k), vertex(k + 1), Nearer::left);
    }
  } else if (is_left_end_on_ray && turn_at(left_end)) {
    emit_round(vertex(count - 1), View::left);
    for (std::size_t k = last + 1; k + 1 < count; ++k) emit_whole(vertex(k), vertex(k + 1));
    if (is_last_cut && is_open(vertex(last))) {
      const Vector c = way(last);
      const Vector d = way(last + 1);
      emit_cone(vertex(last), c, d, left_ray, d, meet(left_ray, c, d), d);
    }
    use_root(root);
  }
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

Result OptimalSearch::write_corridor(const ConvexMesh& mesh, Scratch& s,
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

OptimalScratch::OptimalScratch(const ConvexMesh& mesh)
    : OptimalScratch(mesh, 2 * mesh.edge_count() + 1024) {}

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

Result extract_corridor(const ConvexMesh& mesh, OptimalScratch& scratch,
                        std::span<CellId> out) noexcept {
  return OptimalSearch::write_corridor(mesh, scratch, out);
}

}  // namespace taut
