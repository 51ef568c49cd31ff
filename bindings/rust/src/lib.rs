//! Shortest paths through tile maps: straight paths that turn only at obstacle corners.
//!
//! One unit is one tile; tile (x, y) covers x to x + 1 and y to y + 1. A query takes the [`World`]
//! beside its [`Finder`], so that the compiler keeps edits and queries apart: any number of threads
//! may query one world, each with a finder of its own, and an edit needs it alone.
//!
//! ```
//! let mut world = taut::World::read(".@...\n.@.@.\n...@.\n", "my map")?;
//! let mut finder = taut::Finder::new(&world)?;
//! let path = finder.find(&world, (0.5, 0.5), (4.5, 2.5), &taut::Options::default()).unwrap();
//! assert_eq!(path.points.len(), 6);
//! world.set(2, 0, 3, 1, false)?;
//! let no_path = finder.find(&world, (0.5, 0.5), (4.5, 2.5), &taut::Options::default());
//! assert_eq!(no_path.unwrap_err().why, "No way leads from (0.5, 0.5) to (4.5, 2.5).");
//! # Ok::<(), taut::Error>(())
//! ```
use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::c_char;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};

mod crowd;
pub mod ffi;
pub mod ffi_types;
mod field;
mod shared;
mod walk;

pub use crowd::*;
pub use ffi_types::taut_agent as Agent;
pub use ffi_types::taut_point as Point;
pub use field::*;
pub use shared::*;
pub use walk::*;

use ffi_types::*;

/// A mistake of the caller, or no memory, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&self.0)
    }
}
impl std::error::Error for Error {}

fn words(text: *const c_char) -> String {
    // The library's texts are static, or buffers that end in a zero byte.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Calls a function that takes a place for its error.
fn check(call: impl FnOnce(*mut taut_error) -> i32) -> Result<(), Error> {
    let mut error = taut_error { text: [0; 256] };
    match call(&mut error) {
        TAUT_OK => Ok(()),
        _ if error.text[0] != 0 => Err(Error(words(error.text.as_ptr()))),
        status => Err(Error(format!("taut: {}", words(unsafe { ffi::taut_status_text(status) })))),
    }
}

/// As a sentence.
fn explain(
    world: &World,
    reason: i32,
    start: Point,
    goal: Point,
    options: &taut_find_options,
) -> String {
    let mut text = [0; 512];
    unsafe {
        let (of, out, size) = (world.handle, text.as_mut_ptr(), text.len() as u32);
        let (x0, y0, x1, y1) = (start.x, start.y, goal.x, goal.y);
        ffi::taut_explain(of, reason, x0, y0, x1, y1, options, out, size, null_mut());
    }
    if text[0] != 0 {
        return words(text.as_ptr());
    }
    // It takes no options that are out of range.
    let word = words(unsafe { ffi::taut_reason_text(reason) });
    format!("The agent, its ground or a limit is out of range: {word}.")
}

/// Lets exits, which are turns of a disc, be points: the ends of a link are points of the chords,
/// one after the other.
fn to_points(links: &mut [taut_passed_link], points: &[Point], turns: &[taut_turn]) {
    let is_at = |at: Point, x: f64, y: f64| f64::from(at.x) == x && f64::from(at.y) == y;
    let mut last = 0;
    for link in links {
        let (entry, exit) = (&turns[link.exit as usize - 1], &turns[link.exit as usize]);
        let is_passed = |i: &usize| {
            is_at(points[i - 1], entry.exit_x, entry.exit_y)
                && is_at(points[*i], exit.entry_x, exit.entry_y)
        };
        last = (last + 1..points.len()).find(is_passed).expect("taut: a failure of the library");
        link.exit = last as u32;
    }
}

/// Fills a vector by a function that takes a buffer, its capacity, and the place of the count.
fn collect<T: Copy>(empty: T, call: impl Fn(*mut T, u32, *mut u32) -> i32) -> Vec<T> {
    let mut count = 0;
    call(null_mut(), 0, &mut count);
    let mut made = vec![empty; count as usize];
    if count > 0 {
        call(made.as_mut_ptr(), count, &mut count);
    }
    made
}

impl From<(f32, f32)> for Point {
    fn from((x, y): (f32, f32)) -> Point {
        Point { x, y }
    }
}

impl taut_agent {
    pub const fn point() -> Agent {
        Agent { radius: 0.0, shape: TAUT_AGENT_POINT, ground: 0 }
    }
    /// The radius in tiles, up to 32.
    pub const fn disc(radius: f64) -> Agent {
        Agent { radius, shape: TAUT_AGENT_DISC, ground: 0 }
    }
    /// It does not turn; the radius is half its side.
    pub const fn square(radius: f64) -> Agent {
        Agent { radius, shape: TAUT_AGENT_SQUARE, ground: 0 }
    }
    /// The same with the number of its ground: see [`World::set_ground`].
    pub const fn on(self, ground: i32) -> Agent {
        Agent { ground, ..self }
    }
}

/// How a path is searched for. On ground that costs differently all are one, by cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Best,
    Optimal,
    Fast,
}

