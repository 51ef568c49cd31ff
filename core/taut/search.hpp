// A* over any graph: the one open-list loop of the library for best-first searches over cells.
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <span>

#include <taut/search_scratch.hpp>
#include <taut/status.hpp>

namespace taut {

// What a map supplies to be searched.
//
//   graph.heuristic(node)
//     Estimate of the cost to the goal, >= 0 and consistent: h(a) <= cost(a, b) + h(b). If it is
//     not, the result need not be the cheapest path.
//   graph.for_each_step(node, parent, visit)
//     Calls visit(NodeId to, double cost) for each step out of `node`, always in the same order;
//     cost >= 0. The search came from `parent`, kNoNode at the start: steps that are never needed on
//     a cheapest path that comes from there may be left out.
template <class Graph>
concept SearchGraph = requires(const Graph& graph, NodeId node,
                               void (*visit)(NodeId to, double cost)) {
  { graph.heuristic(node) } -> std::convertible_to<double>;
  graph.for_each_step(node, node, visit);
};

inline constexpr std::size_t kNoExpansionLimit = std::numeric_limits<std::size_t>::max();

struct SearchResult {
  Status status = Status::no_path;  // ok, no_path, or out_of_nodes: `expansion_limit` was met
  NodeId reached = kNoNode;  // the goal when ok, else the expanded node with the least heuristic,
                             // of equals the one expanded first; kNoNode when none was expanded
  double cost = 0.0;         // of the path from start to `reached`
  std::size_t expanded = 0;  // nodes taken from the open list
};

// Finds the cheapest path from start to goal; extract_nodes() then writes it. Among open nodes of
// equal f the one with the smaller heuristic goes first (compared as floats), then the one with the
// smaller id: the order is total and the result the same on every machine.
//
// Requires  start and goal, and every node that a step leads to, below scratch.node_count().
// Cost      O(n log n) for n nodes reached. Does not allocate.
// Source    Hart, Nilsson and Raphael (1968).
template <SearchGraph Graph>
[[nodiscard]] SearchResult find_cheapest(const Graph& graph, NodeId start, NodeId goal,
                                         std::size_t expansion_limit,
                                         SearchScratch& scratch) noexcept {
  SearchResult result;
  std::uint32_t least_heuristic = std::numeric_limits<std::uint32_t>::max();
  const auto open = [&](NodeId node, double cost, NodeId parent) {
    if (!scratch.improve(node, cost, parent)) return;
    const double h = graph.heuristic(node);
    scratch.push(OpenNode(cost + h, h, node));
  };

  scratch.begin();
  open(start, 0.0, kNoNode);
  for (;;) {
    if (!scratch.can_pop()) {
      if (!scratch.has_dropped()) return result;
      scratch.take_back([&](NodeId node) { return graph.heuristic(node); });
      continue;
    }
    const OpenNode top = scratch.pop();
    const NodeId node = top.node();
    // A node that was improved while open is in the list more than once; the first is the cheapest.
    if (scratch.is_closed(node)) continue;
    if (result.expanded == expansion_limit) {
      result.status = Status::out_of_nodes;
      return result;
    }
    scratch.close(node);
    ++result.expanded;
    const double cost = scratch.cost(node);
    if (top.heuristic_bits() < least_heuristic || node == goal) {
      least_heuristic = top.heuristic_bits();
      result.reached = node;
      result.cost = cost;
    }
    if (node == goal) {
      result.status = Status::ok;
      return result;
    }
    graph.for_each_step(node, scratch.parent(node),
                        [&](NodeId to, double step) { open(to, cost + step, node); });
  }
}

// Writes the nodes from the start of the scratch's last search to `reached`, both included;
// truncated, with the first of them, when `out` is smaller. Requires that the search reached it.
// Does not allocate.
[[nodiscard]] Result extract_nodes(const SearchScratch& scratch, NodeId reached,
                                   std::span<NodeId> out) noexcept;

}  // namespace taut
