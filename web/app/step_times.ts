// How long the last steps took.

const kWindow = 120; // steps: two seconds

export class StepTimes {
  readonly #times = new Float64Array(kWindow);
  readonly #sorted = new Float64Array(kWindow);
  #count = 0;
  #next = 0;

  clear(): void {
    this.#count = 0;
    this.#next = 0;
  }

  add(milliseconds: number): void {
    this.#times[this.#next] = milliseconds;
    this.#next = (this.#next + 1) % kWindow;
    this.#count = Math.min(kWindow, this.#count + 1);
  }

  /** Milliseconds that a share `p` of the steps stayed at or below (nearest rank); 0 before the first step. */
  quantile(p: number): number {
    if (this.#count === 0) return 0;
    this.#sorted.set(this.#times);
    const sorted = this.#sorted.subarray(0, this.#count).sort();
    return sorted[Math.max(0, Math.ceil(p * this.#count) - 1)];
  }
}