/// What a query asks for.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub agent: Agent,
    pub method: Method,
    /// A goal that cannot be reached gives the path to the nearest place that can.
    pub to_nearest: bool,
    /// In tiles: a longer path is none.
    pub length_limit: f64,
    /// A search that would expand more nodes ends without a path.
    pub expansion_limit: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            agent: Agent::point(),
            method: Method::Best,
            to_nearest: false,
            length_limit: f64::INFINITY,
            expansion_limit: TAUT_NO_LIMIT,
        }
    }
}

impl Options {
    pub fn agent(agent: Agent) -> Options {
        Options { agent, ..Options::default() }
    }

    fn to_c(self) -> taut_find_options {
        let mut made = unsafe {
            let mut made = std::mem::zeroed();
            ffi::taut_find_options_init(&mut made);
            made
        };
        made.agent = self.agent;
        made.method = self.method as i32;
        made.goal_rule = if self.to_nearest { TAUT_GOAL_NEAREST } else { TAUT_GOAL_EXACT };
        made.length_limit = self.length_limit;
        made.expansion_limit = self.expansion_limit;
        made
    }
}

/// A path from start to goal, both included; of a disc with its arcs as chords.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub points: Vec<Point>,
    pub length: f64,
    /// Tiles times factor of the agent's ground, and links.
    pub cost: f64,
    /// The links that it passes, and the index of the point where each ends.
    pub links: Vec<taut_passed_link>,
}

/// Why there is no path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPath {
    /// One of the TAUT_REASON_ of [`ffi_types`].
    pub reason: i32,
    /// As a sentence.
    pub why: String,
}

impl fmt::Display for NoPath {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&self.why)
    }
}
impl std::error::Error for NoPath {}

/// The tiles of a map and all that queries derive from them.
pub struct World {
    handle: *mut taut_world,
    // Tells worlds apart: a new one may have the address of one that was dropped. 0 is no world.
    number: u64,
}

static WORLDS: AtomicU64 = AtomicU64::new(0);

// Calls with &self are those that any number of threads may make at a time.
unsafe impl Send for World {}
unsafe impl Sync for World {}

impl World {
    fn own(made: *mut taut_world) -> World {
        World { handle: made, number: WORLDS.fetch_add(1, Ordering::Relaxed) + 1 }
    }

    /// Row by row, true means walkable.
    pub fn new(width: i32, height: i32, walkable: &[bool]) -> Result<World, Error> {
        if i64::from(width) * i64::from(height) != walkable.len() as i64 {
            let count = walkable.len();
            return Err(Error(format!("taut: {count} tiles for a map of {width} x {height}")));
        }
        let mut made = null_mut();
        let tiles = walkable.as_ptr().cast();
        check(|error| unsafe { ffi::taut_world_create(width, height, tiles, &mut made, error) })?;
        Ok(World::own(made))
    }

