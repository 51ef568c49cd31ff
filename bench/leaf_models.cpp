#include "leaf_models.hpp"

#include <taut/funnel.hpp>
#include <taut/midpoints.hpp>
#include <taut/quadtree_path.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

namespace taut::bench {
namespace {

using Clock = std::chrono::steady_clock;

// Where a leaf is entered, for the cost.
enum class Entry : std::uint8_t {
  center,    // its centre
  midpoint,  // the middle of the shared edge
  clamped,   // where the straight line to the goal meets the shared edge, or its nearer end
  repulled,  // the middle, and the edge before is passed where the straight line to it does
};

struct Model {
  const char* name;
  Entry entry;
  double greed;
};

constexpr std::array<Model, 7> kModels{{{"leaf centres", Entry::center, 1.0},
                                        {"edge middles", Entry::midpoint, 1.0},
                                        {"clamped to the goal", Entry::clamped, 1.0},
                                        {"middles, re-pulled", Entry::repulled, 1.0},
                                        {"edge middles, 1.08", Entry::midpoint, 1.08},
                                        {"edge middles, 1.1", Entry::midpoint, 1.1},
                                        {"edge middles, 1.2", Entry::midpoint, 1.2}}};

Point middle(const TileRect& tiles) {
  return {0.5F * static_cast<float>(tiles.x0 + tiles.x1),
          0.5F * static_cast<float>(tiles.y0 + tiles.y1)};
}

// Where the line from a to b meets an edge, clamped to it; of an edge that both lie on one side of,
// where the shortest way over it goes.
Point pass(const Point& a, const Point& b, const Portal& edge) {
  const bool is_upright = edge.left.x() == edge.right.x();
  const auto across = [&](const Point& p) { return is_upright ? p.x() : p.y(); };
  const auto along = [&](const Point& p) { return is_upright ? p.y() : p.x(); };
  const float to_a = std::abs(across(edge.left) - across(a));
  const float to_b = std::abs(across(edge.left) - across(b));
  const float share = to_a + to_b > 0.0F ? to_a / (to_a + to_b) : 1.0F;
  const float at = std::clamp(along(a) + share * (along(b) - along(a)),
                              std::min(along(edge.left), along(edge.right)),
                              std::max(along(edge.left), along(edge.right)));
  return is_upright ? Point(edge.left.x(), at) : Point(at, edge.left.y());
}

struct State {
  Point entry{0.0F, 0.0F};
  Point anchor{0.0F, 0.0F};  // of `repulled`: the last point that is settled, and its cost
  double anchor_cost = 0.0;
};

class ModelGraph {
 public:
  ModelGraph(const Quadtree& tree, const SearchScratch& scratch, const Model& model,
             const Point& start, const Point& goal, std::vector<State>& states)
      : tree_(tree),
        scratch_(scratch),
        model_(model),
        start_(start),
        goal_(goal),
        goal_leaf_(tree.find_leaf(*tree.locate(goal))),
        states_(states) {}

  [[nodiscard]] double heuristic(NodeId leaf) const {
    if (leaf == goal_leaf_) return 0.0;
    return model_.greed * distance(state_of(leaf, scratch_.parent(leaf)).entry, goal_);
  }

  template <class Visit>
  void for_each_step(NodeId leaf, NodeId parent, const Visit& visit) const {
    states_[leaf] = state_of(leaf, parent);
    for (const LeafLink& link : tree_.neighbors(leaf)) {
      if (scratch_.is_expanded(link.to)) continue;
      const State next = state_of(link.to, leaf);
      double cost = model_.entry == Entry::repulled
                        ? next.anchor_cost + distance(next.anchor, next.entry) - scratch_.cost(leaf)
                        : distance(states_[leaf].entry, next.entry);
      if (link.to == goal_leaf_) cost += distance(next.entry, goal_);
      visit(link.to, std::max(cost, 0.0));
    }
  }

 private:
  [[nodiscard]] State state_of(NodeId leaf, NodeId parent) const {
    if (parent == kNoNode) return {start_, start_, 0.0};
    const State& before = states_[parent];
    const Portal edge = *shared_edge(tree_.rect(parent), tree_.rect(leaf));
    State state;
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
  std::vector<State>& states_;
};

}  // namespace

void print_leaf_models(const BenchMap& map, std::size_t every) {
  constexpr int kRounds = 3;
  constexpr std::size_t kStraightenings = 3;  // none, one, two
  const Quadtree tree(map.grid.bits());
  SearchScratch scratch(tree.leaf_ids());
  std::vector<State> states(tree.leaf_ids());
  std::vector<LeafId> corridor(tree.leaf_ids());
  std::vector<LeafId> straight(tree.leaf_ids());
  std::vector<Portal> edges(tree.leaf_ids());
  std::vector<Portal> portals(tree.leaf_ids());
  std::vector<Point> path(tree.leaf_ids() + 2);
  for (const Model& model : kModels) {
    double us = 0.0;
    std::size_t expanded = 0;
    std::size_t count = 0;
    std::array<double, kStraightenings> ratio{};
    std::array<double, kStraightenings> worst{};
    for (std::size_t i = 0; i < map.queries.size(); i += every) {
      const BenchQuery& query = map.queries[i];
      if (!query.optimum || *query.optimum <= 0.0) continue;
      const Point start = center(query.start);
      const Point goal = center(query.goal);
      const ModelGraph graph(tree, scratch, model, start, goal, states);
      SearchResult found;
      double best = std::numeric_limits<double>::infinity();
      for (int k = 0; k < kRounds; ++k) {
        const Clock::time_point begin = Clock::now();
        found = find_cheapest(graph, tree.find_leaf(query.start), tree.find_leaf(query.goal),
                              kNoExpansionLimit, scratch);
        best =
            std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
      }
      us += best;
      expanded += found.expanded;
      ++count;
      std::size_t leaves = extract_nodes(scratch, found.reached, corridor).count;
      for (std::size_t k = 0; k < kStraightenings; ++k) {
        const std::span<const LeafId> cells = std::span(corridor).first(leaves);
        const Result made = extract_portals(tree, cells, portals);
        Result pulled =
            string_pull(start, goal, std::span<const Portal>(portals).first(made.count), path);
        const double length =
            path_length(std::span<const Point>(path).first(pulled.count)) / *query.optimum;
        ratio[k] += length;
        worst[k] = std::max(worst[k], length);
        const Result all = extract_edges(tree, cells, edges);
        pulled = string_pull(start, goal, std::span<const Portal>(edges).first(all.count), path);
        leaves = straighten_corridor(tree, cells, std::span<const Point>(path).first(pulled.count),
                                     straight)
                     .count;
        corridor.swap(straight);
      }
    }
    if (count == 0) continue;
    const double n = static_cast<double>(count);
    std::printf("%-26s%-21s%9.0f%9.1f%11.4f%8.3f%9.4f%8.3f%9.4f%8.3f\n", map.name.c_str(),
                model.name, static_cast<double>(expanded) / n, us / n, ratio[0] / n, worst[0],
                ratio[1] / n, worst[1], ratio[2] / n, worst[2]);
    std::fflush(stdout);
  }
}

}  // namespace taut::bench
