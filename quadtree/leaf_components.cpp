#include <taut/leaf_components.hpp>

#include <algorithm>
#include <utility>

namespace taut {

// A flood through one component from one piece of the rim, in breadth-first order.
struct LeafComponents::Flood {
  Label label = kNone;  // new, given to every leaf it reaches
  std::vector<LeafId> queue;
  std::size_t next = 0;

  [[nodiscard]] bool has_ended() const noexcept { return next == queue.size(); }
};

LeafComponents::Label LeafComponents::add_label() {
  const Label label = static_cast<Label>(parent_.size());
  parent_.push_back(label);
  leaves_.push_back(0);
  ++count_;
  return label;
}

// Unites two components by size, so that find() stays short, and returns the root of both.
LeafComponents::Label LeafComponents::unite(Label a, Label b) noexcept {
  a = find(a);
  b = find(b);
  if (a == b) return a;
  if (leaves_[a] < leaves_[b]) std::swap(a, b);
  parent_[b] = a;
  leaves_[a] += leaves_[b];
  leaves_[b] = 0;
  --count_;
  return a;
}

void LeafComponents::remove(LeafId leaf) noexcept {
  if (--leaves_[of(leaf)] == 0) --count_;
  labels_[leaf] = kNone;
}

void LeafComponents::join(std::span<const LeafId> added, const LeafLinks& links) {
  for (const LeafId leaf : added) {
    const bool is_new = labels_[leaf] == kNone;
    Label label = labels_[leaf];
    for (const LeafLink& link : links.of(leaf)) {
      const Label neighbor = labels_[link.to];
      if (neighbor == kNone) continue;  // added in the same edit, its turn comes later
      label = label == kNone ? find(neighbor) : unite(label, neighbor);
    }
    if (label == kNone) label = add_label();
    if (is_new) add(leaf, label);
  }
}

void LeafComponents::split(std::span<LeafId> pieces, const LeafLinks& links) {
  // Stable: the order of the floods, and so the labels, must not depend on the library's sort.
  std::stable_sort(pieces.begin(), pieces.end(),
                   [this](LeafId a, LeafId b) { return of(a) < of(b); });
  for (std::size_t i = 0; i < pieces.size();) {
    const Label component = of(pieces[i]);
    std::vector<Flood> floods;
    for (; i < pieces.size() && of(pieces[i]) == component; ++i) {
      const bool is_known = std::any_of(floods.begin(), floods.end(), [&](const Flood& flood) {
        return flood.queue.front() == pieces[i];
      });
      if (is_known) continue;  // one leaf may lie on several pieces of the rim
      floods.emplace_back();
      floods.back().queue.push_back(pieces[i]);
    }
    if (floods.size() > 1) split_component(component, floods, links);
  }
}

void LeafComponents::extend(const LeafLinks& links, Label component, Label first_new,
                            Flood& flood) {
  const LeafId leaf = flood.queue[flood.next++];
  for (const LeafLink& link : links.of(leaf)) {
    Label& label = labels_[link.to];
    if (label >= first_new) {
      flood.label = unite(flood.label, label);
    } else {
      assert(find(label) == component);
      label = flood.label;
      --leaves_[component];
      ++leaves_[find(flood.label)];
      flood.queue.push_back(link.to);
    }
  }
}

void LeafComponents::split_component(Label component, std::vector<Flood>& floods,
                                     const LeafLinks& links) {
  const Label first_new = static_cast<Label>(parent_.size());
  for (Flood& flood : floods) {
    flood.label = add_label();
    labels_[flood.queue.front()] = flood.label;
    --leaves_[component];
    ++leaves_[flood.label];
  }

  // In turns, until no more than one piece still grows: what has ended by then is a component of
  // its own, and what still grows is the rest of the old one. Floods that met count as one piece.
  for (;;) {
    Label growing = kNone;
    bool is_only_one = true;
    for (const Flood& flood : floods) {
      if (flood.has_ended()) continue;
      const Label root = find(flood.label);
      if (growing != kNone && growing != root) is_only_one = false;
      growing = root;
    }
    if (growing == kNone) {
      // All have ended: the old component has no leaf left under its own label.
      --count_;
      return;
    }
    if (is_only_one) {
      unite(component, growing);
      return;
    }
    for (Flood& flood : floods) {
      if (!flood.has_ended()) extend(links, component, first_new, flood);
    }
  }
}

void LeafComponents::renumber() {
  std::vector<Label> renumbered(parent_.size(), kNone);
  std::vector<std::uint32_t> leaves{0};
  for (Label& label : labels_) {
    if (label == kNone) continue;
    Label& fresh = renumbered[find(label)];
    if (fresh == kNone) {
      fresh = static_cast<Label>(leaves.size());
      leaves.push_back(0);
    }
    label = fresh;
    ++leaves[fresh];
  }
  parent_.resize(leaves.size());
  for (Label label = 0; label < parent_.size(); ++label) parent_[label] = label;
  leaves_ = std::move(leaves);
}

void LeafComponents::shrink_to_fit() {
  labels_.shrink_to_fit();
  parent_.shrink_to_fit();
  leaves_.shrink_to_fit();
}

std::size_t LeafComponents::memory_bytes() const noexcept {
  return (labels_.capacity() + parent_.capacity()) * sizeof(Label) +
         leaves_.capacity() * sizeof(std::uint32_t);
}

}  // namespace taut
