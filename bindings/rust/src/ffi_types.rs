//! Made by bindings/generate.py from c/include, which documents each function.
#![allow(non_camel_case_types, missing_docs)]

use std::os::raw::c_char;

#[repr(C)]
pub struct taut_world([u8; 0]);
#[repr(C)]
pub struct taut_finder([u8; 0]);
#[repr(C)]
pub struct taut_batch([u8; 0]);
#[repr(C)]
pub struct taut_field([u8; 0]);
#[repr(C)]
pub struct taut_crowd([u8; 0]);
#[repr(C)]
pub struct taut_follower([u8; 0]);
#[repr(C)]
pub struct taut_group([u8; 0]);
#[repr(C)]
pub struct taut_queue([u8; 0]);
#[repr(C)]
pub struct taut_index([u8; 0]);
#[repr(C)]
#[derive(Clone, Copy)]
pub struct taut_error {
    pub text: [c_char; 256],
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_point {
    pub x: f32,
    pub y: f32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_rect {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_agent {
    pub radius: f64,
    pub shape: i32,
    pub ground: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_ray {
    pub end: taut_point,
    pub is_visible: i32,
    pub tile_x: i32,
    pub tile_y: i32,
    pub blocker_x: i32,
    pub blocker_y: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_find_options {
    pub agent: taut_agent,
    pub max_goal_distance: f64,
    pub length_limit: f64,
    pub expansion_limit: u32,
    pub budget: u32,
    pub method: i32,
    pub goal_rule: i32,
    pub start_rule: i32,
    pub padding: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_path {
    pub length: f64,
    pub cost: f64,
    pub revision: u64,
    pub status: i32,
    pub reason: i32,
    pub method: i32,
    pub point_count: u32,
    pub turn_count: u32,
    pub expanded: u32,
    pub link_count: u32,
    pub padding: u32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_turn {
    pub entry_x: f64,
    pub entry_y: f64,
    pub exit_x: f64,
    pub exit_y: f64,
    pub center: taut_point,
    pub kind: i32,
    pub padding: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_query {
    pub start: taut_point,
    pub goal: taut_point,
    pub options: u32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_goal {
    pub at: taut_point,
    pub cost: f64,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_field_result {
    pub status: i32,
    pub reason: i32,
    pub left_out: u32,
    pub expanded: u32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_crowd_options {
    pub expansions: u32,
    pub goal_rule: i32,
    pub microseconds: u32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_unit_options {
    pub speed: f64,
    pub acceleration: f64,
    pub rank: i32,
    pub gives_way: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_follower_state {
    pub x: f64,
    pub y: f64,
    pub length: f64,
    pub progress: f64,
    pub turns: u32,
    pub status: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_frame {
    pub origin_x: f64,
    pub origin_y: f64,
    pub tile_size: f64,
    pub is_upwards: i32,
    pub padding: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_group_unit {
    pub start: taut_point,
    pub agent: taut_agent,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_group_options {
    pub find: taut_find_options,
    pub ends: i32,
    pub method: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_group_result {
    pub found: u32,
    pub searches: u32,
    pub fields: u32,
    pub padding: u32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_link_options {
    pub cost: f64,
    pub width: f64,
    pub user_data: u64,
    pub one_way: i32,
    pub terrain_class: i32,
    pub is_open: i32,
    pub padding: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_link_end {
    pub a: taut_point,
    pub b: taut_point,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_link {
    pub options: taut_link_options,
    pub from: taut_link_end,
    pub to: taut_link_end,
    pub id: u32,
    pub padding: u32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_passed_link {
    pub link: u32,
    pub exit: u32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_link_step {
    pub link: u32,
    pub entry: taut_point,
    pub exit: taut_point,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_letter {
    pub letter: i32,
    pub terrain_class: i32,
    pub walkable: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_tile_steps {
    pub limit: f64,
    pub ground: i32,
    pub diagonal: i32,
    pub diagonal_length: i32,
    pub ways: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_tile_goal {
    pub x: i32,
    pub y: i32,
    pub value: f32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_tile {
    pub x: i32,
    pub y: i32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_tile_creature {
    pub values: *const f32,
    pub x: i32,
    pub y: i32,
    pub size: i32,
    pub ground: i32,
    pub rank: i32,
    pub stays: i32,
    pub waited: u32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_portal {
    pub left: taut_point,
    pub right: taut_point,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_cone {
    pub apex: taut_point,
    pub right: taut_point,
    pub left: taut_point,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct taut_ticket {
    pub number: u64,
    pub slot: u32,
    pub padding: u32,
}

pub const TAUT_OK: i32 = 0;
pub const TAUT_TRUNCATED: i32 = 1;
pub const TAUT_NO_PATH: i32 = 2;
pub const TAUT_OUT_OF_NODES: i32 = 3;
pub const TAUT_INVALID_INPUT: i32 = 4;
pub const TAUT_UNFINISHED: i32 = 5;
pub const TAUT_BAD_ARGUMENT: i32 = 6;
pub const TAUT_OUT_OF_MEMORY: i32 = 7;
pub const TAUT_FAILURE: i32 = 8;
pub const TAUT_REASON_NONE: i32 = 0;
pub const TAUT_REASON_START_BLOCKED: i32 = 1;
pub const TAUT_REASON_GOAL_BLOCKED: i32 = 2;
pub const TAUT_REASON_START_TOO_NEAR: i32 = 3;
pub const TAUT_REASON_GOAL_TOO_NEAR: i32 = 4;
pub const TAUT_REASON_NOT_CONNECTED: i32 = 5;
pub const TAUT_REASON_TOO_NARROW: i32 = 6;
pub const TAUT_REASON_LIMIT: i32 = 7;
pub const TAUT_REASON_NOT_PREPARED: i32 = 8;
pub const TAUT_REASON_BAD_OPTIONS: i32 = 9;
pub const TAUT_REASON_GOAL_TOO_FAR: i32 = 11;
pub const TAUT_REASON_STALE: i32 = 13;
pub const TAUT_REASON_BROKEN: i32 = 14;
pub const TAUT_AGENT_POINT: i32 = 0;
pub const TAUT_AGENT_DISC: i32 = 1;
pub const TAUT_AGENT_SQUARE: i32 = 2;
pub const TAUT_METHOD_BEST: i32 = 0;
pub const TAUT_METHOD_OPTIMAL: i32 = 1;
pub const TAUT_METHOD_FAST: i32 = 2;
pub const TAUT_GOAL_EXACT: i32 = 0;
pub const TAUT_GOAL_NEAREST: i32 = 1;
pub const TAUT_START_EXACT: i32 = 0;
pub const TAUT_START_NEAREST: i32 = 1;
pub const TAUT_TURN_START: i32 = 0;
pub const TAUT_TURN_LEFT: i32 = 1;
pub const TAUT_TURN_RIGHT: i32 = 2;
pub const TAUT_TURN_GOAL: i32 = 3;
pub const TAUT_UNIT_IDLE: u8 = 0;
pub const TAUT_UNIT_WAITING: u8 = 1;
pub const TAUT_UNIT_WALKING: u8 = 2;
pub const TAUT_UNIT_BLOCKED: u8 = 3;
pub const TAUT_UNIT_YIELDING: u8 = 4;
pub const TAUT_UNIT_ARRIVED: u8 = 5;
pub const TAUT_UNIT_NO_WAY: u8 = 6;
pub const TAUT_UNIT_AT_LINK: u8 = 7;
pub const TAUT_UNIT_NONE: u8 = 255;
pub const TAUT_OBSTACLES_ALL: i32 = 0;
pub const TAUT_OBSTACLES_AT_REST: i32 = 1;
pub const TAUT_OBSTACLES_STANDING: i32 = 2;
pub const TAUT_FOLLOW_ON_PATH: i32 = 0;
pub const TAUT_FOLLOW_MAYBE_SHORTER: i32 = 1;
pub const TAUT_FOLLOW_ARRIVED: i32 = 2;
pub const TAUT_FOLLOW_AT_LINK: i32 = 3;
pub const TAUT_FOLLOW_NO_PATH: i32 = 4;
pub const TAUT_FOLLOW_OFF_PATH: i32 = 5;
pub const TAUT_FOLLOW_GOAL_LOST: i32 = 6;
pub const TAUT_FOLLOW_CUT: i32 = 7;
pub const TAUT_FOLLOW_NONE: i32 = 255;
pub const TAUT_ENDS_GOAL: i32 = 0;
pub const TAUT_ENDS_SPREAD: i32 = 1;
pub const TAUT_GROUP_BEST: i32 = 0;
pub const TAUT_GROUP_SEARCHES: i32 = 1;
pub const TAUT_GROUP_FIELD: i32 = 2;
pub const TAUT_DIAGONAL_NO_OBSTACLES: i32 = 0;
pub const TAUT_DIAGONAL_NEVER: i32 = 1;
pub const TAUT_DIAGONAL_ONE_FREE: i32 = 2;
pub const TAUT_DIAGONAL_ALWAYS: i32 = 3;
pub const TAUT_DIAGONAL_SQRT2: i32 = 0;
pub const TAUT_DIAGONAL_1: i32 = 1;
pub const TAUT_WAYS_TO_GOALS: i32 = 0;
pub const TAUT_WAYS_FROM_GOALS: i32 = 1;
pub const TAUT_SAVE_LIGHT: i32 = 0;
pub const TAUT_SAVE_FULL: i32 = 1;
pub const TAUT_MAX_MAP_SIDE: i32 = 16384;
pub const TAUT_GROUND_CLASSES: i32 = 256;
pub const TAUT_MOST_MARGIN: i32 = 8;
pub const TAUT_LANDMARKS_BY_MAP: u32 = u32::MAX;
pub const TAUT_NO_LIMIT: u32 = u32::MAX;
pub const TAUT_MOST_PRIORITY: i32 = 255;
