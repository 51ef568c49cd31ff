// Fields by cost: the search for cheap paths without a goal. What it leaves, beams by the edges
// that they pass and corners with their costs, answers for every point of a cell.
#include <taut/engine/priced_field.hpp>

#include <algorithm>
#include <cmath>

#include <taut/engine/geometry.hpp>

#include "core/field/reached_tiles.hpp"

#include "priced_search_state.hpp"

namespace taut {

// ---- the search ----

bool PricedSearch::spread(const PricedMesh& priced, std::span<const FieldGoal> goals,
                          double limit) {
  mesh_ = &priced.mesh;
  costs_ = priced.costs;
  static_cast<PricedQuery&>(*this) = {};
  unit_ = priced.least;
  fit_ = 0.002;  // no path is pulled that would correct the costs
  least_ = 0.0;
  // f must be less.
  best_goal_ = std::nextafter(limit, std::numeric_limits<double>::infinity());
  prepare();
  for (std::size_t i = 0; i < goals.size(); ++i) {
    QueryEnd goal(snap(goals[i].at));
    goal.locate(mesh());
    open_start(goal, goals[i].cost, i);
  }
  starts_.clear();
  for (std::uint32_t i = 0; i < node_count_; ++i) {
    if (nodes_[i].kind == Kind::start) starts_.emplace_back(mesh().cell_of(nodes_[i].edge), i);
  }
  std::sort(starts_.begin(), starts_.end());
  (void)search(kNoExpansionLimit);
  return !is_full_;
}

// ---- its answers ----

PricedSearch::Answer PricedSearch::answer(const Point& point) const noexcept {
  Answer best;
  const Vector at = detail::to_vector(point);
  const auto distance_to = [&](const Vector& place) { return norm(place - at); };
  mesh().for_each_cell_at(point, [&](CellId cell) {
    const double weight = cost_of(cell);
    const auto take = [&](double cost, std::uint32_t node, double place) {
      if (cost < best.cost) best = {cost, node, cell, place};
    };
    auto start = std::lower_bound(starts_.begin(), starts_.end(), std::pair(cell, 0U));
    for (; start != starts_.end() && start->first == cell; ++start) {
      const Node& node = nodes_[start->second];
      take(node.base + weight * distance_to(node.root), start->second, 0.0);
    }
    for (const MeshEdge& edge : mesh().edges(cell)) {
      const VertexMark& mark = vertex_marks_[edge.vertex()];
      if (mark.query == number_ && mark.node != kNone) {
        const double cost = nodes_[mark.node].base;
        take(cost + weight * distance_to(detail::to_vector(edge.start())), mark.node, 0.0);
      }
      if (edge.is_wall()) continue;
      const EdgeMark& beams = edge_marks_[edge.twin()];
      if (beams.query != number_ || beams.first == kNone) continue;
      const EdgeFrame frame = frame_of(edge.twin());
      const Vector local = frame.to_local(at);
      for (std::uint32_t i = beams.first; i != kNone; i = nodes_[i].next) {
        const Wave wave = wave_of(frame, source_of(i));
        const Crossing crossing =
            cross_interval(wave, nodes_[i].low, nodes_[i].high, local, weight);
        take(crossing.cost, i, crossing.place);
      }
    }
  });
  if (best.cost >= best_goal_) best = {};
  return best;
}

std::size_t PricedSearch::goal_of(const Answer& answer) const noexcept {
  std::uint32_t node = answer.node;
  while (nodes_[node].before != kNone) node = nodes_[node].before;
  return static_cast<std::size_t>(nodes_[node].low);
}

// At a place where the way bends: the one after it.
Point PricedSearch::next_place(Answer answer, const Point& point) const noexcept {
  for (;;) {
    const Point next = find_bend(answer, point);
    const Node& node = nodes_[answer.node];
    if (next != point || node.before == kNone) return next;
    answer = {answer.cost, node.before, mesh().cell_of(node.edge), 0.0};
    const Node& before = nodes_[node.before];
    if (before.kind != Kind::beam) continue;
    const EdgeFrame frame = frame_of(before.edge);
    const Wave wave = wave_of(frame, source_of(node.before));
    const Vector at = frame.to_local(detail::to_vector(point));
    answer.place = cross_interval(wave, before.low, before.high, at, cost_of(answer.cell)).place;
  }
}

// Straight on through cells of one cost, to the root if that is a place, else to the border where
// the way was refracted or left.
Point PricedSearch::find_bend(const Answer& answer, const Point& point) const noexcept {
  // What the ends of intervals are rounded by at most, in tiles.
  constexpr double kRounding = 1e-9;
  const auto to_point = [](const Vector& at) {
    return snap(Point{static_cast<float>(at.x), static_cast<float>(at.y)});
  };
  std::uint32_t index = answer.node;
  if (nodes_[index].kind == Kind::start) return to_point(nodes_[index].root);
  if (nodes_[index].kind == Kind::corner) return mesh().edge(nodes_[index].edge).start();
  const Point crossing = to_point(frame_of(nodes_[index].edge).to_plane(answer.place, 0.0));
  const double weight = cost_of(answer.cell);
  if (static_cast<double>(nodes_[index].weight) != weight) return crossing;
  const Vector root = nodes_[index].root;
  const Vector from = detail::to_vector(point);
  for (;;) {
    const Node& node = nodes_[index];
    const EdgeFrame frame = frame_of(node.edge);
    const double place = wave_of(frame, source_of(index)).cross(frame.to_local(from));
    const bool is_passed = place >= node.low - kRounding && place <= node.high + kRounding;
    if (!is_passed) return crossing;  // the way bends before
    // It left a path along this edge.
    if (cost_of(mesh().cell_of(node.edge)) != weight) return to_point(frame.to_plane(place, 0.0));
    const Node& before = nodes_[node.before];
    if (before.kind == Kind::start) return to_point(before.root);
    if (before.kind == Kind::corner) return mesh().edge(before.edge).start();
    if (before.root.x != root.x || before.root.y != root.y) break;
    index = node.before;
  }
  // Where the line from the point to the virtual root passes the border.
  const Node& border = nodes_[nodes_[index].before];
  const EdgeFrame frame = frame_of(border.edge);
  const double place = wave_of(frame, source_of(index)).cross(frame.to_local(from));
  return to_point(frame.to_plane(std::clamp(place, border.low, border.high), 0.0));
}

PathResult PricedSearch::write_way(const Answer& answer, const Point& point, PricedSearch& scratch,
                                   std::span<Point> out) const {
  Pull& pull = scratch.pull_;
  scratch.last_ = kNone;  // its path is lost
  if (answer.node == kNone || !find_doors(answer.node, answer.cell, pull)) {
    return {Status::no_path, 0, 0.0, 0};
  }
  const Vector root = nodes_[pull.chain.front()].root;
  const Point goal{static_cast<float>(root.x), static_cast<float>(root.y)};
  const WeightedResult pulled = pull_path(goal, point, pull, out);
  std::reverse(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(pulled.count));
  return {pulled.status, pulled.count, path_length(out.first(pulled.count)), 0, pulled.cost};
}

bool PricedSearch::has_entered(CellId cell) const noexcept {
  const auto start = std::lower_bound(starts_.begin(), starts_.end(), std::pair(cell, 0U));
  if (start != starts_.end() && start->first == cell) return true;
  for (const MeshEdge& edge : mesh().edges(cell)) {
    if (vertex_marks_[edge.vertex()].query == number_) return true;
    if (!edge.is_wall() && edge_marks_[edge.twin()].query == number_) return true;
  }
  return false;
}

// ---- the field ----

struct PricedFieldMemory {
  explicit PricedFieldMemory(const ConvexMesh& of)
      : mesh(&of), search(of, PricedSearch::default_places(of)) {}

