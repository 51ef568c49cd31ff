/* Shared worlds: a writer edits and publishes while others query what was published. */
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <taut_crowd.h>
#include <taut_follower.h>
#include <taut_links.h>
#include <taut_queue.h>
#include <taut_save.h>
#include <taut_shared.h>

#include "c/check.h"

enum { kReaders = 3, kRounds = 60 };

static const taut_agent kDisc = {0.4, TAUT_AGENT_DISC, 0};

static taut_world* share_hall(void) {
  taut_world* world = NULL;
  CHECK(taut_world_create(30, 12, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 14, 0, 16, 8, 0) == TAUT_OK);
  CHECK(taut_world_copy_count(world) == 1);
  CHECK(taut_world_share(world, NULL) == TAUT_OK);
  return world;
}

/* Edits are seen once they are published, by what follows the shared world. */
static void check_publish(void) {
  taut_world* world = share_hall();
  taut_world *before = NULL, *after = NULL;
  taut_finder *finder = NULL, *fixed = NULL;
  taut_path path;
  uint64_t revision = taut_world_revision(world);
  CHECK(taut_world_published(world, &before) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_finder_create(before, &fixed) == TAUT_OK);
  CHECK(taut_world_set(world, 14, 8, 16, 12, 0) == TAUT_OK);
  CHECK(taut_world_is_walkable(world, 14, 9) == 1 && taut_world_revision(world) == revision);
  CHECK(taut_find(finder, 2.5F, 2.5F, 25.5F, 2.5F, NULL, &path) == TAUT_OK);
  CHECK(path.revision == revision);
  CHECK(taut_world_publish(world) == TAUT_OK && taut_world_revision(world) == revision + 1);
  CHECK(taut_world_is_walkable(world, 14, 9) == 0 && taut_world_is_walkable(before, 14, 9) == 1);
  CHECK(taut_find(finder, 2.5F, 2.5F, 25.5F, 2.5F, NULL, &path) == TAUT_NO_PATH);
  CHECK(path.revision == revision + 1 && path.reason == TAUT_REASON_NOT_CONNECTED);
  CHECK(taut_find(fixed, 2.5F, 2.5F, 25.5F, 2.5F, NULL, &path) == TAUT_OK);
  CHECK(taut_world_published(world, &after) == TAUT_OK);
  CHECK(taut_world_revision(after) == revision + 1 && taut_world_copy_count(world) >= 2);
  CHECK(taut_world_copy_count(after) == 1);
  taut_world_destroy(world);
  CHECK(taut_find(finder, 2.5F, 2.5F, 13.5F, 2.5F, NULL, &path) == TAUT_OK);
  taut_world_destroy(before);
  CHECK(taut_world_is_walkable(after, 14, 9) == 0);
  taut_world_destroy(after);
  taut_finder_destroy(finder);
  taut_finder_destroy(fixed);
}

/* A follower on what was published knows no wall that is opened later as open. */
static void check_later_path(void) {
  taut_world *world = share_hall(), *before = NULL;
  taut_finder* finder = NULL;
  taut_follower* follower = NULL;
  taut_path path;
  CHECK(taut_world_published(world, &before) == TAUT_OK);
  CHECK(taut_follower_create(before, NULL, 2.0, &follower, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 14, 0, 16, 8, 1) == TAUT_OK);
  CHECK(taut_world_publish(world) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_find(finder, 2.5F, 2.5F, 25.5F, 2.5F, NULL, &path) == TAUT_OK);
  CHECK(path.revision > taut_world_revision(before));
  CHECK(taut_follower_set(follower, finder) == TAUT_OK);
  CHECK(taut_follower_update(follower) == TAUT_FOLLOW_CUT);
  taut_follower_destroy(follower);
  taut_finder_destroy(finder);
  taut_world_destroy(before);
  taut_world_destroy(world);
}

