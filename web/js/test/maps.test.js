// Worlds as text, by letters.

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
