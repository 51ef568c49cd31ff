/* Fields: distances, corners and paths to the nearest of some goals. */
#include <math.h>
#include <string.h>
#include <taut.h>

#include "c/check.h"

enum { kSide = 10 };

static const taut_goal kGoals[3] = {
    {{0.5F, 0.5F}, 0.0}, {{9.5F, 9.5F}, 2.0}, {.at = {5.5F, 5.5F}}}; /* the last one is blocked */

static taut_world* make_world(void) {
  taut_world* world = NULL;
  CHECK(taut_world_create(kSide, kSide, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 5, 2, 6, 10, 0) == TAUT_OK);
  return world;
}

/* Each distance is the length of the path of a finder, plus the cost of the goal. */
static void check_distances(const taut_world* world, const taut_field* field,
                            const taut_agent* agent) {
  float tiles[kSide * kSide];
  uint32_t count = 0, goal = 0;
  taut_finder* finder = NULL;
  taut_path path;
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_field_distances(field, NULL, 0, &count) == TAUT_TRUNCATED);
  CHECK(count == kSide * kSide);
  tiles[50] = -1.0F;
  CHECK(taut_field_distances(field, tiles, 50, &count) == TAUT_TRUNCATED && tiles[50] == -1.0F);
  CHECK(taut_field_distances(field, tiles, kSide * kSide, &count) == TAUT_OK);
  for (int i = 0; i < kSide * kSide; ++i) {
    const float x = (float)(i % kSide) + 0.5F, y = (float)(i / kSide) + 0.5F;
    const double distance = taut_field_distance(field, x, y);
    CHECK(tiles[i] == (float)distance);
    CHECK((taut_field_reason(field, x, y) == TAUT_REASON_NONE) == isfinite(distance));
    if (!isfinite(distance)) continue;
    CHECK(taut_world_has_room(world, agent, x, y) == 1);
    CHECK(taut_field_nearest_goal(field, x, y, &goal) == TAUT_OK && goal < 2);
    CHECK(taut_find_by_field(finder, field, x, y, &path) == TAUT_OK);
    CHECK(path.length + kGoals[goal].cost >= distance - 1e-6);
    if (agent == NULL) CHECK(fabs(path.length + kGoals[goal].cost - distance) < 1e-6);
    CHECK((agent == NULL ? path.point_count : path.turn_count) > 0);
  }
  taut_finder_destroy(finder);
}