/* All edits go the same way. */
static void check_edits(void) {
  float factors[TAUT_GROUND_CLASSES];
  const taut_agent boat = {0.0, TAUT_AGENT_POINT, 1};
  taut_link_options options;
  taut_world *world = share_hall(), *seen = NULL;
  uint32_t link = 0, count = 0;
  taut_error error;
  for (uint32_t i = 0; i < TAUT_GROUND_CLASSES; ++i) factors[i] = 1.0F;
  factors[3] = INFINITY;
  taut_link_options_init(&options);
  CHECK(taut_world_set_class(world, 20, 0, 22, 12, 3, NULL) == TAUT_OK);
  CHECK(taut_world_set_ground(world, 1, factors, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &boat, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &kDisc, NULL) == TAUT_OK);
  CHECK(taut_world_link(world, 5.5F, 5.5F, 25.5F, 5.5F, NULL, &link, NULL) == TAUT_OK);
  CHECK(taut_world_link(world, 14.5F, 5.5F, 25.5F, 5.5F, NULL, &count, &error) ==
        TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "link") != NULL);
  CHECK(taut_world_change_link(world, link, &options, NULL) == TAUT_INVALID_INPUT);
  CHECK(taut_world_keep_landmarks(world, 2, NULL) == TAUT_OK);
  CHECK(taut_world_keep_index(world, 1U << 20U) == TAUT_OK);
  CHECK(taut_world_publish(world) == TAUT_OK);
  CHECK(taut_world_change_link(world, link, &options, NULL) == TAUT_OK);
  CHECK(taut_world_published(world, &seen) == TAUT_OK);
  CHECK(taut_world_class(seen, 20, 5) == 3 && taut_world_has_index(seen, NULL) == 1);
  CHECK(taut_world_has_room(seen, &boat, 20.5F, 5.5F) == 0);
  CHECK(taut_world_is_reachable(seen, &boat, 1, 1, 25, 1) == 1); /* over the link */
  CHECK(taut_world_unlink(world, link) == TAUT_OK && taut_world_publish(world) == TAUT_OK);
  CHECK(taut_world_links(world, NULL, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_links(seen, NULL, 0, &count) == TAUT_TRUNCATED && count == 1);
  CHECK(taut_world_save(seen, TAUT_SAVE_LIGHT, NULL, 0, &count) == TAUT_TRUNCATED && count > 100);
  CHECK(taut_world_set(seen, 0, 0, 1, 1, 0) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_set_class(seen, 0, 0, 1, 1, 1, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World: what was published is not edited") == 0);
  CHECK(taut_world_unlink(seen, link) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_publish(seen) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_share(seen, &error) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_share(world, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: SharedWorld: the world is shared") == 0);
  taut_world_destroy(seen);
  taut_world_destroy(world);
}

/* A crowd, a field, a queue and a follower on a shared world. */
static void check_walkers(void) {
  const taut_goal goal = {.at = {25.5F, 3.5F}};
  taut_world *world = share_hall(), *seen = NULL;
  taut_crowd *crowd = NULL, *none = NULL;
  taut_field* field = NULL;
  taut_queue* queue = NULL;
  taut_finder* finder = NULL;
  taut_follower* follower = NULL;
  taut_ticket ticket;
  taut_path path;
  taut_unit_state state = TAUT_UNIT_IDLE;
  uint32_t unit = 9, sent = 0;
  taut_error error;
  CHECK(taut_crowd_create(world, NULL, &crowd, NULL) == TAUT_OK);
  CHECK(taut_crowd_add(crowd, &kDisc, 2.5F, 3.5F, NULL, &unit, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strstr(error.text, "not prepared") != NULL);
  CHECK(taut_world_prepare_agent(world, &kDisc, NULL) == TAUT_OK);
  CHECK(taut_world_publish(world) == TAUT_OK);
  CHECK(taut_crowd_add(crowd, &kDisc, 2.5F, 3.5F, NULL, &unit, &error) == TAUT_OK);
  CHECK(taut_world_published(world, &seen) == TAUT_OK);
  CHECK(taut_crowd_create(seen, NULL, &none, &error) == TAUT_BAD_ARGUMENT && none == NULL);
  CHECK(taut_field_create(&kDisc, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, &goal, 1, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  CHECK(taut_crowd_order_field(crowd, &unit, 1, field, &sent) == TAUT_OK && sent == 1);

  CHECK(taut_finder_create(seen, &finder) == TAUT_OK);
  CHECK(taut_queue_create(world, &queue) == TAUT_OK);
  CHECK(taut_queue_submit(queue, 2.5F, 3.5F, 25.5F, 3.5F, NULL, 0, &ticket, NULL) == TAUT_OK);
  CHECK(taut_queue_run(queue, 1000000, NULL) == TAUT_OK);
  CHECK(taut_queue_answer(queue, ticket, finder, &path) == TAUT_OK);
  CHECK(taut_follower_create(world, NULL, 2.0, &follower, NULL) == TAUT_OK);
  CHECK(taut_follower_set(follower, finder) == TAUT_OK);
  CHECK(taut_follower_update(follower) == TAUT_FOLLOW_ON_PATH);
  taut_world_destroy(seen);
  for (int tick = 0; tick < 400; ++tick) CHECK(taut_crowd_advance(crowd, 0.05, NULL) == TAUT_OK);
  CHECK(taut_crowd_states(crowd, &state, 1, NULL) == TAUT_OK && state == TAUT_UNIT_ARRIVED);

  CHECK(taut_world_set(world, 14, 8, 16, 12, 0) == TAUT_OK);
  CHECK(taut_follower_update(follower) == TAUT_FOLLOW_ON_PATH);
  CHECK(taut_world_publish(world) == TAUT_OK);
  taut_world_destroy(world);
  CHECK(taut_follower_update(follower) == TAUT_FOLLOW_CUT);
  CHECK(taut_crowd_order(crowd, unit, 2.5F, 3.5F) == TAUT_OK);
  for (int tick = 0; tick < 9; ++tick) CHECK(taut_crowd_advance(crowd, 0.05, NULL) == TAUT_OK);
  taut_crowd_destroy(crowd);
  taut_field_destroy(field);
  taut_queue_destroy(queue);
  taut_follower_destroy(follower);
  taut_finder_destroy(finder);
}

/* What is loaded on a shared world follows what is published. A crowd is not loaded on a world that
 * was published. */
static void check_saves_of_shared(void) {
  static uint8_t bytes[8192], others[8192];
  taut_world *world = share_hall(), *seen = NULL;
  taut_crowd *crowd = NULL, *loaded = NULL;
  taut_queue *queue = NULL, *requests = NULL;
  taut_finder* finder = NULL;
  taut_ticket ticket;
  taut_path path;
  taut_error error;
  taut_unit_state state = TAUT_UNIT_IDLE;
  taut_point place;
  uint32_t unit = 9, count = 0, length = 0;
  CHECK(taut_world_prepare_agent(world, &kDisc, NULL) == TAUT_OK);
  CHECK(taut_world_publish(world) == TAUT_OK);
  CHECK(taut_world_published(world, &seen) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_queue_create(world, &queue) == TAUT_OK);
  CHECK(taut_queue_submit(queue, 2.5F, 2.5F, 25.5F, 2.5F, NULL, 0, &ticket, NULL) == TAUT_OK);
  CHECK(taut_queue_save(queue, others, sizeof others, &length) == TAUT_OK);
  CHECK(taut_queue_read_save(others, length, NULL, world, &requests, &error) == TAUT_OK);
  CHECK(taut_crowd_create(world, NULL, &crowd, NULL) == TAUT_OK);
  CHECK(taut_crowd_add(crowd, &kDisc, 2.5F, 2.5F, NULL, &unit, NULL) == TAUT_OK);
  CHECK(taut_crowd_order(crowd, unit, 25.5F, 2.5F) == TAUT_OK);
  CHECK(taut_crowd_save(crowd, bytes, sizeof bytes, &count) == TAUT_OK);
  CHECK(taut_crowd_read_save(bytes, count, NULL, seen, &loaded, &error) == TAUT_BAD_ARGUMENT);
  CHECK(loaded == NULL && strstr(error.text, "what was published is not edited") != NULL);
  CHECK(taut_crowd_read_save(bytes, count, NULL, world, &loaded, &error) == TAUT_OK);

  CHECK(taut_world_set(world, 14, 8, 16, 12, 0) == TAUT_OK);
  CHECK(taut_world_publish(world) == TAUT_OK);
  CHECK(taut_queue_run(requests, 1000000, NULL) == TAUT_OK);
  CHECK(taut_queue_answer(requests, ticket, finder, &path) == TAUT_NO_PATH);
  for (int tick = 0; tick < 400; ++tick) CHECK(taut_crowd_advance(loaded, 0.05, NULL) == TAUT_OK);
  CHECK(taut_crowd_states(loaded, &state, 1, NULL) == TAUT_OK && state == TAUT_UNIT_ARRIVED);
  CHECK(taut_crowd_places(loaded, &place, 1, NULL) == TAUT_OK && place.x < 14.0F);
  taut_world_destroy(seen);
  taut_world_destroy(world);
  taut_queue_destroy(queue);
  taut_queue_destroy(requests);
  taut_crowd_destroy(crowd);
  taut_crowd_destroy(loaded);
  taut_finder_destroy(finder);
}

/* Each path is walkable in a world that was published, whatever the writer does meanwhile. */
static void* read_world(void* shared) {
  taut_world* seen = NULL;
  taut_batch* batch = NULL;
  taut_path path;
  taut_query query = {{2.5F, 3.5F}, {25.5F, 3.5F}, 0};
  static const char kDone;
  if (taut_batch_create(shared, 1, &batch, NULL) != TAUT_OK) return NULL;
  for (int i = 0; i < kRounds; ++i) {
    taut_finder* finder = NULL;
    if (taut_world_published(shared, &seen) != TAUT_OK) return NULL;
    if (taut_finder_create(seen, &finder) != TAUT_OK) return NULL;
    const taut_status status = taut_find(finder, 2.5F, 3.5F, 25.5F, 3.5F, NULL, &path);
    if (path.revision != taut_world_revision(seen)) return NULL;
    if (status == TAUT_OK &&
        !taut_world_is_walkable_path(seen, NULL, taut_path_point_data(finder), path.point_count)) {
      return NULL;
    }
    if (status != TAUT_OK && taut_world_is_reachable(seen, NULL, 2.5F, 3.5F, 25.5F, 3.5F)) {
      return NULL;
    }
    if (taut_find_all(batch, &query, 1, NULL, 0, &path, NULL) != TAUT_OK) return NULL;
    taut_finder_destroy(finder);
    taut_world_destroy(seen);
  }
  taut_batch_destroy(batch);
  return (void*)&kDone;
}

static void check_threads_of_shared(void) {
  pthread_t threads[kReaders];
  taut_world* world = share_hall();
  for (int i = 0; i < kReaders; ++i) {
    CHECK(pthread_create(&threads[i], NULL, read_world, world) == 0);
  }
  for (int i = 0; i < 4 * kRounds; ++i) {
    CHECK(taut_world_set(world, 14, 8, 16, 12, i % 2) == TAUT_OK);
    if (i % 3 != 0) CHECK(taut_world_publish(world) == TAUT_OK);
  }
  for (int i = 0; i < kReaders; ++i) {
    void* done = NULL;
    CHECK(pthread_join(threads[i], &done) == 0 && done != NULL);
  }
  CHECK(taut_world_copy_count(world) <= 2 * kReaders + 3);
  taut_world_destroy(world);
}

/* Copies are made ahead, and lack nothing once they have caught up. */
static void check_copies(void) {
  taut_world* world = share_hall();
  taut_finder* finder = NULL;
  taut_path path;
  uint32_t left = 99;
  CHECK(taut_world_reserve(world, 3) == TAUT_OK && taut_world_copy_count(world) == 5);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_find(finder, 2.5F, 2.5F, 25.5F, 2.5F, NULL, &path) == TAUT_OK);
  CHECK(taut_finder_release(finder) == TAUT_OK && taut_path_point_data(finder) == NULL);
  for (int i = 0; i < 20; ++i) {
    CHECK(taut_world_set(world, i, 11, i + 1, 12, 0) == TAUT_OK);
    CHECK(taut_world_publish(world) == TAUT_OK);
  }
  CHECK(taut_world_catch_up(world, 1000, &left) == TAUT_OK && left == 0);
  CHECK(taut_world_copy_count(world) == 5);
  CHECK(taut_find(finder, 2.5F, 2.5F, 25.5F, 2.5F, NULL, &path) == TAUT_OK);
  CHECK(path.revision == taut_world_revision(world));
  CHECK(taut_world_reserve(world, 257) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_reserve(NULL, 1) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_catch_up(NULL, 1, &left) == TAUT_BAD_ARGUMENT);
  CHECK(taut_finder_release(NULL) == TAUT_BAD_ARGUMENT);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}

/* A world that uses an index keeps its largest size: what an edit outdates can be rebuilt. */
static void check_kept_index(void) {
  static const char kRows[] = ".@...\n.@.@.\n...@.\n";
  taut_world* world = NULL;
  taut_index *index = NULL, *next = NULL;
  uint32_t left = 9;
  CHECK(taut_world_read(kRows, sizeof kRows - 1, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_index_build(world, 1 << 20, &index) == TAUT_OK);
  CHECK(taut_world_use_index(world, index, NULL) == TAUT_OK);
  CHECK(taut_world_has_index(world, NULL) == 1);
  CHECK(taut_index_build(world, 1 << 20, &next) == TAUT_OK);
  CHECK(taut_index_memory(next) == taut_index_memory(index));
  CHECK(taut_world_set(world, 1, 0, 2, 1, 1) == TAUT_OK && taut_world_has_index(world, NULL) == 0);
  CHECK(taut_world_refresh_index(world, 1, &left) == TAUT_OK && left == 0);
  CHECK(taut_world_has_index(world, NULL) == 1);
  taut_index_destroy(next);
  taut_index_destroy(index);
  taut_world_destroy(world);
}

/* An index that was built apart answers once it is used, as long as the world is as it was. */
static void check_indexes(void) {
  taut_world* world = share_hall();
  taut_index *index = NULL, *old = NULL;
  taut_world* seen = NULL;
  uint32_t outdated = 9;
  CHECK(taut_index_build(world, 1 << 20, &old) == TAUT_OK && taut_index_memory(old) > 0);
  CHECK(taut_world_set(world, 3, 3, 4, 4, 0) == TAUT_OK && taut_world_publish(world) == TAUT_OK);
  CHECK(taut_world_use_index(world, old, &outdated) == TAUT_OK && outdated == 1);
  CHECK(taut_index_build(world, 1 << 20, &index) == TAUT_OK);
  CHECK(taut_world_has_index(world, NULL) == 0);
  CHECK(taut_world_use_index(world, index, &outdated) == TAUT_OK && outdated == 0);
  CHECK(taut_world_publish(world) == TAUT_OK && taut_world_has_index(world, NULL) == 1);
  CHECK(taut_world_published(world, &seen) == TAUT_OK);
  CHECK(taut_world_use_index(seen, index, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_use_index(world, NULL, &outdated) == TAUT_BAD_ARGUMENT && outdated == 0);
  taut_index_destroy(old);
  CHECK(taut_index_build(NULL, 0, &old) == TAUT_BAD_ARGUMENT && old == NULL);
  CHECK(taut_index_build(world, 0, NULL) == TAUT_BAD_ARGUMENT && taut_index_memory(NULL) == 0);
  taut_index_destroy(index);
  taut_index_destroy(NULL);
  taut_world_destroy(seen);
  taut_world_destroy(world);
}

static void check_null(void) {
  taut_world *world = NULL, *seen = NULL;
  CHECK(taut_world_share(NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_publish(NULL) == TAUT_BAD_ARGUMENT && taut_world_copy_count(NULL) == 0);
  CHECK(taut_world_published(NULL, &seen) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_create(4, 4, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_publish(world) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_published(world, &seen) == TAUT_BAD_ARGUMENT && seen == NULL);
  CHECK(taut_world_published(world, NULL) == TAUT_BAD_ARGUMENT);
  taut_world_destroy(world);
}

void check_shared(void) {
  check_publish();
  check_later_path();
  check_edits();
  check_walkers();
  check_saves_of_shared();
  check_threads_of_shared();
  check_copies();
  check_indexes();
  check_kept_index();
  check_null();
}
