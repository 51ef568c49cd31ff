#include <algorithm>
#include <numeric>
#include <queue>

#include "corner_paths.hpp"
#include "hub_labels.hpp"

namespace taut {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;

// The shortest paths from one corner, as a tree. Without parts that a hub has taken.
class PathTree {
 public:
  PathTree(CornerPaths& paths, std::uint32_t source, std::size_t corners)
      : source_(source), nodes_(corners) {
    std::vector<std::uint32_t> order;
    paths.run(source, [&](std::uint32_t corner, const CornerPaths::Way& way) {
      order.push_back(corner);
      Node& node = nodes_[corner];
      node.size = 1;
      if (corner == source) return true;
      node.before = way.before;
      node.sibling = nodes_[way.before].child;
      nodes_[way.before].child = corner;
      return true;
    });
    for (std::size_t i = order.size(); i-- > 1;) {
      nodes_[nodes_[order[i]].before].size += nodes_[order[i]].size;
    }
  }

  // How many paths of the tree the corner lies on. Its source does not count: that would be the
  // choice of sources.
  [[nodiscard]] std::uint32_t size(std::uint32_t corner) const noexcept {
    return corner == source_ ? 0 : nodes_[corner].size;
  }

  // Takes away the paths over a corner, and calls lose(corner, paths) for all that lose some, but
  // not for the source.
  template <class Lose>
  void take(std::uint32_t corner, const Lose& lose) {
    const std::uint32_t size = this->size(corner);
    if (size == 0) return;
    for (std::uint32_t at = nodes_[corner].before; at != kNone; at = nodes_[at].before) {
      nodes_[at].size -= size;
      if (at != source_) lose(at, size);
    }
    stack_.assign(1, corner);
    while (!stack_.empty()) {
      const std::uint32_t at = stack_.back();
      stack_.pop_back();
      if (nodes_[at].size == 0) continue;
      lose(at, nodes_[at].size);
      nodes_[at].size = 0;
      for (std::uint32_t k = nodes_[at].child; k != kNone; k = nodes_[k].sibling) {
        stack_.push_back(k);
      }
    }
  }

 private:
  struct Node {
    std::uint32_t size = 0;  // paths over the corner
    std::uint32_t before = kNone;
    std::uint32_t child = kNone;
    std::uint32_t sibling = kNone;
  };

  std::uint32_t source_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> stack_;
};

}  // namespace

std::vector<std::uint32_t> find_hub_order(const CornerGraph& graph, std::size_t entries) {
  const std::size_t count = graph.size();
  std::vector<std::uint32_t> order;
  if (count == 0) return order;
  const std::size_t tree_count = std::clamp<std::size_t>(entries / count, 1, count);
  CornerPaths paths(graph);
  std::vector<PathTree> trees;
  trees.reserve(tree_count);
  for (std::size_t i = 0; i < tree_count; ++i) {
    trees.emplace_back(paths, static_cast<std::uint32_t>(i * count / tree_count), count);
  }
  std::vector<std::uint64_t> score(count, 0);
  for (const PathTree& tree : trees) {
    for (std::uint32_t corner = 0; corner < count; ++corner) score[corner] += tree.size(corner);
  }
  // Corners without a path left come last, ordered by the paths that they were on at first.
  const std::vector<std::uint64_t> at_first = score;
  using Entry = std::pair<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t>;
  std::priority_queue<Entry> open;
  const auto rank = [&](std::uint32_t corner) {
    return Entry{{score[corner], at_first[corner]}, corner};
  };
  for (std::uint32_t corner = 0; corner < count; ++corner) open.push(rank(corner));
  while (!open.empty()) {
    const Entry top = open.top();
    open.pop();
    const std::uint32_t corner = top.second;
    // Scores only fall.
    if (rank(corner) != top) {
      open.push(rank(corner));
      continue;
    }
    order.push_back(corner);
    for (PathTree& tree : trees) {
      tree.take(corner, [&](std::uint32_t at, std::uint32_t size) { score[at] -= size; });
    }
  }
  return order;
}

std::optional<HubLabels> build_hub_labels(const CornerGraph& graph, std::size_t limit) {
  // Among thousands of small obstacles the searches from hubs are hardly cut off, and there are too
  // many labels. The first hubs show it, so the build ends there. Where corners are few, the first
  // hubs have most of the labels.
  constexpr std::uint32_t kFirstHubs = 32;
  constexpr std::size_t kFewCorners = 2048;
  // Two lengths of equal paths differ by the rounding of the sums.
  constexpr double kRounding = 1.0 + 0x1p-42;
  HubLabels labels(graph.size());
  std::vector<double> to_hub(graph.size(), CornerPaths::kFar);  // of the source, to earlier hubs
  CornerPaths paths(graph);
  std::size_t count = 0;
  for (std::uint32_t hub = 0; hub < graph.size(); ++hub) {
    for (const HubLabel& label : labels[hub]) to_hub[label.hub] = label.distance;
    paths.run(hub, [&](std::uint32_t corner, const CornerPaths::Way& way) {
      if (count > limit) return false;
      const double bound = way.length * kRounding;
      for (const HubLabel& label : labels[corner]) {
        if (to_hub[label.hub] + label.distance <= bound) return false;
      }
      // The corner before has its label already, as its last one.
      const std::uint32_t after_hub =
          way.before == hub ? corner : labels[way.before].back().after_hub;
      labels[corner].push_back({way.length, hub, way.before, after_hub});
      ++count;
      return true;
    });
    if (count > limit) return std::nullopt;
    const bool are_first = hub + 1 == kFirstHubs && graph.size() > kFewCorners;
    if (are_first && count > limit / 8) return std::nullopt;
    for (const HubLabel& label : labels[hub]) to_hub[label.hub] = CornerPaths::kFar;
  }
  return labels;
}

}  // namespace taut
