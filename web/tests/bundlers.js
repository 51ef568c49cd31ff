// The package as users bundle it: node --test web/tests/bundlers.js, after ./run has installed what
// it needs in build/bundlers. Each bundle must be made without a warning, and find the paths.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launch } from './browser.js';
import { withServer } from './server.js';

const place = (name) => fileURLToPath(new URL(name, import.meta.url));
const kBuilt = place('../../build/js');
const kApp = place('../../build/bundlers');  // with node_modules
const kViteVersions = [5, 7];

const kPoints = { points: [0.5, 0.5, 3, 7, 4, 7, 7.5, 0.5] };
const kAnswer = { ...kPoints, reason: 'not_connected' };
const kBothAnswers = {
  ...kAnswer, asyncPoints: kPoints.points,
  refused: 'taut: options: no option is called "methd": is method meant?',
};

const installed = (name) => import(pathToFileURL(join(kApp, 'node_modules', name)));

function run(program, ...words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: kApp, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

let browser = null;

// The package from its tarball, so that a file that it lacks is missing here, and the programs.
before(async () => {
  const target = join(kApp, 'node_modules/taut');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(place('bundled'), kApp, { recursive: true });
  cpSync(place('../../examples/javascript'), kApp, { recursive: true });
  const [{ filename }] = JSON.parse(run('npm', 'pack', kBuilt, '--json'));
  run('tar', '-xzf', filename, '-C', target, '--strip-components=1');
  for (const name of ['with_worker', 'by_fetch']) {
    writeFileSync(join(kApp, `${name}.html`),
      `<!doctype html><title>taut</title><script type="module" src="/${name}.js"></script>\n`);
  }
  browser = await launch();
});

after(async () => {
  await browser?.close();
  // A bundler that has failed may keep its server: the run ends all the same.
  setTimeout(() => process.exit(1), 5000).unref();
});

// What a page sets window.answer to.
async function answerOf(address) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  try {
    await page.goto(address);
    await page.waitForFunction(() => window.answer !== undefined, null, { timeout: 30000 });
    const found = await page.evaluate(() => window.answer);
    assert.deepEqual(errors, []);
    return found;
  } finally {
    await page.close();
  }
}

// ---- without a bundler ----

test('require() and import in node', () => {
  assert.deepEqual(JSON.parse(run('node', 'require.cjs')), kAnswer);
  assert.deepEqual(JSON.parse(run('node', 'plain.js')), kAnswer);
});

test('TypeScript: strict, of each kind of module, without a newer lib', () => {
  const tsc = join(kApp, 'node_modules/.bin/tsc');
  cpSync(join(kApp, 'types.ts'), join(kApp, 'types_required.cts'));
  const kStrict = ['--strict', '--noEmit', '--target', 'es2022'];
  for (const [lib, module, resolution] of [
    ['es2022', 'node16', 'node16'], ['es2022', 'es2022', 'bundler'],
    ['es2022,dom', 'es2022', 'bundler'], ['esnext,dom', 'esnext', 'bundler'],
  ]) {
    // One by one: types that one file declares are those of the other.
    for (const file of ['types.ts', 'types_required.cts']) {
      run(tsc, ...kStrict, '--lib', lib, '--module', module, '--moduleResolution', resolution,
        file);
    }
  }
});

// ---- esbuild ----

async function bundle(folder, entries, options) {
  const { build } = await installed('esbuild/lib/main.js');
  const { warnings } = await build({
    absWorkingDir: kApp, entryPoints: entries, bundle: true, outdir: folder, logLevel: 'silent',
    ...options,
  });
  assert.deepEqual(warnings, []);
}

for (const [name, options] of [
  ['by default', {}], ['es2020, minified', { target: 'es2020', minify: true }],
  ['cjs', { format: 'cjs' }], ['esm', { format: 'esm' }],
]) {
  test(`esbuild, ${name}: in Chromium`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'taut-'));
    await bundle(folder, ['plain.js'], options);
    writeFileSync(join(folder, 'index.html'), '<script type="module" src="plain.js"></script>');
    const found = await withServer(folder, (address) => answerOf(`${address}index.html`));
    assert.deepEqual(found, kAnswer);
    rmSync(folder, { recursive: true });
  });
}

test('esbuild: the worker of docs/javascript.md', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taut-'));
  await bundle(folder, ['with_worker.js', 'path_worker.js'], { format: 'esm' });
  cpSync(join(kApp, 'with_worker.html'), join(folder, 'with_worker.html'));
  const found = await withServer(folder, (address) => answerOf(`${address}with_worker.html`));
  assert.deepEqual(found, kBothAnswers);
  rmSync(folder, { recursive: true });
});

test('esbuild for node: one file that runs anywhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taut-'));
  for (const [format, ending] of [['cjs', '.cjs'], ['esm', '.mjs']]) {
    await bundle(folder, ['require.cjs', 'plain.js'],
      { platform: 'node', format, outExtension: { '.js': ending } });
    for (const name of ['require', 'plain']) {
      const found = run('node', join(folder, name + ending));
      assert.deepEqual(JSON.parse(found), kAnswer, `${format} ${name}`);
    }
  }
  rmSync(folder, { recursive: true });
});

// ---- Vite ----

// `told` takes the warnings.
function viteOptions(version, told, more = {}) {
  const warn = (message) => told.push(message);
  return {
    root: kApp, configFile: false, cacheDir: join(kApp, `vite${version}-cache`),
    customLogger: { info() {}, warn, warnOnce: warn, error: warn, clearScreen() {},
      hasErrorLogged: () => false, hasWarned: false },
    ...more,
  };
}

for (const version of kViteVersions) {
  test(`Vite ${version}: build`, async () => {
    const { build } = await installed(`vite${version}/dist/node/index.js`);
    const told = [];
    const outDir = join(kApp, `built${version}`);
    const input = ['with_worker.html', 'by_fetch.html'].map((name) => join(kApp, name));
    // The bytes are in the script: Vite tells of scripts above 500 kB.
    await build(viteOptions(version, told, {
      build: { outDir, rollupOptions: { input }, chunkSizeWarningLimit: 2000 },
    }));
    assert.deepEqual(told, []);
    assert.ok(readdirSync(join(outDir, 'assets')).some((name) => name.endsWith('.wasm')));
    await withServer(outDir, async (address) => {
      assert.deepEqual(await answerOf(`${address}with_worker.html`), kBothAnswers);
      assert.deepEqual(await answerOf(`${address}by_fetch.html`), kPoints);
    });
  });

  // As a project has it that uses both entries, and as one that has no settings.
  for (const [page, exclude, wanted] of [
    ['with_worker.html', [], kBothAnswers], ['by_fetch.html', ['taut'], kPoints],
  ]) {
    test(`Vite ${version}: dev, ${page}`, async () => {
      const { createServer } = await installed(`vite${version}/dist/node/index.js`);
      const told = [];
      const server = await createServer(viteOptions(version, told, {
        optimizeDeps: { exclude }, server: { port: 0, host: '127.0.0.1' },
      }));
      try {
        await server.listen();
        const found = await answerOf(server.resolvedUrls.local[0] + page);
        assert.deepEqual(found, wanted);
        assert.deepEqual(told, []);
      } finally {
        await Promise.race([server.close(), new Promise((done) => setTimeout(done, 5000))]);
      }
    });
  }
}
