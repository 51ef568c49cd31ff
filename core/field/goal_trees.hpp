// The goals of a field in trees, cell by cell: which one is the nearest to a place (internal).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/vectors.hpp>

#include "core/mesh_paths/funnel_steps.hpp"

namespace taut {

// A goal sees all of its cell: the nearest one to a place is that of a Voronoi diagram with
// weights. A tree of boxes finds it with about the logarithm of the goals of the cell. Ties: the
// least y, then x.
//
// Item has a place `at` and a `cost`, of goals at different places. The items of a cell are a range
// of an array, which the tree puts into its order.
class GoalTrees {
 public:
  // Those of a cell.
  struct Tree {
    CellId cell;
    std::uint32_t first;  // of the items
    std::uint32_t end;
    std::uint32_t first_box;
  };

  void clear() noexcept {
    trees_.clear();
    boxes_.clear();
  }

  // Adds the tree of a cell after those before. Reorders its items: [first, end) of all.
  template <class Item>
  void add(CellId cell, std::span<Item> all, std::uint32_t first, std::uint32_t end) {
    trees_.push_back({cell, first, end, static_cast<std::uint32_t>(boxes_.size())});
    boxes_.resize(boxes_.size() + box_count(end - first));
    divide(trees_.back(), 0, all.subspan(first, end - first));
  }

  [[nodiscard]] std::span<const Tree> trees() const noexcept { return trees_; }

  // Null for a cell without one.
  [[nodiscard]] const Tree* find(CellId cell) const noexcept {
    const auto at = std::lower_bound(trees_.begin(), trees_.end(), cell,
                                     [](const Tree& a, CellId b) { return a.cell < b; });
    return at != trees_.end() && at->cell == cell ? &*at : nullptr;
  }

  // The item with the least cost and distance, if that is less than `below`; else null.
  template <class Item>
  [[nodiscard]] const Item* nearest(const Tree& tree, std::span<const Item> all, const Point& to,
                                    double below) const noexcept {
    Search<Item> search{boxes_.data() + tree.first_box, to, below};
    search.visit(0, all.subspan(tree.first, tree.end - tree.first));
    return search.found;
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return trees_.capacity() * sizeof(Tree) + boxes_.capacity() * sizeof(Box);
  }

 private:
  static constexpr std::size_t kLeaf = 8;  // items that are not divided

  // Box i of a tree has the halves 2 i + 1 and 2 i + 2.
  struct Box {
    // Lengths computed from it are no longer than that from an item, rounding included: each step
    // is monotone.
    [[nodiscard]] double least_distance(const Point& to) const noexcept {
      const double x = std::max({0.0, static_cast<double>(low_x) - static_cast<double>(to.x),
                                 static_cast<double>(to.x) - static_cast<double>(high_x)});
      const double y = std::max({0.0, static_cast<double>(low_y) - static_cast<double>(to.y),
                                 static_cast<double>(to.y) - static_cast<double>(high_y)});
      return cost + detail::norm({x, y});
    }

    double cost;  // the least
    float low_x, high_x;
    float low_y, high_y;
  };

  template <class Item>
  struct Search {
    const Box* boxes;
    Point to;
    double least;
    const Item* found = nullptr;

    void visit(std::size_t box, std::span<const Item> items) noexcept {
      if (items.size() <= kLeaf) {
        for (const Item& item : items) consider(item);
        return;
      }
      const std::size_t half = items.size() / 2;
      const double before = boxes[2 * box + 1].least_distance(to);
      const double after = boxes[2 * box + 2].least_distance(to);
      if (before <= after) {
        if (before <= least) visit(2 * box + 1, items.first(half));
        if (after <= least) visit(2 * box + 2, items.subspan(half));
      } else {
        if (after <= least) visit(2 * box + 2, items.subspan(half));
        if (before <= least) visit(2 * box + 1, items.first(half));
      }
    }
    void consider(const Item& item) noexcept {
      const double distance = item.cost + detail::norm(detail::between(item.at, to));
      if (distance > least) return;
      if (distance == least && (found == nullptr || !detail::is_before(item.at, found->at))) return;
      least = distance;
      found = &item;
    }
  };

  [[nodiscard]] static std::size_t box_count(std::size_t items) noexcept {
    std::size_t count = 1;
    for (; items > kLeaf; items -= items / 2) count = 2 * count + 1;
    return count;
  }

  template <class Item>
  void divide(const Tree& tree, std::size_t box, std::span<Item> items) noexcept {
    Box& bounds = boxes_[tree.first_box + box];
    const Item& any = items.front();
    bounds = {any.cost, any.at.x, any.at.x, any.at.y, any.at.y};
    for (const Item& item : items) {
      bounds.cost = std::min(bounds.cost, item.cost);
      bounds.low_x = std::min(bounds.low_x, item.at.x);
      bounds.high_x = std::max(bounds.high_x, item.at.x);
      bounds.low_y = std::min(bounds.low_y, item.at.y);
      bounds.high_y = std::max(bounds.high_y, item.at.y);
    }
    if (items.size() <= kLeaf) {
      std::sort(items.begin(), items.end(),
                [](const Item& a, const Item& b) { return detail::is_before(a.at, b.at); });
      return;
    }
    const std::size_t half = items.size() / 2;
    const auto middle = items.begin() + static_cast<std::ptrdiff_t>(half);
    // By total orders: the same with every standard library.
    if (bounds.high_x - bounds.low_x > bounds.high_y - bounds.low_y) {
      std::nth_element(items.begin(), middle, items.end(), [](const Item& a, const Item& b) {
        return a.at.x != b.at.x ? a.at.x < b.at.x : a.at.y < b.at.y;
      });
    } else {
      std::nth_element(items.begin(), middle, items.end(),
                       [](const Item& a, const Item& b) { return detail::is_before(a.at, b.at); });
    }
    divide(tree, 2 * box + 1, items.first(half));
    divide(tree, 2 * box + 2, items.subspan(half));
  }

  std::vector<Tree> trees_;  // by cells
  std::vector<Box> boxes_;
};

}  // namespace taut
