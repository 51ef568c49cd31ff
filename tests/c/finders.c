/* Finders: paths of every agent, goal rules, limits, slices, and the forms of an answer. */
#include <math.h>
#include <string.h>
#include <taut.h>

#include "c/check.h"

static const char kRoom[] = ".@...\n.@.@.\n...@.\n";

/* A world of 24 x 16 with a wall that is open at its lower end, and a closed room. */
static taut_world* make_hall(void) {
  const taut_rect walls[4] = {{8, 0, 10, 12}, {18, 0, 19, 5}, {18, 5, 24, 6}, {14, 14, 15, 15}};
  const taut_agent narrow = {0.4, TAUT_AGENT_DISC, 0}, wide = {1.5, TAUT_AGENT_DISC, 0};
  const taut_agent square = {1.0, TAUT_AGENT_SQUARE, 0};
  taut_world* world = NULL;
  CHECK(taut_world_create(24, 16, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set_rects(world, walls, 4, 0) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &narrow, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &wide, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &square, NULL) == TAUT_OK);
  return world;
}

static taut_finder* make_finder(const taut_world* world) {
  taut_finder* finder = NULL;
  CHECK(taut_finder_create(world, &finder) == TAUT_OK && finder != NULL);
  CHECK(taut_finder_memory_bytes(finder) > 0);
  return finder;
}

static void check_point_path(void) {
  taut_world* world = NULL;
  taut_finder* finder;
  taut_path path;
  taut_point points[8];
  uint32_t count = 0;
  CHECK(taut_world_read(kRoom, sizeof kRoom - 1, NULL, &world, NULL) == TAUT_OK);
  finder = make_finder(world);
  CHECK(taut_find(finder, 0.5F, 0.5F, 4.5F, 2.5F, NULL, &path) == TAUT_OK);
  CHECK(path.status == TAUT_OK && path.reason == TAUT_REASON_NONE);
  CHECK(path.method == TAUT_METHOD_OPTIMAL && path.turn_count == 0 && path.revision == 0);
  CHECK(fabs(path.length - 6.576) < 0.001 && path.point_count == 6);
  CHECK(taut_path_points(finder, NULL, 0, &count) == TAUT_TRUNCATED && count == 6);
  CHECK(taut_path_points(finder, points, 8, &count) == TAUT_OK && count == 6);
  CHECK(points[0].x == 0.5F && points[1].x == 1.0F && points[1].y == 2.0F);
  CHECK(points[5].x == 4.5F && points[5].y == 2.5F);
  CHECK(memcmp(points, taut_path_point_data(finder), 6 * sizeof(taut_point)) == 0);
  CHECK(taut_path_points(finder, points, 5, &count) == TAUT_TRUNCATED && count == 6);
  CHECK(taut_path_polyline(finder, 0.1, points, 8, &count) == TAUT_OK && count == 6);
  CHECK(taut_path_turns(finder, NULL, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_is_walkable_path(world, NULL, points, 6) == 1);
  /* An edit cuts the path; the answer stays until the next query. */
  CHECK(taut_world_set(world, 2, 0, 3, 1, 0) == TAUT_OK);
  CHECK(taut_world_is_walkable_path(world, NULL, taut_path_point_data(finder), 6) == 0);
  CHECK(taut_find(finder, 0.5F, 0.5F, 4.5F, 2.5F, NULL, &path) == TAUT_NO_PATH);
  CHECK(path.reason == TAUT_REASON_NOT_CONNECTED && path.revision == 1 && isinf(path.length));
  CHECK(taut_path_points(finder, points, 8, &count) == TAUT_OK && count == 0);
  CHECK(taut_path_point_data(finder) == NULL);
  /* In any order. */
  taut_world_destroy(world);
  CHECK(taut_find(finder, 0.5F, 0.5F, 0.5F, 2.5F, NULL, &path) == TAUT_OK);
  taut_finder_destroy(finder);
}

static int32_t is_disc_path(const taut_world* world, double radius, const taut_turn* turns,
                            uint32_t count) {
  const taut_agent agent = {radius, TAUT_AGENT_DISC, 0};
  return taut_world_is_walkable_disc(world, &agent, turns, count);
}

static void check_discs(taut_world* world, taut_finder* finder) {
  const double radii[2] = {0.4, 1.5};
  taut_find_options options;
  taut_path path;
  taut_turn turns[16];
  taut_point line[256];
  uint32_t count = 0;
  taut_find_options_init(&options);
  options.agent.shape = TAUT_AGENT_DISC;
  options.agent.radius = 0.3;
  CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_INVALID_INPUT);
  CHECK(path.reason == TAUT_REASON_NOT_PREPARED);
  for (int i = 0; i < 2; ++i) {
    options.agent.radius = radii[i];
    CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_OK);
    CHECK(path.point_count == 0 && path.turn_count == 4);
    CHECK(taut_path_turns(finder, turns, 2, &count) == TAUT_TRUNCATED && count == 4);
    CHECK(taut_path_turns(finder, turns, 16, &count) == TAUT_OK && count == 4);
    CHECK(turns[0].kind == TAUT_TURN_START && turns[3].kind == TAUT_TURN_GOAL);
    CHECK(turns[1].center.x == 8.0F && turns[1].center.y == 12.0F);
    CHECK(turns[1].kind == TAUT_TURN_RIGHT || turns[1].kind == TAUT_TURN_LEFT);
    // Sizes are rounded up to the lattice.
    const double radius = ceil(radii[i] * 1024.0) / 1024.0;
    CHECK(fabs(hypot(turns[1].entry_x - 8.0, turns[1].entry_y - 12.0) - radius) < 1e-9);
    CHECK(is_disc_path(world, radii[i], turns, 4) == 1);
    CHECK(is_disc_path(world, radii[i] + 0.1, turns, 4) == 0);
    CHECK(taut_path_polyline(finder, 0.01, line, 256, &count) == TAUT_OK && count > 4);
    CHECK(line[0].x == 3.0F && line[count - 1].x == 14.0F);
    CHECK(taut_path_polyline(finder, 0.01, line, 2, NULL) == TAUT_TRUNCATED);
    CHECK(taut_path_polyline(finder, 1e-6, line, 256, &count) == TAUT_TRUNCATED);
    CHECK(count > 256 && count < 100000);
    CHECK(taut_path_polyline(finder, 9e-7, line, 256, &count) == TAUT_BAD_ARGUMENT);
    CHECK(taut_path_points(finder, line, 256, &count) == TAUT_OK && count == 0);
  }
  turns[1].entry_x = NAN;
  CHECK(is_disc_path(world, 1.5, turns, 4) == 0);
  turns[1].entry_x = 1e300;
  CHECK(is_disc_path(world, 1.5, turns, 4) == 0);
  CHECK(is_disc_path(world, -1.0, turns, 4) == 0);
  CHECK(is_disc_path(world, 1.5, NULL, 4) == 0);
  CHECK(is_disc_path(world, 1.5, turns, 0) == 0);
  CHECK(is_disc_path(NULL, 1.5, turns, 4) == 0);
  CHECK(taut_world_is_walkable_disc(world, NULL, turns, 4) == 0);
}

