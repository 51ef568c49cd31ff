#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>

#include "core/base/run_threads.hpp"

#include "hub_labels.hpp"

namespace taut {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;

// Shortest paths from one corner after the other, over equal memory.
class CornerPaths {
 public:
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  // The way to a corner.
  struct Way {
    double length = kFar;
    std::uint32_t before = 0;           // the corner before; itself at the source
    CornerSide from = CornerSide::out;  // the side from which it is entered
  };

  explicit CornerPaths(const CornerGraph& graph) : graph_(graph), ways_(graph.size()) {}

  // Calls enter(corner, way) for the corners that are reached, by growing length, ties by number.
  // Paths lead on from a corner only if it returns true.
  template <class Enter>
  void run(std::uint32_t source, const Enter& enter) {
    for (const std::uint32_t corner : touched_) ways_[corner] = Way{};
    touched_.clear();
    open_.clear();
    relax(source, {0.0, source, CornerSide::out});
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater<>());
      const auto [length, corner] = open_.back();
      open_.pop_back();
      const Way way = ways_[corner];
      if (length > way.length || !enter(corner, way)) continue;
      const auto go_on = [&, corner = corner](const CornerArc& arc) {
        relax(arc.to, {way.length + arc.length, corner, arc.entered});
      };
      if (corner == source) {
        graph_.for_each_arc(corner, go_on);
      } else {
        graph_.for_each_after(corner, way.from, go_on);
      }
    }
  }

 private:
  void relax(std::uint32_t corner, const Way& way) {
    Way& known = ways_[corner];
    if (!(way.length < known.length)) return;
    if (known.length == kFar) touched_.push_back(corner);
    known = way;
    open_.emplace_back(way.length, corner);
    std::push_heap(open_.begin(), open_.end(), std::greater<>());
  }

  const CornerGraph& graph_;
  std::vector<Way> ways_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::pair<double, std::uint32_t>> open_;
};

// The shortest paths from one corner, as a tree. Without parts that a hub has taken.
class PathTree {
 public:
  void build(CornerPaths& paths, std::uint32_t source, std::size_t corners) {
    source_ = source;
    nodes_.resize(corners);
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

  std::uint32_t source_ = kNone;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> stack_;
};

// Labels hub after hub. The searches of some hubs in a row, a batch, know only the labels of
// earlier batches, so several threads can run them; labels that other hubs of the batch make
// unneeded are dropped afterwards. So the threads do not change the labels.
class HubLabelBuild {
 public:
  HubLabelBuild(const CornerGraph& graph, std::size_t limit, std::size_t threads)
      : graph_(graph), limit_(limit), threads_(threads), labels_(graph.size()) {
    for (std::size_t i = 0; i < threads; ++i) searches_.emplace_back(graph);
  }

  [[nodiscard]] std::optional<HubLabels> run() {
    // Among thousands of small obstacles the searches from hubs are hardly cut off, and there are
    // too many labels. The first hubs show it, so the build ends there. Where corners are few, the
    // first hubs have most of the labels.
    constexpr std::uint32_t kFirstHubs = 32;
    constexpr std::size_t kFewCorners = 2048;
    const auto end = static_cast<std::uint32_t>(graph_.size());
    for (std::uint32_t hub = 0; hub < end;) {
      // The later a hub, the fewer paths its neighbours in the order cover.
      std::uint32_t size = std::min(1 + hub / kHubsPerBatchStep, end - hub);
      if (!search(hub, size)) {
        size = 1;
        if (!search(hub, size)) return std::nullopt;
      }
      for (std::uint32_t i = 0; i < size; ++i) take(hub + i, hub, found_[i]);
      hub += size;
      const bool are_first = hub >= kFirstHubs && hub - size < kFirstHubs && end > kFewCorners;
      if (are_first && count_ > limit_ / 8) return std::nullopt;
    }
    return std::move(labels_);
  }

 private:
  static constexpr std::uint32_t kHubsPerBatchStep = 16;

  // A corner that a search has reached, and its label.
  struct Found {
    std::uint32_t corner;
    HubLabel label;
  };
  // The memory of one search after the other.
  struct Search {
    explicit Search(const CornerGraph& graph)
        : paths(graph), to_hub(graph.size(), CornerPaths::kFar), after_hub(graph.size(), kNone) {}

    CornerPaths paths;
    std::vector<double> to_hub;            // of the source, to earlier hubs
    std::vector<std::uint32_t> after_hub;  // per corner that is found, on the way from the source
  };

