// The search for cheap paths. A node is a beam: the paths that come from one root, straight,
// through an interval of an edge. Where the next cell costs the same, it goes on as a cone of the
// optimal search does; where it costs another factor, it is refracted (priced_beams.cpp). Corners
// of walls and of borders become roots of new beams, in the directions in which a path may bend
// there (corner_turns.hpp). The open list is ordered by a lower bound of the cost of the path.
#include <taut/engine/priced_search.hpp>

#include <taut/detail/require.hpp>

#include "core/base/lists.hpp"

#include "priced_search_state.hpp"

namespace taut {

namespace {

// Two costs that differ by less are the same.
constexpr double kSame = 1e-9;
// A beam whose virtual root is nearer to its edge, in tiles, lies along it.
constexpr double kFlat = 1e-7;
// By how much costs err, in units of the least cost: of an arrival at a corner, where
// refract_piece() has lowered it, and of a path to the goal that is not pulled yet.
constexpr double kCornerMargin = 0.04;
constexpr double kFinalMargin = 0.03;

}  // namespace

// ---- memory ----

std::size_t PricedSearch::default_places(const ConvexMesh& mesh) noexcept {
  return std::min(std::size_t{65536} + 16 * mesh.edge_count(), std::size_t{1} << 22U);
}

PricedSearch::PricedSearch(const ConvexMesh& mesh, std::size_t places)
    : places_(detail::require_within("PricedScratch: node places", places, 16,
                                     PricedScratch::kMaxGrownPlaces)),
      nodes_(places_),
      open_(places_),
      vertex_marks_(mesh.vertex_ids()),
      vertex_rests_(mesh.vertex_ids()),
      edge_marks_(mesh.edge_ids()) {}

void PricedSearch::fit(const ConvexMesh& mesh) {
  static_cast<PricedQuery&>(*this) = {};
  fit_marks(vertex_marks_, mesh.vertex_ids());
  fit_marks(vertex_rests_, mesh.vertex_ids());
  fit_marks(edge_marks_, mesh.edge_ids());
}

bool PricedSearch::grow() {
  if (places_ >= PricedScratch::kMaxGrownPlaces) return false;
  const std::size_t places = std::min(2 * places_, PricedScratch::kMaxGrownPlaces);
  detail::UnsetArray<Node> nodes(places);
  open_ = OpenHeap<detail::OpenByFloat>(places);
  nodes_ = std::move(nodes);
  places_ = places;
  static_cast<PricedQuery&>(*this) = {};
  return true;
}

std::size_t PricedSearch::memory_bytes() const noexcept {
  return nodes_.memory_bytes() + open_.memory_bytes() +
         detail::bytes_of(vertex_marks_, vertex_rests_, edge_marks_) +
         pull_.scratch.memory_bytes() +
         detail::bytes_of(pull_.doors, pull_.portals, pull_.costs, pull_.chain, starts_);
}

PricedScratch::PricedScratch(const ConvexMesh& mesh)
    : PricedScratch(mesh, PricedSearch::default_places(mesh)) {}
PricedScratch::PricedScratch(const ConvexMesh& mesh, std::size_t node_places)
    : search_(detail::make_hidden<PricedSearch>(mesh, node_places)) {}
void PricedScratch::fit(const ConvexMesh& mesh) { search_->fit(mesh); }
bool PricedScratch::grow() { return search_->grow(); }
std::size_t PricedScratch::node_places() const noexcept { return search_->places(); }
std::size_t PricedScratch::memory_bytes() const noexcept { return search_->memory_bytes(); }

// ---- a query ----

bool PricedSearch::goes_on(const Point& start, const Point& goal,
                           const PricedOptions& options) const noexcept {
  return is_running_ && is_of(mesh()) && start == start_.at() && goal == goal_.at() &&
         are_of_query(options, options_);
}

void PricedSearch::begin(const PricedMesh& priced, const Point& start, const Point& goal,
                         const PricedOptions& options) noexcept {
  static_cast<PricedQuery&>(*this) = {};
  unit_ = least_ = priced.least;
  const bool has_room = mesh().vertex_ids() <= vertex_rests_.size() &&
                        mesh().edge_ids() <= edge_marks_.size() &&
                        costs_.size() >= mesh().cell_ids();
  if (!has_room) {
    status_ = Status::invalid_input;
    return;
  }
  options_ = options;
  prepare();
  start_ = QueryEnd(start);
  goal_ = QueryEnd(goal);
  goal_at_ = detail::to_vector(goal);
  status_ = locate_ends(mesh(), start_, goal_);
  if (status_ != Status::ok) return;
  landmarks_ = if_current(options.landmarks, mesh());
  if (landmarks_ != nullptr) {
    bounds_.begin(mesh(), *landmarks_, goal_, [this](CellId cell) { return cost_of(cell); });
  }
  open_start(start_, 0.0, 0);
}

PathResult PricedSearch::find(const PricedMesh& priced, const Point& start, const Point& goal,
                              const PricedOptions& options, std::span<Point> out) {
  mesh_ = &priced.mesh;
  costs_ = priced.costs;
  if (!goes_on(start, goal, options)) begin(priced, start, goal, options);
  is_running_ = false;
  PathResult result;
  if (status_ == Status::ok) {
    const bool may_pause = options.budget < options.expansion_limit - expanded_;
    const bool is_done = search(may_pause ? expanded_ + options.budget : kNoExpansionLimit);
    if (!is_done) {
      is_running_ = true;
      return {Status::unfinished, 0, 0.0, expanded_};
    }
  }
  result.status = status_;
  result.expanded = expanded_;
  return status_ == Status::ok ? write_path(out) : result;
}

// Returns false where the budget ends first.
bool PricedSearch::search(std::size_t pause) noexcept {
  while (!open_.is_empty()) {
    const std::uint32_t index = ~open_.top().number();
    const Node& node = nodes_[index];
    if (node.kind == Kind::goal) {
      finals_[final_count_++] = index;
      if (final_count_ == kMostFinals) return true;
      (void)open_.pop();
      continue;
    }
    if (is_full_) break;
    // What would be dropped needs no expansion.
    const bool is_limited = expanded_ >= options_.expansion_limit;
    if ((is_limited || expanded_ >= pause) && !is_outdated(index)) {
      if (is_limited) break;
      return false;
    }
    (void)open_.pop();
    expand(index);
  }
  // A path that is known is the answer, whatever limit was met after it.
  if (final_count_ == 0) {
    status_ = open_.is_empty() && !is_full_ ? Status::no_path : Status::out_of_nodes;
  }
  return true;
}

// What each search begins with.
void PricedSearch::prepare() noexcept {
  state_ = mesh().state();
  if (++number_ == 0) {
    std::fill(vertex_marks_.begin(), vertex_marks_.end(), VertexMark{});
    std::fill(vertex_rests_.begin(), vertex_rests_.end(), VertexRest{});
    std::fill(edge_marks_.begin(), edge_marks_.end(), EdgeMark{});
    number_ = 1;
  }
  open_.keep(0);
}

// From each cell that has the start, to its corners, through the edges that do not have it and
// along those that do.
void PricedSearch::open_start(const QueryEnd& start, double cost, std::size_t index) noexcept {
  const Vector at = detail::to_vector(start.at());
  start.for_each_cell(mesh(), [&](CellId cell) {
    const double weight = cost_of(cell);
    const EdgeId first = mesh().first_edge(cell);
    const std::uint32_t root = add({at, cost, static_cast<double>(index), 0.0,
                                    static_cast<float>(weight), first, kNone, Kind::start, kNone},
                                   -1.0);
    if (root == kNone) return;
    const Source source{at, cost, weight, root};
    if (has_goal(cell)) add_goal(cell, cost + weight * way_to_goal(at), root);
    const auto count = static_cast<EdgeId>(mesh().edges(cell).size());
    for (EdgeId edge = first; edge < first + count; ++edge) {
      const Vector corner = detail::to_vector(mesh().edge(edge).start());
      reach_corner(edge, cost + weight * norm(corner - at), at, root);
      if (mesh().edge(edge).is_wall()) continue;
      const EdgeFrame frame = frame_of(edge);
      add_beam(edge, frame, source, 0.0, frame.length);
      const Vector local = frame.to_local(at);
      if (local.y != 0.0 || local.x < 0.0 || local.x > frame.length) continue;
      follow_border(edge, local.x, 1, cost, root);
      follow_border(edge, local.x, -1, cost, root);
    }
  });
}

// Adds a node, to the open list unless f is negative. Returns kNone where there is no place.
std::uint32_t PricedSearch::add(const Node& node, double f) noexcept {
  if (node_count_ == places_ || node_count_ == kNone) {
    is_full_ = true;
    return kNone;
  }
  const auto index = static_cast<std::uint32_t>(node_count_++);
  nodes_[index] = node;
  if (f >= 0.0) open_.push(detail::OpenByFloat::make(static_cast<float>(f), ~index));
  return index;
}

void PricedSearch::add_beam(EdgeId edge, const EdgeFrame& frame, const Source& source, double low,
                            double high) noexcept {
  const Wave wave = wave_of(frame, source);
  if (wave.behind <= (source.is_virtual ? kFlat : 0.0)) return;
  // Rounded, the bound of a root far away may be negative.
  double f = std::max(bound(frame, wave, low, high), 0.0);
  if (landmarks_ != nullptr) f = std::max(f, bound_by_landmarks(edge, frame, wave, low, high));
  if (f >= best_goal_) return;
  const Node node{source.root, source.base, low,        high,  static_cast<float>(source.weight),
                  edge,        source.node, Kind::beam, kNone, source.is_virtual};
  // Most beams that are dropped can be dropped now.
  if (!is_dominated(node, frame, wave)) (void)add(node, f);
}

void PricedSearch::add_goal(CellId cell, double cost, std::uint32_t before) noexcept {
  if (cost >= best_goal_) return;
  best_goal_ = std::min(best_goal_, cost + kFinalMargin * unit_);
  (void)add({goal_at_, cost, 0.0, 0.0, 0.0F, mesh().first_edge(cell), before, Kind::goal, kNone},
            cost);
}

// No path through the beam to the goal costs less. Its first leg costs `weight`, all others at
// least least_: the sum of the least cost of the surplus of the first leg, and of the shortest way.
double PricedSearch::bound(const EdgeFrame& frame, const Wave& wave, double low,
                           double high) const noexcept {
  const Vector goal = frame.to_local(goal_at_);
  const double place = std::clamp(wave.cross(goal), low, high);
  const double x = place - wave.along;
  const double y = place - goal.x;
  const double before = std::sqrt(x * x + wave.behind * wave.behind);
  const double after = least_ * std::sqrt(y * y + goal.y * goal.y);
  if (wave.weight == least_) return wave.base + wave.weight * before + after;
  const double nearest = std::clamp(wave.along, low, high) - wave.along;
  const double surplus = std::sqrt(nearest * nearest + wave.behind * wave.behind);
  return wave.base + (wave.weight - least_) * surplus + least_ * before + after;
}

// The same by landmarks. The bound at an end of the edge falls along the edge by at most what that
// way costs. The larger of the bounds from both ends falls up to the place where they are equal,
// and rises behind it; the cost up to the edge is convex. So their sum lies above its tangents at
// that place.
double PricedSearch::bound_by_landmarks(EdgeId edge, const EdgeFrame& frame, const Wave& wave,
                                        double low, double high) noexcept {
  const double at_start = rest_at(mesh().edge(edge).vertex());
  const double at_end = rest_at(mesh().edge(mesh().next(edge)).vertex());
  const double along =
      std::min(cost_of(mesh().cell_of(edge)), cost_of(mesh().cell_of(mesh().edge(edge).twin())));
  const double least = 0.5 * (frame.length + (at_start - at_end) / along);
  const double place = std::clamp(least, low, high);
  const double x = place - wave.along;
  const double before = std::sqrt(x * x + wave.behind * wave.behind);
  const double rest = std::max(at_start - along * place, at_end - along * (frame.length - place));
  const double slope = wave.weight * x / before;
  const double falls = std::min(0.0, slope + (place < least ? -along : along)) * (high - place);
  const double rises = std::max(0.0, slope + (place > least ? along : -along)) * (place - low);
  return wave.base + wave.weight * before + rest + falls - rises;
}

// By landmarks.
double PricedSearch::rest_at(VertexId vertex) noexcept {
  VertexRest& known = vertex_rests_[vertex];
  if (known.query != number_) {
    const double rest = bounds_.least_distance(*landmarks_, vertex);
    known = {number_, static_cast<float>(rest)};
  }
  return static_cast<double>(known.cost);
}

// Costs of arrivals err by hundredths of a tile: one from where no cheapest path turns must not
// hide another, from where one does, that seems to cost a little more.
void PricedSearch::reach_corner(EdgeId edge, double cost, const Vector& from,
                                std::uint32_t before) noexcept {
  const MeshEdge& start = mesh().edge(edge);
  VertexMark& mark = vertex_marks_[start.vertex()];
  const bool is_known = mark.query == number_;
  const bool is_better = !is_known || cost < mark.cost - kSame;
  const double margin = kCornerMargin * unit_;
  if (!is_better && !(mark.node == kNone && cost < mark.cost + margin)) return;
  if (!is_known) {
    mark.quadrants = measure_quadrants(edge);
    mark.query = number_;
    mark.node = kNone;
    mark.cost = cost;
  }
  mark.cost = std::min(mark.cost, cost);
  const Vector at = detail::to_vector(start.start());
  double rest = least_ * way_to_goal(at);
  if (landmarks_ != nullptr) rest = std::max(rest, rest_at(start.vertex()));
  const double f = cost + rest;
  Vector back = from - at;
  const double length = norm(back);
  if (f >= best_goal_ || length == 0.0) return;
  back = {back.x / length, back.y / length};
  const std::size_t quadrant = find_quadrant(edge, back);
  detail::CornerTurns turns;
  const bool is_open = mark.quadrants[quadrant] != detail::kWall &&
                       detail::CornerRules(mark.quadrants, quadrant, back).find(turns);
  if (is_open) {
    mark.node = add(
        {back, cost, static_cast<double>(quadrant), 0.0, 0.0F, edge, before, Kind::corner, kNone},
        f);
  } else if (mark.node != kNone && nodes_[mark.node].base > cost + margin) {
    mark.node = kNone;
  }
}

// Whether expand() would drop it.
bool PricedSearch::is_outdated(std::uint32_t index) const noexcept {
  const Node& node = nodes_[index];
  if (node.kind == Kind::corner) return is_beaten(index);
  const EdgeFrame frame = frame_of(node.edge);
  return is_dominated(node, frame, wave_of(frame, source_of(index)));
}

// Whether a cheaper path to its corner was found since.
bool PricedSearch::is_beaten(std::uint32_t corner) const noexcept {
  return vertex_marks_[mesh().edge(nodes_[corner].edge).vertex()].node != corner;
}

void PricedSearch::expand(std::uint32_t index) noexcept {
  const Node& node = nodes_[index];
  if (node.kind == Kind::corner) {
    if (is_beaten(index)) return;
    ++expanded_;
    expand_corner(index);
    return;
  }
  const EdgeFrame frame = frame_of(node.edge);
  const Wave wave = wave_of(frame, source_of(index));
  if (is_dominated(node, frame, wave)) return;
  ++expanded_;
  EdgeMark& mark = edge_marks_[node.edge];
  if (mark.query != number_) mark = {number_, kNone};
  nodes_[index].next = mark.first;
  mark.first = index;
  expand_beam(index, frame, wave);
}

void PricedSearch::expand_beam(std::uint32_t index, const EdgeFrame& frame,
                               const Wave& wave) noexcept {
  const double low = nodes_[index].low;
  const double high = nodes_[index].high;
  const CellId cell = mesh().cell_of(mesh().edge(nodes_[index].edge).twin());
  const double beyond = cost_of(cell);
  if (has_goal(cell)) {
    const Vector goal = frame.to_local(goal_at_);
    add_goal(cell, cross_interval(wave, low, high, goal, beyond).cost, index);
  }
  if (beyond == wave.weight) {
    light_beyond(frame, source_of(index), low, high);
  } else {
    refract(index, frame, wave, low, high, beyond);
  }
}

// Where the path through an interval to a place beyond it crosses: the cost is convex.
PricedSearch::Crossing PricedSearch::cross_interval(const Wave& wave, double low, double high,
                                                    const Vector& to, double beyond) noexcept {
  constexpr double kGolden = 0.3819660112501051;
  const auto cost_at = [&](double place) {
    const double x = place - to.x;
    return wave.at(place) + beyond * std::sqrt(x * x + to.y * to.y);
  };
  Crossing best{cost_at(low), low};
  const auto take = [&](double place) {
    const double cost = cost_at(place);
    if (cost < best.cost) best = {cost, place};
  };
  take(high);
  if (beyond == wave.weight) {
    take(std::clamp(wave.cross(to), low, high));
    return best;
  }
  double from = low;
  double end = high;
  for (int i = 0; i < 24; ++i) {
    const double first = from + (end - from) * kGolden;
    const double second = end - (end - from) * kGolden;
    const bool is_before = cost_at(first) <= cost_at(second);
    (is_before ? end : from) = is_before ? second : first;
  }
  take(0.5 * (from + end));
  return best;
}

PathResult find_priced_path(const PricedMesh& priced, const Point& start, const Point& goal,
                            const PricedOptions& options, PricedScratch& scratch,
                            std::span<Point> out) {
  return PricedSearch::of(scratch).find(priced, snap(start), snap(goal), options, out);
}

Result extract_corridor(const ConvexMesh& mesh, const PricedScratch& scratch,
                        std::span<CellId> out) noexcept {
  return PricedSearch::of(scratch).write_corridor(mesh, out);
}

}  // namespace taut
