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

// Stairs, a ladder, a jump, a lift, a teleporter. Its ends are lattice points. An agent passes it
// from where it has room at one end to where it has room at the other: a wall on an end closes the
// link until it is gone.
struct Link {
  LinkId id = kNoLink;
  Point from{0.0F, 0.0F};
  Point to{0.0F, 0.0F};
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
[[nodiscard]] std::string find_link_fault(const Grid& grid, const Point& from, const Point& to);

}  // namespace detail
}  // namespace taut
TAUT_API_END
