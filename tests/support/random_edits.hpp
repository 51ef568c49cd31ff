// Random edits of maps of tiles.
#pragma once

#include <taut/point.hpp>

#include <algorithm>

#include "random.hpp"

namespace taut::test {

// A rectangle that may reach over the map's border: mostly small, at times all of it and more.
inline TileRect random_rect(Random& random, int width, int height) {
  if (random.chance(2)) return {-1, -1, width + 1, height + 1};
  const int most = random.chance(70) ? 3 : std::max(3, width / 2);
  const int x = random.between(-1, width);
  const int y = random.between(-1, height);
  return {x, y, x + random.between(1, most), y + random.between(1, most)};
}

// Sets tiles of a rectangle, which is returned: all of them or, so that blocks touch at corners,
// some.
template <class Map>
TileRect edit_at_random(Random& random, Map& map) {
  const TileRect rect = random_rect(random, map.width(), map.height());
  const TileState state = random.chance(50) ? TileState::blocked : TileState::walkable;
  if (random.chance(80)) {
    map.set(rect, state);
    return rect;
  }
  for (int y = rect.y0; y < rect.y1; ++y) {
    for (int x = rect.x0; x < rect.x1; ++x) {
      if (!random.chance(40)) continue;
      map.set(Tile{x, y}, random.chance(50) ? TileState::walkable : TileState::blocked);
    }
  }
  return rect;
}

}  // namespace taut::test
