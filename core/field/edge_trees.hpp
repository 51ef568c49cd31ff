// The funnels of edges that many enter by, in trees (internal).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace taut {

// What becomes of a funnel when another one by the same edge is compared with it.
enum class Compared : std::uint8_t {
  stays,
  leaves,
  wins  // nothing remains of the other one
};

// Where funnels of many goals enter by one edge, each is nearest in a small part of it. A tree of
// them in the order of their spans, with the bounds of each subtree, finds those that overlap a new
// one with about the logarithm of their number: the first ones that are met leave little of it.
//
// They leave little only if they are compared in all of the edge that they see, their within, and
// not just in what they have kept of it: where they lost, something nearer is known.
//
// Spans shrink, and may be nested. So the order is only about right; bounds are never too narrow.
//
// Node has a `span`, from 0 to 1. A tree is named by a number that is no index of a node; an empty
// one is kNone.
//
// Source    Seidel and Aragon 1996: a search tree by one key is a heap by another, random one, and
//           so balanced.
class EdgeTrees {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  [[nodiscard]] static bool is_tree(std::uint32_t number) noexcept {
    return number >= kMark && number != kNone;
  }

  void clear() noexcept { items_.clear(); }

  // The part of an edge that a funnel sees, or has kept.
  struct Span {
    double from;
    double to;

    [[nodiscard]] bool overlaps(const Span& other) const noexcept {
      return std::max(from, other.from) < std::min(to, other.to);
    }
  };

  // Returns the tree with the node, whose span is known.
  template <class Node>
  [[nodiscard]] std::uint32_t add(std::uint32_t tree, std::span<const Node> nodes,
                                  std::uint32_t node, const Span& within) {
    const auto item = static_cast<std::uint32_t>(items_.size());
    items_.push_back({node, kNone, kNone, nodes[node].span, within});
    return name(insert(to_root(tree), nodes, item));
  }

  // Calls compare(node, within) for those that overlap the rest of a span, which shrinks meanwhile,
  // from about a place to both sides. Returns the tree of those that stay; after one that wins, all
  // do.
  template <class Node, class Compare>
  [[nodiscard]] std::uint32_t compare(std::uint32_t tree, std::span<const Node> nodes,
                                      const Span& span, double place, const Compare& compare) {
    Walk<Node, Compare> walk{*this, nodes, span, place, compare};
    return name(walk.visit(to_root(tree)));
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return items_.capacity() * sizeof(Item);
  }

 private:
  static constexpr std::uint32_t kMark = 0x80000000U;

  struct Item {
    std::uint32_t node;
    std::uint32_t left;  // items, or kNone
    std::uint32_t right;
    Span bounds;  // of the subtree; spans may have shrunk since
    Span within;
  };

  template <class Node, class Compare>
  struct Walk {
    EdgeTrees& trees;
    std::span<const Node> nodes;
    const Span& span;
    double place;
    const Compare& compare;
    bool is_over = false;

    // Returns the subtree of those that stay.
    std::uint32_t visit(std::uint32_t index) {
      if (index == kNone || is_over) return index;
      Item& item = trees.items_[index];
      if (!item.bounds.overlaps(span)) return index;
      const bool is_left_first = place < nodes[item.node].span.from;
      std::uint32_t& near = is_left_first ? item.left : item.right;
      std::uint32_t& far = is_left_first ? item.right : item.left;
      near = visit(near);
      const bool leaves = !is_over && meet(item) == Compared::leaves;
      far = visit(far);
      if (leaves) return trees.merge(nodes, item.left, item.right);
      trees.fit(nodes, item);
      return index;
    }
    Compared meet(const Item& item) {
      if (!nodes[item.node].span.overlaps(span)) return Compared::stays;
      const Compared compared = compare(item.node, item.within);
      is_over = compared == Compared::wins;
      return compared;
    }
  };

  [[nodiscard]] static std::uint32_t to_root(std::uint32_t tree) noexcept {
    return tree == kNone ? kNone : tree & ~kMark;
  }
  [[nodiscard]] static std::uint32_t name(std::uint32_t root) noexcept {
    return root == kNone ? kNone : root | kMark;
  }
  // A mixture of the bits, the same on every machine.
  [[nodiscard]] static std::uint32_t priority(std::uint32_t item) noexcept {
    item = (item ^ (item >> 16U)) * 0x7FEB352DU;
    item = (item ^ (item >> 15U)) * 0x846CA68BU;
    return item ^ (item >> 16U);
  }

  template <class Node>
  void fit(std::span<const Node> nodes, Item& item) noexcept {
    item.bounds = nodes[item.node].span;
    for (const std::uint32_t child : {item.left, item.right}) {
      if (child == kNone) continue;
      item.bounds.from = std::min(item.bounds.from, items_[child].bounds.from);
      item.bounds.to = std::max(item.bounds.to, items_[child].bounds.to);
    }
  }

  template <class Node>
  [[nodiscard]] std::uint32_t insert(std::uint32_t root, std::span<const Node> nodes,
                                     std::uint32_t item) noexcept {
    if (root == kNone) return item;
    const double from = nodes[items_[item].node].span.from;
    if (priority(item) > priority(root)) {
      split(root, nodes, from, items_[item].left, items_[item].right);
      fit(nodes, items_[item]);
      return item;
    }
    Item& top = items_[root];
    std::uint32_t& child = from < nodes[top.node].span.from ? top.left : top.right;
    child = insert(child, nodes, item);
    fit(nodes, top);
    return root;
  }

  // What begins after a place goes to the right.
  template <class Node>
  void split(std::uint32_t root, std::span<const Node> nodes, double place, std::uint32_t& left,
             std::uint32_t& right) noexcept {
    if (root == kNone) {
      left = right = kNone;
      return;
    }
    Item& top = items_[root];
    if (place < nodes[top.node].span.from) {
      right = root;
      split(top.left, nodes, place, left, top.left);
    } else {
      left = root;
      split(top.right, nodes, place, top.right, right);
    }
    fit(nodes, top);
  }

  // All of the left one comes before the right one.
  template <class Node>
  [[nodiscard]] std::uint32_t merge(std::span<const Node> nodes, std::uint32_t left,
                                    std::uint32_t right) noexcept {
    if (left == kNone) return right;
    if (right == kNone) return left;
    const bool is_left = priority(left) > priority(right);
    Item& top = items_[is_left ? left : right];
    if (is_left) {
      top.right = merge(nodes, top.right, right);
    } else {
      top.left = merge(nodes, left, top.left);
    }
    fit(nodes, top);
    return is_left ? left : right;
  }

  std::vector<Item> items_;  // those that left included
};

}  // namespace taut
