#include <taut/engine/quadtree_search.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include <taut/detail/require.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/path_smoothing.hpp>
#include <taut/engine/quadtree_path.hpp>

#include "core/base/lists.hpp"
#include "core/tile/tile_walk.hpp"

#include "leaf_writer.hpp"

namespace taut {
namespace {

// In float, which takes half the time: it only decides which corridor is tried first.
float length_between(const Point& a, const Point& b) noexcept {
  const float x = b.x - a.x;
  const float y = b.y - a.y;
  return std::sqrt(x * x + y * y);
}

// The tree as the graph of find_cheapest(): a leaf is entered at the middle of the edge that it
// shares with its parent.
class LeafGraph {
 public:
  LeafGraph(const Quadtree& tree, LeafScratch& scratch, const Point& start, const Point& goal,
            LeafId goal_leaf) noexcept
      : tree_(tree), scratch_(scratch), start_(start), goal_(goal), goal_leaf_(goal_leaf) {}

  [[nodiscard]] float heuristic(NodeId leaf) const noexcept {
    if (leaf == goal_leaf_) return 0.0F;  // its cost includes the way to the goal
    return estimate_from(entry(leaf, scratch_.parent(leaf)));
  }

  template <class Visit>
  void for_each_step(NodeId leaf, NodeId parent, const Visit& visit) const noexcept {
    // Most likely the next leaf to be expanded: on large maps its record is not cached.
    const NodeId soon = scratch_.first_open();
    if (soon != kNoNode) {
      scratch_.prefetch(soon);
      detail::prefetch(tree_.neighbors(soon).data());
    }
    const Point at = entry(leaf, parent);
    for (const LeafLink& link : tree_.neighbors(leaf)) {
      // With a weighted heuristic a cheaper path to an expanded leaf may be found. It is hardly
      // shorter, and following it would repeat all expansions behind that leaf.
      if (scratch_.is_expanded(link.to)) continue;
      const Point next = link.middle();
      float cost = length_between(at, next);
      if (link.to == goal_leaf_) cost += length_between(next, goal_);
      const auto estimate = [&] { return link.to == goal_leaf_ ? 0.0F : estimate_from(next); };
      if (visit(link.to, cost, estimate)) scratch_.enter(link.to, link.twice_x, link.twice_y);
    }
  }

 private:
  [[nodiscard]] Point entry(NodeId leaf, NodeId parent) const noexcept {
    return parent == kNoNode ? start_ : scratch_.entry(leaf);
  }
  [[nodiscard]] float estimate_from(const Point& at) const noexcept {
    return kLeafGreed * length_between(at, goal_);
  }

