// Fields by cost: the search for cheap paths without a goal. What it leaves, beams by the edges
// that they pass and corners with their costs, answers for every point of a cell.
#include <taut/engine/priced_field.hpp>

#include <algorithm>
#include <cmath>

#include <taut/engine/geometry.hpp>

#include "core/mesh/cell_centers.hpp"

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
    QueryEnd goal(goals[i].at);
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
  const auto distance_to = [&](const Vector& place) {
    const Vector way{place.x - at.x, place.y - at.y};
    return std::sqrt(detail::dot(way, way));
  };
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
        const Node& node = nodes_[i];
        const Vector root = frame.to_local(node.root);
        const Wave wave{root.x, -root.y, node.base, static_cast<double>(node.weight)};
        const Crossing crossing = cross_interval(wave, node.low, node.high, local, weight);
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
    const Vector root = frame.to_local(before.root);
    const Wave wave{root.x, -root.y, before.base, static_cast<double>(before.weight)};
    const Vector at = frame.to_local(detail::to_vector(point));
    answer.place = cross_interval(wave, before.low, before.high, at, cost_of(answer.cell)).place;
  }
}

// Straight on through cells of one cost, to the root if that is a place, else to the border where
// the way was refracted.
Point PricedSearch::find_bend(const Answer& answer, const Point& point) const noexcept {
  const auto to_point = [](const Vector& at) {
    return snap(Point{static_cast<float>(at.x), static_cast<float>(at.y)});
  };
  const Node* node = &nodes_[answer.node];
  if (node->kind == Kind::start) return to_point(node->root);
  if (node->kind == Kind::corner) return mesh().edge(node->edge).start();
  const Point crossing = to_point(frame_of(node->edge).to_plane(answer.place, 0.0));
  if (static_cast<double>(node->weight) != cost_of(answer.cell)) return crossing;
  const Vector root = node->root;
  const auto is_passed = [&](const Node& beam) {
    const EdgeFrame frame = frame_of(beam.edge);
    const Vector from = frame.to_local(detail::to_vector(point));
    const Vector to = frame.to_local(root);
    if (from.y - to.y <= 0.0) return false;
    const double place = to.x + (from.x - to.x) * -to.y / (from.y - to.y);
    return place >= beam.low - 1e-9 && place <= beam.high + 1e-9;
  };
  while (true) {
    if (!is_passed(*node)) return crossing;  // the way bends before
    const Node& before = nodes_[node->before];
    if (before.kind == Kind::start || before.kind == Kind::corner) {
      const Point place =
          before.kind == Kind::start ? to_point(before.root) : mesh().edge(before.edge).start();
      // A beam that leaves a border on the way has its root elsewhere.
      const Vector way{root.x - static_cast<double>(place.x),
                       root.y - static_cast<double>(place.y)};
      return detail::dot(way, way) < 1e-6 ? place : crossing;
    }
    // The same one, but for rounding.
    const Vector off{before.root.x - root.x, before.root.y - root.y};
    if (detail::dot(off, off) > 1e-10) break;
    node = &before;
  }
  // Where the line from the point to the virtual root passes the border.
  const EdgeFrame frame = frame_of(nodes_[node->before].edge);
  const Vector from = frame.to_local(detail::to_vector(point));
  const Vector to = frame.to_local(root);
  if (from.y - to.y <= 0.0) return crossing;
  const double place = to.x + (from.x - to.x) * -to.y / (from.y - to.y);
  const Node& border = nodes_[node->before];
  return to_point(frame.to_plane(std::clamp(place, border.low, border.high), 0.0));
}

PathResult PricedSearch::write_way(const Answer& answer, const Point& point, PricedSearch& scratch,
                                   std::span<Point> out) const {
  PathResult result{Status::no_path, 0, 0.0, 0};
  Pull& pull = scratch.pull_;
  if (answer.node == kNone || !find_doors(answer.node, answer.cell, pull)) return result;
  const Vector root = nodes_[pull.chain.front()].root;
  const Point goal{static_cast<float>(root.x), static_cast<float>(root.y)};
  const WeightedResult pulled = pull_path(goal, point, pull, out);
  std::reverse(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(pulled.count));
  result.status = pulled.status;
  result.count = pulled.count;
  result.cost = pulled.cost;
  result.length = path_length(out.first(pulled.count));
  return result;
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
  explicit PricedFieldMemory(const PricedMesh& priced)
      : mesh(&priced.mesh), search(priced.mesh, 65536 + 16 * priced.mesh.edge_ids()) {}

  [[nodiscard]] bool is_current() const noexcept { return search.is_of(*mesh); }

  const ConvexMesh* mesh;
  PricedSearch search;
  double limit = 0.0;
};

class PricedRange {
 public:
  static const PricedFieldMemory* memory(const PricedField& field) noexcept {
    return field.is_current() ? field.memory_.get() : nullptr;
  }
};

PricedField::PricedField() = default;
PricedField::PricedField(PricedField&&) noexcept = default;
PricedField& PricedField::operator=(PricedField&&) noexcept = default;
PricedField::~PricedField() = default;

bool PricedField::is_current() const noexcept {
  return memory_ != nullptr && memory_->is_current();
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
  field.memory_.reset();
  const auto is_good = [&](const FieldGoal& goal) {
    return goal.cost >= 0.0 && std::isfinite(goal.cost) && priced.mesh.locate(snap(goal.at));
  };
  if (!(cost_limit >= 0.0) || !std::all_of(goals.begin(), goals.end(), is_good)) {
    return {Status::invalid_input, 0};
  }
  auto memory = std::make_unique<PricedFieldMemory>(priced);
  memory->limit = cost_limit;
  std::vector<FieldGoal> snapped(goals.begin(), goals.end());
  for (FieldGoal& goal : snapped) goal.at = snap(goal.at);
  while (!memory->search.spread(priced, snapped, cost_limit)) {
    if (!memory->search.grow()) return {Status::invalid_input, memory->search.expanded()};
  }
  field.memory_ = std::move(memory);
  return {Status::ok, field.memory_->search.expanded()};
}

Result extract_reached_tiles(const PricedField& field, double limit,
                             std::span<ReachedTile> out) noexcept {
  Result result;
  const PricedFieldMemory* const memory = PricedRange::memory(field);
  if (memory == nullptr || !(limit >= 0.0)) return result;
  memory->mesh->for_each_cell([&](CellId cell) {
    if (!memory->search.has_entered(cell)) return;
    for_each_center(*memory->mesh, cell, [&](Tile tile) {
      const double cost = field.cost(center(tile));
      if (cost > limit || cost == Field::kUnreached) return;
      if (memory->mesh->locate(center(tile)) != cell) return;
      if (result.count == out.size()) {
        result.status = Status::truncated;
      } else {
        out[result.count++] = {tile, cost};
      }
    });
  });
  return result;
}

}  // namespace taut
