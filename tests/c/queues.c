/* Queues: order, budgets, answers, bad arguments. */
#include <math.h>
#include <string.h>
#include <taut_pictures.h>
#include <taut_queue.h>

#include "c/check.h"

static taut_world* make_hall(void) {
  taut_world* world = NULL;
  CHECK(taut_world_create(30, 12, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 14, 0, 16, 11, 0) == TAUT_OK);
  return world;
}

static taut_ticket submit(taut_queue* queue, float goal_x, int32_t priority) {
  taut_ticket ticket;
  CHECK(taut_queue_submit(queue, 2.5F, 2.5F, goal_x, 2.5F, NULL, priority, &ticket, NULL) ==
        TAUT_OK);
  CHECK(ticket.number != 0 && ticket.padding == 0);
  return ticket;
}

static void check_answers(void) {
  taut_world* world = make_hall();
  taut_finder* finder = NULL;
  taut_queue* queue = NULL;
  taut_path path, same;
  taut_point points[8];
  uint32_t waiting = 9, count = 0, cells = 0, cones = 0, still = 0;
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_queue_create(world, &queue) == TAUT_OK);
  CHECK(taut_queue_set_slice(queue, 1) == TAUT_OK && taut_queue_set_lead(queue, 10) == TAUT_OK);
  const taut_ticket first = submit(queue, 27.5F, 0);
  const taut_ticket second = submit(queue, 20.5F, 0);
  const taut_ticket urgent = submit(queue, 24.5F, 1);
  taut_world_destroy(world);
  CHECK(taut_queue_waiting(queue) == 3);
  CHECK(taut_queue_answer(queue, first, finder, &path) == TAUT_UNFINISHED && isinf(path.length));
  while (taut_queue_answer(queue, urgent, finder, &path) == TAUT_UNFINISHED) {
    CHECK(taut_queue_advance(queue, 1, &waiting) == TAUT_OK);
  }
  CHECK(waiting == 2 && path.status == TAUT_OK && path.point_count == 4);
  CHECK(taut_path_points(finder, points, 8, &count) == TAUT_OK && count == 4);
  CHECK(points[0].x == 2.5F && points[3].x == 24.5F);
  CHECK(taut_find(finder, 2.5F, 2.5F, 24.5F, 2.5F, NULL, &same) == TAUT_OK);
  CHECK(same.length == path.length && same.revision == path.revision);
  CHECK(taut_path_corridor(finder, NULL, 0, &cells) == TAUT_TRUNCATED && cells > 0);

  CHECK(taut_queue_release(queue, second) == TAUT_OK && taut_queue_waiting(queue) == 1);
  CHECK(taut_queue_run(queue, 1000000, &waiting) == TAUT_OK && waiting == 0);
  CHECK(taut_queue_answer(queue, first, finder, &path) == TAUT_OK && path.length > same.length);
  CHECK(taut_path_corridor(finder, NULL, 0, &still) == TAUT_TRUNCATED && still == cells);
  CHECK(taut_queue_answer(queue, second, finder, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_answer(queue, first, finder, &path) == TAUT_OK);
  const taut_ticket outside = submit(queue, 14.5F, TAUT_MOST_PRIORITY);
  CHECK(taut_queue_run(queue, 0, NULL) == TAUT_OK && taut_queue_waiting(queue) == 0);
  CHECK(taut_queue_answer(queue, outside, finder, &path) == TAUT_INVALID_INPUT);
  CHECK(path.reason == TAUT_REASON_GOAL_BLOCKED && path.point_count == 0);
  CHECK(taut_path_cones(finder, NULL, 0, &cones) == TAUT_TRUNCATED && cones > 1);
  taut_queue_destroy(queue);
  taut_finder_destroy(finder);
}

/* Without a lead nobody overtakes; the budget of the options is not used. */
static void check_order(void) {
  taut_world* world = make_hall();
  taut_finder* finder = NULL;
  taut_queue* queue = NULL;
  taut_find_options options;
  taut_ticket frugal;
  taut_path path;
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_queue_create(world, &queue) == TAUT_OK);
  CHECK(taut_queue_set_slice(queue, 1) == TAUT_OK && taut_queue_set_lead(queue, 0) == TAUT_OK);
  const taut_ticket first = submit(queue, 27.5F, 0);
  const taut_ticket urgent = submit(queue, 20.5F, TAUT_MOST_PRIORITY);
  while (taut_queue_answer(queue, first, finder, &path) == TAUT_UNFINISHED) {
    CHECK(taut_queue_advance(queue, 1, NULL) == TAUT_OK);
  }
  CHECK(path.status == TAUT_OK);
  CHECK(taut_queue_answer(queue, urgent, finder, &path) == TAUT_UNFINISHED);
  taut_find_options_init(&options);
  options.budget = 1;
  CHECK(taut_find(finder, 2.5F, 2.5F, 27.5F, 2.5F, &options, &path) == TAUT_UNFINISHED);
  CHECK(taut_queue_submit(queue, 2.5F, 2.5F, 27.5F, 2.5F, &options, 0, &frugal, NULL) == TAUT_OK);
  CHECK(taut_queue_run(queue, 1000000, NULL) == TAUT_OK);
  CHECK(taut_queue_answer(queue, frugal, finder, &path) == TAUT_OK);
  taut_queue_destroy(queue);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}

static void check_refusals(void) {
  taut_world* world = make_hall();
  taut_world* other = make_hall();
  taut_finder* foreign = NULL;
  taut_queue* queue = NULL;
  taut_find_options options;
  taut_ticket ticket = {7, 7, 7};
  taut_error error;
  taut_path path;
  CHECK(taut_queue_create(world, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_create(NULL, &queue) == TAUT_BAD_ARGUMENT && queue == NULL);
  CHECK(taut_queue_create(world, &queue) == TAUT_OK);
  CHECK(taut_finder_create(other, &foreign) == TAUT_OK);
  CHECK(taut_queue_set_slice(queue, 0) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_set_lead(queue, UINT64_MAX) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_submit(queue, 1, 1, 2, 2, NULL, 256, &ticket, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: FindQueue::submit: priority 256 is not within 0 to 255") == 0);
  CHECK(ticket.number == 0);
  taut_find_options_init(&options);
  options.method = 3;
  CHECK(taut_queue_submit(queue, 1, 1, 2, 2, &options, 0, &ticket, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "options") != NULL);
  CHECK(taut_queue_submit(queue, 1, 1, 2, 2, NULL, 0, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_submit(NULL, 1, 1, 2, 2, NULL, 0, &ticket, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: queue is NULL") == 0);
  ticket = submit(queue, 9.5F, 0);
  CHECK(taut_queue_answer(queue, ticket, foreign, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_answer(queue, ticket, NULL, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_answer(NULL, ticket, foreign, &path) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_answer(queue, ticket, foreign, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_run(NULL, 1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_queue_advance(NULL, 1, NULL) == TAUT_BAD_ARGUMENT && taut_queue_waiting(NULL) == 0);
  CHECK(taut_queue_release(NULL, ticket) == TAUT_BAD_ARGUMENT);
  taut_queue_destroy(NULL);
  taut_queue_destroy(queue);
  taut_finder_destroy(foreign);
  taut_world_destroy(world);
  taut_world_destroy(other);
}

void check_queues(void) {
  check_answers();
  check_order();
  check_refusals();
}
