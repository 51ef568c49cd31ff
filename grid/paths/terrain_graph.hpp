// The graph of tile searches for paths in any direction over terrain costs (internal).
#pragma once

#include <cstdlib>

#include "grid/paths/tile_graph.hpp"

namespace taut {

// The grid with longer steps beside those of the rule: two tiles ahead and one aside, at the cost
// of the straight line, in about the direction of the step before. The path found costs no more
// than the cheapest of the rule's steps alone. It need not be the cheapest of all steps: the
// heuristic is not consistent for the long ones. Requires DiagonalLength::sqrt2.
class TerrainGraph : public TileGraph {
 public:
  using TileGraph::TileGraph;

  template <class Visit>
  void for_each_step(NodeId node, NodeId parent, const Visit& visit) const noexcept {
    TileGraph::for_each_step(node, parent, visit);
    const Tile at = tiles().tile(node);
    if (parent == kNoNode) {
      for (const int x : {1, -1}) {
        for (const int y : {1, -1}) {
          visit_long_step(at, node, {x, 0}, {0, y}, visit);
          visit_long_step(at, node, {0, y}, {x, 0}, visit);
        }
      }
      return;
    }
    // A path that turns more sharply has a cheaper way, but for few places between costs.
    const Tile before = tiles().tile(parent);
    const Tile way{at.x - before.x, at.y - before.y};
    const Tile x_step{way.x > 0 ? 1 : -1, 0};
    const Tile y_step{0, way.y > 0 ? 1 : -1};
    if (way.y == 0) {
      visit_long_step(at, node, x_step, {0, 1}, visit);
      visit_long_step(at, node, x_step, {0, -1}, visit);
    } else if (way.x == 0) {
      visit_long_step(at, node, y_step, {1, 0}, visit);
      visit_long_step(at, node, y_step, {-1, 0}, visit);
    } else {
      if (std::abs(way.x) >= std::abs(way.y)) visit_long_step(at, node, x_step, y_step, visit);
      if (std::abs(way.y) >= std::abs(way.x)) visit_long_step(at, node, y_step, x_step, visit);
    }
  }

 private:
  // A long step costs this times the sum of the four tiles that it passes: a fourth of its length
  // is in each.
  static constexpr double kLongStepPart = 2.2360679774997896964 / 4.0;

  // The step of twice `ahead` and once `aside`.
  template <class Visit>
  void visit_long_step(const Tile& at, NodeId node, const Tile& ahead, const Tile& aside,
                       const Visit& visit) const noexcept {
    const Tile first{at.x + ahead.x, at.y + ahead.y};
    const Tile second{first.x + aside.x, first.y + aside.y};
    const Tile to{second.x + ahead.x, second.y + ahead.y};
    const bool is_free =
        tiles().is_walkable(first) && tiles().is_walkable(second) && tiles().is_walkable(to);
    if (!is_free) return;
    const NodeId to_id = tiles().id(to);
    const double sum =
        cost(node) + cost(tiles().id(first)) + cost(tiles().id(second)) + cost(to_id);
    visit(to_id, kLongStepPart * sum);
  }

  [[nodiscard]] double cost(NodeId node) const noexcept {
    return static_cast<double>(tiles().cost(node));
  }
};

}  // namespace taut
