/* Links: their edits, paths, batches and fields over them. */
#include <math.h>
#include <string.h>
#include <taut.h>
#include <taut_links.h>

#include "c/check.h"

/* Two rooms, 10 x 10 tiles each, with a wall of two tiles between. */
static taut_world* make_rooms(void) {
  const taut_agent disc = {0.4, TAUT_AGENT_DISC, 0}, square = {0.5, TAUT_AGENT_SQUARE, 0};
  taut_world* world = NULL;
  CHECK(taut_world_create(22, 10, NULL, &world, NULL) == TAUT_OK);
  CHECK(taut_world_set(world, 10, 0, 12, 10, 0) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &disc, NULL) == TAUT_OK);
  CHECK(taut_world_prepare_agent(world, &square, NULL) == TAUT_OK);
  return world;
}

static void check_edits(void) {
  taut_world* world = make_rooms();
  taut_link_options options = {-1.0, -1.0, 1, 1, 1, 0, 1};
  taut_link links[3], found;
  uint32_t first = 7, second = 7, count = 7;
  const uint64_t before = taut_world_revision(world);
  taut_link_options_init(&options);
  CHECK(options.cost == 0.0 && isinf(options.width) && options.user_data == 0);
  CHECK(options.one_way == 0 && options.terrain_class == 0 && options.is_open == 1);
  CHECK(taut_world_links(world, NULL, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_link(world, 8.5F, 5.5F, 13.5F, 8.5F, NULL, &first, NULL) == TAUT_OK);
  CHECK(first == 0 && taut_world_revision(world) == before + 1);
  options.cost = 3.0;
  options.width = 0.9;
  options.user_data = UINT64_MAX;
  options.one_way = 5;
  options.terrain_class = 255;
  options.is_open = 0;
  CHECK(taut_world_link(world, 1.5F, 1.0002F, 2.5F, 1.5F, &options, &second, NULL) == TAUT_OK);
  CHECK(taut_world_links(world, links, 1, &count) == TAUT_TRUNCATED && count == 2);
  CHECK(taut_world_links(world, links, 3, &count) == TAUT_OK && count == 2);
  CHECK(links[0].id == first && links[0].from.a.x == 8.5F && links[0].from.b.y == 5.5F);
  CHECK(links[0].to.b.x == 13.5F && links[0].to.a.y == 8.5F && links[0].options.is_open == 1);
  CHECK(links[0].options.cost == 0.0 && isinf(links[0].options.width));
  CHECK(links[0].options.one_way == 0);
  CHECK(links[1].id == second && second == first + 1 && links[1].from.a.y == 1.0F);
  CHECK(links[1].options.cost == 3.0 && links[1].options.width == 0.9);
  CHECK(links[1].options.user_data == UINT64_MAX && links[1].options.one_way == 1);
  CHECK(links[1].options.terrain_class == 255 && links[1].options.is_open == 0);
  CHECK(taut_world_change_link(world, second, NULL, NULL) == TAUT_OK);
  CHECK(taut_world_find_link(world, second, &found) == TAUT_OK && found.id == second);
  CHECK(found.options.cost == 0.0 && found.options.is_open == 1 && found.options.user_data == 0);
  CHECK(taut_world_unlink(world, first) == TAUT_OK);
  CHECK(taut_world_links(world, links, 3, &count) == TAUT_OK && count == 1);
  CHECK(links[0].id == second && taut_world_revision(world) == before + 4);
  CHECK(taut_world_unlink(world, first) == TAUT_INVALID_INPUT);
  CHECK(taut_world_change_link(world, first, &options, NULL) == TAUT_INVALID_INPUT);
  CHECK(taut_world_find_link(world, first, &found) == TAUT_INVALID_INPUT);
  CHECK(taut_world_revision(world) == before + 4);
  taut_world_destroy(world);
}

static void check_words(taut_world* world, const taut_link_options* options, const char* words) {
  taut_error error;
  uint32_t link = 7;
  CHECK(taut_world_link(world, 2.5F, 2.5F, 15.5F, 2.5F, options, &link, &error) ==
        TAUT_BAD_ARGUMENT);
  CHECK(link == UINT32_MAX && strcmp(error.text, words) == 0);
}

static void check_bad_links(void) {
  taut_world* world = make_rooms();
  taut_link_options options;
  taut_error error;
  taut_link found;
  taut_passed_link passed;
  taut_link_step step;
  taut_field* field = NULL;
  uint32_t link = 7, count = 7;
  taut_link_options_init(&options);
  options.cost = -1.0;
  check_words(world, &options, "taut: World::link: cost -1 is not within 0 to 1e+30");
  options.cost = INFINITY;
  check_words(world, &options, "taut: World::link: cost inf is not within 0 to 1e+30");
  options.cost = 1e31;
  check_words(world, &options, "taut: World::link: cost 1e+31 is not within 0 to 1e+30");
  options.cost = 0.0;
  options.width = NAN;
  check_words(world, &options, "taut: World::link: width nan is not 0 or more");
  options.width = 1.0;
  options.terrain_class = 256;
  check_words(world, &options, "taut: World::link: class 256 is not within 0 to 255");
  CHECK(taut_world_change_link(world, 0, &options, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::change_link: class 256 is not within 0 to 255") == 0);
  CHECK(taut_world_link(world, NAN, 1, 2, 2, NULL, &link, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::link: from (nan, 1) is on no walkable tile") == 0);
  CHECK(taut_world_link(world, 1, 1, 11, 2.5F, NULL, &link, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::link: to (11, 2.5) is on no walkable tile") == 0);
  CHECK(taut_world_link(world, 1, 1, 1, 1, NULL, &link, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::link: both ends are (1, 1)") == 0);
  CHECK(taut_world_link(world, 1, 1, 2, 1, NULL, NULL, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: link is NULL") == 0);
  CHECK(taut_world_link(NULL, 1, 1, 2, 1, NULL, &link, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_links(world, NULL, 0, &count) == TAUT_OK && count == 0);
  CHECK(taut_world_change_link(NULL, 0, NULL, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_unlink(NULL, 0) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_find_link(NULL, 0, &found) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_find_link(world, 0, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_links(NULL, &found, 1, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_links(world, NULL, 1, &count) == TAUT_BAD_ARGUMENT);
  CHECK(taut_path_links(NULL, &passed, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(taut_batch_links(NULL, &passed, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);
  CHECK(taut_field_create(NULL, &field, NULL) == TAUT_OK);
  CHECK(taut_field_link_at(field, 1, 1, &step) == TAUT_NO_PATH);
  CHECK(taut_field_link_at(field, 1, 1, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_field_link_at(NULL, 1, 1, &step) == TAUT_BAD_ARGUMENT);
  taut_link_options_init(NULL);
  taut_field_destroy(field);
  taut_world_destroy(world);
}

static void check_paths(void) {
  const taut_agent agents[3] = {
      {0.0, TAUT_AGENT_POINT, 0}, {0.4, TAUT_AGENT_DISC, 0}, {0.5, TAUT_AGENT_SQUARE, 0}};
  taut_world* world = make_rooms();
  taut_finder* finder = NULL;
  taut_find_options options;
  taut_link_options way;
  taut_path path;
  taut_passed_link passed[2];
  uint32_t link = 0, count = 0;
  taut_link_options_init(&way);
  way.cost = 3.0;
  way.width = 0.9;
  CHECK(taut_world_link(world, 8.5F, 5.5F, 13.5F, 8.5F, &way, &link, NULL) == TAUT_OK);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  taut_find_options_init(&options);
  for (int i = 0; i < 2; ++i) {
    options.agent = agents[i];
    CHECK(taut_find(finder, 1.5F, 5.5F, 20.5F, 8.5F, &options, &path) == TAUT_OK);
    CHECK(path.length == 14.0 && path.cost == 17.0 && path.link_count == 1);
    CHECK(taut_path_links(finder, passed, 2, &count) == TAUT_OK && count == 1);
    CHECK(passed[0].link == link && passed[0].exit == 2);
    CHECK(taut_path_links(finder, NULL, 0, &count) == TAUT_TRUNCATED && count == 1);
    CHECK(path.point_count + path.turn_count == 4);
  }
  options.agent = agents[2];
  CHECK(taut_find(finder, 1.5F, 5.5F, 20.5F, 8.5F, &options, &path) == TAUT_NO_PATH);
  CHECK(path.reason == TAUT_REASON_TOO_NARROW && path.link_count == 0);
  CHECK(taut_path_links(finder, passed, 2, &count) == TAUT_OK && count == 0);
  way.one_way = 1;
  CHECK(taut_world_change_link(world, link, &way, NULL) == TAUT_OK);
  CHECK(taut_find(finder, 20.5F, 8.5F, 1.5F, 5.5F, NULL, &path) == TAUT_NO_PATH);
  CHECK(taut_find(finder, 1.5F, 5.5F, 20.5F, 8.5F, NULL, &path) == TAUT_OK);
  way.is_open = 0;
  CHECK(taut_world_change_link(world, link, &way, NULL) == TAUT_OK);
  CHECK(taut_find(finder, 1.5F, 5.5F, 20.5F, 8.5F, NULL, &path) == TAUT_NO_PATH);
  CHECK(taut_path_links(finder, passed, 2, &count) == TAUT_OK && count == 0);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}

static void check_segments(void) {
  const taut_link_end left = {{9.0F, 1.0F}, {9.0F, 9.0F}}, right = {{13.0F, 1.0F}, {13.0F, 9.0F}};
  const taut_link_end outside = {{13.0F, 1.0F}, {13.0F, 99.0F}};
  taut_world* world = make_rooms();
  taut_finder* finder = NULL;
  taut_path path;
  taut_point points[4];
  taut_passed_link passed;
  taut_link found;
  taut_error error;
  uint32_t link = 7, count = 0;
  CHECK(taut_world_link_ends(world, &left, &outside, NULL, &link, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: World::link: to (13, 99) is on no walkable tile") == 0);
  CHECK(taut_world_link_ends(world, NULL, &right, NULL, &link, &error) == TAUT_BAD_ARGUMENT);
  CHECK(link == UINT32_MAX && strcmp(error.text, "taut: from is NULL") == 0);
  CHECK(taut_world_link_ends(world, &left, NULL, NULL, &link, &error) == TAUT_BAD_ARGUMENT);
  CHECK(strcmp(error.text, "taut: to is NULL") == 0);
  CHECK(taut_world_link_ends(NULL, &left, &right, NULL, &link, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_link_ends(world, &left, &right, NULL, &link, NULL) == TAUT_OK && link == 0);
  CHECK(taut_world_find_link(world, link, &found) == TAUT_OK);
  CHECK(found.from.a.y == 1.0F && found.from.b.y == 9.0F && found.to.b.x == 13.0F);
  CHECK(taut_finder_create(world, &finder) == TAUT_OK);
  CHECK(taut_find(finder, 1.5F, 6.25F, 20.5F, 6.25F, NULL, &path) == TAUT_OK);
  CHECK(path.length == 15.0 && path.link_count == 1);
  CHECK(taut_path_links(finder, &passed, 1, &count) == TAUT_OK && passed.exit == 2);
  CHECK(taut_path_points(finder, points, 4, &count) == TAUT_OK && count == 4);
  CHECK(points[1].x == 9.0F && points[1].y == 6.25F && points[2].y == 6.25F);
  taut_finder_destroy(finder);
  taut_world_destroy(world);
}

static void check_batch_and_field(void) {
  const taut_query queries[3] = {{{1.5F, 5.5F}, {20.5F, 5.5F}, 0},
                                 {{1.5F, 5.5F}, {3.5F, 5.5F}, 0},
                                 {{20.5F, 5.5F}, {1.5F, 7.5F}, 0}};
  const taut_goal goal = {{20.5F, 5.5F}, 0.0};
  taut_world* world = make_rooms();
  taut_batch* batch = NULL;
  taut_field* field = NULL;
  taut_path paths[3];
  taut_passed_link passed[3];
  taut_link_step step = {7, {0, 0}, {0, 0}};
  taut_point corner;
  uint32_t link = 0, count = 0;
  CHECK(taut_world_link(world, 13.5F, 5.5F, 8.5F, 5.5F, NULL, &link, NULL) == TAUT_OK);
  CHECK(taut_batch_create(world, 2, &batch, NULL) == TAUT_OK);
  CHECK(taut_find_all(batch, queries, 3, NULL, 0, paths, NULL) == TAUT_OK);
  CHECK(paths[0].link_count == 1 && paths[1].link_count == 0 && paths[2].link_count == 1);
  CHECK(taut_batch_links(batch, passed, 3, &count) == TAUT_OK && count == 2);
  CHECK(passed[0].link == link && passed[0].exit == 2);
  CHECK(passed[1].link == link && passed[1].exit == 2);
  CHECK(taut_batch_links(batch, passed, 1, &count) == TAUT_TRUNCATED && count == 2);
  CHECK(taut_batch_links(batch, NULL, 1, &count) == TAUT_BAD_ARGUMENT && count == 0);

  CHECK(taut_field_create(NULL, &field, NULL) == TAUT_OK);
  CHECK(taut_field_set_goals(field, &goal, 1, INFINITY, NULL) == TAUT_OK);
  CHECK(taut_field_update(field, world, NULL) == TAUT_OK);
  CHECK(taut_field_distance(field, 1.5F, 5.5F) == 14.0);
  CHECK(taut_field_next_corner(field, 1.5F, 5.5F, &corner) == TAUT_OK && corner.x == 8.5F);
  CHECK(taut_field_link_at(field, 1.5F, 5.5F, &step) == TAUT_NO_PATH && step.link == 7);
  CHECK(taut_field_link_at(field, 8.5F, 5.5F, &step) == TAUT_OK && step.link == link);
  CHECK(step.entry.x == 8.5F && step.entry.y == 5.5F);
  CHECK(step.exit.x == 13.5F && step.exit.y == 5.5F);
  CHECK(taut_field_link_at(field, step.exit.x, step.exit.y, &step) == TAUT_NO_PATH);
  taut_field_destroy(field);
  taut_batch_destroy(batch);
  taut_world_destroy(world);
}

/* A unit waits at the entry until the game lets it pass. */
static void check_crowd(void) {
  const taut_agent disc = {0.4, TAUT_AGENT_DISC, 0};
  taut_world* world = make_rooms();
  taut_crowd* crowd = NULL;
  taut_link_step step = {7, {0, 0}, {0, 0}};
  taut_unit_state state = TAUT_UNIT_IDLE;
  taut_point place;
  uint32_t link = 0, unit = 0;
  CHECK(strcmp(taut_unit_state_text(TAUT_UNIT_AT_LINK), "at_link") == 0);
  CHECK(strcmp(taut_unit_state_text(TAUT_UNIT_AT_LINK + 1), "unknown state") == 0);
  CHECK(taut_world_link(world, 8.5F, 5.5F, 13.5F, 8.5F, NULL, &link, NULL) == TAUT_OK);
  CHECK(taut_crowd_create(world, NULL, &crowd, NULL) == TAUT_OK);
  CHECK(taut_crowd_add(crowd, &disc, 4.5F, 5.5F, NULL, &unit, NULL) == TAUT_OK);
  CHECK(taut_crowd_link(crowd, unit, &step) == TAUT_NO_PATH && step.link == 7);
  CHECK(taut_crowd_pass_link(crowd, unit) == TAUT_NO_PATH);
  CHECK(taut_crowd_order(crowd, unit, 18.5F, 8.5F) == TAUT_OK);
  for (int i = 0; i < 200; ++i) CHECK(taut_crowd_advance(crowd, 0.05, NULL) == TAUT_OK);
  CHECK(taut_crowd_states(crowd, &state, 1, NULL) == TAUT_OK && state == TAUT_UNIT_AT_LINK);
  CHECK(taut_crowd_link(crowd, unit, &step) == TAUT_OK && step.link == link);
  CHECK(step.entry.x == 8.5F && step.exit.x == 13.5F && step.exit.y == 8.5F);
  CHECK(taut_crowd_pass_link(crowd, unit) == TAUT_OK);
  CHECK(taut_crowd_places(crowd, &place, 1, NULL) == TAUT_OK && place.x == 13.5F);
  for (int i = 0; i < 200; ++i) CHECK(taut_crowd_advance(crowd, 0.05, NULL) == TAUT_OK);
  CHECK(taut_crowd_states(crowd, &state, 1, NULL) == TAUT_OK && state == TAUT_UNIT_ARRIVED);
  CHECK(taut_crowd_link(crowd, unit + 1, &step) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_pass_link(crowd, unit + 1) == TAUT_INVALID_INPUT);
  CHECK(taut_crowd_link(NULL, unit, &step) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_link(crowd, unit, NULL) == TAUT_BAD_ARGUMENT);
  CHECK(taut_crowd_pass_link(NULL, unit) == TAUT_BAD_ARGUMENT);
  taut_crowd_destroy(crowd);
  taut_world_destroy(world);
}

static void check_floors(void) {
  const int32_t origins[] = {-4, 0, 0, 0};
  taut_world *cellar = NULL, *hall = NULL, *world = NULL;
  const taut_world* floors[2];
  taut_point point, place;
  int32_t floor = 7;
  taut_error error;
  CHECK(taut_world_create(10, 6, NULL, &cellar, NULL) == TAUT_OK);
  CHECK(taut_world_create(5, 5, NULL, &hall, NULL) == TAUT_OK);
  CHECK(taut_world_floor_count(cellar) == 1 && taut_world_floor_count(NULL) == 0);
  floors[0] = cellar;
  floors[1] = hall;
  CHECK(taut_world_create_floors(floors, origins, 2, &world, NULL) == TAUT_OK);
  CHECK(taut_world_floor_count(world) == 2);
  CHECK(taut_world_to_point(world, 0, -3.5F, 1.5F, &point) == TAUT_OK);
  CHECK(point.x == 0.5F && point.y == 1.5F);
  CHECK(taut_world_to_point(world, 1, 1.5F, 1.5F, &point) == TAUT_OK);
  CHECK(taut_world_to_place(world, point.x, point.y, &floor, &place) == TAUT_OK);
  CHECK(floor == 1 && place.x == 1.5F && place.y == 1.5F);
  CHECK(taut_world_link(world, 0.5F, 1.5F, point.x, point.y, NULL, NULL, NULL) ==
        TAUT_BAD_ARGUMENT);
  CHECK(taut_world_to_point(world, 2, 1.0F, 1.0F, &point) == TAUT_INVALID_INPUT);
  CHECK(taut_world_to_point(world, 0, 7.0F, 1.0F, &point) == TAUT_INVALID_INPUT);
  CHECK(taut_world_to_point(NULL, 0, 7.0F, 1.0F, &point) == TAUT_BAD_ARGUMENT);
  CHECK(taut_world_to_place(world, -1.0F, 1.0F, &floor, &place) == TAUT_INVALID_INPUT);
  CHECK(taut_world_to_place(world, 1.0F, 1.0F, NULL, &place) == TAUT_BAD_ARGUMENT);
  taut_world_destroy(world);
  CHECK(taut_world_create_floors(floors, NULL, 0, &world, &error) == TAUT_BAD_ARGUMENT);
  CHECK(world == NULL && strcmp(error.text, "taut: World: there is no floor") == 0);
  CHECK(taut_world_create_floors(NULL, NULL, 1, &world, NULL) == TAUT_BAD_ARGUMENT);
  floors[1] = NULL;
  CHECK(taut_world_create_floors(floors, NULL, 2, &world, NULL) == TAUT_BAD_ARGUMENT);
  taut_world_destroy(cellar);
  taut_world_destroy(hall);
}

void check_links(void) {
  check_floors();
  check_edits();
  check_bad_links();
  check_paths();
  check_segments();
  check_batch_and_field();
  check_crowd();
}
