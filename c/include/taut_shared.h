/* Shared worlds: one thread edits, others query, and none waits. The rules of taut.h hold. */
#ifndef TAUT_SHARED_H
#define TAUT_SHARED_H

#include <taut.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A shared world has copies: its writer edits one, all others read what was published last.
 * taut::SharedWorld documents the details.
 *
 * Writer   One thread, which edits the world by its handle as before. Questions to the handle are
 *          answered by what was published last, and links that were not published are unknown. An
 *          edit that returns TAUT_OUT_OF_MEMORY has not been made, and may be repeated.
 * Others   make finders, batches, queues, followers and crowds of the handle, update fields by it,
 *          and call taut_world_published(), at any time, until the handle is destroyed. All of them
 *          read what was published last: finders, queues and batches when a query begins, followers
 *          at each call, crowds at each tick.
 * Crowds   A unit is refused with TAUT_BAD_ARGUMENT unless its agent was prepared by the writer and
 *          published. */

/* Makes a world a shared one; copies it twice. What was made of it before stays on the world as it
 * was. It is an edit: see Threads in taut.h. Not in WebAssembly.
 * Errors   TAUT_BAD_ARGUMENT: it is shared already, or broken. */
TAUT_C_API taut_status taut_world_share(taut_world* world, taut_error* error);

/* For the writer: lets the others see all edits.
 * Errors   TAUT_BAD_ARGUMENT: the world is not shared. */
TAUT_C_API taut_status taut_world_publish(taut_world* world);

/* Makes a handle of what was published last, which does not change while it is held. Any number of
 * threads may use it, for questions, rays, batches and saves. Edits of it, and crowds on it, are
 * TAUT_BAD_ARGUMENT.
 * Errors   TAUT_BAD_ARGUMENT: the world is not shared. */
TAUT_C_API taut_status taut_world_published(const taut_world* world, taut_world** published);

/* For the writer: makes copies now, so that edits make none as long as others hold at most
 * `readers` worlds beside the one published last; 0 to 256. Edits take a bit longer for each.
 * Errors   TAUT_BAD_ARGUMENT: the world is not shared. */
TAUT_C_API taut_status taut_world_reserve(taut_world* world, uint32_t readers);
/* For the writer, in time that it has left: makes at most `edits` of those that spare copies lack.
 * *left: how many they still lack; may be NULL.
 * Errors   TAUT_BAD_ARGUMENT: the world is not shared. */
TAUT_C_API taut_status taut_world_catch_up(taut_world* world, uint32_t edits, uint32_t* left);
/* Lets a finder of a shared world let go of the world of its last query; it has no path afterwards.
 * A thread that queries seldom calls it, so that the writer needs fewer copies. A queue does it
 * itself. */
TAUT_C_API taut_status taut_finder_release(taut_finder* finder);

/* For the writer: how many copies there are; 1 for a world that is not shared, 0 for NULL. They are
 * at most two more than the worlds that were held at one time, or than were reserved. */
TAUT_C_API uint32_t taut_world_copy_count(const taut_world* world);

/* The corner indexes of a world. taut_world_keep_index() takes seconds on large maps; another
 * thread can build these while the writer goes on. */
typedef struct taut_index taut_index;

/* Builds the indexes of a world, of a shared one as it was published last, on any thread. Indexes
 * that the world has are taken as they are if they are current and were built with `max_bytes` too.
 * Errors   TAUT_BAD_ARGUMENT: the world is broken. Then *index is NULL. */
TAUT_C_API taut_status taut_index_build(const taut_world* world, uint64_t max_bytes,
                                        taut_index** index);
/* Gives the world those of the indexes that are current, without building any; others are ignored.
 * It is an edit. Then `max_bytes` is kept, as by taut_world_keep_index(). *outdated: how many of
 * the agents have no current index; may be NULL.
 * Requires  an index of this world, as it is or was, or of a copy with the same edits. */
TAUT_C_API taut_status taut_world_use_index(taut_world* world, const taut_index* index,
                                            uint32_t* outdated);
/* In bytes; 0 for NULL. */
TAUT_C_API uint64_t taut_index_memory(const taut_index* index);
TAUT_C_API void taut_index_destroy(taut_index* index);

#ifdef __cplusplus
}
#endif

#endif
