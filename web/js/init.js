// How the library is loaded: from a module of WebAssembly, its bytes, or the place of taut.wasm.

import { describe } from './checks.js';
import { hasInstance, importsOf, useInstance } from './engine.js';

function isBytes(source) {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source);
}

function refuseSource(call, source, wanted) {
  throw new TypeError(`taut: ${call}: ${describe(source)} is not ${wanted}`);
}

async function fetchBytes(place) {
  const response = typeof place === 'string' || place instanceof URL ? await fetch(place) : place;
  if (typeof response?.arrayBuffer !== 'function') {
    refuseSource('init', place, 'a WebAssembly.Module, its bytes, a Response or an address');
  }
  if (!response.ok) {
    throw new Error(`taut: ${response.url}: ${response.status} ${response.statusText}`);
  }
  return response.arrayBuffer();
}

async function loadFrom(pending) {
  const source = await pending;
  const module = source instanceof WebAssembly.Module
    ? source
    : await WebAssembly.compile(isBytes(source) ? source : await fetchBytes(source));
  const instance = await WebAssembly.instantiate(module, importsOf(module));
  // initSync() may have been quicker.
  if (!hasInstance()) useInstance(instance);
}

// init() of an entry, which calls findSource() where its caller names none. All calls load once;
// after a failure the next one tries again.
export function makeInit(findSource) {
  let loading = null;
  return function init(source) {
    if (hasInstance()) return Promise.resolve();
    loading ??= loadFrom(source ?? findSource()).finally(() => (loading = null));
    return loading;
  };
}

export function initSync(source) {
  if (hasInstance()) return;
  if (!(source instanceof WebAssembly.Module) && !isBytes(source)) {
    refuseSource('initSync', source, 'a WebAssembly.Module or its bytes');
  }
  const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  useInstance(new WebAssembly.Instance(module, importsOf(module)));
}
