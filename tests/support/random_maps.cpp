#include "support/random_maps.hpp"

#include <algorithm>
#include <vector>

#include <taut/detail/require.hpp>

namespace taut::test {

namespace {

// Bytes while a map is drawn; outside is blocked.
struct Drawing {
  int width;
  int height;
  std::vector<std::uint8_t> tiles;

  Drawing(int w, int h, bool is_walkable)
      : width(w),
        height(h),
        tiles(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), is_walkable ? 1 : 0) {}

  [[nodiscard]] bool is_inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < width && y < height;
  }
  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  [[nodiscard]] bool is_walkable(int x, int y) const {
    return is_inside(x, y) && tiles[index(x, y)] != 0;
  }
  void set(int x, int y, bool walkable) {
    if (is_inside(x, y)) tiles[index(x, y)] = walkable ? 1 : 0;
  }
  [[nodiscard]] Grid finish() const { return Grid::from_bytes(width, height, tiles); }
};

Drawing draw_noise(Random& random, int width, int height, int percent) {
  Drawing drawing(width, height, true);
  for (std::uint8_t& tile : drawing.tiles) tile = random.chance(percent) ? 0 : 1;
  return drawing;
}

}  // namespace

Grid make_noise_map(Random& random, int width, int height, int percent) {
  return draw_noise(random, width, height, percent).finish();
}

Grid make_block_map(Random& random, int width, int height) {
  Drawing drawing(width, height, true);
  const int blocks = 1 + width * height / random.between(12, 40);
  for (int i = 0; i < blocks; ++i) {
    const int x0 = random.between(-1, width);
    const int y0 = random.between(-1, height);
    const int x1 = x0 + random.between(1, 4);
    const int y1 = y0 + random.between(1, 4);
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) drawing.set(x, y, false);
    }
  }
  return drawing.finish();
}

Grid make_cave_map(Random& random, int width, int height) {
  Drawing drawing = draw_noise(random, width, height, random.between(38, 48));
  for (int round = 0; round < 3; ++round) {
    const Drawing before = drawing;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        int free = 0;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) free += before.is_walkable(x + dx, y + dy) ? 1 : 0;
        }
        drawing.set(x, y, free >= 5);
      }
    }
  }
  return drawing.finish();
}

Grid make_maze_map(Random& random, int width, int height) {
  Drawing drawing(width, height, false);
  for (int y = 0; y < height; y += 2) {
    for (int x = 0; x < width; x += 2) {
      drawing.set(x, y, true);
      const bool is_right = random.chance(50);
      drawing.set(is_right ? x + 1 : x, is_right ? y : y + 1, true);
    }
  }
  const int breaks = width * height / 30;
  for (int i = 0; i < breaks; ++i) {
    const int x =
        random.between(0, width - 1);  // drawn in this order, which that of arguments is not
    const int y = random.between(0, height - 1);
    drawing.set(x, y, true);
  }
  return drawing.finish();
}

Grid make_room_map(Random& random, int width, int height) {
  Drawing drawing(width, height, true);
  const int room = random.between(3, 8);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (x % room == room - 1 || y % room == room - 1) drawing.set(x, y, random.chance(20));
    }
  }
  return drawing.finish();
}

Grid make_random_map(Random& random, int max_side) {
  const int width = random.between(1, max_side);
  const int height = random.between(1, max_side);
  switch (random.between(0, 11)) {
    case 0:
      return Grid(width, height, TileState::walkable);
    case 1:
      return make_noise_map(random, width, height, 85);
    case 2:
      return make_noise_map(random, width, height, 50);
    case 3:
    case 4:
      return make_noise_map(random, width, height, random.between(5, 45));
    case 5:
    case 6:
      return make_block_map(random, width, height);
    case 7:
    case 8:
      return make_cave_map(random, width, height);
    case 9:
      return make_maze_map(random, width, height);
    default:
      return make_room_map(random, width, height);
  }
}

LatticePoint random_place(Random& random, const Grid& grid) {
  const auto along = [&](int tiles) -> std::int64_t {
    const std::int64_t tile = random.between(0, tiles - 1);
    switch (random.between(0, 5)) {
      case 0:
      case 1:
        return tile * 1024;
      case 2:
        return tile * 1024 + 512;
      case 3:
        return tile * 1024 + 256 * random.between(0, 4);
      case 4:
        return tile * 1024 + (random.chance(50) ? 1 : 1023);
      default:
        return tile * 1024 + random.between(0, 1024);
    }
  };
  const std::int64_t x = random.chance(3) ? grid.width() * 1024 : along(grid.width());
  return {x, random.chance(3) ? grid.height() * 1024 : along(grid.height())};
}

Grid draw_map(std::string_view rows) {
  while (!rows.empty() && rows.back() == '\n') rows.remove_suffix(1);
  const std::size_t width = std::min(rows.find('\n'), rows.size());
  const std::size_t height = (rows.size() + 1) / (width + 1);
  if ((rows.size() + 1) != height * (width + 1)) detail::reject("rows of unequal length");
  return Grid::from_predicate(static_cast<int>(width), static_cast<int>(height), [&](int x, int y) {
    return rows[static_cast<std::size_t>(y) * (width + 1) + static_cast<std::size_t>(x)] == '.';
  });
}

std::string to_drawing(const Grid& grid) {
  std::string out;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) out += grid.is_walkable(x, y) ? '.' : '@';
    out += '\n';
  }
  return out;
}

Tile random_walkable_tile(Random& random, const Grid& grid) {
  for (;;) {
    const Tile tile{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)};
    if (grid.is_walkable(tile)) return tile;
  }
}

}  // namespace taut::test
