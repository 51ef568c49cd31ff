#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "maps.hpp"

namespace taut::maps {

namespace {

constexpr int kSide = 256;
constexpr int kWall = 14;  // from the map's edge to the town wall

struct Plot {
  int x, y, width, height;
};

class City {
 public:
  City() : canvas_(kSide, kSide, kGround), random_(2024) {}

  [[nodiscard]] Canvas build() {
    const Plot town{kWall + 5, kWall + 5, kSide - 2 * kWall - 10, kSide - 2 * kWall - 10};
    divide(town, 6);
    draw_market();
    draw_river();
    draw_avenue();
    draw_wall();
    draw_fields();
    fill_pockets(canvas_, 6, kRock);
    return canvas_;
  }

 private:
  // Cuts a plot in two by a street, and the halves again by narrower ones, until blocks of houses
  // are left.
  void divide(const Plot& plot, int street) {
    const int longer = std::max(plot.width, plot.height);
    if (longer < 26 || (longer < 40 && random_.happens(35))) {
      build_block(plot);
      return;
    }
    const int cut = random_.between(longer * 38 / 100, longer * 62 / 100);
    const int next_street = std::max(2, street - 1);
    if (plot.width >= plot.height) {
      divide({plot.x, plot.y, cut, plot.height}, next_street);
      divide({plot.x + cut + street, plot.y, plot.width - cut - street, plot.height}, next_street);
    } else {
      divide({plot.x, plot.y, plot.width, cut}, next_street);
      divide({plot.x, plot.y + cut + street, plot.width, plot.height - cut - street}, next_street);
    }
  }

  void build_block(const Plot& plot) {
    const int kind = random_.between(0, 99);
    if (kind < 8) {
      build_park(plot);
    } else if (kind < 14) {
      build_church(plot);
    } else if (kind < 70 && std::min(plot.width, plot.height) >= 12) {
      build_courtyard(plot);
    } else {
      build_row_houses(plot);
    }
  }

  // Houses all around a yard, with passages to the street and sheds in the yard.
  void build_courtyard(const Plot& plot) {
    canvas_.fill_rect(plot.x, plot.y, plot.width, plot.height, kRock);
    const int deep = random_.between(3, std::min(plot.width, plot.height) / 3);
    const Plot yard{plot.x + deep, plot.y + deep, plot.width - 2 * deep, plot.height - 2 * deep};
    canvas_.fill_rect(yard.x, yard.y, yard.width, yard.height, kGround);
    const int passages = random_.between(1, 3);
    const int first_side = random_.between(0, 3);
    for (int i = 0; i < passages; ++i) {
      const int wide = random_.between(1, 2);
      const int along_x = random_.between(yard.x, yard.x + yard.width - wide);
      const int along_y = random_.between(yard.y, yard.y + yard.height - wide);
      switch ((first_side + i) % 4) {
        case 0:
          canvas_.fill_rect(along_x, plot.y, wide, deep, kGround);
          break;
        case 1:
          canvas_.fill_rect(plot.x + plot.width - deep, along_y, deep, wide, kGround);
          break;
        case 2:
          canvas_.fill_rect(along_x, plot.y + plot.height - deep, wide, deep, kGround);
          break;
        default:
          canvas_.fill_rect(plot.x, along_y, deep, wide, kGround);
          break;
      }
    }
    if (yard.width < 7 || yard.height < 7) return;
    if (random_.happens(50)) {
      canvas_.fill_rect(yard.x + yard.width / 2 - 1, yard.y + yard.height / 2 - 1,
                        random_.between(2, 3), 2, kRock);
    } else {
      canvas_.set(yard.x + 2, yard.y + 2, kTree);
      canvas_.set(yard.x + yard.width - 3, yard.y + yard.height - 3, kTree);
    }
  }

  // Houses of different depth, some with a gap between them.
  void build_row_houses(const Plot& plot) {
    const bool is_wide = plot.width >= plot.height;
    const int along = is_wide ? plot.width : plot.height;
    const int across = is_wide ? plot.height : plot.width;
    const int half = (across - 1) / 2;
    for (const bool is_back : {false, true}) {
      int at = 0;
      while (at < along) {
        int length = std::min(random_.between(4, 8), along - at);
        if (along - at - length < 3) length = along - at;
        const int deep = std::max(2, half - random_.between(0, 2));
        const int offset = is_back ? across - deep : 0;
        if (is_wide) {
          canvas_.fill_rect(plot.x + at, plot.y + offset, length, deep, kRock);
        } else {
          canvas_.fill_rect(plot.x + offset, plot.y + at, deep, length, kRock);
        }
        at += length + (random_.happens(30) ? 1 : 0);
      }
    }
  }

