#include "support/map_families.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace taut::test {
namespace {

struct Drawing {
  int width;
  int height;
  std::vector<std::uint8_t> tiles;  // 1: walkable

  [[nodiscard]] bool is_inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < width && y < height;
  }
  [[nodiscard]] std::uint8_t& at(int x, int y) {
    return tiles[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
  }
};

template <class IsWalkable>
void fill(Drawing& drawing, const IsWalkable& is_walkable) {
  for (int y = 0; y < drawing.height; ++y) {
    for (int x = 0; x < drawing.width; ++x) drawing.at(x, y) = is_walkable(x, y) ? 1 : 0;
  }
}

// From a corner along the border, and round and round until there is no room.
void draw_spiral(Random& random, Drawing& drawing) {
  fill(drawing, [&](int, int) { return random.chance(3); });
  int x = 0;
  int y = 0;
  int dx = 1;
  int dy = 0;
  const auto is_taken = [&](int u, int v) {
    return drawing.is_inside(u, v) && drawing.at(u, v) == 2;
  };
  drawing.at(0, 0) = 2;
  for (int turns = 0; turns < 2;) {
    if (drawing.is_inside(x + dx, y + dy) && !is_taken(x + dx, y + dy) &&
        !is_taken(x + 2 * dx, y + 2 * dy)) {
      x += dx;
      y += dy;
      drawing.at(x, y) = 2;
      turns = 0;
    } else {
      const int before = dx;
      dx = -dy;
      dy = before;
      ++turns;
    }
  }
  for (std::uint8_t& tile : drawing.tiles) tile = tile == 0 ? 0 : 1;
}

void draw_walls(Random& random, int shift, int step, Drawing& drawing) {
  const bool is_crossed = random.chance(50);
  const int doors = random.between(5, 40);
  fill(drawing, [&](int x, int y) {
    const bool is_wall = (x + shift) % step == 0 || (is_crossed && (y + shift / 2) % step == 0);
    return !is_wall || random.chance(doors);
  });
}

void draw_combs(Random& random, int shift, Drawing& drawing) {
  const int reach = random.between(1, 2);
  fill(drawing, [&](int x, int y) {
    const int tooth = (x + shift) % 4;
    if (tooth % 2 == 0) return true;
    return (tooth == 1 ? y < reach : y + reach >= drawing.height) || random.chance(4);
  });
}

void draw_islands(Random& random, int shift, int step, Drawing& drawing) {
  const int gap = random.between(2, 3);
  fill(drawing, [&](int x, int y) {
    return (x + shift) % step != 0 || (y + shift / 2) % gap != 0 || random.chance(10);
  });
  if (random.chance(50)) return;
  for (int i = drawing.width * drawing.height / 12; i > 0; --i) {
    const int x = random.between(0, drawing.width - 1);
    const int y = random.between(0, drawing.height - 1);
    drawing.at(x, y) = 0;
  }
}

void draw(Random& random, MapFamily family, Drawing& drawing) {
  const int shift = random.between(0, 3);
  const int step = random.between(2, 4);
  switch (family) {
    case MapFamily::noise: {
      const int percent = random.between(0, 100);
      fill(drawing, [&](int, int) { return !random.chance(percent); });
      break;
    }
    case MapFamily::blocks: {
      const int side = random.between(1, 3);
      const int holes = random.between(0, 30);
      fill(drawing, [&](int x, int y) {
        return ((x + shift) / side + y / side) % 2 == 0 || random.chance(holes);
      });
      break;
    }
    case MapFamily::diagonals: {
      const int holes = random.between(0, 30);
      fill(drawing,
           [&](int x, int y) { return (x + shift + y) % (step + 1) != 0 || random.chance(holes); });
      break;
    }
    case MapFamily::walls:
      draw_walls(random, shift, step, drawing);
      break;
    case MapFamily::combs:
      draw_combs(random, shift, drawing);
      break;
    case MapFamily::spirals:
      draw_spiral(random, drawing);
      break;
    case MapFamily::rings: {
      const int gaps = random.between(3, 20);
      fill(drawing, [&](int x, int y) {
        const int ring = std::min({x, y, drawing.width - 1 - x, drawing.height - 1 - y});
        return ring % 2 == shift % 2 || random.chance(gaps);
      });
      break;
    }
    case MapFamily::islands:
      draw_islands(random, shift, step, drawing);
      break;
  }
}

}  // namespace

Grid make_family_map(Random& random, MapFamily family, int max_side) {
  const int width = random.between(4, max_side);
  const int height = random.between(4, max_side);
  Drawing drawing{width, height,
                  std::vector<std::uint8_t>(static_cast<std::size_t>(width * height))};
  draw(random, family, drawing);
  const int change = family == MapFamily::noise ? 0 : random.between(0, 5);
  if (change == 1) {
    for (std::uint8_t& tile : drawing.tiles) tile ^= 1U;
  }
  if (change == 2) {
    for (std::uint8_t& tile : drawing.tiles) {
      if (random.chance(5)) tile ^= 1U;
    }
  }
  // Turned by a diagonal, by a half or both.
  const bool is_transposed = change == 3 || change == 5;
  const bool is_mirrored = change == 4 || change == 5;
  return Grid::from_predicate(
      is_transposed ? height : width, is_transposed ? width : height, [&](int x, int y) {
        const int u = is_transposed ? y : x;
        const int v = is_transposed ? x : y;
        return drawing.at(is_mirrored ? width - 1 - u : u, is_mirrored ? height - 1 - v : v) != 0;
      });
}

Grid make_family_map(Random& random, int max_side) {
  const MapFamily family = kMapFamilies[random.below(kMapFamilies.size())];
  return make_family_map(random, family, max_side);
}

}  // namespace taut::test
