#include <algorithm>
#include <array>

#include "maps.hpp"

namespace taut::maps {

namespace {

constexpr int kWidth = 160;
constexpr int kHeight = 110;

struct Place {
  double x;
  double y;
};

// The stream flows from the upper edge to the lower one, and winds.
constexpr std::array<Place, 6> kStream{
    {{70.0, -2.0}, {82.0, 22.0}, {66.0, 44.0}, {88.0, 66.0}, {74.0, 88.0}, {90.0, 112.0}}};
// The road from the left edge to the right one; the lane from it to the ford.
constexpr std::array<Place, 6> kRoad{
    {{-1.0, 30.0}, {24.0, 18.0}, {52.0, 12.0}, {90.0, 14.0}, {124.0, 30.0}, {161.0, 34.0}}};
constexpr std::array<Place, 4> kLane{{{24.0, 18.0}, {20.0, 60.0}, {44.0, 98.0}, {124.0, 100.0}}};

template <std::size_t kCount>
void draw_line_through(Canvas& canvas, const std::array<Place, kCount>& places, double width,
                       char c) {
  for (std::size_t i = 1; i < kCount; ++i) {
    const Place& from = places[i - 1];
    const Place& to = places[i];
    canvas.draw_line(from.x, from.y, to.x, to.y, width, c);
  }
}

}  // namespace

Canvas draw_marsh() {
  Canvas canvas(kWidth, kHeight, kGround);
  const Noise wet(401, 38.0, 3);
  const Noise hills(402, 24.0, 3);
  const Noise pools(403, 16.0, 3);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      if (wet.at(x, y) > 0.5) canvas.set(x, y, kShallows);
      if (wet.at(x, y) > 0.54 && pools.at(x, y) > 0.57) canvas.set(x, y, kWater);
      if (hills.at(x, y) > 0.66) canvas.set(x, y, kRock);
    }
  }
  draw_line_through(canvas, kStream, 7.0, kShallows);
  draw_line_through(canvas, kStream, 4.0, kWater);
  draw_line_through(canvas, kRoad, 2.2, kPaved);
  draw_line_through(canvas, kLane, 2.2, kPaved);
  fill_pockets(canvas, 40, kRock);
  return canvas;
}

}  // namespace taut::maps
