//! Worlds that one thread edits while others query.
use std::ptr::null_mut;
use std::sync::Arc;

use crate::{check, ffi, Agent, Error, World};

/// A world that its writer edits and publishes. Others hold what was published, by a [`Reader`].
pub struct Writer(Arc<World>);

/// Reads what was published last, from any thread.
#[derive(Clone)]
pub struct Reader(Arc<World>);

impl Writer {
    /// Copies the world twice.
    pub fn new(world: World) -> Result<Writer, Error> {
        check(|error| unsafe { ffi::taut_world_share(world.handle, error) })?;
        Ok(Writer(Arc::new(world)))
    }

    pub fn reader(&self) -> Reader {
        Reader(self.0.clone())
    }

    /// As that of a world, here and below. Readers see it after `publish`.
    pub fn set(&mut self, x0: i32, y0: i32, x1: i32, y1: i32, on: bool) -> Result<(), Error> {
        check(|_| unsafe { ffi::taut_world_set(self.0.handle, x0, y0, x1, y1, i32::from(on)) })
    }
    pub fn prepare(&mut self, agent: &Agent) -> Result<(), Error> {
        check(|error| unsafe { ffi::taut_world_prepare_agent(self.0.handle, agent, error) })
    }

    pub fn publish(&mut self) -> Result<(), Error> {
        check(|_| unsafe { ffi::taut_world_publish(self.0.handle) })
    }
}

impl Reader {
    /// A world that does not change: what was published last. Its edits are errors.
    pub fn read(&self) -> Result<World, Error> {
        let mut made = null_mut();
        check(|_| unsafe { ffi::taut_world_published(self.0.handle, &mut made) })?;
        Ok(World::own(made))
    }
}
