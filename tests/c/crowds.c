/* Crowds: units, orders, states, bad arguments; what a crowd keeps alive. */
#include <math.h>
#include <string.h>
#include <taut_crowd.h>

#include "c/check.h"

enum { kUnits = 12, kMost = 32 };

static const taut_agent kDisc = {0.4, TAUT_AGENT_DISC, 0};

static taut_world* make_hall(void) {
  taut_world* world = NULL;
  CHECK(taut_world_create(30, 12, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 14, 0, 16, 8, 0) == TAUT_OK);
  return world;
}

static taut_crowd* make_crowd(taut_world* world, uint32_t* units) {
  taut_crowd* crowd = NULL;
  CHECK(taut_crowd_create(world, NULL, &crowd, NULL) == TAUT_OK);
  for (uint32_t i = 0; i < kUnits; ++i) {
    const float x = 2.5F + (float)(i % 4), y = 2.5F + (float)(i / 4);
    CHECK(taut_crowd_add(crowd, &kDisc, x, y, NULL, &units[i], NULL) == TAUT_OK);
  }
  return crowd;
}

static void advance(taut_crowd* crowd, int ticks) {
  for (int i = 0; i < ticks; ++i) CHECK(taut_crowd_advance(crowd, 0.05, NULL) == TAUT_OK);
}

static uint32_t count_in_state(const taut_crowd* crowd, taut_unit_state state) {
  taut_unit_state states[kMost];
  uint32_t count = 0, found = 0;
  CHECK(taut_crowd_states(crowd, states, kMost, &count) == TAUT_OK);
  for (uint32_t i = 0; i < count; ++i) found += states[i] == state;
  return found;
}

/* No two of the first units overlap; they are at most `most` tiles from (x, y). */
static void check_places(const taut_crowd* crowd, float x, float y, float most) {
  taut_point places[kMost];
  uint32_t count = 0;
  CHECK(taut_crowd_places(crowd, places, kMost, &count) == TAUT_OK && count >= kUnits);
  for (uint32_t i = 0; i < kUnits; ++i) {
    CHECK(hypotf(places[i].x - x, places[i].y - y) < most);
    for (uint32_t k = 0; k < i; ++k) {
      CHECK(hypotf(places[i].x - places[k].x, places[i].y - places[k].y) > 0.8F);
    }
  }
}

static void check_orders(void) {
  uint32_t units[kUnits], sent = 99, count = 0;
  taut_point places[kUnits], velocities[kMost];
  taut_world* world = make_hall();
  taut_crowd* crowd = make_crowd(world, units);
  CHECK(taut_crowd_size(crowd) == kUnits && taut_crowd_contains(crowd, units[3]) == 1);
  CHECK(count_in_state(crowd, TAUT_UNIT_IDLE) == kUnits);

  CHECK(taut_crowd_order_group(crowd, units, kUnits, 24.5F, 4.5F, &sent) == TAUT_OK);
  CHECK(sent == kUnits && taut_crowd_searches_waiting(crowd) == kUnits);
  advance(crowd, 40);
  CHECK(count_in_state(crowd, TAUT_UNIT_WALKING) > 0);
  CHECK(taut_crowd_velocities(crowd, velocities, kMost, &count) == TAUT_OK && count == kUnits);
  CHECK(hypotf(velocities[0].x, velocities[0].y) > 1.0F);
  advance(crowd, 500);
  CHECK(count_in_state(crowd, TAUT_UNIT_ARRIVED) == kUnits);
  check_places(crowd, 24.5F, 4.5F, 2.5F);

  for (uint32_t i = 0; i < kUnits; ++i) {
    places[i].x = 5.5F;
    places[i].y = 0.5F + (float)i;
  }
  CHECK(taut_crowd_order_places(crowd, units, kUnits, places, kUnits - 1, &sent) == TAUT_OK);
  CHECK(sent == kUnits - 1);
  advance(crowd, 800);
  check_places(crowd, 5.5F, 6.0F, 25.0F);
  CHECK(taut_crowd_places(crowd, places, kUnits, NULL) == TAUT_OK);
  for (uint32_t i = 0; i + 1 < kUnits; ++i) CHECK(fabsf(places[i].x - 5.5F) < 0.1F);

  CHECK(taut_crowd_order(crowd, units[0], 8.5F, 11.0F) == TAUT_OK);
  CHECK(taut_crowd_steer(crowd, units[1], -1.5F, 0.0F) == TAUT_OK);
  advance(crowd, 100);
  CHECK(taut_crowd_stop(crowd, units[1]) == TAUT_OK);
  CHECK(taut_crowd_remove(crowd, units[2]) == TAUT_OK && taut_crowd_size(crowd) == kUnits - 1);
  advance(crowd, 1);
  CHECK(taut_crowd_places(crowd, places, kUnits, &count) == TAUT_OK && count == kUnits);
  CHECK(hypotf(places[0].x - 8.5F, places[0].y - 11.0F) < 0.1F);
  CHECK(places[1].x < 0.5F && count_in_state(crowd, TAUT_UNIT_IDLE) == 1);
  CHECK(count_in_state(crowd, TAUT_UNIT_NONE) == 1 && places[2].x == 0.0F);
  CHECK(taut_crowd_contains(crowd, units[2]) == 0);
  CHECK(taut_crowd_is_occupied(crowd, 8, 10, 9, 12) == 1);
  CHECK(taut_crowd_is_occupied(crowd, 28, 10, 29, 12) == 0);
  taut_crowd_destroy(crowd);
  taut_world_destroy(world);
}

