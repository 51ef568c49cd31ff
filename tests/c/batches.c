/* Batches: the answers of single queries, on several threads. */
#include <stdlib.h>
#include <string.h>
#include <taut.h>

#include "c/check.h"

enum { kQueries = 60 };

static taut_world* make_world(void) {
  taut_world* world = NULL;
  uint32_t random = 12345;
  uint8_t tiles[32 * 32];
  for (int i = 0; i < 32 * 32; ++i) {
    random = random * 1664525U + 1013904223U;
    tiles[i] = (random >> 24) > 50;
  }
  CHECK(taut_world_create(32, 32, tiles, &world, NULL) == TAUT_OK);
  return world;
}

static void make_queries(taut_query* queries) {
  uint32_t random = 99;
  for (int i = 0; i < kQueries; ++i) {
    float at[4];
    for (int k = 0; k < 4; ++k) {
      random = random * 1664525U + 1013904223U;
      at[k] = (float)(random >> 8) * (32.0F / 16777216.0F);
    }
    queries[i].start.x = at[0];
    queries[i].start.y = at[1];
    queries[i].goal.x = at[2];
    queries[i].goal.y = at[3];
    queries[i].options = (uint32_t)(i % 2);
  }
}

static void check_answers(const taut_world* world, uint32_t threads) {
  taut_query queries[kQueries];
  taut_find_options options[2];
  taut_path paths[kQueries], alone;
  taut_point points[4096];
  taut_turn turns[2048];
  taut_batch* batch = NULL;
  taut_finder* finder = NULL;
  uint32_t point_count = 0, turn_count = 0, point = 0, turn = 0, found = 0;
  make_queries(queries);
  taut_find_options_init(&options[0]);
  taut_find_options_init(&options[1]);
  options[1].agent.shape = TAUT_AGENT_DISC;
  options[1].agent.radius = 0.25;
  CHECK(taut_batch_create(world, threads, &batch, NULL) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_find_all(batch, queries, kQueries, options, 2, paths, NULL) == TAUT_OK);
  CHECK(taut_batch_points(batch, points, 4096, &point_count) == TAUT_OK);
  CHECK(taut_batch_turns(batch, turns, 2048, &turn_count) == TAUT_OK);
  for (int i = 0; i < kQueries; ++i) {
    const taut_query* query = &queries[i];
    taut_turn own[256];
    taut_find(finder, query->start.x, query->start.y, query->goal.x, query->goal.y,
              &options[query->options], &alone);
    CHECK(memcmp(&paths[i], &alone, sizeof alone) == 0);
    if (alone.point_count > 0) {
      CHECK(memcmp(points + point, taut_path_point_data(finder),
                   alone.point_count * sizeof points[0]) == 0);
    }
    CHECK(taut_path_turns(finder, own, 256, NULL) == TAUT_OK);
    CHECK(memcmp(turns + turn, own, alone.turn_count * sizeof own[0]) == 0);
    point += paths[i].point_count;
    turn += paths[i].turn_count;
    found += paths[i].status == TAUT_OK;
  }
  CHECK(point == point_count && turn == turn_count && found > kQueries / 4);
  CHECK(taut_batch_points(batch, points, 1, &point_count) == TAUT_TRUNCATED);
  CHECK(point_count == point);
  taut_finder_destroy(finder);
  taut_batch_destroy(batch);
}

static void check_bad_batches(const taut_world* world) {
  taut_error error;
  taut_batch* batch = NULL;
  taut_find_options options[2];
  taut_query query = {{0.5F, 0.5F}, {1.5F, 1.5F}, 0};
  taut_path path;
  uint32_t count = 3;
  CHECK(taut_batch_create(world, 0, &batch, &error) == TAUT_BAD_ARGUMENT && batch == NULL);
  CHECK(strcmp(error.text, "taut: taut_batch_create: threads 0 is not within 1 to 256") == 0);
  CHECK(taut_batch_create(world, 257, &batch, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_batch_create(NULL, 1, &batch, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_batch_create(world, 1, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_batch_create(world, 2, &batch, NULL) == TAUT_OK);
  CHECK(taut_find_all(batch, NULL, 0, NULL, 0, NULL, NULL) == TAUT_OK);
  CHECK(taut_batch_points(batch, NULL, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_find_all(batch, &query, 1, NULL, 0, &path, NULL) == TAUT_OK);
  CHECK(taut_find_all(batch, &query, 1, NULL, 0, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: paths is NULL") == 0);
  CHECK(taut_find_all(batch, NULL, 1, NULL, 0, &path, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_find_all(batch, &query, 1, NULL, 1, &path, &error) == TAUT_BAD_ARGUMENT);
  query.options = 1;
  CHECK(taut_find_all(batch, &query, 1, NULL, 0, &path, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "query 0") != NULL);
  taut_find_options_init(&options[0]);
  taut_find_options_init(&options[1]);
  CHECK(taut_find_all(batch, &query, 1, options, 2, &path, NULL) == TAUT_OK);
  options[1].method = -3;
  CHECK(taut_find_all(batch, &query, 1, options, 2, &path, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "options 1") != NULL);
  CHECK(taut_find_all(NULL, &query, 1, options, 1, &path, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_batch_points(batch, NULL, 3, &count) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(taut_batch_points(NULL, NULL, 0, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_batch_turns(batch, NULL, 3, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_batch_turns(NULL, NULL, 0, &count) == TAUT_BAD_ARGUMENT);
  taut_batch_destroy(batch);
  taut_batch_destroy(NULL);
}

void check_batches(void) {
  taut_world* world = make_world();
  check_answers(world, 1);
  check_answers(world, 3);
  check_bad_batches(world);
  taut_world_destroy(world);
}
