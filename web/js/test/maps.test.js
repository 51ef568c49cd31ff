// Worlds as text, by letters; maps of numbers.

import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from './support.js';

const kDrawing = '.Ss@\nSSw.\n';

test('letters stand for classes', () => {
  const letters = { classes: { S: 1, w: 255 }, walls: { s: 1 } };
  const world = World.read(kDrawing, 'room', letters);
  assert.deepEqual([...world.classes()], [0, 1, 1, 0, 1, 1, 255, 0]);
  assert.deepEqual([...world.tiles()], [1, 1, 0, 0, 1, 1, 1, 1]);
  const text = world.toText(letters);
  assert.equal(text, `type octile\nheight 2\nwidth 4\nmap\n${kDrawing}`);
  assert.equal(World.read(text, 'room', letters).toText(letters), text);
  assert.throws(() => world.toText(),
    { name: 'RangeError', message: /tile \(1, 0\), which is walkable and of class 1/ });
  for (const [bad, name, message] of [
    [{ classes: { S: 1 }, walls: { S: 1 } }, 'RangeError', /letter `S` is given twice/],
    [{ classes: { SS: 1 } }, 'RangeError', /^taut: letter "SS" is not one character of ASCII$/],
    [{ walls: { 'ä': 1 } }, 'RangeError', /^taut: letter "ä" is not one character of ASCII$/],
    [{ classes: { S: 256 } }, 'RangeError', /^taut: letter: class 256 is not within 0 to 255$/],
    [{ classes: { S: '1' } }, 'TypeError', /^taut: letter: class "1" is not a number$/],
    [{ classes: ['S'] }, 'TypeError', /is no object of letters and classes$/],
    [{ class: { S: 1 } }, 'TypeError', /class/],
  ]) {
    assert.throws(() => World.read(kDrawing, 'room', bad), { name, message });
  }
});

test('the frontier of what is known', () => {
  const world = World.read('..?\n.@?\nw??\n', 'map', { classes: { '?': 9, w: 3 } });
  world.setGround(2, { 3: Infinity, 9: Infinity });
  assert.deepEqual([...world.frontier(9)], [1, 6]);
  assert.deepEqual([...world.frontier(9, 2, new Uint32Array(5))], [1]);
  const name = 'RangeError';
  assert.throws(() => world.frontier(9, 1), { name, message: /no ground has the number 1$/ });
  assert.throws(() => world.frontier(256), { name, message: /class 256 is not within 0 to 255$/ });
});

test('turns of creatures', () => {
  const world = World.read('.....\n@@.@@\n');
  const right = world.tileDistances([{ x: 4, y: 0 }]);
  const left = [...world.tileDistances([{ x: 0, y: 0 }])];
  const two = [{ name: 'orc', x: 0, y: 0, values: right }, { x: 4, y: 0, values: left }];
  assert.equal(world.stepTiles(two), 2);
  assert.deepEqual(two[0], { name: 'orc', x: 1, y: 0, values: right, waited: 1 });
  for (let turn = 0; turn < 10; ++turn) world.stepTiles(two);
  assert.deepEqual([two[0].x, two[1].x], [4, 0]);
  world.setGround(3, { 1: Infinity });
  world.setClass(1, 0, 2, 1, 1);
  assert.equal(world.stepTiles([{ x: 0, y: 0, values: right, ground: 3 }]), 0);
  assert.equal(world.stepTiles([{ x: 0, y: 0, values: right }, { x: 1, y: 0, stays: true }]), 0);
  assert.equal(world.stepTiles([{ x: 0, y: 0 }, { x: 0, y: 0 }]), null);
  assert.equal(world.stepTiles([]), 0);
  assert.throws(() => world.stepTiles([3]), { name: 'TypeError', message: /a creature is 3/ });
  assert.throws(() => world.stepTiles([{ x: 0, y: 0, rank: 256 }]),
    { name: 'RangeError', message: /rank 256 is not within 0 to 255/ });
});

