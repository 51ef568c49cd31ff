/* Followers: a unit walks, is pushed, its goal moves, and walls are built. */
#include <math.h>
#include <string.h>
#include <taut_follower.h>

#include "c/check.h"

static taut_world* make_hall(void) {
  taut_world* world = NULL;
  CHECK(taut_world_create(30, 12, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 14, 0, 16, 8, 0) == TAUT_OK);
  return world;
}

static taut_follower* follow(taut_world* world, taut_finder* finder, const taut_agent* agent) {
  taut_follower* follower = NULL;
  taut_find_options options;
  taut_path path;
  taut_find_options_init(&options);
  options.agent = *agent;
  CHECK(taut_find(finder, 2.5F, 3.5F, 25.5F, 3.5F, &options, &path) == TAUT_OK);
  CHECK(taut_follower_create(world, agent, 2.0, &follower, NULL) == TAUT_OK);
  CHECK(taut_follower_set(follower, finder) == TAUT_OK);
  return follower;
}

/* A path of another world is refused, and the follower keeps its own. */
static void check_other_world(const taut_agent* agent) {
  taut_world* world = make_hall();
  taut_world* other = make_hall();
  taut_finder* finder = NULL;
  taut_finder* stranger = NULL;
  taut_follower* follower = NULL;
  taut_follower* of_other = NULL;
  CHECK(taut_world_prepare_agent(world, agent, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(other, agent, NULL) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_finder_create(other, &stranger) == TAUT_OK);
  follower = follow(world, finder, agent);
  of_other = follow(other, stranger, agent);
  CHECK(taut_follower_set(follower, stranger) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_update(follower) == TAUT_FOLLOW_ON_PATH);
  taut_follower_destroy(of_other);
  taut_follower_destroy(follower);
  taut_finder_destroy(stranger);
  taut_finder_destroy(finder);
  taut_world_destroy(other);
  taut_world_destroy(world);
}

static void check_walk(const taut_agent* agent) {
  taut_world* world = make_hall();
  taut_finder* finder = NULL;
  taut_follower* follower = NULL;
  taut_follower_state begin, state;
  taut_turn turns[16];
  taut_point start;
  uint32_t count = 0, turn = 99;
  double x = 0.0, y = 0.0;
  CHECK(taut_world_prepare_agent(world, agent, NULL) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  follower = follow(world, finder, agent);
  CHECK(taut_follower_read(follower, &begin) == TAUT_OK && begin.status == TAUT_FOLLOW_ON_PATH);
  CHECK(begin.x == 2.5 && begin.y == 3.5 && begin.progress == 0.0 && begin.turns == 3);
  CHECK(taut_follower_ahead(follower, turns, 16, &count) == TAUT_OK && count == 3);
  CHECK(turns[2].entry_x == 25.5 && turns[2].kind == TAUT_TURN_GOAL);
  CHECK(taut_follower_place_ahead(follower, 4.0, &x, &y) == TAUT_OK && x > 5.0 && y > 4.0);

  CHECK(taut_follower_move(follower, (float)x, (float)y) == TAUT_FOLLOW_ON_PATH);
  CHECK(taut_follower_read(follower, &state) == TAUT_OK && state.progress > 0.1);
  CHECK(fabs(begin.length - state.length - 4.0) < 0.01);
  CHECK(taut_follower_move(follower, (float)x, (float)y - 0.5F) == TAUT_FOLLOW_ON_PATH);
  CHECK(taut_follower_move(follower, (float)x, 0.5F) == TAUT_FOLLOW_OFF_PATH);
  CHECK(taut_follower_move(follower, NAN, 0.5F) == TAUT_FOLLOW_OFF_PATH);
  CHECK(taut_follower_move_goal(follower, 25.5F, 4.5F) == TAUT_FOLLOW_ON_PATH);
  CHECK(taut_follower_move_goal(follower, 2.5F, 3.5F) == TAUT_FOLLOW_GOAL_LOST);
  CHECK(taut_follower_find_touched(follower, 13, 8, 14, 9, &turn) == TAUT_OK && turn == 0);
  CHECK(taut_follower_find_touched(follower, 0, 11, 3, 12, &turn) == TAUT_NO_PATH);
  CHECK(taut_follower_find_start(follower, 3.5F, 3.5F, &start) == TAUT_OK && start.x == 3.5F);

  CHECK(taut_world_set(world, 20, 11, 21, 12, 0) == TAUT_OK);
  CHECK(taut_follower_update(follower) == TAUT_FOLLOW_ON_PATH);
  CHECK(taut_world_set(world, 14, 8, 16, 12, 0) == TAUT_OK);
  taut_world_destroy(world);
  CHECK(taut_followers_update(&follower, 1, &turn, 1, &count) == TAUT_OK);
  CHECK(count == 1 && turn == 0);
  CHECK(taut_follower_read(follower, &state) == TAUT_OK && state.status == TAUT_FOLLOW_CUT);
  taut_follower_destroy(follower);
  taut_finder_destroy(finder);
}

static void check_link(void) {
  const taut_agent point = {0.0, TAUT_AGENT_POINT, 0};
  taut_world* world = make_hall();
  taut_finder* finder = NULL;
  taut_follower* follower = NULL;
  taut_link_step step;
  uint32_t link = 0;
  CHECK(taut_world_link(world, 8.5F, 3.5F, 20.5F, 3.5F, NULL, &link, NULL) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  follower = follow(world, finder, &point);
  CHECK(taut_follower_next_link(follower, &step) == TAUT_OK && step.link == link);
  CHECK(step.entry.x == 8.5F && step.exit.x == 20.5F);
  CHECK(taut_follower_move(follower, 8.5F, 3.5F) == TAUT_FOLLOW_AT_LINK);
  CHECK(taut_follower_pass_link(follower) == TAUT_FOLLOW_ON_PATH);
  CHECK(taut_follower_next_link(follower, &step) == TAUT_NO_PATH);
  CHECK(taut_follower_move(follower, 25.5F, 3.5F) == TAUT_FOLLOW_ARRIVED);
  taut_follower_destroy(follower);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}

static void check_null(taut_follower* follower) {
  taut_follower_state state;
  taut_link_step step;
  taut_turn turn;
  taut_point start;
  uint32_t count = 77;
  double x = 0.0;
  CHECK(taut_follower_move(NULL, 1, 1) == TAUT_FOLLOW_NONE);
  CHECK(taut_follower_move_goal(NULL, 1, 1) == TAUT_FOLLOW_NONE);
  CHECK(taut_follower_update(NULL) == TAUT_FOLLOW_NONE);
  CHECK(taut_follower_pass_link(NULL) == TAUT_FOLLOW_NONE);
  CHECK(taut_follower_read(NULL, &state) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_read(follower, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_ahead(NULL, &turn, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(taut_follower_place_ahead(NULL, 1.0, &x, &x) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_place_ahead(follower, NAN, &x, &x) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_place_ahead(follower, -1.0, &x, &x) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_next_link(NULL, &step) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_find_touched(NULL, 0, 0, 1, 1, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_find_start(follower, NAN, 1, &start) == TAUT_BAD_ARGUMENT);
  CHECK(taut_followers_update(NULL, 1, NULL, 0, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_followers_update(NULL, 0, NULL, 0, &count) == TAUT_OK && count == 0);
  taut_follower_destroy(NULL);
}

static void check_refusals(void) {
  const taut_agent disc = {0.4, TAUT_AGENT_DISC, 0};
  const taut_agent wide = {33.0, TAUT_AGENT_DISC, 0};
  taut_world* world = make_hall();
  taut_world* other = make_hall();
  taut_finder *finder = NULL, *foreign = NULL;
  taut_follower *follower = NULL, *none = NULL;
  taut_path path;
  taut_error error;
  uint32_t turn = 0;
  double x = 0.0;
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_finder_create(other, &foreign) == TAUT_OK);
  CHECK(taut_follower_create(world, &wide, 2.0, &follower, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "33") != NULL && follower == NULL);
  CHECK(taut_follower_create(world, NULL, -1.0, &follower, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "max_detour -1 is not within 0 to 16384") != NULL);
  CHECK(taut_follower_create(NULL, NULL, 2.0, &follower, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_create(world, NULL, 2.0, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_create(world, &disc, 2.0, &follower, &error) == TAUT_OK);
  CHECK(taut_find(foreign, 1, 1, 9, 9, NULL, &path) == TAUT_OK);
  CHECK(taut_follower_set(follower, foreign) == TAUT_BAD_ARGUMENT);
  CHECK(taut_find(finder, 1, 1, 9, 9, NULL, &path) == TAUT_OK);
  CHECK(taut_follower_set(follower, finder) == TAUT_BAD_ARGUMENT); /* the path of a point */
  CHECK(taut_find(finder, 1, 1, 14.5F, 4.5F, NULL, &path) == TAUT_INVALID_INPUT);
  CHECK(taut_follower_set(follower, finder) == TAUT_OK); /* a failed search: no path */
  CHECK(taut_follower_update(follower) == TAUT_FOLLOW_NO_PATH);
  CHECK(taut_follower_place_ahead(follower, 1.0, &x, &x) == TAUT_NO_PATH);
  CHECK(taut_follower_find_touched(follower, 0, 0, 30, 12, &turn) == TAUT_NO_PATH);
  CHECK(taut_followers_update(&none, 1, &turn, 1, NULL) == TAUT_OK);
  CHECK(taut_follower_set(NULL, finder) == TAUT_BAD_ARGUMENT);
  CHECK(taut_follower_set(follower, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(taut_follow_status_text(TAUT_FOLLOW_CUT), "cut") == 0);
  CHECK(strcmp(taut_follow_status_text(TAUT_FOLLOW_NONE), "unknown status") == 0);
  check_null(follower);
  taut_follower_destroy(follower);
  taut_finder_destroy(finder);
  taut_finder_destroy(foreign);
  taut_world_destroy(world);
  taut_world_destroy(other);
}

void check_followers(void) {
  const taut_agent point = {0.0, TAUT_AGENT_POINT, 0};
  const taut_agent disc = {0.4, TAUT_AGENT_DISC, 0};
  check_walk(&point);
  check_other_world(&point);
  check_walk(&disc);
  check_link();
  check_refusals();
}