  void build_park(const Plot& plot) {
    for (int y = plot.y + 1; y < plot.y + plot.height - 1; ++y) {
      for (int x = plot.x + 1; x < plot.x + plot.width - 1; ++x) {
        if (random_.happens(14)) canvas_.set(x, y, kTree);
      }
    }
    canvas_.fill_disc(plot.x + plot.width / 2.0, plot.y + plot.height / 2.0, 2.7, kWater);
  }

  // A nave with a transept and a round apse, on a churchyard.
  void build_church(const Plot& plot) {
    const int wide = std::max(3, plot.height / 3);
    const int nave_y = plot.y + (plot.height - wide) / 2;
    canvas_.fill_rect(plot.x + 3, nave_y, plot.width - 6 - wide / 2, wide, kRock);
    canvas_.fill_rect(plot.x + plot.width / 2, plot.y + 2, wide, plot.height - 4, kRock);
    canvas_.fill_disc(plot.x + plot.width - 3 - wide / 2.0, nave_y + wide / 2.0, wide / 2.0 + 0.3,
                      kRock);
  }

  void draw_market() {
    canvas_.fill_rect(108, 104, 40, 34, kGround);
    canvas_.fill_rect(113, 110, 12, 8, kRock);  // the town hall
    canvas_.fill_rect(117, 118, 4, 2, kRock);
    canvas_.fill_disc(136.0, 124.0, 3.2, kWater);  // the fountain
    for (int x = 114; x < 130; x += 4) {
      for (int y = 126; y < 135; y += 3) canvas_.fill_rect(x, y, 2, 1, kRock);  // stalls
    }
  }

  // The river, its quays, and four bridges.
  void draw_river() {
    const double bends[][2] = {{-5, 190},  {40, 184},  {78, 166}, {120, 172},
                               {160, 190}, {205, 186}, {262, 204}};
    for (const auto& [width, c] : {std::pair{15.0, kGround}, {9.0, kWater}}) {
      for (std::size_t i = 1; i < std::size(bends); ++i) {
        canvas_.draw_line(bends[i - 1][0], bends[i - 1][1], bends[i][0], bends[i][1], width, c);
      }
    }
    for (const int x : {58, 100, 141, 184}) canvas_.draw_line(x, 150, x + 2, 205, 3.4, kGround);
  }

  // A straight avenue across the town, older than the streets.
  void draw_avenue() {
    canvas_.draw_line(kWall, 40, 112, 110, 5.2, kGround);
    canvas_.draw_line(144, 112, kSide - kWall, 66, 5.2, kGround);
  }

  // The town wall with towers and openings.
  void draw_wall() {
    const int last = kSide - kWall;
    for (const auto& [x0, y0, x1, y1] : {std::array{kWall, kWall, last, kWall},
                                         {kWall, last, last, last},
                                         {kWall, kWall, kWall, last},
                                         {last, kWall, last, last}}) {
      canvas_.draw_line(x0, y0, x1, y1, 3.4, kRock);
    }
    for (int at = kWall; at <= last; at += 38) {
      for (const auto& [x, y] : {std::pair{at, kWall}, {at, last}, {kWall, at}, {last, at}}) {
        canvas_.fill_disc(x, y, 3.6, kRock);
      }
    }
    canvas_.fill_rect(kWall - 4, 36, 8, 4, kGround);  // openings to the west, east, north and south
    canvas_.fill_rect(last - 4, 63, 8, 4, kGround);
    canvas_.fill_rect(124, kWall - 4, 4, 8, kGround);
    canvas_.fill_rect(110, last - 4, 4, 8, kGround);
  }

  // Trees outside the wall.
  void draw_fields() {
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const int from_edge = std::min({x, y, kSide - 1 - x, kSide - 1 - y});
        if (from_edge < kWall - 5 && canvas_.at(x, y) == kGround && random_.happens(4))
          canvas_.set(x, y, kTree);
      }
    }
  }

  Canvas canvas_;
  Random random_;
};

}  // namespace

Canvas draw_city() { return City().build(); }

}  // namespace taut::maps
