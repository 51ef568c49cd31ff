/* Saves: bytes and files, and what is refused. */
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
  CHECK(taut_world_save(world, NULL, 0, &count) == TAUT_TRUNCATED && count > 100);
  CHECK(taut_world_save(world, bytes, sizeof bytes, &again) == TAUT_OK && again == count);
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
  CHECK(taut_world_save(NULL, bytes, 9, &count) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(taut_world_save(world, NULL, 9, &count) == TAUT_BAD_ARGUMENT);
}

static void check_files(const taut_world* world) {
  static const char kFile[] = "taut_c_saves_test.taut";
  taut_world* other = NULL;
  taut_error error;
  CHECK(taut_world_write_file(world, kFile, &error) == TAUT_OK);
  CHECK(taut_world_load_file(kFile, &other, &error) == TAUT_OK);
  check_same(world, other);
  taut_world_destroy(other);
  CHECK(remove(kFile) == 0);
  CHECK(taut_world_load_file(kFile, &other, &error) == TAUT_BAD_ARGUMENT && other == NULL);
  CHECK(strstr(error.text, "cannot be opened") != NULL);
  CHECK(taut_world_write_file(world, "none/none/game.taut", &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "cannot be created") != NULL);
  CHECK(taut_world_write_file(NULL, kFile, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_write_file(world, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_load_file(NULL, &other, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_load_file(kFile, NULL, NULL) == TAUT_BAD_ARGUMENT);
}

void check_saves(void) {
  taut_world* const world = make_saved();
  check_bytes(world);
  check_files(world);
  taut_world_destroy(world);
}
