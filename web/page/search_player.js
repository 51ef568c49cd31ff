// The searches, played in the order of their expansions: the cones of the optimal search, and the
// tiles of A* in plain JavaScript, as many of each in the same time.

const kSlowest = 10;      // expansions a second, at a speed of 0
const kDoublings = 10;    // at a speed of 1

export class SearchPlayer {
  constructor() {
    this.cones = new Float32Array();
    this.tiles = new Int32Array();
    this.at = 0;
    this.speed = 0.5;
    this.isPlaying = false;
    this.isWhole = true;  // nothing was played: all is shown
    this.rest = 0;
  }

  // The expansions of another route.
  load(cones, tiles) {
    this.cones = cones ?? new Float32Array();
    this.tiles = tiles ?? new Int32Array();
    if (this.isWhole) this.at = this.count;
    this.at = Math.min(this.at, this.count);
  }

  get count() {
    return Math.max(this.cones.length / 6, this.tiles.length);
  }

  get pace() {
    return kSlowest * 2 ** (kDoublings * this.speed);
  }

  play() {
    if (this.at >= this.count) this.at = 0;
    this.isWhole = false;
    this.isPlaying = this.count > 0;
    this.rest = 0;
  }

  pause() {
    this.isPlaying = false;
  }

  go(at) {
    this.at = Math.min(Math.max(at, 0), this.count);
    this.isWhole = this.at === this.count;
  }

  // Returns whether more is shown.
  step(seconds) {
    if (!this.isPlaying) return false;
    this.rest += seconds * this.pace;
    const steps = Math.floor(this.rest);
    this.rest -= steps;
    this.go(this.at + steps);
    if (this.at >= this.count) this.isPlaying = false;
    return steps > 0;
  }

  words() {
    const of = (count) => `${Math.min(this.at, count)} of ${count}`;
    const lists = [];
    if (this.cones.length > 0) lists.push(`Optimal: ${of(this.cones.length / 6)} nodes`);
    if (this.tiles.length > 0) lists.push(`tile steps: ${of(this.tiles.length)} tiles`);
    return lists.length > 0 ? `${lists.join('; ')}.` : 'No search to show.';
  }

  drawCones(context, theme, pixel) {
    const shown = Math.min(this.at, this.cones.length / 6);
    context.beginPath();
    for (let i = 0; i < shown; ++i) this.traceCone(context, i);
    context.fillStyle = theme.seen;
    context.fill();
    if (shown === 0 || this.isWhole) return;
    context.beginPath();
    this.traceCone(context, shown - 1);
    context.strokeStyle = theme.tautPath;
    context.lineWidth = 1.5 * pixel;
    context.stroke();
  }

  traceCone(context, index) {
    const [x0, y0, x1, y1, x2, y2] = this.cones.subarray(6 * index, 6 * index + 6);
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.lineTo(x2, y2);
    context.closePath();
  }

  drawTiles(context, theme, width) {
    const shown = Math.min(this.at, this.tiles.length);
    context.beginPath();
    for (let i = 0; i < shown; ++i) {
      const x = this.tiles[i] % width;
      context.rect(x, (this.tiles[i] - x) / width, 1, 1);
    }
    context.fillStyle = theme.tileSeen;
    context.fill();
  }
}
