// Keys. Every action of the keyboard has a control on the page too.

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
    const isField = target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && event.key.startsWith('Arrow'));
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
    else if (key === '[') app.setBrush(app.brush - 1);
    else if (key === ']') app.setBrush(app.brush + 1);
    else if (key === '+' || key === '=') this.zoom(1.25);
    else if (key === '-') this.zoom(0.8);
    else if (key === 'f') app.fit();
    else if (key === 'd') panel.act('theme');
    else if (key === 'p') panel.act('play');
    else if (key === ',') panel.act('back');
    else if (key === '.') panel.act('next');
    else if (key === ' ' && !(target instanceof HTMLButtonElement)) this.pointer.isSpace = true;
    else return;
    event.preventDefault();
  }

  up(event) {
    if (event.key === ' ') this.pointer.isSpace = false;
  }

  // The goal by a quarter of a tile; with shift the start.
  arrow(event) {
    const [dx, dy] = kArrows[event.key];
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
