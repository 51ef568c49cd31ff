// The trees of funnels by one edge: what overlaps is compared, once each, and nothing else.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "core/field/edge_trees.hpp"
#include "support/catch.hpp"
#include "support/random.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

using Span = EdgeTrees::Span;

struct Node {
  Span span;
  Span reach;
};

// Places are few, so that many are equal. At times a part in `part` of all.
Span random_span(Random& random, int part) {
  const int width = random.between(1, random.chance(10) ? 256 : part);
  const int from = random.between(0, 256 - width);
  return {from / 256.0, (from + width) / 256.0};
}

// What shrinks stays within its bounds, and is at times a point.
Span shrink(Random& random, Span span) {
  const double middle = span.from + (span.to - span.from) * 0.25 * random.between(0, 4);
  return random.chance(50) ? Span{middle, span.to} : Span{span.from, middle};
}

// One edge: a tree beside the plain set of what it holds.
class Edge {
 public:
  explicit Edge(Random& random) : random_(random) {}

  void add(int part) {
    const Span span = random_span(random_, part);
    nodes_.push_back({span, random_span(random_, part)});
    const auto node = static_cast<std::uint32_t>(nodes_.size() - 1);
    tree_ = trees_.add(tree_, std::span<const Node>(nodes_), node, nodes_.back().reach);
    held_.insert(node);
  }
  // Compares a span with all, of which some leave and some shrink, as does it.
  void compare(int part) {
    Span own = random_span(random_, part);
    std::set<std::uint32_t> expected;
    for (const std::uint32_t node : held_) {
      if (nodes_[node].span.overlaps(own)) expected.insert(node);
    }
    std::set<std::uint32_t> met;
    bool has_winner = false;
    const auto meet = [&](std::uint32_t node, const Span& reach) {
      CHECK(reach.from == nodes_[node].reach.from);
      CHECK(reach.to == nodes_[node].reach.to);
      CHECK(nodes_[node].span.overlaps(own));
      CHECK(held_.count(node) == 1);
      CHECK(met.insert(node).second);
      CHECK_FALSE(has_winner);
      if (random_.chance(10)) own = shrink(random_, own);
      if (random_.chance(20)) nodes_[node].span = shrink(random_, nodes_[node].span);
      has_winner = random_.chance(2);
      if (has_winner) return Compared::wins;
      if (!random_.chance(20)) return Compared::stays;
      held_.erase(node);
      return Compared::leaves;
    };
    const double place = 0.01 * random_.between(0, 100);
    tree_ = trees_.compare(tree_, std::span<const Node>(nodes_), own, place, meet);
    if (has_winner) return;
    for (const std::uint32_t node : expected) {
      if (nodes_[node].span.overlaps(own)) CHECK(met.count(node) == 1);
    }
    CHECK(EdgeTrees::is_tree(tree_) == !held_.empty());
  }

 private:
  Random& random_;
  EdgeTrees trees_;
  std::uint32_t tree_ = EdgeTrees::kNone;
  std::vector<Node> nodes_;
  std::set<std::uint32_t> held_;
};

}  // namespace

TEST_CASE("edge trees: all that overlap are met", "[field]") {
  for (Random& random : random_generators("edge trees")) {
    for (std::size_t i = 0; i < random_count(40, 2000); ++i) {
      Edge edge(random);
      const int part = random.between(1, 40);
      const int adds = random.between(30, 90);  // in a hundred
      for (int step = 0; step < 300; ++step) {
        random.chance(adds) ? edge.add(part) : edge.compare(part);
      }
    }
  }
}

// By and by from one end and at random, which a plain search tree and a list could not do both.
TEST_CASE("edge trees: few of many are looked at", "[field]") {
  constexpr std::uint32_t kCount = 100'000;
  for (const bool is_in_order : {true, false}) {
    std::vector<Node> nodes;
    for (std::uint32_t i = 0; i < kCount; ++i) {
      const std::uint32_t place =
          is_in_order ? i : static_cast<std::uint32_t>(i * 64'007ULL % kCount);
      const Span span{place / double{kCount}, (place + 1) / double{kCount}};
      nodes.push_back({span, span});
    }
    EdgeTrees trees;
    std::uint32_t tree = EdgeTrees::kNone;
    std::size_t met = 0;
    for (std::uint32_t i = 0; i < kCount; ++i) {
      const Span own = nodes[i].span;
      tree = trees.compare(tree, std::span<const Node>(nodes), own, own.from,
                           [&](std::uint32_t, const Span&) {
                             ++met;
                             return Compared::stays;
                           });
      tree = trees.add(tree, std::span<const Node>(nodes), i, own);
    }
    CHECK(met == 0);
  }
}
