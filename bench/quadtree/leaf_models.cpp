#include "leaf_models.hpp"

#include <taut/engine/baselines.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/quadtree_path.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/harness/figures.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"

namespace taut::bench {
namespace {

// The point through which a path enters a leaf, for its cost.
enum class Entry : std::uint8_t {
  center,    // the centre of the leaf
  midpoint,  // the midpoint of the shared edge
  clamped,   // where the straight line to the goal meets the shared edge, or the nearer end
  repulled,  // the midpoint; the edge before is then crossed where the straight line to it does
};

struct Model {
  const char* name;
  Entry entry;
  double weight;  // of the heuristic
};

constexpr std::array<Model, 7> kModels{{{"leaf centres", Entry::center, 1.0},
                                        {"edge midpoints", Entry::midpoint, 1.0},
                                        {"clamped to the goal", Entry::clamped, 1.0},
                                        {"midpoints, re-pulled", Entry::repulled, 1.0},
                                        {"edge midpoints x 1.08", Entry::midpoint, 1.08},
                                        {"edge midpoints x 1.1", Entry::midpoint, 1.1},
                                        {"edge midpoints x 1.2", Entry::midpoint, 1.2}}};

Point middle(const TileRect& tiles) {
  return {0.5F * static_cast<float>(tiles.x0 + tiles.x1),
          0.5F * static_cast<float>(tiles.y0 + tiles.y1)};
}

// Where the line from a to b crosses an edge, clamped to it. Where both lie on one side of it:
// where the shortest way that touches it does.
Point pass(const Point& a, const Point& b, const Portal& edge) {
  const bool is_upright = edge.left.x == edge.right.x;
  const auto across = [&](const Point& p) { return is_upright ? p.x : p.y; };
  const auto along = [&](const Point& p) { return is_upright ? p.y : p.x; };
  const float to_a = std::abs(across(edge.left) - across(a));
  const float to_b = std::abs(across(edge.left) - across(b));
  const float share = to_a + to_b > 0.0F ? to_a / (to_a + to_b) : 1.0F;
  const float at = std::clamp(along(a) + share * (along(b) - along(a)),
                              std::min(along(edge.left), along(edge.right)),
                              std::max(along(edge.left), along(edge.right)));
  return is_upright ? Point{edge.left.x, at} : Point{at, edge.left.y};
}

struct ModelState {
  Point entry{0.0F, 0.0F};
  Point anchor{0.0F, 0.0F};  // with `repulled`, the last point that is final, and its cost
  double anchor_cost = 0.0;
};

class ModelGraph {
 public:
  ModelGraph(const Quadtree& tree, const SearchScratch& scratch, const Model& model,
             const Point& start, const Point& goal, std::vector<ModelState>& states)
      : tree_(tree),
        scratch_(scratch),
        model_(model),
        start_(start),
        goal_(goal),
        goal_leaf_(tree.find_leaf(*tree.locate(goal))),
        states_(states) {}

  [[nodiscard]] double heuristic(NodeId leaf) const {
    if (leaf == goal_leaf_) return 0.0;
    return model_.weight * distance(state_of(leaf, scratch_.parent(leaf)).entry, goal_);
  }

  template <class Visit>
  void for_each_step(NodeId leaf, NodeId parent, const Visit& visit) const {
    states_[leaf] = state_of(leaf, parent);
    for (const LeafLink& link : tree_.neighbors(leaf)) {
      if (scratch_.is_expanded(link.to)) continue;
      const ModelState next = state_of(link.to, leaf);
      double cost = model_.entry == Entry::repulled
                        ? next.anchor_cost + distance(next.anchor, next.entry) - scratch_.cost(leaf)
                        : distance(states_[leaf].entry, next.entry);
      if (link.to == goal_leaf_) cost += distance(next.entry, goal_);
      visit(link.to, std::max(cost, 0.0));
    }
  }

 private:
  [[nodiscard]] ModelState state_of(NodeId leaf, NodeId parent) const {
    if (parent == kNoNode) return {start_, start_, 0.0};
    const ModelState& before = states_[parent];
    const Portal edge = *shared_edge(tree_.rect(parent), tree_.rect(leaf));
    ModelState state;
    switch (model_.entry) {
      case Entry::center:
        state.entry = leaf == goal_leaf_ ? goal_ : middle(tree_.rect(leaf));
        break;
      case Entry::clamped:
        state.entry = pass(before.entry, goal_, edge);
        break;
      case Entry::midpoint:
      case Entry::repulled:
        state.entry = midpoint(edge);
        break;
    }
    state.anchor = before.entry;
    const NodeId last = scratch_.parent(parent);
    if (last != kNoNode) {
      state.anchor =
          pass(before.anchor, state.entry, *shared_edge(tree_.rect(last), tree_.rect(parent)));
    }
    state.anchor_cost = before.anchor_cost + distance(before.anchor, state.anchor);
    return state;
  }

