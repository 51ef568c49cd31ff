//! Many queries within a budget, groups, and followers of paths.
use std::collections::HashMap;
use std::ptr::null_mut;

use crate::ffi_types::*;
use crate::{check, ffi, Agent, Error, Finder, NoPath, Options, Path, Point, World};

pub use crate::ffi_types::taut_follower_state as FollowerState;
pub use crate::ffi_types::taut_group_unit as GroupUnit;
pub use crate::ffi_types::taut_ticket as Ticket;

pub(crate) fn require_same(mine: u64, world: &World) {
    assert_eq!(world.number, mine, "taut: it is of another world");
}

/// Requests that wait for their paths, and are answered within a time budget per tick.
pub struct FindQueue {
    handle: *mut taut_queue,
    world: u64,
    asked: HashMap<u64, (Point, Point, Options)>, // by ticket: to explain that there is no path
}

unsafe impl Send for FindQueue {}

impl FindQueue {
    pub fn new(world: &World) -> Result<FindQueue, Error> {
        let mut handle = null_mut();
        check(|_| unsafe { ffi::taut_queue_create(world.handle, &mut handle) })?;
        Ok(FindQueue { handle, world: world.number, asked: HashMap::new() })
    }

    /// Priority 0 to 255: a higher one overtakes others. The ticket is valid until `release`.
    pub fn submit(
        &mut self,
        start: impl Into<Point>,
        goal: impl Into<Point>,
        options: &Options,
        priority: i32,
    ) -> Result<Ticket, Error> {
        let (start, goal, made) = (start.into(), goal.into(), options.to_c());
        let mut ticket = Ticket { number: 0, slot: 0, padding: 0 };
        check(|error| unsafe {
            let (to, of) = (&mut ticket, self.handle);
            ffi::taut_queue_submit(
                of, start.x, start.y, goal.x, goal.y, &made, priority, to, error)
        })?;
        self.asked.insert(ticket.number, (start, goal, *options));
        Ok(ticket)
    }

    /// Returns how many requests are left. Panics for another world, here and below.
    pub fn run(&mut self, world: &World, microseconds: u32) -> u32 {
        require_same(self.world, world);
        let mut left = 0;
        unsafe { ffi::taut_queue_run(self.handle, microseconds, &mut left) };
        left
    }

    /// None while there is no answer, and for a ticket that is not valid.
    pub fn answer(
        &self,
        world: &World,
        ticket: Ticket,
        finder: &mut Finder,
    ) -> Option<Result<Path, NoPath>> {
        require_same(self.world, world);
        require_same(finder.world, world);
        let mut path = unsafe { std::mem::zeroed() };
        let status =
            unsafe { ffi::taut_queue_answer(self.handle, ticket, finder.handle, &mut path) };
        let (start, goal, options) = self.asked.get(&ticket.number)?;
        match status {
            TAUT_UNFINISHED | TAUT_BAD_ARGUMENT => None,
            _ => Some(finder.take(world, path, *start, *goal, &options.to_c())),
        }
    }

    pub fn release(&mut self, ticket: Ticket) {
        self.asked.remove(&ticket.number);
        unsafe { ffi::taut_queue_release(self.handle, ticket) };
    }
}

impl Drop for FindQueue {
    fn drop(&mut self) {
        unsafe { ffi::taut_queue_destroy(self.handle) }
    }
}

/// Where the paths of a group end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// All at the goal.
    Goal,
    /// Discs and squares on free places around it, no two overlapping.
    Spread,
}

/// The paths of many units to one goal, at the cost of few searches.
pub struct Group(*mut taut_group);

unsafe impl Send for Group {}

impl Group {
    pub fn new() -> Result<Group, Error> {
        let mut handle = null_mut();
        check(|_| unsafe { ffi::taut_group_create(&mut handle) })?;
        Ok(Group(handle))
    }