  // Searches from the hubs of a batch. False when there are more labels than the limit leaves.
  [[nodiscard]] bool search(std::uint32_t first, std::uint32_t size) {
    if (found_.size() < size) found_.resize(size);
    const std::size_t left = limit_ - count_;
    detail::Shared<std::size_t> count(0);
    detail::run_blocks(
        size, threads_, [&](std::size_t thread) -> Search& { return searches_[thread]; },
        [&](Search& search, std::size_t i) {
          find_labels(search, first + static_cast<std::uint32_t>(i), count, left, found_[i]);
        });
    return count.get() <= left;
  }

  // All labels of a hub, by the labels of earlier batches, while those of the batch are no more
  // than `left`.
  void find_labels(Search& search, std::uint32_t hub, detail::Shared<std::size_t>& count,
                   std::size_t left, std::vector<Found>& found) const {
    constexpr std::size_t kCountedAtOnce = 1024;
    found.clear();
    for (const HubLabel& label : labels_[hub]) search.to_hub[label.hub] = label.distance;
    bool has_room = true;
    search.paths.run(hub, [&](std::uint32_t corner, const CornerPaths::Way& way) {
      if (!has_room || is_covered(search, labels_[corner], way.length)) return false;
      const std::uint32_t after_hub = way.before == hub ? corner : search.after_hub[way.before];
      search.after_hub[corner] = after_hub;
      found.push_back({corner, {way.length, hub, way.before, after_hub}});
      if (found.size() % kCountedAtOnce == 0) has_room = count.add(kCountedAtOnce) <= left;
      return has_room;
    });
    count.add(found.size() % kCountedAtOnce);
    for (const HubLabel& label : labels_[hub]) search.to_hub[label.hub] = CornerPaths::kFar;
  }

  // Adds the labels of a hub, but those that other hubs of its batch, from `first` on, cover.
  void take(std::uint32_t hub, std::uint32_t first, const std::vector<Found>& found) {
    Search& search = searches_.front();
    for (const HubLabel& label : labels_from(hub, first)) {
      search.to_hub[label.hub] = label.distance;
    }
    for (const auto& [corner, label] : found) {
      // Ways over a corner that is covered are too.
      const bool is_kept =
          corner == hub || (search.after_hub[label.before] != kNone &&
                            !is_covered(search, labels_from(corner, first), label.distance));
      search.after_hub[corner] = is_kept ? label.after_hub : kNone;
      if (!is_kept) continue;
      labels_[corner].push_back(label);
      ++count_;
    }
    for (const HubLabel& label : labels_from(hub, first)) {
      search.to_hub[label.hub] = CornerPaths::kFar;
    }
  }

  // The labels of a corner for the hubs from `first` on.
  [[nodiscard]] std::span<const HubLabel> labels_from(std::uint32_t corner,
                                                      std::uint32_t first) const noexcept {
    const std::vector<HubLabel>& all = labels_[corner];
    std::size_t begin = all.size();
    while (begin > 0 && all[begin - 1].hub >= first) --begin;
    return std::span(all).subspan(begin);
  }

  // Whether a path from the source over a hub of a corner is as short, up to the rounding of sums.
  [[nodiscard]] static bool is_covered(const Search& search, std::span<const HubLabel> labels,
                                       double length) noexcept {
    const double bound = length * (1.0 + 0x1p-42);
    return std::any_of(labels.begin(), labels.end(), [&](const HubLabel& label) {
      return search.to_hub[label.hub] + label.distance <= bound;
    });
  }

  const CornerGraph& graph_;
  std::size_t limit_;
  std::size_t threads_;
  HubLabels labels_;
  std::size_t count_ = 0;
  std::vector<Search> searches_;           // per thread
  std::vector<std::vector<Found>> found_;  // per hub of a batch
};

}  // namespace

std::vector<std::uint32_t> find_hub_order(const CornerGraph& graph, std::size_t entries,
                                          std::size_t threads) {
  const std::size_t count = graph.size();
  std::vector<std::uint32_t> order;
  if (count == 0) return order;
  const std::size_t tree_count = std::clamp<std::size_t>(entries / count, 1, count);
  std::vector<PathTree> trees(tree_count);
  detail::run_blocks(
      tree_count, threads, [&](std::size_t /*thread*/) { return CornerPaths(graph); },
      [&](CornerPaths& paths, std::size_t i) {
        trees[i].build(paths, static_cast<std::uint32_t>(i * count / tree_count), count);
      });
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

std::optional<HubLabels> build_hub_labels(const CornerGraph& graph, std::size_t limit,
                                          std::size_t threads) {
  return HubLabelBuild(graph, limit, threads).run();
}

}  // namespace taut
