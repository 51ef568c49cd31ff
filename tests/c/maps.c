/* Worlds from text and to text, by letters. */
#include <string.h>
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

void check_maps(void) {
  taut_error error;
  taut_world* world = NULL;
  uint32_t length = 9;
  check_round_trip();
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
