// Where units have room, and how edits push them out of walls.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "crowd_memory.hpp"

namespace taut {

using namespace crowds;

// Units have moved since: all are entered again when one is looked for.
void Crowd::Memory::learn_places() noexcept {
  if (knows_places) return;
  knows_places = true;
  widest_steps = 0;
  places.clear();
  for (const Unit& unit : units) enter(unit);
}

void Crowd::Memory::enter(const Unit& unit) noexcept {
  if (!knows_places) return;
  places.add(unit.id, unit.at, unit.radius_steps);
  widest_steps = std::max(widest_steps, unit.radius_steps);
}

void Crowd::Memory::leave(const Unit& unit) noexcept {
  if (knows_places) places.remove(unit.id, unit.at);
}

// Whether a unit may be at a place: no wall, and none of the others.
bool Crowd::Memory::is_free(const Unit& unit, const Steps& place, UnitId except) noexcept {
  if (!has_room(tiles_of(unit), place, unit.radius_steps)) return false;
  learn_places();
  const std::int32_t farthest = unit.radius_steps + widest_steps;
  const PlaceBox box = box_around(place, farthest);
  return for_each_near(box, [&](const Placed& other) {
    return other.id == except || !overlaps(other, place, unit.radius_steps);
  });
}

// The revision of the world tells nothing then, and no path is one of it.
void Crowd::Memory::follow_assignment() {
  flow = FlowMap(world->grid().width(), world->grid().height());
  around.cells.reset();
  around.pulls.reset();
  for (Unit& unit : units) drop_path(unit);
  is_replaced = false;  // last, as memory may run out
}

// Edits bury units, and open ways.
void Crowd::Memory::follow_edits() {
  is_edited = is_replaced || revision != world->revision();
  if (is_replaced) follow_assignment();
  if (is_edited) {
    revision = world->revision();
    for (Unit& unit : units) {
      unit.is_buried = !has_room(tiles_of(unit), unit.at, unit.radius_steps);
      if (unit.reason == Reason::none) continue;
      unit.reason = Reason::none;
      unit.search_in = 0;
    }
  }
  for (UnitId id = 0; id < slots.size(); ++id) {
    if (has(id) && unit_of(id).is_buried && unbury(unit_of(id))) drop_path(unit_of(id));
  }
}

// Tries places of its floor in growing squares around the unit, an eighth of a tile or of its
// radius apart.
bool Crowd::Memory::unbury(Unit& unit) {
  const std::int32_t step = std::max(unit.radius_steps, kLatticePerTile) / 8;
  const int floor = world->find_floor(to_point(unit.at));
  const std::int32_t rings =
      static_cast<std::int32_t>(kMostPush) * (unit.radius_steps + kLatticePerTile) / step;
  for (std::int32_t ring = 0; ring <= rings; ++ring) {
    std::int64_t best = (std::numeric_limits<std::int64_t>::max)();
    Steps to;
    for (std::int32_t y = -ring; y <= ring; ++y) {
      const std::int32_t next = std::abs(y) == ring ? 1 : std::max(2 * ring, 1);
      for (std::int32_t x = -ring; x <= ring; x += next) {
        const Steps move{x * step, y * step};
        const Steps place = unit.at + move;
        if (dot(move, move) >= best || !is_free(unit, place, unit.id) ||
            world->find_floor(to_point(place)) != floor) {
          continue;
        }
        best = dot(move, move);
        to = place;
      }
    }
    if (best == (std::numeric_limits<std::int64_t>::max)()) continue;
    leave(unit);
    unit.at = to;
    enter(unit);
    unit.velocity = {};
    unit.is_buried = false;
    return true;
  }
  return false;
}

}  // namespace taut
