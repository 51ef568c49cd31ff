// find_cheapest() on explicit graphs against a plain Dijkstra.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include <taut/engine/quadtree_search.hpp>
#include <taut/engine/search.hpp>

#include "support/catch.hpp"
#include "support/guarded_block.hpp"
#include "support/random.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

struct Step {
  NodeId to;
  double cost;
};

// A graph from a list of steps for each node, with any heuristic.
struct ListGraph {
  std::vector<std::vector<Step>> steps;
  std::vector<double> estimates;

  [[nodiscard]] double heuristic(NodeId node) const { return estimates[node]; }
  template <class Visit>
  void for_each_step(NodeId node, NodeId /*parent*/, Visit&& visit) const {
    for (const Step& step : steps[node]) visit(step.to, step.cost);
  }
  [[nodiscard]] ListGraph reversed() const {
    ListGraph out{std::vector<std::vector<Step>>(steps.size()), estimates};
    for (NodeId from = 0; from < steps.size(); ++from) {
      for (const Step& step : steps[from]) out.steps[step.to].push_back({from, step.cost});
    }
    return out;
  }
};

std::vector<double> find_costs_by_relaxing(const ListGraph& graph, NodeId start) {
  std::vector<double> costs(graph.steps.size(), std::numeric_limits<double>::infinity());
  costs[start] = 0.0;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (NodeId from = 0; from < graph.steps.size(); ++from) {
      for (const Step& step : graph.steps[from]) {
        if (costs[from] + step.cost < costs[step.to]) {
          costs[step.to] = costs[from] + step.cost;
          is_changed = true;
        }
      }
    }
  }
  return costs;
}

// Costs are multiples of 1/4, so sums are exact; zero costs, loops and double steps included.
ListGraph make_graph(Random& random, std::size_t nodes, int max_steps) {
  ListGraph graph{std::vector<std::vector<Step>>(nodes), std::vector<double>(nodes, 0.0)};
  const int most = random.chance(50) ? 3 : 400;
  for (auto& steps : graph.steps) {
    for (int i = random.between(0, max_steps); i > 0; --i) {
      steps.push_back({random.below(nodes), 0.25 * random.between(0, most)});
    }
  }
  return graph;
}

// Consistent: a constant fraction of the true costs to the goal, or zero.
void set_heuristic(Random& random, ListGraph& graph, NodeId goal) {
  const std::vector<double> to_goal = find_costs_by_relaxing(graph.reversed(), goal);
  const double part = 0.25 * random.between(0, 4);
  double farthest = 0.0;
  for (const double cost : to_goal) {
    if (cost < std::numeric_limits<double>::infinity()) farthest = std::max(farthest, cost);
  }
  // No step leads from nodes that do not reach the goal to those that do, but steps lead the other
  // way. These must not lower the heuristic: any value not below serves.
  for (std::size_t i = 0; i < to_goal.size(); ++i) {
    graph.estimates[i] = part * std::min(to_goal[i], farthest);
  }
}

double path_cost(const ListGraph& graph, std::span<const NodeId> path) {
  double sum = 0.0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    double least = std::numeric_limits<double>::infinity();
    for (const Step& step : graph.steps[path[i - 1]]) {
      if (step.to == path[i]) least = std::min(least, step.cost);
    }
    sum += least;
  }
  return sum;
}

}  // namespace

static_assert(SearchGraph<ListGraph>);

