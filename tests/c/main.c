/* Exercises every function of taut.h as a C11 program: what it answers, and bad arguments. */
#include <string.h>
#include <taut.h>
#include <taut_follower.h>
#include <taut_group.h>
#include <taut_links.h>
#include <taut_maps.h>
#include <taut_queue.h>

#include "c/check.h"

int failed_checks = 0;

/* Nothing is padded: other languages read these structs. */
_Static_assert(sizeof(taut_agent) == 16, "taut_agent");
_Static_assert(sizeof(taut_find_options) == 56, "taut_find_options");
_Static_assert(sizeof(taut_path) == 56, "taut_path");
_Static_assert(sizeof(taut_turn) == 48, "taut_turn");
_Static_assert(sizeof(taut_ray) == 28, "taut_ray");
_Static_assert(sizeof(taut_letter) == 12, "taut_letter");
_Static_assert(sizeof(taut_tile_steps) == 24, "taut_tile_steps");
_Static_assert(sizeof(taut_tile_goal) == 12, "taut_tile_goal");
_Static_assert(sizeof(taut_query) == 20, "taut_query");
_Static_assert(sizeof(taut_goal) == 16, "taut_goal");
_Static_assert(sizeof(taut_field_result) == 16, "taut_field_result");
_Static_assert(sizeof(taut_link_options) == 40, "taut_link_options");
_Static_assert(sizeof(taut_link) == 80, "taut_link");
_Static_assert(sizeof(taut_passed_link) == 8, "taut_passed_link");
_Static_assert(sizeof(taut_link_step) == 20, "taut_link_step");
_Static_assert(sizeof(taut_ticket) == 16, "taut_ticket");
_Static_assert(sizeof(taut_group_unit) == 24, "taut_group_unit");
_Static_assert(sizeof(taut_group_options) == 64, "taut_group_options");
_Static_assert(sizeof(taut_follower_state) == 40, "taut_follower_state");

static void check_words(void) {
  CHECK(strchr(taut_version(), '.') != NULL);
  CHECK(strcmp(taut_status_text(TAUT_OK), "ok") == 0);
  CHECK(strcmp(taut_status_text(TAUT_TRUNCATED), "truncated") == 0);
  CHECK(strcmp(taut_status_text(TAUT_NO_PATH), "no_path") == 0);
  CHECK(strcmp(taut_status_text(TAUT_OUT_OF_NODES), "out_of_nodes") == 0);
  CHECK(strcmp(taut_status_text(TAUT_INVALID_INPUT), "invalid_input") == 0);
  CHECK(strcmp(taut_status_text(TAUT_UNFINISHED), "unfinished") == 0);
  CHECK(strcmp(taut_status_text(TAUT_BAD_ARGUMENT), "bad_argument") == 0);
  CHECK(strcmp(taut_status_text(TAUT_OUT_OF_MEMORY), "out_of_memory") == 0);
  CHECK(strcmp(taut_status_text(TAUT_FAILURE), "failure") == 0);
  CHECK(strcmp(taut_status_text(-1), "unknown status") == 0);
  CHECK(strcmp(taut_status_text(TAUT_FAILURE + 1), "unknown status") == 0);
  CHECK(strcmp(taut_reason_text(10), "unknown reason") == 0);
  CHECK(strcmp(taut_reason_text(12), "unknown reason") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_NONE), "none") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_START_BLOCKED), "start_blocked") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_GOAL_BLOCKED), "goal_blocked") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_START_TOO_NEAR), "start_too_near") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_GOAL_TOO_NEAR), "goal_too_near") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_NOT_CONNECTED), "not_connected") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_TOO_NARROW), "too_narrow") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_LIMIT), "limit") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_NOT_PREPARED), "not_prepared") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_BAD_OPTIONS), "bad_options") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_GOAL_TOO_FAR), "goal_too_far") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_STALE), "stale") == 0);
  CHECK(strcmp(taut_reason_text(TAUT_REASON_BROKEN), "broken") == 0);
  CHECK(strcmp(taut_reason_text(-1), "unknown reason") == 0);
  CHECK(strcmp(taut_reason_text(INT32_MAX), "unknown reason") == 0);
}

int main(void) {
  check_words();
  check_worlds();
  check_questions();
  check_finders();
  check_maps();
  check_pictures();
  check_batches();
  check_fields();
  check_crowds();
  check_links();
  check_saves();
  check_queues();
  check_groups();
  check_followers();
  check_shared();
  check_frames();
  check_handles();
  check_threads();
  if (failed_checks == 0) puts("c: all checks passed");
  return failed_checks == 0 ? 0 : 1;
}
