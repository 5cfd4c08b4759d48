// Jobs that share the machine's processors: no more at once than there are, so that none is idle while there is work,
// and none waits for its turn behind others that the system takes turns with.
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';

export class Pool {
  #free;
  #waiting = [];

  constructor(size = availableParallelism()) {
    this.size = size;
    this.#free = size;
  }

  /**
   * Runs `job`, which keeps `width` processors busy (half of one counts too), when so many are free. Of those that
   * wait, the first of the highest `urgency` begins next, and no later one passes it. Returns what `job` does;
   * `meter.seconds` grows by the time for which it held its slots, times their number. That is no processor time: a job
   * may wait in its slot, or, as a browser does, keep more processors busy than it has slots.
   */
  run(job, { width = 1, urgency = 0, meter } = {}) {
    return new Promise((resolve, reject) => {
      const entry = { job, width: Math.min(width, this.size), urgency, meter, resolve, reject };
      const at = this.#waiting.findIndex((other) => other.urgency < urgency);
      this.#waiting.splice(at === -1 ? this.#waiting.length : at, 0, entry);
      queueMicrotask(() => this.#next()); // the most urgent of those that are asked for together
    });
  }

  #next() {
    while (this.#waiting.length > 0 && this.#waiting[0].width <= this.#free) this.#start(this.#waiting.shift());
  }

  async #start({ job, width, meter, resolve, reject }) {
    this.#free -= width;
    const start = performance.now();
    try {
      resolve(await job());
    } catch (error) {
      reject(error);
    } finally {
      if (meter) meter.seconds += ((performance.now() - start) / 1000) * width;
      this.#free += width;
      setImmediate(() => this.#next()); // after what waited for the job, which may ask for something more urgent
    }
  }
}
