// A* over the leaves of a quadtree.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/detail/open_heap.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/search.hpp>

TAUT_API_BEGIN
namespace taut {

// One open leaf, in one number: the bits of f, which is never negative, then the id.
struct OpenLeaf {
  std::uint64_t bits = 0;

  OpenLeaf() = default;
  OpenLeaf(float f, NodeId node) noexcept
      : bits(std::uint64_t{std::bit_cast<std::uint32_t>(f)} << 32 | node) {}

  [[nodiscard]] NodeId node() const noexcept { return static_cast<NodeId>(bits); }
  [[nodiscard]] static OpenLeaf last() noexcept {
    return {std::numeric_limits<float>::infinity(), kNoNode};
  }
  [[nodiscard]] bool is_before(const OpenLeaf& other) const noexcept { return bits < other.bits; }
};

// The state of each leaf in a search, and the open list: the counterpart of SearchScratch for
// leaves. There are far fewer leaves than tiles, so each leaf has one record of 16 contiguous
// bytes, and the open list has room for all of them. Costs are floats, accurate to a sixteenth of a
// tile for costs of a million: they only decide which corridor is tried first. One per thread,
// without meaning between queries except for extract_nodes() and is_expanded().
//
// Memory: 26 bytes per leaf.
class LeafScratch {
 public:
  using Cost = float;

  // For trees with at most `leaf_ids` ids.
  // Errors    std::invalid_argument for kNoNode ids and more.
  explicit LeafScratch(std::size_t leaf_ids);

  [[nodiscard]] std::size_t node_count() const noexcept { return count_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return count_ * sizeof(Record) + open_.memory_bytes();
  }

  // Whether the last search expanded the leaf.
  [[nodiscard]] bool is_expanded(NodeId leaf) const noexcept {
    return records_[leaf].stamp == query_ + 1;
  }

  // The leaf before `leaf` on the cheapest path known to it, kNoNode for the start. Requires that
  // the last search reached it.
  [[nodiscard]] NodeId parent(NodeId leaf) const noexcept { return records_[leaf].parent; }

  // Where that path enters the leaf, in half tiles: the argument of enter().
  [[nodiscard]] Point entry(NodeId leaf) const noexcept {
    return {0.5F * static_cast<float>(records_[leaf].twice_x),
            0.5F * static_cast<float>(records_[leaf].twice_y)};
  }
  void enter(NodeId leaf, std::uint16_t twice_x, std::uint16_t twice_y) noexcept {
    records_[leaf].twice_x = twice_x;
    records_[leaf].twice_y = twice_y;
  }

  // The first open leaf, kNoNode when there is none; prefetch() is a hint to load its record.
  [[nodiscard]] NodeId first_open() const noexcept { return open_.top().node(); }
  void prefetch(NodeId leaf) const noexcept { detail::prefetch(&records_[leaf]); }

  // ---- For the search loop; contracts as in SearchScratch. ----

  void begin() noexcept {
    open_.keep(0);
    query_ += 2;
    if (query_ == 0) forget_queries();
  }
  [[nodiscard]] float cost(NodeId leaf) const noexcept { return records_[leaf].cost; }
  [[nodiscard]] bool improve(NodeId leaf, float cost, NodeId parent) noexcept {
    Record& record = records_[leaf];
    if (record.stamp >= query_ && record.cost <= cost) return false;
    record.cost = cost;
    record.stamp = query_;
    record.parent = parent;
    return true;
  }
  [[nodiscard]] bool is_closed(NodeId leaf) const noexcept { return is_expanded(leaf); }
  void close(NodeId leaf) noexcept { records_[leaf].stamp = query_ + 1; }
  void push(float cost, float heuristic, NodeId leaf) noexcept {
    if (open_.is_full()) [[unlikely]] {
      make_room();
    }
    open_.push({cost + heuristic, leaf});
  }
  template <class Heuristic>
  [[nodiscard]] bool can_pop(const Heuristic&) const noexcept {
    return !open_.is_empty();
  }
  [[nodiscard]] OpenLeaf pop() noexcept { return open_.pop(); }
  template <class Heuristic>
  [[nodiscard]] float heuristic(const OpenLeaf& leaf, const Heuristic& heuristic) const noexcept {
    return static_cast<float>(heuristic(leaf.node()));
  }

