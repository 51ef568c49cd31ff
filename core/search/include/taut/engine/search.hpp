// A* over any graph: find_cheapest(), used by the searches over tiles, leaves and jump points.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/open_heap.hpp>
#include <taut/engine/constants.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Index of a cell in a search.
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0x7fffffffU;

// One open node. Nodes leave the open list by f, then by heuristic, then by id: a total order. Kept
// as integers: costs are never negative, so the bits of the floating-point numbers compare in the
// same order.
struct OpenNode {
  std::uint64_t f_bits = 0;
  std::uint64_t tie = 0;  // bits of the heuristic as float, then the 31 of the id

  OpenNode() = default;
  OpenNode(double f, double heuristic, NodeId node) noexcept
      : f_bits(std::bit_cast<std::uint64_t>(f)),
        tie(std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(heuristic))} << 31 |
            node) {}

  [[nodiscard]] NodeId node() const noexcept { return static_cast<NodeId>(tie) & kNoNode; }
  [[nodiscard]] std::uint32_t heuristic_bits() const noexcept {
    return static_cast<std::uint32_t>(tie >> 31);
  }
  [[nodiscard]] static OpenNode last() noexcept {
    return {std::numeric_limits<double>::infinity(), 0.0, kNoNode};
  }
  [[nodiscard]] bool is_before(const OpenNode& other) const noexcept {
    // The borrow of a subtraction: the highest bits are 0. Compilers make branches of comparisons.
    const std::uint64_t borrow = (tie - other.tie) >> 63;
    return (f_bits - other.f_bits - borrow) >> 63 != 0;
  }
};

// The state of each node in a search, and the open list. One per thread, without meaning between
// queries except for extract_nodes() and is_expanded().
//
// Memory: 12 bytes per node, 4 for every kSearchPageNodes of them, and 16 for each place in the
// open list, of which there are 14 for 64 nodes: less than 16 bytes per node in all on
// graphs of more than 6 000 nodes. A search whose open list outgrows its places still succeeds:
// find_cheapest() drops the worst half and rebuilds it when it is needed.
//
// Nodes are reset page by page when a query first touches them, so a query costs nothing for the
// nodes it does not see.
class SearchScratch {
 public:
  using Cost = double;

  // For graphs of at most `node_count` nodes.
  // Errors    std::invalid_argument for kNoNode nodes and more.
  explicit SearchScratch(std::size_t node_count)
      : SearchScratch(node_count, node_count / 64 * 14 + kSmallestOpenList) {}

  // The same with a number of places in the open list.
  // Errors    also for places outside 16 to 2^32.
  SearchScratch(std::size_t node_count, std::size_t open_places);

