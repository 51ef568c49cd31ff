/* Saves: bytes and files, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <taut_save.h>

#include "c/check.h"

static taut_world* make_saved(void) {
  static const char kRows[] = ".@...\n.@.@.\n...@.\n";
  const taut_agent disc = {0.25, TAUT_AGENT_DISC, 0};
  taut_world* world = NULL;
  CHECK(taut_world_read(kRows, sizeof kRows - 1, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set_class(world, 0, 0, 2, 2, 5, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &disc, NULL) == TAUT_OK);
  return world;
}

static void check_same(const taut_world* world, const taut_world* other) {
  const taut_agent disc = {0.25, TAUT_AGENT_DISC, 0};
  uint8_t tiles[15], others[15];
  CHECK(taut_world_width(other) == 5 && taut_world_height(other) == 3);
  CHECK(taut_world_tiles(world, tiles, 15, NULL) == TAUT_OK);
  CHECK(taut_world_tiles(other, others, 15, NULL) == TAUT_OK && memcmp(tiles, others, 15) == 0);
  CHECK(taut_world_class(other, 1, 1) == 5 && taut_world_class(other, 2, 2) == 0);
  CHECK(taut_world_revision(other) == taut_world_revision(world));
  CHECK(taut_world_is_prepared(other, &disc) == 1);
}

static void check_bytes(const taut_world* world) {
  static uint8_t bytes[4096];
  taut_world* other = NULL;
  taut_error error;
  uint32_t count = 0, again = 0;
  CHECK(taut_world_save(world, TAUT_SAVE_FULL, NULL, 0, &again) == TAUT_TRUNCATED);
  CHECK(taut_world_save(world, TAUT_SAVE_FULL, bytes, sizeof bytes, &count) == TAUT_OK);
  CHECK(count == again && taut_world_read_save(bytes, count, NULL, &other, &error) == TAUT_OK);
  check_same(world, other);
  taut_world_destroy(other);
  CHECK(taut_world_save(world, 2, NULL, 0, &count) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(taut_world_save(world, TAUT_SAVE_LIGHT, NULL, 0, &count) == TAUT_TRUNCATED);
  CHECK(count > 100 && count < again);
  CHECK(taut_world_save(world, TAUT_SAVE_LIGHT, bytes, sizeof bytes, &again) == TAUT_OK);
  CHECK(again == count);
  CHECK(taut_world_read_save(bytes, count, NULL, &other, &error) == TAUT_OK);
  check_same(world, other);
  taut_world_destroy(other);
  CHECK(taut_world_read_save(bytes, count - 1, "game", &other, &error) == TAUT_BAD_ARGUMENT);
  CHECK(other == NULL && strncmp(error.text, "game: byte ", 11) == 0);
  bytes[40] ^= 1;
  CHECK(taut_world_read_save(bytes, count, NULL, &other, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strncmp(error.text, "save: byte ", 11) == 0);
  CHECK(taut_world_read_save(NULL, 9, NULL, &other, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: bytes is NULL") == 0);
  CHECK(taut_world_read_save(bytes, 9, NULL, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_save(NULL, TAUT_SAVE_LIGHT, bytes, 9, &count) == TAUT_BAD_ARGUMENT);
  CHECK(count == 0);
  CHECK(taut_world_save(world, TAUT_SAVE_LIGHT, NULL, 9, &count) == TAUT_BAD_ARGUMENT);
}

static void check_files(const taut_world* world) {
  static const char kFile[] = "taut_c_saves_test.taut";
  taut_world* other = NULL;
  taut_error error;
  CHECK(taut_world_write_file(world, TAUT_SAVE_FULL, kFile, &error) == TAUT_OK);
  CHECK(taut_world_load_file(kFile, &other, &error) == TAUT_OK);
  check_same(world, other);
  taut_world_destroy(other);
  CHECK(remove(kFile) == 0);
  CHECK(taut_world_load_file(kFile, &other, &error) == TAUT_BAD_ARGUMENT && other == NULL);
  CHECK(strstr(error.text, "cannot be opened") != NULL);
  CHECK(taut_world_write_file(world, -1, kFile, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: save: form -1 is not within 0 to 1") == 0);
  CHECK(taut_world_write_file(world, TAUT_SAVE_LIGHT, "none/none/game.taut", &error) ==
        TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "cannot be created") != NULL);
  CHECK(taut_world_write_file(NULL, TAUT_SAVE_LIGHT, kFile, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_write_file(world, TAUT_SAVE_LIGHT, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_load_file(NULL, &other, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_load_file(kFile, NULL, NULL) == TAUT_BAD_ARGUMENT);
}

/* A unit on its way along a field, one that waits for its path; a queue, a follower. */
static void check_crowd(taut_world* world) {
  static const char kFile[] = "taut_c_crowd_test.taut";
  static uint8_t bytes[8192], others[8192];
  const taut_agent disc = {0.25, TAUT_AGENT_DISC, 0};
  const taut_goal goal = {{4.5F, 2.5F}, 0.0};
  taut_crowd *crowd = NULL, *loaded = NULL;
  taut_field* field = NULL;
  taut_world* other = NULL;
  taut_error error;
  uint32_t units[2], count = 0, again = 0;
  CHECK(taut_crowd_create(world, NULL, &crowd, NULL) == TAUT_OK);
  CHECK(taut_crowd_add(crowd, &disc, 0.5F, 0.5F, NULL, &units[0], NULL) == TAUT_OK);
  CHECK(taut_crowd_add(crowd, &disc, 0.5F, 1.5F, NULL, &units[1], NULL) == TAUT_OK);
  CHECK(taut_field_create(&disc, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, &goal, 1, HUGE_VAL, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  CHECK(taut_crowd_order_field(crowd, units, 1, field, NULL) == TAUT_OK);
  CHECK(taut_crowd_advance(crowd, 0.05, NULL) == TAUT_OK);
  CHECK(taut_crowd_order(crowd, units[1], 4.5F, 0.5F) == TAUT_OK);
  CHECK(taut_crowd_write_file(crowd, TAUT_SAVE_LIGHT, kFile, &error) == TAUT_OK);
  CHECK(taut_world_load_file(kFile, &other, &error) == TAUT_OK);
  CHECK(taut_crowd_load_file(kFile, other, &loaded, &error) == TAUT_OK);
  taut_crowd_destroy(loaded);
  taut_world_destroy(other);
  CHECK(taut_crowd_write_file(crowd, TAUT_SAVE_FULL, kFile, &error) == TAUT_OK);
  CHECK(taut_world_load_file(kFile, &other, &error) == TAUT_OK);
  CHECK(taut_crowd_load_file(kFile, other, &loaded, &error) == TAUT_OK);
  CHECK(remove(kFile) == 0);
  for (int i = 0; i < 20; ++i) {
    CHECK(taut_crowd_advance(crowd, 0.05, NULL) == TAUT_OK);
    CHECK(taut_crowd_advance(loaded, 0.05, NULL) == TAUT_OK);
  }
  CHECK(taut_crowd_save(crowd, bytes, sizeof bytes, &count) == TAUT_OK);
  CHECK(taut_crowd_save(loaded, others, sizeof others, &again) == TAUT_OK);
  CHECK(count == again && memcmp(bytes, others, count) == 0);
  taut_field_destroy(field);
  CHECK(taut_crowd_field(loaded, units[0], &field) == TAUT_OK && field != NULL);
  CHECK(taut_field_update(field, other, NULL) == TAUT_OK);
  taut_field_destroy(field);
  CHECK(taut_crowd_field(loaded, units[1], &field) == TAUT_OK && field == NULL);
  CHECK(taut_crowd_field(NULL, 0, &field) == TAUT_BAD_ARGUMENT);
  taut_crowd_destroy(loaded);
  CHECK(taut_crowd_read_save(bytes, count - 1, "game", other, &loaded, &error) ==
        TAUT_BAD_ARGUMENT);
  CHECK(loaded == NULL && strncmp(error.text, "game: byte ", 11) == 0);
  CHECK(taut_crowd_read_save(bytes, count, NULL, NULL, &loaded, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_read_save(NULL, count, NULL, other, &loaded, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_save(NULL, bytes, 9, &count) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(taut_crowd_write_file(crowd, 9, kFile, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_write_file(NULL, TAUT_SAVE_FULL, kFile, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_load_file(kFile, other, &loaded, &error) == TAUT_BAD_ARGUMENT);
  taut_crowd_destroy(crowd);
  taut_world_destroy(other);
}

static void check_queue(const taut_world* world) {
  static uint8_t bytes[8192];
  taut_queue *queue = NULL, *loaded = NULL;
  taut_finder* finder = NULL;
  taut_ticket ticket;
  taut_path path;
  taut_error error;
  uint32_t count = 0;
  CHECK(taut_queue_create(world, &queue) == TAUT_OK);
  CHECK(taut_queue_submit(queue, 0.5F, 0.5F, 4.5F, 0.5F, NULL, 0, &ticket, NULL) == TAUT_OK);
  CHECK(taut_queue_save(queue, bytes, sizeof bytes, &count) == TAUT_OK);
  taut_queue_destroy(queue);
  CHECK(taut_queue_read_save(bytes, count, NULL, world, &loaded, &error) == TAUT_OK);
  CHECK(taut_queue_run(loaded, 1000000, NULL) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_queue_answer(loaded, ticket, finder, &path) == TAUT_OK && path.length > 4.0);
  taut_queue_destroy(loaded);
  bytes[40] ^= 1;
  CHECK(taut_queue_read_save(bytes, count, NULL, world, &loaded, &error) == TAUT_BAD_ARGUMENT);
  CHECK(loaded == NULL && strstr(error.text, "is damaged") != NULL);
  CHECK(taut_queue_save(NULL, bytes, 9, &count) == TAUT_BAD_ARGUMENT);
  taut_finder_destroy(finder);
}

static void check_follower(const taut_world* world) {
  static uint8_t bytes[1024];
  const taut_agent disc = {0.25, TAUT_AGENT_DISC, 0};
  taut_follower *follower = NULL, *loaded = NULL;
  taut_error error;
  uint32_t count = 0;
  CHECK(taut_follower_create(world, &disc, 2.0, &follower, NULL) == TAUT_OK);
  CHECK(taut_follower_save(follower, bytes, sizeof bytes, &count) == TAUT_OK);
  CHECK(taut_follower_read_save(bytes, count, NULL, world, &loaded, &error) == TAUT_OK);
  CHECK(taut_follower_update(loaded) == TAUT_FOLLOW_NO_PATH);
  taut_follower_destroy(loaded);
  CHECK(taut_follower_read_save(bytes, 9, "unit", world, &loaded, &error) == TAUT_BAD_ARGUMENT);
  CHECK(loaded == NULL && strncmp(error.text, "unit: byte 9", 12) == 0);
  CHECK(taut_follower_save(NULL, bytes, 9, &count) == TAUT_BAD_ARGUMENT);
  taut_follower_destroy(follower);
}

void check_saves(void) {
  taut_world* const world = make_saved();
  check_crowd(world);
  check_queue(world);
  check_follower(world);
  check_bytes(world);
  check_files(world);
  taut_world_destroy(world);
}
