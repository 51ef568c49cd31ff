// Makes the page of its modules: node web/bundle.js WASM OUT. One HTML file, with the style sheet,
// the modules as one, and page.wasm and our maps deflated in base64.
//
// TAUT_HOME is the address of the project, to which the page links; TAUT_PAGE_ADDRESS that of the
// folder where the page will be: then its picture is put beside it, for those who share the
// address.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinModules, pack, withWasm } from './join.js';

const web = dirname(fileURLToPath(import.meta.url));
const page = resolve(web, 'page');
const [wasmFile, outFile] = process.argv.slice(2);
const kMaps = ['dungeon', 'arena', 'caves', 'city', 'coast', 'rts', 'marsh'];

// What stands in the page instead of a module's own text.
function readModule(file) {
  const text = readFileSync(file, 'utf8');
  if (file === resolve(web, 'js/inline_wasm.js')) return withWasm(text, wasmFile);
  if (file === resolve(page, 'map_data.js')) {
    const maps = kMaps.map((name) => {
      const map = readFileSync(resolve(web, `../maps/${name}.map`));
      return `  ${name}: '${pack(map)}',`;
    });
    return text.replace('mapData = {}', `mapData = {\n${maps.join('\n')}\n}`);
  }
  return text;
}

const { script, count } = joinModules(resolve(page, 'main.js'), readModule);
if (/<\/script/i.test(script)) throw new Error('bundle: a module contains the end of a script');
const style = readFileSync(resolve(page, 'style.css'), 'utf8');
const home = process.env.TAUT_HOME ?? '../../README.md';
const address = process.env.TAUT_PAGE_ADDRESS?.replace(/\/?$/, '/');
const kPicture = 'page-preview.png';
const addressLines = address ? `<meta property="og:url" content="${address}">
<meta property="og:image" content="${address}${kPicture}">
` : '';
if (address) {
  copyFileSync(resolve(web, '../docs/images', kPicture), resolve(dirname(outFile), kPicture));
}
const html = readFileSync(resolve(page, 'index.html'), 'utf8')
  .replace('<!-- address -->\n', () => addressLines)
  .replace('href="HOME"', () => `href="${home}"`)
  .replace('/* style.css */', () => style)
  .replace('/* main.js */', () => script);
writeFileSync(outFile, html);
console.log(`${outFile}: ${html.length} bytes, ${count} modules`);