namespace {

// Four searches of a graph, and what was found written into rooms of every size.
template <class Scratch>
void compare_with_dijkstra(Random& random, ListGraph& graph, Scratch& scratch) {
  const std::size_t nodes = graph.steps.size();
  for (int k = 0; k < 4; ++k) {
    const NodeId start = random.below(nodes);
    const NodeId goal = random.below(nodes);
    set_heuristic(random, graph, goal);
    const std::vector<double> costs = find_costs_by_relaxing(graph, start);
    const SearchResult found = find_cheapest(graph, start, goal, kNoExpansionLimit, scratch);
    const bool is_reachable = costs[goal] < std::numeric_limits<double>::infinity();
    REQUIRE(found.status == (is_reachable ? Status::ok : Status::no_path));
    REQUIRE(found.expanded <= nodes);
    REQUIRE(found.reached < nodes);
    REQUIRE(found.cost == costs[found.reached]);
    if (is_reachable) {
      REQUIRE(found.reached == goal);
    } else {
      // All that can be reached was expanded; `reached` is as near as any of it.
      std::size_t reachable = 0;
      for (NodeId node = 0; node < nodes; ++node) {
        const bool is_reached = costs[node] < std::numeric_limits<double>::infinity();
        reachable += is_reached ? 1 : 0;
        REQUIRE(scratch.is_expanded(node) == is_reached);
        if (is_reached) REQUIRE(graph.estimates[found.reached] <= graph.estimates[node]);
      }
      REQUIRE(found.expanded == reachable);
    }
    GuardedBlock<NodeId> path(nodes);
    const Result written = extract_nodes(scratch, found.reached, path.room());
    REQUIRE(written.status == Status::ok);
    const auto ids = path.room().first(written.count);
    REQUIRE(ids.front() == start);
    REQUIRE(ids.back() == found.reached);
    REQUIRE(path_cost(graph, ids) == found.cost);
    for (std::size_t capacity = 0; capacity <= written.count; ++capacity) {
      GuardedBlock<NodeId> room(capacity);
      const Result part = extract_nodes(scratch, found.reached, room.room());
      REQUIRE(room.is_intact());
      REQUIRE(part.count == capacity);
      REQUIRE(part.status == (capacity < written.count ? Status::truncated : Status::ok));
      REQUIRE(std::equal(room.room().begin(), room.room().end(), ids.begin()));
    }
  }
}

// A path of 200 nodes, and so many queries that their counter wraps around. Data of the first
// search must not be taken for those of a newer one.
template <class Scratch>
void outlive_query_count(Scratch& scratch, std::uint64_t queries) {
  ListGraph graph{std::vector<std::vector<Step>>(200), std::vector<double>(200, 0.0)};
  for (NodeId i = 0; i + 1 < 200; ++i) graph.steps[i].push_back({i + 1, 1.0});
  REQUIRE(find_cheapest(graph, 0, 199, kNoExpansionLimit, scratch).cost == 199.0);
  for (std::uint64_t i = 0; i + 2 < queries; ++i) scratch.begin();
  for (int i = 0; i < 5; ++i) {
    graph.steps[0][0].cost = 2.0 + i;
    const SearchResult found = find_cheapest(graph, 0, 199, kNoExpansionLimit, scratch);
    REQUIRE(found.status == Status::ok);
    REQUIRE(found.cost == 200.0 + i);
  }
}

}  // namespace

TEST_CASE("find_cheapest: random graphs against Dijkstra", "[search]") {
  for (Random& random : random_generators("search")) {
    const std::size_t graphs = random_count(2000, 60000);
    for (std::size_t i = 0; i < graphs; ++i) {
      const std::size_t nodes = random.chance(85) ? 1 + random.below(24) : 200 + random.below(200);
      ListGraph graph = make_graph(random, nodes, random.between(1, 5));
      if (random.chance(50)) {
        LeafScratch scratch(nodes);
        compare_with_dijkstra(random, graph, scratch);
      } else {
        // A few places in the open list, so that it overflows.
        SearchScratch scratch = random.chance(50) ? SearchScratch(nodes) : SearchScratch(nodes, 16);
        compare_with_dijkstra(random, graph, scratch);
      }
    }
  }
}