static void check_point_field(void) {
  taut_world* world = make_world();
  taut_field* field = NULL;
  taut_field_result result;
  taut_point corner;
  uint32_t goal = 0;
  CHECK(taut_field_create(NULL, &field, NULL) == TAUT_OK);
  CHECK(taut_field_is_current(field) == 0 && isinf(taut_field_distance(field, 1, 1)));
  CHECK(taut_field_reason(field, 1, 1) == TAUT_REASON_STALE);
  CHECK(taut_field_set_goals(field, kGoals, 3, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, &result) == TAUT_OK && result.status == TAUT_OK);
  CHECK(result.left_out == 1 && result.expanded > 0 && taut_field_is_current(field) == 1);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK && taut_field_memory_bytes(field) > 0);
  check_distances(world, field, NULL);
  CHECK(taut_field_next_corner(field, 4.5F, 9.5F, &corner) == TAUT_OK);
  CHECK(corner.x == 0.5F && corner.y == 0.5F);
  CHECK(taut_field_next_corner(field, 6.5F, 4.5F, &corner) == TAUT_OK);
  CHECK(corner.x == 6.0F || corner.x == 9.5F);
  CHECK(taut_field_nearest_goal(field, 9.5F, 9.0F, &goal) == TAUT_OK && goal == 1);

  /* Places without an answer. */
  CHECK(taut_field_next_corner(field, 5.5F, 4.5F, &corner) == TAUT_NO_PATH);
  CHECK(taut_field_nearest_goal(field, NAN, 4.5F, &goal) == TAUT_NO_PATH);
  CHECK(isinf(taut_field_distance(field, INFINITY, 0.5F)));
  CHECK(taut_field_reason(field, 5.5F, 4.5F) == TAUT_REASON_START_BLOCKED);

  /* An edit makes it stale. */
  CHECK(taut_world_set(world, 5, 0, 6, 2, 0) == TAUT_OK);
  CHECK(taut_field_is_current(field) == 0);
  CHECK(taut_field_reason(field, 1, 1) == TAUT_REASON_STALE);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  CHECK(taut_field_nearest_goal(field, 6.5F, 0.5F, &goal) == TAUT_OK && goal == 1);

  CHECK(taut_field_set_goals(field, kGoals, 1, 3.0, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  CHECK(taut_field_reason(field, 4.5F, 4.5F) == TAUT_REASON_LIMIT);
  taut_world_destroy(world);
  CHECK(fabs(taut_field_distance(field, 0.5F, 2.5F) - 2.0) < 1e-6);
  taut_field_destroy(field);
}

static void check_wider_fields(void) {
  const taut_agent disc = {0.4, TAUT_AGENT_DISC, 0}, wide = {0.6, TAUT_AGENT_DISC, 0};
  const taut_agent square = {0.5, TAUT_AGENT_SQUARE, 0}, wider = {0.7, TAUT_AGENT_DISC, 0};
  const taut_goal near = {{1.0F, 1.0F}, 0.0};
  taut_world* world = make_world();
  taut_field* field = NULL;
  taut_field_result result;
  taut_point corner;
  CHECK(taut_world_prepare_agent(world, &disc, NULL) == TAUT_OK);
  CHECK(taut_field_create(&disc, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, kGoals, 2, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  check_distances(world, field, &disc);
  CHECK(taut_field_next_corner(field, 4.5F, 9.5F, &corner) == TAUT_OK);
  CHECK(corner.x == 0.5F && corner.y == 0.5F);
  CHECK(taut_field_next_corner(field, 0, 0, &corner) == TAUT_NO_PATH);
  taut_field_destroy(field);

  CHECK(taut_field_create(&square, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, kGoals, 2, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, &result) == TAUT_INVALID_INPUT);
  CHECK(result.reason == TAUT_REASON_NOT_PREPARED);
  CHECK(taut_world_prepare_agent(world, &square, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, &result) == TAUT_OK);
  CHECK(fabs(taut_field_distance(field, 0.5F, 9.5F) - 9.0) < 1e-6);
  CHECK(isinf(taut_field_distance(field, 0.25F, 9.5F)));
  taut_field_destroy(field);

  CHECK(taut_field_create(&wide, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, &near, 1, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, &result) == TAUT_INVALID_INPUT);
  CHECK(result.reason == TAUT_REASON_NOT_PREPARED);
  CHECK(taut_world_prepare_agent(world, &wider, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, &result) == TAUT_INVALID_INPUT);
  CHECK(result.reason == TAUT_REASON_NOT_PREPARED);
  CHECK(taut_world_prepare_agent(world, &wide, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, &result) == TAUT_OK);
  CHECK(isinf(taut_field_distance(field, 0.5F, 9.5F)));
  CHECK(fabs(taut_field_distance(field, 1.0F, 9.0F) - 8.0) < 1e-6);
  taut_field_destroy(field);
  taut_world_destroy(world);
}

/* Where tiles cost differently, distances are costs. */
static void check_priced_field(void) {
  const taut_agent agents[2] = {{0.0, TAUT_AGENT_POINT, 1}, {0.4, TAUT_AGENT_DISC, 1}};
  taut_world* world = make_road(agents, 2);
  CHECK(taut_world_set_class(world, 2, 0, 4, 1, 7, NULL) == TAUT_OK);
  for (int i = 0; i < 2; ++i) {
    taut_field* field = NULL;
    taut_finder* finder = NULL;
    taut_path path;
    CHECK(taut_field_create(&agents[i], &field, NULL) == TAUT_OK);
    CHECK(taut_field_set_goals(field, kGoals, 1, INFINITY, NULL) == TAUT_OK);
    CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
    CHECK(fabs(taut_field_distance(field, 9.5F, 0.5F) - 13.0) < 0.02);
    CHECK(taut_finder_create(world, &finder) == TAUT_OK);
    CHECK(taut_find_by_field(finder, field, 9.5F, 0.5F, &path) == TAUT_OK);
    CHECK(path.length == 9.0 && path.cost == 13.0);
    CHECK(taut_world_set_class(world, 2, 0, 3, 1, 0, NULL) == TAUT_OK);
    CHECK(taut_field_is_current(field) == 0);
    CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
    CHECK(fabs(taut_field_distance(field, 9.5F, 0.5F) - 11.0) < 0.02);
    CHECK(taut_world_set_class(world, 2, 0, 3, 1, 7, NULL) == TAUT_OK);
    taut_finder_destroy(finder);
    taut_field_destroy(field);
  }
  taut_world_destroy(world);
}

static void check_bad_goals(taut_field* field) {
  taut_goal goals[2] = {{{0.5F, 0.5F}, 0.0}, {{0.5F, 0.5F}, -1.0}};
  taut_error error;
  CHECK(taut_field_set_goals(field, goals, 2, INFINITY, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "cost of goal 1 -1 is not within 0 to") != NULL);
  goals[1].cost = INFINITY;
  CHECK(taut_field_set_goals(field, goals, 2, INFINITY, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_set_goals(field, goals, 1, -1.0, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "length limit -1") != NULL);
  CHECK(taut_field_set_goals(field, goals, 1, NAN, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_set_goals(field, NULL, 1, INFINITY, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: goals is NULL") == 0);
  CHECK(taut_field_set_goals(NULL, goals, 1, INFINITY, NULL) == TAUT_BAD_ARGUMENT);
}

static void check_bad_fields(void) {
  const taut_agent flat = {0.0, TAUT_AGENT_SQUARE, 0}, bad = {-1.0, TAUT_AGENT_DISC, 0};
  taut_error error;
  taut_field* field = NULL;
  taut_field_result result;
  taut_world* world = make_world();
  taut_path path;
  taut_finder* finder = NULL;
  taut_point corner;
  float tiles[1];
  uint32_t goal = 0;
  CHECK(taut_field_create(&bad, &field, &error) == TAUT_BAD_ARGUMENT && field == NULL);
  CHECK(strcmp(error.text, "taut: WorldField: radius -1 is not within 0 to 32") == 0);
  CHECK(taut_field_create(&flat, &field, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_create(NULL, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_create(NULL, &field, NULL) == TAUT_OK);
  check_bad_goals(field);
  CHECK(taut_field_distances(field, tiles, 1, &goal) == TAUT_INVALID_INPUT && goal == 0);
  CHECK(taut_field_set_goals(field, kGoals + 2, 1, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, &result) == TAUT_INVALID_INPUT);
  CHECK(result.reason == TAUT_REASON_GOAL_BLOCKED);
  CHECK(taut_field_update(field, NULL, &result) == TAUT_BAD_ARGUMENT);
  CHECK(result.status == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_update(NULL, world, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_is_current(NULL) == 0 && taut_field_memory_bytes(NULL) == 0);
  CHECK(isinf(taut_field_distance(NULL, 1, 1)));
  CHECK(taut_field_reason(NULL, 1, 1) == TAUT_REASON_STALE);
  CHECK(taut_field_next_corner(NULL, 1, 1, &corner) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_next_corner(field, 1, 1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_nearest_goal(NULL, 1, 1, &goal) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_nearest_goal(field, 1, 1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_distances(NULL, tiles, 1, &goal) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_distances(field, NULL, 1, &goal) == TAUT_BAD_ARGUMENT);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_find_by_field(finder, field, 1, 1, &path) == TAUT_INVALID_INPUT);
  CHECK(taut_find_by_field(NULL, field, 1, 1, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_find_by_field(finder, NULL, 1, 1, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_find_by_field(finder, field, 1, 1, NULL) == TAUT_BAD_ARGUMENT);
  taut_finder_destroy(finder);
  taut_field_destroy(field);
  taut_field_destroy(NULL);
  taut_world_destroy(world);
}

void check_fields(void) {
  check_point_field();
  check_wider_fields();
  check_priced_field();
  check_bad_fields();
}
