#include "corner_graph.hpp"

#include <algorithm>

#include "core/mesh_paths/funnel_steps.hpp"

#include <taut/engine/vectors.hpp>

namespace taut {

CornerGraph::CornerGraph(const std::vector<IndexCorner>& corners, std::vector<Pair> pairs)
    : count_(corners.size()) {
  for (Pair& pair : pairs) {
    if (pair.first > pair.second) std::swap(pair.first, pair.second);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());

  for (const IndexCorner& corner : corners) has_sides_.push_back(corner.has_sides() ? 1 : 0);
  const auto side_at = [&](std::uint32_t corner, std::uint32_t other) {
    return corners[corner].side_of(detail::between(corners[corner].at, corners[other].at));
  };
  std::erase_if(pairs, [&](const Pair& pair) {
    return side_at(pair.first, pair.second) == CornerSide::behind ||
           side_at(pair.second, pair.first) == CornerSide::behind;
  });

  first_.assign(2 * count_ + 1, 0);
  for (const Pair& pair : pairs) {
    ++first_[half_of(pair.first, side_at(pair.first, pair.second))];
    ++first_[half_of(pair.second, side_at(pair.second, pair.first))];
  }
  std::uint32_t end = 0;
  for (std::uint32_t& begin : first_) begin = end += begin;
  arcs_.resize(end);
  for (auto at = pairs.rbegin(); at != pairs.rend(); ++at) {
    const auto [a, b] = *at;
    const double length = detail::norm(detail::between(corners[a].at, corners[b].at));
    const CornerSide side_a = side_at(a, b);
    const CornerSide side_b = side_at(b, a);
    arcs_[--first_[half_of(a, side_a)]] = {length, b, side_b};
    arcs_[--first_[half_of(b, side_b)]] = {length, a, side_a};
  }
}

}  // namespace taut
