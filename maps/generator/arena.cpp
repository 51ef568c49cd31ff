#include <utility>

#include "maps.hpp"

namespace taut::maps {

namespace {

constexpr int kSide = 50;

// Draws into the four quarters at once: (x, y) counts from the centre, 0 being the tile beside it.
void fill_quarters(Canvas& canvas, int x, int y, int width, int height, char c) {
  const int middle = kSide / 2;
  for (const int left : {middle + x, middle - x - width}) {
    for (const int top : {middle + y, middle - y - height}) {
      canvas.fill_rect(left, top, width, height, c);
    }
  }
}

}  // namespace

Canvas draw_arena() {
  Canvas canvas(kSide, kSide, kRock);

  // The sand: a square with cut corners, and an entrance in the middle of each side.
  for (int y = 0; y < 23; ++y) {
    for (int x = 0; x < 23; ++x) {
      if (x + y < 36) fill_quarters(canvas, x, y, 1, 1, kGround);
    }
  }
  fill_quarters(canvas, 0, 23, 2, 1, kGround);
  fill_quarters(canvas, 23, 0, 1, 2, kGround);

  // A basin, an outer and an inner ring of pillars.
  canvas.fill_disc(kSide / 2.0, kSide / 2.0, 3.6, kWater);
  for (const auto& [x, y] : {std::pair{17, 4}, {14, 11}, {11, 14}, {4, 17}}) {
    fill_quarters(canvas, x, y, 2, 2, kRock);
  }
  for (const auto& [x, y] : {std::pair{7, 1}, {1, 7}}) fill_quarters(canvas, x, y, 1, 1, kRock);

  // Angled barricades around the basin, palisades before the cut corners.
  fill_quarters(canvas, 6, 9, 4, 1, kRock);
  fill_quarters(canvas, 9, 6, 1, 3, kRock);
  for (int i = 0; i < 5; ++i) fill_quarters(canvas, 14 + i, 18 - i, 1, 1, kTree);

  // A fallen column and rubble break the symmetry.
  canvas.fill_rect(13, 28, 5, 1, kRock);
  canvas.fill_rect(34, 19, 2, 1, kRock);
  canvas.fill_rect(35, 18, 2, 1, kRock);
  return canvas;
}

}  // namespace taut::maps
