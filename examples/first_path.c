#include <stdio.h>
#include <taut.h>

int main(void) {
  const char map[] = ".@...\n.@.@.\n...@.\n";
  taut_world* world = NULL;
  taut_finder* finder = NULL; /* one per thread; its memory follows the world */
  taut_error error;
  taut_path path;
  char why[128];
  if (taut_world_read(map, sizeof map - 1, "my map", &world, &error) != TAUT_OK) {
    fprintf(stderr, "%s\n", error.text);
    return 2;
  }
  if (taut_finder_create(world, &finder) != TAUT_OK) return 2;

  taut_find(finder, 0.5F, 0.5F, 4.5F, 2.5F, NULL, &path);
  const taut_point* points = taut_path_point_data(finder); /* valid until the next query */
  for (uint32_t i = 0; i < path.point_count; ++i) printf("%g %g\n", points[i].x, points[i].y);

  taut_world_set(world, 2, 0, 3, 1, 0); /* tiles and all that queries use */
  if (!taut_world_is_walkable_path(world, NULL, points, path.point_count) &&
      taut_find(finder, 0.5F, 0.5F, 4.5F, 2.5F, NULL, &path) != TAUT_OK) {
    taut_explain(world, path.reason, 0.5F, 0.5F, 4.5F, 2.5F, NULL, why, sizeof why, NULL);
    printf("%s: %s\n", taut_status_text(path.status), why);
  }
  taut_finder_destroy(finder);
  taut_world_destroy(world);
  return path.reason == TAUT_REASON_NOT_CONNECTED ? 0 : 1;
}
