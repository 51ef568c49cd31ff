// Chromium without a window, by playwright-core; the page from the disk.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const built = new URL('../../build/web/', import.meta.url);
const require = createRequire(new URL('package.json', built));
const { chromium } = require('playwright-core');

const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const pageAddress = pathToFileURL(process.env.TAUT_PAGE ?? new URL('taut.html', built)
  .pathname).href;

export function launch() {
  return chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--font-render-hinting=none', '--force-color-profile=srgb'],
  });
}

// Opens the page; every error of it fails the test that calls for `errors`.
export async function openPage(browser, hash = '', options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 }, ...options,
  });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(pageAddress + hash);
  await page.waitForFunction(() => window.tautPage?.app.route.path != null, null,
    { timeout: 20000 });
  return { page, context, errors };
}

// Runs `body` on a fresh page and fails on any error of the page.
export async function onFreshPage(browser, hash, body, options) {
  const opened = await openPage(browser, hash, options);
  try {
    await body(opened.page, opened);
    assert.deepEqual(opened.errors, []);
  } finally {
    await opened.context.close();
  }
}

// What `read`, the text of a function of the page's app and panel, returns.
export function state(page, read) {
  return page.evaluate(`(() => {
    const { app, panel } = window.tautPage;
    return (${read})(app, panel);
  })()`);
}

// Places of the map to pixels of the page.
export function toPixels(page, x, y) {
  return page.evaluate(([px, py]) => window.tautPage.app.camera.toPixels(px, py), [x, y]);
}

export async function drag(page, from, to, steps = 12) {
  const a = await toPixels(page, from.x, from.y);
  const b = await toPixels(page, to.x, to.y);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps });
  await page.mouse.up();
}

const kPatience = { timeout: 20000 };

// Waits until the page is as `read` says, the text of a function of its app.
export function until(page, read) {
  return page.waitForFunction(`(${read})(window.tautPage.app)`, null, kPatience);
}

// Waits until the path is that of the last input, and drawn.
export async function settle(page) {
  const twoFrames = () => page.evaluate(() => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  }));
  await twoFrames();
  await until(page, '(app) => !app.isRouteStale');
  await twoFrames();
}

// The address is written a while after a change.
export function untilAddress(page, pattern) {
  return page.waitForFunction((source) => new RegExp(source).test(window.location.hash),
    pattern.source, kPatience);
}

// For what a test or a picture wants to have gone on for some time.
export function pause(page, milliseconds) {
  return page.waitForTimeout(milliseconds);
}
