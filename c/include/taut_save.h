/* Saves of worlds: bytes or files from which a world is made again. docs/formats.md has the
 * format. Conventions are those of taut.h. */
#ifndef TAUT_SAVE_H
#define TAUT_SAVE_H

#include "taut.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the tiles and classes of a world, its grounds, the agents that it is prepared for, its
 * revision, the changes that it keeps, and how many landmarks and how large an index. Each call
 * makes all bytes, also where `capacity` is 0: several MB on large maps.
 * Errors   TAUT_BAD_ARGUMENT: the world is broken. */
TAUT_C_API taut_status taut_world_save(const taut_world* world, uint8_t* out, uint32_t capacity,
                                       uint32_t* count);
/* Makes the world of a save. It answers as one that is made of these tiles with the same calls of
 * taut_world_set_ground(), _prepare_agent(), _keep_landmarks() and _keep_index(), and takes their
 * time. `name` stands for the file in errors; NULL: "save".
 * Errors   TAUT_BAD_ARGUMENT: the bytes are no save, or damaged; `error` says where: "save: byte
 *          12: ...". Then *world is NULL. */
TAUT_C_API taut_status taut_world_read_save(const uint8_t* bytes, uint32_t length, const char* name,
                                            taut_world** world, taut_error* error);

/* The same with files. A file is replaced once the new one is complete, FILE.tmp beside it. A world
 * is made of a map too. Not in WebAssembly.
 * Errors   TAUT_BAD_ARGUMENT: also when the file cannot be written or read. */
TAUT_C_API taut_status taut_world_write_file(const taut_world* world, const char* file,
                                             taut_error* error);
TAUT_C_API taut_status taut_world_load_file(const char* file, taut_world** world,
                                            taut_error* error);

#ifdef __cplusplus
}
#endif

#endif
