// Makes the page of its modules: node web/bundle.js WASM OUT. One HTML file, with the style sheet,
// the modules as one, and page.wasm and our maps deflated in base64.
//
// The modules are put one after the other, each after those that it imports, without their import
// and export words. So a name at the top of a module must be unique among all modules: this is
// checked.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';

const web = dirname(fileURLToPath(import.meta.url));
const page = resolve(web, 'page');
const [wasmFile, outFile] = process.argv.slice(2);
const kMaps = ['dungeon', 'arena', 'caves', 'city', 'coast', 'rts', 'marsh'];

function pack(bytes) {
  return deflateRawSync(bytes, { level: 9 }).toString('base64');
}

// What stands in the page instead of a module's own text.
function readModule(file) {
  if (file === resolve(web, 'js/bytes.js')) return readModule(resolve(page, 'inline_bytes.js'));
  const text = readFileSync(file, 'utf8');
  if (file === resolve(page, 'inline_bytes.js')) {
    return text.replace("kWasm = ''", `kWasm = '${pack(readFileSync(wasmFile))}'`);
  }
  if (file === resolve(page, 'map_data.js')) {
    const maps = kMaps.map((name) => {
      const map = readFileSync(resolve(web, `../maps/${name}.map`));
      return `  ${name}: '${pack(map)}',`;
    });
    return text.replace('mapData = {}', `mapData = {\n${maps.join('\n')}\n}`);
  }
  return text;
}

const kImport = /^import\s+(?:[^'";]*?\s+from\s+)?'([^']+)';[^\n]*\n/gm;
const kReexport = /^export\s+\{[^}]*\}(?:\s+from\s+'([^']+)')?;\n/gm;
const kTopName = /^(?:export\s+)?(?:async\s+)?(?:const|let|class|function)\s+([\w$]+)/gm;

const done = new Set();
const owners = new Map();
const parts = [];

function add(file) {
  if (done.has(file)) return;
  done.add(file);
  const text = readModule(file);
  for (const pattern of [kImport, kReexport]) {
    for (const [, from] of text.matchAll(pattern)) {
      if (from) add(resolve(file === resolve(web, 'js/bytes.js') ? page : dirname(file), from));
    }
  }
  const name = relative(web, file);
  for (const [, top] of text.matchAll(kTopName)) {
    if (owners.has(top)) throw new Error(`bundle: ${top} is in ${owners.get(top)} and ${name}`);
    owners.set(top, name);
  }
  if (/^(?:im|ex)port\s+\{[^;}]*\sas\s/m.test(text)) {
    throw new Error(`bundle: ${name} renames an import or export`);
  }
  const body = text.replace(kImport, '').replace(kReexport, '').replace(/^export\s+/gm, '');
  parts.push(`// ---- ${name} ----\n\n${body.trim()}\n`);
}

add(resolve(page, 'main.js'));
const script = parts.join('\n');
if (/<\/script/i.test(script)) throw new Error('bundle: a module contains the end of a script');
const style = readFileSync(resolve(page, 'style.css'), 'utf8');
const html = readFileSync(resolve(page, 'index.html'), 'utf8')
  .replace('/* style.css */', () => style)
  .replace('/* main.js */', () => script);
writeFileSync(outFile, html);
console.log(`${outFile}: ${html.length} bytes, ${done.size} modules`);
