// Keys. Every action of the keyboard has a control on the page too.

import { kinds } from './tiles.js';

const kTools = { w: 'wall', e: 'erase', t: 'terrain', m: 'move' };
const kArrows = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const kOverlayKeys = ['cells', 'leaves', 'tiles', 'search', 'corridor', 'portals', 'steps',
  'contours', 'funnel'];

export class Keyboard {
  // `panel` has the actions that are no part of the state: themes, links, steps.
  constructor(app, panel, pointer) {
    this.app = app;
    this.panel = panel;
    this.pointer = pointer;
    window.addEventListener('keydown', (event) => this.down(event));
    window.addEventListener('keyup', (event) => this.up(event));
  }

  down(event) {
    const { app, panel } = this;
    const { target } = event;
    if (document.getElementById('help').open) return;
    const isField = target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && event.key.startsWith('Arrow'));
    const isButton = target instanceof HTMLButtonElement;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z' && !event.shiftKey) app.undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) app.redo();
      else return;
      event.preventDefault();
      return;
    }
    if (isField || event.altKey) return;
    if (kTools[key]) app.setTool(kTools[key]);
    else if (kArrows[event.key]) this.arrow(event);
    else if (key >= '1' && key <= '9') this.toggle(kOverlayKeys[Number(key) - 1]);
    else if (key === '0') this.toggle('sight');
    else if (key === 'c') this.setCursor(app.cursor ? null : this.firstCursor());
    else if (key === 'Escape' && app.cursor) this.setCursor(null);
    else if (key === 'Enter' && app.cursor && !isButton) this.stampCursor();
    else if (key === 's') panel.act('search');
    else if (key === '?' || key === 'h') panel.act('help');
    else if (key === '[') app.setBrush(app.brush - 1);
    else if (key === ']') app.setBrush(app.brush + 1);
    else if (key === '+' || key === '=') this.zoom(1.25);
    else if (key === '-') this.zoom(0.8);
    else if (key === 'f') app.fit();
    else if (key === 'd') panel.act('theme');
    else if (key === 'p') panel.act('play');
    else if (key === ',') panel.act('back');
    else if (key === '.') panel.act('next');
    else if (key === ' ' && !isButton) this.pointer.isSpace = true;
    else return;
    event.preventDefault();
  }

  up(event) {
    if (event.key === ' ') this.pointer.isSpace = false;
  }

  firstCursor() {
    const { map, route } = this.app;
    const inside = (value, side) => Math.min(Math.floor(value), side - 1);
    return { x: inside(route.start.x, map.width), y: inside(route.start.y, map.height) };
  }

  // The tile to draw on by keyboard, or null.
  setCursor(cursor) {
    const { app } = this;
    if (cursor && !app.cursor) app.canvas.focus({ preventScroll: true });
    app.cursor = cursor;
    app.hover = cursor ? app.brushRect({ x: cursor.x + 0.5, y: cursor.y + 0.5 }) : null;
    const words = document.getElementById('cursorWords');
    const kind = cursor ? kinds[app.map.tiles[cursor.y * app.map.width + cursor.x]].name : '';
    words.textContent = cursor ? `Tile ${cursor.x}, ${cursor.y}: ${kind}.` : '';
    app.touch(false);
  }

  stampCursor() {
    const { app } = this;
    const place = { x: app.cursor.x + 0.5, y: app.cursor.y + 0.5 };
    app.history.begin();
    if (app.tool !== 'move') app.stamp(app.brushRect(place));
    app.history.end();
    app.onChange('history');
    this.setCursor(app.cursor);
  }

  // The tile to draw on by one, and with shift it draws there. Else the goal by a quarter of a
  // tile, with shift the start.
  arrow(event) {
    const [dx, dy] = kArrows[event.key];
    const { cursor, map } = this.app;
    if (cursor) {
      if (event.shiftKey) this.stampCursor();
      this.setCursor({ x: Math.min(Math.max(cursor.x + dx, 0), map.width - 1),
        y: Math.min(Math.max(cursor.y + dy, 0), map.height - 1) });
      if (event.shiftKey) this.stampCursor();
      return;
    }
    const which = event.shiftKey ? 'start' : 'goal';
    const { x, y } = this.app.route[which];
    this.app.setEnd(which, x + dx / 4, y + dy / 4);
    this.app.onChange('place');
  }

  toggle(name) {
    this.app.setShown(name, !this.app.shown.has(name));
  }

  zoom(factor) {
    const { camera } = this.app;
    camera.zoomAt(camera.width / 2, camera.height / 2, factor);
    this.app.touch(false);
  }
}
