// The grid as a graph of tiles (internal).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <taut/engine/grid_search.hpp>
#include <taut/engine/search.hpp>

#include "grid/paths/step_tables.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {

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

}  // namespace taut
