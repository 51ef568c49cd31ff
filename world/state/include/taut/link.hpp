// Floors: maps of their own within one world. Links: ways between two places of a world that do not
// lead over its tiles.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut {

class World;

// A map to be a floor of a world, and the coordinates of its first tile in the game's plane. Floors
// may overlap there: they are joined by links only. Coordinates in that plane are exact up to
// kMaxMapSide, and rounded to float beyond.
struct FloorMap {
  Grid tiles;
  Tile origin{};
};

// A floor of a world: its tiles are a part of the world's.
struct Floor {
  TileRect tiles{};
  Tile origin{};

  friend bool operator==(const Floor&, const Floor&) = default;
};

// A place on a floor, in the game's plane.
struct Place {
  int floor = 0;
  Point at{};

  constexpr Place() noexcept = default;
  constexpr Place(int number, const Point& point) noexcept : floor(number), at(point) {}

  friend bool operator==(const Place&, const Place&) = default;
};

// Names a link of a world. Grows with each link that is added; none is used twice.
using LinkId = std::uint32_t;
inline constexpr LinkId kNoLink = 0xffffffffU;

enum class LinkWays : std::uint8_t { both_ways, one_way };
[[nodiscard]] const char* to_string(LinkWays ways) noexcept;

struct LinkOptions {
  // What it costs to pass, in the unit of FoundPath::cost; 0 or more, and finite.
  double cost = 0.0;
  LinkWays ways = LinkWays::both_ways;
  // A ground multiplies the cost by its factor for this class, or blocks the link.
  std::uint8_t terrain_class = 0;
  // A closed link is kept, and nobody passes it: a locked door, a lift that is elsewhere.
  bool is_open = true;
  // In tiles: agents whose diameter is larger do not pass.
  double width = std::numeric_limits<double>::infinity();
  std::uint64_t user_data = 0;  // the game's own

  friend bool operator==(const LinkOptions&, const LinkOptions&) = default;
};

// An end of a link: the places between two points, as of wide stairs, a ledge, a bridge; or one
// place, where they are equal.
struct LinkEnd {
  Point a{0.0F, 0.0F};
  Point b{0.0F, 0.0F};

  constexpr LinkEnd() noexcept = default;
  constexpr LinkEnd(const Point& place) noexcept : a(place), b(place) {}
  constexpr LinkEnd(float x, float y) noexcept : LinkEnd(Point{x, y}) {}
  constexpr LinkEnd(const Point& first, const Point& last) noexcept : a(first), b(last) {}

  friend constexpr bool operator==(const LinkEnd&, const LinkEnd&) = default;
};

// In tiles: the longest end of a link, and how far apart the places of the longer end are at which
// room is looked for. What is narrower, between two walls, may not be seen.
inline constexpr double kMaxLinkEnd = 64.0;
inline constexpr double kLinkSpacing = 0.5;

// Stairs, a ladder, a jump, a lift, a teleporter. Who enters at a place of one end leaves at the
// place of the other that divides it in the same ratio: `a` leads to `a`, `b` to `b`. All places
// are lattice points. An agent passes where it has room at both: a wall closes the places that it
// stands on, until it is gone.
struct Link {
  LinkId id = kNoLink;
  LinkEnd from{};
  LinkEnd to{};
  LinkOptions options{};

  friend bool operator==(const Link&, const Link&) = default;
};

// A link that a unit takes next: from its entry to its exit. The game moves the unit.
struct LinkStep {
  LinkId link = kNoLink;
  Point entry{0.0F, 0.0F};
  Point exit{0.0F, 0.0F};

  friend bool operator==(const LinkStep&, const LinkStep&) = default;
};

namespace detail {

// What World, World::link() and World::change_link() refuse, in the words of `call`; empty when
// nothing is wrong.
[[nodiscard]] std::string find_floors_fault(std::span<const FloorMap> floors);
[[nodiscard]] std::string find_link_fault(const char* call, const LinkOptions& options);
[[nodiscard]] std::string find_link_fault(const World& world, const LinkEnd& from,
                                          const LinkEnd& to);

}  // namespace detail
}  // namespace taut
TAUT_API_END