static void check_squares_and_methods(taut_world* world, taut_finder* finder) {
  const taut_agent square = {1.0, TAUT_AGENT_SQUARE, 0};
  taut_find_options options;
  taut_path path;
  double best = 0.0;
  taut_find_options_init(&options);
  options.agent = square;
  CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_OK && path.point_count == 4);
  CHECK(taut_world_is_walkable_path(world, &square, taut_path_point_data(finder), 4) == 1);
  options.agent.radius = 0.9;
  CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_INVALID_INPUT);
  CHECK(path.reason == TAUT_REASON_NOT_PREPARED);

  taut_find_options_init(&options);
  for (int32_t method = TAUT_METHOD_BEST; method <= TAUT_METHOD_FAST; ++method) {
    options.method = method;
    CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_OK);
    CHECK(method == TAUT_METHOD_BEST || path.method == method);
    if (method == TAUT_METHOD_BEST) best = path.length;
    CHECK(path.length >= best - 1e-9 && path.length < 1.1 * best);
  }
}

static void check_costs(void) {
  const taut_agent agents[3] = {
      {0.0, TAUT_AGENT_POINT, 1}, {0.4, TAUT_AGENT_DISC, 1}, {0.25, TAUT_AGENT_SQUARE, 1}};
  taut_query query = {{0.5F, 0.5F}, {9.5F, 0.5F}, 0};
  taut_world* world = make_road(agents, 3);
  taut_batch* batch = NULL;
  taut_finder* finder = make_finder(world);
  taut_find_options options;
  taut_path path, same;
  taut_find_options_init(&options);
  CHECK(taut_batch_create(world, 1, &batch, NULL) == TAUT_OK);
  for (int i = 0; i < 3; ++i) {
    options.agent = agents[i];
    query.goal.x = 9.5F;
    CHECK(taut_world_set_class(world, 2, 0, 4, 1, 0, NULL) == TAUT_OK);
    CHECK(taut_find(finder, 0.5F, 0.5F, 9.5F, 0.5F, &options, &path) == TAUT_OK);
    CHECK(path.length == 9.0 && path.cost == 9.0);
    CHECK(taut_world_set_class(world, 2, 0, 4, 1, 7, NULL) == TAUT_OK);
    CHECK(taut_find(finder, 0.5F, 0.5F, 9.5F, 0.5F, &options, &path) == TAUT_OK);
    CHECK(path.length == 9.0 && path.cost == 13.0);
    CHECK(taut_find_all(batch, &query, 1, &options, 1, &same, NULL) == TAUT_OK);
    CHECK(same.length == 9.0 && same.cost == 13.0);
    CHECK(taut_find(finder, 0.5F, 0.5F, 9.5F, 0.5F, NULL, &path) == TAUT_OK);
    CHECK(path.length == 9.0 && path.cost == 9.0);
    CHECK(taut_find(finder, 0.5F, 0.5F, 20.0F, 0.5F, &options, &path) == TAUT_INVALID_INPUT);
    CHECK(isinf(path.length) && isinf(path.cost));
    query.goal.x = 20.0F;
    CHECK(taut_find_all(batch, &query, 1, &options, 1, &same, NULL) == TAUT_OK);
    CHECK(isinf(same.length) && isinf(same.cost));
  }
  taut_batch_destroy(batch);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}

