// The WebAssembly instance, its memory, and the errors of the C interface as exceptions. All worlds
// share one instance, which init.js starts.

import { describe, requireWithin } from './checks.js';

// That of package.json, and of the library.
export const version = '0.1.0';

// Values of taut.h.
export const Status = {
  ok: 0,
  truncated: 1,
  noPath: 2,
  outOfNodes: 3,
  invalidInput: 4,
  unfinished: 5,
  badArgument: 6,
  outOfMemory: 7,
};

// The functions of WASI that the C library refers to for its streams. Nothing is opened or written:
// they answer "not supported". But the clock is read, for budgets in microseconds.
const kNotSupported = 52;
const kClock = 'clock_time_get';

let engineMemory = null;

function readClock(clock, precision, place) {
  const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
  new DataView(engineMemory.buffer).setBigUint64(place >>> 0, nanoseconds, true);
  return 0;
}

// What an instance of the module imports.
export function importsOf(module) {
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') throw new Error(`taut: unexpected import ${from}.${name}`);
    imports[from] ??= {};
    imports[from][name] = name === kClock ? readClock : () => kNotSupported;
  }
  return imports;
}

// A trap ends the instance: the library was built without exceptions, so it stops when it runs out
// of memory, in the middle of its work. What it holds is lost; nothing may call it again.
let hasStopped = false;
const kStopped = 'taut: out of memory: the library has stopped, and all its worlds with it';

function guarded(call) {
  return (...values) => {
    if (hasStopped) throw new RangeError(kStopped);
    try {
      return call(...values);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      hasStopped = true;
      throw new RangeError(kStopped, { cause: error });
    }
  };
}

// Numbers of 32 bits arrive with a sign, which a place above 2 GiB does not have. Those that are
// passed are taken by their bits.
const kReturnPlaces = [
  'malloc', 'taut_path_point_data', 'taut_reason_text', 'taut_status_text', 'taut_version',
];

function imported(name, value) {
  if (typeof value !== 'function') return value;
  const call = guarded(value);
  return kReturnPlaces.includes(name) ? (...values) => call(...values) >>> 0 : call;
}

// The functions of taut.h, malloc, free, and the memory, once the instance is there.
export let c = new Proxy({}, {
  get() {
    throw new Error('taut: the library is not loaded: `await init()` comes first');
  },
});

// Small structures of taut.h that stay where they are.
export let kPath = 0; // taut_path, 56 bytes
export let kOptions = 0; // taut_find_options, 56 bytes; it begins with a taut_agent
export let kOut = 0; // other results, up to 40 bytes
export let kCount = 0; // two numbers of 32 bits
export let kError = 0; // taut_error, 256 bytes

export function hasInstance() {
  return engineMemory !== null;
}

// Takes the instance that all worlds share from now on. There is none yet.
export function useInstance({ exports }) {
  engineMemory = exports.memory;
  exports._initialize();
  c = Object.fromEntries(
    Object.entries(exports).map(([name, value]) => [name, imported(name, value)]));
  kPath = allocate(512);
  kOptions = kPath + 56;
  kOut = kPath + 112;
  kCount = kPath + 152;
  kError = kPath + 160;
}

// ---- memory ----

// Views of the whole memory. They are rebuilt when it has grown, so take them from here after
// each call of `c`, and keep none.
let views = { buffer: null };
export function memory() {
  const { buffer } = c.memory;
  if (views.buffer !== buffer) {
    views = {
      buffer,
      u8: new Uint8Array(buffer),
      i32: new Int32Array(buffer),
      u32: new Uint32Array(buffer),
      f32: new Float32Array(buffer),
      f64: new Float64Array(buffer),
    };
  }
  return views;
}

// Bytes of the instance's memory: of all worlds, and what was freed and not used again.
export function memoryBytes() {
  return c.memory.buffer.byteLength;
}

const kMostBytes = 4294967295;
export function allocate(bytes) {
  const pointer = bytes <= kMostBytes ? c.malloc(Math.max(bytes, 1)) : 0;
  if (pointer === 0) throw new RangeError('taut: out of memory');
  return pointer;
}

