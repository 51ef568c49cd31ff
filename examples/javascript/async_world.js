// A World in a worker, path_worker.js: a page goes on drawing while paths are found.

export class AsyncWorld {
  #worker;
  #waiting = new Map();  // by the number of a call: {resolve, reject}
  #count = 0;

  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data: { id, answer, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) reject(error);
      else resolve(answer);
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    };
  }

  // The worker answers calls in their order: a path is that of the edits before it.
  #call(name, ...values) {
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, values });
    });
  }

  open(width, height, tiles) { return this.#call('open', width, height, tiles); }
  read(text) { return this.#call('read', text); }
  set(x0, y0, x1, y1, walkable) { return this.#call('set', x0, y0, x1, y1, walkable); }

  // The promise of what World.find() returns.
  findAsync(x0, y0, x1, y1, options) { return this.#call('find', x0, y0, x1, y1, options); }

  close() { this.#worker.terminate(); }
}
