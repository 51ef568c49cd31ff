// Limits long work to a share of the time: after work of t ms the next one waits for kRest x t ms.
// Work of less than kShort ms never waits.

const kRest = 8;
const kShort = 2;  // ms

export class Pace {
  constructor() {
    this.readyAt = 0;
    this.isDue = false;  // work waits
  }

  get isReady() {
    return performance.now() >= this.readyAt;
  }

  // Does the work now or, when it may not be done yet, when run() is called again later.
  run(work) {
    this.isDue = true;
    const begin = performance.now();
    if (begin < this.readyAt) return false;
    this.isDue = false;
    work();
    const time = performance.now() - begin;
    this.readyAt = time > kShort ? begin + (1 + kRest) * time : 0;
    return true;
  }
}