 private:
  struct TAUT_LOCAL Record {
    alignas(16) float cost = 0.0F;
    std::uint32_t stamp = 0;  // the last query that reached the leaf; odd once it expanded it
    NodeId parent = kNoNode;
    std::uint16_t twice_x = 0;
    std::uint16_t twice_y = 0;
  };

  void forget_queries() noexcept;
  void make_room() noexcept;

  std::size_t count_;
  std::unique_ptr<Record[]> records_;
  OpenHeap<OpenLeaf> open_;
  std::uint32_t query_ = 0;  // even, never 0 in a query
};

struct QuadtreeSearchOptions {
  PartialPath partial = PartialPath::none;
  std::size_t expansion_limit = kNoExpansionLimit;
};

// The memory of queries on quadtrees; one per thread.
//
// Memory: 26 bytes per leaf for the search, 56 for corridors, portals and points.
class QuadtreeScratch {
 public:
  // For quadtrees with at most tree.leaf_ids() ids, the most that were in use at once so far.
  explicit QuadtreeScratch(const Quadtree& tree);
  explicit QuadtreeScratch(std::size_t leaf_ids);

  // Allocates more memory when edits gave the tree more leaves than there is room for.
  void fit(const Quadtree& tree);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  LeafScratch search;
  std::vector<LeafId> corridor;
  std::vector<LeafId> straightened;
  std::vector<Portal> portals;
  std::vector<Point> points;
};

// Finds a corridor of leaves from start to goal, neighbours sharing an edge, no leaf twice.
//
// The search goes from the middle of each shared edge to the middle of the next. The heuristic is
// the straight line times kLeafGreed, which expands fewer leaves for a corridor that may be longer
// by that factor. The corridor is then straightened kStraightenRounds times: it is pulled, and
// where the path turns in open space, the leaves on one side of the turn are replaced by those on
// the other side. docs/measurements.md has its times. A goal in another component is no_path
// without a search.
//
// Requires  start and goal on the lattice.
// Errors    invalid_input: start or goal lies on no walkable tile. out_of_nodes:
//           options.expansion_limit was reached, or the scratch was made for fewer leaves than the
//           tree has ids.
// Writes    at most tree.leaf_count() ids; truncated with the first ones when `out` is smaller.
//           With PartialPath::nearest also when the status is no_path or out_of_nodes: then to the
//           expanded leaf whose entry point is nearest to the goal. `out` may be scratch.corridor.
// Cost      O(n log n) in the leaves reached. Does not allocate.
[[nodiscard]] CorridorResult find_corridor(const Quadtree& tree, const Point& start,
                                           const Point& goal, const QuadtreeSearchOptions& options,
                                           QuadtreeScratch& scratch,
                                           std::span<LeafId> out) noexcept;

// One round of straightening: where `path`, pulled through the corridor, turns in open space, the
// corridor is moved to the other side of the turn.
//
// Requires  edges == those of extract_edges(), path == the shortest path through them.
// Writes    a corridor to `out`; truncated when `out` is smaller. In rare cases its shortest path
//           is longer: find_corridor() keeps the better of both.
// Cost      linear, and for each turn the leaves of the corridor again. Does not allocate.
[[nodiscard]] Result straighten_corridor(const Quadtree& tree, std::span<const LeafId> corridor,
                                         std::span<const Portal> edges, std::span<const Point> path,
                                         std::span<LeafId> out) noexcept;

}  // namespace taut
TAUT_API_END
