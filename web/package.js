// Makes the npm package: node web/package.js WASM FOLDER. The modules of web/js, taut.wasm, and
// what is made of both: the text of the bytes, and one script for require().

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportsOf, joinModules, withWasm } from './join.js';

const web = dirname(fileURLToPath(import.meta.url));
const source = resolve(web, 'js');
const [wasmFile, folder] = process.argv.slice(2);
const kInline = resolve(source, 'inline_wasm.js');
const entry = resolve(source, 'taut.js');

function readModule(file) {
  const text = readFileSync(file, 'utf8');
  return file === kInline ? withWasm(text, wasmFile) : text;
}

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(source)) {
  if (/\.(js|ts|json|md)$/.test(name)) {
    writeFileSync(join(folder, name), readModule(join(source, name)));
  }
}
copyFileSync(resolve(web, '../LICENSE'), join(folder, 'LICENSE'));
copyFileSync(wasmFile, join(folder, 'taut.wasm'));

const { script } = joinModules(entry, readModule);
const names = exportsOf(readModule(entry)).join(', ');
writeFileSync(join(folder, 'taut.cjs'),
  `'use strict';\n\n${script}\nmodule.exports = { ${names} };\n`);
// TypeScript takes the types of a .cjs file from a .d.cts file.
copyFileSync(join(source, 'taut.d.ts'), join(folder, 'taut.d.cts'));
