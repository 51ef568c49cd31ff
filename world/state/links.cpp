// The links of a World: their ends, and who may pass them.
#include <algorithm>
#include <cmath>

#include <taut/detail/require.hpp>
#include <taut/world.hpp>

#include "core/base/can_snap.hpp"

namespace taut {
namespace {

std::string name_place(const Point& place) {
  return "(" + detail::to_text(static_cast<double>(place.x)) + ", " +
         detail::to_text(static_cast<double>(place.y)) + ")";
}

std::string find_end_fault(const char* what, const Point& place, const Grid& grid) {
  const bool is_on_tile = detail::can_snap(place) && grid.locate(snap(place)).has_value();
  if (is_on_tile) return "";
  return std::string("World::link: ") + what + " " + name_place(place) + " is on no walkable tile";
}

void require(const std::string& fault) {
  if (!fault.empty()) detail::reject(fault);
}

}  // namespace

std::string detail::find_link_fault(const char* call, const LinkOptions& options) {
  const auto name = [&](const char* what, double value, const char* why) {
    return std::string(call) + ": " + what + " " + to_text(value) + " is not " + why;
  };
  if (!(options.cost >= 0.0 && std::isfinite(options.cost))) {
    return name("cost", options.cost, "0 or more and finite");
  }
  return options.width >= 0.0 ? "" : name("width", options.width, "0 or more");
}

std::string detail::find_link_fault(const Grid& grid, const Point& from, const Point& to) {
  std::string fault = find_end_fault("from", from, grid);
  if (fault.empty()) fault = find_end_fault("to", to, grid);
  if (!fault.empty() || snap(from) != snap(to)) return fault;
  return "World::link: both ends are " + name_place(snap(from));
}

LinkId World::link(const Point& from, const Point& to, const LinkOptions& options) {
  begin_edit();
  require(detail::find_link_fault("World::link", options));
  require(detail::find_link_fault(grid_, from, to));
  if (next_link_ == kNoLink) detail::reject("World::link: no more ids");
  const Link made{next_link_, snap(from), snap(to), options};
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
  const auto held = std::lower_bound(links_.begin(), links_.end(), id,
                                     [](const Link& a, LinkId b) { return a.id < b; });
  return held != links_.end() && held->id == id ? held : links_.end();
}

const Link* World::find_link(LinkId id) const noexcept {
  const auto held = std::lower_bound(links_.begin(), links_.end(), id,
                                     [](const Link& a, LinkId b) { return a.id < b; });
  return held != links_.end() && held->id == id ? &*held : nullptr;
}

// Followers look at edits between their unit and its goal: the rectangle reaches to both ends.
void World::record_link(const Link& link) noexcept {
  ++other_edits_;
  const auto first = [](float a, float b) { return static_cast<int>(std::floor(std::min(a, b))); };
  const auto last = [](float a, float b) { return static_cast<int>(std::floor(std::max(a, b))); };
  record({first(link.from.x, link.to.x), first(link.from.y, link.to.y),
          last(link.from.x, link.to.x) + 1, last(link.from.y, link.to.y) + 1});
}

bool World::is_passable(const Link& link, const Agent& agent) const noexcept {
  if (!link.options.is_open || !(2.0 * snap_radius(agent.radius) <= link.options.width))
    return false;
  const Ground* const ground = find_ground(agent.ground);
  if (ground != nullptr && ground->is_blocked(link.options.terrain_class)) return false;
  return has_room(agent, link.from) && has_room(agent, link.to);
}

double World::link_cost(const Link& link, const Agent& agent) const noexcept {
  const Ground* const ground = find_ground(agent.ground);
  if (ground == nullptr) return link.options.cost;
  return link.options.cost * static_cast<double>((*ground)[link.options.terrain_class]);
}

}  // namespace taut