TEST_CASE("find_cheapest: nodes that are improved again and again", "[search]") {
  // Each node of a row leads to the next and, cheaper than all before it, to each of 50 more: far
  // more entries than the open list has places.
  constexpr NodeId kRow = 50;
  constexpr NodeId kNodes = 2 * kRow + 1;
  ListGraph graph{std::vector<std::vector<Step>>(kNodes), std::vector<double>(kNodes, 0.0)};
  for (NodeId i = 0; i < kRow; ++i) {
    if (i + 1 < kRow) graph.steps[i].push_back({i + 1, 0.25});
    for (NodeId k = 0; k < kRow; ++k) {
      graph.steps[i].push_back({kRow + k, 1000.0 - 10.0 * i + k});
      graph.steps[kRow + k].push_back({kNodes - 1, 1.0});
    }
  }
  const double wanted = find_costs_by_relaxing(graph, 0)[kNodes - 1];
  LeafScratch leaves(kNodes);
  SearchScratch tiles(kNodes, 16);
  for (int i = 0; i < 3; ++i) {
    CHECK(find_cheapest(graph, 0, kNodes - 1, kNoExpansionLimit, leaves).cost == wanted);
    CHECK(find_cheapest(graph, 0, kNodes - 1, kNoExpansionLimit, tiles).cost == wanted);
  }
}

TEST_CASE("find_cheapest: the same answer from used and fresh scratch, small and large",
          "[search]") {
  for (Random& random : random_generators("search scratch")) {
    const std::size_t nodes = 700;
    const ListGraph plain = make_graph(random, nodes, 4);
    SearchScratch used(nodes);
    SearchScratch small(nodes, 16);
    const std::size_t queries = random_count(3000, 30000);
    ListGraph graph = plain;
    for (std::size_t i = 0; i < queries; ++i) {
      const NodeId start = random.below(nodes);
      const NodeId goal = random.below(nodes);
      if (i % 50 == 0) set_heuristic(random, graph, goal);
      // An estimate for another goal is still one; it only guides badly. So is none at all.
      const SearchResult a = find_cheapest(graph, start, goal, kNoExpansionLimit, used);
      const SearchResult b = find_cheapest(graph, start, goal, kNoExpansionLimit, small);
      REQUIRE(a.status == b.status);
      REQUIRE(a.reached == b.reached);
      REQUIRE(a.cost == b.cost);
      REQUIRE(a.expanded == b.expanded);
      if (i % 50 == 0) {
        SearchScratch fresh(nodes);
        const SearchResult c = find_cheapest(graph, start, goal, kNoExpansionLimit, fresh);
        REQUIRE(a.status == c.status);
        REQUIRE(a.reached == c.reached);
        REQUIRE(a.cost == c.cost);
        REQUIRE(a.expanded == c.expanded);
        std::vector<NodeId> path_a(nodes), path_c(nodes);
        const Result count_a = extract_nodes(used, a.reached, path_a);
        const Result count_c = extract_nodes(fresh, c.reached, path_c);
        REQUIRE(count_a.count == count_c.count);
        REQUIRE(path_a == path_c);
      }
    }
  }
}

TEST_CASE("find_cheapest: expansion limits", "[search]") {
  for (Random& random : random_generators("search limits")) {
    for (std::size_t i = 0; i < random_count(300, 5000); ++i) {
      const std::size_t nodes = 1 + random.below(40);
      ListGraph graph = make_graph(random, nodes, 4);
      SearchScratch scratch(nodes);
      const NodeId start = random.below(nodes);
      const NodeId goal = random.below(nodes);
      set_heuristic(random, graph, goal);
      const SearchResult whole = find_cheapest(graph, start, goal, kNoExpansionLimit, scratch);
      for (std::size_t limit = 0; limit <= whole.expanded + 1; ++limit) {
        const SearchResult found = find_cheapest(graph, start, goal, limit, scratch);
        if (limit >= whole.expanded) {
          REQUIRE(found.status == whole.status);
          REQUIRE(found.cost == whole.cost);
          REQUIRE(found.reached == whole.reached);
          REQUIRE(found.expanded == whole.expanded);
          continue;
        }
        REQUIRE(found.status == Status::out_of_nodes);
        REQUIRE(found.expanded == limit);
        if (limit == 0) {
          REQUIRE(found.reached == kNoNode);
          continue;
        }
        // The first of the expanded nodes that are nearest to the goal.
        REQUIRE(scratch.is_expanded(found.reached));
        for (NodeId node = 0; node < nodes; ++node) {
          if (scratch.is_expanded(node))
            REQUIRE(graph.estimates[found.reached] <= graph.estimates[node]);
        }
      }
    }
  }
}

