// Floors: maps of their own within one world.
#pragma once

#include <taut/detail/api.hpp>
#include <taut/grid.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut {

// A map to be a floor of a world, and the coordinates of its first tile in the game's plane. Floors
// may overlap there: they are joined by links only.
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

}  // namespace taut
TAUT_API_END
