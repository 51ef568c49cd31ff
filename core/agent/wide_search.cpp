#include <taut/wide_search.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>

#include <taut/constants.hpp>
#include <taut/detail/path_writer.hpp>
#include <taut/tile_disc.hpp>

#include "near_nodes.hpp"

namespace taut {
namespace {

struct LatticeNode {
  int column;
  int row;
};

Point place_of(LatticeNode node) noexcept {
  return {0.5F * static_cast<float>(node.column), 0.5F * static_cast<float>(node.row)};
}

NodeId to_id(const Clearance& clearance, LatticeNode node) noexcept {
  return static_cast<NodeId>(node.row) * static_cast<NodeId>(clearance.columns()) +
         static_cast<NodeId>(node.column);
}
LatticeNode to_node(const Clearance& clearance, NodeId id) noexcept {
  const auto columns = static_cast<NodeId>(clearance.columns());
  return {static_cast<int>(id % columns), static_cast<int>(id / columns)};
}

class WideGraph {
 public:
  WideGraph(const TileBits& walkable, const Clearance& clearance, double radius,
            LatticeNode goal) noexcept
      : walkable_(walkable),
        clearance_(clearance),
        radius_(radius),
        least_(Clearance::least_square(radius)),
        goal_(goal) {}

  // Steps never leave the lattice: on its border the clearance is 0. Requires radius > 0.
  [[nodiscard]] bool has_room(int column, int row) const noexcept {
    return clearance_.square(column, row) >= least_;
  }

  [[nodiscard]] double heuristic(NodeId id) const noexcept {
    const LatticeNode at = to_node(clearance_, id);
    const int dx = std::abs(at.column - goal_.column);
    const int dy = std::abs(at.row - goal_.row);
    return 0.5 * (std::max(dx, dy) + (kDiagonalCost - 1.0) * std::min(dx, dy));
  }

  template <class Visit>
  void for_each_step(NodeId id, NodeId, Visit&& visit) const {
    const LatticeNode at = to_node(clearance_, id);
    const int column = at.column;
    const int row = at.row;
    const auto columns = static_cast<NodeId>(clearance_.columns());
    const bool is_right = has_room(column + 1, row);
    const bool is_below = has_room(column, row + 1);
    const bool is_left = has_room(column - 1, row);
    const bool is_above = has_room(column, row - 1);
    if (is_right) visit(id + 1, 0.5);
    if (is_below) visit(id + columns, 0.5);
    if (is_left) visit(id - 1, 0.5);
    if (is_above) visit(id - columns, 0.5);
    const auto visit_diagonal = [&](int dx, int dy, bool is_square_free) {
      const LatticeNode to{at.column + dx, at.row + dy};
      if (!has_room(to.column, to.row)) return;
      if (!is_square_free && !has_clearance(walkable_, place_of(at), place_of(to), radius_)) {
        return;
      }
      visit(to_id(clearance_, to), 0.5 * kDiagonalCost);
    };
    visit_diagonal(1, 1, is_right && is_below);
    visit_diagonal(-1, 1, is_left && is_below);
    visit_diagonal(-1, -1, is_left && is_above);
    visit_diagonal(1, -1, is_right && is_above);
  }

 private:
  const TileBits& walkable_;
  const Clearance& clearance_;
  double radius_;
  std::uint32_t least_;
  LatticeNode goal_;
};

// The lattice point nearest to a start or goal from which the disc can go straight to it.
std::optional<LatticeNode> find_entrance(const TileBits& walkable, const Clearance& clearance,
                                         const Point& place, double radius) noexcept {
  constexpr int kReach = 2;
  const std::uint32_t least = Clearance::least_square(radius);
  const int column = static_cast<int>(std::lround(2.0F * place.x()));
  const int row = static_cast<int>(std::lround(2.0F * place.y()));
  std::optional<LatticeNode> nearest;
  double nearest_distance = std::numeric_limits<double>::infinity();
  for (int y = std::max(row - kReach, 0); y <= std::min(row + kReach, clearance.rows() - 1); ++y) {
    for (int x = std::max(column - kReach, 0);
         x <= std::min(column + kReach, clearance.columns() - 1); ++x) {
      if (clearance.square(x, y) < least) continue;
      const double away = distance(place, place_of({x, y}));
      if (away >= nearest_distance || !has_clearance(walkable, place, place_of({x, y}), radius)) {
        continue;
      }
      nearest = LatticeNode{x, y};
      nearest_distance = away;
    }
  }
  return nearest;
}

bool is_fit(const TileBits& walkable, const Clearance& clearance,
            const WideScratch& scratch) noexcept {
  return clearance.columns() == 2 * walkable.width() + 1 &&
         clearance.rows() == 2 * walkable.height() + 1 &&
         scratch.search.node_count() >= clearance.point_count() &&
         scratch.nodes.size() >= clearance.point_count();
}

}  // namespace

void WideScratch::fit(const Clearance& clearance) {
  if (search.node_count() < clearance.point_count()) *this = WideScratch(clearance);
}

// The query that the scratch holds, on these tiles.
class WideQuery {
 public:
  WideQuery(const TileBits& walkable, const Clearance& clearance, WideScratch& scratch) noexcept
      : walkable_(walkable), clearance_(clearance), scratch_(scratch), state_(scratch.state_) {}

