// The page in Chromium: drawing, dragging, agents, overlays, address, undo, dropped maps, frames.
// TAUT_FRAME_MS is what a frame's script may take in the median: 16.7 on a quiet machine.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  drag, launch, onFreshPage, openPage, pause, settle, state, toPixels, until, untilAddress,
} from './browser.js';

const kEmpty = '#map=empty&start=4.5,32.5&goal=60.5,32.5';
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

const onPage = (hash, body, options) => onFreshPage(browser, hash, body, options);
const lengthOf = (page) => state(page, '(app) => app.route.path.length');
const tileAt = (page, x, y) => state(page, `(app) => app.map.tiles[${y} * app.map.width + ${x}]`);

test('the first view has a path, agents and no errors', () => onPage('', async (page) => {
  await until(page, '(app) => app.agents.list.some((agent) => agent.walk)');
  const seen = await state(page, `(app) => ({
    isOk: app.route.path.isOk, agents: app.agents.list.length, map: app.map.name,
    walking: app.agents.list.filter((agent) => agent.walk).length,
  })`);
  assert.ok(seen.isOk && seen.agents > 0 && seen.walking > 0);
  await until(page, `() => Array.from(document.querySelectorAll('#methods td:last-child'),
    (cell) => cell.textContent).filter((time) => /^[\\d.]+ (µs|ms)$/.test(time)).length >= 4`);
  assert.match(await page.locator('#length').textContent(), /^\d+\.\d\d$/);
  assert.match(await page.locator('#methods').textContent(), /shortest/);
}));

test('walls are drawn, erased, undone and redone; the path follows', () =>
  onPage(kEmpty, async (page) => {
    assert.equal(await lengthOf(page), 56);
    await drag(page, { x: 32.5, y: 10.5 }, { x: 32.5, y: 50.5 }, 4);
    await settle(page);
    for (let y = 10; y <= 50; ++y) assert.equal(await tileAt(page, 32, y), 1, `tile ${y}`);
    const longer = await lengthOf(page);
    assert.ok(longer > 65 && longer < 70);
    await page.keyboard.press('Control+z');
    await settle(page);
    assert.equal(await lengthOf(page), 56);
    await page.keyboard.press('Control+Shift+z');
    await settle(page);
    assert.equal(await lengthOf(page), longer);
    await page.keyboard.press('e');
    await page.keyboard.press(']');
    await drag(page, { x: 32.5, y: 30.5 }, { x: 32.5, y: 34.5 });
    await settle(page);
    assert.equal(await lengthOf(page), 56);
    await page.locator('[data-do=undo]').click();
    await settle(page);
    assert.equal(await lengthOf(page), longer);
  }));

test('terrain leads the path around', () => onPage(kEmpty, async (page) => {
  await page.keyboard.press('t');
  await page.locator('[data-terrain=swamp]').click();
  for (let i = 0; i < 6; ++i) await page.keyboard.press(']');
  await drag(page, { x: 24.5, y: 33.5 }, { x: 40.5, y: 33.5 });
  await settle(page);
  assert.equal(await tileAt(page, 30, 33), 7);
  assert.equal(await state(page, '(app) => app.route.method'), 'cheapest');
  for (const radius of [0, 0.4]) {
    await page.evaluate((value) => window.tautPage.app.setRadius(value), radius);
    await page.getByRole('button', { name: 'Cheapest' }).click();
    await settle(page);
    const around = await lengthOf(page);
    assert.ok(around > 56.05);
    assert.ok((await state(page, '(app) => app.route.path.cost')) < 1.1 * around);
    await page.getByRole('button', { name: 'Optimal' }).click();
    await settle(page);
    assert.equal(await lengthOf(page), 56);
  }
}));

