/* Worlds: made, edited, destroyed, and their tiles. */
#include <math.h>
#include <string.h>
#include <taut.h>

#include "c/check.h"

static const char kRoom[] = ".@...\n.@.@.\n...@.\n";

static void check_made_from_bytes(void) {
  const uint8_t bytes[6] = {1, 0, 7, 255, 1, 0};
  const uint8_t as_told[6] = {1, 0, 1, 1, 1, 0};
  uint8_t tiles[6] = {9, 9, 9, 9, 9, 9};
  uint32_t count = 99;
  taut_world* world = NULL;
  CHECK(taut_world_create(3, 2, bytes, &world, NULL) == TAUT_OK && world != NULL);
  CHECK(taut_world_width(world) == 3 && taut_world_height(world) == 2);
  CHECK(taut_world_revision(world) == 0 && taut_world_memory_bytes(world) > 0);
  CHECK(taut_world_tiles(world, NULL, 0, &count) == TAUT_TRUNCATED && count == 6);
  CHECK(taut_world_tiles(world, tiles, 4, NULL) == TAUT_TRUNCATED);
  CHECK(memcmp(tiles, as_told, 4) == 0 && tiles[4] == 9);
  CHECK(taut_world_tiles(world, tiles, 6, &count) == TAUT_OK && memcmp(tiles, as_told, 6) == 0);
  taut_world_destroy(world);

  CHECK(taut_world_create(4, 1, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_tiles(world, tiles, 6, &count) == TAUT_OK && count == 4);
  CHECK(tiles[0] == 1 && tiles[3] == 1);
  taut_world_destroy(world);
}

static void check_bad_sides(void) {
  taut_error error;
  taut_world* world = (taut_world*)&error; /* to be replaced by NULL */
  CHECK(taut_world_create(0, 5, NULL, &world, &error) == TAUT_BAD_ARGUMENT && world == NULL);
  CHECK(strcmp(error.text, "taut: Grid: width 0 is not within 1 to 16384") == 0);
  CHECK(taut_world_create(5, 16385, NULL, &world, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: Grid: height 16385 is not within 1 to 16384") == 0);
  CHECK(taut_world_create(INT32_MIN, INT32_MAX, NULL, &world, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_create(5, 5, NULL, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: world is NULL") == 0);
  CHECK(taut_world_create(5, 5, NULL, NULL, NULL) == TAUT_BAD_ARGUMENT);
}

static void check_read(void) {
  taut_error error;
  taut_world* world = NULL;
  const char octile[] = "type octile\nheight 1\nwidth 2\nmap\n.@\n";
  memset(error.text, '?', sizeof error.text);
  CHECK(taut_world_read(kRoom, sizeof kRoom - 1, "room", &world, &error) == TAUT_OK);
  CHECK(error.text[0] == '?'); /* not changed */
  CHECK(taut_world_width(world) == 5 && taut_world_height(world) == 3);
  taut_world_destroy(world);
  CHECK(taut_world_read(octile, sizeof octile - 1, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_width(world) == 2 && taut_world_height(world) == 1);
  taut_world_destroy(world);

  CHECK(taut_world_read("...\n..\n", 7, "room", &world, &error) == TAUT_BAD_ARGUMENT);
  CHECK(world == NULL && strncmp(error.text, "room:2:", 7) == 0);
  CHECK(taut_world_read("", 0, NULL, &world, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strncmp(error.text, "map:", 4) == 0);
  CHECK(taut_world_read(NULL, 3, NULL, &world, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: text is NULL") == 0);
  CHECK(taut_world_read(kRoom, 5, NULL, NULL, NULL) == TAUT_BAD_ARGUMENT);
}

static void check_edits(void) {
  const taut_rect rects[2] = {{0, 0, 2, 2}, {-5, -5, 1, 100}};
  taut_rect changes[3];
  uint32_t count = 0;
  taut_world* world = NULL;
  CHECK(taut_world_create(4, 4, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 1, 1, 3, 3, 0) == TAUT_OK);
  CHECK(taut_world_is_walkable(world, 1, 1) == 0 && taut_world_is_walkable(world, 3, 3) == 1);
  CHECK(taut_world_revision(world) == 1);
  CHECK(taut_world_set(world, 1, 1, 3, 3, 0) == TAUT_OK && taut_world_revision(world) == 1);
  CHECK(taut_world_set(world, 3, 3, 1, 1, 1) == TAUT_OK && taut_world_revision(world) == 1);
  CHECK(taut_world_set(world, INT32_MIN, INT32_MIN, INT32_MAX, 1, 0) == TAUT_OK);
  CHECK(taut_world_is_walkable(world, 0, 0) == 0 && taut_world_is_walkable(world, 0, 1) == 1);
  CHECK(taut_world_set_rects(world, rects, 2, 5) == TAUT_OK && taut_world_revision(world) == 3);
  CHECK(taut_world_is_walkable(world, 1, 1) == 1 && taut_world_is_walkable(world, 2, 2) == 0);

  CHECK(taut_world_changes_since(world, 1, changes, 3, &count) == TAUT_OK && count == 2);
  CHECK(changes[1].x0 == 0 && changes[1].x1 == 2);
  CHECK(taut_world_changes_since(world, 1, changes, 1, &count) == TAUT_TRUNCATED && count == 2);
  CHECK(taut_world_changes_since(world, 3, NULL, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_changes_since(world, 4, changes, 3, &count) == TAUT_INVALID_INPUT);
  CHECK(taut_world_changes_since(world, 1, NULL, 3, &count) == TAUT_BAD_ARGUMENT);

  CHECK(taut_world_set_rects(world, NULL, 0, 0) == TAUT_OK);
  CHECK(taut_world_set_rects(world, NULL, 1, 0) == TAUT_BAD_ARGUMENT);
  taut_world_destroy(world);
}

static void check_classes(void) {
  const uint8_t as_set[4] = {0, 5, 0, 0};
  uint8_t classes[4] = {9, 9, 9, 9};
  uint32_t count = 0;
  taut_world* world = NULL;
  CHECK(taut_world_create(2, 2, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_classes(world, NULL, 0, &count) == TAUT_TRUNCATED && count == 4);
  CHECK(taut_world_classes(world, classes, 3, NULL) == TAUT_TRUNCATED);
  CHECK(classes[2] == 0 && classes[3] == 9);
  CHECK(taut_world_set_class(world, 1, 0, 9, 1, 5, NULL) == TAUT_OK);
  CHECK(taut_world_revision(world) == 1);
  CHECK(taut_world_classes(world, classes, 4, NULL) == TAUT_OK);
  CHECK(memcmp(classes, as_set, 4) == 0);
  CHECK(taut_world_set_class(world, 1, 0, 2, 1, 5, NULL) == TAUT_OK);
  CHECK(taut_world_set_class(world, 1, 0, 2, 1, -1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_revision(world) == 1);
  taut_world_destroy(world);
}

/* Every method finds the cheap path of an agent whose ground has costs. */
static void check_costly_path(const taut_world* world) {
  taut_find_options options;
  taut_path path;
  taut_finder* finder = NULL;
  taut_find_options_init(&options);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  for (int32_t method = TAUT_METHOD_BEST; method <= TAUT_METHOD_FAST; ++method) {
    options.method = method;
    options.agent.ground = 3;
    CHECK(taut_find(finder, 0.5F, 0.5F, 1.5F, 0.5F, &options, &path) == TAUT_OK);
    CHECK(path.length == 1.0 && path.cost == 2.5 && path.method == TAUT_METHOD_OPTIMAL);
    options.agent.ground = 0;
    CHECK(taut_find(finder, 0.5F, 0.5F, 1.5F, 0.5F, &options, &path) == TAUT_OK);
    CHECK(path.length == 1.0 && path.cost == 1.0);
  }
  taut_finder_destroy(finder);
}

static void check_factors(void) {
  const float bad[5] = {0.1F, 256.0F, 0.0F, NAN, -INFINITY};
  const taut_agent point = {0.0, TAUT_AGENT_POINT, 3};
  float factors[TAUT_GROUND_CLASSES];
  taut_error error;
  taut_world* world = NULL;
  for (int i = 0; i < TAUT_GROUND_CLASSES; ++i) factors[i] = 1.0F;
  CHECK(taut_world_create(2, 2, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set_class(world, 1, 0, 9, 1, 5, NULL) == TAUT_OK);
  for (int i = 0; i < 5; ++i) {
    factors[5] = bad[i];
    CHECK(taut_world_set_ground(world, 3, factors, &error) == TAUT_BAD_ARGUMENT);
    CHECK(strstr(error.text, "0.125 to 255") != NULL);
  }
  CHECK(taut_world_revision(world) == 1);
  factors[5] = 4.0F;
  CHECK(taut_world_set_ground(world, 3, factors, NULL) == TAUT_OK);
  CHECK(taut_world_set_ground(world, 3, factors, NULL) == TAUT_OK);
  CHECK(taut_world_revision(world) == 2);
  CHECK(taut_world_prepare_agent(world, &point, NULL) == TAUT_OK);
  check_costly_path(world);
  taut_world_destroy(world);
}

static void check_margin(void) {
  const taut_agent careful = {0.0, TAUT_AGENT_POINT, 2};
  float factors[TAUT_GROUND_CLASSES];
  taut_find_options options;
  taut_path path;
  taut_error error;
  taut_world* world = NULL;
  taut_finder* finder = NULL;
  for (int i = 0; i < TAUT_GROUND_CLASSES; ++i) factors[i] = 1.0F;
  CHECK(taut_world_create(40, 9, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set_ground_margin(world, 2, factors, 9, 1.3F, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "Ground::set_margin: tiles 9 is not within 0 to 8") != NULL);
  CHECK(taut_world_set_ground_margin(world, 2, factors, 2, 0.5F, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "Ground::set_margin: factor 0.5 is not within 1 to 255") != NULL);
  CHECK(taut_world_set_ground_margin(world, 2, factors, 2, NAN, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_set_ground_margin(world, 2, factors, 2, 1.3F, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &careful, NULL) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  taut_find_options_init(&options);
  options.agent = careful;
  CHECK(taut_find(finder, 0.5F, 0.5F, 39.5F, 0.5F, &options, &path) == TAUT_OK);
  CHECK(path.length > 39.0 && path.cost < 1.3 * 39.0);
  CHECK(taut_world_set_ground(world, 2, factors, NULL) == TAUT_OK);
  CHECK(taut_find(finder, 0.5F, 0.5F, 39.5F, 0.5F, &options, &path) == TAUT_OK);
  CHECK(path.length == 39.0 && path.cost == 39.0);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}

static void check_grounds(void) {
  float factors[TAUT_GROUND_CLASSES];
  const taut_agent boat = {0.4, TAUT_AGENT_DISC, 7}, none = {0.4, TAUT_AGENT_DISC, 8};
  const taut_agent strange = {0.4, TAUT_AGENT_DISC, 256};
  taut_find_options options;
  taut_path path;
  taut_error error;
  taut_ray ray;
  taut_point at;
  taut_world* world = NULL;
  taut_finder* finder = NULL;
  for (int i = 0; i < TAUT_GROUND_CLASSES; ++i) factors[i] = 1.0F;
  factors[3] = INFINITY;
  taut_find_options_init(&options);
  options.agent = boat;
  CHECK(taut_world_create(6, 2, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set_class(world, 2, 0, 3, 9, 3, NULL) == TAUT_OK);
  CHECK(taut_world_class(world, 2, 1) == 3 && taut_world_class(world, 2, 2) == 0);
  CHECK(taut_world_set_class(world, 2, 0, 3, 9, 256, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::set_class: class 256 is not within 0 to 255") == 0);
  CHECK(taut_world_prepare_agent(world, &boat, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::prepare: no ground has the number 7") == 0);
  CHECK(taut_world_set_ground(world, 0, factors, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_set_ground(world, 7, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_set_ground(world, 7, factors, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &boat, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &strange, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::prepare: no agent has the ground 256") == 0);
  CHECK(taut_world_is_prepared(world, &boat) == 1 && taut_world_is_prepared(world, &none) == 0);
  CHECK(taut_world_has_room(world, &boat, 1.6F, 1) == 1);
  CHECK(taut_world_has_room(world, &boat, 1.7F, 1) == 0);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_find(finder, 1, 1, 5, 1, &options, &path) == TAUT_NO_PATH);
  factors[3] = 1.0F;
  CHECK(taut_world_set_ground(world, 7, factors, NULL) == TAUT_OK);
  CHECK(taut_find(finder, 1, 1, 5, 1, &options, &path) == TAUT_OK && path.length == 4.0);
  factors[3] = 0.1F;
  CHECK(taut_world_set_ground(world, 7, factors, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "Ground::set: factor 0.1") != NULL);
  CHECK(taut_find(finder, 1, 1, 5, 1, &options, &path) == TAUT_OK && path.length == 4.0);
  factors[3] = INFINITY;
  CHECK(taut_world_set_ground(world, 7, factors, NULL) == TAUT_OK);
  CHECK(taut_raycast(world, 0, 1, 1, 5, 1, &ray) == TAUT_OK && ray.is_visible == 1);
  CHECK(taut_raycast(world, 7, 1, 1, 5, 1, &ray) == TAUT_OK && ray.is_visible == 0);
  CHECK(ray.end.x == 2.0F && ray.blocker_x == 2);
  CHECK(taut_raycast(world, 8, 1, 1, 5, 1, &ray) == TAUT_BAD_ARGUMENT);
  CHECK(taut_nearest_walkable(world, 7, 2.25F, 1, &at) == TAUT_OK && at.x == 2.0F);
  CHECK(taut_nearest_walkable(world, -1, 2.25F, 1, &at) == TAUT_BAD_ARGUMENT);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}

static void check_prepare(void) {
  const taut_agent wide = {1.5, TAUT_AGENT_DISC, 0}, square = {0.7, TAUT_AGENT_SQUARE, 0};
  const taut_agent wider = {2.5, TAUT_AGENT_DISC, 0};
  const taut_agent flat = {0.0, TAUT_AGENT_SQUARE, 0}, shapeless = {0.5, 9, 0};
  const taut_agent bad = {NAN, TAUT_AGENT_DISC, 0}, point = {0.0, TAUT_AGENT_POINT, 0};
  const taut_agent no_point = {0.45, TAUT_AGENT_POINT, 0};
  taut_error error;
  taut_world* world = NULL;
  CHECK(taut_world_create(8, 8, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_is_prepared(world, &wide) == 0 && taut_world_is_prepared(world, &point) == 1);
  CHECK(taut_world_is_prepared(world, &wider) == 0 && taut_world_is_prepared(world, NULL) == 1);
  CHECK(taut_world_prepare_agent(world, &wide, NULL) == TAUT_OK);
  CHECK(taut_world_is_prepared(world, &wider) == 0);
  CHECK(taut_world_prepare_agent(world, &square, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &point, NULL) == TAUT_OK);
  CHECK(taut_world_is_prepared(world, &wide) == 1 && taut_world_is_prepared(world, &square) == 1);
  CHECK(taut_world_prepare_agent(world, &no_point, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_is_prepared(world, &no_point) == 0);
  CHECK(taut_world_prepare_agent(world, &flat, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::prepare: no square agent has the radius 0") == 0);
  CHECK(taut_world_prepare_agent(world, &shapeless, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::prepare: no agent has the shape 9") == 0);
  CHECK(taut_world_prepare_agent(world, &bad, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "nan is not within 0 to 32") != NULL);
  CHECK(taut_world_prepare_agent(world, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: agent is NULL") == 0);
  CHECK(taut_world_is_prepared(world, &bad) == 0 && taut_world_is_prepared(world, &flat) == 0);
  taut_world_destroy(world);
}

/* They follow edits: each is outdated until it is rebuilt. */
static void check_landmarks(void) {
  taut_error error;
  uint32_t count = 7;
  taut_world* world = NULL;
  CHECK(taut_world_read(".....\n.@.@.\n.....\n", 18, NULL, &world, NULL) == TAUT_OK);
  const uint64_t bytes = taut_world_memory_bytes(world);
  CHECK(taut_world_refresh_landmarks(world, 1, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_keep_landmarks(world, 3, NULL) == TAUT_OK);
  CHECK(taut_world_memory_bytes(world) > bytes);
  CHECK(taut_world_refresh_landmarks(world, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_set(world, 2, 0, 3, 1, 0) == TAUT_OK);
  CHECK(taut_world_refresh_landmarks(world, 0, &count) == TAUT_OK && count == 3);
  CHECK(taut_world_refresh_landmarks(world, 2, &count) == TAUT_OK && count == 1);
  CHECK(taut_world_refresh_landmarks(world, 2, NULL) == TAUT_OK);
  CHECK(taut_world_refresh_landmarks(world, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_keep_landmarks(world, 65, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "World::keep_landmarks: count 65") != NULL);
  CHECK(taut_world_set(world, 2, 0, 3, 1, 1) == TAUT_OK);
  CHECK(taut_world_keep_landmarks(world, 0, NULL) == TAUT_OK);
  CHECK(taut_world_refresh_landmarks(world, 0, &count) == TAUT_OK && count == 0);
  /* On so small a map they save nothing. */
  const uint64_t without = taut_world_memory_bytes(world);
  CHECK(taut_world_keep_landmarks(world, TAUT_LANDMARKS_BY_MAP, NULL) == TAUT_OK);
  CHECK(taut_world_memory_bytes(world) == without);
  taut_world_destroy(world);
}

/* An edit outdates it; queries search until it is rebuilt. */
static void check_index(void) {
  const taut_agent disc = {0.25, TAUT_AGENT_DISC, 0};
  uint32_t count = 7;
  taut_world* world = NULL;
  CHECK(taut_world_read(".....\n.@.@.\n.....\n", 18, NULL, &world, NULL) == TAUT_OK);
  const uint64_t bytes = taut_world_memory_bytes(world);
  CHECK(taut_world_refresh_index(world, 1, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_keep_index(world, 1 << 20) == TAUT_OK);
  CHECK(taut_world_memory_bytes(world) > bytes);
  CHECK(taut_world_has_index(world, NULL) == 1 && taut_world_has_index(world, &disc) == 0);
  CHECK(taut_world_prepare_agent(world, &disc, NULL) == TAUT_OK);
  CHECK(taut_world_has_index(world, &disc) == 1);
  CHECK(taut_world_set(world, 2, 0, 3, 1, 0) == TAUT_OK);
  CHECK(taut_world_has_index(world, NULL) == 0);
  CHECK(taut_world_refresh_index(world, 0, &count) == TAUT_OK && count == 2);
  CHECK(taut_world_refresh_index(world, 1, &count) == TAUT_OK && count == 1);
  CHECK(taut_world_has_index(world, NULL) == 1 && taut_world_has_index(world, &disc) == 0);
  CHECK(taut_world_refresh_index(world, 5, NULL) == TAUT_OK);
  CHECK(taut_world_refresh_index(world, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_keep_index(world, 16) == TAUT_OK); /* too few bytes */
  CHECK(taut_world_has_index(world, NULL) == 0);
  CHECK(taut_world_keep_index(world, UINT64_MAX) == TAUT_OK);
  CHECK(taut_world_has_index(world, NULL) == 1);
  CHECK(taut_world_keep_index(world, 0) == TAUT_OK);
  CHECK(taut_world_has_index(world, NULL) == 0);
  taut_world_destroy(world);
}

static void check_null_world(void) {
  const taut_agent agent = {0.5, TAUT_AGENT_DISC, 0};
  uint32_t count = 7;
  uint8_t tiles[1];
  taut_rect rects[1];
  taut_world_destroy(NULL);
  CHECK(taut_world_width(NULL) == 0 && taut_world_height(NULL) == 0);
  CHECK(taut_world_revision(NULL) == 0 && taut_world_memory_bytes(NULL) == 0);
  CHECK(taut_world_set(NULL, 0, 0, 1, 1, 1) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_set_class(NULL, 0, 0, 1, 1, 2, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_prepare_agent(NULL, &agent, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_keep_landmarks(NULL, 4, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_refresh_landmarks(NULL, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);
  count = 7;
  CHECK(taut_world_keep_index(NULL, 4) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_refresh_index(NULL, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(taut_world_has_index(NULL, NULL) == 0);
  CHECK(taut_world_is_walkable(NULL, 0, 0) == 0 && taut_world_is_prepared(NULL, &agent) == 0);
  CHECK(taut_world_tiles(NULL, tiles, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);
  count = 7;
  CHECK(taut_world_classes(NULL, tiles, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);
  count = 7;
  CHECK(taut_world_changes_since(NULL, 0, rects, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);
}

taut_world* make_road(const taut_agent* agents, uint32_t count) {
  float factors[TAUT_GROUND_CLASSES];
  taut_world* world = NULL;
  for (int i = 0; i < TAUT_GROUND_CLASSES; ++i) factors[i] = 1.0F;
  factors[7] = 3.0F;
  CHECK(taut_world_create(10, 1, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set_ground(world, 1, factors, NULL) == TAUT_OK);
  for (uint32_t i = 0; i < count; ++i) {
    CHECK(taut_world_prepare_agent(world, agents + i, NULL) == TAUT_OK);
  }
  return world;
}

void check_worlds(void) {
  check_made_from_bytes();
  check_bad_sides();
  check_read();
  check_edits();
  check_classes();
  check_factors();
  check_margin();
  check_grounds();
  check_prepare();
  check_landmarks();
  check_index();
  check_null_world();
}