static void check_goals_and_limits(taut_finder* finder) {
  taut_find_options options;
  taut_path path;
  const taut_point* end;
  taut_find_options_init(&options);
  CHECK(taut_find(finder, 3, 3, 21, 2, &options, &path) == TAUT_NO_PATH);
  options.goal_rule = TAUT_GOAL_NEAREST;
  CHECK(taut_find(finder, 3, 3, 21, 2, &options, &path) == TAUT_OK);
  end = taut_path_point_data(finder) + path.point_count - 1;
  CHECK(end->x == 18.0F && end->y == 2.0F);
  options.max_goal_distance = 2.9;
  CHECK(taut_find(finder, 3, 3, 21, 2, &options, &path) == TAUT_NO_PATH);
  CHECK(path.reason == TAUT_REASON_GOAL_TOO_FAR);
  options.max_goal_distance = NAN;
  CHECK(taut_find(finder, 3, 3, 21, 2, &options, &path) == TAUT_INVALID_INPUT);
  CHECK(path.reason == TAUT_REASON_BAD_OPTIONS);

  taut_find_options_init(&options);
  CHECK(taut_find(finder, 8.25F, 3.0F, 14, 3, &options, &path) == TAUT_INVALID_INPUT);
  CHECK(path.reason == TAUT_REASON_START_BLOCKED);
  options.start_rule = TAUT_START_NEAREST;
  CHECK(taut_find(finder, 8.25F, 3.0F, 14, 3, &options, &path) == TAUT_OK);
  CHECK(taut_path_point_data(finder)->x == 8.0F && taut_path_point_data(finder)->y == 3.0F);

  taut_find_options_init(&options);
  options.length_limit = 5.0;
  CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_NO_PATH);
  CHECK(path.reason == TAUT_REASON_LIMIT);
  taut_find_options_init(&options);
  options.expansion_limit = 1;
  CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_OUT_OF_NODES);
  CHECK(path.reason == TAUT_REASON_LIMIT && path.expanded <= 1);
}

