// Undo and redo. A stroke is what one drag of a brush changed: tiles with the kinds before and
// after.

const kMaxStrokes = 500;

export class History {
  constructor() {
    this.clear();
  }

  clear() {
    this.past = [];
    this.future = [];
    this.stroke = null;
  }

  begin() {
    this.stroke = new Map();
  }

  // Requires a stroke that has begun.
  record(index, before, after) {
    const old = this.stroke.get(index);
    this.stroke.set(index, { before: old ? old.before : before, after });
  }

  // Ends the stroke; one that changed nothing is forgotten. Returns whether it is kept.
  end() {
    const stroke = this.stroke;
    this.stroke = null;
    if (!stroke) return false;
    const tiles = [...stroke].filter(([, kind]) => kind.before !== kind.after);
    if (tiles.length === 0) return false;
    this.past.push(tiles);
    if (this.past.length > kMaxStrokes) this.past.shift();
    this.future = [];
    return true;
  }

  // Ends the stroke as if it had never begun. Returns the tiles to set back, as [index, kind].
  cancel() {
    const stroke = this.stroke ?? [];
    this.stroke = null;
    return Array.from(stroke, ([index, { before }]) => [index, before]);
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  // The tiles to set, as [index, kind], or null.
  undo() {
    const tiles = this.past.pop();
    if (!tiles) return null;
    this.future.push(tiles);
    return tiles.map(([index, kind]) => [index, kind.before]);
  }

  redo() {
    const tiles = this.future.pop();
    if (!tiles) return null;
    this.past.push(tiles);
    return tiles.map(([index, kind]) => [index, kind.after]);
  }
}
