// Places with room for a disc, where the one wanted has none.

// The nearest of the half-tile lattice for an agent, at most `most` tiles away in x and y; null
// without one.
export function findRoom(world, { x, y }, agent, most) {
  if (world.hasRoom(x, y, agent)) return { x, y };
  const centreX = Math.round(2 * x) / 2;
  const centreY = Math.round(2 * y) / 2;
  for (let away = 0; away <= most; away += 0.5) {
    let best = null;
    for (let d = -away; d <= away; d += 0.5) {
      for (const [px, py] of [[centreX + d, centreY - away], [centreX + d, centreY + away],
        [centreX - away, centreY + d], [centreX + away, centreY + d]]) {
        const distance = Math.hypot(px - x, py - y);
        if (best && distance >= best.distance) continue;
        if (world.hasRoom(px, py, agent)) best = { x: px, y: py, distance };
      }
    }
    if (best) return { x: best.x, y: best.y };
  }
  return null;
}
