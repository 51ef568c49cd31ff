#include <taut/grid_search.hpp>

#include <array>
#include <bit>
#include <cstdlib>
#include <optional>

#include <taut/search.hpp>

namespace taut {
namespace {

struct Step {
  int dx;
  int dy;
  double length;
};

// The order in which neighbours are visited.
constexpr std::array<Step, 8> kSteps{{{1, 0, 1.0},
                                      {0, 1, 1.0},
                                      {-1, 0, 1.0},
                                      {0, -1, 1.0},
                                      {1, 1, kDiagonalCost},
                                      {-1, 1, kDiagonalCost},
                                      {-1, -1, kDiagonalCost},
                                      {1, -1, kDiagonalCost}}};

// Bit i of an entry: step i of kSteps is allowed where the tiles around are those of the index
// (TileBits::around()).
using StepTable = std::array<std::uint8_t, 512>;

constexpr StepTable make_step_table(DiagonalRule rule) {
  StepTable table{};
  for (unsigned around = 0; around < table.size(); ++around) {
    const auto is_walkable = [&](int dx, int dy) { return (around >> (4 + dx + 3 * dy) & 1) != 0; };
    for (unsigned i = 0; i < kSteps.size(); ++i) {
      const Step& step = kSteps[i];
      bool is_allowed = is_walkable(step.dx, step.dy);
      if (step.dx != 0 && step.dy != 0) {
        const bool is_x_free = is_walkable(step.dx, 0);
        const bool is_y_free = is_walkable(0, step.dy);
        switch (rule) {
          case DiagonalRule::never:
            is_allowed = false;
            break;
          case DiagonalRule::only_if_no_obstacles:
            is_allowed &= is_x_free && is_y_free;
            break;
          case DiagonalRule::at_least_one_walkable:
            is_allowed &= is_x_free || is_y_free;
            break;
          case DiagonalRule::always:
            break;
        }
      }
      if (is_allowed) table[around] = static_cast<std::uint8_t>(table[around] | 1U << i);
    }
  }
  return table;
}

constexpr std::array<StepTable, 4> kStepTables{
    make_step_table(DiagonalRule::never), make_step_table(DiagonalRule::only_if_no_obstacles),
    make_step_table(DiagonalRule::at_least_one_walkable), make_step_table(DiagonalRule::always)};

// With only_if_no_obstacles and no terrain costs, most steps out of a tile lead to tiles that a
// path from the tile before reaches as cheaply without it. Those are pruned, as jump point search
// does (Harabor and Grastien 2011; without corner cutting: Harabor and Grastien 2012): after a
// diagonal step only its three forward neighbours remain; after an orthogonal one only the tile
// ahead, and, where the tile beside the last one is blocked, the tiles beside and half ahead on
// that side. Entry [i] is for arrival by step i of kSteps, entry [8] for the start.
constexpr std::size_t kNoArrival = kSteps.size();
using PrunedTables = std::array<StepTable, kNoArrival + 1>;

constexpr bool is_needed(const Step& arrival, const Step& step, unsigned around) {
  if (arrival.dx != 0 && arrival.dy != 0) {
    return (step.dx == 0 || step.dx == arrival.dx) && (step.dy == 0 || step.dy == arrival.dy);
  }
  // Along and across the arrival.
  const int along = step.dx * arrival.dx + step.dy * arrival.dy;
  const int across_x = step.dx - along * arrival.dx;
  const int across_y = step.dy - along * arrival.dy;
  if (across_x == 0 && across_y == 0) return along > 0;
  const int beside_x = across_x - arrival.dx;
  const int beside_y = across_y - arrival.dy;
  const bool is_beside_last_walkable = (around >> (4 + beside_x + 3 * beside_y) & 1) != 0;
  return along >= 0 && !is_beside_last_walkable;
}

constexpr PrunedTables make_pruned_tables() {
  PrunedTables tables{};
  const StepTable all = make_step_table(DiagonalRule::only_if_no_obstacles);
  for (std::size_t i = 0; i < kNoArrival; ++i) {
    for (unsigned around = 0; around < all.size(); ++around) {
      unsigned needed = 0;
      for (unsigned rest = all[around]; rest != 0; rest &= rest - 1) {
        const int k = std::countr_zero(rest);
        if (is_needed(kSteps[i], kSteps[static_cast<std::size_t>(k)], around)) needed |= 1U << k;
      }
      tables[i][around] = static_cast<std::uint8_t>(needed);
    }
  }
  tables[kNoArrival] = all;
  return tables;
}

constexpr PrunedTables kPrunedTables = make_pruned_tables();

// The grid as the graph of find_cheapest().
class TileGraph {
 public:
  TileGraph(const Grid& grid, Tile goal, DiagonalRule rule) noexcept
      : grid_(grid),
        goal_(goal),
        // The heuristic is the larger difference and `diagonal_` times the smaller one: octile or
        // Manhattan distance.
        diagonal_(rule == DiagonalRule::never ? 1.0 : kDiagonalCost - 1.0),
        allowed_(kStepTables[static_cast<std::size_t>(rule)]),
        // In maps one or two tiles wide the ids of two tiles do not tell the step between them.
        is_pruned_(rule == DiagonalRule::only_if_no_obstacles && !grid.has_costs() &&
                   grid.width() > 2) {
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
      offsets_[i] = static_cast<NodeId>(kSteps[i].dy * grid.width() + kSteps[i].dx);
    }
  }

