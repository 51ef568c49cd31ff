// What surrounds the map: ends, legend, help, costs, keyboard, files, small windows, still pages.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  drag, launch, onFreshPage, settle, state, toPixels, until, untilAddress,
} from './browser.js';

const kEmpty = '#map=empty&start=4.5,32.5&goal=60.5,32.5';
const kPhone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

const onPage = (hash, body, options) => onFreshPage(browser, hash, body, options);
const tileAt = (page, x, y) => state(page, `(app) => app.map.tiles[${y} * app.map.width + ${x}]`);

// The colour of a pixel of the canvas, '#rrggbb'.
const colorAt = (page, { x, y }) => state(page, `(app) => {
  const { density, context } = app.painter;
  const [...rgb] = context.getImageData(${x} * density, ${y} * density, 1, 1).data.slice(0, 3);
  return '#' + rgb.map((value) => value.toString(16).padStart(2, '0')).join('');
}`);

test('start and goal have colours of their own, and the legend says so', () =>
  onPage(kEmpty, async (page) => {
    await settle(page);
    const theme = await state(page, '(app) => app.theme');
    for (const end of ['start', 'goal']) {
      const { x, y } = await state(page, `(app) => app.route.${end}`);
      const pixel = await toPixels(page, x, y);
      assert.equal(await colorAt(page, { x: pixel.x, y: pixel.y - 8 }), theme[end], end);
    }
    const legend = () => page.locator('.legend.box li').allTextContents();
    assert.deepEqual(await legend(), ['SStart', 'GGoal', 'Path']);
    await page.locator('[data-show=search]').click();
    await page.evaluate(() => window.tautPage.app.setTiles(
      { x0: 8, y0: 8, x1: 9, y1: 9, kind: 7 }));
    await page.waitForFunction(() => /Swamp: costs 4/.test(
      document.querySelector('.legend.box').textContent));
    assert.ok((await legend()).includes('Searched'));
  }));

test('help: three sentences, keys, the project; keys rest meanwhile', () =>
  onPage(kEmpty, async (page) => {
    await page.locator('[data-do=help]').click();
    const help = page.locator('#help');
    assert.ok(await help.isVisible());
    const words = await help.locator('p').first().textContent();
    assert.equal(words.match(/[.] |[.]$/g).length, 3, words);
    assert.ok((await page.locator('#home').getAttribute('href')).length > 5);
    await page.keyboard.press('e');
    assert.equal(await state(page, '(app) => app.tool'), 'wall');
    await page.keyboard.press('Escape');
    assert.ok(!(await help.isVisible()));
    await page.keyboard.press('h');
    assert.ok(await help.isVisible());
  }));

test('where terrain counts, methods are compared by cost', () =>
  onPage('#map=marsh', async (page) => {
    await until(page, `() => document.querySelectorAll('#methods td.long').length >= 5`);
    assert.equal(await page.locator('#compared').textContent(), 'Cost');
    const rows = await page.locator('#methods tbody tr:visible').allTextContents();
    assert.match(rows.find((row) => row.startsWith('Cheapest')), /^Cheapestcheapest/);
    for (const name of ['Optimal', 'A* over tiles', 'Tile steps']) {
      assert.match(rows.find((row) => row.startsWith(name)), /\+[\d.]+ %/, name);
    }
    await page.locator('#maps').selectOption('arena');
    await until(page, "(app) => app.map.name === 'arena' && !app.isRouteStale");
    assert.equal(await page.locator('#compared').textContent(), 'Length');
  }));

