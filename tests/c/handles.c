/* Handles that were destroyed, or are of another kind: errors in builds with assertions. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <taut_crowd.h>
#include <taut_links.h>
#include <taut_maps.h>
#include <taut_pictures.h>
#include <taut_save.h>

#include "c/check.h"

#ifdef NDEBUG

void check_handles(void) { puts("SKIPPED: handles: this build has no assertions"); }

#else

static void check_dead_world(taut_world* world) {
  taut_error error;
  taut_finder* finder = NULL;
  taut_crowd* crowd = NULL;
  taut_world* tower = NULL;
  uint32_t count = 77;
  CHECK(taut_world_width(world) == 0 && taut_world_memory_bytes(world) == 0);
  CHECK(taut_world_set(world, 0, 0, 1, 1, 0) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_set_class(world, 0, 0, 1, 1, 1, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text,
               "taut: world is no live taut_world: it was destroyed, or is another handle") == 0);
  CHECK(taut_world_is_walkable(world, 0, 0) == 0);
  CHECK(taut_finder_create(world, &finder) == TAUT_BAD_ARGUMENT && finder == NULL);
  CHECK(taut_crowd_create(world, NULL, &crowd, &error) == TAUT_BAD_ARGUMENT && crowd == NULL);
  CHECK(taut_world_save(world, TAUT_SAVE_LIGHT, NULL, 0, &count) == TAUT_BAD_ARGUMENT);
  CHECK(count == 0);
  CHECK(taut_world_mesh(world, NULL, NULL, 0, NULL, NULL, 0, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_create_floors((const taut_world* const*)&world, NULL, 1, &tower, &error) ==
            TAUT_BAD_ARGUMENT &&
        tower == NULL);
  CHECK(strstr(error.text, "is no live taut_world") != NULL);
  CHECK(taut_frontier(world, 0, 0, NULL, 0, &count, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_links(world, NULL, 0, &count) == TAUT_BAD_ARGUMENT);
  taut_world_destroy(world); /* nothing happens */
}

static void check_foreign(taut_finder* finder) {
  CHECK(taut_world_width((const taut_world*)finder) == 0);
  CHECK(taut_field_is_current((const taut_field*)finder) == 0);
  CHECK(taut_crowd_advance((taut_crowd*)finder, 0.05, NULL) == TAUT_BAD_ARGUMENT);
  taut_batch_destroy((taut_batch*)finder); /* nothing happens */
  CHECK(taut_finder_memory_bytes(finder) > 0);
}

void check_handles(void) {
  const taut_goal goal = {{1.5F, 1.5F}, 0.5}; /* the place first */
  taut_path path;
  taut_world* world = NULL;
  taut_finder* finder = NULL;
  taut_field* field = NULL;
  CHECK(goal.at.x == 1.5F && goal.at.y == 1.5F && goal.cost == 0.5);
  CHECK(taut_world_create(8, 8, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_field_create(NULL, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, &goal, 1, INFINITY, NULL) == TAUT_OK);
  taut_world_destroy(world);
  check_dead_world(world);
  check_foreign(finder);
  /* The finder keeps what the world was. */
  CHECK(taut_find(finder, 0.5F, 0.5F, 7.5F, 7.5F, NULL, &path) == TAUT_OK);
  taut_field_destroy(field);
  CHECK(taut_find_by_field(finder, field, 0.5F, 0.5F, &path) == TAUT_BAD_ARGUMENT);
  CHECK(isinf(taut_field_distance(field, 0.5F, 0.5F)));
  taut_finder_destroy(finder);
  CHECK(taut_find(finder, 0.5F, 0.5F, 7.5F, 7.5F, NULL, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_point_data(finder) == NULL);
}

#endif
