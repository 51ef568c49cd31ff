/* Queue: many queries, answered within a time budget per tick. The rules of taut.h hold. */
#ifndef TAUT_QUEUE_H
#define TAUT_QUEUE_H

#include <taut.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Requests that wait for their paths. They are answered one after the other, in order of
 * submission; but each step of priority lets a request overtake up to 100 that were submitted
 * before it: the lead. taut::FindQueue documents the details. A queue serves one thread at a time,
 * and keeps its world alive. */
typedef struct taut_queue taut_queue;

/* A request of one queue, until taut_queue_release(). */
typedef struct taut_ticket {
  uint64_t number; /* 0: none */
  uint32_t slot;
  uint32_t padding;
} taut_ticket;

TAUT_C_API taut_status taut_queue_create(const taut_world* world, taut_queue** queue);
TAUT_C_API void taut_queue_destroy(taut_queue* queue);

/* Expansions between two readings of the clock, 1 or more; 32 at first. */
TAUT_C_API taut_status taut_queue_set_slice(taut_queue* queue, uint32_t expansions);
/* Sets the lead for requests that are submitted from now on; at most 2^32. */
TAUT_C_API taut_status taut_queue_set_lead(taut_queue* queue, uint64_t requests);

#define TAUT_MOST_PRIORITY 255

/* Adds a request of a priority from 0 to TAUT_MOST_PRIORITY. The budget of the options is not used.
 * Errors   TAUT_BAD_ARGUMENT: another priority, unknown enumerators. */
TAUT_C_API taut_status taut_queue_submit(taut_queue* queue, float start_x, float start_y,
                                         float goal_x, float goal_y,
                                         const taut_find_options* options, int32_t priority,
                                         taut_ticket* ticket, taut_error* error);
/* Answers requests until none is left or the time is over; runs at least one slice. *waiting: how
 * many are left without an answer; may be NULL. A request for which memory runs out is answered
 * with TAUT_OUT_OF_NODES and TAUT_REASON_LIMIT. */
TAUT_C_API taut_status taut_queue_run(taut_queue* queue, uint32_t microseconds, uint32_t* waiting);
/* The same in a number of slices, without a clock. */
TAUT_C_API taut_status taut_queue_advance(taut_queue* queue, uint32_t slices, uint32_t* waiting);
/* Requests without an answer; 0 for NULL. */
TAUT_C_API uint32_t taut_queue_waiting(const taut_queue* queue);

/* Hands the answer to a request to a finder of the same world, which keeps a copy of the path until
 * its next find, as that of taut_find(); pictures are still those of the find before.
 * Returns  as taut_find(); TAUT_UNFINISHED while there is no answer.
 * Errors   TAUT_BAD_ARGUMENT: no such ticket, a finder of another world. */
TAUT_C_API taut_status taut_queue_answer(const taut_queue* queue, taut_ticket ticket,
                                         taut_finder* finder, taut_path* path);
/* Forgets a request, whether it has its answer or not; nothing happens for another ticket. */
TAUT_C_API taut_status taut_queue_release(taut_queue* queue, taut_ticket ticket);

#ifdef __cplusplus
}
#endif

#endif