  void begin(const Point& start, const Point& goal, const WideOptions& options) noexcept {
    state_.is_running = true;
    state_.is_complete = false;
    state_.columns = clearance_.columns();
    state_.rows = clearance_.rows();
    state_.start = snap(start);
    state_.goal = snap(goal);
    state_.radius = options.radius;
    state_.early = begin_search(options.expansion_limit);
  }

  [[nodiscard]] std::optional<WideResult> advance(std::size_t expansions,
                                                  std::span<Point> out) noexcept {
    WideResult result;
    const bool is_same_size =
        clearance_.columns() == state_.columns && clearance_.rows() == state_.rows;
    if (!state_.is_running || !is_same_size) {
      state_.is_running = false;
      result.status = Status::invalid_input;
      return result;
    }
    const bool has_search = state_.early == Status::ok && !state_.is_straight;
    if (has_search && !advance_cheapest(graph(), expansions, state_.run, scratch_.search)) {
      return std::nullopt;
    }
    state_.is_running = false;
    result.status = has_search ? state_.run.result.status : state_.early;
    result.expanded = has_search ? state_.run.result.expanded : 0;
    state_.is_complete = has_search && result.status == Status::no_path;
    if (result.status == Status::ok) write(has_search, result, out);
    return result;
  }

 private:
  Status begin_search(std::size_t expansion_limit) noexcept {
    const Point& from = state_.start;
    const Point& to = state_.goal;
    const double radius = state_.radius;
    if (!is_fit(walkable_, clearance_, scratch_) || radius < kNarrowRadius ||
        !has_clearance(walkable_, from, radius) || !has_clearance(walkable_, to, radius)) {
      return Status::invalid_input;
    }
    state_.is_straight = has_clearance(walkable_, from, to, radius);
    if (state_.is_straight) return Status::ok;
    const std::optional<LatticeNode> first = find_entrance(walkable_, clearance_, from, radius);
    const std::optional<LatticeNode> last = find_entrance(walkable_, clearance_, to, radius);
    if (!first || !last) return Status::no_path;
    state_.last = to_id(clearance_, *last);
    state_.run = begin_cheapest(graph(), to_id(clearance_, *first), state_.last, expansion_limit,
                                scratch_.search);
    return Status::ok;
  }

  void write(bool has_search, WideResult& result, std::span<Point> out) noexcept {
    PathWriter path(out);
    bool fits = path.append(state_.start);
    if (has_search) {
      const Result nodes = extract_nodes(scratch_.search, state_.last, scratch_.nodes);
      for (std::size_t i = 0; fits && i < nodes.count; ++i) {
        fits = path.append(place_of(to_node(clearance_, scratch_.nodes[i])));
      }
    }
    fits = fits && path.append(state_.goal);
    result.status = fits ? Status::ok : Status::truncated;
    result.count = path.count();
  }

  [[nodiscard]] WideGraph graph() const noexcept {
    return {walkable_, clearance_, state_.radius, to_node(clearance_, state_.last)};
  }

  const TileBits& walkable_;
  const Clearance& clearance_;
  WideScratch& scratch_;
  WideScratch::State& state_;
};

void begin_wide_path(const TileBits& walkable, const Clearance& clearance, const Point& start,
                     const Point& goal, const WideOptions& options, WideScratch& scratch) noexcept {
  WideQuery(walkable, clearance, scratch).begin(start, goal, options);
}

std::optional<WideResult> advance_wide_path(const TileBits& walkable, const Clearance& clearance,
                                            std::size_t expansions, WideScratch& scratch,
                                            std::span<Point> out) noexcept {
  return WideQuery(walkable, clearance, scratch).advance(expansions, out);
}

std::optional<Point> find_nearest_reached(const Clearance& clearance, const WideScratch& scratch,
                                          const Point& point, double reach) noexcept {
  const bool is_same_size =
      clearance.columns() == scratch.state_.columns && clearance.rows() == scratch.state_.rows;
  if (!scratch.state_.is_complete || !is_same_size || !(reach >= 0.0)) return std::nullopt;
  const std::uint32_t least = Clearance::least_square(scratch.state_.radius);
  return detail::find_nearest_node(clearance, point, reach, [&](int column, int row) {
    return clearance.square(column, row) >= least &&
           scratch.search.is_expanded(to_id(clearance, {column, row}));
  });
}

WideResult find_wide_path(const TileBits& walkable, const Clearance& clearance, const Point& start,
                          const Point& goal, const WideOptions& options, WideScratch& scratch,
                          std::span<Point> out) noexcept {
  WideQuery query(walkable, clearance, scratch);
  query.begin(start, goal, options);
  return *query.advance(kNoExpansionLimit, out);
}

}  // namespace taut
