// What callers pass: a TypeError for another type, an unknown word or option, a RangeError for a
// number out of range; both name the argument and its value.

const kMostInt = 2147483647;
const kMostPlace = 32768;
const kMostEdits = 2;  // from a misspelt name to one that is meant

export function describe(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

// `at`: the place in an array, if it is in one; here and below.
function nameOf(what, at) {
  return at === undefined ? what : `${what}[${at}]`;
}

function refuseType(what, value, wanted, at) {
  throw new TypeError(`taut: ${nameOf(what, at)} ${describe(value)} is not ${wanted}`);
}

export function requireNumber(what, value, at) {
  if (typeof value !== 'number') refuseType(what, value, 'a number', at);
  return value;
}

export function requireNumbers(what, ...values) {
  for (const value of values) requireNumber(what, value);
}

export function requireInteger(what, value, at) {
  requireNumber(what, value, at);
  if (!Number.isInteger(value) || Math.abs(value) > kMostInt) {
    throw new RangeError(`taut: ${nameOf(what, at)} ${value} is not an integer of 32 bits`);
  }
  return value;
}

// The words of the C++ library.
export function requireWithin(what, value, low, high) {
  requireNumber(what, value);
  if (!(value >= low && value <= high)) {
    throw new RangeError(`taut: ${what} ${value} is not within ${low} to ${high}`);
  }
  return value;
}

export function requireCount(what, value, most = kMostInt) {
  requireWithin(what, value, 0, most);
  if (!Number.isInteger(value) && value !== Infinity) {
    throw new RangeError(`taut: ${what} ${value} is not an integer`);
  }
  return value;
}

// Coordinates of what is not a query, to which a place far from the map is no mistake.
export function requirePlaces(what, ...values) {
  for (const value of values) requireWithin(what, value, -kMostPlace, kMostPlace);
}

export function requireBoolean(what, value) {
  if (typeof value !== 'boolean') refuseType(what, value, 'a boolean');
  return value;
}

export function requireText(what, value) {
  if (typeof value !== 'string') refuseType(what, value, 'a string');
  return value;
}

export function requireBytes(what, value) {
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`taut: ${what}: the bytes are no Uint8Array`);
}

export function requireWord(what, value, words) {
  const index = words.indexOf(value);
  if (index < 0) {
    throw new TypeError(`taut: ${what} ${describe(value)} is none of ${words.join(', ')}`);
  }
  return index;
}

export function requireArray(what, list) {
  if (typeof list !== 'object' || !Number.isInteger(list?.length)) {
    refuseType(what, list, 'an array');
  }
  return list;
}

// An array whose elements requireOne(what, value, at) accepts, some of `size` each. Returns how
// many.
export function requireGroups(what, numbers, size, requireOne = requireNumber) {
  const { length } = requireArray(what, numbers);
  if (length % size !== 0) {
    throw new RangeError(`taut: ${what}: ${length} numbers are no multiple of ${size}`);
  }
  for (let i = 0; i < length; ++i) requireOne(what, numbers[i], i);
  return length / size;
}

// How many characters must be inserted, removed or replaced to make `to` of `from`.
function countEdits(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; ++i) {
    const next = [i + 1];
    for (let k = 0; k < to.length; ++k) {
      const same = row[k] + (from[i] === to[k] ? 0 : 1);
      next.push(Math.min(same, row[k + 1] + 1, next[k] + 1));
    }
    row = next;
  }
  return row.at(-1);
}

function refuseName(what, name, names) {
  const edits = names.map((each) => countEdits(name.toLowerCase(), each.toLowerCase()));
  const least = Math.min(...edits);
  const meant = least <= kMostEdits ? `: is ${names[edits.indexOf(least)]} meant?` : '';
  throw new TypeError(`taut: ${what}: no option is called "${name}"${meant || `: there are ${
    names.join(', ')}`}`);
}

// An object that has no other names than these.
export function requireOptions(what, options, names) {
  if (typeof options !== 'object' || options === null || Number.isInteger(options.length)) {
    refuseType(what, options, 'an object of options');
  }
  for (const name in options) {
    if (!names.includes(name)) refuseName(what, name, names);
  }
  return options;
}
