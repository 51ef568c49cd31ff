#include <taut/engine/grid_search.hpp>

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include <taut/engine/search.hpp>
#include <taut/engine/tile_steps.hpp>

#include "core/tile/tile_walk.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {
namespace {

// The grid as the graph of find_cheapest().
class TileGraph {
 public:
  TileGraph(const Grid& grid, Tile goal, const TileSteps& steps) noexcept
      : grid_(grid),
        tiles_(grid, steps.costs),
        goal_(goal),
        length_(steps.length == DiagonalLength::one ? 1.0 : kDiagonalCost),
        // The heuristic is the larger difference and `diagonal_` times the smaller one: octile,
        // Chebyshev or Manhattan distance. Where tiles cost differently, `least_` times that.
        diagonal_(steps.diagonal == DiagonalRule::never ? 1.0 : length_ - 1.0),
        has_costs_(tiles_.has_costs()),
        uniform_(static_cast<double>(tiles_.uniform_cost())),
        least_(has_costs_ ? static_cast<double>(tiles_.least_cost()) : uniform_),
        allowed_(kStepTables[static_cast<std::size_t>(steps.diagonal)]),
        // In maps one or two tiles wide the ids of two tiles do not tell the step between them.
        is_pruned_(steps.diagonal == DiagonalRule::only_if_no_obstacles && !has_costs_ &&
                   grid.width() > 2) {
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
      offsets_[i] = static_cast<NodeId>(kSteps[i].dy * grid.width() + kSteps[i].dx);
    }
  }

  [[nodiscard]] double heuristic(NodeId node) const noexcept {
    const Tile tile = grid_.tile(node);
    const int dx = std::abs(tile.x - goal_.x);
    const int dy = std::abs(tile.y - goal_.y);
    return least_ * (dx > dy ? dx + diagonal_ * dy : dy + diagonal_ * dx);
  }

  template <class Visit>
  void for_each_step(NodeId node, NodeId parent, const Visit& visit) const noexcept {
    const Tile tile = grid_.tile(node);
    const StepTable& table = is_pruned_ ? kPrunedTables[arrival(node, parent)] : allowed_;
    unsigned steps = table[tiles_.around(tile.x, tile.y)];
    for (; steps != 0; steps &= steps - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(steps));
      const NodeId to = node + offsets_[i];
      visit(to, (i < 4 ? 1.0 : length_) * factor(node, to));
    }
  }

 private:
  // The number of the step from parent to node.
  [[nodiscard]] std::size_t arrival(NodeId node, NodeId parent) const noexcept {
    if (parent == kNoNode) return kNoArrival;
    const auto difference = static_cast<std::int32_t>(node - parent);
    const int dy = difference > 1 ? 1 : difference < -1 ? -1 : 0;
    const int dx = difference - dy * grid_.width();
    // By dx + 1 + 3 * (dy + 1).
    constexpr std::array<std::uint8_t, 9> kStepNumbers{6, 3, 7, 2, kNoArrival, 0, 5, 1, 4};
    return kStepNumbers[static_cast<std::size_t>(dx + 1 + 3 * (dy + 1))];
  }

  [[nodiscard]] double factor(NodeId a, NodeId b) const noexcept {
    if (!has_costs_) return uniform_;
    return 0.5 * (static_cast<double>(tiles_.cost(a)) + static_cast<double>(tiles_.cost(b)));
  }

  const Grid& grid_;
  detail::MoverTiles tiles_;
  Tile goal_;
  double length_;  // of a diagonal step
  double diagonal_;
  bool has_costs_;
  double uniform_;
  double least_;
  const StepTable& allowed_;
  bool is_pruned_;
  std::array<NodeId, 8> offsets_{};
};

// The status of a query that needs no search; ok where it needs one.
Status check_query(const Grid& grid, const std::optional<Tile>& start,
                   const std::optional<Tile>& goal, const GridSearchOptions& options,
                   const SearchScratch& scratch) noexcept {
  if (!start || !goal || !is_valid(options) || scratch.node_count() < grid.tile_count()) {
    return Status::invalid_input;
  }
  const bool is_hopeless =
      options.diagonal != DiagonalRule::always && !grid.is_connected(*start, *goal);
  return is_hopeless && options.partial == PartialPath::none ? Status::no_path : Status::ok;
}

