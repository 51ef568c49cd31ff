#include <algorithm>
#include <cstdint>
#include <span>

#include "field_build.hpp"

// The funnels of a build that enter by the same edge: what is emitted is compared with those before
// (edge_contest.hpp). A few are in a list, many in a tree.
namespace taut {

// Returns false when nothing remains to be emitted.
bool FieldBuild::contest(const MeshEdge& from, Rival& own) {
  std::uint32_t& first = s_.first[from.twin()];
  if (EdgeTrees::is_tree(first)) return contest_tree(from, own, first);
  std::uint32_t count = 0;
  for (std::uint32_t* link = &first; *link != kNone;) {
    Node& node = s_.nodes[*link];
    const Compared compared = compare(from, own, node);
    if (compared == Compared::wins) return false;
    if (compared == Compared::leaves) {
      *link = node.next;
    } else {
      link = &node.next;
      ++count;
    }
  }
  constexpr std::uint32_t kFew = 128;  // more than ordinary maps have by an edge
  if (count >= kFew) plant(first);
  return true;
}

// What is nowhere nearer is dropped, what is nearer in a part only is trimmed, if it has not been
// expanded. A tie counts as not nearer.
Compared FieldBuild::compare(const MeshEdge& from, Rival& own, Node& node) {
  const double begin = std::max(own.span.from, node.span.from);
  const double end = std::min(own.span.to, node.span.to);
  if (!(begin < end)) return Compared::stays;
  Rival other = to_rival(node, from.start(), own.along);
  Contest contest(own, other, begin, end);
  if (contest.trim(own, other) == Trimmed::away) return Compared::wins;
  if (node.fate != Fate::open || contest.is_lost()) return Compared::stays;
  const Trimmed trimmed = contest.swapped().trim(other, own);
  if (trimmed == Trimmed::partly) keep(other, node);
  if (trimmed != Trimmed::away) return Compared::stays;
  drop(node);
  return Compared::leaves;
}

// Makes a tree of a list.
void FieldBuild::plant(std::uint32_t& first) {
  std::uint32_t tree = kNone;
  for (std::uint32_t at = first; at != kNone; at = s_.nodes[at].next) {
    tree = s_.edge_trees.add(tree, std::span<const Node>(s_.nodes), at, s_.nodes[at].span);
  }
  first = tree;
}

// From the place that is nearest to the root, where it is most likely to win.
bool FieldBuild::contest_tree(const MeshEdge& from, Rival& own, std::uint32_t& tree) {
  bool remains = true;
  const double foot = -dot(own.right, own.along) / dot(own.along, own.along);
  const auto visit = [&](std::uint32_t index, const Scratch::Span& within) {
    const Compared compared = compare(from, own, s_.nodes[index], within);
    remains = compared != Compared::wins;
    return compared;
  };
  const double place = std::clamp(foot, own.span.from, own.span.to);
  tree = s_.edge_trees.compare(tree, std::span<const Node>(s_.nodes), own.span, place, visit);
  return remains;
}

// The same in a tree, where a funnel that has been expanded is trimmed too: else each of many goals
// beside the edge, whose funnels are expanded one after the other, would be compared with all
// before. Points that lose it have the winner.
Compared FieldBuild::compare(const MeshEdge& from, Rival& own, Node& node,
                             const Scratch::Span& within) {
  Rival other = to_rival(node, from.start(), own.along);
  Contest all(own, other, std::max(own.span.from, within.from), std::min(own.span.to, within.to));
  if (all.trim(own, other) == Trimmed::away) return Compared::wins;
  if (node.fate == Fate::dropped || !own.span.overlaps(node.span)) return Compared::stays;
  Contest rest(other, own, std::max(own.span.from, node.span.from),
               std::min(own.span.to, node.span.to));
  if (rest.swapped().is_lost()) return Compared::stays;
  const Trimmed trimmed = rest.trim(other, own);
  if (trimmed == Trimmed::partly) keep(other, node);
  if (trimmed != Trimmed::away) return Compared::stays;
  if (node.fate == Fate::open) drop(node);
  return Compared::leaves;
}

}  // namespace taut