  const ConvexMesh* mesh;
  PricedSearch search;
  double limit = 0.0;
  bool is_built = false;
};

bool PricedField::is_current() const noexcept {
  return memory_ != nullptr && memory_->is_built && memory_->search.is_of(*memory_->mesh);
}

double PricedField::known_cost() const noexcept { return is_current() ? memory_->limit : 0.0; }

double PricedField::cost(const Point& point) const noexcept {
  return is_current() ? memory_->search.answer(snap(point)).cost : Field::kUnreached;
}

std::optional<Point> PricedField::next_place(const Point& point) const noexcept {
  if (!is_current()) return std::nullopt;
  const PricedSearch::Answer answer = memory_->search.answer(snap(point));
  if (answer.cost == Field::kUnreached) return std::nullopt;
  return memory_->search.next_place(answer, snap(point));
}

std::optional<std::size_t> PricedField::nearest_goal(const Point& point) const noexcept {
  if (!is_current()) return std::nullopt;
  const PricedSearch::Answer answer = memory_->search.answer(snap(point));
  if (answer.cost == Field::kUnreached) return std::nullopt;
  return memory_->search.goal_of(answer);
}

PathResult PricedField::extract_path(const Point& point, PricedScratch& scratch,
                                     std::span<Point> out) const {
  if (!is_current()) return {Status::no_path, 0, 0.0, 0};
  const Point from = snap(point);
  return memory_->search.write_way(memory_->search.answer(from), from, PricedSearch::of(scratch),
                                   out);
}

std::size_t PricedField::memory_bytes() const noexcept {
  return memory_ == nullptr ? 0 : sizeof(PricedFieldMemory) + memory_->search.memory_bytes();
}

FieldResult build_priced_field(const PricedMesh& priced, std::span<const FieldGoal> goals,
                               double cost_limit, PricedField& field) {
  if (field.memory_ != nullptr) field.memory_->is_built = false;
  const auto is_good = [&](const FieldGoal& goal) {
    return goal.cost >= 0.0 && goal.cost <= kLargestCost && priced.mesh.locate(snap(goal.at));
  };
  if (priced.costs.size() < priced.mesh.cell_ids() || !(cost_limit >= 0.0) ||
      !std::all_of(goals.begin(), goals.end(), is_good)) {
    return {Status::invalid_input, 0};
  }
  if (field.memory_ == nullptr) {
    field.memory_ = detail::make_hidden<PricedFieldMemory>(priced.mesh);
  }
  PricedFieldMemory& memory = *field.memory_;
  memory.search.fit(priced.mesh);
  memory.mesh = &priced.mesh;
  memory.limit = cost_limit;
  while (!memory.search.spread(priced, goals, cost_limit)) {
    if (!memory.search.grow()) return {Status::out_of_nodes, memory.search.expanded()};
  }
  memory.is_built = true;
  return {Status::ok, memory.search.expanded()};
}

Result extract_reached_tiles(const PricedField& field, double limit,
                             std::span<ReachedTile> out) noexcept {
  if (!field.is_current()) return {Status::ok, 0};
  const PricedSearch& search = field.memory_->search;
  return write_reached_tiles(
      *field.memory_->mesh, limit, [&](CellId cell) { return search.has_entered(cell); },
      [&](const Point& point) { return search.answer(point).cost; }, out);
}

}  // namespace taut