test('the marsh has terrain, and its paths a cost', () => onPage('', async (page) => {
  const facts = () => page.locator('#facts').textContent();
  assert.doesNotMatch(await facts(), /Cost/);
  await page.locator('#maps').selectOption('marsh');
  await page.waitForFunction(() => window.tautPage.app.map.name === 'marsh');
  await settle(page);
  const seen = await state(page, `(app) => ({ method: app.route.method,
    cost: app.route.path.cost, kinds: [...new Set(app.map.tiles)].sort() })`);
  assert.deepEqual([seen.method, seen.kinds], ['cheapest', [0, 1, 5, 7, 8]]);
  assert.ok(await page.getByRole('button', { name: 'Cheapest' }).isVisible());
  const shown = Number(await page.locator('#length').textContent());
  assert.ok(Math.abs(shown - seen.cost) < 0.02);
  assert.equal(await page.locator('#unit').textContent(), 'cost');
  await page.getByRole('button', { name: 'Optimal' }).click();
  await settle(page);
  assert.match(await facts(), /^[\d.]+ tiles, \d+ turns.*Cheapest minds terrain/s);
  await untilAddress(page, /map=marsh.*method=optimal/);
  await page.locator('#maps').selectOption('arena');
  await page.waitForFunction(() => window.tautPage.app.map.name === 'arena');
  assert.equal(await state(page, '(app) => app.route.method'), 'optimal');
  await settle(page);
  assert.ok(!(await page.getByRole('button', { name: 'Cheapest' }).isVisible()));
}));

test('terrain leaves walls', () => onPage(kEmpty, async (page) => {
  await drag(page, { x: 20.5, y: 10.5 }, { x: 20.5, y: 20.5 });
  await page.keyboard.press('t');
  for (let i = 0; i < 4; ++i) await page.keyboard.press(']');
  await drag(page, { x: 15.5, y: 15.5 }, { x: 25.5, y: 15.5 });
  assert.deepEqual([await tileAt(page, 20, 15), await tileAt(page, 19, 15),
    await tileAt(page, 22, 17)], [1, 6, 6]);
  await page.keyboard.press('e');
  await drag(page, { x: 20.5, y: 15.5 }, { x: 20.5, y: 15.5 });
  assert.equal(await tileAt(page, 20, 15), 0);
}));

test('agents have a mark for each size in the legend', () =>
  onPage('#map=arena&agents=5', async (page) => {
    const marks = page.locator('.legend.box li', { hasText: 'Agents of three sizes' }).locator('b');
    const looks = await marks.evaluateAll((dots) =>
      dots.map((dot) => [dot.style.background, dot.getBoundingClientRect().width]));
    assert.equal(new Set(looks.map(([color]) => color)).size, 3);
    assert.ok(looks[0][1] < looks[1][1] && looks[1][1] < looks[2][1]);
  }));

test('walls by keyboard', () => onPage(kEmpty, async (page) => {
  const goal = await state(page, '(app) => app.route.goal');
  await page.keyboard.press('c');
  assert.match(await page.locator('#cursorWords').textContent(), /^Tile 4, 32: floor\.$/);
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.match(await page.locator('#cursorWords').textContent(), /^Tile 7, 32: wall\.$/);
  for (let i = 0; i < 4; ++i) await page.keyboard.press('Shift+ArrowDown');
  for (let y = 32; y <= 36; ++y) assert.equal(await tileAt(page, 7, y), 1);
  assert.equal(await tileAt(page, 6, 32), 0);
  await settle(page);
  assert.ok((await state(page, '(app) => app.route.path.length')) > 56);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await state(page, '(app) => app.route.goal'), { x: goal.x + 0.25, y: goal.y });
  for (let i = 0; i < 9; ++i) await page.keyboard.press('Control+z');
  assert.equal(await tileAt(page, 7, 32), 0);
}));

test('a page that asks for less motion is still', () => onPage('', async (page) => {
  assert.equal(await state(page, '(app) => app.agents.list.length'), 0);
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')]
    .filter((each) => getComputedStyle(each).transitionProperty !== 'none').length);
  assert.equal(moving, 0);
}, { reducedMotion: 'reduce' }));

test('on a phone every target has 44 pixels', () => onPage('#map=arena', async (page) => {
  await page.keyboard.press('t');
  await page.evaluate(() => window.tautPage.app.setShown('search', true));
  await page.evaluate(() => document.getElementById('panel').classList.add('open'));
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, input:not([hidden]), a')]
      .filter((each) => each.getClientRects().length > 0)
      .map((each) => [each.title || each.id || each.textContent, each.getBoundingClientRect()])
      .filter(([, { width, height }]) => Math.min(width, height) < 43.9)
      .map(([name, { width, height }]) => `${name}: ${width} × ${height}`));
  assert.deepEqual(small, []);
}, kPhone));

