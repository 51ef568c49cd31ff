//! Units that walk, give way and never overlap.
use std::ptr::{null, null_mut};

use crate::ffi_types::*;
use crate::walk::require_same;
use crate::{check, ffi, Agent, Error, Point, World};

/// The units of a crowd after a tick: [`Crowd::units`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub at: Point,
    /// One of the TAUT_UNIT_ of [`ffi_types`](crate::ffi_types).
    pub state: u8,
}

/// Discs that walk, give way and never overlap.
pub struct Crowd {
    handle: *mut taut_crowd,
    world: u64,
}

unsafe impl Send for Crowd {}

impl Crowd {
    pub fn new(world: &World) -> Result<Crowd, Error> {
        let mut handle = null_mut();
        check(|error| unsafe { ffi::taut_crowd_create(world.handle, null(), &mut handle, error) })?;
        Ok(Crowd { handle, world: world.number })
    }

    /// Returns its number; none where there is no room. Prepares the world for the agent.
    pub fn add(
        &mut self,
        world: &mut World,
        agent: &Agent,
        at: impl Into<Point>,
        speed: f64,
    ) -> Result<Option<u32>, Error> {
        require_same(self.world, world);
        let at = at.into();
        let (mut unit, mut has_room) = (0, true);
        check(|error| unsafe {
            let mut options = std::mem::zeroed();
            ffi::taut_unit_options_init(&mut options);
            options.speed = speed;
            let to = &mut unit;
            let status =
                ffi::taut_crowd_add(self.handle, agent, at.x, at.y, &options, to, error);
            has_room = status != TAUT_INVALID_INPUT;
            if has_room { status } else { TAUT_OK }
        })?;
        Ok(has_room.then_some(unit))
    }

    /// They come to rest side by side around the goal. Returns how many were sent.
    pub fn order(&mut self, units: &[u32], goal: impl Into<Point>) -> u32 {
        let (goal, mut sent) = (goal.into(), 0);
        unsafe {
            let (of, data, count) = (self.handle, units.as_ptr(), units.len() as u32);
            ffi::taut_crowd_order_group(of, data, count, goal.x, goal.y, &mut sent);
        }
        sent
    }

    /// A tick, of at most 0.25 s.
    pub fn advance(&mut self, world: &World, seconds: f64) -> Result<(), Error> {
        require_same(self.world, world);
        check(|error| unsafe { ffi::taut_crowd_advance(self.handle, seconds, error) })
    }

    /// By their numbers; TAUT_UNIT_NONE where there is none.
    pub fn units(&self) -> Vec<Unit> {
        let handle = self.handle;
        let places = crate::collect(Point { x: 0.0, y: 0.0 }, |out, capacity, count| unsafe {
            ffi::taut_crowd_places(handle, out, capacity, count)
        });
        let states = crate::collect(0, |out, capacity, count| unsafe {
            ffi::taut_crowd_states(handle, out, capacity, count)
        });
        places.into_iter().zip(states).map(|(at, state)| Unit { at, state }).collect()
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        unsafe { ffi::taut_crowd_destroy(self.handle) }
    }
}
