#include "passage_list.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include <taut/engine/space.hpp>

#include "world/state/link_lanes.hpp"

namespace taut::detail {
namespace {

// With more passages than this, only straight lines bound legs, which saves memory.
constexpr std::size_t kMostBounded = 512;

// Passages are sorted by places, so that ties do not depend on the order in which links were added.
std::array<float, 4> places_of(const Passage& passage) noexcept {
  return {passage.entry.y, passage.entry.x, passage.exit.y, passage.exit.x};
}

bool is_passage_before(const Passage& a, const Passage& b) noexcept {
  const auto left = places_of(a);
  const auto right = places_of(b);
  if (left != right) return left < right;
  return a.cost != b.cost ? a.cost < b.cost : a.link < b.link;
}

// Those of a space with a ground are by cost.
std::shared_ptr<const Landmarks> landmarks_of(const Space& space) {
  return space.has_ground() ? nullptr : space.landmarks();
}

}  // namespace

std::vector<Passage> collect_passages(const World& world, const Space& space, const Agent& agent) {
  std::vector<Passage> passages;
  for (const Link& link : world.links()) {
    if (!world.admits(link, agent)) continue;
    const double cost = world.link_cost(link, agent);
    const LinkLanes lanes(link);
    for (std::int32_t i = 0; i < lanes.sample_count(); ++i) {
      const std::int32_t lane = lanes.sample(i);
      if (!lanes.is_open(space, lane)) continue;
      const Point from = lanes.from(lane);
      const Point to = lanes.to(lane);
      for (const std::uint32_t entered : space.find_components(from)) {
        for (const std::uint32_t left : space.find_components(to)) {
          passages.push_back({from, to, entered, left, cost, link.id, lane, false});
          if (link.options.is_one_way) continue;
          passages.push_back({to, from, left, entered, cost, link.id, lane, true});
        }
      }
    }
  }
  return passages;
}

void PassageList::assign(std::vector<Passage> passages, const Space& space) {
  std::stable_sort(passages.begin(), passages.end(), is_passage_before);
  on_mesh_.assign(space.mesh(), std::move(passages));
  const std::span<const Passage> all = this->all();
  by_from_.resize(all.size());
  std::iota(by_from_.begin(), by_from_.end(), 0U);
  by_to_ = by_from_;
  std::stable_sort(by_from_.begin(), by_from_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return all[a].from < all[b].from; });
  std::stable_sort(by_to_.begin(), by_to_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(all[a].to, all[a].exit.x) < std::pair(all[b].to, all[b].exit.x);
  });
  ranks_.resize(all.size());
  for (std::uint32_t rank = 0; rank < by_to_.size(); ++rank) ranks_[by_to_[rank]] = rank;
  exits_.clear();
  for (const std::uint32_t i : by_to_) exits_.push_back(all[i].exit);
  before_.clear();
  for (const Passage& passage : all) {
    before_.push_back(
        entering(passage.from, passage.entry, std::numeric_limits<double>::infinity()));
  }
  bounds_.begin(space.mesh(), landmarks_of(space));
  known_legs_.clear();
  index_ = space.index();
  least_cost_ = static_cast<double>(space.least_cost());
  is_computed_.clear();
  costs_ = {};
  if (all.size() > kMostBounded) return bounds_.leave();
  is_computed_.assign(all.size(), 0);
  costs_ = UnsetArray<double>(all.size() * all.size());
  for (const Passage& passage : all) {
    bounds_.add(passage.entry, passage.from);
    bounds_.add(passage.exit, passage.to);
  }
}

bool PassageList::is_of(const Space& space) const {
  const bool has_index = !index_.owner_before(space.index()) && !space.index().owner_before(index_);
  return has_index && bounds_.landmarks() == landmarks_of(space).get();
}

std::span<const std::uint32_t> PassageList::leaving(std::uint32_t component) const noexcept {
  const auto first = std::partition_point(
      by_from_.begin(), by_from_.end(), [&](std::uint32_t i) { return all()[i].from < component; });
  const auto last = std::partition_point(
      first, by_from_.end(), [&](std::uint32_t i) { return all()[i].from == component; });
  return {first, last};
}

PassageList::Ranks PassageList::entering(std::uint32_t component, const Point& place,
                                         double across) const noexcept {
  const double x = static_cast<double>(place.x);
  const auto first = std::partition_point(by_to_.begin(), by_to_.end(), [&](std::uint32_t i) {
    return all()[i].to < component ||
           (all()[i].to == component && static_cast<double>(all()[i].exit.x) < x - across);
  });
  const auto last = std::partition_point(first, by_to_.end(), [&](std::uint32_t i) {
    return all()[i].to == component && static_cast<double>(all()[i].exit.x) <= x + across;
  });
  return {static_cast<std::uint32_t>(first - by_to_.begin()),
          static_cast<std::uint32_t>(last - by_to_.begin())};
}

const double* PassageList::least_costs(std::uint32_t passage) {
  if (is_computed_.empty()) return nullptr;
  double* const row = costs_.data() + std::size_t{passage} * all().size();
  if (is_computed_[passage] != 0) return row;
  is_computed_[passage] = 1;
  const Passage& to = all()[passage];
  const Ranks before = before_[passage];
  for (std::uint32_t rank = before.first; rank < before.end; ++rank) {
    const std::uint32_t from = by_to_[rank];
    const double line = distance(all()[from].exit, to.entry) * least_cost_;
    const double known = bounds_.is_empty() ? 0.0
                                            : bounds_.least_distance(std::size_t{2} * from + 1,
                                                                     std::size_t{2} * passage);
    row[rank] = (std::max)(line, known);
  }
  return row;
}

bool PassageList::leads(std::uint32_t from, std::uint32_t to,
                        std::vector<std::uint32_t>& reached) const {
  if (from == to) {
    return !leaving(from).empty() &&
           std::any_of(all().begin(), all().end(), [&](const Passage& p) { return p.to == to; });
  }
  bool is_reached = false;
  for_each_reached(from, reached,
                   [&](std::uint32_t i) { is_reached = is_reached || all()[i].to == to; });
  return is_reached;
}

}  // namespace taut::detail
