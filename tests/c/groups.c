/* Groups: the paths of many units to one goal, and the places where they end. */
#include <math.h>
#include <taut_group.h>
#include <taut_pictures.h>

#include "c/check.h"

enum { kUnits = 20 };

static const taut_agent kDisc = {0.4, TAUT_AGENT_DISC, 0};

static taut_world* make_hall(void) {
  taut_world* world = NULL;
  CHECK(taut_world_create(30, 12, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 14, 0, 16, 8, 0) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &kDisc, NULL) == TAUT_OK);
  return world;
}

static void fill_units(taut_group_unit* units) {
  for (uint32_t i = 0; i < kUnits; ++i) {
    units[i].start.x = 1.5F + (float)(i % 10);
    units[i].start.y = 1.5F + 2.0F * (float)(i / 10);
    units[i].agent = kDisc;
  }
}

/* The paths are those of single searches; by a field too. */
static void check_goal(void) {
  taut_group_unit units[kUnits];
  taut_group_options options;
  taut_group_result result;
  taut_group* group = NULL;
  taut_finder *finder = NULL, *fresh = NULL;
  taut_world* world = make_hall();
  taut_path path, single;
  uint32_t count = 0, fresh_count = 0;
  taut_point end;
  fill_units(units);
  taut_group_options_init(&options);
  CHECK(options.ends == TAUT_ENDS_GOAL && options.method == TAUT_GROUP_BEST);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_group_create(&group) == TAUT_OK && taut_group_size(group) == 0);
  CHECK(taut_find_group(finder, units, kUnits, 25.5F, 3.5F, NULL, group, &result) == TAUT_OK);
  CHECK(result.found == kUnits && taut_group_size(group) == kUnits);
  CHECK(taut_path_turns(finder, NULL, 0, &count) == TAUT_OK && count == 0);
  options.find.agent = kDisc;
  for (uint32_t i = 0; i < kUnits; ++i) {
    CHECK(taut_find(finder, units[i].start.x, units[i].start.y, 25.5F, 3.5F, &options.find,
                    &single) == TAUT_OK);
    CHECK(taut_group_path(group, i, finder, &path) == TAUT_OK && path.turn_count >= 2);
    CHECK(fabs(path.length - single.length) < 0.01);
    CHECK(taut_group_end(group, i, &end) == TAUT_OK && end.x == 25.5F && end.y == 3.5F);
  }
  /* A finder that has found nothing knows the radius of what it is handed. */
  CHECK(taut_finder_create(world, &fresh) == TAUT_OK);
  CHECK(taut_group_path(group, 0, fresh, &path) == TAUT_OK);
  CHECK(taut_group_path(group, 0, finder, &path) == TAUT_OK);
  CHECK(taut_path_polyline(fresh, 0.01, NULL, 0, &fresh_count) == TAUT_TRUNCATED);
  CHECK(taut_path_polyline(finder, 0.01, NULL, 0, &count) == TAUT_TRUNCATED);
  CHECK(fresh_count == count && count > path.turn_count);
  CHECK(taut_path_corridor(finder, NULL, 0, &count) == TAUT_TRUNCATED);
  options.method = TAUT_GROUP_SEARCHES;
  CHECK(taut_find_group(finder, units, kUnits, 25.5F, 3.5F, &options, group, NULL) == TAUT_OK);
  CHECK(taut_path_corridor(finder, NULL, 0, &count) == TAUT_INVALID_INPUT && count == 0);
  taut_finder_destroy(fresh);
  options.method = TAUT_GROUP_FIELD;
  CHECK(taut_find_group(finder, units, kUnits, 25.5F, 3.5F, &options, group, &result) == TAUT_OK);
  CHECK(result.found == kUnits && result.fields == 1 && result.searches == 0);
  taut_world_destroy(world);
  taut_group_destroy(group);
  taut_finder_destroy(finder);
}