/* The crowd keeps the field that its units follow, and the world. */
static void check_field_order(void) {
  uint32_t units[kUnits], sent = 0;
  taut_goal goal = {{24.5F, 4.5F}, 0.0};
  taut_field* field = NULL;
  taut_world* world = make_hall();
  taut_crowd* crowd = make_crowd(world, units);
  CHECK(taut_field_create(&kDisc, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, &goal, 1, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  CHECK(taut_crowd_order_field(crowd, units, kUnits, field, &sent) == TAUT_OK && sent == kUnits);
  advance(crowd, 100);
  goal.at.x = 26.5F;
  CHECK(taut_field_set_goals(field, &goal, 1, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  taut_field_destroy(field);
  taut_world_destroy(world);
  advance(crowd, 900);
  CHECK(count_in_state(crowd, TAUT_UNIT_ARRIVED) == kUnits);
  check_places(crowd, 26.5F, 4.5F, 2.5F);
  taut_crowd_destroy(crowd);
}

/* A field of another world is refused, by crowds and by finders. */
static void check_foreign_field(void) {
  uint32_t units[kUnits], sent = 77;
  const taut_goal goal = {{24.5F, 4.5F}, 0.0};
  taut_path path;
  taut_finder* finder = NULL;
  taut_field* field = NULL;
  taut_world *world = make_hall(), *other = make_hall();
  taut_crowd* crowd = make_crowd(world, units);
  CHECK(taut_world_prepare_agent(other, &kDisc, NULL) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_field_create(&kDisc, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, &goal, 1, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_find_by_field(finder, field, 2.5F, 2.5F, &path) == TAUT_INVALID_INPUT);
  CHECK(taut_field_update(field, other, NULL) == TAUT_OK);
  CHECK(taut_find_by_field(finder, field, 2.5F, 2.5F, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_order_field(crowd, units, kUnits, field, &sent) == TAUT_BAD_ARGUMENT);
  CHECK(sent == 0);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  CHECK(taut_find_by_field(finder, field, 2.5F, 2.5F, &path) == TAUT_OK);
  CHECK(taut_crowd_order_field(crowd, units, kUnits, field, &sent) == TAUT_OK && sent == kUnits);
  taut_field_destroy(field);
  CHECK(taut_crowd_field(crowd, units[0], &field) == TAUT_OK);
  CHECK(taut_find_by_field(finder, field, 2.5F, 2.5F, &path) == TAUT_OK);
  taut_field_destroy(field);
  taut_finder_destroy(finder);
  taut_crowd_destroy(crowd);
  taut_world_destroy(other);
  taut_world_destroy(world);
}

static void check_no_way(void) {
  uint32_t unit = 0;
  taut_agent agent;
  taut_crowd_options options;
  taut_unit_options fast;
  taut_world* world = make_hall();
  taut_crowd* crowd = NULL;
  taut_crowd_options_init(&options);
  CHECK(options.expansions == 8192 && options.goal_rule == TAUT_GOAL_NEAREST &&
        options.microseconds == TAUT_NO_LIMIT);
  options.goal_rule = TAUT_GOAL_EXACT;
  options.microseconds = 0; /* one slice a tick */
  CHECK(taut_crowd_create(world, &options, &crowd, NULL) == TAUT_OK);
  taut_unit_options_init(&fast);
  CHECK(fast.speed == 2.0 && isinf(fast.acceleration) && fast.rank == 0 && fast.gives_way == 1);
  fast.speed = 4.0;
  CHECK(taut_crowd_add(crowd, &kDisc, 2.5F, 2.5F, &fast, &unit, NULL) == TAUT_OK);
  CHECK(taut_crowd_agent(crowd, unit, &agent) == TAUT_OK);
  CHECK(agent.radius == 410.0 / 1024.0 && agent.shape == TAUT_AGENT_DISC && agent.ground == 0);
  CHECK(taut_world_set(world, 14, 8, 16, 12, 0) == TAUT_OK);
  CHECK(taut_crowd_order(crowd, unit, 24.5F, 4.5F) == TAUT_OK);
  advance(crowd, 3);
  CHECK(count_in_state(crowd, TAUT_UNIT_NO_WAY) == 1);
  CHECK(taut_crowd_reason(crowd, unit) == TAUT_REASON_NOT_CONNECTED);
  CHECK(taut_world_set(world, 14, 8, 16, 12, 1) == TAUT_OK);
  advance(crowd, 160);
  CHECK(count_in_state(crowd, TAUT_UNIT_ARRIVED) == 1);
  CHECK(taut_crowd_reason(crowd, unit) == TAUT_REASON_NONE);
  taut_crowd_destroy(crowd);
  taut_world_destroy(world);
}

static void check_refusals(void) {
  uint32_t units[kUnits], unit = 77, count = 77;
  taut_point place = {1.0F, 1.0F};
  taut_agent agent = kDisc;
  taut_unit_state states[2] = {99, 99};
  taut_unit_options options;
  taut_crowd_options bad = {0, TAUT_GOAL_EXACT, 0};
  taut_error error;
  taut_world* world = make_hall();
  taut_crowd* crowd = NULL;
  CHECK(taut_crowd_create(world, &bad, &crowd, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "expansions 0") != NULL);
  bad.expansions = 1;
  bad.goal_rule = 2;
  CHECK(taut_crowd_create(world, &bad, &crowd, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_create(NULL, NULL, &crowd, &error) == TAUT_BAD_ARGUMENT && crowd == NULL);
  CHECK(strcmp(error.text, "taut: world is NULL") == 0);
  crowd = make_crowd(world, units);

  CHECK(taut_crowd_add(crowd, &kDisc, 2.6F, 2.5F, NULL, &unit, NULL) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_add(crowd, &kDisc, 14.5F, 2.5F, NULL, &unit, NULL) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_add(crowd, &kDisc, NAN, 2.5F, NULL, &unit, NULL) == TAUT_INVALID_INPUT);
  agent.shape = TAUT_AGENT_SQUARE;
  CHECK(taut_crowd_add(crowd, &agent, 9.5F, 2.5F, NULL, &unit, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: Crowd::add: the agent is not a disc") == 0);
  agent = kDisc;
  agent.ground = 4;
  CHECK(taut_crowd_add(crowd, &agent, 9.5F, 2.5F, NULL, &unit, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "no ground has the number 4") != NULL);
  taut_unit_options_init(&options);
  options.rank = 256;
  CHECK(taut_crowd_add(crowd, &kDisc, 9.5F, 2.5F, &options, &unit, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: Crowd::add: rank 256 is not within 0 to 255") == 0);
  taut_unit_options_init(&options);
  options.acceleration = 1e-40;
  CHECK(taut_crowd_add(crowd, &kDisc, 9.5F, 2.5F, &options, &unit, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: Crowd::add: acceleration 1e-40 is below 1e-37") == 0);
  CHECK(taut_crowd_add(crowd, NULL, 9.5F, 2.5F, NULL, &unit, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_add(crowd, &kDisc, 9.5F, 2.5F, NULL, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(unit == 77 && taut_crowd_size(crowd) == kUnits);

  CHECK(taut_crowd_order(crowd, 99, 1.0F, 1.0F) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_order(crowd, 0, NAN, 1.0F) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_steer(crowd, 99, 1.0F, 1.0F) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_steer(crowd, 0, INFINITY, 1.0F) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_stop(crowd, 99) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_remove(crowd, 99) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_agent(crowd, 99, &agent) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_order_group(crowd, NULL, 2, 1.0F, 1.0F, &count) == TAUT_BAD_ARGUMENT);
  CHECK(count == 0);
  CHECK(taut_crowd_order_group(crowd, units, 2, 1.0F, 1.0F, NULL) == TAUT_OK);
  CHECK(taut_crowd_order_places(crowd, units, 2, NULL, 1, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_order_places(crowd, units, 2, &place, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_crowd_order_field(crowd, units, 2, NULL, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_advance(crowd, 0.5, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: Crowd::advance: 0.5 seconds are not within 0 to 0.25") == 0);
  CHECK(taut_crowd_states(crowd, states, 1, &count) == TAUT_TRUNCATED && count == kUnits);
  CHECK(states[0] == TAUT_UNIT_WAITING && states[1] == 99);
  CHECK(taut_crowd_places(crowd, NULL, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);
  taut_crowd_destroy(crowd);
  taut_world_destroy(world);
}

/* A path past a unit in its way. */
static void check_around(void) {
  taut_world* world = make_hall();
  taut_world* other = make_hall();
  taut_finder *finder = NULL, *foreign = NULL;
  taut_crowd* crowd = NULL;
  taut_find_options options;
  taut_path path;
  taut_point line[64];
  uint32_t unit = 9, count = 0;
  double straight = 0.0;
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_finder_create(other, &foreign) == TAUT_OK);
  CHECK(taut_crowd_create(world, NULL, &crowd, NULL) == TAUT_OK);
  CHECK(taut_crowd_add(crowd, &kDisc, 6.5F, 5.5F, NULL, &unit, NULL) == TAUT_OK);
  taut_find_options_init(&options);
  options.agent = kDisc;
  CHECK(taut_crowd_find(crowd, finder, 2.5F, 5.5F, 10.5F, 5.5F, &options, TAUT_OBSTACLES_ALL, &unit,
                        1, &path) == TAUT_OK);
  straight = path.length;
  CHECK(straight < 8.001 && path.turn_count == 2);
  CHECK(taut_crowd_find(crowd, finder, 2.5F, 5.5F, 10.5F, 5.5F, &options, TAUT_OBSTACLES_STANDING,
                        NULL, 0, &path) == TAUT_OK);
  CHECK(path.length == straight);
  CHECK(taut_crowd_find(crowd, finder, 2.5F, 5.5F, 10.5F, 5.5F, &options, TAUT_OBSTACLES_AT_REST,
                        NULL, 0, &path) == TAUT_OK);
  CHECK(path.length > straight + 0.01 && path.turn_count > 2);
  CHECK(taut_path_polyline(finder, 0.01, line, 64, &count) == TAUT_OK && count == path.turn_count);
  CHECK(line[0].x == 2.5F && line[count - 1].x == 10.5F);
  CHECK(taut_crowd_find(crowd, finder, 2.5F, 5.5F, 6.75F, 5.5F, &options, TAUT_OBSTACLES_ALL, NULL,
                        0, &path) == TAUT_NO_PATH);
  CHECK(path.reason == TAUT_REASON_NOT_CONNECTED);
  CHECK(taut_crowd_find(crowd, foreign, 2.5F, 5.5F, 10.5F, 5.5F, &options, 0, NULL, 0, &path) ==
        TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_find(crowd, finder, 2.5F, 5.5F, 10.5F, 5.5F, &options, 3, NULL, 0, &path) ==
        TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_find(crowd, finder, 2.5F, 5.5F, 10.5F, 5.5F, &options, 0, NULL, 1, &path) ==
        TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_find(crowd, finder, 2.5F, 5.5F, 10.5F, 5.5F, NULL, 0, NULL, 0, &path) ==
        TAUT_INVALID_INPUT);
  CHECK(path.reason == TAUT_REASON_BAD_OPTIONS);
  CHECK(taut_crowd_find(NULL, finder, 1, 1, 2, 2, NULL, 0, NULL, 0, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_find(crowd, NULL, 1, 1, 2, 2, NULL, 0, NULL, 0, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_find(crowd, finder, 1, 1, 2, 2, NULL, 0, NULL, 0, NULL) == TAUT_BAD_ARGUMENT);
  taut_crowd_destroy(crowd);
  taut_finder_destroy(finder);
  taut_finder_destroy(foreign);
  taut_world_destroy(world);
  taut_world_destroy(other);
}

static void check_null(void) {
  taut_point place;
  taut_unit_state state;
  taut_agent agent;
  uint32_t unit = 0, count = 0;
  taut_crowd_options_init(NULL);
  taut_unit_options_init(NULL);
  taut_crowd_destroy(NULL);
  CHECK(taut_crowd_create(NULL, NULL, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_add(NULL, &kDisc, 1, 1, NULL, &unit, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_remove(NULL, 0) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_order(NULL, 0, 1, 1) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_steer(NULL, 0, 1, 1) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_stop(NULL, 0) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_order_group(NULL, &unit, 1, 1, 1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_order_places(NULL, &unit, 1, &place, 0, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_order_field(NULL, &unit, 1, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_advance(NULL, 0.05, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_size(NULL) == 0 && taut_crowd_searches_waiting(NULL) == 0);
  CHECK(taut_crowd_contains(NULL, 0) == 0 && taut_crowd_is_occupied(NULL, 0, 0, 1, 1) == 0);
  CHECK(taut_crowd_reason(NULL, 0) == TAUT_REASON_NONE);
  CHECK(taut_crowd_agent(NULL, 0, &agent) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_places(NULL, &place, 1, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_velocities(NULL, &place, 1, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_states(NULL, &state, 1, &count) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(taut_unit_state_text(TAUT_UNIT_NO_WAY), "no_way") == 0);
  CHECK(strcmp(taut_unit_state_text(TAUT_UNIT_IDLE), "idle") == 0);
  CHECK(strcmp(taut_unit_state_text(TAUT_UNIT_NONE), "unknown state") == 0);
}

void check_crowds(void) {
  check_orders();
  check_field_order();
  check_foreign_field();
  check_no_way();
  check_refusals();
  check_around();
  check_null();
}
