// A promise that can be renewed: it resolves when a scene is built, and rejects if it could not be.

export class Readiness {
  /** Of the scene that is loading, or was loaded last. */
  promise!: Promise<void>;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;
  #settled = true;

  constructor() {
    this.expect();
  }

  /** It is still to come, or to come again. */
  expect(): void {
    if (!this.#settled) return;
    this.#settled = false;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.promise.catch(() => {}); // who does not wait for it hears by the event
  }

  keep(): void {
    this.#settled = true;
    this.#resolve();
  }

  break(error: unknown): void {
    this.expect();
    this.#settled = true;
    this.#reject(error);
  }
}
