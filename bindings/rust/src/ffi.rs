//! Made by bindings/generate.py from c/include, which documents each function.
#![allow(missing_docs)]

use std::os::raw::c_char;

pub use crate::ffi_types::*;

extern "C" {
    pub fn taut_version() -> *const c_char;
    pub fn taut_status_text(status: i32) -> *const c_char;
    pub fn taut_reason_text(reason: i32) -> *const c_char;
    pub fn taut_world_create(
        width: i32, height: i32, walkable: *const u8, world: *mut *mut taut_world,
        error: *mut taut_error) -> i32;
    pub fn taut_world_read(
        text: *const c_char, length: u32, name: *const c_char, world: *mut *mut taut_world,
        error: *mut taut_error) -> i32;
    pub fn taut_world_destroy(world: *mut taut_world);
    pub fn taut_world_width(world: *const taut_world) -> i32;
    pub fn taut_world_height(world: *const taut_world) -> i32;
    pub fn taut_world_revision(world: *const taut_world) -> u64;
    pub fn taut_world_memory_bytes(world: *const taut_world) -> u64;
    pub fn taut_world_set(
        world: *mut taut_world, x0: i32, y0: i32, x1: i32, y1: i32, walkable: i32) -> i32;
    pub fn taut_world_set_rects(
        world: *mut taut_world, rects: *const taut_rect, count: u32, walkable: i32) -> i32;
    pub fn taut_world_set_class(
        world: *mut taut_world, x0: i32, y0: i32, x1: i32, y1: i32, terrain_class: i32,
        error: *mut taut_error) -> i32;
    pub fn taut_world_class(world: *const taut_world, x: i32, y: i32) -> i32;
    pub fn taut_world_set_ground(
        world: *mut taut_world, number: i32, factors: *const f32, error: *mut taut_error) -> i32;
    pub fn taut_world_set_ground_margin(
        world: *mut taut_world, number: i32, factors: *const f32, tiles: i32, factor: f32,
        error: *mut taut_error) -> i32;
    pub fn taut_world_prepare_agent(
        world: *mut taut_world, agent: *const taut_agent, error: *mut taut_error) -> i32;
    pub fn taut_world_keep_landmarks(
        world: *mut taut_world, count: u32, error: *mut taut_error) -> i32;
    pub fn taut_world_refresh_landmarks(
        world: *mut taut_world, fields: u32, count: *mut u32) -> i32;
    pub fn taut_world_keep_index(world: *mut taut_world, max_bytes: u64) -> i32;
    pub fn taut_world_refresh_index(world: *mut taut_world, most: u32, count: *mut u32) -> i32;
    pub fn taut_world_is_walkable(world: *const taut_world, x: i32, y: i32) -> i32;
    pub fn taut_world_is_prepared(world: *const taut_world, agent: *const taut_agent) -> i32;
    pub fn taut_world_has_index(world: *const taut_world, agent: *const taut_agent) -> i32;
    pub fn taut_world_has_room(
        world: *const taut_world, agent: *const taut_agent, x: f32, y: f32) -> i32;
    pub fn taut_world_is_reachable(
        world: *const taut_world, agent: *const taut_agent, x0: f32, y0: f32, x1: f32, y1: f32) ->
        i32;
    pub fn taut_world_would_cut(
        world: *const taut_world, agent: *const taut_agent, rects: *const taut_rect,
        rect_count: u32, starts: *const taut_point, start_count: u32, goals: *const taut_point,
        goal_count: u32, is_cut: *mut i32) -> i32;
    pub fn taut_world_is_walkable_path(
        world: *const taut_world, agent: *const taut_agent, points: *const taut_point, count: u32)
        -> i32;
    pub fn taut_world_tiles(
        world: *const taut_world, out: *mut u8, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_world_classes(
        world: *const taut_world, out: *mut u8, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_world_changes_since(
        world: *const taut_world, revision: u64, out: *mut taut_rect, capacity: u32,
        count: *mut u32) -> i32;
    pub fn taut_raycast(
        world: *const taut_world, ground: i32, x0: f32, y0: f32, x1: f32, y1: f32,
        ray: *mut taut_ray) -> i32;
    pub fn taut_visible_tiles(
        world: *const taut_world, ground: i32, x: i32, y: i32, radius: f64, out: *mut u32,
        capacity: u32, count: *mut u32) -> i32;
    pub fn taut_visibility_polygon(
        world: *const taut_world, ground: i32, x: f32, y: f32, radius: f64, out: *mut taut_point,
        capacity: u32, count: *mut u32) -> i32;
    pub fn taut_nearest_walkable(
        world: *const taut_world, ground: i32, x: f32, y: f32, place: *mut taut_point) -> i32;
    pub fn taut_nearest_place(
        world: *const taut_world, agent: *const taut_agent, from_x: f32, from_y: f32, x: f32,
        y: f32, max_distance: f64, place: *mut taut_point) -> i32;
    pub fn taut_finder_create(world: *const taut_world, finder: *mut *mut taut_finder) -> i32;
    pub fn taut_finder_destroy(finder: *mut taut_finder);
    pub fn taut_finder_memory_bytes(finder: *const taut_finder) -> u64;
    pub fn taut_find_options_init(options: *mut taut_find_options);
    pub fn taut_explain(
        world: *const taut_world, reason: i32, start_x: f32, start_y: f32, goal_x: f32, goal_y: f32,
        options: *const taut_find_options, text: *mut c_char, capacity: u32, length: *mut u32) ->
        i32;
    pub fn taut_find(
        finder: *mut taut_finder, start_x: f32, start_y: f32, goal_x: f32, goal_y: f32,
        options: *const taut_find_options, path: *mut taut_path) -> i32;
    pub fn taut_path_points(
        finder: *const taut_finder, out: *mut taut_point, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_path_point_data(finder: *const taut_finder) -> *const taut_point;
    pub fn taut_path_turns(
        finder: *const taut_finder, out: *mut taut_turn, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_path_polyline(
        finder: *mut taut_finder, deviation: f64, out: *mut taut_point, capacity: u32,
        count: *mut u32) -> i32;
    pub fn taut_world_is_walkable_disc(
        world: *const taut_world, agent: *const taut_agent, turns: *const taut_turn, count: u32) ->
        i32;
    pub fn taut_batch_create(
        world: *const taut_world, threads: u32, batch: *mut *mut taut_batch, error: *mut taut_error)
        -> i32;
    pub fn taut_batch_destroy(batch: *mut taut_batch);
    pub fn taut_find_all(
        batch: *mut taut_batch, queries: *const taut_query, query_count: u32,
        options: *const taut_find_options, option_count: u32, paths: *mut taut_path,
        error: *mut taut_error) -> i32;
    pub fn taut_batch_points(
        batch: *const taut_batch, out: *mut taut_point, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_batch_turns(
        batch: *const taut_batch, out: *mut taut_turn, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_field_create(
        agent: *const taut_agent, field: *mut *mut taut_field, error: *mut taut_error) -> i32;
    pub fn taut_field_destroy(field: *mut taut_field);
    pub fn taut_field_set_goals(
        field: *mut taut_field, goals: *const taut_goal, count: u32, length_limit: f64,
        error: *mut taut_error) -> i32;
    pub fn taut_field_update(
        field: *mut taut_field, world: *const taut_world, result: *mut taut_field_result) -> i32;
    pub fn taut_field_is_current(field: *const taut_field) -> i32;
    pub fn taut_field_memory_bytes(field: *const taut_field) -> u64;
    pub fn taut_field_distance(field: *const taut_field, x: f32, y: f32) -> f64;
    pub fn taut_field_reason(field: *const taut_field, x: f32, y: f32) -> i32;
    pub fn taut_field_next_corner(
        field: *const taut_field, x: f32, y: f32, corner: *mut taut_point) -> i32;
    pub fn taut_field_nearest_goal(field: *const taut_field, x: f32, y: f32, goal: *mut u32) -> i32;
    pub fn taut_field_distances(
        field: *const taut_field, out: *mut f32, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_find_by_field(
        finder: *mut taut_finder, field: *const taut_field, start_x: f32, start_y: f32,
        path: *mut taut_path) -> i32;
    pub fn taut_crowd_options_init(options: *mut taut_crowd_options);
    pub fn taut_unit_options_init(options: *mut taut_unit_options);
    pub fn taut_unit_state_text(state: u8) -> *const c_char;
    pub fn taut_crowd_create(
        world: *mut taut_world, options: *const taut_crowd_options, crowd: *mut *mut taut_crowd,
        error: *mut taut_error) -> i32;
    pub fn taut_crowd_destroy(crowd: *mut taut_crowd);
    pub fn taut_crowd_add(
        crowd: *mut taut_crowd, agent: *const taut_agent, x: f32, y: f32,
        options: *const taut_unit_options, unit: *mut u32, error: *mut taut_error) -> i32;
    pub fn taut_crowd_remove(crowd: *mut taut_crowd, unit: u32) -> i32;
    pub fn taut_crowd_order(crowd: *mut taut_crowd, unit: u32, x: f32, y: f32) -> i32;
    pub fn taut_crowd_steer(crowd: *mut taut_crowd, unit: u32, x: f32, y: f32) -> i32;
    pub fn taut_crowd_stop(crowd: *mut taut_crowd, unit: u32) -> i32;
    pub fn taut_crowd_order_group(
        crowd: *mut taut_crowd, units: *const u32, count: u32, x: f32, y: f32, sent: *mut u32) ->
        i32;
    pub fn taut_crowd_order_places(
        crowd: *mut taut_crowd, units: *const u32, count: u32, places: *const taut_point,
        place_count: u32, sent: *mut u32) -> i32;
    pub fn taut_crowd_order_field(
        crowd: *mut taut_crowd, units: *const u32, count: u32, field: *const taut_field,
        sent: *mut u32) -> i32;
    pub fn taut_crowd_field(
        crowd: *const taut_crowd, unit: u32, field: *mut *mut taut_field) -> i32;
    pub fn taut_crowd_advance(crowd: *mut taut_crowd, seconds: f64, error: *mut taut_error) -> i32;
    pub fn taut_crowd_size(crowd: *const taut_crowd) -> u32;
    pub fn taut_crowd_searches_waiting(crowd: *const taut_crowd) -> u32;
    pub fn taut_crowd_contains(crowd: *const taut_crowd, unit: u32) -> i32;
    pub fn taut_crowd_is_occupied(
        crowd: *const taut_crowd, x0: i32, y0: i32, x1: i32, y1: i32) -> i32;
    pub fn taut_crowd_reason(crowd: *const taut_crowd, unit: u32) -> i32;
    pub fn taut_crowd_agent(crowd: *const taut_crowd, unit: u32, agent: *mut taut_agent) -> i32;
    pub fn taut_crowd_places(
        crowd: *const taut_crowd, out: *mut taut_point, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_crowd_velocities(
        crowd: *const taut_crowd, out: *mut taut_point, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_crowd_states(
        crowd: *const taut_crowd, out: *mut u8, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_crowd_find(
        crowd: *mut taut_crowd, finder: *mut taut_finder, start_x: f32, start_y: f32, goal_x: f32,
        goal_y: f32, options: *const taut_find_options, obstacles: i32, except: *const u32,
        except_count: u32, path: *mut taut_path) -> i32;
    pub fn taut_follow_status_text(status: i32) -> *const c_char;
    pub fn taut_follower_create(
        world: *const taut_world, agent: *const taut_agent, max_detour: f64,
        follower: *mut *mut taut_follower, error: *mut taut_error) -> i32;
    pub fn taut_follower_destroy(follower: *mut taut_follower);
    pub fn taut_follower_set(follower: *mut taut_follower, finder: *const taut_finder) -> i32;
    pub fn taut_follower_move(follower: *mut taut_follower, x: f32, y: f32) -> i32;
    pub fn taut_follower_move_goal(follower: *mut taut_follower, x: f32, y: f32) -> i32;
    pub fn taut_follower_update(follower: *mut taut_follower) -> i32;
    pub fn taut_follower_pass_link(follower: *mut taut_follower) -> i32;
    pub fn taut_followers_update(
        followers: *const *mut taut_follower, follower_count: u32, out: *mut u32, capacity: u32,
        count: *mut u32) -> i32;
    pub fn taut_follower_read(
        follower: *const taut_follower, state: *mut taut_follower_state) -> i32;
    pub fn taut_follower_ahead(
        follower: *const taut_follower, out: *mut taut_turn, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_follower_place_ahead(
        follower: *const taut_follower, tiles: f64, x: *mut f64, y: *mut f64) -> i32;
    pub fn taut_follower_next_link(
        follower: *const taut_follower, step: *mut taut_link_step) -> i32;
    pub fn taut_follower_find_touched(
        follower: *const taut_follower, x0: i32, y0: i32, x1: i32, y1: i32, turn: *mut u32) -> i32;
    pub fn taut_follower_find_start(
        follower: *const taut_follower, x: f32, y: f32, start: *mut taut_point) -> i32;
    pub fn taut_frame_to_tiles(
        frame: *const taut_frame, places: *const taut_point, count: u32, out: *mut taut_point) ->
        i32;
    pub fn taut_frame_from_tiles(
        frame: *const taut_frame, places: *const taut_point, count: u32, out: *mut taut_point) ->
        i32;
    pub fn taut_frame_turns_to_tiles(
        frame: *const taut_frame, turns: *const taut_turn, count: u32, out: *mut taut_turn) -> i32;
    pub fn taut_frame_turns_from_tiles(
        frame: *const taut_frame, turns: *const taut_turn, count: u32, out: *mut taut_turn) -> i32;
    pub fn taut_frame_rect_to_tiles(
        frame: *const taut_frame, low: taut_point, high: taut_point, tiles: *mut taut_rect) -> i32;
    pub fn taut_frame_rect_from_tiles(
        frame: *const taut_frame, tiles: taut_rect, low: *mut taut_point, high: *mut taut_point) ->
        i32;
    pub fn taut_group_options_init(options: *mut taut_group_options);
    pub fn taut_group_create(group: *mut *mut taut_group) -> i32;
    pub fn taut_group_destroy(group: *mut taut_group);
    pub fn taut_find_group(
        finder: *mut taut_finder, units: *const taut_group_unit, unit_count: u32, goal_x: f32,
        goal_y: f32, options: *const taut_group_options, group: *mut taut_group,
        result: *mut taut_group_result) -> i32;
    pub fn taut_group_size(group: *const taut_group) -> u32;
    pub fn taut_group_path(
        group: *const taut_group, unit: u32, finder: *mut taut_finder, path: *mut taut_path) -> i32;
    pub fn taut_group_end(group: *const taut_group, unit: u32, end: *mut taut_point) -> i32;
    pub fn taut_link_options_init(options: *mut taut_link_options);
    pub fn taut_world_link(
        world: *mut taut_world, from_x: f32, from_y: f32, to_x: f32, to_y: f32,
        options: *const taut_link_options, link: *mut u32, error: *mut taut_error) -> i32;
    pub fn taut_world_link_ends(
        world: *mut taut_world, from: *const taut_link_end, to: *const taut_link_end,
        options: *const taut_link_options, link: *mut u32, error: *mut taut_error) -> i32;
    pub fn taut_world_change_link(
        world: *mut taut_world, link: u32, options: *const taut_link_options,
        error: *mut taut_error) -> i32;
    pub fn taut_world_unlink(world: *mut taut_world, link: u32) -> i32;
    pub fn taut_world_find_link(world: *const taut_world, link: u32, out: *mut taut_link) -> i32;
    pub fn taut_world_links(
        world: *const taut_world, out: *mut taut_link, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_world_create_floors(
        floors: *const *const taut_world, origins: *const i32, count: u32,
        world: *mut *mut taut_world, error: *mut taut_error) -> i32;
    pub fn taut_world_floor_count(world: *const taut_world) -> u32;
    pub fn taut_world_to_point(
        world: *const taut_world, floor: i32, x: f32, y: f32, point: *mut taut_point) -> i32;
    pub fn taut_world_to_place(
        world: *const taut_world, x: f32, y: f32, floor: *mut i32, place: *mut taut_point) -> i32;
    pub fn taut_path_links(
        finder: *const taut_finder, out: *mut taut_passed_link, capacity: u32, count: *mut u32) ->
        i32;
    pub fn taut_batch_links(
        batch: *const taut_batch, out: *mut taut_passed_link, capacity: u32, count: *mut u32) ->
        i32;
    pub fn taut_field_link_at(
        field: *const taut_field, x: f32, y: f32, step: *mut taut_link_step) -> i32;
    pub fn taut_crowd_link(crowd: *const taut_crowd, unit: u32, step: *mut taut_link_step) -> i32;
    pub fn taut_crowd_pass_link(crowd: *mut taut_crowd, unit: u32) -> i32;
    pub fn taut_world_read_letters(
        text: *const c_char, length: u32, name: *const c_char, letters: *const taut_letter,
        letter_count: u32, world: *mut *mut taut_world, error: *mut taut_error) -> i32;
    pub fn taut_world_write(
        world: *const taut_world, letters: *const taut_letter, letter_count: u32, text: *mut c_char,
        capacity: u32, length: *mut u32, error: *mut taut_error) -> i32;
    pub fn taut_frontier(
        world: *const taut_world, ground: i32, unknown_class: i32, out: *mut u32, capacity: u32,
        count: *mut u32, error: *mut taut_error) -> i32;
    pub fn taut_tile_steps_init(steps: *mut taut_tile_steps);
    pub fn taut_tile_distances(
        world: *const taut_world, steps: *const taut_tile_steps, goals: *const taut_tile_goal,
        goal_count: u32, out: *mut f32, capacity: u32, count: *mut u32, error: *mut taut_error) ->
        i32;
    pub fn taut_escape_map(
        world: *const taut_world, steps: *const taut_tile_steps, exits: *const taut_tile_goal,
        exit_count: u32, theirs: *const f32, out: *mut f32, capacity: u32, count: *mut u32,
        error: *mut taut_error) -> i32;
    pub fn taut_downhill_step(
        world: *const taut_world, steps: *const taut_tile_steps, values: *const f32, x: i32, y: i32,
        next: *mut taut_tile, error: *mut taut_error) -> i32;
    pub fn taut_tile_creature_init(creature: *mut taut_tile_creature);
    pub fn taut_step_tiles(
        world: *const taut_world, steps: *const taut_tile_steps, creatures: *mut taut_tile_creature,
        creature_count: u32, moved: *mut u32, error: *mut taut_error) -> i32;
    pub fn taut_world_mesh(
        world: *const taut_world, agent: *const taut_agent, first: *mut u32, first_capacity: u32,
        first_count: *mut u32, points: *mut taut_point, point_capacity: u32, point_count: *mut u32)
        -> i32;
    pub fn taut_path_corridor(
        finder: *mut taut_finder, out: *mut u32, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_path_portals(
        finder: *mut taut_finder, out: *mut taut_portal, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_path_cones(
        finder: *mut taut_finder, out: *mut taut_cone, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_queue_create(world: *const taut_world, queue: *mut *mut taut_queue) -> i32;
    pub fn taut_queue_destroy(queue: *mut taut_queue);
    pub fn taut_queue_set_slice(queue: *mut taut_queue, expansions: u32) -> i32;
    pub fn taut_queue_set_lead(queue: *mut taut_queue, requests: u64) -> i32;
    pub fn taut_queue_submit(
        queue: *mut taut_queue, start_x: f32, start_y: f32, goal_x: f32, goal_y: f32,
        options: *const taut_find_options, priority: i32, ticket: *mut taut_ticket,
        error: *mut taut_error) -> i32;
    pub fn taut_queue_run(queue: *mut taut_queue, microseconds: u32, waiting: *mut u32) -> i32;
    pub fn taut_queue_advance(queue: *mut taut_queue, slices: u32, waiting: *mut u32) -> i32;
    pub fn taut_queue_waiting(queue: *const taut_queue) -> u32;
    pub fn taut_queue_answer(
        queue: *const taut_queue, ticket: taut_ticket, finder: *mut taut_finder,
        path: *mut taut_path) -> i32;
    pub fn taut_queue_release(queue: *mut taut_queue, ticket: taut_ticket) -> i32;
    pub fn taut_world_save(
        world: *const taut_world, form: i32, out: *mut u8, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_world_read_save(
        bytes: *const u8, length: u32, name: *const c_char, world: *mut *mut taut_world,
        error: *mut taut_error) -> i32;
    pub fn taut_world_write_file(
        world: *const taut_world, form: i32, file: *const c_char, error: *mut taut_error) -> i32;
    pub fn taut_world_load_file(
        file: *const c_char, world: *mut *mut taut_world, error: *mut taut_error) -> i32;
    pub fn taut_crowd_save(
        crowd: *const taut_crowd, out: *mut u8, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_crowd_read_save(
        bytes: *const u8, length: u32, name: *const c_char, world: *mut taut_world,
        crowd: *mut *mut taut_crowd, error: *mut taut_error) -> i32;
    pub fn taut_queue_save(
        queue: *const taut_queue, out: *mut u8, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_queue_read_save(
        bytes: *const u8, length: u32, name: *const c_char, world: *const taut_world,
        queue: *mut *mut taut_queue, error: *mut taut_error) -> i32;
    pub fn taut_follower_save(
        follower: *const taut_follower, out: *mut u8, capacity: u32, count: *mut u32) -> i32;
    pub fn taut_follower_read_save(
        bytes: *const u8, length: u32, name: *const c_char, world: *const taut_world,
        follower: *mut *mut taut_follower, error: *mut taut_error) -> i32;
    pub fn taut_crowd_write_file(
        crowd: *const taut_crowd, form: i32, file: *const c_char, error: *mut taut_error) -> i32;
    pub fn taut_crowd_load_file(
        file: *const c_char, world: *mut taut_world, crowd: *mut *mut taut_crowd,
        error: *mut taut_error) -> i32;
    pub fn taut_world_share(world: *mut taut_world, error: *mut taut_error) -> i32;
    pub fn taut_world_publish(world: *mut taut_world) -> i32;
    pub fn taut_world_published(world: *const taut_world, published: *mut *mut taut_world) -> i32;
    pub fn taut_world_reserve(world: *mut taut_world, readers: u32) -> i32;
    pub fn taut_world_catch_up(world: *mut taut_world, edits: u32, left: *mut u32) -> i32;
    pub fn taut_finder_release(finder: *mut taut_finder) -> i32;
    pub fn taut_world_copy_count(world: *const taut_world) -> u32;
    pub fn taut_index_build(
        world: *const taut_world, max_bytes: u64, index: *mut *mut taut_index) -> i32;
    pub fn taut_world_use_index(
        world: *mut taut_world, index: *const taut_index, outdated: *mut u32) -> i32;
    pub fn taut_index_memory(index: *const taut_index) -> u64;
    pub fn taut_index_destroy(index: *mut taut_index);
}
