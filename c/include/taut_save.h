/* Saves of worlds, crowds, queues and followers: bytes or files from which they are rebuilt.
 * docs/formats.md has the format. The rules of taut.h hold. */
#ifndef TAUT_SAVE_H
#define TAUT_SAVE_H

#include "taut.h"
#include "taut_crowd.h"
#include "taut_follower.h"
#include "taut_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a save holds of a world. Readers find the form in the bytes. */
typedef int32_t taut_save_form;
enum {
  TAUT_SAVE_LIGHT = 0, /* what no reader can rebuild: small, for games */
  TAUT_SAVE_FULL = 1   /* also meshes, landmarks and indexes: larger, and loaded faster */
};

/* Writes the tiles and classes of a world, its floors, links and grounds, the agents that it is
 * prepared for, its revision, the changes that it keeps, and how many landmarks and how large an
 * index it keeps; in the full form also these and the meshes. Each call makes all bytes, also where
 * `capacity` is 0: several MB on large maps.
 * Errors   TAUT_BAD_ARGUMENT: the world is broken, another form. */
TAUT_C_API taut_status taut_world_save(const taut_world* world, taut_save_form form, uint8_t* out,
                                       uint32_t capacity, uint32_t* count);
/* Makes the world of a save. In the light form it answers as one that is made of these tiles with
 * the same calls of taut_world_set_ground(), _prepare_agent(), _keep_landmarks() and _keep_index(),
 * and takes their time; in the full form as the one that was saved. `name` stands for the file in
 * errors; NULL: "save".
 * Errors   TAUT_BAD_ARGUMENT: the bytes are no save, or damaged; `error` says where: "save: byte
 *          12: ...". Then *world is NULL. */
TAUT_C_API taut_status taut_world_read_save(const uint8_t* bytes, uint32_t length, const char* name,
                                            taut_world** world, taut_error* error);

/* The same with files. A file is replaced once the new one is complete, FILE.tmp beside it. A world
 * is made of a map too. Not in WebAssembly.
 * Errors   TAUT_BAD_ARGUMENT: also when the file cannot be written or read. */
TAUT_C_API taut_status taut_world_write_file(const taut_world* world, taut_save_form form,
                                             const char* file, taut_error* error);
TAUT_C_API taut_status taut_world_load_file(const char* file, taut_world** world,
                                            taut_error* error);

/* The same for what is made of a world; the world is saved beside it. It is loaded on the world of
 * that save, or on one that was edited since. The same calls then give the same bits as on what was
 * saved, even if a search had begun. Ids and tickets stay valid. A crowd has fields of its own for
 * orders along fields: taut_crowd_field(). Two are not that exact: a crowd with a time limit, and a
 * search on an older copy of a shared world.
 * Errors   TAUT_BAD_ARGUMENT: also when the world has another size or fewer edits, is not prepared
 *          for an agent, or, for a crowd, is that of taut_world_published(). Then the handle is
 *          NULL. */
TAUT_C_API taut_status taut_crowd_save(const taut_crowd* crowd, uint8_t* out, uint32_t capacity,
                                       uint32_t* count);
TAUT_C_API taut_status taut_crowd_read_save(const uint8_t* bytes, uint32_t length, const char* name,
                                            taut_world* world, taut_crowd** crowd,
                                            taut_error* error);
TAUT_C_API taut_status taut_queue_save(const taut_queue* queue, uint8_t* out, uint32_t capacity,
                                       uint32_t* count);
TAUT_C_API taut_status taut_queue_read_save(const uint8_t* bytes, uint32_t length, const char* name,
                                            const taut_world* world, taut_queue** queue,
                                            taut_error* error);
TAUT_C_API taut_status taut_follower_save(const taut_follower* follower, uint8_t* out,
                                          uint32_t capacity, uint32_t* count);
TAUT_C_API taut_status taut_follower_read_save(const uint8_t* bytes, uint32_t length,
                                               const char* name, const taut_world* world,
                                               taut_follower** follower, taut_error* error);

/* One file for a crowd and its world. taut_world_load_file() loads the world from it, then this
 * loads the crowd. Not in WebAssembly. */
TAUT_C_API taut_status taut_crowd_write_file(const taut_crowd* crowd, taut_save_form form,
                                             const char* file, taut_error* error);
TAUT_C_API taut_status taut_crowd_load_file(const char* file, taut_world* world, taut_crowd** crowd,
                                            taut_error* error);

#ifdef __cplusplus
}
#endif

#endif
