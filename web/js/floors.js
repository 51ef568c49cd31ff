// Floors of a world: what taut_links.h says of them. `world` is a taut_world.

import { requireGroups, requireInteger, requireNumbers } from './checks.js';
import {
  c, check, kError, kHandle, kOut, memory, requireWorld, scratch, Status, withNumbers,
} from './engine.js';

// The taut_world whose floors are the tiles of others. `origins` is a flat list of x, y.
export function joinFloors(worlds, origins = new Int32Array(2 * worlds?.length)) {
  if (!Array.isArray(worlds)) throw new TypeError('taut: World.ofFloors: the worlds are no array');
  requireGroups('World.ofFloors: origins', origins, 1, requireInteger);
  if (origins.length !== 2 * worlds.length) {
    throw new RangeError(
      `taut: World.ofFloors: ${origins.length} origins, not x and y of ${worlds.length} floors`);
  }
  const handles = worlds.map((world, i) =>
    requireWorld('World.ofFloors: worlds', world, i)[kHandle]);
  withNumbers('u32', handles, (floors) => withNumbers('i32', origins, (places) =>
    check(c.taut_world_create_floors(floors, places, worlds.length, kOut, kError), true)));
  return memory().u32[kOut >>> 2];
}

// null where the place is not on the floor.
export function pointOnFloor(world, floor, x, y) {
  requireInteger('World.toPoint: floor', floor);
  requireNumbers('World.toPoint: coordinate', x, y);
  if (check(c.taut_world_to_point(world, floor, x, y, kOut)) !== Status.ok) return null;
  const { f32 } = memory();
  return { x: f32[kOut >>> 2], y: f32[(kOut >>> 2) + 1] };
}

// null where the place is on no floor.
export function placeOnFloor(world, x, y) {
  requireNumbers('World.toPlace: coordinate', x, y);
  const point = scratch(8);
  if (check(c.taut_world_to_place(world, x, y, kOut, point)) !== Status.ok) return null;
  const { f32, i32 } = memory();
  return { floor: i32[kOut >>> 2], x: f32[point >>> 2], y: f32[(point >>> 2) + 1] };
}
