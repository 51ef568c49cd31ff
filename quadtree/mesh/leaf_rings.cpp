#include "leaf_rings.hpp"

#include <algorithm>
#include <span>

namespace taut::detail {
namespace {

// Adds the edges of one side of a leaf. Links are sorted by growing x or y; sides with falling x or
// y list them in reverse.
void add_side(const Quadtree& tree, LeafId leaf, LeafSide side, LeafRings& rings) {
  const TileRect rect = tree.rect(leaf);
  const bool is_along_x = side == LeafSide::low_y || side == LeafSide::high_y;
  const bool is_falling = side == LeafSide::high_y || side == LeafSide::low_x;
  const float across = static_cast<float>(side == LeafSide::low_y    ? rect.y0
                                          : side == LeafSide::high_x ? rect.x1
                                          : side == LeafSide::high_y ? rect.y1
                                                                     : rect.x0);
  const int low = is_along_x ? rect.x0 : rect.y0;
  const int high = is_along_x ? rect.x1 : rect.y1;
  const auto add = [&](int along, LeafId to) {
    const float at = static_cast<float>(along);
    rings.parts.edge_start.push_back({is_along_x ? at : across, is_along_x ? across : at});
    rings.beyond.push_back(to);
  };
  const std::span<const LeafLink> links = tree.neighbors(leaf, side);
  int at = is_falling ? high : low;
  const int end = is_falling ? low : high;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const LeafId other = links[is_falling ? links.size() - 1 - i : i].to;
    const TileRect beyond = tree.rect(other);
    const int first = std::max(low, is_along_x ? beyond.x0 : beyond.y0);
    const int last = std::min(high, is_along_x ? beyond.x1 : beyond.y1);
    const int begin = is_falling ? last : first;
    if (at != begin) add(at, kNoLeaf);
    add(begin, other);
    at = is_falling ? first : last;
  }
  if (at != end) add(at, kNoLeaf);
}

}  // namespace

void LeafRings::add(const Quadtree& tree, LeafId leaf) {
  parts.cell_begin.push_back(static_cast<EdgeId>(parts.edge_start.size()));
  for (const LeafSide side :
       {LeafSide::low_y, LeafSide::high_x, LeafSide::high_y, LeafSide::low_x}) {
    add_side(tree, leaf, side, *this);
  }
}

}  // namespace taut::detail
