/* Checks of the C programs: a failed one is printed, and counted by the program's exit status. */
#ifndef TAUT_TEST_CHECK_H
#define TAUT_TEST_CHECK_H

#include <stdio.h>
#include <taut.h>

extern int failed_checks;

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      ++failed_checks;                                                \
    }                                                                 \
  } while (0)

/* 10 x 1 tiles, prepared for these agents. To ground 1 the class 7 costs three times as much. */
taut_world* make_road(const taut_agent* agents, uint32_t count);

/* The groups of checks, each in a file of its own. */
void check_worlds(void);
void check_questions(void);
void check_finders(void);
void check_maps(void);
void check_pictures(void);
void check_batches(void);
void check_fields(void);
void check_crowds(void);
void check_links(void);
void check_saves(void);
void check_queues(void);
void check_groups(void);
void check_followers(void);
void check_shared(void);
void check_frames(void);
void check_handles(void);
void check_threads(void);

#endif