static void check_bad_queries(const taut_world* world, taut_finder* finder) {
  taut_find_options options;
  taut_path path;
  CHECK(taut_find(finder, NAN, 3, 14, 3, NULL, &path) == TAUT_INVALID_INPUT);
  CHECK(path.reason == TAUT_REASON_START_BLOCKED);
  CHECK(taut_find(finder, 3, 3, INFINITY, 3, NULL, &path) == TAUT_INVALID_INPUT);
  CHECK(path.reason == TAUT_REASON_GOAL_BLOCKED);
  CHECK(taut_find(finder, 3, 3, 14, 3, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_find(NULL, 3, 3, 14, 3, NULL, &path) == TAUT_BAD_ARGUMENT);
  for (int i = 0; i < 6; ++i) {
    taut_find_options_init(&options);
    if (i == 0) options.method = 77;
    if (i == 1) options.goal_rule = -1;
    if (i == 2) options.agent.shape = 3;
    if (i == 3) options.method = -1;
    if (i == 4) options.start_rule = -1;
    if (i == 5) options.start_rule = 2;
    CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_BAD_ARGUMENT);
    CHECK(path.status == TAUT_BAD_ARGUMENT && path.reason == TAUT_REASON_BAD_OPTIONS);
    CHECK(taut_path_point_data(finder) == NULL);
  }
  CHECK(taut_finder_create(world, NULL) == TAUT_BAD_ARGUMENT);
  finder = (taut_finder*)&path; /* to be replaced by NULL */
  CHECK(taut_finder_create(NULL, &finder) == TAUT_BAD_ARGUMENT && finder == NULL);
  CHECK(taut_finder_memory_bytes(NULL) == 0);
  taut_finder_destroy(NULL);
  taut_find_options_init(NULL);
}

static void check_slices(taut_world* world, taut_finder* finder) {
  taut_find_options options;
  taut_path whole, path;
  taut_point points[16];
  int calls = 0;
  CHECK(taut_find(finder, 3, 3, 20, 8, NULL, &whole) == TAUT_OK && whole.point_count <= 16);
  CHECK(taut_path_points(finder, points, 16, NULL) == TAUT_OK);
  taut_find_options_init(&options);
  options.budget = 1;
  while (taut_find(finder, 3, 3, 20, 8, &options, &path) == TAUT_UNFINISHED) {
    CHECK(path.status == TAUT_UNFINISHED && isinf(path.length) && path.expanded > 0);
    CHECK(taut_path_point_data(finder) == NULL);
    ++calls;
  }
  CHECK(calls > 0 && path.status == TAUT_OK);
  CHECK(path.length == whole.length && path.point_count == whole.point_count);
  CHECK(path.expanded == whole.expanded);
  CHECK(memcmp(points, taut_path_point_data(finder), path.point_count * sizeof points[0]) == 0);

  /* An edit in between counts, and so does another query. */
  CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_UNFINISHED);
  CHECK(taut_world_set(world, 8, 12, 10, 16, 0) == TAUT_OK);
  options.budget = TAUT_NO_LIMIT;
  CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_NO_PATH);
  CHECK(taut_world_set(world, 8, 12, 10, 16, 1) == TAUT_OK);
  options.budget = 1;
  CHECK(taut_find(finder, 3, 3, 14, 3, &options, &path) == TAUT_UNFINISHED);
  CHECK(taut_find(finder, 3, 3, 20, 8, NULL, &path) == TAUT_OK && path.expanded == whole.expanded);
}

static void check_bad_buffers(taut_finder* finder) {
  taut_path path;
  taut_point points[4];
  uint32_t count = 5;
  CHECK(taut_find(finder, 3, 3, 14, 3, NULL, &path) == TAUT_OK);
  CHECK(taut_path_points(finder, NULL, 4, &count) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(taut_path_points(NULL, points, 4, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_point_data(NULL) == NULL);
  CHECK(taut_path_turns(finder, NULL, 4, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_turns(NULL, NULL, 0, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_polyline(finder, 0.0, points, 4, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_polyline(finder, NAN, points, 4, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_polyline(finder, 0.1, NULL, 4, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_polyline(NULL, 0.1, points, 4, &count) == TAUT_BAD_ARGUMENT);
}

void check_finders(void) {
  taut_world* world;
  taut_finder* finder;
  check_point_path();
  world = make_hall();
  finder = make_finder(world);
  check_discs(world, finder);
  check_squares_and_methods(world, finder);
  check_costs();
  check_goals_and_limits(finder);
  check_bad_queries(world, finder);
  check_slices(world, finder);
  check_bad_buffers(finder);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}
