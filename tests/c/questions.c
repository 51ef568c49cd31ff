/* Questions to a world: rays, nearest places, room, walkable paths, reasons in words. */
#include <math.h>
#include <string.h>
#include <taut.h>

#include "c/check.h"

/* 6 x 4, a wall of one tile at (2, 1) and a closed room at the right. */
static const char kMap[] = "....@.\n..@.@.\n....@.\n....@@\n";

static taut_world* make_map(void) {
  taut_world* world = NULL;
  CHECK(taut_world_read(kMap, sizeof kMap - 1, NULL, &world, NULL) == TAUT_OK);
  return world;
}

static void check_rays(const taut_world* world) {
  taut_ray ray;
  CHECK(taut_raycast(world, 0, 0.5F, 0.5F, 3.5F, 0.5F, &ray) == TAUT_OK);
  CHECK(ray.is_visible == 1 && ray.end.x == 3.5F && ray.tile_x == 3 && ray.tile_y == 0);
  CHECK(taut_raycast(world, 0, 0.5F, 1.5F, 3.5F, 1.5F, &ray) == TAUT_OK);
  CHECK(ray.is_visible == 0 && ray.end.x == 2.0F && ray.end.y == 1.5F);
  CHECK(ray.tile_x == 1 && ray.tile_y == 1 && ray.blocker_x == 2 && ray.blocker_y == 1);
  CHECK(taut_raycast(world, 0, 2.5F, 1.5F, 3.5F, 1.5F, &ray) == TAUT_INVALID_INPUT);
  CHECK(taut_raycast(world, 0, 0.5F, 0.5F, 99.0F, 0.5F, &ray) == TAUT_INVALID_INPUT);
  CHECK(taut_raycast(world, 0, NAN, 0.5F, 3.5F, 0.5F, &ray) == TAUT_BAD_ARGUMENT);
  CHECK(taut_raycast(world, 0, 0.5F, 0.5F, 1e30F, 0.5F, &ray) == TAUT_BAD_ARGUMENT);
  CHECK(taut_raycast(world, 0, 0.5F, 0.5F, 3.5F, 0.5F, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_raycast(NULL, 0, 0.5F, 0.5F, 3.5F, 0.5F, &ray) == TAUT_BAD_ARGUMENT);
}

static void check_sight(const taut_world* world) {
  uint32_t tiles[64], count = 9;
  taut_point points[16];
  /* From tile (0, 0) in its first row, up to the radius. */
  CHECK(taut_visible_tiles(world, 0, 0, 0, 1.0, tiles, 64, &count) == TAUT_OK);
  CHECK(count == 3 && tiles[0] == 0 && tiles[1] == 1 && tiles[2] == 6);
  CHECK(taut_visible_tiles(world, 0, 0, 0, 1.0, tiles, 2, &count) == TAUT_TRUNCATED && count == 3);
  CHECK(taut_visible_tiles(world, 0, 0, 0, 50.0, NULL, 0, &count) == TAUT_TRUNCATED && count > 3);
  CHECK(taut_visible_tiles(world, 0, 0, 0, 1.0, tiles, 3, NULL) == TAUT_OK);
  CHECK(taut_visible_tiles(world, 0, 2, 1, 1.0, tiles, 64, &count) == TAUT_INVALID_INPUT);
  CHECK(count == 0);
  CHECK(taut_visible_tiles(world, 0, -1, 0, 1.0, tiles, 64, &count) == TAUT_INVALID_INPUT);
  CHECK(taut_visible_tiles(world, 9, 0, 0, 1.0, tiles, 64, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_visible_tiles(world, 0, 0, 0, -1.0, tiles, 64, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_visible_tiles(world, 0, 0, 0, NAN, tiles, 64, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_visible_tiles(world, 0, 0, 0, 16385.0, tiles, 64, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_visible_tiles(world, 0, 0, 0, 1.0, NULL, 64, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_visible_tiles(NULL, 0, 0, 0, 1.0, tiles, 64, &count) == TAUT_BAD_ARGUMENT);

  CHECK(taut_visibility_polygon(world, 0, 0.5F, 0.5F, 0.5, points, 16, &count) == TAUT_OK);
  CHECK(count == 4 && points[0].x == 1.0F && points[0].y == 1.0F && points[2].x == 0.0F);
  CHECK(taut_visibility_polygon(world, 0, 0.5F, 0.5F, 0.5, points, 3, &count) == TAUT_TRUNCATED);
  CHECK(count == 4);
  CHECK(taut_visibility_polygon(world, 0, 2.5F, 1.5F, 1.0, points, 16, &count) ==
        TAUT_INVALID_INPUT);
  CHECK(taut_visibility_polygon(world, 0, NAN, 0.5F, 1.0, points, 16, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_visibility_polygon(world, 0, 0.5F, 0.5F, NAN, points, 16, &count) ==
        TAUT_BAD_ARGUMENT);
  CHECK(taut_visibility_polygon(world, 9, 0.5F, 0.5F, 1.0, points, 16, &count) ==
        TAUT_BAD_ARGUMENT);
  CHECK(taut_visibility_polygon(world, 0, 0.5F, 0.5F, 1.0, NULL, 16, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_visibility_polygon(NULL, 0, 0.5F, 0.5F, 1.0, points, 16, NULL) == TAUT_BAD_ARGUMENT);
}

static void check_nearest(const taut_world* world) {
  const taut_agent disc = {0.25, TAUT_AGENT_DISC, 0}, wide = {0.75, TAUT_AGENT_DISC, 0};
  const taut_agent square = {0.3, TAUT_AGENT_SQUARE, 0};
  taut_point at = {0, 0};
  CHECK(taut_nearest_walkable(world, 0, 2.25F, 1.5F, &at) == TAUT_OK && at.x == 2.0F);
  CHECK(taut_nearest_walkable(world, 0, 5.5F, 3.5F, &at) == TAUT_OK && at.x == 5.5F &&
        at.y == 3.0F);
  CHECK(taut_nearest_walkable(world, 0, -20.0F, 0.5F, &at) == TAUT_OK && at.x == 0.0F);
  CHECK(taut_nearest_walkable(world, 0, INFINITY, 0.5F, &at) == TAUT_BAD_ARGUMENT);
  CHECK(taut_nearest_walkable(world, 0, 0.5F, 0.5F, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_nearest_walkable(NULL, 0, 0.5F, 0.5F, &at) == TAUT_BAD_ARGUMENT);

  CHECK(taut_nearest_place(world, NULL, 0.5F, 0.5F, 5.5F, 0.5F, INFINITY, &at) == TAUT_OK);
  CHECK(at.x == 4.0F && at.y == 0.5F);
  CHECK(taut_nearest_place(world, &disc, 0.5F, 0.5F, 5.5F, 0.5F, INFINITY, &at) == TAUT_OK);
  CHECK(at.x == 3.75F && at.y == 0.5F);
  CHECK(taut_nearest_place(world, &square, 0.5F, 0.5F, 5.5F, 0.5F, INFINITY, &at) == TAUT_OK);
  CHECK(at.x <= 3.7F && at.x > 3.6F);
  CHECK(taut_nearest_place(world, NULL, 0.5F, 0.5F, 5.5F, 0.5F, 1.0, &at) == TAUT_NO_PATH);
  CHECK(taut_nearest_place(world, NULL, 2.5F, 1.5F, 0.5F, 0.5F, 1.0, &at) == TAUT_INVALID_INPUT);
  CHECK(taut_nearest_place(world, &disc, 0.1F, 0.1F, 1, 1, 1.0, &at) == TAUT_INVALID_INPUT);
  CHECK(taut_nearest_place(world, &wide, 1.0F, 1.0F, 1, 1, 1.0, &at) == TAUT_INVALID_INPUT);
  CHECK(taut_nearest_place(world, NULL, 0.5F, 0.5F, 1, 1, NAN, &at) == TAUT_BAD_ARGUMENT);
  CHECK(taut_nearest_place(world, NULL, 0.5F, 0.5F, 1, 1, -1.0, &at) == TAUT_BAD_ARGUMENT);
  CHECK(taut_nearest_place(world, NULL, NAN, 0.5F, 1, 1, 1.0, &at) == TAUT_BAD_ARGUMENT);
  CHECK(taut_nearest_place(world, NULL, 0.5F, 0.5F, 1, 1, 1.0, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_nearest_place(NULL, NULL, 0.5F, 0.5F, 1, 1, 1.0, &at) == TAUT_BAD_ARGUMENT);
}

static void check_room(const taut_world* world) {
  const taut_agent disc = {0.25, TAUT_AGENT_DISC, 0}, square = {0.3, TAUT_AGENT_SQUARE, 0};
  const taut_agent other = {0.4, TAUT_AGENT_SQUARE, 0}, bad = {0.4, -1, 0};
  CHECK(taut_world_has_room(world, NULL, 0.0F, 0.0F) == 1);
  CHECK(taut_world_has_room(world, &disc, 0.0F, 0.0F) == 0);
  CHECK(taut_world_has_room(world, &disc, 0.25F, 0.25F) == 1);
  CHECK(taut_world_has_room(world, &square, 0.5F, 0.5F) == 1);
  CHECK(taut_world_has_room(world, &square, 1.9F, 1.5F) == 0);
  CHECK(taut_world_has_room(world, &other, 0.5F, 0.5F) == 0);
  CHECK(taut_world_has_room(world, &bad, 0.5F, 0.5F) == 0);
  CHECK(taut_world_has_room(world, NULL, NAN, 0.5F) == 0);
  CHECK(taut_world_has_room(world, NULL, 0.5F, -INFINITY) == 0);
  CHECK(taut_world_has_room(NULL, NULL, 0.5F, 0.5F) == 0);
}

static void check_reach(const taut_world* world) {
  const taut_agent disc = {0.25, TAUT_AGENT_DISC, 0}, other = {0.4, TAUT_AGENT_SQUARE, 0};
  const taut_agent bad = {0.4, -1, 0};
  CHECK(taut_world_is_reachable(world, NULL, 0.5F, 0.5F, 3.5F, 0.5F) == 1);
  CHECK(taut_world_is_reachable(world, NULL, 0.5F, 0.5F, 5.5F, 0.5F) == 0);
  CHECK(taut_world_is_reachable(world, &disc, 0.5F, 0.5F, 3.5F, 0.5F) == 1);
  CHECK(taut_world_is_reachable(world, &disc, 0.5F, 0.5F, 3.9F, 0.5F) == 0);
  CHECK(taut_world_is_reachable(world, &other, 0.5F, 0.5F, 0.5F, 0.5F) == 0);
  CHECK(taut_world_is_reachable(world, &bad, 0.5F, 0.5F, 0.5F, 0.5F) == 0);
  CHECK(taut_world_is_reachable(world, NULL, NAN, 0.5F, 0.5F, 0.5F) == 0);
  CHECK(taut_world_is_reachable(world, NULL, 0.5F, 0.5F, 0.5F, INFINITY) == 0);
  CHECK(taut_world_is_reachable(NULL, NULL, 0.5F, 0.5F, 0.5F, 0.5F) == 0);
}

/* The tile (1, 0), or (0, 0), between or under two places of the upper left. */
static void check_cuts(const taut_world* world) {
  const taut_agent disc = {0.25, TAUT_AGENT_DISC, 0}, other = {0.4, TAUT_AGENT_SQUARE, 0};
  const taut_agent bad = {0.4, -1, 0};
  const taut_point start = {0.5F, 0.5F}, goal = {3.5F, 0.5F}, nowhere = {NAN, 0.5F};
  const taut_rect all = {0, 0, 9, 9}, none = {1, 1, 1, 2}, under = {0, 0, 1, 1};
  int32_t is_cut = 7;
  CHECK(taut_world_would_cut(world, NULL, &all, 1, &start, 1, &goal, 1, &is_cut) == TAUT_OK);
  CHECK(is_cut == 1);
  CHECK(taut_world_would_cut(world, &disc, &under, 1, &start, 1, &goal, 1, &is_cut) == TAUT_OK);
  CHECK(is_cut == 1);
  CHECK(taut_world_would_cut(world, &disc, &none, 1, &start, 1, &goal, 1, &is_cut) == TAUT_OK);
  CHECK(is_cut == 0);
  CHECK(taut_world_would_cut(world, NULL, &all, 1, &nowhere, 1, &goal, 1, &is_cut) == TAUT_OK);
  CHECK(is_cut == 0);
  CHECK(taut_world_would_cut(world, NULL, NULL, 0, NULL, 0, NULL, 0, &is_cut) == TAUT_OK);
  CHECK(is_cut == 0);
  CHECK(taut_world_would_cut(world, &other, &all, 1, &start, 1, &goal, 1, &is_cut) ==
        TAUT_INVALID_INPUT);
  CHECK(taut_world_would_cut(world, &bad, &all, 1, &start, 1, &goal, 1, &is_cut) ==
        TAUT_BAD_ARGUMENT);
  CHECK(taut_world_would_cut(world, NULL, NULL, 1, &start, 1, &goal, 1, &is_cut) ==
        TAUT_BAD_ARGUMENT);
  CHECK(taut_world_would_cut(world, NULL, &all, 1, &start, 1, &goal, 1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_would_cut(NULL, NULL, &all, 1, &start, 1, &goal, 1, &is_cut) ==
        TAUT_BAD_ARGUMENT);
}

static void check_paths(taut_world* world) {
  const taut_point around[3] = {{1.5F, 1.5F}, {2.0F, 1.0F}, {3.5F, 0.5F}};
  const taut_point through[2] = {{1.5F, 1.5F}, {3.5F, 1.5F}};
  const taut_point wide[3] = {{0.5F, 1.5F}, {1.7F, 0.5F}, {3.5F, 0.5F}};
  const taut_point nowhere[1] = {{NAN, 0.5F}};
  const taut_agent square = {0.3, TAUT_AGENT_SQUARE, 0}, disc = {0.3, TAUT_AGENT_DISC, 0};
  CHECK(taut_world_is_walkable_path(world, NULL, around, 3) == 1);
  CHECK(taut_world_is_walkable_path(world, NULL, around, 1) == 1);
  CHECK(taut_world_is_walkable_path(world, NULL, through, 2) == 0);
  CHECK(taut_world_is_walkable_path(world, &square, around, 3) == 0);
  CHECK(taut_world_is_walkable_path(world, &square, wide, 3) == 1);
  CHECK(taut_world_is_walkable_path(world, &square, wide, 1) == 1);
  CHECK(taut_world_is_walkable_path(world, &disc, wide, 3) == 0);
  CHECK(taut_world_is_walkable_path(world, NULL, nowhere, 1) == 0);
  CHECK(taut_world_is_walkable_path(world, NULL, around, 0) == 0);
  CHECK(taut_world_is_walkable_path(world, NULL, NULL, 3) == 0);
  CHECK(taut_world_is_walkable_path(NULL, NULL, around, 3) == 0);
  CHECK(taut_world_set(world, 2, 0, 3, 1, 0) == TAUT_OK);
  CHECK(taut_world_is_walkable_path(world, NULL, around, 3) == 0);
  CHECK(taut_world_is_walkable_path(world, &square, wide, 3) == 0);
  CHECK(taut_world_set(world, 2, 0, 3, 1, 1) == TAUT_OK);
}

static void check_words(const taut_world* world) {
  const taut_agent agents[] = {
      {0.25, TAUT_AGENT_DISC, 0}, {NAN, TAUT_AGENT_DISC, 0}, {0.45, TAUT_AGENT_POINT, 0}};
  taut_find_options disc, bad, wide_point;
  char text[200] = "?";
  char small[9];
  uint32_t length = 0;
  taut_find_options_init(&disc);
  bad = wide_point = disc;
  disc.agent = agents[0];
  bad.agent = agents[1];
  wide_point.agent = agents[2];
  CHECK(taut_explain(world, TAUT_REASON_BAD_OPTIONS, 1, 1, 1, 1, &wide_point, text, 200, NULL) ==
        TAUT_OK);
  CHECK(strcmp(text, "A point has the radius 0, not 0.45.") == 0);
  CHECK(taut_explain(world, TAUT_REASON_NOT_CONNECTED, 0.5F, 0.5F, 5.5F, 0.5F, NULL, text, 200,
                     &length) == TAUT_OK);
  CHECK(strcmp(text, "No way leads from (0.5, 0.5) to (5.5, 0.5).") == 0);
  CHECK(length == strlen(text));
  CHECK(taut_explain(world, TAUT_REASON_NOT_CONNECTED, 0.5F, 0.5F, 5.5F, 0.5F, NULL, small, 9,
                     &length) == TAUT_TRUNCATED);
  CHECK(strcmp(small, "No way l") == 0 && length == strlen(text));
  CHECK(taut_explain(world, 10, 0, 0, 0, 0, NULL, text, 200, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_explain(world, 12, 0, 0, 0, 0, NULL, text, 200, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_explain(world, TAUT_REASON_LIMIT, 0, 0, 0, 0, NULL, NULL, 0, NULL) == TAUT_TRUNCATED);
  CHECK(taut_explain(world, TAUT_REASON_START_TOO_NEAR, 0.125F, 0.5F, 3.5F, 0.5F, &disc, text, 200,
                     NULL) == TAUT_OK);
  CHECK(strcmp(text,
               "The start (0.125, 0.5) is 0.125 tiles from a wall; "
               "the agent's radius is 0.25.") == 0);
  CHECK(taut_explain(world, TAUT_REASON_START_BLOCKED, NAN, 0.5F, 3.5F, 0.5F, &bad, text, 200,
                     NULL) == TAUT_OK);
  CHECK(strstr(text, "nan") != NULL);
  CHECK(taut_explain(world, TAUT_REASON_GOAL_TOO_NEAR, 0.5F, 0.5F, NAN, 0.5F, &disc, text, 200,
                     NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_explain(world, TAUT_REASON_GOAL_TOO_NEAR, 0.5F, 0.5F, 1, 0.5F, &bad, text, 200,
                     NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_explain(world, TAUT_REASON_BROKEN, 0, 0, 0, 0, NULL, text, 200, NULL) == TAUT_OK);
  CHECK(strlen(text) > 10);
  CHECK(taut_explain(world, TAUT_REASON_BROKEN + 1, 0, 0, 0, 0, NULL, text, 200, NULL) ==
        TAUT_BAD_ARGUMENT);
  CHECK(taut_explain(world, -1, 0, 0, 0, 0, NULL, text, 200, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_explain(world, 0, 0, 0, 0, 0, NULL, NULL, 200, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_explain(NULL, 0, 0, 0, 0, 0, NULL, text, 200, &length) == TAUT_BAD_ARGUMENT);
  CHECK(text[0] == '\0' && length == 0);
}

void check_questions(void) {
  const taut_agent square = {0.3, TAUT_AGENT_SQUARE, 0}, disc = {0.25, TAUT_AGENT_DISC, 0};
  taut_world* world = make_map();
  CHECK(taut_world_prepare_agent(world, &square, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &disc, NULL) == TAUT_OK);
  check_rays(world);
  check_sight(world);
  check_nearest(world);
  check_room(world);
  check_reach(world);
  check_cuts(world);
  check_paths(world);
  check_words(world);
  taut_world_destroy(world);

  world = NULL;
  taut_point at;
  const uint8_t blocked[1] = {0};
  CHECK(taut_world_create(1, 1, blocked, &world, NULL) == TAUT_OK);
  CHECK(taut_nearest_walkable(world, 0, 0.5F, 0.5F, &at) == TAUT_NO_PATH);
  taut_world_destroy(world);
}
