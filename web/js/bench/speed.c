/* Mean CPU time of a query in us by the native library, as speed.js measures it:
 * speed MAP SCEN METHOD ROUNDS, METHOD a number of taut.h. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <taut.h>
#include <time.h>

typedef struct query {
  float x0, y0, x1, y1;
} query;

static char* read_file(const char* name, long* bytes) {
  FILE* file = fopen(name, "rb");
  if (file == NULL) exit(2);
  fseek(file, 0, SEEK_END);
  *bytes = ftell(file);
  rewind(file);
  char* text = malloc((size_t)*bytes + 1);
  if (text == NULL || fread(text, 1, (size_t)*bytes, file) != (size_t)*bytes) exit(2);
  text[*bytes] = 0;
  fclose(file);
  return text;
}

static size_t read_queries(const char* name, query** queries) {
  FILE* file = fopen(name, "r");
  if (file == NULL) exit(2);
  char line[512];
  size_t count = 0;
  size_t room = 0;
  *queries = NULL;
  while (fgets(line, sizeof line, file) != NULL) {
    int sx, sy, gx, gy;
    if (sscanf(line, "%*d\t%*s\t%*d\t%*d\t%d\t%d\t%d\t%d", &sx, &sy, &gx, &gy) != 4) continue;
    if (count == room) {
      room = 2 * room + 1024;
      *queries = realloc(*queries, room * sizeof **queries);
      if (*queries == NULL) exit(2);
    }
    (*queries)[count++] =
        (query){(float)sx + 0.5F, (float)sy + 0.5F, (float)gx + 0.5F, (float)gy + 0.5F};
  }
  fclose(file);
  return count;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  long bytes;
  char* text = read_file(argv[1], &bytes);
  taut_world* world;
  taut_error error;
  if (taut_world_read(text, (uint32_t)bytes, argv[1], &world, &error) != TAUT_OK) {
    fprintf(stderr, "%s\n", error.text);
    return 2;
  }
  free(text);
  taut_finder* finder;
  if (taut_finder_create(world, &finder) != TAUT_OK) return 2;
  query* queries;
  const size_t count = read_queries(argv[2], &queries);
  taut_find_options options;
  taut_find_options_init(&options);
  options.method = atoi(argv[3]);

  double best = 1e300;
  unsigned long points = 0;
  for (int round = 0; round < atoi(argv[4]); ++round) {
    points = 0;
    const double begin = now();
    for (size_t i = 0; i < count; ++i) {
      taut_path path;
      (void)taut_find(finder, queries[i].x0, queries[i].y0, queries[i].x1, queries[i].y1, &options,
                      &path);
      points += path.point_count;
    }
    const double mean = (now() - begin) / (double)count;
    if (mean < best) best = mean;
  }
  printf("native %d %.3f us, %lu points\n", options.method, best, points);
  free(queries);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
  return 0;
}
