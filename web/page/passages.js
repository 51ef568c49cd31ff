// The links of the page's map: stairs and teleporters. They are in the world where both ends are
// on floor, and are drawn as lines with handles.

export const linkEnds = ['from', 'to'];

const kGripWord = 'link';

// What the pointer holds, as a word: that of an end of a link.
export const gripOf = (index, end) => `${kGripWord} ${index} ${end}`;

export class Passages {
  constructor() {
    this.list = [];  // {from, to, cost, oneWay, id}; id null: not in the world
  }

  get isEmpty() {
    return this.list.length === 0;
  }

  // For another map, or the same in a new world.
  reset(links, world) {
    this.list = links.map((link) => ({ ...link, id: null }));
    for (const link of this.list) this.add(link, world);
  }

  add(link, world) {
    const { from, to, cost, oneWay } = link;
    const isFree = world.hasRoom(from.x, from.y) && world.hasRoom(to.x, to.y) &&
      (from.x !== to.x || from.y !== to.y);
    link.id = isFree ? world.link(from.x, from.y, to.x, to.y, { cost, oneWay }) : null;
  }

  // Those that were walled in when their world was made come back; walls close the others.
  edited(world) {
    for (const link of this.list) if (link.id === null) this.add(link, world);
  }

  // Returns whether the end has moved: a place in a wall is none.
  moveEnd(grip, x, y, world) {
    const [word, index, end] = grip.split(' ');
    const link = this.list[index];
    if (word !== kGripWord || !link || !world.hasRoom(x, y)) return false;
    link[end] = { x, y };
    if (link.id !== null) world.unlink(link.id);
    this.add(link, world);
    return true;
  }

  // All ends, as {grip, place}.
  get ends() {
    return this.list.flatMap((link, i) =>
      linkEnds.map((end) => ({ grip: gripOf(i, end), place: link[end] })));
  }

  costOf(id) {
    return this.list.find((link) => link.id === id)?.cost ?? 0;
  }

  // `used`: ids of the links that the path passes; `grip`: the end that is held.
  draw(context, theme, pixel, used, grip) {
    this.list.forEach((link, i) => {
      const isUsed = used.has(link.id);
      const color = isUsed ? theme.tautPath : theme.portal;
      context.globalAlpha = link.id === null ? 0.4 : 1;
      drawArrow(context, link, color, (isUsed ? 3 : 2) * pixel, pixel);
      for (const end of linkEnds) {
        drawHandle(context, link[end], color, theme.halo, grip === gripOf(i, end), pixel);
      }
      context.globalAlpha = 1;
    });
  }
}

// A dashed line; in its middle an arrow, where the link leads one way.
function drawArrow(context, { from, to, oneWay }, color, width, pixel) {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineCap = 'butt';
  context.setLineDash([6 * pixel, 5 * pixel]);
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
  context.setLineDash([]);
  if (!oneWay) return;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const size = 9 * pixel;
  const x = (from.x + to.x) / 2;
  const y = (from.y + to.y) / 2;
  context.beginPath();
  context.moveTo(x + size * Math.cos(angle), y + size * Math.sin(angle));
  for (const side of [2.4, -2.4]) {
    context.lineTo(x + size * Math.cos(angle + side), y + size * Math.sin(angle + side));
  }
  context.closePath();
  context.fillStyle = color;
  context.fill();
}

function drawHandle(context, { x, y }, color, halo, isHeld, pixel) {
  const size = (isHeld ? 8 : 6.5) * pixel;
  context.fillStyle = halo;
  context.fillRect(x - size - 2 * pixel, y - size - 2 * pixel, 2 * size + 4 * pixel,
    2 * size + 4 * pixel);
  context.fillStyle = color;
  context.fillRect(x - size, y - size, 2 * size, 2 * size);
}