// One block that calls use for what they pass and receive. Its contents last until the next call of
// scratch().
let block = 0;
let blockBytes = 0;
const kMostSpare = 1 << 24;  // above, a block has the size that was requested
export function scratch(bytes) {
  if (bytes > blockBytes) {
    const size = Math.max(bytes, Math.min(2 * blockBytes, kMostSpare), 4096);
    c.free(block);
    block = blockBytes = 0;
    block = allocate(size);
    blockBytes = size;
  }
  return block;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export function readText(pointer) {
  return readCharacters(pointer, memory().u8.indexOf(0, pointer) - pointer);
}

export function readCharacters(pointer, count) {
  return decoder.decode(memory().u8.subarray(pointer, pointer + count));
}

// Calls use(pointer, bytes) with the text in memory, ended by a zero byte, and frees it.
export function withText(text, use) {
  const bytes = encoder.encode(text);
  const pointer = allocate(bytes.length + 1);
  try {
    const { u8 } = memory();
    u8.set(bytes, pointer);
    u8[pointer + bytes.length] = 0;
    return use(pointer, bytes.length);
  } finally {
    c.free(pointer);
  }
}

// Calls use(pointer) with the numbers in memory, and frees them.
export function withNumbers(view, numbers, use) {
  const pointer = allocate(numbers.length * memory()[view].BYTES_PER_ELEMENT);
  try {
    const target = memory()[view];
    target.set(numbers, pointer / target.BYTES_PER_ELEMENT);
    return use(pointer);
  } finally {
    c.free(pointer);
  }
}

// ---- errors ----

// Throws for the mistakes of a caller. Returns all other statuses. `hasError`: kError was passed.
export function check(status, hasError = false) {
  if (status === Status.outOfMemory) throw new RangeError('taut: out of memory');
  if (status === Status.badArgument) {
    const words = hasError ? readText(kError) : 'a bad argument';
    throw new RangeError(words.startsWith('taut: ') ? words : `taut: ${words}`);
  }
  if (status > Status.badArgument) throw new Error('taut: a failure of the library');
  return status;
}

// ---- lists ----

// Calls write(pointer, capacity, countPointer) of the C interface: once where `guess` elements are
// enough, else again with the room that it calls for, and the zero byte that a text has beside its
// count. Returns {pointer, count, status}.
export function writeList(bytesPerElement, guess, write) {
  let capacity = guess;
  for (;;) {
    const pointer = scratch(capacity * bytesPerElement);
    const status = check(write(pointer, capacity, kCount));
    const count = memory().u32[kCount >>> 2];
    if (status !== Status.truncated) return { pointer, count, status };
    capacity = count + 1;
  }
}

// The elements as an array of their own, or in the beginning of `out`, which must be of this kind.
export function copyOut(view, pointer, count, out) {
  const first = pointer / view.BYTES_PER_ELEMENT;
  if (out === undefined) return view.slice(first, first + count);
  if (!(out instanceof view.constructor)) {
    throw new TypeError(`taut: out is not a ${view.constructor.name}`);
  }
  requireWithin('out: elements', out.length, count, Infinity);
  out.set(view.subarray(first, first + count));
  return out.length === count ? out : out.subarray(0, count);
}

// ---- lifetime ----

// The keys of a World's taut_world, of a Field's taut_field, and of its World.
export const kHandle = Symbol('handle');
export const kField = Symbol('field');
export const kWorld = Symbol('world');

// `at`: the place in an array, if it is in one.
export function requireWorld(what, value, at) {
  if (typeof value === 'object' && value !== null && kHandle in value) return value;
  const name = at === undefined ? what : `${what}[${at}]`;
  throw new TypeError(`taut: ${name} ${describe(value)} is not a World`);
}

// Frees what the caller did not: calls the functions listed.
const registry = new FinalizationRegistry((handles) => release(handles));

export function watch(owner, handles) {
  registry.register(owner, handles, handles);
}

// Destroys the handles, [function, pointer]..., the last one first.
export function release(handles) {
  while (handles.length > 0) {
    const [destroy, pointer] = handles.pop();
    if (!hasStopped) destroy(pointer);
  }
  registry.unregister(handles);
}