TEST_CASE("find_cheapest: equal costs are ordered by heuristic, then by id", "[search]") {
  // From 0 to 5 over 1, 2, 3 or 4, all equally long.
  ListGraph graph{{{{3, 1.0}, {1, 1.0}, {4, 1.0}, {2, 1.0}},
                   {{5, 1.0}},
                   {{5, 1.0}},
                   {{5, 1.0}},
                   {{5, 1.0}},
                   {}},
                  {2.0, 1.0, 1.0, 1.0, 1.0, 0.0}};
  SearchScratch scratch(6);
  const SearchResult found = find_cheapest(graph, 0, 5, kNoExpansionLimit, scratch);
  CHECK(found.cost == 2.0);
  CHECK(found.expanded == 3);
  std::vector<NodeId> path(6);
  REQUIRE(extract_nodes(scratch, 5, path).count == 3);
  CHECK(path[1] == 1);
  // Without estimates all of the first ring comes first.
  std::fill(graph.estimates.begin(), graph.estimates.end(), 0.0);
  CHECK(find_cheapest(graph, 0, 5, kNoExpansionLimit, scratch).expanded == 6);
}

TEST_CASE("OpenNode: ordered by f, heuristic and id, also at the ends of their ranges",
          "[search]") {
  using Key = std::tuple<double, std::uint32_t, NodeId>;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<std::pair<OpenNode, Key>> nodes;
  for (const double f : {0.0, 5e-324, 1.0, std::nextafter(1.0, 2.0), 1e300, kInfinity}) {
    for (const float h : {0.0F, 1.0F, std::nextafter(1.0F, 2.0F), 3e38F, -0.0F}) {
      for (const NodeId id : {NodeId{0}, NodeId{1}, kNoNode - 1, kNoNode}) {
        nodes.push_back({{f, h, id}, {f, std::bit_cast<std::uint32_t>(h), id}});
        CHECK(nodes.back().first.node() == id);
        CHECK(std::bit_cast<float>(nodes.back().first.heuristic_bits()) == h);
      }
    }
  }
  for (const auto& [a, key] : nodes) {
    for (const auto& [b, other] : nodes) REQUIRE(a.is_before(b) == (key < other));
  }
}

TEST_CASE("SearchScratch, LeafScratch: after 2^32 queries", "[search]") {
  if (!is_long()) {
    std::puts("SKIPPED: takes half a minute; TAUT_LONG=1 runs it");
    return;
  }
  SearchScratch tiles(200);
  outlive_query_count(tiles, std::uint64_t{1} << 32U);
  // Two numbers for each query.
  LeafScratch leaves(200);
  outlive_query_count(leaves, std::uint64_t{1} << 31U);
}

TEST_CASE("SearchScratch: memory", "[search]") {
  const SearchScratch scratch(100000);
  CHECK(scratch.node_count() == 100000);
  CHECK(scratch.memory_bytes() <= 16 * std::size_t{100000});
  CHECK(scratch.memory_bytes() >= 12 * std::size_t{100000});
}

TEST_CASE("LeafScratch: memory", "[search]") {
  const LeafScratch scratch(100000);
  CHECK(scratch.node_count() == 100000);
  CHECK(scratch.memory_bytes() <= 26 * std::size_t{100000} + 1000);
}
