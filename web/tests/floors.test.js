// The map of two floors in Chromium: links that are dragged, paths and agents that pass them.

import assert from 'node:assert/strict';
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
    assert.ok(!(await page.getByRole('button', { name: 'A* over cells' }).isVisible()));
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
    assert.ok(await page.getByRole('button', { name: 'A* over cells' }).isVisible());
    assert.equal(await state(page, '(app) => app.passages.list.length'), 0);
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
      return window.passed.size >= 5;
    }`;
    await until(page, watch);
    await page.evaluate(() => window.tautPage.app.setGathers(true));
    const there = ({ x, y }) => x > 21 && x < 30 && y > 15;
    const arrived = (count) => until(page, `(app) => (${watch})(app) &&
      app.agents.list.filter(${there}).length >= ${count}`);
    await arrived(10);
    // The stairs begin elsewhere: those on their way follow.
    await page.evaluate(() => window.tautPage.app.moveLink('link 1 to', 40.5, 20.5));
    await arrived(15);
    assert.equal(await page.evaluate(() => window.inWalls), 0);
  }));