test('at 800 × 600 nothing covers anything', () => onPage('#map=marsh', async (page) => {
  await page.keyboard.press('t');
  await settle(page);
  const boxes = await page.evaluate(() => {
    const { app } = window.tautPage;
    const found = Object.fromEntries(['.toolbar', '.brushes', '.panel', '.legend.box'].map((name) =>
      [name, document.querySelector(name).getBoundingClientRect().toJSON()]));
    const a = app.camera.toPixels(0, 0);
    const b = app.camera.toPixels(app.map.width, app.map.height);
    return { ...found, map: { left: a.x, top: a.y, right: b.x, bottom: b.y } };
  });
  const names = Object.keys(boxes);
  for (const one of names) {
    for (const other of names) {
      if (one === other) continue;
      const [a, b] = [boxes[one], boxes[other]];
      const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top ||
        b.bottom <= a.top;
      assert.ok(isApart, `${one} and ${other}`);
    }
  }
}, { viewport: { width: 800, height: 600 } }));

test('the search is played, and stops', () => onPage('#map=dungeon', async (page) => {
  await page.evaluate(() => {
    window.tautPage.app.setAgents(0);
    window.tautPage.app.searchPlayer.speed = 0;
  });
  await page.keyboard.press('s');
  await until(page, '({ searchPlayer }) => searchPlayer.at > 3 && searchPlayer.isPlaying');
  await page.locator('[data-do=search]').click();
  const at = await state(page, '(app) => app.searchPlayer.at');
  assert.match(await page.locator('#searchWords').textContent(), new RegExp(`^Optimal: ${at} of`));
  const picture = () => state(page, '(app) => app.canvas.toDataURL()');
  await settle(page);
  const before = await picture();
  await page.evaluate(() => {
    const slider = document.getElementById('searched');
    slider.value = Number(slider.value) + 20;
    slider.dispatchEvent(new Event('input'));
  });
  await settle(page);
  assert.equal(await state(page, '(app) => app.searchPlayer.at'), at + 20);
  assert.notEqual(await picture(), before);
  await page.evaluate(() => (window.tautPage.app.searchPlayer.speed = 1));
  await page.locator('[data-do=search]').click();
  await until(page, '({ searchPlayer }) => searchPlayer.at === searchPlayer.count');
}));

test('two methods beside each other', () => onPage('#map=caves', async (page) => {
  await page.locator('#second').selectOption('steps');
  await until(page, '(app) => app.camera.half > 0 && app.tileSteps !== null');
  await settle(page);
  const { half, goal, theme } = await state(page,
    '(app) => ({ half: app.camera.half, goal: app.route.goal, theme: app.theme })');
  const left = await toPixels(page, goal.x, goal.y);
  const right = { x: left.x + half, y: left.y };
  for (const place of [left, right]) {
    assert.equal(await colorAt(page, { x: place.x, y: place.y - 8 }), theme.goal);
  }
  // The goal is dragged in the right view, and ends there, also beyond the line between them.
  await page.mouse.move(right.x, right.y);
  await page.mouse.down();
  await page.mouse.move(half - 10, right.y, { steps: 6 });
  await page.mouse.move(right.x - 12, right.y - 20, { steps: 6 });
  await page.mouse.up();
  await settle(page);
  const moved = await state(page, '(app) => app.route.goal');
  const now = await toPixels(page, moved.x, moved.y);
  assert.ok(Math.abs(now.x - (left.x - 12)) < 2 && Math.abs(now.y - (left.y - 20)) < 2);
  await untilAddress(page, /beside=steps/);
  await page.locator('#second').selectOption('over_tiles');
  await settle(page);
  assert.ok(await state(page, '(app) => app.secondPath.isOk'));
  await page.reload();
  await page.waitForFunction(() => window.tautPage?.app.route.path != null);
  await page.locator('#maps').selectOption('floors');
  await until(page, "(app) => app.map.name === 'floors' && app.second === null");
}));