  [[nodiscard]] std::size_t node_count() const noexcept { return node_count_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Whether the last search expanded the node. For pictures and tests.
  [[nodiscard]] bool is_expanded(NodeId node) const noexcept {
    return page_query_[node / kSearchPageNodes] == query_ && is_reached(node) && is_closed(node);
  }

  // The node before `node` on the cheapest path known to it, kNoNode for the start. Requires that
  // the last search reached `node`.
  [[nodiscard]] NodeId parent(NodeId node) const noexcept { return parent_[node] & kNoNode; }

  // ---- For the search loop. ----

  // Forgets everything in O(1), and once in 2^32 queries in O(nodes).
  void begin() noexcept {
    clear_open();
    if (++query_ == 0) {
      std::fill_n(page_query_.get(), page_count_, 0U);
      query_ = 1;
    }
  }

  // Cost of the cheapest path known to a reached node.
  [[nodiscard]] double cost(NodeId node) const noexcept { return cost_[node]; }

  // Records a path to `node` if it is cheaper than the one known; true when it is.
  [[nodiscard]] bool improve(NodeId node, double cost, NodeId parent) noexcept {
    const std::size_t page = node / kSearchPageNodes;
    if (page_query_[page] != query_) [[unlikely]] {
      page_query_[page] = query_;
      std::fill_n(cost_.get() + page * kSearchPageNodes, kSearchPageNodes,
                  std::numeric_limits<double>::infinity());
    }
    if (cost >= cost_[node]) return false;
    cost_[node] = cost;
    parent_[node] = parent;
    return true;
  }

  // Whether a reached node was expanded on the cheapest path known to it; close() marks it.
  [[nodiscard]] bool is_closed(NodeId node) const noexcept {
    return (parent_[node] & kClosed) != 0;
  }
  void close(NodeId node) noexcept { parent_[node] |= kClosed; }

  // Adds an open node. When no place is left, entries of expanded nodes are dropped first and then,
  // if necessary, the worse half.
  void push(double cost, double heuristic, NodeId node) noexcept {
    push(OpenNode(cost + heuristic, heuristic, node));
  }

  // Whether there is an open node to pop(). When make_room() has dropped nodes that precede all
  // that are left, the open list is first rebuilt from the nodes; `heuristic` is the graph's.
  template <class Heuristic>
  [[nodiscard]] bool can_pop(const Heuristic& heuristic) noexcept {
    if (!open_.is_empty() && !least_dropped_.is_before(open_.top())) [[likely]] {
      return true;
    }
    while (least_dropped_.is_before(OpenNode::last())) {
      take_back(heuristic);
      if (!open_.is_empty() && !least_dropped_.is_before(open_.top())) return true;
    }
    return false;
  }
  [[nodiscard]] OpenNode pop() noexcept { return open_.pop(); }

  // The heuristic of a node that was popped.
  template <class Heuristic>
  [[nodiscard]] float heuristic(const OpenNode& node, const Heuristic&) const noexcept {
    return std::bit_cast<float>(node.heuristic_bits());
  }

 private:
  static constexpr std::uint32_t kClosed = 0x80000000U;
  static constexpr std::size_t kSmallestOpenList = 64;

  void clear_open() noexcept {
    open_.keep(0);
    least_dropped_ = OpenNode::last();
  }
  void push(const OpenNode& node) noexcept {
    if (open_.is_full()) [[unlikely]] {
      make_room();
    }
    open_.push(node);
  }
  void make_room() noexcept;
  template <class Heuristic>
  void take_back(const Heuristic& heuristic) noexcept;

  // Requires a node in a page touched by this query.
  [[nodiscard]] bool is_reached(NodeId node) const noexcept {
    return cost_[node] < std::numeric_limits<double>::infinity();
  }

  std::size_t node_count_;
  std::size_t page_count_;
  std::unique_ptr<double[]> cost_;
  std::unique_ptr<std::uint32_t[]> parent_;  // with kClosed
  std::unique_ptr<std::uint32_t[]> page_query_;
  OpenHeap<OpenNode> open_;
  OpenNode least_dropped_ = OpenNode::last();
  std::uint32_t query_ = 1;  // never 0
};

template <class Heuristic>
void SearchScratch::take_back(const Heuristic& heuristic) noexcept {
  clear_open();
  for (std::size_t page = 0; page < page_count_; ++page) {
    if (page_query_[page] != query_) continue;
    const std::size_t end = (std::min)((page + 1) * kSearchPageNodes, node_count_);
    for (std::size_t i = page * kSearchPageNodes; i < end; ++i) {
      const NodeId node = static_cast<NodeId>(i);
      if (!is_reached(node) || is_closed(node)) continue;
      const double h = heuristic(node);
      const OpenNode open(cost_[i] + h, h, node);
      // A node behind one dropped meanwhile would only be dropped next.
      if (!least_dropped_.is_before(open)) push(open);
    }
  }
}

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

struct SearchResult {
  Status status = Status::no_path;  // ok, no_path, or out_of_nodes: the limit was reached
  NodeId reached = kNoNode;  // the goal when ok, else the expanded node with the least heuristic,
                             // ties: the one expanded first; kNoNode when none was expanded
  double cost = 0.0;         // of the path from start to `reached`
  std::size_t expanded = 0;  // nodes taken from the open list

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

namespace detail {

// Records a path to `node`, which becomes open if the path is the cheapest known.
template <class Scratch, class Estimate>
bool open_node(Scratch& scratch, NodeId node, typename Scratch::Cost cost, NodeId parent,
               const Estimate& estimate) noexcept {
  if (!scratch.improve(node, cost, parent)) return false;
  scratch.push(cost, static_cast<typename Scratch::Cost>(estimate()), node);
  return true;
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
  using Cost = typename Scratch::Cost;
  const auto heuristic = [&](NodeId node) { return graph.heuristic(node); };
  scratch.begin();
  (void)detail::open_node(scratch, start, {}, kNoNode, [&] { return heuristic(start); });
  SearchResult result;
  float least_heuristic = std::numeric_limits<float>::infinity();
  while (scratch.can_pop(heuristic)) {
    const auto top = scratch.pop();
    const NodeId node = top.node();
    // A node improved while open is in the list more than once; its first entry is the cheapest.
    if (scratch.is_closed(node)) continue;
    if (result.expanded == expansion_limit) {
      result.status = Status::out_of_nodes;
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
            return detail::open_node(scratch, to, next_cost, node, estimate...);
          } else {
            return detail::open_node(scratch, to, next_cost, node, [&] { return heuristic(to); });
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