    /// A path for each unit.
    pub fn find(
        &mut self,
        world: &World,
        finder: &mut Finder,
        units: &[GroupUnit],
        goal: impl Into<Point>,
        ends: Ends,
    ) -> Result<Vec<Result<Path, NoPath>>, Error> {
        require_same(finder.world, world);
        let goal = goal.into();
        let options = unsafe {
            let mut made: taut_group_options = std::mem::zeroed();
            ffi::taut_group_options_init(&mut made);
            made.ends = match ends {
                Ends::Goal => TAUT_ENDS_GOAL,
                Ends::Spread => TAUT_ENDS_SPREAD,
            };
            made
        };
        check(|_| unsafe {
            let (data, count) = (units.as_ptr(), units.len() as u32);
            let (of, to) = (finder.handle, self.0);
            ffi::taut_find_group(of, data, count, goal.x, goal.y, &options, to, null_mut())
        })?;
        let mut paths = Vec::with_capacity(units.len());
        for (i, unit) in units.iter().enumerate() {
            let mut path = unsafe { std::mem::zeroed() };
            unsafe { ffi::taut_group_path(self.0, i as u32, finder.handle, &mut path) };
            let with = Options::agent(unit.agent).to_c();
            paths.push(finder.take(world, path, unit.start, goal, &with));
        }
        Ok(paths)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        unsafe { ffi::taut_group_destroy(self.0) }
    }
}

/// What is to be done for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    OnPath,
    /// An edit may have made a shorter path possible.
    MaybeShorter,
    Arrived,
    /// Move the unit, and call `pass_link`.
    AtLink,
    /// No path was set, or the path is lost.
    Search,
}

fn follow(status: i32) -> Follow {
    match status {
        TAUT_FOLLOW_ON_PATH => Follow::OnPath,
        TAUT_FOLLOW_MAYBE_SHORTER => Follow::MaybeShorter,
        TAUT_FOLLOW_ARRIVED => Follow::Arrived,
        TAUT_FOLLOW_AT_LINK => Follow::AtLink,
        _ => Follow::Search,
    }
}

/// The path of a walking unit, kept up to date.
pub struct Follower {
    handle: *mut taut_follower,
    world: u64,
}

unsafe impl Send for Follower {}

impl Follower {
    /// `max_detour`: how far, in tiles, the unit may be pushed off its path, such as 2.
    pub fn new(world: &World, agent: &Agent, max_detour: f64) -> Result<Follower, Error> {
        let mut handle = null_mut();
        check(|error| unsafe {
            ffi::taut_follower_create(world.handle, agent, max_detour, &mut handle, error)
        })?;
        Ok(Follower { handle, world: world.number })
    }

    /// Follows the last path of a finder, found for this agent.
    pub fn set(&mut self, world: &World, finder: &Finder) -> Result<Follow, Error> {
        require_same(self.world, world);
        check(|_| unsafe { ffi::taut_follower_set(self.handle, finder.handle) })?;
        Ok(follow(self.state().status))
    }

    /// The unit is here now: it walked, or was pushed.
    pub fn move_to(&mut self, world: &World, place: impl Into<Point>) -> Follow {
        require_same(self.world, world);
        let place = place.into();
        follow(unsafe { ffi::taut_follower_move(self.handle, place.x, place.y) })
    }

    /// Its goal is there now.
    pub fn move_goal(&mut self, world: &World, goal: impl Into<Point>) -> Follow {
        require_same(self.world, world);
        let goal = goal.into();
        follow(unsafe { ffi::taut_follower_move_goal(self.handle, goal.x, goal.y) })
    }

    /// After edits.
    pub fn update(&mut self, world: &World) -> Follow {
        require_same(self.world, world);
        follow(unsafe { ffi::taut_follower_update(self.handle) })
    }

    /// The unit stands at the exit of the link that it was at.
    pub fn pass_link(&mut self, world: &World) -> Follow {
        require_same(self.world, world);
        follow(unsafe { ffi::taut_follower_pass_link(self.handle) })
    }

    pub fn state(&self) -> FollowerState {
        let mut state = unsafe { std::mem::zeroed() };
        unsafe { ffi::taut_follower_read(self.handle, &mut state) };
        state
    }

    /// The point so many tiles ahead, or the end of the path.
    pub fn place_ahead(&self, tiles: f64) -> Option<(f64, f64)> {
        let (mut x, mut y) = (0.0, 0.0);
        let status =
            unsafe { ffi::taut_follower_place_ahead(self.handle, tiles, &mut x, &mut y) };
        (status == TAUT_OK).then_some((x, y))
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        unsafe { ffi::taut_follower_destroy(self.handle) }
    }
}
