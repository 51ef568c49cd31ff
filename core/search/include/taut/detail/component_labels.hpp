// Which cells of a map hang together, kept right through edits.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace taut {

// Every cell has a label; labels that turn out to be one component are united in a forest. So
// adding cells costs the cells added. Where removed cells may have torn a component apart, floods
// from its pieces run side by side until all but one have ended: that costs the size of all parts
// but the largest, times the number of pieces.
//
// The map is given as a graph whose cells go by what suits it:
//   graph.index(cell)                     its number, from 0
//   graph.for_each_neighbor(cell, visit)  calls visit(neighbor) for the cells that steps lead to,
//                                         which are mutual
//
// Memory: 4 bytes per cell, 8 per label. tidy() renumbers the labels, in one pass over the cells,
// when those that name no component have come to a quarter of the cells.
class ComponentLabels {
 public:
  using Label = std::uint32_t;
  static constexpr Label kNone = 0;

  // For cells with numbers below `count`, none of which has a label yet; resize() makes room for
  // more.
  explicit ComponentLabels(std::size_t count = 0) : labels_(count, kNone) {}
  void resize(std::size_t count) { labels_.resize(count, kNone); }

  // Equal for two cells exactly when they are connected; kNone for what is no cell. Labels may
  // change with every edit. Const and safe from many threads.
  [[nodiscard]] Label of(std::size_t index) const noexcept { return find(labels_[index]); }
  [[nodiscard]] bool has(std::size_t index) const noexcept { return labels_[index] != kNone; }

  // Of components.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return (labels_.capacity() + parent_.capacity()) * sizeof(Label) +
           sizes_.capacity() * sizeof(std::uint32_t);
  }

  // A new component, without a cell yet.
  Label add_component() {
    const Label label = static_cast<Label>(parent_.size());
    parent_.push_back(label);
    sizes_.push_back(0);
    ++count_;
    return label;
  }
  // Makes one component of two, by size, so that find() stays short; returns the label of both.
  Label unite(Label a, Label b) noexcept {
    a = find(a);
    b = find(b);
    if (a == b) return a;
    if (sizes_[a] < sizes_[b]) std::swap(a, b);
    parent_[b] = a;
    sizes_[a] += sizes_[b];
    sizes_[b] = 0;
    --count_;
    return a;
  }

  // Adds cells that had no label to a component, one or `length` with numbers in a row.
  void add(std::size_t index, Label label) noexcept { add(index, 1, label); }
  void add(std::size_t first, std::size_t length, Label label) noexcept {
    std::fill_n(labels_.begin() + static_cast<std::ptrdiff_t>(first), length, label);
    sizes_[find(label)] += static_cast<std::uint32_t>(length);
  }
  void remove(std::size_t index) noexcept {
    if (--sizes_[of(index)] == 0) --count_;
    labels_[index] = kNone;
  }

  // To be told that a cell is new, or has new neighbours: it and all neighbours that have a label
  // are one component.
  template <class Graph, class Cell>
  void join(const Graph& graph, const Cell& cell);

  // To be told that a component may have fallen apart between these cells. Reorders `pieces`, among
  // which a cell may be more than once.
  template <class Graph, class Cell>
  void split(const Graph& graph, std::vector<Cell>& pieces);

  void tidy() {
    if (parent_.size() > 1024 + count_ + labels_.size() / 4) renumber();
  }
  void renumber();

  // Gives back memory held in reserve, but for what the next edits are likely to need.
  void trim();

 private:
  // Through one component from one of its pieces, in breadth-first order.
  template <class Cell>
  struct Flood {
    Label label = kNone;  // new, given to every cell it reaches
    std::vector<Cell> queue;
    std::size_t next = 0;

    [[nodiscard]] bool has_ended() const noexcept { return next == queue.size(); }
  };

  [[nodiscard]] Label find(Label label) const noexcept {
    while (parent_[label] != label) label = parent_[label];
    return label;
  }
  template <class Graph, class Cell>
  void extend(const Graph& graph, Label component, Label first_new, Flood<Cell>& flood);
  template <class Graph, class Cell>
  void split_component(const Graph& graph, Label component, std::span<const Cell> pieces);

  std::size_t count_ = 0;
  std::vector<Label> labels_;            // per cell
  std::vector<Label> parent_{kNone};     // per label; a root is its own parent
  std::vector<std::uint32_t> sizes_{0};  // per label: of a root, the cells of its component
};

template <class Graph, class Cell>
void ComponentLabels::join(const Graph& graph, const Cell& cell) {
  const std::size_t index = graph.index(cell);
  Label label = labels_[index];
  graph.for_each_neighbor(cell, [&](const Cell& neighbor) {
    const Label other = labels_[graph.index(neighbor)];
    if (other == kNone) return;  // new in the same edit, its turn comes later
    label = label == kNone ? find(other) : unite(label, other);
  });
  if (has(index)) return;
  add(index, label == kNone ? add_component() : label);
}

template <class Graph, class Cell>
void ComponentLabels::split(const Graph& graph, std::vector<Cell>& pieces) {
  // By component; a total order, so that the labels do not depend on the library's sort.
  std::sort(pieces.begin(), pieces.end(), [&](const Cell& a, const Cell& b) {
    return std::pair(of(graph.index(a)), graph.index(a)) <
           std::pair(of(graph.index(b)), graph.index(b));
  });
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  for (std::size_t i = 0; i < pieces.size();) {
    const Label component = of(graph.index(pieces[i]));
    std::size_t end = i + 1;
    while (end < pieces.size() && of(graph.index(pieces[end])) == component) ++end;
    if (end - i > 1) {
      split_component(graph, component, std::span<const Cell>(pieces).subspan(i, end - i));
    }
    i = end;
  }
}

template <class Graph, class Cell>
void ComponentLabels::extend(const Graph& graph, Label component, Label first_new,
                             Flood<Cell>& flood) {
  const Cell cell = flood.queue[flood.next++];
  graph.for_each_neighbor(cell, [&](const Cell& neighbor) {
    Label& label = labels_[graph.index(neighbor)];
    if (label >= first_new) {
      flood.label = unite(flood.label, label);
    } else {
      assert(find(label) == component);
      label = flood.label;
      --sizes_[component];
      ++sizes_[find(flood.label)];
      flood.queue.push_back(neighbor);
    }
  });
}

template <class Graph, class Cell>
void ComponentLabels::split_component(const Graph& graph, Label component,
                                      std::span<const Cell> pieces) {
  const Label first_new = static_cast<Label>(parent_.size());
  std::vector<Flood<Cell>> floods(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    floods[i].label = add_component();
    floods[i].queue.push_back(pieces[i]);
    labels_[graph.index(pieces[i])] = floods[i].label;
    --sizes_[component];
    ++sizes_[floods[i].label];
  }

  // In turns, until no more than one piece still grows: what has ended by then is a component of
  // its own, and what still grows is the rest of the old one. Floods that met count as one piece.
  for (;;) {
    Label growing = kNone;
    bool is_only_one = true;
    for (const Flood<Cell>& flood : floods) {
      if (flood.has_ended()) continue;
      const Label root = find(flood.label);
      if (growing != kNone && growing != root) is_only_one = false;
      growing = root;
    }
    if (growing == kNone) {
      // All have ended: the old component has no cell left under its own label.
      --count_;
      return;
    }
    if (is_only_one) {
      unite(component, growing);
      return;
    }
    for (Flood<Cell>& flood : floods) {
      if (!flood.has_ended()) extend(graph, component, first_new, flood);
    }
  }
}

}  // namespace taut
