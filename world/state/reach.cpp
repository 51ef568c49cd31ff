// What a World knows of ways without a search.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/world.hpp>

#include "core/base/can_snap.hpp"
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
    const std::optional<std::uint32_t> from = space.find_component(lanes.from(lane));
    const std::optional<std::uint32_t> to = space.find_component(lanes.to(lane));
    if (!from || !to) continue;
    const bool leads_back = link.options.ways == LinkWays::both_ways;
    open.push_back({lanes.from(lane), lanes.to(lane), {*from, *to, leads_back}});
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
  if (links_.empty()) return space->is_connected(start, goal);
  const std::optional<std::uint32_t> first = space->find_component(start);
  const std::optional<std::uint32_t> last = space->find_component(goal);
  if (!first || !last) return false;
  return *first == *last || find_reach(*space, agent).reach.joins(*first, *last);
}

// What links do in a space, for all agents that share it: their grounds block nothing, or are one.
const SpaceReach& World::find_reach(const Space& space, const Agent& agent) const {
  if (const SpaceReach* const known = reach_.find(space)) return *known;
  std::vector<SpaceReach::Lane> lanes;
  for (const Link& link : links_) {
    if (admits(link, agent)) add_lanes(space, link, lanes);
  }
  std::vector<LinkReach::Step> steps;
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
      : space_(space), reach_(reach), cut_(space, rectangles) {
    const auto margin = static_cast<float>(space.agent().radius) + 1.0F;
    for (const TileRect& tiles : rectangles) {
      const Point low{static_cast<float>(tiles.x0), static_cast<float>(tiles.y0)};
      const Point high{static_cast<float>(tiles.x1), static_cast<float>(tiles.y1)};
      boxes_.push_back({{low.x - margin, low.y - margin}, {high.x + margin, high.y + margin}});
    }
  }

  [[nodiscard]] bool would_cut(std::span<const Point> starts, std::span<const Point> goals) {
    if (cut_.is_empty()) return false;
    std::vector<Place> from = look_at(starts);
    std::vector<Place> to = look_at(goals);
    bool has_pair = false;
    for (Place& start : from) {
      for (Place& goal : to) {
        if (!reach_.reach.joins(start.component, goal.component)) continue;
        if (!start.cell || !goal.cell) return true;
        start.matters = goal.matters = has_pair = true;
      }
    }
    if (!has_pair) return false;
    cut_.search([](std::uint32_t) { return true; });
    for (std::vector<Place>* const places : {&from, &to}) {
      std::erase_if(*places, [](const Place& place) { return !place.matters; });
      for (Place& place : *places) place.later = number_of(*place.cell);
    }
    // Whether there is a pair that was joined and is not.
    const auto parts = [&](const auto& joins) {
      return std::any_of(from.begin(), from.end(), [&](const Place& start) {
        return std::any_of(to.begin(), to.end(), [&](const Place& goal) {
          return reach_.reach.joins(start.component, goal.component) &&
                 !joins(start.later, goal.later);
        });
      });
    };
    if (!parts(std::equal_to<>())) return false;  // no links are needed
    if (!changes(from) && !changes(to) && !changes_lanes()) return false;
    const LinkReach later(find_steps());
    return parts([&](std::uint64_t a, std::uint64_t b) { return later.joins(a, b); });
  }

 private:
  // Where the agent has room now.
  struct Place {
    std::uint32_t component;
    std::optional<Tile> cell;  // where it would be, if it had room
    bool matters = false;      // whether there is a way to or from one of the other kind
    std::uint64_t later = 0;   // number_of() its cell
  };
  struct Box {
    Point low;
    Point high;
  };

  [[nodiscard]] std::vector<Place> look_at(std::span<const Point> places) const {
    std::vector<Place> found;
    for (const Point& place : places) {
      if (!detail::can_snap(place)) continue;
      const Point at = snap(place);
      if (!space_.has_room(at)) continue;
      const std::optional<std::uint32_t> component = space_.find_component(at);
      if (component) found.push_back({*component, cut_.find_cell(at)});
    }
    return found;
  }

  // The number of an area.
  [[nodiscard]] std::uint64_t number_of(const Tile& cell) const noexcept {
    const SpaceCut::Area area = cut_.area_of(cell);
    return std::uint64_t{area.part} << 32U | area.component;
  }
  [[nodiscard]] static bool changes(std::span<const Place> places) noexcept {
    return std::any_of(places.begin(), places.end(),
                       [](const Place& place) { return place.later != place.component; });
  }
  // Whether a place may lose room, or be counted to other tiles.
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
  // Nothing where there is no room.
  [[nodiscard]] std::optional<std::uint64_t> find_number(const Point& place,
                                                         std::uint64_t component) const noexcept {
    if (!cut_.has_parts() && !is_near(place)) return component;
    const std::optional<Tile> cell = cut_.find_cell(place);
    return cell ? std::optional(number_of(*cell)) : std::nullopt;
  }
  [[nodiscard]] std::vector<LinkReach::Step> find_steps() const {
    std::vector<LinkReach::Step> steps;
    for (const SpaceReach::Lane& lane : reach_.lanes) {
      const std::optional<std::uint64_t> from = find_number(lane.from, lane.step.from);
      const std::optional<std::uint64_t> to = find_number(lane.to, lane.step.to);
      if (from && to) steps.push_back({*from, *to, lane.step.leads_back});
    }
    return steps;
  }

  const Space& space_;
  const SpaceReach& reach_;
  SpaceCut cut_;
  std::vector<Box> boxes_;
};

}  // namespace

bool World::would_cut(std::span<const TileRect> rectangles, std::span<const Point> starts,
                      std::span<const Point> goals, const Agent& agent) const {
  const Space* const space = is_broken_ ? nullptr : find_space(agent);
  if (space == nullptr) return false;
  if (links_.empty()) return taut::would_cut(*space, rectangles, starts, goals);
  const SpaceReach& reach = find_reach(*space, agent);
  if (reach.lanes.empty()) return taut::would_cut(*space, rectangles, starts, goals);
  return LinkedCut(*space, reach, rectangles).would_cut(starts, goals);
}

}  // namespace taut
