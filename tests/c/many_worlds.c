/* Makes and destroys worlds with all that belongs to them: c_many_worlds COUNT. Memory must not
 * grow after the first tenth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <taut.h>

/* AddressSanitizer keeps what was freed for a while, and finds leaks itself. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEEPS_FREED_MEMORY 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(KEEPS_FREED_MEMORY)
enum { kJudgesMemory = 0 };
#else
enum { kJudgesMemory = 1 };
#endif

/* In KiB; on some systems in bytes. */
static long most_memory(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
}

/* Returns 0 when all calls succeeded. */
static int make_one(unsigned number) {
  const taut_goal goal = {{7.5F, 7.5F}, 0.0};
  const taut_agent square = {0.4, TAUT_AGENT_SQUARE, 0};
  const int32_t at = (int32_t)(number % 7);
  taut_world* world = NULL;
  taut_finder* finder = NULL;
  taut_field* field = NULL;
  taut_path path;
  int failed = taut_world_create(8, 8, NULL, &world, NULL) != TAUT_OK;
  failed |= taut_world_prepare_agent(world, &square, NULL) != TAUT_OK;
  failed |= taut_world_set(world, at, 1, at + 1, 7, 0) != TAUT_OK;
  failed |= taut_finder_create(world, &finder) != TAUT_OK;
  failed |= taut_find(finder, 0.0F, 0.5F, 7.5F, 7.5F, NULL, &path) != TAUT_OK;
  failed |= taut_field_create(NULL, &field, NULL) != TAUT_OK;
  failed |= taut_field_set_goals(field, &goal, 1, INFINITY, NULL) != TAUT_OK;
  failed |= taut_field_update(field, world, NULL) != TAUT_OK;
  failed |= taut_find_by_field(finder, field, 0.0F, 0.5F, &path) != TAUT_OK;
  taut_world_destroy(world);
  taut_field_destroy(field);
  taut_finder_destroy(finder);
  return failed;
}

int main(int argc, char** argv) {
  const unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100000U;
  long before = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (i == count / 10) before = most_memory();
    if (make_one(i) != 0) {
      fprintf(stderr, "world %u: a call failed\n", i);
      return 1;
    }
  }
  printf("%u worlds; memory at most %ld after a tenth, %ld at the end\n", count, before,
         most_memory());
  return kJudgesMemory && most_memory() > before + before / 4 ? 1 : 0;
}
