// Connected components of the leaves of a quadtree, kept right through edits.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/leaf_links.hpp>

namespace taut {

// Two leaves are in one component when steps from neighbour to neighbour join them. The idea is that
// of Components (grid): every leaf has a label, labels that turn out to be one component are united
// in a forest, and blocking starts floods only where the rim of the blocked rectangle falls apart.
//
// Memory: 4 bytes per leaf, 8 per label. Labels are renumbered, in one pass over the leaves, when
// edits have made as many new ones as a quarter of the leaves.
class LeafComponents {
 public:
  using Label = std::uint32_t;
  static constexpr Label kNone = 0;

  // Equal for two leaves exactly when they are connected. Labels may change with every edit.
  [[nodiscard]] Label of(LeafId leaf) const noexcept { return find(labels_[leaf]); }

  // Whether the id names a leaf. Requires an id below those given by resize().
  [[nodiscard]] bool is_leaf(LeafId leaf) const noexcept { return labels_[leaf] != kNone; }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Makes room for leaves with ids below `count`.
  void resize(std::size_t count) { labels_.resize(count, kNone); }

  // Adds a leaf to a component that is known; kNone when it is not: then join() must follow.
  void add(LeafId leaf, Label label) noexcept {
    labels_[leaf] = label;
    if (label != kNone) ++leaves_[find(label)];
  }
  void remove(LeafId leaf) noexcept;

  // To be told after tiles became walkable: these leaves are new, and may be neighbours of any.
  void join(std::span<const LeafId> added, const LeafLinks& links);

  // To be told after tiles were blocked: a component may have fallen apart between these leaves,
  // which lie on different pieces of the rim. Reorders `pieces`.
  void split(std::span<LeafId> pieces, const LeafLinks& links);

  // Renumbers the labels; tidy() does when there are many.
  void renumber();
  void tidy() {
    if (parent_.size() > 1024 + labels_.size() / 4) renumber();
  }

  // Gives back memory held in reserve.
  void shrink_to_fit();

 private:
  struct Flood;

  [[nodiscard]] Label find(Label label) const noexcept {
    while (parent_[label] != label) label = parent_[label];
    return label;
  }
  Label add_label();
  Label unite(Label a, Label b) noexcept;
  void extend(const LeafLinks& links, Label component, Label first_new, Flood& flood);
  void split_component(Label component, std::vector<Flood>& floods, const LeafLinks& links);

  std::size_t count_ = 0;
  std::vector<Label> labels_;             // per leaf
  std::vector<Label> parent_{kNone};      // per label; a root is its own parent
  std::vector<std::uint32_t> leaves_{0};  // per label: of a root, the leaves of its component
};

}  // namespace taut
