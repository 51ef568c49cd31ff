// The links of a World: their ends, and who may pass them.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/tile_links.hpp>
#include <taut/world.hpp>

#include "link_lanes.hpp"

namespace taut {
namespace {

std::string name_end(const LinkEnd& end) {
  const std::string a = detail::to_text(end.a);
  return end.a == end.b ? a : a + " to " + detail::to_text(end.b);
}

std::string find_end_fault(const char* what, const LinkEnd& end, const World& world) {
  const std::string begin = std::string("World::link: ") + what + " ";
  for (const Point& place : {end.a, end.b}) {
    const bool is_on_tile = detail::can_snap(place) && world.grid().locate(snap(place));
    if (!is_on_tile) return begin + detail::to_text(place) + " is on no walkable tile";
  }
  if (world.find_floor(end.a) != world.find_floor(end.b)) {
    return begin + name_end(end) + " lies on two floors";
  }
  const double length = distance(snap(end.a), snap(end.b));
  if (length <= kMaxLinkEnd) return "";
  return begin + name_end(end) + " is " + detail::to_text(length) + " tiles long, and at most " +
         detail::to_text(kMaxLinkEnd) + " are allowed";
}

LinkEnd snap_end(const LinkEnd& end) noexcept { return {snap(end.a), snap(end.b)}; }

void require(const std::string& fault) {
  if (!fault.empty()) detail::reject(fault);
}

}  // namespace

std::string detail::find_link_fault(const char* call, const LinkOptions& options) {
  const auto name = [&](const char* what, double value, const char* why) {
    return std::string(call) + ": " + what + " " + to_text(value) + " is not " + why;
  };
  if (!(options.cost >= 0.0 && options.cost <= kLargestCost)) {
    return name("cost", options.cost, ("within 0 to " + to_text(kLargestCost)).c_str());
  }
  return options.width >= 0.0 ? "" : name("width", options.width, "0 or more");
}

std::string detail::find_link_fault(const World& world, const LinkEnd& from, const LinkEnd& to) {
  std::string fault = find_end_fault("from", from, world);
  if (fault.empty()) fault = find_end_fault("to", to, world);
  if (!fault.empty() || snap_end(from) != snap_end(to)) return fault;
  return "World::link: both ends are " + name_end(snap_end(from));
}

LinkId World::link(const LinkEnd& from, const LinkEnd& to, const LinkOptions& options) {
  begin_edit();
  require(detail::find_link_fault("World::link", options));
  require(detail::find_link_fault(*this, from, to));
  if (next_link_ == kNoLink) detail::reject("World::link: no more ids");
  const Link made{next_link_, snap_end(from), snap_end(to), options};
  links_.push_back(made);
  ++next_link_;
  record_link(made);
  return made.id;
}

void World::change_link(LinkId id, const LinkOptions& options) {
  begin_edit();
  require(detail::find_link_fault("World::change_link", options));
  const auto held = find_held_link(id);
  if (held == links_.end() || held->options == options) return;
  held->options = options;
  record_link(*held);
}

void World::unlink(LinkId id) {
  begin_edit();
  const auto held = find_held_link(id);
  if (held == links_.end()) return;
  record_link(*held);
  links_.erase(held);
}

std::vector<Link>::iterator World::find_held_link(LinkId id) noexcept {
  const Link* const link = find_link(id);
  return link == nullptr ? links_.end() : links_.begin() + (link - links_.data());
}

const Link* World::find_link(LinkId id) const noexcept {
  const auto held = std::lower_bound(links_.begin(), links_.end(), id,
                                     [](const Link& a, LinkId b) { return a.id < b; });
  return held != links_.end() && held->id == id ? &*held : nullptr;
}

// Followers look at edits between their unit and its goal: the rectangle reaches to all ends.
void World::record_link(const Link& link) noexcept {
  ++other_edits_;
  const auto [from, to] = std::pair(link.from, link.to);
  const auto [left, right] = std::minmax({from.a.x, from.b.x, to.a.x, to.b.x});
  const auto [top, bottom] = std::minmax({from.a.y, from.b.y, to.a.y, to.b.y});
  const auto tile = [](float x) { return static_cast<int>(std::floor(x)); };
  record({tile(left), tile(top), tile(right) + 1, tile(bottom) + 1});
}

bool World::admits(const Link& link, const Agent& agent) const noexcept {
  if (!link.options.is_open || !(2.0 * snap_radius(agent.radius) <= link.options.width))
    return false;
  const Ground* const ground = find_ground(agent.ground);
  return ground == nullptr || !ground->is_blocked(link.options.terrain_class);
}

bool World::is_passable(const Link& link, const Agent& agent) const noexcept {
  const Space* const space = is_broken_ ? nullptr : find_space(agent);
  if (space == nullptr || !admits(link, agent)) return false;
  const detail::LinkLanes lanes(link);
  for (std::int32_t i = 0; i < lanes.sample_count(); ++i) {
    if (lanes.is_open(*space, lanes.sample(i))) return true;
  }
  return false;
}

bool World::is_passable(const LinkStep& step, const Agent& agent) const noexcept {
  const Space* const space = is_broken_ ? nullptr : find_space(agent);
  const Link* const link = find_link(step.link);
  if (space == nullptr || link == nullptr || !admits(*link, agent)) return false;
  if (!detail::can_snap(step.entry) || !detail::can_snap(step.exit)) return false;
  const detail::LinkLanes lanes(*link);
  const Point entry = snap(step.entry);
  const Point exit = snap(step.exit);
  std::optional<std::int32_t> lane = lanes.find(entry, exit);
  if (!lane && !link->options.is_one_way) lane = lanes.find(exit, entry);
  return lane && lanes.is_open(*space, *lane);
}

double World::link_cost(const Link& link, const Agent& agent) const noexcept {
  const Ground* const ground = find_ground(agent.ground);
  if (ground == nullptr) return link.options.cost;
  return link.options.cost * static_cast<double>((*ground)[link.options.terrain_class]);
}

std::vector<TileLink> build_tile_links(const World& world, const Agent& agent, TileWays ways) {
  if (agent.ground != 0 && world.find_ground(agent.ground) == nullptr) {
    detail::reject("build_tile_links: no ground has the number " + std::to_string(agent.ground));
  }
  const Grid& grid = world.grid(agent.ground);
  std::vector<TileLink> made;
  const bool is_along = ways == TileWays::to_goals;
  for (const Link& link : world.links()) {
    if (!world.admits(link, agent)) continue;
    const double cost = world.link_cost(link, agent);
    const detail::LinkLanes lanes(link);
    // Between two samples: segments often end on the sides of tiles.
    const std::int32_t parts = std::max(lanes.sample_count() - 1, 1);
    for (std::int32_t i = 0; i < parts; ++i) {
      const std::int32_t next = std::min(i + 1, lanes.sample_count() - 1);
      const std::int32_t lane = (lanes.sample(i) + lanes.sample(next)) / 2;
      const std::optional<Tile> from = grid.locate(lanes.from(lane));
      const std::optional<Tile> to = grid.locate(lanes.to(lane));
      if (!from || !to) continue;
      if (is_along || !link.options.is_one_way) made.push_back({*from, *to, cost});
      if (!is_along || !link.options.is_one_way) made.push_back({*to, *from, cost});
    }
  }
  const auto key = [](const TileLink& a) {
    return std::make_tuple(a.to.y, a.to.x, a.from.y, a.from.x, a.cost);
  };
  std::sort(made.begin(), made.end(),
            [&](const TileLink& a, const TileLink& b) { return key(a) < key(b); });
  made.erase(std::unique(made.begin(), made.end()), made.end());
  return made;
}

}  // namespace taut
