// A walk along a path of a disc: straight legs and arcs, followed by length. The path of a point is
// one without arcs. On a link who walks waits at its entry as long as it costs, and is at its exit.

const kTurn = 7;  // numbers per turn, as in taut.d.ts

export class Walk {
  // `turns` as FoundPath.turns, or null; then the points. `links` as FoundPath.links, and
  // `costOf(link)` what one costs. `rest`: how far it is from their end.
  constructor({ turns, points, links = [], rest = 0 }, costOf = () => 0) {
    this.legs = [];
    this.links = links.map(({ link, exit }) => ({
      cost: costOf(link), ends: points.slice(2 * exit - 2, 2 * exit + 2),
    }));
    if (turns) this.addTurns(turns);
    else this.addPoints(points);
    this.length = this.legs.reduce((sum, leg) => sum + leg.length, 0);
    this.rest = rest;
    this.leg = 0;
    this.along = 0;
    this.walked = 0;
  }

  // A line, or the next link.
  addLine(x0, y0, x1, y1) {
    const [link] = this.links;
    if (link && [x0, y0, x1, y1].every((number, i) => number === link.ends[i])) {
      this.links.shift();
      this.legs.push({ x0, y0, x1, y1, length: link.cost, radius: 0, isLink: true });
      return;
    }
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length > 0) this.legs.push({ x0, y0, x1, y1, length, radius: 0 });
  }

  addPoints(points) {
    for (let i = 2; i < points.length; i += 2) {
      this.addLine(points[i - 2], points[i - 1], points[i], points[i + 1]);
    }
  }

  addTurns(turns) {
    for (let i = 0; i < turns.length; i += kTurn) {
      if (i > 0) this.addLine(turns[i - 5], turns[i - 4], turns[i], turns[i + 1]);
      const kind = turns[i + 6];
      if (kind !== 1 && kind !== 2) continue;
      this.addArc(turns.subarray(i, i + 6), kind === 1 ? 1 : -1);
    }
  }

  // `side` 1: counter-clockwise in (x, y), so the angle grows.
  addArc([entryX, entryY, exitX, exitY, x, y], side) {
    const from = Math.atan2(entryY - y, entryX - x);
    const to = Math.atan2(exitY - y, exitX - x);
    let angle = side * (to - from);
    angle -= 2 * Math.PI * Math.floor(angle / (2 * Math.PI));
    if (angle > 2 * Math.PI - 1e-9) angle = 0;
    const radius = Math.hypot(entryX - x, entryY - y);
    if (angle * radius > 0) {
      this.legs.push({ x, y, radius, from, angle: side * angle, length: angle * radius });
    }
  }

  // Whether it passes a link from here on.
  get hasLinkAhead() {
    return this.legs.some((leg, i) => leg.isLink && i >= this.leg);
  }

  get left() {
    return this.length - this.walked + this.rest;
  }

  get isDone() {
    return this.leg >= this.legs.length;
  }

  // Walks on and writes the place to `place`; its x and y stay where there is no way.
  advance(distance, place) {
    while (!this.isDone) {
      const leg = this.legs[this.leg];
      const step = Math.min(distance, leg.length - this.along);
      this.along += step;
      this.walked += step;
      distance -= step;
      if (this.along < leg.length) return locate(leg, this.along / leg.length, place);
      locate(leg, 1, place);
      ++this.leg;
      this.along = 0;
    }
  }

  // Whether the rest of the way comes nearer than `radius` to the tiles of a rectangle; by boxes,
  // so it may say so of a way that does not.
  meets(rect, radius) {
    for (let i = this.leg; i < this.legs.length; ++i) {
      const leg = this.legs[i];
      if (leg.isLink) continue;  // its ends are those of legs, or where one stands
      const extent = radius + leg.radius;
      const [x0, y0, x1, y1] = leg.radius > 0
        ? [leg.x, leg.y, leg.x, leg.y]
        : [leg.x0, leg.y0, leg.x1, leg.y1];
      if (Math.min(x0, x1) - extent < rect.x1 && Math.max(x0, x1) + extent > rect.x0 &&
          Math.min(y0, y1) - extent < rect.y1 && Math.max(y0, y1) + extent > rect.y0) {
        return true;
      }
    }
    return false;
  }

  // Draws the whole way on a context or a Path2D.
  trace(path) {
    this.legs.forEach((leg, i) => {
      if (leg.radius > 0) {
        path.arc(leg.x, leg.y, leg.radius, leg.from, leg.from + leg.angle, leg.angle < 0);
        return;
      }
      if (i === 0) path.moveTo(leg.x0, leg.y0);
      if (leg.isLink) path.moveTo(leg.x1, leg.y1);
      else path.lineTo(leg.x1, leg.y1);
    });
  }
}

function locate(leg, share, place) {
  if (leg.radius > 0) {
    const angle = leg.from + leg.angle * share;
    place.x = leg.x + leg.radius * Math.cos(angle);
    place.y = leg.y + leg.radius * Math.sin(angle);
    return;
  }
  if (leg.isLink) {
    [place.x, place.y] = share < 1 ? [leg.x0, leg.y0] : [leg.x1, leg.y1];
    return;
  }
  place.x = leg.x0 + (leg.x1 - leg.x0) * share;
  place.y = leg.y0 + (leg.y1 - leg.y0) * share;
}
