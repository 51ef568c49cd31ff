// The map of two floors in Chromium: links that are dragged, paths and agents that pass them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { drag, launch, onFreshPage, pause, settle, state, until } from './browser.js';

let browser;

before(async () => {
  browser = await launch();
});
after(() => browser.close());

const onPage = (hash, body) => onFreshPage(browser, hash, body);

test('two floors: links are dragged, walled and shared', () =>
  onPage('#map=floors&start=3.5,11.5&goal=27.5,16.5', async (page, { context }) => {
    const seen = () => state(page, `(app) => ({ links: app.route.path.links.length,
      reached: app.route.reachedGoal, cost: app.route.path.cost, length: app.route.path.length })`);
    await settle(page);
    const before = await seen();
    assert.deepEqual([before.links, before.reached], [2, true]);
    assert.ok(Math.abs(before.cost - before.length - 4) < 1e-3);
    assert.match(await page.locator('#facts').textContent(), /1 turn, 2 links, .*and the links/s);
    assert.ok(!(await page.getByRole('button', { name: 'Fast', exact: true }).isVisible()));
    await drag(page, { x: 26.5, y: 19.5 }, { x: 27.5, y: 17.5 });
    await settle(page);
    const near = await seen();
    assert.ok(near.links === 2 && near.cost < before.cost - 1);
    await drag(page, { x: 27.5, y: 17.5 }, { x: 27.5, y: 11.5 });  // into the hall
    await settle(page);
    assert.equal((await seen()).reached, false);
    await pause(page, 600);  // until it is in the address
    const other = await context.newPage();
    await other.goto(page.url());
    await other.waitForFunction(() => window.tautPage?.app.route.path != null);
    const ends = '(app) => app.passages.list.map(({ from, to }) => [from, to])';
    const moved = await state(page, ends);
    assert.deepEqual(await state(other, ends),
      moved.map((link) => link.map(({ x, y }) => ({ x: +x.toFixed(3), y: +y.toFixed(3) }))));
    await other.close();  // a page behind another is drawn once a second
    await page.evaluate(() => window.tautPage.app.setEnd('goal', 50.5, 2.5));
    await settle(page);
    const upstairs = await seen();
    const taken = () => state(page, '(app) => app.route.path.links.map(({ link }) => link)');
    const teleporter = await state(page, '(app) => app.passages.list[2].id');
    assert.deepEqual(await taken(), [teleporter]);
    await page.evaluate(() => window.tautPage.app.setTiles(
      { x0: 3, y0: 19, x1: 4, y1: 20, kind: 1 }));
    await settle(page);
    const around = await taken();
    assert.ok(around.length === 1 && around[0] !== teleporter);
    assert.ok((await seen()).cost > upstairs.cost);
    await page.locator('[data-do=clear]').click();
    await settle(page);
    assert.ok((await seen()).cost < upstairs.cost + 1e-6);
    await page.locator('#maps').selectOption('arena');
    await page.waitForFunction(() => window.tautPage.app.map.name === 'arena');
    await settle(page);
    assert.ok(await page.getByRole('button', { name: 'Fast', exact: true }).isVisible());
    assert.equal(await state(page, '(app) => app.passages.list.length'), 0);
  }));

test('a map is saved with its links, and opened again', () =>
  onPage('#map=floors&start=3.5,11.5&goal=27.5,16.5', async (page) => {
    await settle(page);
    const ends = '(app) => app.passages.list.map(({ from, to, oneWay }) => [from, to, oneWay])';
    await drag(page, { x: 26.5, y: 19.5 }, { x: 27.5, y: 17.5 });
    const links = await state(page, ends);
    const files = [];
    const saved = new Promise((resolve) => page.on('download', async (download) => {
      const name = download.suggestedFilename();
      files.push({ name, mimeType: 'text/plain', buffer: readFileSync(await download.path()) });
      if (files.length === 2) resolve();
    }));
    await page.locator('[data-do=save]').click();
    await saved;
    assert.deepEqual(files.map(({ name }) => name).sort(), ['floors.json', 'floors.map']);
    const program = new URL('../../build/taut', import.meta.url).pathname;
    if (existsSync(program)) {
      const folder = mkdtempSync(join(tmpdir(), 'taut-'));
      for (const { name, buffer } of files) writeFileSync(join(folder, name), buffer);
      const told = JSON.parse(execFileSync(program,
        ['path', join(folder, 'floors.json'), '3,11', '27,16', '--json'], { encoding: 'utf8' }));
      assert.ok(Math.abs(told.cost - await state(page, '(app) => app.route.path.cost')) < 1e-3);
      rmSync(folder, { recursive: true });
    }
    await page.locator('#maps').selectOption('arena');
    await page.locator('#file').setInputFiles(files);
    await until(page, "(app) => app.map.name === 'floors.map' && !app.isRouteStale");
    assert.deepEqual(await state(page, ends), links);
    await page.locator('#file').setInputFiles(files.filter(({ name }) => name.endsWith('.json')));
    await page.getByText('floors.json: choose floors.map').waitFor();
  }));

test('agents pass links, also to a goal that only links lead to', () =>
  onPage('#map=floors&agents=60&start=3.5,11.5&goal=25.5,17.5', async (page) => {
    const watch = `(app) => {
      window.passed ??= new Set();
      window.inWalls ??= 0;
      for (const agent of app.agents.list) {
        if (!app.world.hasRoom(agent.x, agent.y, { radius: agent.radius - 0.01, ground: 1 })) {
          ++window.inWalls;
        }
        const { walk } = agent;
        const hasPassed = walk?.legs.some((leg, i) => leg.isLink && i < walk.leg);
        if (hasPassed) window.passed.add(agent.number);
      }
      return window.passed.size >= 2;
    }`;
    await until(page, watch);
    await page.evaluate(() => window.tautPage.app.setGathers(true));
    const there = ({ x, y }) => x > 21 && x < 30 && y > 15;
    const arrived = (count) => until(page, `(app) => (${watch})(app) &&
      app.agents.list.filter(${there}).length >= ${count}`);
    await arrived(4);
    // The stairs begin elsewhere: those on their way follow.
    await page.evaluate(() => window.tautPage.app.moveLink('link 1 to', 40.5, 20.5));
    await arrived(8);
    assert.equal(await page.evaluate(() => window.inWalls), 0);
  }));
