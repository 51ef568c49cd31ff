// Joins modules to one script. They are put one after the other, each after those that it imports,
// without their import and export words. So a name at the top of a module must be unique among all
// modules: this is checked.

import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';

const web = dirname(fileURLToPath(import.meta.url));

const kImport = /^import\s+(?:[^'";]*?\s+from\s+)?'([^']+)';[^\n]*\n/gm;
const kReexport = /^export\s+\{([^}]*)\}(?:\s+from\s+'([^']+)')?;\n/gm;
const kTopName = /^(?:export\s+)?(?:async\s+)?(?:const|let|class|function)\s+([\w$]+)/gm;
const kExport = /^export\s+(?:async\s+)?(?:const|let|class|function)\s+([\w$]+)/gm;

function importsOf(text) {
  return [...text.matchAll(kImport)].map(([, from]) => from)
    .concat([...text.matchAll(kReexport)].map(([, , from]) => from))
    .filter((from) => from !== undefined);
}

// The names that a module exports.
export function exportsOf(text) {
  const listed = [...text.matchAll(kReexport)].flatMap(([, names]) =>
    names.split(',').map((name) => name.trim()).filter((name) => name !== ''));
  return listed.concat([...text.matchAll(kExport)].map(([, name]) => name));
}

// Bytes as js/inflate.js reads them.
export function pack(bytes) {
  return deflateSync(bytes, { level: 9 }).toString('base64');
}

// In place of the text of js/inline_wasm.js.
export function withWasm(text, file) {
  return text.replace("kWasmText = ''", `kWasmText = '${pack(readFileSync(file))}'`);
}

// `read(file)` gives the text of a module. Returns {script, count}, the number of modules.
export function joinModules(entry, read) {
  const done = new Set();
  const owners = new Map();
  const parts = [];
  const add = (file) => {
    if (done.has(file)) return;
    done.add(file);
    const text = read(file);
    for (const from of importsOf(text)) add(resolve(dirname(file), from));
    const name = relative(web, file);
    for (const [, top] of text.matchAll(kTopName)) {
      if (owners.has(top)) throw new Error(`join: ${top} is in ${owners.get(top)} and ${name}`);
      owners.set(top, name);
    }
    if (/^(?:im|ex)port\s+\{[^;}]*\sas\s/m.test(text)) {
      throw new Error(`join: ${name} renames an import or export`);
    }
    const body = text.replace(kImport, '').replace(kReexport, '').replace(/^export\s+/gm, '');
    parts.push(`// ---- ${name} ----\n\n${body.trim()}\n`);
  };
  add(entry);
  return { script: parts.join('\n'), count: done.size };
}