  const Quadtree& tree_;
  LeafScratch& scratch_;
  Point start_;
  Point goal_;
  LeafId goal_leaf_;
};

// The leaves around a tile corner from leaf `from` to leaf `to`, ends excluded, counter-clockwise
// or clockwise; std::nullopt when a blocked tile is between them.
struct WayRound {
  std::array<LeafId, 3> leaves;
  std::size_t count = 0;
};
enum class Turn : std::uint8_t { counter_clockwise, clockwise };

std::optional<WayRound> find_way_round(const Quadtree& tree, const Point& corner, LeafId from,
                                       LeafId to, Turn turn) noexcept {
  const int x = static_cast<int>(corner.x);
  const int y = static_cast<int>(corner.y);
  std::array<LeafId, 4> around{tree.find_leaf({x, y}), tree.find_leaf({x - 1, y}),
                               tree.find_leaf({x - 1, y - 1}), tree.find_leaf({x, y - 1})};
  if (turn == Turn::clockwise) std::reverse(around.begin(), around.end());
  // From the last tile of `from`.
  std::size_t at = 0;
  while (at < 4 && (around[at] != from || around[(at + 1) % 4] == from)) ++at;
  if (at == 4) return std::nullopt;
  WayRound way;
  for (std::size_t i = 1; i < 4; ++i) {
    const LeafId leaf = around[(at + i) % 4];
    if (leaf == to) return way;
    if (leaf == kNoLeaf) return std::nullopt;
    if (way.count == 0 || way.leaves[way.count - 1] != leaf) way.leaves[way.count++] = leaf;
  }
  return std::nullopt;
}

double pull_length(const Quadtree& tree, const Point& start, const Point& goal,
                   std::span<const LeafId> corridor, QuadtreeScratch& scratch,
                   std::size_t& points) noexcept {
  const Result edges = extract_edges(tree, corridor, scratch.portals);
  const std::span<const Portal> portals(scratch.portals.data(), edges.count);
  points = string_pull(start, goal, portals, scratch.points).count;
  return path_length({scratch.points.data(), points});
}

}  // namespace

Result straighten_corridor(const Quadtree& tree, std::span<const LeafId> corridor,
                           std::span<const Portal> edges, std::span<const Point> path,
                           std::span<LeafId> out) noexcept {
  detail::LeafWriter writer(out);
  const auto ends_at = [](const Portal& portal, const Point& p) {
    return portal.left == p || portal.right == p;
  };
  std::size_t turn = 1;  // the next turn of the path
  for (std::size_t i = 0; i < corridor.size();) {
    writer.append(corridor[i]);
    if (i + 1 == corridor.size()) break;
    if (turn + 1 >= path.size() || !ends_at(edges[i], path[turn])) {
      ++i;
      continue;
    }
    // The edges that end at this turn are those of leaves i to `last`, a fan.
    const Point& at = path[turn];
    const bool is_left = edges[i].left == at;
    std::size_t last = i + 1;
    while (last + 1 < corridor.size() && ends_at(edges[last], at)) ++last;
    // Several turns may lie on the same edge.
    ++turn;
    // With the turn on its left the walk passes it counter-clockwise.
    const std::optional<WayRound> way = find_way_round(
        tree, at, corridor[i], corridor[last], is_left ? Turn::clockwise : Turn::counter_clockwise);
    if (!way || (way->count == 0 && last == i + 1)) {
      ++i;
      continue;
    }
    std::size_t next = last;
    for (std::size_t k = 0; k < way->count; ++k) {
      // The corridor may contain that leaf further on.
      const auto rest = corridor.subspan(last);
      const auto later = std::find(rest.begin(), rest.end(), way->leaves[k]);
      if (later != rest.end()) {
        next = last + static_cast<std::size_t>(later - rest.begin());
        break;
      }
      writer.append_or_go_back(way->leaves[k]);
    }
    i = next;
  }
  return writer.result();
}

namespace {

// Straightens the corridor in scratch.corridor; returns its new number of leaves.
std::size_t straighten(const Quadtree& tree, const Point& start, const Point& goal,
                       std::size_t count, QuadtreeScratch& scratch) noexcept {
  std::size_t points = 0;
  double length = 0.0;
  for (int round = 0; round < kStraightenRounds; ++round) {
    if (round == 0) {
      length = pull_length(tree, start, goal, {scratch.corridor.data(), count}, scratch, points);
    }
    if (points <= 2) break;
    const Result straight =
        straighten_corridor(tree, {scratch.corridor.data(), count}, scratch.portals,
                            {scratch.points.data(), points}, scratch.straightened);
    if (straight.status != Status::ok) break;
    const double new_length = pull_length(
        tree, start, goal, {scratch.straightened.data(), straight.count}, scratch, points);
    if (!(new_length < length)) break;
    length = new_length;
    count = straight.count;
    std::copy_n(scratch.straightened.begin(), count, scratch.corridor.begin());
  }
  return count;
}

}  // namespace

QuadtreeScratch::QuadtreeScratch(const Quadtree& tree) : QuadtreeScratch(tree.leaf_ids()) {}

QuadtreeScratch::QuadtreeScratch(std::size_t leaf_ids)
    : search(leaf_ids),
      corridor(leaf_ids),
      straightened(leaf_ids),
      portals(leaf_ids),
      points(max_smoothing_points(max_path_points(leaf_ids))) {}

void QuadtreeScratch::fit(const Quadtree& tree) {
  if (tree.leaf_ids() > corridor.size()) {
    *this = QuadtreeScratch(tree.leaf_ids() + tree.leaf_ids() / 4);
  }
}

std::size_t QuadtreeScratch::memory_bytes() const noexcept {
  return search.memory_bytes() + detail::bytes_of(corridor, straightened, portals, points);
}

CorridorResult find_corridor(const Quadtree& tree, const Point& start, const Point& goal,
                             const QuadtreeSearchOptions& options, QuadtreeScratch& scratch,
                             std::span<LeafId> out) noexcept {
  const auto [first, last] = join_ends(
      {tree.locate(start), tree.locate(goal)}, start, goal,
      [&](const Tile& tile) { return tree.is_walkable(tile); },
      [&](const Tile& a, const Tile& b) {
        return tree.is_connected(tree.find_leaf(a), tree.find_leaf(b));
      });
  if (!first || !last) return {Status::invalid_input};
  const LeafId from = tree.find_leaf(*first);
  const LeafId to = tree.find_leaf(*last);
  if (tree.leaf_ids() > scratch.corridor.size()) return {Status::out_of_nodes};
  const bool is_partial = options.partial == PartialPath::nearest;
  if (!is_partial && !tree.is_connected(from, to)) return {Status::no_path};

  const SearchResult found = find_cheapest(LeafGraph(tree, scratch.search, start, goal, to), from,
                                           to, options.expansion_limit, scratch.search);
  CorridorResult result;
  result.status = found.status;
  result.expanded = found.expanded;
  const bool is_found = found.status == Status::ok;
  if (!is_found && (!is_partial || found.reached == kNoNode)) return result;
  result.cost = found.cost;
  std::size_t count = extract_nodes(scratch.search, found.reached, scratch.corridor).count;
  // A shorter corridor may cost more.
  if (is_found) count = straighten(tree, start, goal, count, scratch);
  result.count = std::min(count, out.size());
  if (out.data() != scratch.corridor.data()) {
    std::copy_n(scratch.corridor.begin(), result.count, out.begin());
  }
  if (count > out.size()) result.status = Status::truncated;
  return result;
}

// ---- LeafScratch ----

LeafScratch::LeafScratch(std::size_t leaf_ids)
    : count_(detail::require_within("LeafScratch: leaf ids", leaf_ids, 0, kNoNode - 1)),
      records_(std::make_unique<Record[]>(leaf_ids)),
      open_(leaf_ids + leaf_ids / 4 + 16) {}

void LeafScratch::forget_queries() noexcept {
  for (std::size_t i = 0; i < count_; ++i) records_[i].stamp = 0;
  query_ = 2;
}

// Only the first entry of each leaf counts, so at least a fifth of the places become free.
void LeafScratch::make_room() noexcept {
  const std::span<OpenLeaf> all = open_.entries();
  std::sort(all.begin(), all.end(), [](const OpenLeaf& a, const OpenLeaf& b) {
    return a.node() != b.node() ? a.node() < b.node() : a.is_before(b);
  });
  const auto end = std::unique(all.begin(), all.end(), [](const OpenLeaf& a, const OpenLeaf& b) {
    return a.node() == b.node();
  });
  open_.keep(static_cast<std::size_t>(end - all.begin()));
}

}  // namespace taut
