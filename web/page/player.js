// The funnel, played step by step.

import { funnelSteps } from './funnel.js';

const kStepTime = 0.35;  // s

export class Player {
  constructor() {
    this.steps = [];
    this.at = 0;
    this.isPlaying = false;
    this.time = 0;
  }

  // The portals of another path.
  load(portals, ends) {
    this.steps = portals && ends ? funnelSteps(ends[0], portals, ends[1]) : [];
    this.at = Math.min(this.at, Math.max(this.steps.length - 1, 0));
  }

  get isEmpty() {
    return this.steps.length === 0;
  }

  play() {
    if (this.at + 1 >= this.steps.length) this.at = 0;
    this.isPlaying = !this.isEmpty;
    this.time = 0;
  }

  pause() {
    this.isPlaying = false;
  }

  go(at) {
    this.at = Math.min(Math.max(at, 0), Math.max(this.steps.length - 1, 0));
  }

  // Long paths are played faster. Returns whether another step is shown.
  step(seconds) {
    if (!this.isPlaying) return false;
    this.time += seconds;
    const pace = kStepTime * Math.min(1, 40 / Math.max(this.steps.length, 1));
    if (this.time < pace) return false;
    const count = Math.floor(this.time / pace);
    this.time -= count * pace;
    this.go(this.at + count);
    if (this.at + 1 >= this.steps.length) this.isPlaying = false;
    return true;
  }

  words() {
    if (this.isEmpty) return 'The path has no portals.';
    const { portal, done, left, right } = this.steps[this.at];
    const portals = this.steps.length - 1;
    if (portal >= portals) return `The goal: ${done.length} points.`;
    const sure = done.length === 1 ? '1 point is certain' : `${done.length} points are certain`;
    return `Portal ${portal + 1} of ${portals}: ${sure}, the funnel has ` +
      `${left.length} left and ${right.length} right.`;
  }

  draw(context, theme, pixel) {
    if (this.isEmpty) return;
    const { apex, left, right, done } = this.steps[this.at];
    this.fillFunnel(context, theme, apex, left, right);
    this.drawChain(context, theme.left, [apex, ...left], 2.5 * pixel);
    this.drawChain(context, theme.right, [apex, ...right], 2.5 * pixel);
    this.drawChain(context, theme.tautPath, done, 4 * pixel);
    context.beginPath();
    context.arc(apex.x, apex.y, 5 * pixel, 0, 2 * Math.PI);
    context.fillStyle = theme.tautPath;
    context.fill();
    context.strokeStyle = theme.halo;
    context.lineWidth = 2 * pixel;
    context.stroke();
  }

  fillFunnel(context, theme, apex, left, right) {
    context.beginPath();
    context.moveTo(apex.x, apex.y);
    for (const { x, y } of left) context.lineTo(x, y);
    for (const { x, y } of [...right].reverse()) context.lineTo(x, y);
    context.closePath();
    context.globalAlpha = 0.16;
    context.fillStyle = theme.tautPath;
    context.fill();
    context.globalAlpha = 1;
  }

  drawChain(context, color, points, width) {
    if (points.length < 2) return;
    context.beginPath();
    points.forEach(({ x, y }, i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.stroke();
  }
}
