// What the colours of the map mean: those that are on it now.

import { kinds } from './tiles.js';

const terrainWords = ({ name, cost }) =>
  `${name[0].toUpperCase()}${name.slice(1)}: costs ${String(cost).replace('0.5', '½')}`;

// {words, color, shape, letter} of what the map shows; `color` is a name in palette.js.
export function legendOf(app) {
  const { shown, route, agents, passages, map } = app;
  const rows = [
    { words: 'Start', color: 'start', shape: 'dot', letter: 'S' },
    { words: 'Goal', color: 'goal', shape: 'dot', letter: 'G' },
    { words: 'Path', color: 'tautPath', shape: 'line' },
  ];
  const add = (isOn, words, color, shape) => isOn && rows.push({ words, color, shape });
  add(app.second !== null || shown.has('steps'), app.secondLabel(), 'tilePath', 'line');
  add(route.radius > 0, 'Room that it needs', 'seen', 'area');
  add(agents.list.length > 0, 'Agents of three sizes', 'agents', 'dots');
  add(!passages.isEmpty, 'Links: stairs, teleporter', 'portal', 'line');
  add(shown.has('search'), 'Searched', 'seen', 'area');
  add(shown.has('search') && app.showsTileSearch(), 'Searched by tile steps', 'tileSeen', 'area');
  add(shown.has('corridor'), 'Corridor', 'passed', 'area');
  add(shown.has('portals'), 'Portals', 'portal', 'line');
  add(shown.has('sight'), 'Seen from the start', 'sight', 'area');
  const present = new Set(map.tiles);
  kinds.forEach((kind, i) => {
    if (!present.has(i) || kind.name === 'floor') return;
    const words = kind.cost === 1 ? `${kind.name[0].toUpperCase()}${kind.name.slice(1)}`
      : terrainWords(kind);
    rows.push({ words, color: kind.color, shape: 'area' });
  });
  return rows;
}

// From the smallest to the largest, as agentSizes has them.
function makeDot(color, i) {
  const dot = document.createElement('b');
  const size = `${6 + 3 * i}px`;
  Object.assign(dot.style, { background: color, width: size, height: size });
  return dot;
}

// Writes the rows into a list of the page.
export function showLegend(list, rows, theme) {
  list.replaceChildren(...rows.map(({ words, color, shape, letter = '' }) => {
    const row = document.createElement('li');
    const mark = document.createElement('i');
    mark.className = shape;
    mark.textContent = letter;
    if (shape === 'dots') {
      mark.append(...theme[color].map(makeDot));
    } else {
      mark.style.background = theme[color];
    }
    row.append(mark, words);
    return row;
  }));
}
