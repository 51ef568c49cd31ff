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

namespace taut {
namespace {

struct LatticeNode {
  int column;
  int row;
};

Point place_of(LatticeNode node) noexcept {
  return {0.5F * static_cast<float>(node.column), 0.5F * static_cast<float>(node.row)};
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

  [[nodiscard]] NodeId id(LatticeNode node) const noexcept {
    return static_cast<NodeId>(node.row) * static_cast<NodeId>(clearance_.columns()) +
           static_cast<NodeId>(node.column);
  }
  [[nodiscard]] LatticeNode node(NodeId id) const noexcept {
    const auto columns = static_cast<NodeId>(clearance_.columns());
    return {static_cast<int>(id % columns), static_cast<int>(id / columns)};
  }
  // Steps never leave the lattice: its rim is the outside, without room. Requires radius > 0.
  [[nodiscard]] bool has_room(int column, int row) const noexcept {
    return clearance_.square(column, row) >= least_;
  }

  [[nodiscard]] double heuristic(NodeId id) const noexcept {
    const LatticeNode at = node(id);
    const int dx = std::abs(at.column - goal_.column);
    const int dy = std::abs(at.row - goal_.row);
    return 0.5 * (std::max(dx, dy) + (kDiagonalCost - 1.0) * std::min(dx, dy));
  }

  template <class Visit>
  void for_each_step(NodeId id, NodeId, Visit&& visit) const {
    const LatticeNode at = node(id);
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
      visit(this->id(to), 0.5 * kDiagonalCost);
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

// The lattice point nearest to a place from which the disc can go there straight.
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

}  // namespace

WideResult find_wide_path(const TileBits& walkable, const Clearance& clearance, const Point& start,
                          const Point& goal, double radius, WideScratch& scratch,
                          std::span<Point> out) noexcept {
  WideResult result;
  const Point from = snap(start);
  const Point to = snap(goal);
  const bool is_fit = clearance.columns() == 2 * walkable.width() + 1 &&
                      clearance.rows() == 2 * walkable.height() + 1 &&
                      scratch.search.node_count() >= clearance.point_count() &&
                      scratch.nodes.size() >= clearance.point_count();
  if (!is_fit || radius < kNarrowRadius || !has_clearance(walkable, from, radius) ||
      !has_clearance(walkable, to, radius)) {
    result.status = Status::invalid_input;
    return result;
  }
  PathWriter path(out);
  bool fits = path.append(from);
  if (!has_clearance(walkable, from, to, radius)) {
    const std::optional<LatticeNode> first = find_entrance(walkable, clearance, from, radius);
    const std::optional<LatticeNode> last = find_entrance(walkable, clearance, to, radius);
    if (!first || !last) return result;
    const WideGraph graph(walkable, clearance, radius, *last);
    const SearchResult found =
        find_cheapest(graph, graph.id(*first), graph.id(*last), kNoExpansionLimit, scratch.search);
    result.expanded = found.expanded;
    result.status = found.status;
    if (found.status != Status::ok) return result;
    const Result nodes = extract_nodes(scratch.search, found.reached, scratch.nodes);
    for (std::size_t i = 0; fits && i < nodes.count; ++i) {
      fits = path.append(place_of(graph.node(scratch.nodes[i])));
    }
  }
  fits = fits && path.append(to);
  result.status = fits ? Status::ok : Status::truncated;
  result.count = path.count();
  return result;
}

}  // namespace taut