test('agents and contours mind terrain', () => onPage(kEmpty, async (page) => {
  const seen = await page.evaluate(() => {
    const { app } = window.tautPage;
    app.setTiles({ x0: 24, y0: 24, x1: 40, y1: 46, kind: 7 });
    app.setAgents(1);
    const { agents, world } = app;
    const walk = (radius) => agents.find(world, { radius, x: 4.5, y: 32.5 }, 60.5, 32.5);
    const paths = [walk(0.4), walk(0.8)].map(({ length, cost }) => ({ length, cost }));
    const distanceBy = (method) => {
      app.setMethod(method);
      app.updateRoute();
      app.contours.update(app, app.theme);
      return app.contours.field.distance(4.5, 32.5);
    };
    return { paths, distance: distanceBy('cheapest'), shortest: distanceBy('optimal'),
      cost: app.world.find(4.5, 32.5, 60.5, 32.5, { ground: 1 }).cost };
  });
  for (const { length, cost } of seen.paths) assert.ok(length > 57 && cost < 1.1 * length);
  assert.ok(Math.abs(seen.distance / seen.cost - 1) < 0.01 && seen.cost > 57);
  assert.ok(Math.abs(seen.shortest - 56) < 1e-6);
}));

test('start and goal are dragged, and the path is there within the frame', () =>
  onPage(kEmpty, async (page) => {
    await drag(page, { x: 60.5, y: 32.5 }, { x: 60.5, y: 10.5 });
    await settle(page);
    const { x, y } = await state(page, '(app) => app.route.goal');
    assert.ok(Math.abs(x - 60.5) < 0.2 && Math.abs(y - 10.5) < 0.2);
    assert.ok(Math.abs((await lengthOf(page)) - Math.hypot(x - 4.5, y - 32.5)) < 1e-2);
    const isCurrent = await page.evaluate(() => new Promise((resolve) => {
      const { app } = window.tautPage;
      app.setEnd('start', 10.5, 60.5);
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const { points } = app.route.path;
        resolve(points[0] === 10.5 && points[1] === 60.5);
      }));
    }));
    assert.ok(isCurrent);
    assert.equal(await tileAt(page, 60, 20), 0);
  }));

test('a goal inside a wall: as near as possible', () => onPage(kEmpty, async (page) => {
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await drag(page, { x: 50.5, y: 20.5 }, { x: 50.5, y: 20.5 });
  await page.evaluate(() => window.tautPage.app.setEnd('goal', 50.5, 20.5));
  await settle(page);
  assert.match(await page.locator('#facts').textContent(), /As near to the goal/);
}));

