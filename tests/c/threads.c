/* Several threads with one world, each with its own finder, and one field that all query. */
#include <math.h>
#include <pthread.h>
#include <taut.h>

#include "c/check.h"

enum { kThreads = 4, kRounds = 50 };

typedef struct job {
  const taut_world* world;
  const taut_field* field;
  double sum; /* of all lengths and distances */
} job;

static void* work(void* argument) {
  job* self = argument;
  taut_finder* finder = NULL;
  taut_path path;
  if (taut_finder_create(self->world, &finder) != TAUT_OK) return NULL;
  for (int i = 0; i < kRounds; ++i) {
    const float x = (float)(i % 20) + 0.5F;
    if (taut_find(finder, x, 0.5F, 19.5F - x, 19.5F, NULL, &path) == TAUT_OK) {
      self->sum += path.length;
    }
    if (taut_find_by_field(finder, self->field, x, 15.5F, &path) == TAUT_OK) {
      self->sum += path.length;
    }
    const double distance = taut_field_distance(self->field, x, 3.5F);
    if (isfinite(distance)) self->sum += distance;
    self->sum += taut_world_is_walkable(self->world, i % 20, 10);
  }
  taut_finder_destroy(finder);
  return NULL;
}

void check_threads(void) {
  const taut_goal goal = {{10.5F, 0.5F}, 0.0};
  pthread_t threads[kThreads];
  job jobs[kThreads], alone;
  taut_world* world = NULL;
  taut_field* field = NULL;
  CHECK(taut_world_create(20, 20, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 2, 10, 18, 11, 0) == TAUT_OK);
  CHECK(taut_field_create(NULL, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, &goal, 1, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  alone.world = world;
  alone.field = field;
  alone.sum = 0.0;
  work(&alone);
  CHECK(alone.sum > 0.0);
  for (int i = 0; i < kThreads; ++i) {
    jobs[i] = alone;
    jobs[i].sum = 0.0;
    CHECK(pthread_create(&threads[i], NULL, work, &jobs[i]) == 0);
  }
  for (int i = 0; i < kThreads; ++i) {
    CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(jobs[i].sum == alone.sum);
  }
  taut_field_destroy(field);
  taut_world_destroy(world);
}
