#include <algorithm>

#include "maps.hpp"

namespace taut::maps {

namespace {

void carve(Canvas& canvas, int x, int y, int width, int height) {
  canvas.fill_rect(x, y, width, height, kGround);
}

// Rows of single pillars, `step` tiles apart.
void add_pillars(Canvas& canvas, int x, int y, int columns, int rows, int step_x, int step_y) {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      canvas.set(x + column * step_x, y + row * step_y, kRock);
    }
  }
}

void draw_throne_room(Canvas& canvas) {
  canvas.fill_disc(40.0, 9.0, 7.5, kGround);  // the apse
  carve(canvas, 31, 9, 18, 9);
  add_pillars(canvas, 33, 10, 2, 3, 13, 3);
  canvas.fill_rect(39, 5, 2, 2, kRock);  // the throne
  carve(canvas, 38, 18, 4, 8);           // the stairs down to the great hall
  canvas.set(38, 21, kRock);
  canvas.set(41, 21, kRock);
}

void draw_great_hall(Canvas& canvas) {
  carve(canvas, 28, 26, 24, 17);
  for (const int y : {29, 38}) {
    for (int x = 30; x < 50; x += 4) canvas.fill_rect(x, y, 2, 2, kRock);
  }
  canvas.fill_rect(36, 34, 8, 1, kRock);  // a long table
  carve(canvas, 27, 33, 1, 3);            // doors to the west and the east
  carve(canvas, 52, 33, 1, 3);
  carve(canvas, 39, 43, 2, 5);  // and to the entrance
  carve(canvas, 34, 48, 12, 9);
  add_pillars(canvas, 36, 50, 2, 2, 7, 4);
  carve(canvas, 38, 57, 4, 2);
}

void draw_library(Canvas& canvas) {
  carve(canvas, 4, 22, 18, 15);
  for (int y = 24; y < 36; y += 2) {
    canvas.fill_rect(6, y, 5, 1, kRock);
    canvas.fill_rect(13, y, 6, 1, kRock);
  }
  canvas.set(15, 28, kGround);  // a broken shelf
  canvas.set(16, 28, kGround);
  carve(canvas, 22, 34, 5, 1);
}

void draw_crypt(Canvas& canvas) {
  carve(canvas, 3, 6, 21, 8);
  for (int x = 4; x < 24; x += 3) {
    carve(canvas, x, 4, 1, 2);  // niches
    carve(canvas, x, 14, 1, 2);
  }
  for (int x = 7; x < 20; x += 4) canvas.fill_rect(x, 9, 2, 2, kRock);  // coffins
  carve(canvas, 24, 10, 7, 1);
  carve(canvas, 12, 16, 2, 6);
  canvas.set(12, 19, kRock);
}

void draw_rotunda(Canvas& canvas) {
  canvas.fill_disc(65.5, 34.5, 9.6, kGround);
  canvas.fill_disc(65.5, 34.5, 2.6, kWater);
  for (const auto& [x, y] :
       {std::pair{71, 34}, {69, 38}, {65, 40}, {61, 38}, {59, 34}, {61, 30}, {65, 28}, {69, 30}}) {
    canvas.set(x, y, kRock);
  }
  carve(canvas, 53, 34, 4, 1);
  carve(canvas, 64, 19, 3, 7);
}

void draw_prison(Canvas& canvas) {
  carve(canvas, 49, 11, 5, 1);
  carve(canvas, 54, 10, 23, 3);
  for (int x = 54; x < 76; x += 6) {
    carve(canvas, x, 4, 5, 5);  // two rows of cells with doors to the passage
    carve(canvas, x, 14, 5, 5);
    canvas.set(x + 2, 9, kGround);
    canvas.set(x + 2, 13, kGround);
  }
  canvas.set(68, 9, kRock);  // one door is walled up: its prisoner dug into the next cell
  canvas.set(71, 6, kGround);
  canvas.set(56, 13, kRock);              // and one cell is never opened
  canvas.fill_rect(63, 11, 2, 1, kRock);  // the guard's table
}

void draw_barracks(Canvas& canvas) {
  carve(canvas, 4, 44, 11, 13);
  for (int y = 45; y < 56; y += 3) {
    canvas.fill_rect(4, y, 3, 1, kRock);  // bunks
    canvas.fill_rect(12, y, 3, 1, kRock);
  }
  carve(canvas, 17, 47, 11, 10);
  canvas.fill_rect(19, 49, 2, 2, kRock);  // crates
  canvas.fill_rect(24, 48, 3, 2, kRock);
  canvas.fill_rect(20, 54, 3, 2, kRock);
  canvas.fill_rect(25, 53, 1, 2, kRock);
  carve(canvas, 15, 50, 2, 1);
  carve(canvas, 28, 52, 6, 2);
  canvas.draw_line(10.0, 44.0, 24.0, 33.0, 2.4, kGround);  // a tunnel that someone dug by hand
}

// A cave that the builders broke into, half under water.
void draw_flooded_cave(Canvas& canvas) {
  const Noise outline(41, 7.0, 2);
  const Noise depth(43, 6.0, 2);
  for (int y = 45; y < 59; ++y) {
    for (int x = 48; x < 79; ++x) {
      const double off_x = (x - 64) / 15.0;
      const double off_y = (y - 52) / 7.0;
      const double inside = 1.0 - off_x * off_x - off_y * off_y;
      if (inside + 1.3 * (outline.at(x, y) - 0.5) < 0.15) continue;
      const double water = inside + 2.0 * (depth.at(x, y) - 0.5);
      canvas.set(x, y, water > 0.9 ? kWater : water > 0.7 ? kShallows : kGround);
    }
  }
  carve(canvas, 46, 51, 6, 2);
  canvas.draw_line(66.0, 43.0, 68.0, 48.0, 2.2, kGround);
}

}  // namespace

Canvas draw_dungeon() {
  Canvas canvas(80, 60, kRock);
  draw_throne_room(canvas);
  draw_great_hall(canvas);
  draw_library(canvas);
  draw_crypt(canvas);
  draw_rotunda(canvas);
  draw_prison(canvas);
  draw_barracks(canvas);
  draw_flooded_cave(canvas);
  return canvas;
}

}  // namespace taut::maps