test('no agent is ever in a wall, whatever is drawn', () =>
  onPage('#map=empty&agents=400', async (page) => {
    await page.evaluate(() => {
      const { app } = window.tautPage;
      window.faults = [];
      // Not by the world, for which each radius that it is queried about is another agent.
      const overlapsWall = (x, y, radius) => {
        for (let row = Math.floor(y - radius); row <= y + radius; ++row) {
          for (let column = Math.floor(x - radius); column <= x + radius; ++column) {
            const dx = Math.max(column - x, x - column - 1, 0);
            const dy = Math.max(row - y, y - row - 1, 0);
            if (Math.hypot(dx, dy) < radius && !app.world.isWalkable(column, row)) return true;
          }
        }
        return false;
      };
      const look = () => {
        for (const { x, y, radius } of app.agents.list) {
          if (overlapsWall(x, y, radius - 0.002)) window.faults.push([x, y]);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.keyboard.press(']');
    for (let i = 0; i < 6; ++i) {
      const at = 8 + 8 * i;
      await drag(page, { x: at, y: 6 }, { x: 60 - at, y: 58 }, 8);
      if (i === 3) await page.keyboard.press('Control+z');
    }
    await page.evaluate(() => window.tautPage.app.setGathers(true));
    await drag(page, { x: 6, y: 20 }, { x: 58, y: 24 }, 8);
    await until(page, '(app) => app.agents.list.filter((agent) => agent.walk).length > 100');
    await settle(page);
    const seen = await state(page, `(app) => ({
      count: app.agents.list.length, pushed: app.agents.pushed,
      walking: app.agents.list.filter((agent) => agent.walk).length,
    })`);
    assert.deepEqual(await page.evaluate(() => window.faults.slice(0, 3)), []);
    assert.ok(seen.count > 300 && seen.pushed > 0 && seen.walking > 100, JSON.stringify(seen));
  }));

test('agents of all sizes gather at the goal', () => onPage('#map=arena&agents=80',
  async (page) => {
    await page.evaluate(() => window.tautPage.app.setGathers(true));
    for (let i = 0; i < 60; ++i) {
      await state(page, '(app) => { for (let k = 0; k < 25; ++k) app.agents.step(app, 0.1); }');
      await pause(page, 50);
    }
    const seen = await state(page, `(app) => {
      const { x, y } = app.route.goal;
      const standing = app.agents.list.filter((agent) => agent.state === 2);
      const far = Math.max(...standing.map((agent) => Math.hypot(agent.x - x, agent.y - y)));
      return { all: app.agents.list.length, standing: standing.length, far,
        sizes: new Set(standing.map((agent) => agent.radius)).size };
    }`);
    assert.ok(seen.all > 50 && seen.standing > 0.8 * seen.all, JSON.stringify(seen));
    assert.ok(seen.far < 9 && seen.sizes > 1, JSON.stringify(seen));
  }));

test('every overlay draws something', () => onPage('#map=dungeon', async (page) => {
  await page.evaluate(() => window.tautPage.app.setAgents(0));
  const look = async () => {
    await until(page, `({ contours, contourPace, isStale, isStill, map, shown }) =>
      isStill && !isStale && !contourPace.isDue &&
      (!shown.has('contours') || !contours.canRefine(map))`);
    await settle(page);
    const picture = await state(page, '(app) => app.canvas.toDataURL()');
    return createHash('sha256').update(picture).digest('hex');
  };
  const plain = await look();
  for (const name of ['cells', 'leaves', 'tiles', 'search', 'corridor', 'portals', 'steps',
    'contours', 'funnel', 'sight']) {
    const chip = page.locator(`[data-show=${name}]`);
    await chip.click();
    assert.equal(await chip.getAttribute('aria-pressed'), 'true');
    assert.notEqual(await look(), plain, name);
    await chip.click();
  }
  assert.equal(await look(), plain);
}));

test('the funnel plays, pauses and steps', () => onPage('#map=dungeon', async (page) => {
  await page.keyboard.press('p');
  await until(page, '(app) => app.player.isPlaying && app.player.at > 0');
  await page.locator('[data-do=play]').click();
  const at = await state(page, '(app) => app.player.at');
  await pause(page, 500);
  assert.equal(await state(page, '(app) => app.player.at'), at);
  await page.locator('[data-do=next]').click();
  assert.equal(await state(page, '(app) => app.player.at'), at + 1);
  await page.keyboard.press(',');
  assert.equal(await state(page, '(app) => app.player.at'), at);
  assert.match(await page.locator('#stepWords').textContent(), /Portal \d+ of \d+/);
}));

test('methods and radii', () => onPage('#map=caves', async (page) => {
  const optimal = await lengthOf(page);
  for (const row of ['Fast', 'A* over leaves', 'A* over tiles']) {
    await page.getByRole('button', { name: row }).click();
    await settle(page);
    assert.ok((await lengthOf(page)) >= optimal - 1e-4, row);
  }
  await page.getByRole('button', { name: 'Optimal' }).click();
  for (const radius of [0.4, 1]) {
    await page.evaluate((value) => window.tautPage.app.setRadius(value), radius);
    await settle(page);
    const { path } = await state(page, '(app) => ({ path: app.route.path })');
    assert.ok(path.isOk ? path.length > optimal : path.reason.length > 0);
  }
}));

test('pulls of the corridor, for points only', () => onPage('#map=caves', async (page) => {
  const optimal = await lengthOf(page);
  for (const name of ['Rays', 'Midpoints', 'None']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    await settle(page);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    assert.ok((await lengthOf(page)) > optimal + 1e-3, name);
  }
  await untilAddress(page, /pull=none/);
  await page.evaluate(() => window.tautPage.app.setRadius(0.4));
  await settle(page);
  assert.ok(await page.getByRole('button', { name: 'None', exact: true }).isDisabled());
  assert.ok((await lengthOf(page)) < 1.1 * optimal);
  await page.evaluate(() => window.tautPage.app.setRadius(0));
  await page.getByRole('button', { name: 'Simple', exact: true }).click();
  await settle(page);
  assert.ok(await state(page, '(app) => app.route.path.isOk'));
}));

// Runs in the page: what is wrong with the answers of its stages.
function checkStages(at) {
  const { world, stages } = window.tautPage.app;
  const wrong = [];
  const expect = (isRight, ...words) => isRight || wrong.push(words.join(' '));
  const isSame = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);
  const measure = (points) => {
    let length = 0;
    for (let i = 2; i < points.length; i += 2) {
      length += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
    }
    return length;
  };
  const goal = 'nearest';
  const optimal = world.find(...at, { method: 'optimal', goal });
  for (const method of ['optimal', 'fast', 'over_leaves', 'over_tiles']) {
    for (const pull of ['funnel', 'simple', 'midpoint', 'raycast', 'none']) {
      const { isOk, length, points } = stages.find(...at, { method, pull });
      const words = [method, pull, length];
      expect(isOk && length > optimal.length - 1e-3, ...words);
      expect(Math.abs(measure(points) - length) < 1e-2, ...words, measure(points));
      expect(pull === 'simple' || world.isWalkablePath(points), ...words, 'not walkable');
      expect(pull !== 'none' || length > 1.01 * optimal.length, ...words, 'short');
      expect(isSame(points.slice(-2), optimal.points.slice(-2)), ...words, 'another end');
    }
  }
  const funnel = (method) => stages.findPath(...at, { method, pull: 'funnel' });
  expect(isSame(funnel('optimal'), optimal.points), 'not optimal');
  expect(isSame(funnel('fast'), world.findPath(...at, { method: 'fast', goal })), 'not fast');
  const covered = new Uint8Array(world.width * world.height);
  const leaves = stages.leaves();
  for (let i = 0; i < leaves.length; i += 4) {
    for (let y = leaves[i + 1]; y < leaves[i + 3]; ++y) {
      for (let x = leaves[i]; x < leaves[i + 2]; ++x) ++covered[y * world.width + x];
    }
  }
  expect(isSame(covered, world.tiles()), 'leaves');
  return wrong;
}

test('every search and pull makes a path, also after an edit', () =>
  onPage('#map=caves', async (page) => {
    const at = [14.5, 12.5, 71.5, 39.5];
    assert.deepEqual(await page.evaluate(checkStages, at), []);
    await page.evaluate(() => window.tautPage.app.setTiles(
      { x0: 70, y0: 38, x1: 73, y1: 41, kind: 1 }));
    assert.deepEqual(await page.evaluate(checkStages, at), []);
    assert.equal(await page.evaluate(() => window.tautPage.app.stages.find(NaN, 1, 2, 2,
      { method: 'over_tiles', pull: 'none' }).status), 'invalid_input');
  }));

test('the address brings the same state back', () => onPage(kEmpty, async (page, { context }) => {
  await drag(page, { x: 20.5, y: 20.5 }, { x: 20.5, y: 40.5 });
  await page.locator('[data-show=cells]').click();
  await page.locator('[data-show=portals]').click();
  await page.getByRole('button', { name: 'Midpoints' }).click();
  await page.getByRole('button', { name: 'Fast', exact: true }).click();
  await untilAddress(page, /method=fast.*pull=midpoint.*show=cells/);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForFunction(() => window.tautPage?.app.route.path != null);
  const read = `(app) => ({ tiles: Array.from(app.map.tiles).join(''), shown: [...app.shown],
    goal: app.route.goal, method: app.route.method, pull: app.route.pull,
    length: app.route.path.length })`;
  const [before, again] = [await state(page, read), await state(other, read)];
  assert.deepEqual(again, before);
  assert.match(again.tiles, /1/);
  assert.deepEqual([again.method, again.pull], ['fast', 'midpoint']);
  await page.evaluate(() => window.tautPage.app.setRadius(0.45));
  await untilAddress(page, /radius=0\.45/);
  await other.goto(page.url());
  await other.reload();
  await other.waitForFunction(() => window.tautPage?.app.route.path != null);
  assert.equal(await state(other, '(app) => app.route.radius'), 0.45);
}));

test('a link says what it lacks', () => onPage(kEmpty, async (page) => {
  const share = async () => {
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText(/The link is/).waitFor();
    const text = await page.locator('#toast').textContent();
    await page.evaluate(() => (document.getElementById('toast').textContent = ''));
    return text;
  };
  assert.match(await share(), /^The link is [\w ]+\.$/);
  const open = (side) => page.evaluate((length) => {
    const lines = Array.from({ length }, (_, y) =>
      Array.from({ length }, (_, x) => ((x * 7 + y * x) % 5 < 2 ? '@' : '.')).join(''));
    const text = `type octile\nheight ${length}\nwidth ${length}\nmap\n${lines.join('\n')}\n`;
    const data = new DataTransfer();
    data.items.add(new File([text], 'noisy.map'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  }, side);
  await open(300);
  await until(page, "(app) => app.map.name === 'noisy.map'");
  assert.match(await share(), /It shows no walls: the map does not fit in a link\.$/);
}));

test('the theme is that of the system until the user chooses one', () =>
  onPage(kEmpty, async (page) => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const kept = () => page.evaluate(() => localStorage.getItem('taut-theme'));
    assert.deepEqual([await theme(), await kept()], ['dark', null]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    assert.equal(await kept(), null);
    await page.keyboard.press('d');
    assert.deepEqual([await theme(), await kept()], ['dark', 'dark']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'light' });
    await settle(page);
    assert.equal(await theme(), 'dark');
    await page.reload();
    await page.waitForFunction(() => window.tautPage?.app.route.path != null);
    assert.equal(await theme(), 'dark');
  }, { colorScheme: 'dark' }));

test('keys and slider reach the same sizes of brush', () => onPage(kEmpty, async (page) => {
  for (let i = 0; i < 12; ++i) await page.keyboard.press(']');
  const size = await state(page, '(app) => app.brush');
  assert.equal(await page.locator('#brush').getAttribute('max'), String(size));
  assert.equal(await page.locator('#brush').inputValue(), String(size));
}));

test('a map is dropped; a wrong one is told', () => onPage(kEmpty, async (page) => {
  const dropFile = (name, text) => page.evaluate(([fileName, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content], fileName));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  }, [name, text]);
  await dropFile('mine.map', 'type octile\nheight 3\nwidth 5\nmap\n.@...\n.@.@.\n...@.\n');
  await until(page, "(app) => app.map.name === 'mine.map'");
  assert.deepEqual(await state(page, '(app) => [app.map.width, app.map.height]'), [5, 3]);
  assert.equal(await page.locator('#maps').inputValue(), 'mine.map');
  await dropFile('bad.map', 'type octile\nheight 3\nwidth 5\nmap\n.@\n');
  await page.getByText(/bad\.map:5: 2 tiles, not 5/).waitFor();
  assert.equal(await state(page, '(app) => app.map.name'), 'mine.map');
  await page.locator('#maps').selectOption('rts');
  await page.waitForFunction(() => window.tautPage.app.map.width === 512);
}));

test('touch: a finger draws, two fingers zoom and take the stroke back', () =>
  onPage(kEmpty, async (page) => {
    const client = await page.context().newCDPSession(page);
    const touch = (type, points) => client.send('Input.dispatchTouchEvent', {
      type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
    const from = await toPixels(page, 30, 15);
    const to = { x: from.x, y: from.y + 60 };
    await touch('touchStart', [from]);
    await touch('touchMove', [to]);
    await touch('touchEnd', []);
    await settle(page);
    assert.equal(await tileAt(page, 30, 15), 1);
    const scale = await state(page, '(app) => app.camera.scale');
    await drag(page, { x: 40.5, y: 20.5 }, { x: 40.5, y: 30.5 });
    await page.keyboard.press('Control+z');
    const edits = await state(page, '(app) => app.history.past.length');
    const tiles = await state(page, "(app) => app.map.tiles.join('')");
    const second = { x: from.x + 100, y: from.y };
    await touch('touchStart', [from]);
    await touch('touchStart', [from, second]);
    await touch('touchMove', [from, { x: from.x + 200, y: from.y }]);
    await touch('touchEnd', []);
    await settle(page);
    assert.ok((await state(page, '(app) => app.camera.scale')) > 1.5 * scale);
    assert.equal(await state(page, '(app) => app.history.past.length'), edits);
    assert.equal(await state(page, "(app) => app.map.tiles.join('')"), tiles);
    await page.keyboard.press('Control+y');
    assert.equal(await tileAt(page, 40, 25), 1);
    await page.keyboard.press('f');
  }, { hasTouch: true }));

// Notes for each frame: the time since the one before; whether the path that it draws ends at the
// goal; the time from the last move of the goal to the end of the drawing.
const watchFrames = (page) => page.evaluate(() => {
  const { app } = window.tautPage;
  const seen = { between: [], delays: [], late: 0, moves: 0 };
  window.seen = seen;
  app.frames.length = 0;
  let last = 0;
  let movedAt = 0;
  const { setEnd } = app;
  app.setEnd = (...rest) => {
    ++seen.moves;
    if (movedAt === 0) movedAt = performance.now();
    setEnd.apply(app, rest);
  };
  const { painter } = app;
  const { draw } = painter;
  painter.draw = (...rest) => {
    draw.apply(painter, rest);
    const { points } = app.route.path;
    const { goal } = app.route;
    const lack = Math.hypot(points.at(-2) - goal.x, points.at(-1) - goal.y);
    if (app.isRouteStale || (app.route.reachedGoal && lack > 2 / 1024)) ++seen.late;
    if (movedAt > 0) seen.delays.push(performance.now() - movedAt);
    movedAt = 0;
  };
  requestAnimationFrame(function next(time) {
    if (last > 0) seen.between.push(time - last);
    last = time;
    requestAnimationFrame(next);
  });
});

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], most: sorted.at(-1),
    words: `median ${sorted[Math.floor(sorted.length / 2)].toFixed(1)}, ` +
      `95 % ${sorted[Math.floor(0.95 * sorted.length)].toFixed(1)}, ` +
      `worst ${sorted.at(-1).toFixed(1)}` };
}

test('frames: 1 000 agents on 512 x 512 tiles while the goal is dragged', () =>
  onPage('#map=rts&agents=1000', async (page) => {
    await pause(page, 3000);  // the agents have got going
    const goal = await state(page, '(app) => app.route.goal');
    await watchFrames(page);
    await drag(page, goal, { x: goal.x - 60, y: goal.y + 40 }, 120);
    const seen = await page.evaluate(() => window.seen);
    const script = summary(await state(page, '(app) => app.frames'));
    const between = summary(seen.between);
    const delays = summary(seen.delays);
    console.log(`frames: ${seen.between.length}; ms of script: ${script.words}`);
    console.log(`ms from frame to frame: ${between.words}`);
    console.log(`${seen.moves} moves of the goal; ms until the path is drawn: ${delays.words}`);
    assert.equal(await state(page, '(app) => app.agents.list.length'), 1000);
    assert.ok(seen.moves > 50 && seen.delays.length > 5);
    assert.equal(seen.late, 0, 'every frame draws the path to the goal as it is');
    assert.ok(script.median < Number(process.env.TAUT_FRAME_MS ?? 60), `${script.median} ms`);
  }));
