#include "corner_query.hpp"

#include <algorithm>
#include <array>

#include <taut/detail/prefetch.hpp>
#include <taut/mesh_raycast.hpp>
#include <taut/optimal_search.hpp>

#include "funnel_steps.hpp"

namespace taut {

std::size_t CornerIndex::memory_bytes() const noexcept {
  return first_sight_.capacity() * sizeof(std::uint32_t) + sights_.capacity() * sizeof(Sight) +
         first_way_.capacity() * sizeof(std::uint32_t) + ways_.capacity() * sizeof(Way) +
         labels_.capacity() * sizeof(Label) + corners_.capacity() * sizeof(Point);
}

namespace {

// Corners whose ways and labels are fetched together: most of them are in no cache.
constexpr std::size_t kBatch = 32;

}  // namespace

// A corner that a point sees.
struct CornerQuery::Seen {
  std::uint32_t half;
  const Way* way;
  const Way* last;
  detail::Vector line;  // from the corner
};

// Calls visit(half, distance, label) for the corners that a point sees, and for the labels of each
// of them whose hubs are reached without a turn in open space.
template <class Visit>
void CornerQuery::for_each_label(const Point& from, const Visit& visit) const noexcept {
  std::array<Seen, kBatch> batch;
  std::size_t count = 0;
  const auto visit_batch = [&] {
    const std::span<const Seen> seen = std::span(batch).first(count);
    for (const Seen& corner : seen) {
      detail::prefetch(index_.labels_.data() + corner.way->first_label);
    }
    for (const Seen& corner : seen) visit_labels(corner, visit);
    count = 0;
  };
  mesh_.for_each_cell_at(from, [&](CellId cell) {
    const Sight* sight = index_.sights_.data() + index_.first_sight_[cell];
    const Sight* const end = index_.sights_.data() + index_.first_sight_[cell + 1];
    for (; sight != end; ++sight) {
      const detail::Vector line = detail::between(sight->at, from);
      if (cross({sight->right_x, sight->right_y}, line) < 0.0) continue;
      if (cross({sight->left_x, sight->left_y}, line) > 0.0) continue;
      const Way* const way = index_.ways_.data() + index_.first_way_[sight->half];
      detail::prefetch(way);
      batch[count++] = {sight->half, way, index_.ways_.data() + index_.first_way_[sight->half + 1],
                        line};
      if (count == kBatch) visit_batch();
    }
  });
  visit_batch();
}

template <class Visit>
void CornerQuery::visit_labels(const Seen& seen, const Visit& visit) noexcept {
  const double turned = (seen.half & 1U) == 0 ? 1.0 : -1.0;
  const double length = detail::norm(seen.line);
  for (const Way* way = seen.way;
       way != seen.last && turned * cross(seen.line, {way->x, way->y}) <= 0.0; ++way) {
    for (std::uint32_t i = way->first_label; i < way[1].first_label; ++i) {
      visit(seen.half, length, i);
    }
  }
}

double CornerQuery::find() noexcept {
  is_straight_ = is_visible(mesh_, start_, goal_);
  if (is_straight_) return distance(start_, goal_);
  const Label* const labels = index_.labels_.data();
  for_each_label(start_, [&](std::uint32_t /*half*/, double line, std::uint32_t i) {
    const double cost = line + labels[i].distance;
    VertexMark& mark = marks_[labels[i].hub];
    if (mark.query == query_ && mark.cost <= cost) return;
    mark = {cost, query_, i};
  });
  for_each_label(goal_, [&](std::uint32_t half, double line, std::uint32_t i) {
    const VertexMark& mark = marks_[labels[i].hub];
    if (mark.query != query_) return;
    const double length = mark.cost + (line + labels[i].distance);
    if (!(length < length_)) return;
    length_ = length;
    first_label_ = mark.root;
    last_ = {half, i};
  });
  return length_;
}

std::uint32_t CornerQuery::half_of(std::uint32_t label) const noexcept {
  const auto way =
      std::upper_bound(index_.ways_.begin(), index_.ways_.end(), label,
                       [](std::uint32_t value, const Way& at) { return value < at.first_label; });
  const auto half = std::upper_bound(index_.first_way_.begin(), index_.first_way_.end(),
                                     static_cast<std::uint32_t>(way - index_.ways_.begin()) - 1);
  return static_cast<std::uint32_t>(half - index_.first_way_.begin()) - 1;
}

// The next corner on the way to the hub of a label.
CornerQuery::Step CornerQuery::next(const Step& step) const noexcept {
  for (const std::uint32_t half : {step.half, step.half ^ 1U}) {
    const Way* way = index_.ways_.data() + index_.first_way_[half];
    const Way* const last = index_.ways_.data() + index_.first_way_[half + 1];
    if (way == last || step.label < way->first_label || step.label >= last->first_label) continue;
    while (step.label >= way[1].first_label) ++way;
    return {way->next, index_.labels_[step.label].next};
  }
  return step;
}

bool CornerQuery::write(PathWriter<Point>& path) noexcept {
  if (!path.append(start_)) return false;
  if (is_straight_) return path.append(goal_);
  const std::uint32_t hub = index_.labels_[first_label_].hub;
  Step step{half_of(first_label_), first_label_};
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
  return path.append(index_.corners_[back]) && path.append(goal_);
}

}  // namespace taut