/* Ends side by side; a budget; a unit without a path. */
static void check_spread(void) {
  taut_group_unit units[kUnits];
  taut_group_options options;
  taut_group_result result;
  taut_group* group = NULL;
  taut_finder* finder = NULL;
  taut_world* world = make_hall();
  taut_path path;
  taut_point ends[kUnits];
  int calls = 0;
  taut_status status = TAUT_UNFINISHED;
  fill_units(units);
  units[3].start.x = 14.5F;
  taut_group_options_init(&options);
  options.ends = TAUT_ENDS_SPREAD;
  options.find.budget = 4;
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_group_create(&group) == TAUT_OK);
  for (; status == TAUT_UNFINISHED && calls < 10000; ++calls) {
    status = taut_find_group(finder, units, kUnits, 25.5F, 3.5F, &options, group, &result);
  }
  CHECK(status == TAUT_OK && calls > 1 && result.found == kUnits - 1);
  for (uint32_t i = 0; i < kUnits; ++i) {
    CHECK(taut_group_end(group, i, &ends[i]) == TAUT_OK);
    for (uint32_t k = 0; k < i && i != 3; ++k) {
      CHECK(k == 3 || hypotf(ends[i].x - ends[k].x, ends[i].y - ends[k].y) >= 0.8F);
    }
  }
  CHECK(taut_group_path(group, 3, finder, &path) == TAUT_INVALID_INPUT);
  CHECK(path.reason == TAUT_REASON_START_BLOCKED);
  taut_group_destroy(group);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}

static void check_refusals(void) {
  taut_group_unit units[kUnits];
  taut_group_options options;
  taut_group_result result;
  taut_group* group = NULL;
  taut_finder *finder = NULL, *foreign = NULL;
  taut_world* world = make_hall();
  taut_world* other = make_hall();
  taut_path path;
  taut_point end;
  fill_units(units);
  taut_group_options_init(NULL);
  taut_group_options_init(&options);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_finder_create(other, &foreign) == TAUT_OK);
  CHECK(taut_group_create(NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_group_create(&group) == TAUT_OK);
  CHECK(taut_find_group(NULL, units, 1, 1, 1, NULL, group, &result) == TAUT_BAD_ARGUMENT);
  CHECK(taut_find_group(finder, units, 1, 1, 1, NULL, NULL, &result) == TAUT_BAD_ARGUMENT);
  CHECK(taut_find_group(finder, NULL, 1, 1, 1, NULL, group, &result) == TAUT_BAD_ARGUMENT);
  options.ends = 2;
  CHECK(taut_find_group(finder, units, 1, 1, 1, &options, group, NULL) == TAUT_BAD_ARGUMENT);
  options.ends = 0;
  options.method = 3;
  CHECK(taut_find_group(finder, units, 1, 1, 1, &options, group, NULL) == TAUT_BAD_ARGUMENT);
  units[1].agent.shape = 9;
  CHECK(taut_find_group(finder, units, 2, 1, 1, NULL, group, &result) == TAUT_BAD_ARGUMENT);
  CHECK(result.found == 0);
  CHECK(taut_find_group(finder, units, 1, 5.5F, 5.5F, NULL, group, NULL) == TAUT_OK);
  CHECK(taut_group_path(group, 1, finder, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_group_path(group, 0, foreign, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_group_path(group, 0, finder, &path) == TAUT_OK);
  CHECK(taut_group_path(NULL, 0, finder, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_group_path(group, 0, NULL, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_group_path(group, 0, finder, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_group_end(group, 1, &end) == TAUT_BAD_ARGUMENT);
  CHECK(taut_group_end(group, 0, NULL) == TAUT_BAD_ARGUMENT && taut_group_size(NULL) == 0);
  taut_group_destroy(NULL);
  taut_group_destroy(group);
  taut_finder_destroy(finder);
  taut_finder_destroy(foreign);
  taut_world_destroy(world);
  taut_world_destroy(other);
}

void check_groups(void) {
  check_goal();
  check_spread();
  check_refusals();
}
