/* What there is to draw: cells, leaves, the corridor of a path, its portals and cones. */
#include <stdlib.h>
#include <taut_pictures.h>

#include "c/check.h"

enum { kSide = 12 };

/* Twice the area of all cells, which are counter-clockwise: twice the walkable tiles. */
static double cell_area(const uint32_t* first, uint32_t ids, const taut_point* points) {
  double area = 0.0;
  for (uint32_t id = 0; id < ids; ++id) {
    for (uint32_t i = first[id]; i < first[id + 1]; ++i) {
      const taut_point a = points[i];
      const taut_point b = points[i + 1 < first[id + 1] ? i + 1 : first[id]];
      area += (double)a.x * b.y - (double)b.x * a.y;
    }
  }
  return area;
}

static void check_mesh(const taut_world* world, uint32_t walkable) {
  uint32_t first_count = 0, point_count = 0;
  uint32_t* first;
  taut_point* points;
  CHECK(taut_world_mesh(world, NULL, NULL, 0, &first_count, NULL, 0, &point_count) ==
        TAUT_TRUNCATED);
  CHECK(first_count >= 2 && point_count >= 3);
  first = malloc(first_count * sizeof *first);
  points = malloc(point_count * sizeof *points);
  CHECK(taut_world_mesh(world, NULL, first, first_count, NULL, points, point_count, NULL) ==
        TAUT_OK);
  CHECK(first[0] == 0 && first[first_count - 1] == point_count);
  CHECK(cell_area(first, first_count - 1, points) == 2.0 * walkable);
  CHECK(taut_world_mesh(world, NULL, first, first_count - 1, NULL, points, point_count, NULL) ==
        TAUT_TRUNCATED);
  CHECK(taut_world_mesh(world, NULL, first, first_count, NULL, points, 1, NULL) == TAUT_TRUNCATED);
  CHECK(taut_world_mesh(world, NULL, NULL, 1, NULL, points, 1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_mesh(world, NULL, first, 1, NULL, NULL, 1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_mesh(NULL, NULL, first, 1, NULL, points, 1, NULL) == TAUT_BAD_ARGUMENT);
  const taut_agent disc = {0.3, TAUT_AGENT_DISC, 0}, bad = {0.3, 7, 0};
  CHECK(taut_world_mesh(world, &disc, first, 1, NULL, points, 1, NULL) == TAUT_INVALID_INPUT);
  CHECK(taut_world_mesh(world, &bad, first, 1, NULL, points, 1, NULL) == TAUT_BAD_ARGUMENT);
  free(points);
  free(first);
}

static void check_corridor(taut_finder* finder, int32_t method) {
  uint32_t cells[64], count = 0, portal_count = 0;
  taut_portal portals[64];
  taut_find_options options;
  taut_path path;
  taut_find_options_init(&options);
  options.method = method;
  CHECK(taut_find(finder, 0.5F, 0.5F, 11.5F, 0.5F, &options, &path) == TAUT_OK);
  CHECK(path.method == method);
  CHECK(taut_path_corridor(finder, NULL, 0, &count) == TAUT_TRUNCATED && count > 1);
  CHECK(taut_path_corridor(finder, cells, 64, &count) == TAUT_OK && count > 1 && count <= 64);
  CHECK(cells[0] != cells[count - 1]);
  CHECK(taut_path_portals(finder, NULL, 0, &portal_count) == TAUT_TRUNCATED);
  CHECK(taut_path_portals(finder, portals, 64, &portal_count) == TAUT_OK);
  CHECK(portal_count == count - 1);
  for (uint32_t i = 0; i < portal_count; ++i) {
    CHECK(portals[i].left.x != portals[i].right.x || portals[i].left.y != portals[i].right.y);
  }
  CHECK(taut_path_corridor(finder, NULL, 3, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_portals(finder, NULL, 3, &count) == TAUT_BAD_ARGUMENT);
}

static void check_cones(taut_finder* finder) {
  taut_cone cones[256];
  uint32_t count = 0;
  taut_find_options options;
  taut_path path;
  taut_find_options_init(&options);
  options.method = TAUT_METHOD_OPTIMAL;
  CHECK(taut_find(finder, 0.5F, 0.5F, 11.5F, 0.5F, &options, &path) == TAUT_OK);
  CHECK(taut_path_cones(finder, cones, 256, &count) == TAUT_OK && count > 0);
  CHECK(count <= path.expanded);
  CHECK(taut_path_cones(finder, NULL, 3, &count) == TAUT_BAD_ARGUMENT);
  options.method = TAUT_METHOD_FAST;
  CHECK(taut_find(finder, 0.5F, 0.5F, 11.5F, 0.5F, &options, &path) == TAUT_OK);
  CHECK(taut_path_cones(finder, cones, 256, &count) == TAUT_INVALID_INPUT && count == 0);
}

/* A path by cost has a corridor, and no cones. */
static void check_priced_corridor(taut_world* world, taut_finder* finder) {
  const taut_agent point = {0.0, TAUT_AGENT_POINT, 1};
  float factors[TAUT_GROUND_CLASSES];
  uint32_t cells[64], count = 0, portal_count = 0;
  taut_portal portals[64];
  taut_cone cones[8];
  taut_find_options options;
  taut_path path;
  for (int i = 0; i < TAUT_GROUND_CLASSES; ++i) factors[i] = i == 7 ? 3.0F : 1.0F;
  taut_find_options_init(&options);
  options.agent = point;
  CHECK(taut_world_set_ground(world, 1, factors, NULL) == TAUT_OK);
  CHECK(taut_world_set_class(world, 1, 0, 4, 12, 7, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &point, NULL) == TAUT_OK);
  CHECK(taut_find(finder, 0.5F, 0.5F, 11.5F, 0.5F, &options, &path) == TAUT_OK);
  CHECK(path.cost > path.length);
  CHECK(taut_path_corridor(finder, cells, 64, &count) == TAUT_OK && count > 1);
  CHECK(taut_path_portals(finder, portals, 64, &portal_count) == TAUT_OK);
  CHECK(portal_count == count - 1);
  CHECK(taut_path_cones(finder, cones, 8, &count) == TAUT_INVALID_INPUT && count == 0);
}

/* Without a path over the mesh there is no corridor. */
static void check_no_corridor(taut_world* world, taut_finder* finder) {
  uint32_t cells[64], count = 5;
  taut_portal portals[64];
  taut_cone cones[8];
  taut_find_options options;
  taut_path path;
  taut_find_options_init(&options);
  CHECK(taut_find(finder, 5.5F, 0.5F, 11.5F, 0.5F, &options, &path) == TAUT_INVALID_INPUT);
  CHECK(taut_path_corridor(finder, cells, 64, &count) == TAUT_INVALID_INPUT && count == 0);
  CHECK(taut_path_portals(finder, portals, 64, &count) == TAUT_INVALID_INPUT);
  CHECK(taut_path_cones(finder, cones, 8, &count) == TAUT_INVALID_INPUT);
  for (int32_t method = TAUT_METHOD_OPTIMAL; method <= TAUT_METHOD_FAST; ++method) {
    options.method = method;
    CHECK(taut_find(finder, 0.5F, 0.5F, 11.5F, 0.5F, &options, &path) == TAUT_OK);
    CHECK(taut_world_set(world, 0, 9, 1, 10, method == TAUT_METHOD_OPTIMAL ? 0 : 1) == TAUT_OK);
    CHECK(taut_path_corridor(finder, cells, 64, &count) == TAUT_INVALID_INPUT);
    CHECK(taut_path_portals(finder, portals, 64, &count) == TAUT_INVALID_INPUT);
    CHECK(taut_path_cones(finder, cones, 8, &count) == TAUT_INVALID_INPUT);
  }
  CHECK(taut_find(finder, 5.5F, 0.5F, 11.5F, 0.5F, &options, &path) == TAUT_INVALID_INPUT);
  CHECK(taut_path_corridor(finder, cells, 64, &count) == TAUT_INVALID_INPUT);
  CHECK(taut_path_corridor(NULL, cells, 64, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_portals(NULL, portals, 64, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_cones(NULL, cones, 8, &count) == TAUT_BAD_ARGUMENT);
}

void check_pictures(void) {
  const taut_rect walls[2] = {{5, 0, 6, 9}, {8, 4, 9, 12}};
  taut_world* world = NULL;
  taut_finder* finder = NULL;
  CHECK(taut_world_create(kSide, kSide, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set_rects(world, walls, 2, 0) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  check_mesh(world, kSide * kSide - 17);
  check_corridor(finder, TAUT_METHOD_OPTIMAL);
  check_corridor(finder, TAUT_METHOD_FAST);
  check_cones(finder);
  check_priced_corridor(world, finder);
  check_no_corridor(world, finder);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}
