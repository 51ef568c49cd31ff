#include "sight_regions.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <taut/engine/vectors.hpp>

namespace taut {
namespace {

// So few sights take no longer than finding the part does.
constexpr std::size_t kFewSights = 48;
// A cell has at most 64 parts, and they have at most three times its sights.
constexpr int kMostDivisions = 6;
constexpr std::size_t kMostGrowth = 2;

}  // namespace

SightRegions::SightRegions(std::size_t cell_ids, std::size_t sights, std::size_t spare_bytes)
    : spare_bytes_(spare_bytes), regions_(cell_ids, {0.0F, Region::kUndivided, 0, 0}) {
  sights_.reserve(sights);
}

void SightRegions::add(const ConvexMesh& mesh, CellId cell, std::span<const Sight> sights) {
  const std::span<const MeshEdge> ring = mesh.edges(cell);
  Box box{ring.front().start(), ring.front().start()};
  for (const MeshEdge& edge : ring) {
    box.low = component_min(box.low, edge.start());
    box.high = component_max(box.high, edge.start());
  }
  divide(cell, {box, kMostGrowth * sights.size(), kMostDivisions}, sights);
}

// Copies, which take no more than they hold. shrink_to_fit() may not, where memory runs out.
std::vector<CornerIndex::Region> SightRegions::take_regions() {
  const std::vector<CornerIndex::Region> grown = std::exchange(regions_, {});
  return {grown.begin(), grown.end()};
}

std::vector<CornerIndex::Sight> SightRegions::take_sights() {
  const std::vector<CornerIndex::Sight> grown = std::exchange(sights_, {});
  return {grown.begin(), grown.end()};
}

// No point of the box sees the corner where the whole box lies beyond a ray. Exact, as the corners
// of the box are on the lattice.
bool SightRegions::touches(const Box& box, const Sight& sight) noexcept {
  bool has_left_of_right = false;
  bool has_right_of_left = false;
  for (const float x : {box.low.x, box.high.x}) {
    for (const float y : {box.low.y, box.high.y}) {
      const detail::Vector line = detail::between(sight.at, Point{x, y});
      has_left_of_right |= cross({sight.right_x, sight.right_y}, line) >= 0.0;
      has_right_of_left |= cross({sight.left_x, sight.left_y}, line) <= 0.0;
    }
  }
  return has_left_of_right && has_right_of_left;
}

// In the middle of the axis for which the two parts have fewer sights in all.
SightRegions::Division SightRegions::find_division(const Box& box,
                                                   std::span<const Sight> sights) noexcept {
  const Point middle = snap(0.5F * (box.low + box.high));
  Division best{0, 0.0F, std::numeric_limits<std::size_t>::max(), 0};
  for (std::size_t axis = 0; axis < kAxes.size(); ++axis) {
    const float at = middle.*kAxes[axis];
    if (!(box.low.*kAxes[axis] < at && at < box.high.*kAxes[axis])) continue;
    std::size_t count = 0;
    for (const Box& part : box.divided(axis, at)) {
      for (const Sight& sight : sights) count += touches(part, sight) ? 1 : 0;
    }
    if (count < best.sights) {
      best = {axis, at, count, count - std::min(count, sights.size())};
    }
  }
  return best;
}

// Points of the two then have at most 5/6 of the sights, in the mean.
bool SightRegions::is_worth(const Division& division, const Part& part,
                            std::size_t sights) const noexcept {
  return division.sights <= sights / 3 * 5 && division.more_sights <= part.more_sights &&
         division.bytes() <= spare_bytes_;
}

void SightRegions::divide(std::size_t region, const Part& part, std::span<const Sight> sights) {
  if (sights.size() <= kFewSights || part.divisions == 0) return list(region, sights);
  const Division division = find_division(part.box, sights);
  if (!is_worth(division, part, sights.size())) return list(region, sights);
  spare_bytes_ -= division.bytes();
  const std::size_t first = regions_.size();
  regions_[region] = {division.at, static_cast<std::uint32_t>(division.axis),
                      static_cast<std::uint32_t>(first), 0};
  regions_.resize(first + 2, {0.0F, Region::kUndivided, 0, 0});
  const std::size_t left = part.more_sights - division.more_sights;
  const std::array<Box, 2> boxes = part.box.divided(division.axis, division.at);
  std::vector<Sight> touching;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    touching.clear();
    for (const Sight& sight : sights) {
      if (touches(boxes[i], sight)) touching.push_back(sight);
    }
    const std::size_t share = left * touching.size() / division.sights;
    divide(first + i, {boxes[i], share, part.divisions - 1}, touching);
  }
}

void SightRegions::list(std::size_t region, std::span<const Sight> sights) {
  const auto first = static_cast<std::uint32_t>(sights_.size());
  sights_.insert(sights_.end(), sights.begin(), sights.end());
  regions_[region].first = first;
  regions_[region].last = static_cast<std::uint32_t>(sights_.size());
}

}  // namespace taut
