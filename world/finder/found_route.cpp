#include "found_route.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <taut/engine/space.hpp>

#include "core/base/lists.hpp"
#include "world/state/link_lanes.hpp"

namespace taut::detail {
namespace {

// Most changes to the lanes of a route that are measured, and rounds over its passages for one.
constexpr int kMostRounds = 8;
constexpr int kMostSweeps = 8;
constexpr std::int32_t kMostParts = 8;
// In tiles: what a change must promise to be measured.
constexpr double kLeastGain = 1e-7;

// The lanes of a passage, in its direction.
class Way {
 public:
  Way(const World& world, const Passage& passage)
      : lanes_(*world.find_link(passage.link)), is_back_(passage.is_back) {}

  [[nodiscard]] const LinkLanes& lanes() const noexcept { return lanes_; }
  [[nodiscard]] Point entry(std::int32_t lane) const noexcept {
    return is_back_ ? lanes_.to(lane) : lanes_.from(lane);
  }
  [[nodiscard]] Point exit(std::int32_t lane) const noexcept {
    return is_back_ ? lanes_.from(lane) : lanes_.to(lane);
  }

 private:
  LinkLanes lanes_;
  bool is_back_;
};

// The lane within [low, high] where `length` is least. Requires that it is convex.
template <class Length>
std::int32_t find_least(std::int32_t low, std::int32_t high, const Length& length) {
  while (high - low > 2) {
    const std::int32_t third = (high - low) / 3;
    if (length(low + third) <= length(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  std::int32_t best = low;
  for (std::int32_t lane = low + 1; lane <= high; ++lane) {
    if (length(lane) < length(best)) best = lane;
  }
  return best;
}

// From an open lane towards another, up to the first one that is closed.
std::int32_t find_open(const LinkLanes& lanes, const Space& space, std::int32_t open,
                       std::int32_t wanted) {
  if (lanes.is_open(space, wanted)) return wanted;
  while (std::abs(wanted - open) > 1) {
    const std::int32_t middle = open + (wanted - open) / 2;
    (lanes.is_open(space, middle) ? open : wanted) = middle;
  }
  return open;
}

}  // namespace

void FoundRoute::begin(const World& world, const Space& space) {
  world_ = &world;
  space_ = &space;
  points_.clear();
  best_.legs.clear();
  best_.passages.clear();
  rounds_ = 0;
  part_ = 1;
  is_trying_ = false;
}

void FoundRoute::add_leg(double cost, std::span<const Point> points) {
  best_.legs.push_back({points_.size(), points.size(), cost});
  points_.insert(points_.end(), points.begin(), points.end());
}

FoundRoute::Ends FoundRoute::ends_of(std::size_t leg) const noexcept {
  const std::span<const Point> whole = leg_points(leg);
  return {leg == 0 ? whole.front() : tried_.passages[leg - 1].exit,
          leg == tried_.passages.size() ? whole.back() : tried_.passages[leg].entry};
}

const FoundRoute::Ends* FoundRoute::next_leg() {
  for (;;) {
    if (!is_trying_ && !try_lanes()) return nullptr;
    for (; next_ < tried_.legs.size(); ++next_) {
      leg_ = ends_of(next_);
      const std::span<const Point> known = leg_points(next_);
      if (leg_.from != known.front() || leg_.to != known.back()) return &leg_;
    }
    decide();
  }
}

void FoundRoute::report(double cost, std::span<const Point> points) {
  tried_.legs[next_++] = {points_.size(), points.size(), cost};
  points_.insert(points_.end(), points.begin(), points.end());
}

// Keeps what was tried where it is cheaper.
void FoundRoute::decide() {
  double gain = 0.0;
  for (std::size_t i = 0; i < best_.legs.size(); ++i) {
    gain += best_.legs[i].cost - tried_.legs[i].cost;
  }
  if (gain > 0.0) {
    std::swap(best_, tried_);
    part_ = 1;
  } else {
    part_ *= 2;
  }
  is_trying_ = false;
}

// Sets all passages to their best lanes. Returns whether a lane has changed.
bool FoundRoute::try_lanes() {
  if (rounds_ == kMostRounds || part_ > kMostParts) return false;
  ++rounds_;
  tried_ = best_;
  bool has_moved = true;
  for (int sweep = 0; has_moved && sweep < kMostSweeps; ++sweep) {
    has_moved = false;
    for (std::size_t i = 0; i < tried_.passages.size(); ++i) {
      has_moved = move_passage(i) || has_moved;
    }
  }
  bool is_other = false;
  for (std::size_t i = 0; i < tried_.passages.size(); ++i) {
    Passage& tried = tried_.passages[i];
    const std::int32_t before = best_.passages[i].lane;
    if (tried.lane == before) continue;
    const Way way(*world_, tried);
    tried.lane = find_open(way.lanes(), *space_, before, before + (tried.lane - before) / part_);
    tried.entry = way.entry(tried.lane);
    tried.exit = way.exit(tried.lane);
    is_other = is_other || tried.lane != before;
  }
  next_ = 0;
  is_trying_ = is_other;
  return is_other;
}

// Within the distance of places that were looked at: between them lies no better one.
bool FoundRoute::move_passage(std::size_t i) {
  Passage& passage = tried_.passages[i];
  const Way way(*world_, passage);
  const std::int32_t last = way.lanes().last();
  if (last == 0) return false;
  const Point before = corner_before(i);
  const Point behind = corner_behind(i);
  const auto length = [&](std::int32_t lane) {
    return distance(before, way.entry(lane)) + distance(way.exit(lane), behind);
  };
  const std::int32_t steps = (std::max)(1, way.lanes().sample_count() - 1);
  const std::int32_t reach = last / steps + 1;
  const std::int32_t middle = best_.passages[i].lane;
  const std::int32_t lane =
      find_least((std::max)(0, middle - reach), (std::min)(last, middle + reach), length);
  if (!(length(lane) < length(passage.lane) - kLeastGain)) return false;
  passage.lane = lane;
  passage.entry = way.entry(lane);
  passage.exit = way.exit(lane);
  return true;
}

// Where the leg bends last before a passage; where it does not, its beginning.
Point FoundRoute::corner_before(std::size_t i) const noexcept {
  const std::span<const Point> leg = leg_points(i);
  return leg.size() > 2 ? leg[leg.size() - 2] : ends_of(i).from;
}

Point FoundRoute::corner_behind(std::size_t i) const noexcept {
  const std::span<const Point> leg = leg_points(i + 1);
  return leg.size() > 2 ? leg[1] : ends_of(i + 1).to;
}

std::size_t FoundRoute::memory_bytes() const noexcept {
  return bytes_of(points_, best_.legs, best_.passages, tried_.legs, tried_.passages);
}

}  // namespace taut::detail
