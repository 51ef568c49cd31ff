// The memory of best-first searches, bought once and reused by every query.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include <taut/constants.hpp>

namespace taut {

// Index of a cell in a search.
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0x7fffffffU;

// One open node. Nodes leave the open list by f, then by heuristic, then by id: a total order. Kept
// as integers, because costs are never negative and then the bits of floating numbers have their
// order.
struct OpenNode {
  std::uint64_t f_bits = 0;
  std::uint64_t tie = 0;  // bits of the heuristic as float, then the id

  OpenNode() = default;
  OpenNode(double f, double heuristic, NodeId node) noexcept
      : f_bits(std::bit_cast<std::uint64_t>(f)),
        tie(std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(heuristic))} << 32 |
            node) {}

  [[nodiscard]] NodeId node() const noexcept { return static_cast<NodeId>(tie); }
  [[nodiscard]] std::uint32_t heuristic_bits() const noexcept {
    return static_cast<std::uint32_t>(tie >> 32);
  }
  // Without branches: which of two open nodes comes first is as good as random.
  [[nodiscard]] bool is_before(const OpenNode& other) const noexcept {
    const unsigned is_less = f_bits < other.f_bits ? 1U : 0U;
    const unsigned is_equal = f_bits == other.f_bits ? 1U : 0U;
    const unsigned is_tie_less = tie < other.tie ? 1U : 0U;
    return (is_less | (is_equal & is_tie_less)) != 0;
  }
};

// What a search knows of each node, and its open list. One per thread, without meaning between
// queries except for extract_nodes() and is_expanded().
//
// Memory: 12 bytes per node, 4 for every kSearchPageNodes of them, and 16 for each place in the
// open list, of which there is about one for four nodes: less than 16 bytes per node in all on
// graphs of more than 6 000 nodes. A search whose open list outgrows its places is not lost:
// find_cheapest() lets the worst half go and finds it again when it is needed.
//
// Nodes are reset page by page when a query first touches them, so a query costs nothing for the
// nodes it does not see.
class SearchScratch {
 public:
  // For graphs of at most `node_count` nodes. Requires node_count < kNoNode.
  explicit SearchScratch(std::size_t node_count)
      : SearchScratch(node_count, node_count / 64 * 15 + kSmallestOpenList) {}

  // The same with a number of places in the open list. Requires open_places >= 16.
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

  // From here on: for the search loop.

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

  // Takes down a path to `node` if it is cheaper than the one known; true when it is.
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

  // Whether a reached node was expanded on the cheapest path known to it, and the mark that it was.
  [[nodiscard]] bool is_closed(NodeId node) const noexcept {
    return (parent_[node] & kClosed) != 0;
  }
  void close(NodeId node) noexcept { parent_[node] |= kClosed; }

  // Adds an open node. When no place is left, expanded nodes go first and then, if need be, the
  // later half.
  void push(const OpenNode& node) noexcept {
    if (open_count_ == open_places_) [[unlikely]] {
      make_room();
    }
    open_[open_count_ + kChildren] = kLast;
    sift_up(open_count_++, node);
  }

  // Whether pop() would return the first open node of all: false when the list is empty or a
  // dropped node comes before it.
  [[nodiscard]] bool can_pop() const noexcept {
    return open_count_ > 0 && !least_dropped_.is_before(open_[0]);
  }
  [[nodiscard]] OpenNode pop() noexcept;

  // Whether make_room() let nodes go. take_back() then builds the open list anew from the nodes
  // themselves; `heuristic` is the graph's.
  [[nodiscard]] bool has_dropped() const noexcept { return least_dropped_.is_before(kLast); }
  template <class Heuristic>
  void take_back(const Heuristic& heuristic) noexcept;

 private:
  static constexpr std::uint32_t kClosed = 0x80000000U;
  static constexpr std::size_t kSmallestOpenList = 64;
  static constexpr std::size_t kChildren = 4;  // of a heap node: a cache line
  // Comes after every node. The kChildren places behind the last open node hold it, so that
  // siblings need not be counted.
  static inline const OpenNode kLast{std::numeric_limits<double>::infinity(), 0.0, kNoNode};

  void clear_open() noexcept {
    open_count_ = 0;
    least_dropped_ = kLast;
    std::fill_n(open_.get(), kChildren, kLast);
  }
  void sift_up(std::size_t place, const OpenNode& node) noexcept {
    while (place > 0) {
      const std::size_t above = (place - 1) / kChildren;
      if (!node.is_before(open_[above])) break;
      open_[place] = open_[above];
      place = above;
    }
    open_[place] = node;
  }
  void make_room() noexcept;

  // Within a page of this query.
  [[nodiscard]] bool is_reached(NodeId node) const noexcept {
    return cost_[node] < std::numeric_limits<double>::infinity();
  }

  std::size_t node_count_;
  std::size_t page_count_;
  std::size_t open_places_;
  std::unique_ptr<double[]> cost_;
  std::unique_ptr<std::uint32_t[]> parent_;  // with kClosed
  std::unique_ptr<std::uint32_t[]> page_query_;
  std::unique_ptr<OpenNode[]> open_;  // a heap of kChildren children a node
  std::size_t open_count_ = 0;
  OpenNode least_dropped_ = kLast;
  std::uint32_t query_ = 1;  // 0 is no query's
};

inline OpenNode SearchScratch::pop() noexcept {
  assert(open_count_ > 0);
  const OpenNode top = open_[0];
  const OpenNode last = open_[--open_count_];
  open_[open_count_] = kLast;
  // The hole goes down to a leaf, always to the first of the children, and the last node rises from
  // there: it seldom rises far.
  std::size_t hole = 0;
  for (;;) {
    const std::size_t child = hole * kChildren + 1;
    if (child >= open_count_) break;
    const OpenNode* siblings = open_.get() + child;
    const std::size_t low = siblings[1].is_before(siblings[0]) ? 1 : 0;
    const std::size_t high = siblings[3].is_before(siblings[2]) ? 3 : 2;
    const std::size_t first = siblings[high].is_before(siblings[low]) ? high : low;
    open_[hole] = siblings[first];
    hole = child + first;
  }
  if (open_count_ > 0) sift_up(hole, last);
  return top;
}

template <class Heuristic>
void SearchScratch::take_back(const Heuristic& heuristic) noexcept {
  clear_open();
  for (std::size_t page = 0; page < page_count_; ++page) {
    if (page_query_[page] != query_) continue;
    const std::size_t end = std::min((page + 1) * kSearchPageNodes, node_count_);
    for (std::size_t i = page * kSearchPageNodes; i < end; ++i) {
      const NodeId node = static_cast<NodeId>(i);
      if (!is_reached(node) || is_closed(node)) continue;
      const double h = heuristic(node);
      const OpenNode open(cost_[i] + h, h, node);
      // Those behind what was dropped on the way would only be dropped next.
      if (!least_dropped_.is_before(open)) push(open);
    }
  }
}

}  // namespace taut
