// What a World knows of ways without a search.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/geometry.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/world.hpp>

#include "grid/agent/space_cut.hpp"

#include "link_lanes.hpp"
#include "link_reach.hpp"

namespace taut {
namespace {

using detail::LinkReach;
using detail::SpaceReach;

// The lanes of a link that the agent of a space may pass.
void add_lanes(const Space& space, const Link& link, std::vector<SpaceReach::Lane>& open) {
  const detail::LinkLanes lanes(link);
  for (std::int32_t i = 0; i < lanes.sample_count(); ++i) {
    const std::int32_t lane = lanes.sample(i);
    if (!lanes.is_open(space, lane)) continue;
    for (const std::uint32_t from : space.find_components(lanes.from(lane))) {
      for (const std::uint32_t to : space.find_components(lanes.to(lane))) {
        open.push_back({lanes.from(lane), lanes.to(lane), {from, to, !link.options.is_one_way}});
      }
    }
  }
}

}  // namespace

bool World::is_reachable(const Agent& agent, const Point& from, const Point& to) const {
  if (is_broken_ || !detail::can_snap(from) || !detail::can_snap(to)) return false;
  const Space* const space = find_space(agent);
  if (space == nullptr) return false;
  const Point start = snap(from);
  const Point goal = snap(to);
  if (!space->has_room(start) || !space->has_room(goal)) return false;
  if (space->is_connected(start, goal)) return true;
  if (links_.empty()) return false;
  const LinkReach& reach = find_reach(*space, agent).reach;
  for (const std::uint32_t first : space->find_components(start)) {
    for (const std::uint32_t last : space->find_components(goal)) {
      if (reach.joins(first, last)) return true;
    }
  }
  return false;
}

// Agents that share a space may pass the same links: they have one size, and one ground or grounds
// that block nothing.
const SpaceReach& World::find_reach(const Space& space, const Agent& agent) const {
  if (const SpaceReach* const known = reach_.find(space)) return *known;
  std::vector<SpaceReach::Lane> lanes;
  for (const Link& link : links_) {
    if (admits(link, agent)) add_lanes(space, link, lanes);
  }
  std::vector<LinkReach::Step> steps;
  steps.reserve(lanes.size());
  for (const SpaceReach::Lane& lane : lanes) steps.push_back(lane.step);
  LinkReach reach(steps);
  return reach_.add(
      std::make_unique<SpaceReach>(SpaceReach{&space, std::move(lanes), std::move(reach)}));
}

namespace {

// would_cut() where an agent may pass links.
class LinkedCut {
 public:
  LinkedCut(const Space& space, const SpaceReach& reach, std::span<const TileRect> rectangles)
      : reach_(reach), cut_(space, rectangles) {
    const auto margin = static_cast<float>(space.agent().radius) + 1.0F;
    for (const TileRect& tiles : rectangles) {
      const Point low{static_cast<float>(tiles.x0), static_cast<float>(tiles.y0)};
      const Point high{static_cast<float>(tiles.x1), static_cast<float>(tiles.y1)};
      boxes_.push_back({{low.x - margin, low.y - margin}, {high.x + margin, high.y + margin}});
    }
  }

  [[nodiscard]] bool would_cut(std::span<const Point> starts, std::span<const Point> goals) {
    if (cut_.is_empty()) return false;
    std::vector<SpaceCut::Place> from = cut_.look_at(starts);
    std::vector<SpaceCut::Place> to = cut_.look_at(goals);
    const auto joins = [&](std::uint32_t a, std::uint32_t b) { return reach_.reach.joins(a, b); };
    if (keep_pairs(from, to, joins)) return true;
    if (from.empty()) return false;
    cut_.search([](std::uint32_t) { return true; });
    cut_.find_later(from);
    cut_.find_later(to);
    if (!parts_pair(from, to, joins, std::equal_to<>())) return false;  // no links are needed
    if (!changes(from) && !changes(to) && !changes_lanes()) return false;
    const LinkReach later(find_steps());
    return parts_pair(from, to, joins, [&](const SpaceCut::Area& a, const SpaceCut::Area& b) {
      return later.joins(number_of(a), number_of(b));
    });
  }

 private:
  struct Box {
    Point low;
    Point high;
  };

  [[nodiscard]] static std::uint64_t number_of(const SpaceCut::Area& area) noexcept {
    return std::uint64_t{area.part} << 32U | area.component;
  }
  [[nodiscard]] static bool changes(std::span<const SpaceCut::Place> places) noexcept {
    return std::any_of(places.begin(), places.end(), [](const SpaceCut::Place& place) {
      const SpaceCut::Area same{place.before.components[0], 0};
      return place.before.count != 1 || place.later.count != 1 || *place.later.begin() != same;
    });
  }
  // Whether the edit may take the agent's room at a place, or change its cell.
  [[nodiscard]] bool is_near(const Point& place) const noexcept {
    return std::any_of(boxes_.begin(), boxes_.end(), [&](const Box& box) {
      return place.x > box.low.x && place.x < box.high.x && place.y > box.low.y &&
             place.y < box.high.y;
    });
  }
  [[nodiscard]] bool changes_lanes() const noexcept {
    return cut_.has_parts() ||
           std::any_of(reach_.lanes.begin(), reach_.lanes.end(), [&](const SpaceReach::Lane& lane) {
             return is_near(lane.from) || is_near(lane.to);
           });
  }
  // The numbers of the areas at the end of a lane, on its side of a corner where two blocked tiles
  // touch; none if the edit would take its room.
  [[nodiscard]] SpaceCut::Few<std::uint64_t> find_numbers(const Point& place,
                                                          std::uint64_t component) const noexcept {
    SpaceCut::Few<std::uint64_t> numbers;
    if (!cut_.has_parts() && !is_near(place)) {
      numbers.add(component);
      return numbers;
    }
    for (const Tile& cell : cut_.find_cells(place)) {
      if (cut_.component_of(cell) == component) numbers.add(number_of(cut_.area_of(cell)));
    }
    return numbers;
  }
  [[nodiscard]] std::vector<LinkReach::Step> find_steps() const {
    std::vector<LinkReach::Step> steps;
    for (const SpaceReach::Lane& lane : reach_.lanes) {
      for (const std::uint64_t from : find_numbers(lane.from, lane.step.from)) {
        for (const std::uint64_t to : find_numbers(lane.to, lane.step.to)) {
          steps.push_back({from, to, lane.step.leads_back});
        }
      }
    }
    return steps;
  }

  const SpaceReach& reach_;
  SpaceCut cut_;
  std::vector<Box> boxes_;
};

}  // namespace

bool World::would_cut(std::span<const TileRect> rectangles, std::span<const Point> starts,
                      std::span<const Point> goals, const Agent& agent) const {
  const Space* const space = is_broken_ ? nullptr : find_space(agent);
  if (space == nullptr) return false;
  const SpaceReach* const reach = links_.empty() ? nullptr : &find_reach(*space, agent);
  if (reach == nullptr || reach->lanes.empty()) {
    return taut::would_cut(*space, rectangles, starts, goals);
  }
  return LinkedCut(*space, *reach, rectangles).would_cut(starts, goals);
}

}  // namespace taut