  const Quadtree& tree_;
  const SearchScratch& scratch_;
  const Model& model_;
  Point start_;
  Point goal_;
  LeafId goal_leaf_;
  std::vector<ModelState>& states_;
};

constexpr std::size_t kStraightenings = 3;  // none, one, two

// The results of a model: the search, and the paths of its corridors, straightened or not.
struct ModelFigures {
  Times search;
  double expanded = 0.0;  // sum
  std::array<Ratios, kStraightenings> lengths;
};

// The queries of a map with the memory that they need.
class ModelRunner {
 public:
  explicit ModelRunner(const BenchMap& map)
      : map_(map),
        tree_(map.grid.bits()),
        scratch_(tree_.leaf_ids()),
        states_(tree_.leaf_ids()),
        corridor_(tree_.leaf_ids()),
        straight_(tree_.leaf_ids()),
        edges_(tree_.leaf_ids()),
        portals_(tree_.leaf_ids()),
        path_(tree_.leaf_ids() + 2) {}

  ModelFigures run(const Model& model, int rounds) {
    ModelFigures figures;
    for (const BenchQuery& query : map_.queries) {
      if (!query.optimum || *query.optimum <= 0.0) continue;
      const SearchResult found = search(model, query, rounds, figures);
      std::size_t leaves = extract_nodes(scratch_, found.reached, corridor_).count;
      for (Ratios& lengths : figures.lengths) {
        const std::span<const LeafId> cells = std::span(corridor_).first(leaves);
        lengths.add(path_length(pull(query, extract_portals(tree_, cells, portals_), portals_)),
                    *query.optimum);
        leaves = straighten(query, cells);
      }
    }
    return figures;
  }

 private:
  SearchResult search(const Model& model, const BenchQuery& query, int rounds,
                      ModelFigures& figures) {
    const ModelGraph graph(tree_, scratch_, model, center(query.start), center(query.goal),
                           states_);
    SearchResult found;
    figures.search.add(best_us(rounds, 1, [&] {
      found = find_cheapest(graph, tree_.find_leaf(query.start), tree_.find_leaf(query.goal),
                            kNoExpansionLimit, scratch_);
    }));
    figures.expanded += static_cast<double>(found.expanded);
    return found;
  }

  std::span<const Point> pull(const BenchQuery& query, const Result& made,
                              std::span<const Portal> portals) {
    const Result pulled =
        string_pull(center(query.start), center(query.goal), portals.first(made.count), path_);
    return std::span<const Point>(path_).first(pulled.count);
  }

  // Moves the corridor to the cells of the path through its edges; returns their number.
  std::size_t straighten(const BenchQuery& query, std::span<const LeafId> cells) {
    const std::span<const Point> path = pull(query, extract_edges(tree_, cells, edges_), edges_);
    const std::size_t leaves = straighten_corridor(tree_, cells, edges_, path, straight_).count;
    corridor_.swap(straight_);
    return leaves;
  }

  const BenchMap& map_;
  Quadtree tree_;
  SearchScratch scratch_;
  std::vector<ModelState> states_;
  std::vector<LeafId> corridor_;
  std::vector<LeafId> straight_;
  std::vector<Portal> edges_;
  std::vector<Portal> portals_;
  std::vector<Point> path_;
};

void add_rows(const BenchMap& map, const Model& model, const ModelFigures& figures, Table& table) {
  for (std::size_t i = 0; i < kStraightenings; ++i) {
    Row row;
    row.set("map", map.name).set("model", model.name).set("straightened", i).set(figures.search);
    row.set("expanded", figures.expanded / static_cast<double>(figures.search.count()));
    table.add(row.set(figures.lengths[i]));
  }
}

}  // namespace

int run_leaf_models(const BenchOptions& options) {
  Table table(
      Columns{text_column("map", 25), text_column("model", 22), count_column("straightened", 12)} +
          time_columns() + Columns{{"expanded", "expanded", 9, 1}} + length_columns(),
      options.csv);
  for_each_map(options, [&](const BenchMap& map) {
    ModelRunner runner(map);
    for (const Model& model : kModels) {
      const ModelFigures figures = runner.run(model, options.rounds);
      if (figures.search.count() > 0) add_rows(map, model, figures, table);
    }
  });
  return table.finish();
}

}  // namespace taut::bench
