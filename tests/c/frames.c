/* Frames: places, turns and rectangles between the user's units and tiles. */
#include <math.h>
#include <string.h>
#include <taut_frame.h>

#include "c/check.h"

/* Tiles of 2 units from (100, 50) on, downwards and upwards. */
static const taut_frame kDown = {100.0, 50.0, 2.0, 0, 0};
static const taut_frame kUp = {100.0, 50.0, 2.0, 1, 0};

_Static_assert(sizeof(taut_frame) == 32, "taut_frame");

static void check_places(void) {
  taut_point places[2] = {{103.0F, 53.0F}, {100.0F, 45.0F}};
  taut_point out[2];
  CHECK(taut_frame_to_tiles(&kDown, places, 2, out) == TAUT_OK);
  CHECK(out[0].x == 1.5F && out[0].y == 1.5F && out[1].x == 0.0F && out[1].y == -2.5F);
  CHECK(taut_frame_from_tiles(&kDown, out, 2, out) == TAUT_OK);
  CHECK(memcmp(out, places, sizeof(out)) == 0);
  CHECK(taut_frame_to_tiles(&kUp, places, 2, places) == TAUT_OK);
  CHECK(places[0].y == -1.5F && places[1].x == 0.0F && places[1].y == 2.5F);
  CHECK(taut_frame_from_tiles(&kUp, places, 0, NULL) == TAUT_OK);
}

static void check_turns(void) {
  taut_turn turn = {1.0, 2.0, 3.0, 4.0, {5.0F, 6.0F}, TAUT_TURN_LEFT, 0};
  taut_turn out;
  CHECK(taut_frame_turns_from_tiles(&kUp, &turn, 1, &out) == TAUT_OK);
  CHECK(out.entry_x == 102.0 && out.entry_y == 46.0 && out.exit_x == 106.0 && out.exit_y == 42.0);
  CHECK(out.center.x == 110.0F && out.center.y == 38.0F && out.kind == TAUT_TURN_RIGHT);
  CHECK(taut_frame_turns_to_tiles(&kUp, &out, 1, &out) == TAUT_OK);
  CHECK(memcmp(&out, &turn, sizeof(out)) == 0);
  CHECK(taut_frame_turns_from_tiles(&kDown, &turn, 1, &out) == TAUT_OK);
  CHECK(out.entry_y == 54.0 && out.kind == TAUT_TURN_LEFT);
  turn.kind = TAUT_TURN_GOAL + 1;
  CHECK(taut_frame_turns_from_tiles(&kDown, &turn, 1, &out) == TAUT_BAD_ARGUMENT);
  CHECK(out.entry_y == 54.0);
  CHECK(taut_frame_turns_to_tiles(&kDown, &turn, 1, &out) == TAUT_BAD_ARGUMENT);
  CHECK(taut_frame_turns_to_tiles(&kDown, NULL, 1, &out) == TAUT_BAD_ARGUMENT);
}

static void check_rects(void) {
  const taut_point low = {101.0F, 44.0F}, high = {105.0F, 49.0F};
  taut_rect tiles;
  taut_point from, to;
  CHECK(taut_frame_rect_to_tiles(&kUp, low, high, &tiles) == TAUT_OK);
  CHECK(tiles.x0 == 0 && tiles.y0 == 0 && tiles.x1 == 3 && tiles.y1 == 3);
  CHECK(taut_frame_rect_from_tiles(&kUp, tiles, &from, &to) == TAUT_OK);
  CHECK(from.x == 100.0F && from.y == 44.0F && to.x == 106.0F && to.y == 50.0F);
  CHECK(taut_frame_rect_to_tiles(&kDown, high, low, &tiles) == TAUT_OK);
  CHECK(tiles.x0 == tiles.x1 && tiles.y0 == tiles.y1);
  CHECK(taut_frame_rect_to_tiles(&kDown, low, high, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_frame_rect_from_tiles(&kDown, tiles, NULL, &to) == TAUT_BAD_ARGUMENT);
}

static void check_bad_frames(void) {
  const taut_frame bad[] = {{NAN, 0.0, 1.0, 0, 0}, {0.0, 2e12, 1.0, 0, 0}, {0.0, 0.0, 0.0, 0, 0},
                            {0.0, 0.0, 2e9, 0, 0}, {0.0, 0.0, -1.0, 0, 0}, {0.0, 0.0, NAN, 0, 0}};
  const taut_turn turn = {1.0, 2.0, 3.0, 4.0, {5.0F, 6.0F}, TAUT_TURN_LEFT, 0};
  const taut_rect tiles = {1, 2, 3, 4};
  taut_point place = {1.0F, 2.0F}, low = {3.0F, 4.0F}, high = {5.0F, 6.0F};
  taut_turn other = turn;
  taut_rect rect = tiles;
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
    CHECK(taut_frame_to_tiles(&bad[i], &place, 1, &place) == TAUT_BAD_ARGUMENT);
    CHECK(taut_frame_from_tiles(&bad[i], &place, 1, &place) == TAUT_BAD_ARGUMENT);
    CHECK(taut_frame_turns_to_tiles(&bad[i], &turn, 1, &other) == TAUT_BAD_ARGUMENT);
    CHECK(taut_frame_turns_from_tiles(&bad[i], &turn, 1, &other) == TAUT_BAD_ARGUMENT);
    CHECK(taut_frame_rect_to_tiles(&bad[i], low, high, &rect) == TAUT_BAD_ARGUMENT);
    CHECK(taut_frame_rect_from_tiles(&bad[i], tiles, &low, &high) == TAUT_BAD_ARGUMENT);
  }
  CHECK(memcmp(&turn, &other, sizeof(turn)) == 0 && memcmp(&tiles, &rect, sizeof(tiles)) == 0);
  CHECK(low.x == 3.0F && low.y == 4.0F && high.x == 5.0F && high.y == 6.0F);
  CHECK(taut_frame_from_tiles(NULL, &place, 1, &place) == TAUT_BAD_ARGUMENT);
  CHECK(taut_frame_to_tiles(&kDown, &place, 1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(place.x == 1.0F && place.y == 2.0F);
}

void check_frames(void) {
  check_places();
  check_turns();
  check_rects();
  check_bad_frames();
}