    /// A MovingAI map, or a drawing, one row a line, in which `.` is walkable.
    pub fn read(text: &str, name: &str) -> Result<World, Error> {
        let name = CString::new(name).map_err(|_| Error("taut: a zero byte in a name".into()))?;
        let mut made = null_mut();
        check(|error| unsafe {
            let (data, length) = (text.as_ptr().cast(), text.len() as u32);
            ffi::taut_world_read(data, length, name.as_ptr(), &mut made, error)
        })?;
        Ok(World::own(made))
    }

    /// The world that [`World::save`] wrote.
    pub fn read_save(bytes: &[u8]) -> Result<World, Error> {
        let mut made = null_mut();
        check(|error| unsafe {
            let (data, length) = (bytes.as_ptr(), bytes.len() as u32);
            ffi::taut_world_read_save(data, length, null(), &mut made, error)
        })?;
        Ok(World::own(made))
    }

    pub fn save(&self) -> Vec<u8> {
        self.save_as(ffi::TAUT_SAVE_LIGHT)
    }
    /// Also saves meshes, landmarks and indexes: larger, and loaded faster.
    pub fn save_full(&self) -> Vec<u8> {
        self.save_as(ffi::TAUT_SAVE_FULL)
    }
    fn save_as(&self, form: i32) -> Vec<u8> {
        collect(0, |out, capacity, count| unsafe {
            ffi::taut_world_save(self.handle, form, out, capacity, count)
        })
    }

    pub fn width(&self) -> i32 {
        unsafe { ffi::taut_world_width(self.handle) }
    }
    pub fn height(&self) -> i32 {
        unsafe { ffi::taut_world_height(self.handle) }
    }
    /// Grows by one with each edit that changes something.
    pub fn revision(&self) -> u64 {
        unsafe { ffi::taut_world_revision(self.handle) }
    }

    /// The tiles x0 <= x < x1, y0 <= y < y1: some 10 to 60 us for small ones.
    pub fn set(&mut self, x0: i32, y0: i32, x1: i32, y1: i32, on: bool) -> Result<(), Error> {
        check(|_| unsafe { ffi::taut_world_set(self.handle, x0, y0, x1, y1, i32::from(on)) })
    }

    /// What these tiles are made of, 0 to 255; 0 at first.
    pub fn set_class(&mut self, tiles: taut_rect, class: i32) -> Result<(), Error> {
        let taut_rect { x0, y0, x1, y1 } = tiles;
        check(|error| unsafe {
            ffi::taut_world_set_class(self.handle, x0, y0, x1, y1, class, error)
        })
    }

    /// What classes are to agents of a ground, 1 to 255: a factor on lengths, 0.125 to 255, or
    /// infinity: walls.
    pub fn set_ground(&mut self, number: i32, factors: &[f32; 256]) -> Result<(), Error> {
        check(|error| unsafe {
            ffi::taut_world_set_ground(self.handle, number, factors.as_ptr(), error)
        })
    }

    /// Before the first query of an agent that is no point.
    pub fn prepare(&mut self, agent: &Agent) -> Result<(), Error> {
        check(|error| unsafe { ffi::taut_world_prepare_agent(self.handle, agent, error) })
    }

    /// Stairs, a teleporter, both ways. Returns its number.
    pub fn link(&mut self, from: Point, to: Point, cost: f64) -> Result<u32, Error> {
        let mut id = 0;
        check(|error| unsafe {
            let mut options = std::mem::zeroed();
            ffi::taut_link_options_init(&mut options);
            options.cost = cost;
            ffi::taut_world_link(self.handle, from.x, from.y, to.x, to.y, &options, &mut id, error)
        })?;
        Ok(id)
    }

