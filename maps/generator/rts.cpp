#include <algorithm>
#include <array>
#include <iterator>

#include "maps.hpp"

namespace taut::maps {

namespace {

constexpr int kSide = 512;
constexpr double kMiddle = kSide / 2.0;

struct Place {
  double x, y;
};

// A quarter turn about the middle of the map.
Place turn(const Place& place) { return {kSide - place.y, place.x}; }

// A battlefield for four players. Whatever is drawn is drawn four times, each a quarter turn
// further, so that all four have the same chances.
class Battlefield {
 public:
  Battlefield() : canvas_(kSide, kSide, kGround) {}

  [[nodiscard]] Canvas build() {
    grow_forest();
    raise_ridges();
    draw_rivers();
    draw_heights();
    draw_start();
    draw_natural();
    scatter_boulders();
    draw_border();
    fill_pockets(canvas_, 40, kTree);
    return canvas_;
  }

 private:
  // The same for the four places that turn into each other.
  [[nodiscard]] static double symmetric(const Noise& noise, int x, int y) {
    Place place{x + 0.5, y + 0.5};
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
      sum += noise.at(place.x, place.y) - 0.5;
      place = turn(place);
    }
    return sum;
  }

  [[nodiscard]] static double distance_to(const Place& place, int x, int y) {
    return distance_to_segment(x + 0.5, y + 0.5, place.x, place.y, place.x, place.y);
  }

  void set_four(int x, int y, char c) {
    for (int i = 0; i < 4; ++i) {
      canvas_.set(x, y, c);
      const int turned = kSide - 1 - y;
      y = x;
      x = turned;
    }
  }

  void draw_four(Place from, Place to, double width, char c) {
    for (int i = 0; i < 4; ++i) {
      canvas_.draw_line(from.x, from.y, to.x, to.y, width, c);
      from = turn(from);
      to = turn(to);
    }
  }

  void grow_forest() {
    const Noise noise(501, 52.0, 5);
    const Noise edge(502, 5.0, 2);
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const double wood = symmetric(noise, x, y) + 0.22 * symmetric(edge, x, y);
        if (wood > 0.15) canvas_.set(x, y, kTree);
      }
    }
  }

  // Cliffs wind along one height of the land, where it is not too gentle.
  void raise_ridges() {
    const Noise land(509, 70.0, 4);
    const Noise gentle(510, 24.0, 2);
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const double off_ridge = symmetric(land, x, y) + 0.06;
        if (std::max(off_ridge, -off_ridge) < 0.028 && symmetric(gentle, x, y) < 0.12)
          canvas_.set(x, y, kRock);
      }
    }
  }

  // Four rivers run from the middle of each side into the lake in the middle. Each has two bridges
  // and a ford.
  void draw_rivers() {
    const Noise bank(503, 14.0, 3);
    constexpr std::array<Place, 6> kBends = {
        {{250, -10}, {272, 40}, {236, 92}, {262, 140}, {230, 186}, {248, 236}}};
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        double nearest = distance_to({kMiddle, kMiddle}, x, y) - 14.0;
        Place place{x + 0.5, y + 0.5};
        for (int i = 0; i < 4; ++i) {
          for (std::size_t bend = 1; bend < kBends.size(); ++bend) {
            nearest = std::min(
                nearest, distance_to_segment(place.x, place.y, kBends[bend - 1].x,
                                             kBends[bend - 1].y, kBends[bend].x, kBends[bend].y));
          }
          place = turn(place);
        }
        const double depth = 6.5 - nearest + 7.0 * symmetric(bank, x, y);
        if (depth > -5.0) canvas_.set(x, y, kGround);  // meadows
        if (depth > 0.0) canvas_.set(x, y, depth < 1.2 ? kShallows : kWater);
      }
    }
    draw_four({228, 213}, {253, 205}, 8.0, kShallows);  // the ford
    draw_four({244, 58}, {274, 72}, 4.4, kGround);      // the bridges
    draw_four({232, 118}, {270, 112}, 6.4, kGround);
  }

  // A wall of rock around a place, with gaps: a circle distorted by noise.
  void draw_cliff(const Place& place, double radius, double thickness, const Noise& shape) {
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const double from = distance_to(place, x, y) - radius - 30.0 * (shape.at(x, y) - 0.5);
        if (from < 0.0) set_four(x, y, from > -thickness ? kRock : kGround);
      }
    }
  }

  // A height between two rivers, with three ramps and a ruin.
  void draw_heights() {
    draw_cliff({330, 180}, 34, 4.0, Noise(504, 24.0, 3));
    draw_four({330, 180}, {330, 240}, 8.0, kGround);
    draw_four({330, 180}, {270, 160}, 5.0, kGround);
    draw_four({330, 180}, {380, 150}, 8.0, kGround);
    for (int y = 172; y < 190; y += 4) {
      for (int x = 322; x < 340; x += 4) {
        if ((x / 4 + y / 2) % 3 != 0) draw_four({x + 1.0, y + 1.0}, {x + 1.0, y + 1.0}, 2.5, kRock);
      }
    }
  }

  // A base on a plateau: a wide ramp towards the middle, a narrow one at the back, crystals behind
  // the town hall.
  void draw_start() {
    const Place start{84, 84};
    draw_cliff(start, 50, 5.0, Noise(505, 30.0, 3));
    draw_four(start, {150, 132}, 13.0, kGround);
    draw_four(start, {70, 156}, 5.0, kGround);
    for (const Place& crystal : {Place{58, 66}, {54, 72}, {52, 78}, {64, 60}, {70, 56}, {76, 53}}) {
      draw_four(crystal, {crystal.x + 2.0, crystal.y}, 2.4, kRock);
    }
  }

  // A second mine outside the base, half enclosed.
  void draw_natural() {
    const Noise shape(506, 18.0, 3);
    const Place mine{190, 60};
    draw_cliff(mine, 27, 4.0, shape);
    draw_four(mine, {176, 110}, 22.0, kGround);
    draw_four(mine, {240, 64}, 6.0, kGround);
    for (const Place& crystal : {Place{182, 46}, {188, 43}, {194, 43}, {200, 46}}) {
      draw_four(crystal, {crystal.x + 2.0, crystal.y}, 2.4, kRock);
    }
  }

  void scatter_boulders() {
    Random random(507);
    for (int i = 0; i < 260; ++i) {
      const double x = random.between(0, kSide / 2);
      const double y = random.between(0, kSide / 2);
      const bool is_single = random.happens(60);
      const char c = random.happens(50) ? kTree : kRock;
      if (distance_to({84, 84}, static_cast<int>(x), static_cast<int>(y)) < 60.0) continue;
      if (canvas_.at(static_cast<int>(x), static_cast<int>(y)) != kGround) continue;
      draw_four({x, y}, {x, y}, is_single ? 1.5 : 3.2, c);
    }
  }

  // Mountains close the map.
  void draw_border() {
    const Noise noise(508, 20.0, 4);
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const int from_edge = std::min({x, y, kSide - 1 - x, kSide - 1 - y});
        if (from_edge < 7.0 + 12.0 * symmetric(noise, x, y) && canvas_.at(x, y) != kWater)
          canvas_.set(x, y, kRock);
      }
    }
  }

  Canvas canvas_;
};

}  // namespace

Canvas draw_rts() { return Battlefield().build(); }

}  // namespace taut::maps
