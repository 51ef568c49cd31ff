// Mouse, pen and touch on the canvas: start and goal are dragged, else the tool draws; the wheel
// and two fingers zoom; the middle or right button, or the space key, moves the map.

const kGripRadius = 20;       // CSS pixels from an end within which it is taken
const kTouchGripRadius = 30;

export class Pointer {
  constructor(app) {
    this.app = app;
    this.touches = new Map();
    this.mode = null;   // 'end', 'paint', 'move', 'pinch'
    this.isSpace = false;
    this.isRight = false;  // the view of a drag
    const { canvas } = app;
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => this.up(event));
    canvas.addEventListener('pointerleave', () => this.leave());
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  // In pixels of the left view, where there are two: a drag stays in the view where it began.
  pixelOf(event) {
    const { camera } = this.app;
    const isRight = this.mode ? this.isRight : camera.isRight(event.offsetX);
    return { x: camera.fold(event.offsetX, isRight), y: event.offsetY };
  }

  place(event) {
    const { x, y } = this.pixelOf(event);
    return this.app.camera.toTiles(x, y);
  }

  // 'start', 'goal', that of a link's end, or null: what lies under the pointer.
  gripAt(event) {
    const { camera, passages, route } = this.app;
    const radius = event.pointerType === 'touch' ? kTouchGripRadius : kGripRadius;
    let found = null;
    let nearest = radius;
    const pixel = this.pixelOf(event);
    const ends = ['goal', 'start'].map((grip) => ({ grip, place: route[grip] }));
    for (const { grip, place } of [...ends, ...passages.ends]) {
      const { x, y } = camera.toPixels(place.x, place.y);
      const distance = Math.hypot(x - pixel.x, y - pixel.y);
      if (distance >= nearest) continue;
      nearest = distance;
      found = grip;
    }
    return found;
  }

  down(event) {
    const { app } = this;
    app.canvas.setPointerCapture(event.pointerId);
    app.canvas.focus({ preventScroll: true });
    if (this.touches.size === 0) this.isRight = app.camera.isRight(event.offsetX);
    this.touches.set(event.pointerId, this.pixelOf(event));
    if (this.touches.size === 2) {
      this.beginPinch();
      return;
    }
    if (this.touches.size > 2) return;
    this.last = this.place(event);
    this.lastPixel = this.pixelOf(event);
    const grip = event.button === 0 ? this.gripAt(event) : null;
    if (event.button > 0 || this.isSpace || (app.tool === 'move' && !grip)) {
      this.mode = 'move';
    } else if (grip) {
      this.mode = 'end';
      app.grip = grip;
      app.hover = null;
    } else {
      this.beginStroke(event);
    }
    app.touch(false);
  }

  // A finger paints once it has moved, so that a second one may come to zoom.
  beginStroke(event) {
    this.mode = 'paint';
    this.app.history.begin();
    this.isPending = event.pointerType === 'touch';
    if (!this.isPending) this.app.paintLine(this.last, this.last);
  }

  beginPinch() {
    const { app } = this;
    if (this.mode === 'paint') app.cancelStroke();
    app.grip = null;
    this.mode = 'pinch';
    this.pinch = this.pinchState();
  }

  pinchState() {
    const [a, b] = [...this.touches.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.hypot(a.x - b.x, a.y - b.y) };
  }

  move(event) {
    const { app } = this;
    if (this.touches.has(event.pointerId)) {
      this.touches.set(event.pointerId, this.pixelOf(event));
    }
    if (this.mode === 'pinch') this.movePinch();
    else if (this.mode === 'move') this.moveMap(event);
    else if (this.mode === 'paint') this.paint(event);
    else if (this.mode === 'end') {
      const { x, y } = this.place(event);
      if (app.grip === 'start' || app.grip === 'goal') app.setEnd(app.grip, x, y);
      else app.moveLink(app.grip, x, y);
    } else this.hover(event);
  }

  movePinch() {
    if (this.touches.size < 2) return;
    const { camera } = this.app;
    const next = this.pinchState();
    camera.moveBy(next.x - this.pinch.x, next.y - this.pinch.y);
    if (this.pinch.size > 0) camera.zoomAt(next.x, next.y, next.size / this.pinch.size);
    this.pinch = next;
    this.app.touch(false);
  }

  moveMap(event) {
    const pixel = this.pixelOf(event);
    this.app.camera.moveBy(pixel.x - this.lastPixel.x, pixel.y - this.lastPixel.y);
    this.lastPixel = pixel;
    this.app.touch(false);
  }

  // All places since the last event, so that a fast stroke is smooth.
  paint(event) {
    const events = event.getCoalescedEvents?.() ?? [];
    this.isPending = false;
    for (const each of events.length > 0 ? events : [event]) {
      const next = this.place(each);
      this.app.paintLine(this.last, next);
      this.last = next;
    }
    this.showBrush(event);
  }

  hover(event) {
    const { app } = this;
    const grip = this.gripAt(event);
    if (grip !== app.grip) {
      app.grip = grip;
      app.touch(false);
    }
    app.canvas.style.cursor = grip ? 'grab' : app.tool === 'move' ? 'move' : 'crosshair';
    this.showBrush(event);
  }

  showBrush(event) {
    const { app } = this;
    const isPainting = app.tool !== 'move' && !app.grip && event.pointerType !== 'touch';
    app.hover = isPainting ? app.brushRect(this.place(event)) : null;
    app.touch(false);
  }

  up(event) {
    const { app } = this;
    this.touches.delete(event.pointerId);
    if (this.mode === 'paint') {
      if (this.isPending) app.paintLine(this.last, this.last);
      this.isPending = false;
      app.history.end();
      app.onChange('history');
    }
    if (this.mode === 'end') app.grip = null;
    if (this.mode !== 'pinch' || this.touches.size === 0) this.mode = null;
    app.touch(false);
    app.onChange('place');
  }

  leave() {
    if (this.mode) return;
    this.app.hover = null;
    this.app.grip = null;
    this.app.touch(false);
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    const { x, y } = this.pixelOf(event);
    this.app.camera.zoomAt(x, y, factor);
    this.app.touch(false);
  }
}