  [[nodiscard]] double heuristic(NodeId node) const noexcept {
    const Tile tile = grid_.tile(node);
    const int dx = std::abs(tile.x - goal_.x);
    const int dy = std::abs(tile.y - goal_.y);
    return dx > dy ? dx + diagonal_ * dy : dy + diagonal_ * dx;
  }

  template <class Visit>
  void for_each_step(NodeId node, NodeId parent, const Visit& visit) const noexcept {
    const Tile tile = grid_.tile(node);
    const StepTable& table = is_pruned_ ? kPrunedTables[arrival(node, parent)] : allowed_;
    unsigned steps = table[grid_.bits().around(tile.x, tile.y)];
    for (; steps != 0; steps &= steps - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(steps));
      const NodeId to = node + offsets_[i];
      visit(to, kSteps[i].length * factor(node, to));
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
    if (!grid_.has_costs()) return 1.0;
    return 0.5 * (static_cast<double>(grid_.cost(a)) + static_cast<double>(grid_.cost(b)));
  }

  const Grid& grid_;
  Tile goal_;
  double diagonal_;
  const StepTable& allowed_;
  bool is_pruned_;
  std::array<NodeId, 8> offsets_{};
};

}  // namespace

void GridSearch::begin(const Grid& grid, const Point& start, const Point& goal,
                       const GridSearchOptions& options, SearchScratch& scratch) noexcept {
  const std::optional<Tile> first = grid.locate(start);
  const std::optional<Tile> last = grid.locate(goal);
  const bool is_rule = static_cast<std::size_t>(options.diagonal) < kStepTables.size();
  if (!first || !last || !is_rule || scratch.node_count() < grid.tile_count()) {
    early_ = Status::invalid_input;
    return;
  }
  const bool is_hopeless =
      options.diagonal != DiagonalRule::always && !grid.is_connected(*first, *last);
  if (is_hopeless && options.partial == PartialPath::none) {
    early_ = Status::no_path;
    return;
  }
  early_ = Status::ok;
  options_ = options;
  goal_ = *last;
  run_ = begin_cheapest(TileGraph(grid, goal_, options.diagonal), grid.id(*first), grid.id(goal_),
                        options.expansion_limit, scratch);
}

bool GridSearch::advance(const Grid& grid, std::size_t expansions,
                         SearchScratch& scratch) noexcept {
  if (early_ != Status::ok) return true;
  return advance_cheapest(TileGraph(grid, goal_, options_.diagonal), expansions, run_, scratch);
}

CorridorResult GridSearch::write(const SearchScratch& scratch,
                                 std::span<TileId> out) const noexcept {
  CorridorResult result;
  result.status = early_;
  if (early_ != Status::ok) return result;
  const SearchResult& found = run_.result;
  result.status = found.status;
  result.expanded = found.expanded;
  const bool is_partial_wanted =
      options_.partial == PartialPath::nearest && found.reached != kNoNode;
  if (found.status == Status::ok || is_partial_wanted) {
    const Result written = extract_nodes(scratch, found.reached, out);
    result.cost = found.cost;
    result.count = written.count;
    if (found.status == Status::ok) result.status = written.status;
  }
  return result;
}

CorridorResult find_corridor(const Grid& grid, const Point& start, const Point& goal,
                             const GridSearchOptions& options, SearchScratch& scratch,
                             std::span<TileId> out) noexcept {
  GridSearch search;
  search.begin(grid, start, goal, options, scratch);
  (void)search.advance(grid, kNoExpansionLimit, scratch);
  return search.write(scratch, out);
}

}  // namespace taut
