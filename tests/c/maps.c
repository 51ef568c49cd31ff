/* Worlds from text and to text, by letters; maps of numbers. */
#include <math.h>
#include <string.h>
#include <taut_links.h>
#include <taut_maps.h>

#include "c/check.h"

static const char kText[] = "type octile\nheight 2\nwidth 4\nmap\n.Ss@\nSSw.\n";
static const taut_letter kLetters[] = {{'S', 1, 1}, {'s', 1, 0}, {'w', 255, 7}};

static void check_round_trip(void) {
  const uint8_t classes[8] = {0, 1, 1, 0, 1, 1, 255, 0}, tiles[8] = {1, 1, 0, 0, 1, 1, 1, 1};
  uint8_t read[8];
  char text[sizeof kText];
  uint32_t length = 0;
  taut_error error;
  taut_world* world = NULL;
  memset(error.text, '?', sizeof error.text);
  CHECK(taut_world_read_letters(kText, sizeof kText - 1, "room", kLetters, 3, &world, &error) ==
        TAUT_OK);
  CHECK(taut_world_classes(world, read, 8, NULL) == TAUT_OK && memcmp(read, classes, 8) == 0);
  CHECK(taut_world_tiles(world, read, 8, NULL) == TAUT_OK && memcmp(read, tiles, 8) == 0);
  CHECK(taut_world_write(world, kLetters, 3, NULL, 0, &length, &error) == TAUT_TRUNCATED);
  CHECK(length == sizeof kText - 1);
  CHECK(taut_world_write(world, kLetters, 3, text, length, NULL, &error) == TAUT_OK);
  CHECK(memcmp(text, kText, length) == 0);
  CHECK(error.text[0] == '?'); /* not changed */
  CHECK(taut_world_write(world, kLetters, 2, text, 4, &length, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text,
               "format_map: no letter is given for tile (2, 1), which is walkable and "
               "of class 255") == 0);
  CHECK(length == 0);
  taut_world_destroy(world);
  /* Without letters both are as they always were. */
  CHECK(taut_world_read_letters(".@", 2, NULL, NULL, 0, &world, NULL) == TAUT_OK);
  CHECK(taut_world_write(world, NULL, 0, text, sizeof text, &length, NULL) == TAUT_OK);
  CHECK(length == 36 && memcmp(text + 33, ".@\n", 3) == 0);
  taut_world_destroy(world);
}

static void check_letter(int32_t letter, int32_t terrain_class, const char* words) {
  const taut_letter letters[] = {{'S', 1, 1}, {0, 0, 1}};
  taut_letter bad[2];
  taut_error error;
  taut_world* world = (taut_world*)&error; /* to be replaced by NULL */
  memcpy(bad, letters, sizeof bad);
  bad[1].letter = letter;
  bad[1].terrain_class = terrain_class;
  CHECK(taut_world_read_letters(".", 1, "m", bad, 2, &world, &error) == TAUT_BAD_ARGUMENT);
  CHECK(world == NULL && strcmp(error.text, words) == 0);
  CHECK(taut_world_read_letters(".", 1, "m", letters, 1, &world, NULL) == TAUT_OK);
  CHECK(taut_world_write(world, bad, 2, NULL, 0, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "letter") != NULL);
  taut_world_destroy(world);
}

