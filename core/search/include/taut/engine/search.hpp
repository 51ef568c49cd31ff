// A* over any graph: find_cheapest(), used by the searches over tiles, leaves and jump points.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/search_scratch.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// What a map supplies for a search.
//
//   graph.heuristic(node)
//     Lower bound of the cost to the goal, >= 0 and consistent: h(a) <= cost(a, b) + h(b). If it is
//     not, the path found need not be the cheapest.
//   graph.for_each_step(node, parent, visit)
//     Calls visit(NodeId to, double cost) for each step out of `node`, always in the same order;
//     cost >= 0. visit() returns whether that path is the cheapest known to `to`. `parent` is the
//     node before `node`, kNoNode at the start: steps that no cheapest path through `parent` and
//     `node` needs may be left out. Where heuristic(to) depends on the step, visit(to, cost,
//     estimate) takes it from estimate(), which is called only when the path is the cheapest known.
template <class Graph>
concept SearchGraph = requires(const Graph& graph, NodeId node,
                               bool (*visit)(NodeId to, double cost)) {
  { graph.heuristic(node) } -> std::convertible_to<double>;
  graph.for_each_step(node, node, visit);
};

inline constexpr std::size_t kNoExpansionLimit = (std::numeric_limits<std::size_t>::max)();
inline constexpr double kNoLengthLimit = std::numeric_limits<double>::infinity();

struct SearchResult {
  Status status = Status::no_path;  // ok, no_path, or out_of_nodes: the limit was reached
  NodeId reached = kNoNode;  // the goal when ok, else the expanded node with the least heuristic,
                             // ties: the one expanded first; kNoNode when none was expanded
  double cost = 0.0;         // of the path from start to `reached`
  std::size_t expanded = 0;  // nodes taken from the open list

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

namespace detail {

// A search spread over several calls of advance_cheapest(), made by begin_cheapest(). It is valid
// until the next search begins in the same scratch.
struct SearchRun {
  SearchResult result;  // when done; until then what is known so far, with status no_path
  NodeId goal = kNoNode;
  std::size_t expansion_limit = kNoExpansionLimit;
  float least_heuristic = std::numeric_limits<float>::infinity();  // of the nodes expanded
};

// Records a path to `node`, which becomes open if the path is the cheapest known.
template <class Scratch, class Estimate>
bool open_node(Scratch& scratch, NodeId node, typename Scratch::Cost cost, NodeId parent,
               const Estimate& estimate) noexcept {
  if (!scratch.improve(node, cost, parent)) return false;
  scratch.push(cost, static_cast<typename Scratch::Cost>(estimate()), node);
  return true;
}

// Begins a search for the cheapest path from start to goal. Requirements are those of
// find_cheapest(). Does not allocate.
template <SearchGraph Graph, class Scratch>
[[nodiscard]] SearchRun begin_cheapest(const Graph& graph, NodeId start, NodeId goal,
                                       std::size_t expansion_limit, Scratch& scratch) noexcept {
  scratch.begin();
  (void)open_node(scratch, start, {}, kNoNode, [&] { return graph.heuristic(start); });
  SearchRun run;
  run.goal = goal;
  run.expansion_limit = expansion_limit;
  return run;
}

// Expands at most `expansions` more nodes. Returns whether the search is done: then run.result is
// what find_cheapest() returns, however many calls were made. Further calls change nothing.
//
// Requires  the graph and the scratch that the search was begun with, unchanged since.
// Cost      O(log n) for each step out of an expanded node. Does not allocate.
template <SearchGraph Graph, class Scratch>
[[nodiscard]] bool advance_cheapest(const Graph& graph, std::size_t expansions, SearchRun& run,
                                    Scratch& scratch) noexcept {
  using Cost = typename Scratch::Cost;
  if (run.result.status != Status::no_path) return true;
  SearchResult result = run.result;
  float least_heuristic = run.least_heuristic;
  const NodeId goal = run.goal;
  const std::size_t stop =
      result.expanded + (std::min)(expansions, run.expansion_limit - result.expanded);
  bool is_done = true;
  const auto heuristic = [&](NodeId node) { return graph.heuristic(node); };

  while (scratch.can_pop(heuristic)) {
    const auto top = scratch.pop();
    const NodeId node = top.node();
    // A node improved while open is in the list more than once; its first entry is the cheapest.
    if (scratch.is_closed(node)) continue;
    if (result.expanded == stop) {
      is_done = stop == run.expansion_limit;
      if (is_done) result.status = Status::out_of_nodes;
      scratch.put_back(top);
      break;
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
      break;
    }
    graph.for_each_step(
        node, scratch.parent(node), [&](NodeId to, auto step, const auto&... estimate) {
          const Cost next_cost = cost + static_cast<Cost>(step);
          if constexpr (sizeof...(estimate) > 0) {
            return open_node(scratch, to, next_cost, node, estimate...);
          } else {
            return open_node(scratch, to, next_cost, node, [&] { return heuristic(to); });
          }
        });
  }
  run.result = result;
  run.least_heuristic = least_heuristic;
  return is_done;
}

}  // namespace detail

// Finds the cheapest path from start to goal; extract_nodes() then writes it. Among open nodes of
// equal f the one with the smaller heuristic (compared as float) is expanded first, then the one
// with the smaller id: the order is total and the result the same on every machine. `Scratch` is a
// SearchScratch, or a map's own type with the same members, which may keep costs as floats and
// order by f and id alone.
//
// Requires  start and goal, and every node that a step leads to, below scratch.node_count().
// Cost      O(n log n) for n nodes reached. Does not allocate.
// Source    Hart, Nilsson and Raphael (1968).
template <SearchGraph Graph, class Scratch>
[[nodiscard]] SearchResult find_cheapest(const Graph& graph, NodeId start, NodeId goal,
                                         std::size_t expansion_limit, Scratch& scratch) noexcept {
  detail::SearchRun run = detail::begin_cheapest(graph, start, goal, expansion_limit, scratch);
  (void)detail::advance_cheapest(graph, kNoExpansionLimit, run, scratch);
  return run.result;
}

// Writes the nodes from the start of the scratch's last search to `reached`, both included;
// truncated, with the first of them, when `out` is smaller. Requires that the search reached it.
// Does not allocate.
template <class Scratch>
[[nodiscard]] Result extract_nodes(const Scratch& scratch, NodeId reached,
                                   std::span<NodeId> out) noexcept {
  std::size_t length = 0;
  for (NodeId node = reached; node != kNoNode; node = scratch.parent(node)) ++length;
  // The chain of parents runs from goal to start: nodes that do not fit come first.
  std::size_t place = length;
  for (NodeId node = reached; node != kNoNode; node = scratch.parent(node)) {
    if (--place < out.size()) out[place] = node;
  }
  if (length > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, length};
}

}  // namespace taut
TAUT_API_END
