#include <algorithm>

#include "maps.hpp"

namespace taut::maps {

namespace {

constexpr int kSide = 128;

int count_rock_around(const Canvas& canvas, int x, int y) {
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) count += is_walkable(canvas.at(x + dx, y + dy)) ? 0 : 1;
  }
  return count;
}

// One step of the cellular automaton: a tile becomes what most of its 3x3 block is.
Canvas smooth(const Canvas& canvas) {
  Canvas next(kSide, kSide, kRock);
  for (int y = 1; y < kSide - 1; ++y) {
    for (int x = 1; x < kSide - 1; ++x) {
      if (count_rock_around(canvas, x, y) < 5) next.set(x, y, kGround);
    }
  }
  return next;
}

// A winding tunnel from one place to another.
void dig(Canvas& canvas, Random& random, int x, int y, int to_x, int to_y) {
  while (x != to_x || y != to_y) {
    canvas.fill_rect(x - 1, y - 1, 3, 3, kGround);
    const bool strays = random.happens(45);
    const int step_x = strays ? random.between(-1, 1) : (to_x > x) - (to_x < x);
    const int step_y = strays ? random.between(-1, 1) : (to_y > y) - (to_y < y);
    x = std::clamp(x + step_x, 3, kSide - 4);
    y = std::clamp(y + step_y, 3, kSide - 4);
  }
}

}  // namespace

Canvas draw_caves() {
  Canvas canvas(kSide, kSide, kRock);
  Random random(7);
  const Noise openness(11, 34.0, 2);  // makes halls here and crawlways there
  const Noise border(12, 16.0, 2);
  for (int y = 1; y < kSide - 1; ++y) {
    for (int x = 1; x < kSide - 1; ++x) {
      const int from_edge = std::min({x, y, kSide - 1 - x, kSide - 1 - y});
      const bool is_border = from_edge < 2.0 + 10.0 * border.at(x, y);
      const double rock = 40.0 + 16.0 * openness.at(x, y) + (is_border ? 12.0 : 0.0);
      if (!random.happens(static_cast<int>(rock))) canvas.set(x, y, kGround);
    }
  }
  for (int step = 0; step < 4; ++step) canvas = smooth(canvas);
  dig(canvas, random, 20, 30, 60, 40);
  dig(canvas, random, 60, 40, 110, 20);
  dig(canvas, random, 110, 20, 108, 96);
  dig(canvas, random, 60, 40, 28, 100);
  dig(canvas, random, 28, 100, 70, 112);
  dig(canvas, random, 70, 112, 108, 96);
  canvas = smooth(canvas);

  // A lake in the middle, with shallows around it.
  const Noise shore(23, 12.0, 3);
  for (int y = 1; y < kSide - 1; ++y) {
    for (int x = 1; x < kSide - 1; ++x) {
      const double depth = 0.75 - distance_to_segment(x, y, 66.0, 56.0, 82.0, 62.0) / 22.0 +
                           0.9 * (shore.at(x, y) - 0.5);
      if (!is_walkable(canvas.at(x, y))) continue;
      if (depth > 0.4) canvas.set(x, y, depth > 0.48 ? kWater : kShallows);
    }
  }
  fill_pockets(canvas, 24, kRock);
  return canvas;
}

}  // namespace taut::maps
