//! Distances and ways to goals.
use std::ptr::null_mut;

use crate::ffi_types::*;
use crate::{check, explain, ffi, Agent, Error, NoPath, Options, Point, World};

/// Distances and ways from everywhere to the nearest of some goals, for one agent.
pub struct Field {
    pub(crate) handle: *mut taut_field,
    pub(crate) world: u64,
    pub(crate) agent: Agent,
    goal: Point, // the first one
}

unsafe impl Send for Field {}
unsafe impl Sync for Field {}

impl Field {
    pub fn new(agent: Agent) -> Result<Field, Error> {
        let mut handle = null_mut();
        check(|error| unsafe { ffi::taut_field_create(&agent, &mut handle, error) })?;
        Ok(Field { handle, world: 0, agent, goal: Point { x: 0.0, y: 0.0 } })
    }

    pub fn set_goals(&mut self, goals: &[Point]) -> Result<(), Error> {
        let with: Vec<_> = goals.iter().map(|&at| taut_goal { at, cost: 0.0 }).collect();
        let count = with.len() as u32;
        check(|error| unsafe {
            ffi::taut_field_set_goals(self.handle, with.as_ptr(), count, f64::INFINITY, error)
        })?;
        self.goal = goals.first().copied().unwrap_or(self.goal);
        Ok(())
    }

    /// After `set_goals` and after edits. An error has a reason of [`NoPath`].
    pub fn update(&mut self, world: &World) -> Result<(), NoPath> {
        self.world = world.number;
        let mut made = unsafe { std::mem::zeroed::<taut_field_result>() };
        match unsafe { ffi::taut_field_update(self.handle, world.handle, &mut made) } {
            TAUT_OK => Ok(()),
            _ => {
                let options = Options::agent(self.agent).to_c();
                let why = explain(world, made.reason, self.goal, self.goal, &options);
                Err(NoPath { reason: made.reason, why })
            }
        }
    }

    /// Infinity where there is no way, and where the field is not that of this world now.
    pub fn distance(&self, world: &World, at: impl Into<Point>) -> f64 {
        let at = at.into();
        if self.world != world.number {
            return f64::INFINITY;
        }
        unsafe { ffi::taut_field_distance(self.handle, at.x, at.y) }
    }

    /// Where to walk straight from a place.
    pub fn next_corner(&self, world: &World, at: impl Into<Point>) -> Option<Point> {
        let at = at.into();
        let mut corner = Point { x: 0.0, y: 0.0 };
        let is_ours = self.world == world.number;
        let call = || unsafe { ffi::taut_field_next_corner(self.handle, at.x, at.y, &mut corner) };
        (is_ours && { call }() == TAUT_OK).then_some(corner)
    }
}

impl Drop for Field {
    fn drop(&mut self) {
        unsafe { ffi::taut_field_destroy(self.handle) }
    }
}