static void check_frontier(void) {
  const taut_letter letters[] = {{'?', 9, 1}, {'w', 3, 1}};
  const char text[] = "..?\n.@?\nw??\n";
  float factors[TAUT_GROUND_CLASSES];
  uint32_t tiles[4], count = 0;
  taut_error error;
  taut_world* world = NULL;
  for (int i = 0; i < TAUT_GROUND_CLASSES; ++i) factors[i] = 1.0F;
  factors[3] = factors[9] = INFINITY;
  CHECK(taut_world_read_letters(text, sizeof text - 1, NULL, letters, 2, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set_ground(world, 2, factors, NULL) == TAUT_OK);
  CHECK(taut_frontier(world, 0, 9, tiles, 4, &count, NULL) == TAUT_OK && count == 2);
  CHECK(tiles[0] == 1 && tiles[1] == 6);
  CHECK(taut_frontier(world, 0, 9, NULL, 0, &count, NULL) == TAUT_TRUNCATED && count == 2);
  CHECK(taut_frontier(world, 2, 9, tiles, 1, &count, NULL) == TAUT_OK && count == 1);
  CHECK(tiles[0] == 1);
  CHECK(taut_frontier(world, 0, 5, tiles, 4, &count, NULL) == TAUT_OK && count == 0);
  CHECK(taut_frontier(world, 1, 9, tiles, 4, &count, &error) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(strcmp(error.text, "taut: World: no ground has the number 1") == 0);
  CHECK(taut_frontier(world, 0, 256, tiles, 4, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: frontier: class 256 is not within 0 to 255") == 0);
  CHECK(taut_frontier(world, 0, 9, NULL, 1, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_frontier(NULL, 0, 9, tiles, 4, NULL, NULL) == TAUT_BAD_ARGUMENT);
  taut_world_destroy(world);
}

/* Two corridors, and a drop from one to the other. */
static void check_maps_over_links(void) {
  const taut_tile_goal goal = {5, 0, 0.0F}, threat = {1, 0, 0.0F};
  const uint8_t tiles[7] = {1, 1, 1, 0, 1, 1, 1};
  float map[7], theirs[7];
  uint32_t id = 0;
  taut_tile next = {9, 9};
  taut_world* world = NULL;
  taut_tile_steps steps;
  taut_link_options drop;
  taut_error error;
  taut_tile_steps_init(&steps);
  taut_link_options_init(&drop);
  drop.cost = 2.0;
  drop.one_way = 1;
  CHECK(taut_world_create(7, 1, tiles, &world, NULL) == TAUT_OK);
  CHECK(taut_world_link(world, 0.5F, 0.5F, 6.5F, 0.5F, &drop, &id, NULL) == TAUT_OK);
  CHECK(taut_tile_distances(world, NULL, &goal, 1, map, 7, NULL, NULL) == TAUT_OK);
  CHECK(map[0] == 3.0F && map[2] == 5.0F && map[3] == INFINITY && map[6] == 1.0F);
  CHECK(taut_downhill_step(world, &steps, map, 0, 0, &next, NULL) == TAUT_OK);
  CHECK(next.x == 6 && next.y == 0);
  steps.ways = TAUT_WAYS_FROM_GOALS;
  CHECK(taut_tile_distances(world, &steps, &threat, 1, theirs, 7, NULL, NULL) == TAUT_OK);
  CHECK(theirs[6] == 3.0F && theirs[4] == 5.0F);
  CHECK(taut_escape_map(world, NULL, &goal, 1, theirs, map, 7, NULL, NULL) == TAUT_OK);
  CHECK(map[0] == -1.0F && map[1] == 0.0F);
  CHECK(taut_tile_distances(world, &steps, &goal, 1, map, 7, NULL, NULL) == TAUT_OK);
  CHECK(map[0] == INFINITY);
  steps.ways = 2;
  CHECK(taut_tile_distances(world, &steps, &goal, 1, map, 7, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "ways 2 is not within 0 to 1") != NULL);
  taut_world_destroy(world);
}

/* A corridor with an exit at its left end, and somebody at its right end. */
static void check_escape(void) {
  const taut_tile_goal exit = {0, 0, 0.0F}, threat = {5, 0, 0.0F}, outside = {9, 9, 0.0F};
  float theirs[6], map[6], part[2];
  uint32_t count = 0;
  taut_tile next = {9, 9};
  taut_world* world = NULL;
  CHECK(taut_world_create(6, 1, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_tile_distances(world, NULL, &threat, 1, theirs, 6, &count, NULL) == TAUT_OK);
  CHECK(count == 6 && theirs[5] == 0.0F && theirs[0] == 5.0F);
  CHECK(taut_escape_map(world, NULL, &exit, 1, theirs, map, 6, &count, NULL) == TAUT_OK);
  for (int x = 0; x < 6; ++x) CHECK(count == 6 && map[x] == -theirs[x]);
  CHECK(taut_downhill_step(world, NULL, map, 2, 0, &next, NULL) == TAUT_OK);
  CHECK(next.x == 1 && next.y == 0);
  CHECK(taut_downhill_step(world, NULL, map, 0, 0, &next, NULL) == TAUT_NO_PATH);
  CHECK(taut_downhill_step(world, NULL, map, 6, 0, &next, NULL) == TAUT_INVALID_INPUT);
  CHECK(taut_escape_map(world, NULL, &exit, 1, theirs, part, 2, &count, NULL) == TAUT_TRUNCATED);
  CHECK(count == 6 && part[0] == map[0] && part[1] == map[1]);
  CHECK(taut_escape_map(world, NULL, &exit, 1, theirs, NULL, 0, &count, NULL) == TAUT_TRUNCATED);
  /* The same memory for both. */
  CHECK(taut_escape_map(world, NULL, &exit, 1, theirs, theirs, 6, NULL, NULL) == TAUT_OK);
  CHECK(memcmp(theirs, map, sizeof map) == 0);
  /* These are no distances. */
  CHECK(taut_escape_map(world, NULL, &exit, 1, theirs, map, 6, &count, NULL) == TAUT_INVALID_INPUT);
  CHECK(taut_tile_distances(world, NULL, &outside, 1, map, 6, &count, NULL) == TAUT_INVALID_INPUT);
  CHECK(count == 0);
  CHECK(taut_tile_distances(world, NULL, NULL, 0, map, 6, NULL, NULL) == TAUT_OK);
  CHECK(map[0] == INFINITY);
  CHECK(taut_tile_distances(world, NULL, NULL, 1, map, 6, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_tile_distances(world, NULL, &exit, 1, NULL, 6, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_tile_distances(NULL, NULL, &exit, 1, map, 6, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_escape_map(world, NULL, &exit, 1, NULL, map, 6, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_downhill_step(world, NULL, NULL, 0, 0, &next, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_downhill_step(world, NULL, map, 0, 0, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_downhill_step(NULL, NULL, map, 0, 0, &next, NULL) == TAUT_BAD_ARGUMENT);
  taut_world_destroy(world);
}

/* Two meet in a corridor with a place beside it. */
static void check_turns(void) {
  const uint8_t tiles[10] = {1, 1, 1, 1, 1, 0, 0, 1, 0, 0};
  const taut_tile_goal left = {0, 0, 0.0F}, right = {4, 0, 0.0F};
  float maps[2][10];
  taut_tile_creature two[2];
  taut_world* world = NULL;
  taut_error error;
  uint32_t moved = 9;
  int turns = 0;
  CHECK(taut_world_create(5, 2, tiles, &world, NULL) == TAUT_OK);
  CHECK(taut_tile_distances(world, NULL, &right, 1, maps[0], 10, NULL, NULL) == TAUT_OK);
  CHECK(taut_tile_distances(world, NULL, &left, 1, maps[1], 10, NULL, NULL) == TAUT_OK);
  for (int i = 0; i < 2; ++i) {
    taut_tile_creature_init(&two[i]);
    two[i].values = maps[i];
    two[i].x = 4 * i;
  }
  CHECK(taut_step_tiles(world, NULL, two, 2, &moved, NULL) == TAUT_OK);
  CHECK(moved == 2 && two[0].x == 1 && two[1].x == 3 && two[0].waited == 1);
  while ((two[0].x != 4 || two[1].x != 0) && ++turns < 20) {
    CHECK(taut_step_tiles(world, NULL, two, 2, NULL, NULL) == TAUT_OK);
  }
  CHECK(turns < 12);
  two[1].stays = 1;
  two[0].x = 1;
  two[0].values = maps[1];
  CHECK(taut_step_tiles(world, NULL, two, 2, &moved, NULL) == TAUT_OK && moved == 0);
  two[0].x = 0;
  CHECK(taut_step_tiles(world, NULL, two, 2, &moved, NULL) == TAUT_INVALID_INPUT);
  CHECK(two[0].x == 0 && moved == 0);
  two[0].rank = 256;
  CHECK(taut_step_tiles(world, NULL, two, 1, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "rank 256 is not within 0 to 255") != NULL);
  two[0].rank = 0;
  two[0].ground = 7;
  CHECK(taut_step_tiles(world, NULL, two, 1, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "no ground has the number 7") != NULL);
  CHECK(taut_step_tiles(world, NULL, NULL, 1, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_step_tiles(NULL, NULL, two, 1, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_step_tiles(world, NULL, NULL, 0, NULL, NULL) == TAUT_OK);
  taut_tile_creature_init(NULL);
  taut_world_destroy(world);
}

static void check_steps(void) {
  const taut_tile_goal goal = {0, 0, 2.0F};
  float factors[TAUT_GROUND_CLASSES], map[9];
  taut_tile_steps steps;
  taut_error error;
  taut_world* world = NULL;
  for (int i = 0; i < TAUT_GROUND_CLASSES; ++i) factors[i] = 1.0F;
  factors[1] = 3.0F;
  CHECK(taut_world_create(3, 3, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set_class(world, 2, 0, 3, 3, 1, NULL) == TAUT_OK);
  CHECK(taut_world_set_ground(world, 1, factors, NULL) == TAUT_OK);
  taut_tile_steps_init(NULL);
  taut_tile_steps_init(&steps);
  CHECK(taut_tile_distances(world, &steps, &goal, 1, map, 9, NULL, NULL) == TAUT_OK);
  CHECK(map[0] == 2.0F && map[2] == 4.0F && map[4] == 2.0F + 1.4142135F);
  steps.ground = 1; /* half of the last step costs 3 */
  CHECK(taut_tile_distances(world, &steps, &goal, 1, map, 9, NULL, NULL) == TAUT_OK);
  CHECK(map[2] == 5.0F);
  steps.diagonal = TAUT_DIAGONAL_NEVER;
  CHECK(taut_tile_distances(world, &steps, &goal, 1, map, 9, NULL, NULL) == TAUT_OK);
  CHECK(map[4] == 4.0F);
  steps.diagonal = TAUT_DIAGONAL_NO_OBSTACLES;
  steps.diagonal_length = TAUT_DIAGONAL_1;
  steps.limit = 3.5;
  CHECK(taut_tile_distances(world, &steps, &goal, 1, map, 9, NULL, NULL) == TAUT_OK);
  CHECK(map[4] == 3.0F && map[8] == INFINITY);
  /* A wall beside the step, then two. */
  steps.limit = INFINITY;
  for (int wall = 0; wall < 2; ++wall) {
    CHECK(taut_world_set(world, wall, 1 - wall, wall + 1, 2 - wall, 0) == TAUT_OK);
    for (int32_t rule = TAUT_DIAGONAL_NO_OBSTACLES; rule <= TAUT_DIAGONAL_ALWAYS; ++rule) {
      steps.diagonal = rule;
      CHECK(taut_tile_distances(world, &steps, &goal, 1, map, 9, NULL, NULL) == TAUT_OK);
      CHECK((map[4] == 3.0F) == (rule == TAUT_DIAGONAL_ALWAYS || (wall == 0 && rule == 2)));
    }
  }
  for (int bad = 0; bad < 3; ++bad) {
    taut_tile_steps_init(&steps);
    if (bad == 0) steps.ground = 7;
    if (bad == 1) steps.diagonal = 4;
    if (bad == 2) steps.diagonal_length = -1;
    CHECK(taut_tile_distances(world, &steps, &goal, 1, map, 9, NULL, &error) == TAUT_BAD_ARGUMENT);
    CHECK(strstr(error.text, bad == 0   ? "number 7"
                             : bad == 1 ? "diagonal 4"
                                        : "length -1") != NULL);
  }
  taut_world_destroy(world);
}

/* Kept from call to call, also for a larger radius. */
static void check_kept_memory(void) {
  const taut_tile_goal goal = {0, 0, 0.0F};
  float map[400];
  uint32_t tiles[400], count = 0;
  uint64_t bytes[4];
  taut_world* world = NULL;
  CHECK(taut_world_create(20, 20, NULL, &world, NULL) == TAUT_OK);
  bytes[0] = taut_world_memory_bytes(world);
  CHECK(taut_visible_tiles(world, 0, 9, 9, 3.0, tiles, 400, &count) == TAUT_OK && count == 29);
  bytes[1] = taut_world_memory_bytes(world);
  CHECK(taut_visible_tiles(world, 0, 9, 9, 30.0, tiles, 400, &count) == TAUT_OK && count == 400);
  CHECK(taut_visible_tiles(world, 0, 9, 9, 3.0, tiles, 400, &count) == TAUT_OK && count == 29);
  bytes[2] = taut_world_memory_bytes(world);
  /* No more than for the map, whatever the radius. */
  CHECK(taut_visible_tiles(world, 0, 9, 9, 16384.0, tiles, 400, &count) == TAUT_OK);
  CHECK(count == 400 && taut_world_memory_bytes(world) < bytes[2] + 10000);
  bytes[2] = taut_world_memory_bytes(world);
  CHECK(taut_tile_distances(world, NULL, &goal, 1, map, 400, NULL, NULL) == TAUT_OK);
  bytes[3] = taut_world_memory_bytes(world);
  for (int i = 1; i < 4; ++i) CHECK(bytes[i - 1] < bytes[i]);
  taut_world_destroy(world);
}

void check_maps(void) {
  taut_error error;
  taut_world* world = NULL;
  uint32_t length = 9;
  check_round_trip();
  check_frontier();
  check_escape();
  check_turns();
  check_maps_over_links();
  check_steps();
  check_kept_memory();
  check_letter('S', 0, "m: letter `S` is given twice");
  check_letter('\t', 0, "m: letter `\\x09` is not printable ASCII");
  check_letter(-1, 0, "taut: letter -1 is not within 32 to 126");
  check_letter(256, 0, "taut: letter 256 is not within 32 to 126");
  check_letter('a', 256, "taut: letter: class 256 is not within 0 to 255");
  check_letter('a', -1, "taut: letter: class -1 is not within 0 to 255");
  CHECK(taut_world_read_letters(".\n..", 4, "m", kLetters, 3, &world, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strncmp(error.text, "m:2:", 4) == 0);
  CHECK(taut_world_read_letters(".", 1, "m", NULL, 1, &world, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: letters is NULL") == 0);
  CHECK(taut_world_read_letters(NULL, 1, "m", NULL, 0, &world, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_read_letters(".", 1, "m", NULL, 0, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_write(NULL, NULL, 0, NULL, 0, &length, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(length == 0);
  CHECK(taut_world_create(1, 1, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_write(world, NULL, 0, NULL, 1, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: text is NULL") == 0);
  taut_world_destroy(world);
}
