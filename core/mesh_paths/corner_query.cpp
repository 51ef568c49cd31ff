#include "corner_query.hpp"

#include <algorithm>
#include <array>

#include <taut/detail/prefetch.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/vectors.hpp>

#include "funnel_steps.hpp"

namespace taut {

std::size_t CornerIndex::memory_bytes() const noexcept {
  return regions_.capacity() * sizeof(Region) + sights_.capacity() * sizeof(Sight) +
         flags_.capacity() * sizeof(PartBits) + labels_.capacity() * sizeof(Label) +
         (first_label_.capacity() + next_labels_.capacity()) * sizeof(std::uint32_t) +
         corners_.capacity() * sizeof(Point);
}

namespace {

// Flags that are looked at together, then the sights that have one, then their labels. Most labels
// are in no cache: they are fetched before the first one is read.
constexpr std::uint32_t kBatch = 128;

}  // namespace

// Whether the point sees the corner, as 0 or 1: a branch would be foreseen for one sight in two.
std::size_t CornerQuery::sees(const Point& from, const Sight& sight) noexcept {
  const detail::Vector line = detail::between(sight.at, from);
  const bool is_in_right = cross({sight.right_x, sight.right_y}, line) >= 0.0;
  const bool is_in_left = cross({sight.left_x, sight.left_y}, line) <= 0.0;
  return static_cast<std::size_t>(is_in_right) & static_cast<std::size_t>(is_in_left);
}

// The part of the cell that has the point.
const CornerIndex::Region& CornerQuery::find_region(CellId cell,
                                                    const Point& point) const noexcept {
  const Region* region = &index_.regions_[cell];
  while (region->axis != Region::kUndivided) {
    const float at = region->axis == 0 ? point.x : point.y;
    const std::uint32_t upper = at < region->at ? 0 : 1;
    region = &index_.regions_[region->first + upper];
  }
  return *region;
}

// Calls visit(half, distance, label) for the corners that a point sees, where paths to the other
// end may turn, and for the labels of each of them whose hubs are reached without a turn in open
// space.
template <class Visit>
void CornerQuery::for_each_label(const QueryEnd& end, const QueryEnd& other,
                                 const Visit& visit) const noexcept {
  const std::uint32_t toward = index_.parts_.of(other.at());
  const Point& from = end.at();
  std::array<std::uint32_t, kBatch> flagged;
  std::array<const Sight*, kBatch> seen;
  end.for_each_cell(mesh_, [&](CellId cell) {
    const Region& region = find_region(cell, from);
    for (std::uint32_t at = region.first; at != region.last;) {
      const std::uint32_t batch_end = at + std::min(region.last - at, kBatch);
      std::size_t flag_count = 0;
      for (; at != batch_end; ++at) {
        flagged[flag_count] = at;
        flag_count += (index_.flags_[at] & toward) != 0 ? 1 : 0;
      }
      std::size_t count = 0;
      for (std::size_t i = 0; i < flag_count; ++i) {
        seen[count] = &index_.sights_[flagged[i]];
        count += sees(from, *seen[count]);
      }
      const std::span<const Sight* const> corners = std::span(seen).first(count);
      for (const Sight* const corner : corners) {
        detail::prefetch(index_.labels_.data() + corner->first_label);
      }
      for (const Sight* const corner : corners) {
        const double length = detail::norm(detail::between(corner->at, from));
        for (std::uint32_t i = corner->first_label; i < corner->last_label; ++i) {
          visit(corner->half, length, i);
        }
      }
    }
  });
}

double CornerQuery::find() noexcept {
  is_straight_ = is_visible(mesh_, start_.at(), goal_.at());
  if (is_straight_) return distance(start_.at(), goal_.at());
  const Label* const labels = index_.labels_.data();
  for_each_label(start_, goal_, [&](std::uint32_t half, double line, std::uint32_t i) {
    const double cost = line + labels[i].distance;
    VertexMark& mark = marks_[labels[i].hub];
    if (mark.query == query_ && mark.cost <= cost) return;
    mark = {cost, query_, half};
  });
  for_each_label(goal_, start_, [&](std::uint32_t half, double line, std::uint32_t i) {
    const VertexMark& mark = marks_[labels[i].hub];
    if (mark.query != query_) return;
    const double length = mark.cost + (line + labels[i].distance);
    if (!(length < length_)) return;
    length_ = length;
    first_half_ = mark.root;
    last_ = {half, i};
  });
  return length_;
}

// The first corner, which start sees and which has a label for the hub.
CornerQuery::Step CornerQuery::find_first(std::uint32_t hub) const noexcept {
  std::uint32_t label = index_.first_label_[first_half_];
  while (index_.labels_[label].hub != hub) ++label;
  return {first_half_, label};
}

// The next corner on the way to the hub of a label.
CornerQuery::Step CornerQuery::next(const Step& step) const noexcept {
  return {index_.labels_[step.label].next_half, index_.next_labels_[step.label]};
}

bool CornerQuery::write(PathWriter& path) noexcept {
  if (!path.append(start_.at())) return false;
  if (is_straight_) return path.append(goal_.at());
  const std::uint32_t hub = index_.labels_[last_.label].hub;
  Step step = find_first(hub);
  for (; step.corner() != hub; step = next(step)) {
    if (!path.append(index_.corners_[step.corner()])) return false;
  }
  // The chain from the goal leads to the hub: the marks keep the way back.
  std::uint32_t back = last_.corner();
  marks_[back].root = back;
  for (step = last_; step.corner() != hub;) {
    const Step after = next(step);
    marks_[after.corner()].root = step.corner();
    step = after;
  }
  for (back = hub; back != last_.corner(); back = marks_[back].root) {
    if (!path.append(index_.corners_[back])) return false;
  }
  return path.append(index_.corners_[back]) && path.append(goal_.at());
}

}  // namespace taut
