// What the classes share: `using`, and what console.log() of node prints.

const kInspect = Symbol.for('nodejs.util.inspect.custom');

// Requires free() and toJSON(). `name` lasts where scripts are minified.
export function finishClass(kind, name) {
  const { prototype } = kind;
  if (Symbol.dispose) prototype[Symbol.dispose] = prototype.free;
  prototype[kInspect] = function inspect(depth, options, write) {
    return `${name} ${write(this.toJSON(), options)}`;
  };
}