test('distances over tiles, and escape', () => {
  const world = World.read('......\n');
  const theirs = world.tileDistances([{ x: 5, y: 0 }]);
  assert.deepEqual([...theirs], [5, 4, 3, 2, 1, 0]);
  const escape = world.escapeMap([{ x: 0, y: 0 }], theirs);
  assert.deepEqual([...escape], [-5, -4, -3, -2, -1, 0]);
  assert.deepEqual([...world.escapeMap([{ x: 0, y: 0, value: 3 }], [...theirs])],
    [-2, -1, 0, 1, 2, 3]);
  assert.deepEqual(world.downhillStep(escape, 2, 0), { x: 1, y: 0 });
  assert.equal(world.downhillStep(escape, 0, 0), null);
  assert.equal(world.tileDistances([{ x: 9, y: 0 }]), null);
  assert.equal(world.escapeMap([{ x: 0, y: 0 }], escape), null);
  assert.throws(() => world.escapeMap([], [1]),
    { name: 'RangeError', message: /theirs: elements 1 is not within 6 to 6/ });
  assert.throws(() => world.tileDistances([5]), { name: 'TypeError', message: /a goal is 5/ });
  assert.throws(() => world.tileDistances([{ x: 1 }]),
    { name: 'TypeError', message: /y undefined is not a number/ });
});

test('distances and escape over links', () => {
  const world = World.read('...@...\n');
  world.link(0.5, 0.5, 6.5, 0.5, { cost: 2, oneWay: true });
  const distances = world.tileDistances([{ x: 5, y: 0 }]);
  assert.deepEqual([...distances], [3, 4, 5, Infinity, 1, 0, 1]);
  assert.deepEqual(world.downhillStep(distances, 0, 0), { x: 6, y: 0 });
  const theirs = world.tileDistances([{ x: 2, y: 0 }], { ways: 'from_goals' });
  assert.deepEqual([...theirs], [2, 1, 0, Infinity, 6, 5, 4]);
  assert.equal(world.tileDistances([{ x: 4, y: 0 }], { ways: 'from_goals' })[0], Infinity);
  const escape = world.escapeMap([{ x: 4, y: 0 }], theirs);
  assert.deepEqual([...escape], [-2, -1, 0, Infinity, -6, -5, -4]);
  assert.throws(() => world.tileDistances([], { ways: 'up' }),
    { name: 'TypeError', message: /ways "up" is none of to_goals, from_goals/ });
});

test('steps from tile to tile', () => {
  const world = new World(3, 3);
  const goal = [{ x: 0, y: 0 }];
  world.setClass(2, 0, 3, 3, 1);
  world.setGround(1, { 1: 3 });
  assert.equal(world.tileDistances(goal)[4], Math.fround(Math.SQRT2));
  assert.equal(world.tileDistances(goal, { ground: 1 })[2], 3);
  assert.equal(world.tileDistances(goal, { diagonalLength: 'one', limit: 1.5 })[8], Infinity);
  world.set(1, 0, 2, 1, false);
  for (const [diagonal, length] of [['no_obstacles', 2], ['never', 2], ['one_free', 1]]) {
    const steps = { diagonal, diagonalLength: 'one' };
    const distances = world.tileDistances(goal, steps);
    assert.equal(distances[4], length);
    assert.deepEqual(world.downhillStep(distances, 1, 1, steps), { x: 0, y: length - 1 });
  }
  for (const [options, name, message] of [
    [{ diagonal: 'some' }, 'TypeError', /diagonal "some" is none of no_obstacles, never/],
    [{ diagonalLength: 1 }, 'TypeError', /diagonalLength 1 is none of/],
    [{ ground: 4 }, 'RangeError', /no ground has the number 4$/],
    [{ limit: '3' }, 'TypeError', /limit "3" is not a number/],
  ]) {
    assert.throws(() => world.tileDistances(goal, options), { name, message });
  }
});
