// Runs a program for WASI that may read the project's files, as /taut.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const [file] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: [file],
  preopens: { "/taut": fileURLToPath(new URL("../..", import.meta.url)) },
});
const module = await WebAssembly.compile(readFileSync(file));
// Those of Node.js 20 break the heap of WebAssembly when it calls them itself.
const { wasi_snapshot_preview1: calls } = wasi.getImportObject();
const wrapped = Object.entries(calls).map(([name, call]) => [name, (...words) => call(...words)]);
const imports = { wasi_snapshot_preview1: Object.fromEntries(wrapped) };
process.exitCode = wasi.start(await WebAssembly.instantiate(module, imports));
