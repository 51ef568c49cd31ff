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
//     cost >= 0. visit() returns whether that path is the cheapest known to `to`. The search came
//     from `parent`, kNoNode at the start: steps that are never needed on a cheapest path that
//     comes from there may be left out. Where heuristic(to) depends on the step, visit(to, cost,
//     estimate) takes it from estimate(), which is called only when the path is the cheapest known.
template <class Graph>
concept SearchGraph = requires(const Graph& graph, NodeId node,
                               bool (*visit)(NodeId to, double cost)) {
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
// smaller id: the order is total and the result the same on every machine. `Scratch` is a
// SearchScratch, or of a map's own with the same calls: it may keep costs as floats and order by f
// and id alone.
//
// Requires  start and goal, and every node that a step leads to, below scratch.node_count().
// Cost      O(n log n) for n nodes reached. Does not allocate.
// Source    Hart, Nilsson and Raphael (1968).
template <SearchGraph Graph, class Scratch>
[[nodiscard]] SearchResult find_cheapest(const Graph& graph, NodeId start, NodeId goal,
                                         std::size_t expansion_limit, Scratch& scratch) noexcept {
  using Cost = typename Scratch::Cost;
  SearchResult result;
  float least_heuristic = std::numeric_limits<float>::infinity();
  const auto heuristic = [&](NodeId node) { return graph.heuristic(node); };
  const auto open = [&](NodeId node, Cost cost, NodeId parent, const auto& estimate) {
    if (!scratch.improve(node, cost, parent)) return false;
    scratch.push(cost, static_cast<Cost>(estimate()), node);
    return true;
  };

  scratch.begin();
  (void)open(start, Cost{}, kNoNode, [&] { return heuristic(start); });
  while (scratch.can_pop(heuristic)) {
    const auto top = scratch.pop();
    const NodeId node = top.node();
    // A node that was improved while open is in the list more than once; the first is the cheapest.
    if (scratch.is_closed(node)) continue;
    if (result.expanded == expansion_limit) {
      result.status = Status::out_of_nodes;
      return result;
    }
    scratch.close(node);
    ++result.expanded;
    const Cost cost = scratch.cost(node);
    const float h = scratch.heuristic(top, heuristic);
    if (h < least_heuristic || node == goal) {
      least_heuristic = h;
      result.reached = node;
      result.cost = static_cast<double>(cost);
    }
    if (node == goal) {
      result.status = Status::ok;
      return result;
    }
    graph.for_each_step(node, scratch.parent(node),
                        [&](NodeId to, auto step, const auto&... estimate) {
                          const Cost next_cost = cost + static_cast<Cost>(step);
                          if constexpr (sizeof...(estimate) > 0) {
                            return open(to, next_cost, node, estimate...);
                          } else {
                            return open(to, next_cost, node, [&] { return heuristic(to); });
                          }
                        });
  }
  return result;
}

// Writes the nodes from the start of the scratch's last search to `reached`, both included;
// truncated, with the first of them, when `out` is smaller. Requires that the search reached it.
// Does not allocate.
template <class Scratch>
[[nodiscard]] Result extract_nodes(const Scratch& scratch, NodeId reached,
                                   std::span<NodeId> out) noexcept {
  std::size_t length = 0;
  for (NodeId node = reached; node != kNoNode; node = scratch.parent(node)) ++length;
  // The chain runs from the goal to the start: those that do not fit come first.
  std::size_t place = length;
  for (NodeId node = reached; node != kNoNode; node = scratch.parent(node)) {
    if (--place < out.size()) out[place] = node;
  }
  if (length > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, length};
}

}  // namespace taut