test('agents are a crowd: none overlaps another or a wall', () =>
  onPage('#map=floors&agents=60', async (page) => {
    await page.getByRole('button', { name: 'Crowd' }).click();
    await until(page, '(app) => app.crowd.crowd !== null');
    const look = () => state(page, `(app) => {
      const { list } = app.agents;
      let overlaps = 0;
      list.forEach((a, i) => list.slice(0, i).forEach((b) => {
        if (Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius - 0.002) ++overlaps;
      }));
      const { goal } = app.route;
      const far = list.map(({ x, y }) => Math.hypot(x - goal.x, y - goal.y));
      return { overlaps, count: list.length, near: far.filter((each) => each < 8).length,
        walled: list.filter(({ x, y, radius }) =>
          !app.world.hasRoom(x, y, { radius: radius - 0.01 })).length };
    }`);
    for (let i = 0; i < 8; ++i) {
      await state(page, '(app) => { for (let k = 0; k < 60; ++k) app.crowd.step(app, 0.1); }');
      const { overlaps, walled } = await look();
      assert.deepEqual([overlaps, walled], [0, 0]);
      if (i === 3) await drag(page, { x: 24.5, y: 16.5 }, { x: 24.5, y: 19.5 });
    }
    const { near, count } = await look();
    assert.ok(count > 30 && near > 0.7 * count, `${near} of ${count}`);
    await untilAddress(page, /gather=2/);
    await page.reload();
    await page.waitForFunction(() => window.tautPage?.app.crowd.agents.length > 0);
    await page.evaluate(() => window.tautPage.app.setAgents(20));
    await page.locator('#maps').selectOption('arena');
    await until(page, "(app) => app.map.name === 'arena' && app.crowd.crowd !== null");
    await page.getByRole('button', { name: 'Wander' }).click();
    await until(page, '(app) => app.agents.list.some((agent) => agent.walk)');
  }));

async function download(page, action) {
  const [file] = await Promise.all([page.waitForEvent('download'),
    page.locator(`[data-do=${action}]`).click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('maps and pictures are saved, and read again', () => onPage('#map=arena', async (page) => {
  await page.evaluate(() => {
    window.tautPage.app.setAgents(0);
    window.tautPage.app.setTiles({ x0: 2, y0: 2, x1: 9, y1: 9, kind: 6 });
  });
  const saved = await download(page, 'save');
  assert.equal(saved.name, 'arena.map');
  const tiles = await state(page, "(app) => app.map.tiles.join('')");
  const drop = (name, type, bytes) => page.evaluate(([called, kind, list]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(list)], called, { type: kind }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  }, [name, type, [...bytes]]);
  await drop('again.map', '', saved.bytes);
  await until(page, "(app) => app.map.name === 'again.map'");
  assert.equal(await state(page, "(app) => app.map.tiles.join('')"), tiles);

  const { name, bytes } = await download(page, 'picture');
  assert.equal(name, 'again.png');
  assert.deepEqual([...bytes.subarray(1, 4)], [80, 78, 71]);
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [800, 800]);
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(30, 20);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 30, 20);
    context.fillStyle = '#222';
    context.fillRect(10, 0, 2, 15);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await drop('drawn.png', 'image/png', drawn);
  await until(page, "(app) => app.map.name === 'drawn.png' && !app.isRouteStale");
  const read = [[10, 3], [12, 3], [11, 15]].map(([x, y]) => tileAt(page, x, y));
  assert.deepEqual(await Promise.all(read), [1, 0, 0]);
  await drop('broken.png', 'image/png', [1, 2, 3]);
  await page.getByText('broken.png: no picture that the browser reads').waitFor();
}));

test('a page with an address has a picture for those who share it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'taut-'));
  const place = (name) => fileURLToPath(new URL(name, import.meta.url));
  execFileSync('node', [place('../bundle.js'), place('../../build/wasm/page.wasm'),
    join(folder, 'taut.html')], { encoding: 'utf8', env: { ...process.env,
    TAUT_PAGE_ADDRESS: 'https://example.org/play', TAUT_HOME: 'https://example.org/' } });
  const text = readFileSync(join(folder, 'taut.html'), 'utf8');
  const [, image] = /og:image" content="https:\/\/example.org\/play\/([\w.-]+)"/.exec(text);
  assert.ok(readdirSync(folder).includes(image));
  assert.match(text, /id="home" href="https:\/\/example.org\/"/);
});