    pub fn is_walkable(&self, x: i32, y: i32) -> bool {
        unsafe { ffi::taut_world_is_walkable(self.handle, x, y) != 0 }
    }
    /// Whether an agent may be at a place; false for one that is not prepared, here and below.
    pub fn has_room(&self, agent: &Agent, at: Point) -> bool {
        unsafe { ffi::taut_world_has_room(self.handle, agent, at.x, at.y) != 0 }
    }
    /// Without a search.
    pub fn is_reachable(&self, agent: &Agent, from: Point, to: Point) -> bool {
        unsafe { ffi::taut_world_is_reachable(self.handle, agent, from.x, from.y, to.x, to.y) != 0 }
    }
    /// Whether the path of a point or a square is walkable as the world is now.
    pub fn is_walkable_path(&self, agent: &Agent, points: &[Point]) -> bool {
        let count = points.len() as u32;
        unsafe { ffi::taut_world_is_walkable_path(self.handle, agent, points.as_ptr(), count) != 0 }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        unsafe { ffi::taut_world_destroy(self.handle) }
    }
}

/// The memory of the queries of one thread. It follows the edits of its world.
pub struct Finder {
    handle: *mut taut_finder,
    world: u64,
}

unsafe impl Send for Finder {}

impl Finder {
    pub fn new(world: &World) -> Result<Finder, Error> {
        let mut handle = null_mut();
        check(|_| unsafe { ffi::taut_finder_create(world.handle, &mut handle) })?;
        Ok(Finder { handle, world: world.number })
    }

    /// Panics for another world than that of `new`, here and below.
    pub fn find(
        &mut self,
        world: &World,
        start: impl Into<Point>,
        goal: impl Into<Point>,
        options: &Options,
    ) -> Result<Path, NoPath> {
        assert_eq!(world.number, self.world, "taut: the finder is of another world");
        let (start, goal) = (start.into(), goal.into());
        let options = options.to_c();
        let mut path = unsafe { std::mem::zeroed() };
        unsafe {
            let handle = self.handle;
            ffi::taut_find(handle, start.x, start.y, goal.x, goal.y, &options, &mut path);
        }
        self.take(world, path, start, goal, &options)
    }

    /// The path to the nearest goal of a field.
    pub fn find_by_field(
        &mut self,
        world: &World,
        field: &Field,
        start: impl Into<Point>,
    ) -> Result<Path, NoPath> {
        assert_eq!(world.number, self.world, "taut: the finder is of another world");
        assert_eq!(world.number, field.world, "taut: the field is of another world");
        let start = start.into();
        let mut path = unsafe { std::mem::zeroed() };
        unsafe { ffi::taut_find_by_field(self.handle, field.handle, start.x, start.y, &mut path) };
        self.take(world, path, start, start, &Options::agent(field.agent).to_c())
    }

    fn take(
        &self,
        world: &World,
        path: taut_path,
        start: Point,
        goal: Point,
        options: &taut_find_options,
    ) -> Result<Path, NoPath> {
        if path.status != TAUT_OK {
            let why = explain(world, path.reason, start, goal, options);
            return Err(NoPath { reason: path.reason, why });
        }
        let handle = self.handle;
        let points = collect(Point { x: 0.0, y: 0.0 }, |out, capacity, count| unsafe {
            ffi::taut_path_polyline(handle, 0.05, out, capacity, count)
        });
        let none = taut_passed_link { link: 0, exit: 0 };
        let mut links = collect(none, |out, capacity, count| unsafe {
            ffi::taut_path_links(handle, out, capacity, count)
        });
        let turn = unsafe { std::mem::zeroed::<taut_turn>() };
        let turns = collect(turn, |out, capacity, count| unsafe {
            ffi::taut_path_turns(handle, out, capacity, count)
        });
        if !turns.is_empty() {
            to_points(&mut links, &points, &turns);
        }
        Ok(Path { points, length: path.length, cost: path.cost, links })
    }
}

impl Drop for Finder {
    fn drop(&mut self) {
        unsafe { ffi::taut_finder_destroy(self.handle) }
    }
}

/// The version of the library that is linked.
pub fn version() -> String {
    words(unsafe { ffi::taut_version() })
}
