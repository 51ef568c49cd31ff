#include <algorithm>

#include "maps.hpp"

namespace taut::maps {

namespace {

constexpr int kSide = 200;

// How high the land is: 0 at the shore, about one per tile that a point lies inland. The mainland
// is below the diagonal from the upper left to the lower right.
class Relief {
 public:
  [[nodiscard]] double at(int x, int y) const {
    const double land = (y - x) * 0.7071 + 12.0 + 75.0 * (outline_.at(x, y) - 0.5) +
                        26.0 * (cliffs_.at(x, y) - 0.5);
    // Inlets run where the noise crosses its middle, and are widest at the sea.
    const double off_middle = inlets_.at(x, y) - 0.5;
    const double inlet = 1.0 - 13.0 * std::max(off_middle, -off_middle);
    const double mainland = inlet > 0.0 ? std::min(land, land * 0.5 - 30.0 * inlet) : land;
    const double island = 85.0 * (islands_.at(x, y) - 0.64) + 14.0 * (cliffs_.at(x, y) - 0.5);
    return land < -7.0 ? std::max(mainland, island) : mainland;
  }

 private:
  Noise outline_{301, 46.0, 4};
  Noise cliffs_{102, 9.0, 3};
  Noise inlets_{103, 44.0, 3};
  Noise islands_{204, 26.0, 3};
};

}  // namespace

Canvas draw_coast() {
  Canvas canvas(kSide, kSide, kWater);
  const Relief relief;
  const Noise woods(105, 22.0, 4);
  Random random(106);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const double height = relief.at(x, y);
      if (height < -1.0) continue;
      canvas.set(x, y, height < 1.0 ? kShallows : kGround);
      if (height > 6.0 && woods.at(x, y) > 0.59) canvas.set(x, y, kTree);
      if (height > 2.0 && random.happens(1)) canvas.set(x, y, kRock);
    }
  }
  fill_pockets(canvas, 12, kWater);
  return canvas;
}

}  // namespace taut::maps