// Whether steps between tiles that share an edge lead from one tile to another. The components of
// the grid do not know which classes are blocked. A search that tells is worth its time only where
// it decides on which side of an end the corridor begins.
class TileJoin {
 public:
  TileJoin(const detail::MoverTiles& tiles, const GridSearchOptions& options,
           SearchScratch& scratch) noexcept
      : tiles_(tiles), steps_(options), scratch_(scratch) {
    steps_.diagonal = DiagonalRule::never;
  }

  [[nodiscard]] TileEnds find_ends(const Point& start, const Point& goal) noexcept {
    const bool has_choice = has_two_sides(start) || has_two_sides(goal);
    searches_ = tiles_.has_blocked() && has_choice && is_valid(steps_) &&
                scratch_.node_count() >= tiles_.grid().tile_count();
    return join_ends(
        {tiles_.locate(start), tiles_.locate(goal)}, start, goal,
        [this](const Tile& tile) { return tiles_.is_walkable(tile); },
        [this](const Tile& a, const Tile& b) { return is_connected(a, b); });
  }

 private:
  // Whether two of the tiles around a point are walkable, and touch only there.
  [[nodiscard]] bool has_two_sides(const Point& point) const noexcept {
    if (!is_on_map(tiles_.bits(), point) || !is_tile_corner(point)) return false;
    const unsigned free =
        find_free_around(point, [this](const Tile& tile) { return tiles_.is_walkable(tile); });
    return free == 0b0101U || free == 0b1010U;
  }
  [[nodiscard]] bool is_connected(const Tile& a, const Tile& b) noexcept {
    const Grid& grid = tiles_.grid();
    if (!grid.is_connected(a, b) || !searches_) return grid.is_connected(a, b);
    return find_cheapest(TileGraph(grid, b, steps_), grid.id(a), grid.id(b), kNoExpansionLimit,
                         scratch_)
               .status == Status::ok;
  }

  const detail::MoverTiles& tiles_;
  TileSteps steps_;
  SearchScratch& scratch_;
  bool searches_ = false;
};

}  // namespace

CorridorResult find_corridor(const Grid& grid, const Point& start, const Point& goal,
                             const GridSearchOptions& options, SearchScratch& scratch,
                             std::span<TileId> out) noexcept {
  const detail::MoverTiles tiles(grid, options.costs);
  const auto [first, last] = TileJoin(tiles, options, scratch).find_ends(start, goal);
  CorridorResult result;
  result.status = check_query(grid, first, last, options, scratch);
  if (result.status != Status::ok) return result;
  const SearchResult found = find_cheapest(TileGraph(grid, *last, options), grid.id(*first),
                                           grid.id(*last), options.expansion_limit, scratch);
  result.status = found.status;
  result.expanded = found.expanded;
  const bool is_partial = options.partial == PartialPath::nearest && found.reached != kNoNode;
  if (found.status == Status::ok || is_partial) {
    const Result written = extract_nodes(scratch, found.reached, out);
    result.cost = found.cost;
    result.count = written.count;
    if (!written) result.status = written.status;
  }
  return result;
}

// ---- the functions of tile_steps.hpp ----

namespace detail {

std::uint32_t allowed_steps(const Grid& grid, Tile from, const TileSteps& steps) noexcept {
  assert(grid.is_inside(from));
  const std::uint32_t around = MoverTiles(grid, steps.costs).around(from.x, from.y);
  return kStepTables[static_cast<std::size_t>(steps.diagonal)][around];
}

Tile step_target(Tile from, std::size_t i) noexcept {
  return {from.x + kSteps[i].dx, from.y + kSteps[i].dy};
}

double step_cost(const Grid& grid, Tile from, Tile to, const TileSteps& steps) noexcept {
  const bool is_diagonal = from.x != to.x && from.y != to.y;
  const double length = is_diagonal && steps.length == DiagonalLength::sqrt2 ? kDiagonalCost : 1.0;
  const MoverTiles tiles(grid, steps.costs);
  if (!tiles.has_costs()) return length * static_cast<double>(tiles.uniform_cost());
  const double after = static_cast<double>(tiles.cost(grid.id(to)));
  const float before = tiles.cost(grid.id(from));
  if (before == kBlockedTerrain) return length * after;
  return length * (0.5 * (static_cast<double>(before) + after));
}

}  // namespace detail
}  // namespace taut
