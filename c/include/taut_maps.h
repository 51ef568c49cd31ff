/* Maps as text whose letters are classes of terrain. The rules of taut.h hold. */
#ifndef TAUT_MAPS_H
#define TAUT_MAPS_H

#include <taut.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a letter of a map stands for. */
typedef struct taut_letter {
  int32_t letter;        /* printable ASCII */
  int32_t terrain_class; /* 0 to 255 */
  int32_t walkable;      /* 0: the tiles are blocked */
} taut_letter;

/* taut_world_read() by letters: those that are not given are what they always are, of class 0.
 * Errors   also for letters that are not printable, or given twice, and for other classes. */
TAUT_C_API taut_status taut_world_read_letters(const char* text, uint32_t length, const char* name,
                                               const taut_letter* letters, uint32_t letter_count,
                                               taut_world** world, taut_error* error);
/* Writes the tiles as a MovingAI map, without a zero byte: each as the first letter that stands for
 * it, those of class 0 without one as `.` and `@`, or, if these stand for something else, as
 * another that taut_world_read() knows. taut_world_read_letters() reads back the same tiles and
 * classes by the same letters. *length: of the whole text.
 * Errors   as for reading, and for a tile for which no letter stands; `error` names it. */
TAUT_C_API taut_status taut_world_write(const taut_world* world, const taut_letter* letters,
                                        uint32_t letter_count, char* text, uint32_t capacity,
                                        uint32_t* length, taut_error* error);

#ifdef __cplusplus
}
#endif

#endif
